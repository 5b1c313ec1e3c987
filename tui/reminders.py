"""Reminders before a deadline, for seats that have sealed nothing: an hour, ten minutes, and a minute before."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from core.seat import Seat
from tui import text
from tui.places import Place, owes_orders

MARKS: Final = (3600.0, 600.0, 60.0)
"""Seconds before the deadline at which somebody is reminded."""


class Reminder(NamedTuple):
    """Something to say, with a bell."""

    place: Place
    deadline: float
    sentence: str
    title: str
    """The same for the title of the terminal's window: public facts, and short."""

    def stands(self, seat: Seat | None) -> bool:
        """Does this deadline still wait for the orders of that seat?"""
        return seat is not None and _open_deadline(seat) == self.deadline and seat.now < self.deadline


class Reminders:
    """Knows of which deadlines a person was reminded. Of marks that passed before they came nothing is said."""

    def __init__(self) -> None:
        self._deadlines: dict[Place, float] = {}
        self._told: dict[Place, float] = {}
        """By seat the mark that was told of last, or that was past when this deadline was first seen."""

    def due(self, seats: Iterable[tuple[Place, Seat]]) -> list[Reminder]:
        """What to say now."""
        found = []
        for place, seat in seats:
            deadline = _open_deadline(seat)
            if deadline is None:
                self._deadlines.pop(place, None)
                continue
            left = deadline - seat.now
            mark = min((mark for mark in MARKS if left <= mark), default=MARKS[0] + 1)
            if self._deadlines.get(place) != deadline:
                self._deadlines[place], self._told[place] = deadline, mark
            elif mark < self._told[place]:
                self._told[place] = mark
                if left > 0:
                    found.append(_reminder(place, seat, deadline))
        return found

    def next_in(self, seats: Iterable[tuple[Place, Seat]]) -> float | None:
        """Seconds until there may be something to say, or None."""
        waits = []
        for _, seat in seats:
            deadline = _open_deadline(seat)
            if deadline is not None:
                waits += [deadline - seat.now - mark for mark in MARKS if deadline - seat.now > mark]
        return min(waits) + 0.01 if waits else None


def _open_deadline(seat: Seat) -> float | None:
    """The deadline of orders that this seat has not sealed, or None."""
    return seat.frame().deadline if owes_orders(seat) else None


def _reminder(place: Place, seat: Seat, deadline: float) -> Reminder:
    frame, left = seat.frame(), deadline - seat.now
    draft = ""
    if frame.orders == "DRAFT":
        draft = " Your draft counts if it is valid." if frame.draft_counts else " Your draft does not count by itself."
    where = f"{frame.title}, {frame.round_word} {frame.round}"
    return Reminder(
        place,
        deadline,
        f"{where}: {text.span(left)} left, and nothing of yours ({place[1]}) is sealed.{draft}",
        f"! {text.span(left)} left: {frame.title}",
    )
