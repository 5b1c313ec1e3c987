"""The deadline of the open round, moved from the console: by how much, or to when; asked for before it is done."""

from __future__ import annotations

from typing import Any

from core.table.host_controls import HostControls
from tui.screens.base import GarnetScreen
from tui.screens.dialogs import Ask, Pick
from tui.screens.host.preview import ask_to_do
from tui.widgets.choices import Row
from tui.words.moments import (
    FORMS,
    move_deadline,
    moved_words,
    read_moment,
    zoned,
)

LATER = (("+5m", "5 minutes later"), ("+1h", "an hour later"), ("+1d", "a day later"))


class DeadlineMenu:
    """The menu of a deadline, over a host's screen. Times are by the clock of whoever looks at it."""

    def __init__(self, screen: GarnetScreen[Any], desk: HostControls) -> None:
        self._screen = screen
        self._desk = desk
        self._zone = screen.services.zone

    def open(self) -> None:
        """Ask for when."""
        rows = [Row(given, words) for given, words in LATER]
        rows += [Row("free", "at another time ..."), Row("none", "no deadline")]
        if self._desk.table.match.turns:
            rows.append(Row("lapse", "now: the turn lapses"))

        def chosen(given: str | None) -> None:
            if given == "free":
                self._ask()
            elif given == "lapse":
                ask_to_do(
                    self._screen.services, self._desk, "Let the turn lapse?", lambda desk: desk.lapse(),
                    "The usual move was made.",
                )  # fmt: skip
            elif given:
                self._move(given)

        self._screen.app.push_screen(Pick("The deadline", rows), chosen)

    def _ask(self) -> None:
        now = self._desk.table.clock()
        here = f"{FORMS}. Your clock: {zoned(now, now, self._zone)}."
        ask = Ask("The deadline", here, longest=60, take=self._read)
        self._screen.app.push_screen(ask, lambda given: self._move(given) if given is not None else None)

    def _read(self, given: str) -> float | None:
        """The moment that some words say, to which it could be moved. Refused: `bad_moment`, `bad_zone`,
        `deadline_past`."""
        moment = read_moment(given, self._desk.table.clock(), self._zone, self._desk.deadline())
        self._desk.preview(lambda desk: move_deadline(desk, moment, self._zone))
        return moment

    def _move(self, given: str) -> None:
        found: list[float | None] = []
        if self._screen.attempt(lambda: found.append(self._read(given))):
            (moment,) = found
            ask_to_do(
                self._screen.services, self._desk, "Move the deadline?",
                lambda desk: move_deadline(desk, moment, self._zone), self._done,
            )  # fmt: skip

    def _done(self) -> str:
        now, match = self._desk.table.clock(), self._desk.table.match
        told = moved_words(self._desk.deadline(), now, match.paused, self._zone)
        also = ", each by their own clock" if match.deadline is not None else ""
        return f"{told} Everybody is told{also}."
