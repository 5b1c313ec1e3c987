"""Form for a new season: cast, holders, and starting values (SE-01)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec
from textual.binding import Binding

from core.decoding import decode, whole
from core.house.templates import SeasonTemplate, Templates
from core.match.naming import check_title
from core.match.seating import NAMES, OPEN, USUAL_BOT, is_bot, spare_names
from core.refusal import Refused
from core.seasons.live import LiveSeason
from core.seasons.options import OPTIONS, OptionField, SeasonOptions
from core.seasons.registry import check_one_name, is_held
from core.seasons.season import FEWEST, MOST, check_new_name
from tui.app.making import who_plays
from tui.screens.dialogs import AskLine, Pick
from tui.screens.forms import FormScreen
from tui.screens.host.newmatch import Hosting
from tui.widgets.choices import Choices, Row
from tui.words import text

USUAL_CAST = 6
"""Default names at one keyboard: two people and four bots."""
MEANING = {
    "add": "One more name in the cast, up to the largest cast there can be.",
    "template": "Title and options as they were kept under a name; the cast stays.",
    "title": "What lists and pages call it; its first word and a number are its id.",
    "go": "What stands below is made; nothing before.",
}


FORM_OPTIONS = sorted(
    OPTIONS.values(), key=lambda field: (field.kind is bool, bool(field.choices), field.name != "places")
)
"""Options in the order of the form: numbers, then options of a few values, then switches."""


class NewSeason(FormScreen):
    """The form. `on_made(live)` gets the new season; a refusal loses nothing."""

    TOPIC = """\
