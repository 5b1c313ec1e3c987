"""Places a game's panel on the table, or its replacement: the general panel where room is scarce, and the ending."""

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
from tui.widgets.watching import WatchLines

FRAME = 4
"""Rows of the table outside the panel: header, tabs, status line, keys."""


def let(panel: AnyPanel, doing: Callable[[], None]) -> None:
    """Run `doing` on a panel. If a panel from outside fails, it is replaced, and the calling screen goes on."""
    try:
        doing()
    except Exception as error:
        if not panel.screen_.services.handle_failure(panel, error):
            raise


class HoldsPanel:
    """Mixin for a place that holds a game's panel: an offending or failed one gives way to the general panel."""

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
        around.screen.refresh()  # its failure during painting may have stopped others from being painted
        general.tell(message.told, "warn")


class PanelPlace(HoldsPanel, Vertical):
    def __init__(self, seat: Seat, memory: SeatMemory, zone: tzinfo | None, *, read_only: bool) -> None:
        super().__init__(id="main")
        self._seat, self._memory, self._zone, self._read_only = seat, memory, zone, read_only

    def compose(self) -> ComposeResult:
        yield self._due()

    def _due(self) -> Widget:
        frame = self._seat.frame()
        if frame.ended and not self._read_only:
            return EndingPane(self._seat)
        if self._seat.name is None:
            return WatchLines(self._seat, self._zone, self._memory)
        return panel_class(frame.game)(self._seat, self._memory, read_only=self._read_only)

    @property
    def own(self) -> AnyPanel | None:
        return next((panel for panel in self.query(GamePanel) if panel.id == "panel"), None)

    async def fit(self) -> bool:
        """Let the general panel stand in where the own one has too little room; they share the draft. Return True if
        the focused widget is gone."""
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
        """Show the result after the last round, or the panel again after an end was taken back. Return True if that
        changed anything."""
        due, stands = self._due(), bool(self.query(EndingPane))
        if isinstance(due, EndingPane) == stands:
            return False
        await self.remove_children()
        await self.mount(due)
        return True
