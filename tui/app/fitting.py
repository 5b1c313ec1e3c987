"""Lays a screen out once for each terminal size, and only while it is visible.

Textual's screens repeat their size to themselves and the screens below: outdated sizes are ignored, or two would
alternate for ever.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Generic, TypeVar

from textual import events
from textual.screen import Screen

from tui.textual_seam import SizedScreen

log = logging.getLogger(__name__)

T = TypeVar("T")

IN_ONE_TURN = 50
"""Layouts of one screen in one turn of the loop, which blocks all sessions. A few are usual."""
IN_A_ROW, SECONDS = 300, 10.0
"""So many layouts in fewer seconds are logged: people typing cause at most ten a second."""


class Fitted(SizedScreen[T], Generic[T]):
    SHINES_THROUGH = False

    _in_turn = 0
    _in_row = 0
    _row_began = 0.0

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.Resize) and (event.size != self.app.size or is_covered(self)):
            return
        await super().on_event(event)

    def may_fit(self) -> bool:
        """Textual would lay out for every announced size."""
        return self.fitted_to != self.app.size and not is_covered(self)

    def may_lay_out(self) -> bool:
        loop = asyncio.get_running_loop()
        if not self._in_turn:
            loop.call_soon(self._turn_over)
        self._in_turn += 1
        self._in_row += 1
        if self._in_turn > IN_ONE_TURN:
            return False
        if self._in_row >= IN_A_ROW:
            began, self._row_began, self._in_row = self._row_began, loop.time(), 0
            if self._row_began - began < SECONDS:
                log.warning("%s was laid out %d times in %.0f s.", type(self).__name__, IN_A_ROW, SECONDS)
        return True

    def _turn_over(self) -> None:
        asked, self._in_turn = self._in_turn, 0
        if asked > IN_ONE_TURN:
            log.error("%s asked %d times for a layout in one turn of the loop.", type(self).__name__, asked)
            if self.is_attached:
                self.refresh(layout=True)


def is_covered(screen: Screen[Any]) -> bool:
    stack = screen.app.screen_stack
    above = stack[stack.index(screen) + 1 :] if screen in stack else ()
    return any(not (over.SHINES_THROUGH if isinstance(over, Fitted) else over.is_modal) for over in above)


class Repainting:
    """Serialises a slow repaint: calls during it cause one more at its end. Two at once would mount parts of the same
    id."""

    def __init__(self, paint: Callable[[], Awaitable[None]]) -> None:
        self._paint = paint
        self._busy = self._wanted = False

    async def __call__(self) -> None:
        self._wanted = True
        if self._busy:
            return
        self._busy = True
        try:
            while self._wanted:
                self._wanted = False
                await self._paint()
        finally:
            self._busy = False
