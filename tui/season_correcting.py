"""Putting something right in a season for one person: whom, what, to what, why; shown before it is done (SE-10)."""

from __future__ import annotations

from typing import Any

from core.refusal import Refused
from core.seasons import journal as j
from core.seasons.desk import SeasonDesk
from core.seasons.season import Season
from tui import text
from tui.questions import REASON, Questions
from tui.screens.dialogs import Ask
from tui.season_rows import differences
from tui.widgets.choices import Row

WHAT = {"purse": "garnets", "tokens": "Tokens of Life", "marked": "Mark", "realm": "realm", "in": "in or out"}
"""What a correction can set (SE-10)."""
VALUES: dict[str, dict[str, Any]] = {
    "marked": {"carries a Mark": True, "carries none": False},
    "realm": {"in Heaven": "heaven", "in Hell": "hell", "in neither": None},
    "in": {"in": True, "out": False},
}


class Correcting:
    """One correction after another."""

    def __init__(self, questions: Questions, desk: SeasonDesk) -> None:
        self._ask = questions
        self._desk = desk

    def begin(self) -> None:
        """Put something right for one person: before and after are shown, and the reason is told."""
        season = self._desk.season
        rows = [Row(name, name, note=(_standing(season, name), "$faint")) for name in season.cast]
        self._ask.pick("Correct whom?", rows, self._correct_what)

    def _correct_what(self, name: str) -> None:
        rows = [Row(key, word) for key, word in WHAT.items()]
        self._ask.pick(f"What of {name}?", rows, lambda what: self._correct_to(name, what))

    def _correct_to(self, name: str, what: str) -> None:
        if what in VALUES:
            values = VALUES[what]
            self._ask.pick(
                f"{name}: {WHAT[what]}",
                [Row(word, word) for word in values],
                lambda word: self._correct_why(name, what, values[word]),
            )
            return
        found: list[int] = []
        ask = Ask(f"{name}: {WHAT[what]}", "A whole number from 0.", str(getattr(self._desk.season.cast[name], what)),
                  longest=9, take=lambda given: found.append(whole(given)))  # fmt: skip
        self._ask.app.push_screen(
            ask, lambda given: self._correct_why(name, what, found[-1]) if given is not None else None
        )

    def _correct_why(self, name: str, what: str, value: Any) -> None:
        change = {name: j.Change(**{"in_" if what == "in" else what: value})}

        def answered(why: str | None) -> None:
            if why is not None:
                rows = differences(self._desk.season, self._desk.preview_correction(change, why)) or [
                    "Nothing changes."
                ]
                self._ask.confirm("Correct it like this?", [*rows, "", text.line("Why: ", why)],
                              lambda: self._desk.correct(change, why))  # fmt: skip

        self._ask.app.push_screen(
            Ask("Why", REASON, longest=200, take=lambda why: self._desk.preview_correction(change, why)), answered
        )


def whole(given: str) -> int:
    """A whole number from 0. Refused if it is none."""
    given = given.strip()
    if not given.isascii() or not given.isdigit():
        raise Refused("bad_amount", "Give a whole number from 0.", "SE-10")
    return int(given)


def _standing(season: Season, name: str) -> str:
    one = season.cast[name]
    return f"{text.counted(one.purse, 'garnet')}, {text.counted(one.tokens, 'token')}" if one.in_ else "out"
