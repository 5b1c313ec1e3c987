"""Lays a screen out once for each size of the terminal, and only while it can be seen.

A Textual screen that was laid out for a size tells itself so, by the event that asks for a layout; and asks the screens
below it for the same. Two sizes that wait in one queue with anything between them then follow each other for ever: each
layout is for a size that is over, and asks for the next. As such a queue is never empty nobody else is answered either.
So an event of a size that the terminal no longer has is nothing to a screen of this house, a layout is always for
the size that there is, and what is covered waits with it until it is seen.
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
"""Layouts of one screen in one turn of the loop, in which nobody else is answered. A few are usual."""
IN_A_ROW, SECONDS = 300, 10.0
"""So many layouts in fewer seconds are told of: people at their keys cause some ten a second at most."""


class Fitted(SizedScreen[T], Generic[T]):
    """A screen of this house, whatever is on it."""

    SHINES_THROUGH = False
    """Can what lies below be seen beside it?"""

    _in_turn = 0
    """Layouts in this turn of the loop."""
    _in_row = 0
    _row_began = 0.0

    async def on_event(self, event: events.Event) -> None:
        """What is told of a size that is over, or of one that cannot be seen, is left alone."""
        if isinstance(event, events.Resize) and (event.size != self.app.size or covered(self)):
            return
        await super().on_event(event)

    def may_fit(self) -> bool:
        """Textual lays out for any size it is told, however often."""
        return self.fitted_to != self.app.size and not covered(self)

    def may_lay_out(self) -> bool:
        """Textual's layout, with an end: whatever asks for it again and again is told of, and stopped for the turn."""
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


def covered(screen: Screen[Any]) -> bool:
    """Is another screen over this one, of which nothing shines through?"""
    stack = screen.app.screen_stack
    above = stack[stack.index(screen) + 1 :] if screen in stack else ()
    return any(not (over.SHINES_THROUGH if isinstance(over, Fitted) else over.is_modal) for over in above)


class Repainting:
    """What takes a screen's parts away and mounts others, which takes a while: whoever asks for it while it is at work
    (another key, a player that steps by itself, a worker that has thought) has it done once more at its end instead of
    beside it, where two would mount parts of one id. Awaited, it is over, unless somebody else is at it already."""

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
