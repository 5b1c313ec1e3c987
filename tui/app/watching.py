"""The app of whoever watches one match without a name: a spectator's table, and nothing of the house behind it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.table.seat import Seat
from tui.app.app import GarnetApp
from tui.screens.table.screen import TableScreen


class WatchingApp(GarnetApp):
    """Public facts only; what it is told of themes and the like is forgotten with it."""

    def __init__(self, seat: Seat, *, leave: Callable[[], object], **options: Any) -> None:
        """`seat`: a spectator's; `leave`: called when whoever watches has had enough."""
        super().__init__(**options)
        assert seat.name is None
        self._seat, self._leave = seat, leave

    def on_mount(self) -> None:
        self.push_screen(TableScreen(self._seat), lambda _: self._leave())
