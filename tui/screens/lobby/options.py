"""The options of a game and the settings of a match as lines of a form: what they are set to, and changing one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, Protocol, get_args, get_origin, get_type_hints

import msgspec

from core.decoding import sentence
from core.games import game as find_game
from core.match.naming import check_title
from core.match.settings import SETTINGS, Field, MatchSettings, needed
from core.refusal import Refused
from tui.screens.dialogs import Ask
from tui.widgets.choices import Row
from tui.words import text

if TYPE_CHECKING:
    from tui.screens.base import GarnetScreen

MEANING = {
    ("reveal", True): "yes, everything is public after the end",
    ("reveal", False): "no, everybody keeps to their own",
}
"""What an option's values mean, where the name alone does not say it."""


class Choosing(Protocol):
    """What settings are chosen for."""

    settings: MatchSettings


class SettingLines:
    """The settings of a match on a form."""

    def __init__(
        self,
        screen: GarnetScreen[Any],
        plan: Choosing,
        changed: Callable[[], None],
        shown: Callable[[Field], bool],
        clock: Callable[[], None],
    ) -> None:
        """`plan.settings` is replaced; `changed()` paints the form anew; `shown` says of a setting whether this form
        has it; `clock()` asks for the length of a round."""
        self._plan = plan
        self._screen = screen
        self._changed = changed
        self._shown = shown
        self._clock = clock

    def rows(self) -> list[Row]:
        """A line a setting, with the id `setting:<name>`."""
        return [self._row(field) for field in SETTINGS.values() if self._shown(field)]

    def _row(self, field: Field) -> Row:
        value, label = getattr(self._plan.settings, field.name), text.fit(field.about.label, 28)
        if field.kind is bool:
            said: text.Part = ("yes" if value else "no", "" if value else "$faint")
            return Row(f"setting:{field.name}", text.line(label, said), note=(field.about.note, "$faint"), more=True)
        if field.choices:
            return Row(
                f"setting:{field.name}", text.line(label, value), note=(field.about.values[value], "$faint"), more=True
            )
        unset = "the game's own" if field.kind is str else "none"
        said = (unset, "$faint") if not value else value if field.kind is str else text.span(value)
        if field.usual is None and value:
            said = clock_words(value)
        return Row(f"setting:{field.name}", text.line(label), note=said)

    def change(self, name: str) -> None:
        """The other value of a setting that is yes or no, the next of a few, a question for any other."""
        field, value = SETTINGS[name], getattr(self._plan.settings, name)
        if field.kind is bool:
            self.set(**needed({name: not value}), **{name: not value})
        elif field.choices:
            self.set(**{name: field.choices[(field.choices.index(value) + 1) % len(field.choices)]})
        elif field.usual is None:
            self._clock()
        else:
            seconds = field.kind is not str
            typed, longest = (f"{value / 60:g}", 4) if seconds else (value, 40)
            take = self._take_minutes if seconds else self._take_title
            ask = Ask(field.about.label, field.about.ask, typed, longest=longest, take=lambda given: take(name, given))
            self._screen.app.push_screen(ask, lambda _: self._changed())

    def set(self, **chosen: Any) -> None:
        """Settings by name."""
        self._plan.settings = msgspec.structs.replace(self._plan.settings, **chosen)
        self._changed()

    def _take_minutes(self, name: str, given: str) -> None:
        given = given.strip()
        if not given.isdecimal() or not 0 <= int(given) <= 1440:
            told = "Give whole minutes, from 1 to 1,440 (a day); 0 for none."
            raise Refused(f"bad_{SETTINGS[name].key}", told, SETTINGS[name].about.ruling)
        self.set(**{name: int(given) * 60.0})

    def _take_title(self, name: str, given: str) -> None:
        check_title(given.strip())
        self.set(**{name: given.strip()})


class OptionLines:
    """The options of one game on a form. `values` holds those that are not the usual ones, and is changed."""

    def __init__(
        self,
        screen: GarnetScreen[Any],
        game: str,
        values: dict[str, Any],
        changed: Callable[[], None],
        without: tuple[str, ...] = (),
    ) -> None:
        """`changed()` paints the form anew; `without` are options that this form does not give."""
        self._screen = screen
        self._game = game
        self._values = values
        self._changed = changed
        self._without = without

    def rows(self) -> list[Row]:
        """A line an option, with the id `option:<name>`."""
        rows = []
        for name, field in option_fields(self._game).items():
            if name not in self._without:
                value = self._values.get(name, field.default)
                note = MEANING[name, value] if isinstance(value, bool) and (name, value) in MEANING else shown(value)
                rows.append(Row(f"option:{name}", text.line(text.fit(words(name), 28)), note=note))
        return rows

    def change(self, name: str) -> None:
        """The next value of an option that has few, a question for any other."""
        now = self._values.get(name, option_fields(self._game)[name].default)
        kind = get_type_hints(find_game(self._game).Options)[name]
        if kind is bool:
            self._values[name] = not now
            self._changed()
        elif get_origin(kind) is Literal:
            values = get_args(kind)
            self._values[name] = values[(values.index(now) + 1) % len(values)]
            self._changed()
        else:
            current = now if isinstance(now, str) else msgspec.json.encode(now).decode()
            question = "Text, a number, or JSON; empty for the usual."
            ask = Ask(words(name), question, current, longest=2000, take=lambda given: self._set(name, kind, given))
            self._screen.app.push_screen(ask, lambda _: self._changed())

    def _set(self, name: str, kind: Any, given: str) -> None:
        given = given.strip()
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
            raise Refused("bad_option", f"{words(name)}: {sentence(str(mistake))}") from None
        self._values[name] = value


def option_fields(game: str) -> dict[str, Any]:
    """The options of a game by name; each has a default."""
    return {field.name: field for field in msgspec.structs.fields(find_game(game).Options)}


def words(name: str) -> str:
    """An option's name for people."""
    return name.replace("_", " ").capitalize()


def shown(value: Any) -> text.Part:
    """An option's value for people."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None or value is msgspec.NODEFAULT or isinstance(value, tuple):
        return ("usual", "$faint")
    return "your own" if isinstance(value, list | dict) else str(value)


def clock_words(seconds: float | None) -> text.Part:
    """The clock for people."""
    return ("none", "$faint") if seconds is None else f"{text.span(seconds)} a round"
