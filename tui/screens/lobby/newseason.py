"""Making a season: its cast, who is a person and who a bot, what everybody begins with (SE-01)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec
from textual.binding import Binding
from textual.widget import Widget

from core.decoding import decode
from core.house.templates import SeasonTemplate, Templates
from core.match.naming import check_title
from core.match.seating import NAMES, OPEN, USUAL_BOT, spare_names
from core.refusal import Refused
from core.seasons import journal as j
from core.seasons.live import LiveSeason
from core.seasons.registry import check_one_name, is_held
from core.seasons.season import FEWEST, MOST, check_new_name
from tui.app.season_keyboard import Hosting
from tui.screens.base import GarnetScreen
from tui.screens.dialogs import Ask, Pick
from tui.widgets.block import Block
from tui.widgets.choices import Choices, Row
from tui.words import text

USUAL_CAST = 6
"""Names to begin with at one keyboard: two people and four bots."""
ESTATES = {"winner": "whoever beat them", "house": "the house", "kept": "nobody: it is kept"}
SWITCHES = {
    "keep_tokens": ("Tokens of Life are kept", "beyond their episode, to be played later"),
    "private": ("Private", "only cast, guests and hosts read it"),
}


class NewSeason(GarnetScreen[None]):
    """The form. `made(live)` is called once the season stands; what is refused loses nothing."""

    AUTO_FOCUS = "#form"
    TOPIC = """\
