"""Apps for anonymous spectators of one match: on a projector, and in a browser."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import tzinfo

from core.match.state import Match
from core.table.gallery import GalleryTable
from core.table.seat import Seat
from tui.app.app import GarnetApp
from tui.screens.table.screen import TableScreen


class WatchingApp(GarnetApp):
    """A spectator's app with public facts only. Its settings are not kept."""

    def __init__(
        self, seat: Seat, *, leave: Callable[[], object], no_color: bool = False, zone: tzinfo | None = None
    ) -> None:
        """`seat`: a spectator's; `leave()`: called when the viewer leaves."""
        super().__init__(no_color=no_color, zone=zone)
        assert seat.name is None
        self._seat, self._leave = seat, leave

    def on_mount(self) -> None:
        self.push_screen(TableScreen(self._seat), lambda _: self._leave())


EVERY = 2.0
"""Seconds between two looks at the match."""


class BeamerApp(GarnetApp):
    """Shows a match to a room as it changes. `q` leaves."""

    def __init__(
        self, match: Match, clock: Callable[[], float], read: Callable[[], Match], *, theme: str | None = None,
        no_color: bool = False,
    ) -> None:  # fmt: skip
        """`read()` returns the present match. It runs in a thread, since it may read a long journal."""
        super().__init__(theme=theme, no_color=no_color)
        self.motion = True
        self._table, self._look = GalleryTable(match, clock), read

    def on_mount(self) -> None:
        self.push_screen(TableScreen(Seat(self._table, None)), lambda _: self.exit())
        self.set_interval(EVERY, self._again)

    async def _again(self) -> None:
        self._table.goes_on(await asyncio.to_thread(self._look))
