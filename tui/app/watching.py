"""The apps of those who watch one match without a name: on a screen that a whole room looks at, and in a browser."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from core.match.state import Match
from core.table.gallery import GalleryTable
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


EVERY = 2.0
"""Seconds from one look at the match to the next."""


class BeamerApp(GarnetApp):
    """It shows what spectators know, as it comes. `q` leaves."""

    def __init__(self, match: Match, clock: Callable[[], float], look: Callable[[], Match], **options: Any) -> None:
        """`look()` gives the match as it stands by now; it is called aside, for it may read a long journal."""
        super().__init__(**options)
        self.motion = True
        self._table, self._look = GalleryTable(match, clock), look

    def on_mount(self) -> None:
        self.push_screen(TableScreen(Seat(self._table, None)), lambda _: self.exit())
        self.set_interval(EVERY, self._again)

    async def _again(self) -> None:
        self._table.goes_on(await asyncio.to_thread(self._look))