Enter changes the line you are at; b says who plays a name, x takes it out of the cast. The names are those that people
play under in every match of the season. What is set here stays for all of it."""
    BINDINGS = [
        Binding("b", "holder", "who plays it", id="season.holder", tooltip="A person or a bot."),
        Binding("x", "drop", "take out", id="season.drop", tooltip="Take this name out of the cast."),
        Binding("T", "save", "save as template", id="season.save", tooltip="Keep title and options under a name."),
        Binding("s", "make", "make it", id="season.make", tooltip="Make the season."),
    ]

    def __init__(self, hosting: Hosting, made: Callable[[LiveSeason], object]) -> None:
        super().__init__(id="new-season")
        self._hosting = hosting
        self._made = made
        self._title = ""
        self._options = j.Options()
        self._cast: dict[str, str] = _usual(hosting)

    def body(self) -> Iterable[Widget]:
        yield Block("New season", id="about")
        yield Choices(id="form")

    def on_mount(self) -> None:
        about = "A main match an episode, then a Death Match that one of two leaves; the last one in has won."
        self.query_one("#about", Block).show([about])
        self.query_one("#form", Choices).add_class("-fill")
        self.show()

    def show(self) -> None:
        """The lines as they are now."""
        rows = [Row("names", f"Cast, {len(self._cast)} names", heading=True)]
        for place, (name, holder) in enumerate(self._cast.items(), 1):
            label = text.line(f"{place:>2}  ", text.fit((name, "$strong"), 26))
            rows.append(Row(f"name:{name}", label, note=(self._hosting.words(holder), "$accent")))
        full = f"A cast has at most {MOST} names." if len(self._cast) >= MOST else None
        rows.append(Row("add", "    one more", full))
        rows.append(Row("season", "Season", heading=True))
        if kept := self._templates():
            rows.append(Row("template", text.fit("As a template says", 28), note=(", ".join(kept), "$faint")))
        rows.append(Row("title", text.fit("Title", 28), note=self._title or ("none", "$faint")))
        rows.append(Row("purse", text.fit("Garnets to begin with", 28), note=str(self._options.purse)))
        rows.append(Row("estate", text.fit("A loser's garnets go to", 28), note=ESTATES[self._options.estate]))
        for name, (words, more) in SWITCHES.items():
            label = text.line(text.fit(words, 28), "yes" if getattr(self._options, name) else ("no", "$faint"))
            rows.append(Row(f"switch:{name}", label, note=(more, "$faint")))
        rows.append(Row("go", ("Make it", "$good")))
        self.query_one("#form", Choices).show(rows)

    # --- changing a line
    def on_choices_picked(self, message: Choices.Picked) -> None:
        message.stop()
        kind, _, name = message.row.id.partition(":")
        if kind == "name":
            self._ask(f"{name} is called", "The name to play under, at most 24 characters.", name,
                      lambda given: self._rename(name, given))  # fmt: skip
        elif kind == "add":
            spare = (*spare_names(self._cast), "")[0]
            self._ask("One more", "The name to play under, at most 24 characters.", spare, self._add)
        elif kind == "template":
            found = self._templates()
            rows = [Row(name, name, note=(one.title or "no title", "$faint")) for name, one in found.items()]
            self.app.push_screen(Pick("Which template?", rows), lambda name: self._fill(found.get(name or "")))
        elif kind == "title":
            self._ask("Title", "Its first word and a number are its id.", self._title, self._set_title)
        elif kind == "purse":
            self._ask("Garnets to begin with", "A whole number from 0.", str(self._options.purse), self._set_purse)
        elif kind == "estate":
            estates = tuple(ESTATES)
            self._set(estate=estates[(estates.index(self._options.estate) + 1) % len(estates)])
        elif kind == "switch":
            self._set(**{name: not getattr(self._options, name)})
        elif kind == "go":
            self.action_make()

    def _ask(self, title: str, question: str, value: str, take: Callable[[str], None]) -> None:
        ask = Ask(title, question, value, longest=60, take=lambda given: take(given.strip()))
        self.app.push_screen(ask, lambda _: self.show())

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

    def _set_purse(self, given: str) -> None:
        if not (given.isascii() and given.isdigit()):
            raise Refused("bad_purse", "Give a whole number from 0.", "SE-01")
        self._set(purse=int(given))

    def _templates(self) -> dict[str, SeasonTemplate]:
        """The season templates of the house, by name."""
        every = Templates(self._hosting.house.store).all()
        return {name: one for name, one in every.items() if isinstance(one, SeasonTemplate)}

    def _fill(self, template: SeasonTemplate | None) -> None:
        """Title and options as the template says; the cast stays."""
        if template is not None and self.attempt(lambda: decode(j.Options, template.options, "options")):
            self._options = decode(j.Options, template.options, "options")
            self._title = template.title or self._title
        self.show()

    def action_save(self) -> None:
        ask_template_name(
            self, self._hosting, SeasonTemplate(title=self._title, options=msgspec.to_builtins(self._options))
        )

    def _at(self) -> str | None:
        row = self.query_one("#form", Choices).row
        kind, _, name = ("" if row is None else row.id).partition(":")
        if kind == "name":
            return name
        self.tell("Go to a name of the cast first.", "warn")
        return None

    def action_holder(self) -> None:
        name = self._at()
        if name is not None:
            self.app.push_screen(
                Pick(f"{name} is played by", self._hosting.holders(), self._cast[name]),
                lambda holder: self._hold(name, holder),
            )

    def _hold(self, name: str, holder: str | None) -> None:
        if holder is not None and self.attempt(lambda: check_one_name(self._cast, name, holder)):
            self._cast[name] = holder
        self.show()

    def action_drop(self) -> None:
        name = self._at()
        if name is not None and len(self._cast) <= FEWEST:
            self.tell(f"A cast has at least {FEWEST} names.", "warn", "SE-01")
        elif name is not None:
            del self._cast[name]
            self.show()

    def action_make(self) -> None:
        found: list[LiveSeason] = []
        if self.is_current and self.attempt(lambda: found.append(self._make())):
            self.dismiss()
            self._made(found[0])

    def _make(self) -> LiveSeason:
        return self._hosting.house.seasons.make(
            tuple(self._cast), title=self._title, options=self._options, holders=self._cast, host=self._hosting.host
        )


def ask_template_name(screen: NewSeason, hosting: Hosting, template: SeasonTemplate) -> None:
    """Keep a season's title and options under a name that is asked for."""

    def take(name: str) -> None:
        Templates(hosting.house.store).save(name.strip(), template)

    told = "Lower case letters, digits and hyphens. It keeps title and options, not the cast."
    ask = Ask("Save as a template", told, "season", longest=40, take=take)

    def kept(name: str | None) -> None:
        if name:
            screen.tell(f"Kept as {name.strip()}.", "good")
            screen.show()

    screen.app.push_screen(ask, kept)


def _usual(hosting: Hosting) -> dict[str, str]:
    """The people of the house; at one keyboard two people, then bots."""
    if hosting.people is None:
        return {name: "local" if n < 2 else USUAL_BOT for n, name in enumerate(NAMES[:USUAL_CAST])}
    return {person.name: hosting.player(person.name) for person in hosting.people.everyone()[:MOST]}
