"""Where a game's panel stands on the table, and what takes its place: lists where it has no room, then the ending."""

from __future__ import annotations

import logging

from textual.app import ComposeResult
from textual.widget import Widget

from core.seat import Seat
from tui.games import panel_class
from tui.games.base import AnyPanel, GamePanel, clashing
from tui.games.generic import GenericPanel
from tui.memory import SeatMemory
from tui.widgets.boxes import Vertical
from tui.widgets.ending import EndingPane

log = logging.getLogger(__name__)

FRAME = 4
"""Rows of the table that are not the panel's: header, tabs, the line for answers, keys."""


class PanelPlace(Vertical):
    """The middle of the table."""

    def __init__(self, seat: Seat, memory: SeatMemory, *, read_only: bool) -> None:
        super().__init__(id="main")
        self._seat, self._memory, self._read_only = seat, memory, read_only

    def compose(self) -> ComposeResult:
        yield self._due()

    def _due(self) -> Widget:
        """The game's panel, or what takes its place once the last round is over."""
        frame = self._seat.frame()
        if frame.phase in ("decision", "finished") and not self._read_only:
            return EndingPane(self._seat)
        return panel_class(frame.game)(self._seat, self._memory, read_only=self._read_only)

    @property
    def own(self) -> AnyPanel | None:
        """The game's own panel, shown or not."""
        return next((panel for panel in self.query(GamePanel) if panel.id == "panel"), None)

    async def refuse_clash(self) -> str:
        """A panel with ids of the table would tear it up: the general panel takes its place, and its author is told.
        Gives what to tell the player; nothing, if all is well."""
        panel = self.own
        taken = clashing(panel) if panel is not None else ()
        if panel is None or not taken:
            return ""
        names = ", ".join(f"#{name}" for name in taken)
        told = f"The screen of {self._seat.frame().game_title} names a widget {names}, which is the table's."
        log.error("%s Its author must rename it.", told)
        await panel.remove()
        await self.mount(GenericPanel(self._seat, self._memory, read_only=self._read_only))
        return f"{told} You play on the general one."

    async def fit(self) -> bool:
        """The game's own panel; where it has too little room the general one stands in for it. The draft is the same,
        and the own panel waits as it was left. True if who had the keyboard is gone."""
        own, room, focused = self.own, self.screen.size, self.screen.focused
        if own is None or isinstance(own, GenericPanel):
            return False
        small = room.width < own.LEAST[0] or room.height - FRAME < own.LEAST[1]
        lists = next(iter(self.query("#stand-in").results(GenericPanel)), None)
        if small == (lists is not None):
            return False
        held = focused is None or any(panel in focused.ancestors for panel in self.query(GamePanel))
        own.display = not small
        if lists is not None:
            await lists.remove()
            own.show()
        else:
            await self.mount(GenericPanel(self._seat, self._memory, read_only=self._read_only, instead=own))
        return held

    async def end(self) -> None:
        """The last round is over."""
        await self.query(GamePanel).remove()
        await self.mount(self._due())
