"""Calls a person back to a table from anywhere in the house: bell, sentence, window title."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from core.table.seat import Seat
from tui.app.app import GarnetApp
from tui.app.followed_seats import FollowedSeats, Place, owes_orders
from tui.textual_seam import name_window
from tui.words import text

MARKS: Final = (3600.0, 600.0, 60.0)
"""Seconds before the deadline at which a reminder is due."""


class Alert(NamedTuple):
    place: Place
    deadline: float
    sentence: str
    title: str
    """Short public text for the title of the terminal's window."""

    def is_current(self, seat: Seat | None) -> bool:
        return seat is not None and _open_deadline(seat) == self.deadline and seat.now < self.deadline


class DeadlineAlerts:
    """Remembers the reminders of each deadline. Marks that passed before the person came are skipped."""

    def __init__(self) -> None:
        self._deadlines: dict[Place, float] = {}
        self._told: dict[Place, float] = {}
        """Last mark that was reminded of, or that had passed when the deadline was first seen."""

    def due(self, seats: Iterable[tuple[Place, Seat]]) -> list[Alert]:
        reminders = []
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
                    reminders.append(_reminder(place, seat, deadline))
        return reminders

    def next_in(self, seats: Iterable[tuple[Place, Seat]]) -> float | None:
        """Return the seconds until a reminder may be due, or None."""
        waits = []
        for _, seat in seats:
            deadline = _open_deadline(seat)
            if deadline is not None:
                waits += [deadline - seat.now - mark for mark in MARKS if deadline - seat.now > mark]
        return min(waits) + 0.01 if waits else None


def _open_deadline(seat: Seat) -> float | None:
    return seat.frame().deadline if owes_orders(seat) else None


def _reminder(place: Place, seat: Seat, deadline: float) -> Alert:
    frame, left = seat.frame(), deadline - seat.now
    draft = ""
    if frame.orders == "DRAFT":
        draft = " Your draft counts if it is valid." if frame.draft_counts else " Your draft does not count by itself."
    where = f"{frame.title}, {frame.when(frame.round)}"
    waits = f"nothing of yours ({place[1]}) is sealed.{draft}" if frame.seals else f"it is your turn ({place[1]})."
    return Alert(
        place, deadline, f"{where}: {text.span(left)} left, and {waits}", f"! {text.span(left)} left: {frame.title}"
    )


TITLE = "Garnet House"

LEAST, MOST = 0.05, 86_400.0
"""Seconds until the next look. At most a day: longer timers would not notice a changed clock."""


class Alerts:
    """Sends due reminders. It is called after every change, and returns when to call it again."""

    def __init__(self, app: GarnetApp, places: FollowedSeats, waiting: Callable[[], int]) -> None:
        """`waiting()`: number of seats with awaited input."""
        self._app = app
        self._places = places
        self._waiting = waiting
        self._reminders = DeadlineAlerts()
        self._window = ""
        self._reminded: Alert | None = None
        """Reminder in the window's title."""

    def send_due(self) -> float | None:
        """Send due reminders and set the window's title. Return the seconds until the next, or None."""
        for reminder in self._reminders.due(self._places.seats.items()):
            self._app.bell()
            self._reminded = reminder
            self._name_window(reminder.title)
            self._app.tell(reminder.sentence, "warn")
        if self._reminded is None or not self._reminded.is_current(self._places.seats.get(self._reminded.place)):
            self._reminded = None
            waiting = self._waiting()
            self._name_window(f"{TITLE} ({waiting} waiting)" if waiting else TITLE)
        seconds = self._reminders.next_in(self._places.seats.items())
        return None if seconds is None else min(max(seconds, LEAST), MOST)

    def _name_window(self, title: str) -> None:
        if title != self._window:
            name_window(self._app, title)
        self._window = title
