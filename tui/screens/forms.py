"""Forms: names and values, an explanation of the current line, and a summary. Also lines for a game's options and a
match's settings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Literal, Protocol, get_args, get_origin, get_type_hints

import msgspec
from textual.content import Content
from textual.widget import Widget

from core.decoding import sentence
from core.games import game as find_game
from core.match.setting_checks import check_settings
from core.match.settings import SETTINGS, MatchSettings, SettingField, needed_settings
from core.refusal import Refused
from core.words.rulebook import book, common_rulings
from tui.screens.base import SLIM, WIDE, GarnetScreen
from tui.screens.dialogs import AskLine, Pick
from tui.widgets.block import Block
from tui.widgets.boxes import Horizontal, VerticalScroll
from tui.widgets.choices import Choices, Row
from tui.widgets.lines import Paper
from tui.words import text

LABEL, LABEL_SLIM = 28, 20
"""Cells of a line's name before its value; fewer below `SLIM` columns."""
LIST = 72
"""Columns of the list beside another pane, as in the style sheet."""
BELOW, BELOW_SMALL = 6, 4
"""Rows of the pane below the list; fewer on a small terminal."""


class FormScreen(GarnetScreen[None]):
    """A list of lines to change, with a pane on the current line and the result."""

    AUTO_FOCUS = "#form"
    _faults: Mapping[str, str] = {}

    # --- what a form says
    def head(self) -> tuple[text.Part, text.Part]:
        """Title, and facts at the right end of its line."""
        raise NotImplementedError

    def form_rows(self) -> Iterable[Row]:
        raise NotImplementedError

    def meaning(self, row: Row) -> Sequence[text.Part]:
        """Explanation of a row for the side pane."""
        return ()

    def result_rows(self) -> Iterable[text.Part]:
        """Summary of the match or season as set now."""
        return ()

    def background_rows(self) -> Sequence[text.Part]:
        """Further facts, on wide screens alone."""
        return ()

    def faults(self) -> Mapping[str, Refused]:
        """Mistakes by the id of their row."""
        return {}

    def label(self, name: text.Part) -> Content:
        """Return a line's name, padded so that values are aligned. On a slim terminal a longer name pushes its value
        instead of being cut."""
        slim = self.app.size.width < SLIM
        return text.fit(name, max(LABEL_SLIM, text.line(name).cell_length + 2) if slim else LABEL)

    # --- painting
    def body(self) -> Iterable[Widget]:
        yield Paper(id="frame")
        yield Horizontal(
            Choices(id="form").add_class("-fill"),
            VerticalScroll(Block("", id="about"), id="form-side", can_focus=False),
            id="form-body",
        )

    def on_mount(self) -> None:
        self.show()

    def on_resize(self) -> None:
        super().on_resize()
        if self.is_usable:
            self.show()

    def show(self) -> None:
        faults, rows = self.faults(), tuple(self.form_rows())
        ids = {row.id for row in rows}
        self._faults = {(row if row in ids else "go"): fault.message for row, fault in faults.items()}
        marked = [
            row._replace(label=text.line(row.label, ("  ! ", "$bad"), (self._faults[row.id], "$bad")))
            if row.id in self._faults and not row.heading
            else row
            for row in rows
        ]
        self.query_one("#form", Choices).show(marked)
        head, facts = map(text.line, self.head())
        gap = self.size.width - head.cell_length - facts.cell_length - 2
        right = text.line(" " * gap, facts) if gap > 1 else ""
        self.query_one("#frame", Paper).update(text.fit(text.line(" ", head, right), self.size.width))
        self._describe()

    def on_choices_moved(self, message: Choices.Moved) -> None:
        super().on_choices_moved(message)
        self._describe()

    def _describe(self) -> None:
        row, pane = self.query_one("#form", Choices).row, self.query_one("#about", Block)
        about: list[text.Part] = []
        if row is not None:
            about = [*([(self._faults[row.id], "$bad")] if row.id in self._faults else []), *self.meaning(row)]
        pane.head(("What this is", "$accent"))
        result = list(self.result_rows())
        if self.size.width >= WIDE:
            background = list(self.background_rows())
            pane.show([*about, "", ("What it will be", "$accent"), *result, *(["", *background] if background else [])])
        else:
            height = BELOW_SMALL if self.has_class("-small") else BELOW
            pane.show(_cut_to_height(about, result, self.size.width - 2, height))

    # --- changing a line
    def ask(
        self, title: text.Part, question: text.Part, value: str, take: Callable[[str], object], longest: int = 60,
        names: Sequence[str] = (), then: Callable[[], str] | None = None,
    ) -> None:  # fmt: skip
        """Ask for a line of text. `take` gets it stripped; after success the cursor moves to the row `then`, or to the
        next one."""
        box = AskLine(title, question, value, longest=longest, take=lambda given: take(given.strip()), names=names)
        self.app.push_screen(box, lambda given: self.chosen(given is not None, then))

    def pick(self, title: text.Part, rows: Sequence[Row], take: Callable[[str], object], at: str | None = None) -> None:
        """Ask for one of several rows. `take` may refuse it; after success the cursor moves on."""
        self.app.push_screen(
            Pick(title, rows, at), lambda key: self.chosen(key is not None and self.attempt(lambda: take(key)))
        )

    def chosen(self, taken: bool, then: Callable[[], str] | None = None) -> None:
        self.show()
        if taken and not (then is not None and self.query_one("#form", Choices).point(then())):
            self.query_one("#form", Choices).action_move(1)

    def all_right(self) -> bool:
        """True if there are no mistakes; else go to the first mistake and say it."""
        self.show()
        form = self.query_one("#form", Choices)
        for row in form.rows:
            if row.id in self._faults:
                form.point(row.id)
                self.tell(self._faults[row.id], "bad")
                return False
        return True