Enter changes the line you are at; b says who plays a name, x takes it out of the cast. The names are those that people
play under in every match of the season. What is set here stays for all of it."""
    BINDINGS = [
        Binding("s", "make", "make it", id="season.make", tooltip="Make the season."),
        Binding("b", "holder", "who plays it", id="season.holder", tooltip="A person or a bot."),
        Binding("x", "drop", "take out", id="season.drop", tooltip="Take this name out of the cast."),
        Binding("T", "save", "save as template", id="season.save", tooltip="Keep title and options under a name."),
    ]

    def __init__(self, hosting: Hosting, on_made: Callable[[LiveSeason], object]) -> None:
        super().__init__(id="new-season")
        self._hosting = hosting
        self._made_callback = on_made
        self._title = ""
        self._options = SeasonOptions()
        self._cast: dict[str, str]
        if hosting.people is None:
            self._cast = {name: "local" if n < 2 else USUAL_BOT for n, name in enumerate(NAMES[:USUAL_CAST])}
        else:
            self._cast = {person.name: hosting.player(person.name) for person in hosting.people.everyone()[:MOST]}
        self._last = OPEN
        """Holder chosen last: the default for the next name."""

    # --- rows of the form
    def head(self) -> tuple[text.Part, text.Part]:
        return text.line("New season: ", (self._title or "no title yet", "$strong")), ""

    def form_rows(self) -> Iterator[Row]:
        yield Row("names", f"Cast, {len(self._cast)} names", heading=True)
        for place, (name, holder) in enumerate(self._cast.items(), 1):
            label = self.label(text.line((f"{place:>2}  ", "$faint"), (name, "$strong")))
            yield Row(f"name:{name}", text.line(label, (self._hosting.words(holder), "$accent")))
        full = f"A cast has at most {MOST} names." if len(self._cast) >= MOST else None
        yield Row("add", "    one more", full)
        yield Row("season", "Season", heading=True)
        if templates := self._templates():
            yield self._line("template", "As a template says", (", ".join(templates), "$faint"))
        yield self._line("title", "Title", self._title or ("none", "$faint"))
        for field in FORM_OPTIONS:
            row = f"switch:{field.name}" if field.kind is bool else field.name
            yield self._line(row, field.about.label, self._value(field))
        yield Row("go", ("Make it", "$good"))

    def _value(self, field: OptionField) -> text.Part:
        value = getattr(self._options, field.name)
        if field.choices:
            return field.about.values[value]
        words = "yes" if value is True else str(value)
        return words if value or field.name == "purse" else ("no" if value is False else "none", "$faint")

    def _line(self, row: str, name: str, value: text.Part) -> Row:
        return Row(row, text.line(self.label(name), value))

    def meaning(self, row: Row) -> Sequence[text.Part]:
        kind, _, name = row.id.partition(":")
        if kind == "name":
            return ["Enter gives another name to play under, b says who plays it, x takes it out of the cast."]
        option = OPTIONS.get(name if kind == "switch" else kind)
        return [MEANING[kind] if option is None else option.about.meaning]

    def result_rows(self) -> Sequence[text.Part]:
        people = who_plays(list(self._cast.values()))
        matches = len(self._cast) + self._options.places - 1
        left = "nobody's" if self._options.estate == "kept" else "the house's"
        estate = "the winner's of the duel" if self._options.estate == "winner" else left
        return [
            (f"{people}. One leaves an episode: at most {text.counted(matches, 'episode')}.", "$strong"),
            f"Everybody begins with {text.counted(self._options.purse, 'garnet')}; a loser's are {estate}.",
        ]

    def background_rows(self) -> Sequence[text.Part]:
        return [
            ("An episode", "$accent"),
            "\u2022 A main match that everybody who is in plays; its winners are safe.",
            "\u2022 The Elimination Candidate names an opponent; the two play a Death Match.",
            "\u2022 Its loser leaves; the last player in has won the season.",
        ]

    # --- changing a line
    def on_choices_picked(self, message: Choices.Picked) -> None:
        message.stop()
        kind, _, name = message.row.id.partition(":")
        if kind == "name":
            self.ask(f"{name} is called", "The name to play under, at most 24 characters.", name,
                     lambda given: self._rename(name, given), names=self._hosting.people_names())  # fmt: skip
        elif kind == "add":
            spare = (*spare_names(self._cast), "")[0]
            self.ask(
                "One more",
                "The name to play under, at most 24 characters.",
                spare,
                self._add,
                names=self._hosting.people_names(),
                then=lambda: f"name:{next(reversed(self._cast))}",
            )
        elif kind == "template":
            templates = self._templates()
            rows = [
                Row(name, name, note=(template.title or "no title", "$faint")) for name, template in templates.items()
            ]
            self.app.push_screen(Pick("Which template?", rows), lambda name: self._fill(templates.get(name or "")))
        elif kind == "title":
            self.ask("Title", "Its first word and a number are its id.", self._title, self._set_title)
        elif kind == "switch":
            self._set(**{name: not getattr(self._options, name)})
        elif kind == "go":
            self.action_make()
        elif choices := OPTIONS[kind].choices:
            self._set(**{kind: choices[(choices.index(getattr(self._options, kind)) + 1) % len(choices)]})
        else:
            field, value = OPTIONS[kind], str(getattr(self._options, kind))
            number = field.kind is int
            self.ask(field.about.label, "A whole number from 0." if number else field.about.meaning, value,
                     lambda given: self._set_number(kind, given) if number else self._set(**{kind: given}))  # fmt: skip

    def _set(self, **options: object) -> None:
        self._options = msgspec.structs.replace(self._options, **options)
        self.show()

    def _rename(self, name: str, given: str) -> None:
        check_new_name(given, tuple(other for other in self._cast if other != name))
        self._cast = {given if other == name else other: holder for other, holder in self._cast.items()}

    def _add(self, given: str) -> None:
        check_new_name(given, tuple(self._cast))
        holder = self._hosting.player(given)
        self._cast[given] = OPEN if is_held(self._cast, holder) else holder

    def _set_title(self, given: str) -> None:
        check_title(given)
        self._title = given

    def _set_number(self, option: str, given: str) -> None:
        if (number := whole(given)) is None:
            raise Refused(f"bad_{option}", "Give a whole number from 0.", "SE-01")
        self._set(**{option: number})

    def _templates(self) -> dict[str, SeasonTemplate]:
        every = Templates(self._hosting.house.store).all()
        return {name: template for name, template in every.items() if isinstance(template, SeasonTemplate)}

    def _fill(self, template: SeasonTemplate | None) -> None:
        if template is not None and self.attempt(lambda: decode(SeasonOptions, template.options, "options")):
            self._options = decode(SeasonOptions, template.options, "options")
            self._title = template.title or self._title
        self.show()

    def action_save(self) -> None:
        ask_template_name(
            self, self._hosting, SeasonTemplate(title=self._title, options=msgspec.to_builtins(self._options))
        )

    def _name_at_cursor(self) -> str | None:
        row = self.query_one("#form", Choices).row
        kind, _, name = ("" if row is None else row.id).partition(":")
        if kind == "name":
            return name
        self.tell("Go to a name of the cast first.", "warn")
        return None

    def action_holder(self) -> None:
        name = self._name_at_cursor()
        if name is not None:
            usual = self._last if is_bot(self._last) and not is_bot(self._cast[name]) else self._cast[name]
            self.pick(f"{name} is played by", self._hosting.holders(), lambda holder: self._hold(name, holder), usual)

    def _hold(self, name: str, holder: str) -> None:
        check_one_name(self._cast, name, holder)
        self._cast[name] = self._last = holder

    def action_drop(self) -> None:
        name = self._name_at_cursor()
        if name is not None and len(self._cast) + self._options.places <= FEWEST:
            self.tell(f"A cast has at least {FEWEST} names.", "warn", "SE-01")
        elif name is not None:
            del self._cast[name]
            self.show()

    def action_make(self) -> None:
        live = self.result_of(self._make) if self.is_current else None
        if live is not None:
            self.dismiss()
            self._made_callback(live)

    def _make(self) -> LiveSeason:
        return self._hosting.house.seasons.make(
            tuple(self._cast), title=self._title, options=self._options, holders=self._cast, host=self._hosting.host
        )


def ask_template_name(screen: NewSeason, hosting: Hosting, template: SeasonTemplate) -> None:
    def save(name: str) -> None:
        hosting.house.galleries.check_names(hosting.by, name.strip(), template.title)
        Templates(hosting.house.store).save(name.strip(), template)

    hint = "Lower case letters, digits and hyphens. It keeps title and options, not the cast."
    ask = AskLine("Save as a template", hint, "season", longest=40, take=save)

    def confirm(name: str) -> None:
        screen.tell(f"Kept as {name.strip()}.", "good")
        screen.show()

    screen.services.ask(ask, confirm)
