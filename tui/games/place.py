"""Where a game's panel stands on the table, and what takes its place: lists where it has no room, then the ending."""

from __future__ import annotations

from collections.abc import Callable
from datetime import tzinfo

from textual.app import ComposeResult
from textual.widget import Widget

from core.table.seat import Seat
from tui.app.memory import SeatMemory
from tui.games import panel_class
from tui.games.base import AnyPanel, GamePanel
from tui.games.fence import Clashing, style_sheets
from tui.games.generic import GenericPanel
from tui.textual_seam import take_down
from tui.widgets.boxes import Vertical
from tui.widgets.ending import EndingPane
from tui.widgets.watching import Watching

FRAME = 4
"""Rows of the table that are not the panel's: header, tabs, the line for answers, keys."""


def let(panel: AnyPanel, doing: Callable[[], None]) -> None:
    """Have a panel do something. Where one from outside fails at it, it gives way, and not the screen that asked."""
    try:
        doing()
    except Exception as error:
        if not panel.screen_.services.excused(panel, error):
            raise


class HoldsPanel:
    """Mixed into what a game's panel stands on: one that does not leave to the house what is the house's, or that
    failed, is taken away, and the general panel plays the game."""

    async def on_clashing(self, message: Clashing) -> None:
        message.stop()
        panel, around = message.panel, message.around
        if not isinstance(panel, GamePanel) or not isinstance(around, Widget) or not around.is_attached:
            return
        place, sheets = around.children.index(panel) if panel in around.children else 0, set(style_sheets(panel))
        for each in around.query_children(GamePanel):
            await take_down(each)
        app = around.app
        for sheet in sheets & app.stylesheet.source.keys():
            del app.stylesheet.source[sheet]
        app.refresh_css(animate=False)
        general = GenericPanel(panel.seat, panel.memory, read_only=panel.only_shows)
        await around.mount(general, before=place if place < len(around.children) else None)
        if focus := None if panel.only_shows else general.preferred_focus():
            focus.focus()
        around.screen.refresh()  # where it failed while it was painted, others were not painted either
        general.tell(message.told, "warn")


class PanelPlace(HoldsPanel, Vertical):
    """The middle of the table."""

    def __init__(self, seat: Seat, memory: SeatMemory, zone: tzinfo | None, *, read_only: bool) -> None:
        super().__init__(id="main")
        self._seat, self._memory, self._zone, self._read_only = seat, memory, zone, read_only

    def compose(self) -> ComposeResult:
        yield self._due()

    def _due(self) -> Widget:
        """The game's panel, or what takes its place once the last round is over."""
        frame = self._seat.frame()
        if frame.ended and not self._read_only:
            return EndingPane(self._seat)
        if self._seat.name is None:
            return Watching(self._seat, self._zone, self._memory)
        return panel_class(frame.game)(self._seat, self._memory, read_only=self._read_only)

    @property
    def own(self) -> AnyPanel | None:
        """The game's own panel, shown or not."""
        return next((panel for panel in self.query(GamePanel) if panel.id == "panel"), None)

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
            let(own, own.show)
        else:
            await self.mount(GenericPanel(self._seat, self._memory, read_only=self._read_only, instead=own))
        return held

    async def turn(self) -> bool:
        """Show what is due now: after the last round its result, after an end that was taken back the game's panel
        again. True if that is something else than before."""
        due, stands = self._due(), bool(self.query(EndingPane))
        if isinstance(due, EndingPane) == stands:
            return False
        await self.remove_children()
        await self.mount(due)
        return True