def _cut_to_height(about: Sequence[text.Part], result: Sequence[text.Part], width: int, height: int) -> list[Content]:
    above = [line for row in about for line in text.hung(row, width)]
    below = [line for row in result for line in text.hung(row, width)]
    below = text.cut(below, max(1, height - min(2, len(above))))
    if len(above) > (left := max(0, height - len(below))) and left:
        above[left - 1 :] = [text.fit(text.line(above[left - 1], f" {text.CUT}"), width)]
    return [*above[:left], *below]


MEANING = {("reveal", True): "everything is public after the end", ("reveal", False): "everybody keeps to their own"}
"""Meaning of an option's values if the name is not enough."""


class HasSettings(Protocol):
    settings: MatchSettings


class SettingLines:
    def __init__(
        self,
        form: FormScreen,
        plan: HasSettings,
        shows: Callable[[SettingField], bool],
        ask_clock: Callable[[], None],
        rule: Callable[[], str] = str,
    ) -> None:
        """`plan.settings` is replaced; `shows(field)` selects the settings; `ask_clock()` asks for a round's length;
        `rule()` returns the times of closes, or ""."""
        self._plan = plan
        self._form = form
        self._shows = shows
        self._ask_clock = ask_clock
        self._rule = rule

    def rows(self) -> list[Row]:
        groups: dict[str, list[Row]] = {}
        for field in SETTINGS.values():
            if self._shows(field):
                groups.setdefault(field.about.group, []).append(self._row(field))
        return [row for group, lines in groups.items() for row in (Row(f"group:{group}", group, heading=True), *lines)]

    def _row(self, field: SettingField) -> Row:
        value = getattr(self._plan.settings, field.name)
        if field.kind is bool:
            shown: text.Part = ("yes" if value else "no", "" if value else "$faint")
        elif field.choices:
            shown = value
        elif field.usual is None:
            shown = self._rule() or (("none", "$faint") if value is None else f"{text.span(value)} a round")
        else:
            unset = "the game's own" if field.name == "title" else "none"
            shown = (unset, "$faint") if not value else value if field.kind is str else text.span(value)
        return Row(f"setting:{field.name}", text.line(self._form.label(field.about.label), shown))

    def meaning(self, name: str) -> list[text.Part]:
        about = SETTINGS[name].about
        rows: list[text.Part] = [f"{about.help[:1].upper()}{about.help[1:]}."]
        if about.values:
            rows += [text.line((f"{value}: ", "$strong"), means) for value, means in about.values.items()]
        return rows

    def change(self, name: str) -> None:
        field, value = SETTINGS[name], getattr(self._plan.settings, name)
        if field.kind is bool:
            self.set(**needed_settings({name: not value}), **{name: not value})
        elif field.choices:
            self.set(**{name: field.choices[(field.choices.index(value) + 1) % len(field.choices)]})
        elif field.usual is None:
            self._ask_clock()
        else:
            seconds = field.kind is not str
            typed, longest = (f"{value / 60:g}", 4) if seconds else (value, 40)
            take = self._take_minutes if seconds else self._take_text
            self._form.ask(field.about.label, field.about.ask, typed, lambda given: take(name, given), longest)

    def set(self, **chosen: Any) -> None:
        self._plan.settings = msgspec.structs.replace(self._plan.settings, **chosen)
        self._form.show()

    def _take_minutes(self, name: str, given: str) -> None:
        if not given.isdecimal() or not 0 <= int(given) <= 1440:
            sentence = "Give whole minutes, from 1 to 1,440 (a day); 0 for none."
            raise Refused(f"bad_{SETTINGS[name].key}", sentence, SETTINGS[name].about.ruling)
        self.set(**{name: int(given) * 60.0})

    def _take_text(self, name: str, given: str) -> None:
        value = SETTINGS[name].absent if given.strip().lower() == "none" else given
        check_settings({name: value})
        self.set(**{name: value})


