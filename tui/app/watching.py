"""Apps for anonymous spectators of one match: on a projector, and in a browser."""

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
    """A spectator's app with public facts only. Its settings are not kept."""

    def __init__(self, seat: Seat, *, leave: Callable[[], object], **options: Any) -> None:
        """`seat`: a spectator's; `leave()`: called when the viewer leaves."""
        super().__init__(**options)
        assert seat.name is None
        self._seat, self._leave = seat, leave

    def on_mount(self) -> None:
        self.push_screen(TableScreen(self._seat), lambda _: self._leave())


EVERY = 2.0
"""Seconds between two looks at the match."""


class BeamerApp(GarnetApp):
    """Shows a match to a room as it changes. `q` leaves."""

    def __init__(self, match: Match, clock: Callable[[], float], look: Callable[[], Match], **options: Any) -> None:
        """`look()` returns the present match. It runs in a thread, since it may read a long journal."""
        super().__init__(**options)
        self.motion = True
        self._table, self._look = GalleryTable(match, clock), look

    def on_mount(self) -> None:
        self.push_screen(TableScreen(Seat(self._table, None)), lambda _: self.exit())
        self.set_interval(EVERY, self._again)

    async def _again(self) -> None:
        self._table.goes_on(await asyncio.to_thread(self._look))
