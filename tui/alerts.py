"""What calls one person back to a table, wherever in the house they are: the bell, a sentence, the window's title."""

from __future__ import annotations

from collections.abc import Callable

from tui.app import GarnetApp
from tui.places import Places
from tui.reminders import Reminder, Reminders
from tui.textual_seam import name_window

TITLE = "Garnet House"

LEAST, MOST = 0.05, 86_400.0
"""Seconds until the next look. A day at most: longer timers would not notice a clock that is set."""


class Alerts:
    """It is asked to look after every change, and says when it wants to look again."""

    def __init__(self, app: GarnetApp, places: Places, waiting: Callable[[], int]) -> None:
        """`waiting()`: how many seats something is awaited from."""
        self._app = app
        self._places = places
        self._waiting = waiting
        self._reminders = Reminders()
        self._window = ""
        self._reminded: Reminder | None = None
        """The one that the window is named after."""

    def look(self) -> float | None:
        """Remind of what is due, and name the window. Seconds until there may be more to say, or None."""
        for reminder in self._reminders.due(self._places.seats.items()):
            self._app.bell()
            self._reminded = reminder
            self._name_window(reminder.title)
            self._app.tell(reminder.sentence, "warn")
        if self._reminded is None or not self._reminded.stands(self._places.seats.get(self._reminded.place)):
            self._reminded = None
            waiting = self._waiting()
            self._name_window(f"{TITLE} ({waiting} waiting)" if waiting else TITLE)
        seconds = self._reminders.next_in(self._places.seats.items())
        return None if seconds is None else min(max(seconds, LEAST), MOST)

    def _name_window(self, title: str) -> None:
        if title != self._window:
            name_window(self._app, title)
        self._window = title