class OptionLines:
    """The options of a game on a form. `values` holds those that differ from the default, and is changed."""

    def __init__(self, form: FormScreen, game: str, values: dict[str, Any], without: tuple[str, ...] = ()) -> None:
        """`without`: options that this form leaves out."""
        self._form = form
        self._game = game
        self._values = values
        self._without = without

    def rows(self) -> list[Row]:
        rows = [Row("group:game", "The game's own", heading=True)]
        for name, field in option_fields(self._game).items():
            if name not in self._without:
                value = self._values.get(name, field.default)
                rows.append(Row(f"option:{name}", text.line(self._form.label(setting_words(name)), value_text(value))))
        return rows if len(rows) > 1 else []

    def meaning(self, name: str) -> list[text.Part]:
        values = {value: words for (option, value), words in MEANING.items() if option == name}
        explained = (text.line((f"{value_text(value)}: ", "$strong"), words) for value, words in values.items())
        return [option_definition(self._game, name), *explained]

    def change(self, name: str) -> None:
        value = self._values.get(name, option_fields(self._game)[name].default)
        kind = get_type_hints(find_game(self._game).Options)[name]
        if kind is bool:
            self._values[name] = not value
            self._form.show()
        elif get_origin(kind) is Literal:
            values = get_args(kind)
            self._values[name] = values[(values.index(value) + 1) % len(values)]
            self._form.show()
        else:
            current = value if isinstance(value, str) else msgspec.json.encode(value).decode()
            question = "Text, a number, or JSON; empty for the usual."
            self._form.ask(setting_words(name), question, current, lambda given: self._set(name, kind, given), 2000)

    def _set(self, name: str, kind: Any, given: str) -> None:
        if not given:
            self._values.pop(name, None)
            return
        try:
            value: Any = msgspec.json.decode(given.encode())
        except msgspec.DecodeError:
            value = given
        try:
            msgspec.convert(value, type=kind)
        except msgspec.ValidationError as mistake:
            raise Refused("bad_option", f"{setting_words(name)}: {sentence(str(mistake))}") from None
        self._values[name] = value


@cache
def option_definition(game: str, name: str) -> str:
    """Return the rule book's sentence on an option, with its ruling."""
    wanted = re.compile(rf"\b[Oo]ption {name}\b")
    for part in (*common_rulings(), *book(game)):
        if part.kind == "item" and wanted.search(part.words):
            sentences = re.split(r"(?<=\.) ", part.words)
            definition = next((words for words in sentences if wanted.search(words)), part.words)
            number = match[0] if (match := re.match(r"[A-Z]{2}-[0-9]+", part.words)) else ""
            return f"{definition.removeprefix(number).strip()} {f'({number})' if number else ''}".strip()
    return "The rule book says how it is written, under Options and set-up keys."


def option_fields(game: str) -> dict[str, Any]:
    return {field.name: field for field in msgspec.structs.fields(find_game(game).Options)}


def setting_words(name: str) -> str:
    return name.replace("_", " ").capitalize()


def value_text(value: Any) -> text.Part:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None or value is msgspec.NODEFAULT or isinstance(value, tuple):
        return ("usual", "$faint")
    return "your own" if isinstance(value, list | dict) else str(value)
