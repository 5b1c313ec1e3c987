"""Waits until an app has nothing left to do, by looking at its loop.

Textual's pilot guesses from processor time. That costs at least 20 ms a look, some five looks a key, and is wrong on a
busy machine. The loop shows it exactly: ready callbacks, threads at work, timers about to fire.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import textual.app
import textual.pilot
import textual.screen
from textual._context import active_app
from textual.app import App
from textual.pilot import Pilot
from textual.widget import Widget

from core.table.table_bots import THINKING
from tui.textual_seam import painting
from tui.textual_seam.painting import ChangedLinesCompositor

PERIOD = 1 / 1000
"""Seconds between two paints under test; the usual 1/60 is for eyes."""
SOON = 0.025
"""Seconds within which a timer counts as work, such as a due paint."""
IN_VAIN = 60
"""Times in a row that a timer may fire without other work: an unclosed screen paints for ever."""


async def loop_is_quiet(min_sleep: float = 0.0, max_sleep: float = 60.0) -> None:
    """Return when the running loop waits only for distant timers, or after `max_sleep` seconds."""
    global _looking
    _looking += 1
    try:
        await _look(max_sleep)
    finally:
        _looking -= 1


_looking = 0
"""Number of pilots that look now. Each is a callback that the others find ready."""


async def _look(max_sleep: float) -> None:
    loop: Any = asyncio.get_running_loop()
    end, waited = loop.time() + max_sleep, 0
    while loop.time() < end and waited < IN_VAIN:
        await asyncio.sleep(0)
        if len(loop._ready) >= _looking:
            continue
        left = min((timer.when() for timer in loop._scheduled if not timer.cancelled()), default=end) - loop.time()
        if _thinking(loop._default_executor) or _thinking(THINKING):
            await asyncio.sleep(min(0.001, max(left, 0.0)))
        elif left < SOON:
            waited += 1
            await asyncio.sleep(max(left, 0.0))
        else:
            return


def _thinking(executor: Any) -> bool:
    """True if a thread of this executor is at work."""
    return executor is not None and (
        not executor._work_queue.empty() or executor._idle_semaphore._value < len(executor._threads)
    )


def _render_update(self: ChangedLinesCompositor, full: bool = False, **options: Any) -> Any:
    """Textual's method without drawing, which takes a third of the time of a test with keys. The screen is drawn when
    the test looks, or at the end."""
    global paints
    paints += 1
    if full or _drawing or not active_app.get().is_headless:
        return _drawn(self, full, **options)
    self._dirty_regions.clear()
    return None


def owed(app: App[Any]) -> bool:
    """True if a change has not been painted."""
    return any(
        screen._dirty_widgets
        or screen._compositor._dirty_regions
        or any(node._repaint_required or node._layout_required for node in screen.walk_children(Widget, with_self=True))
        for screen in app.screen_stack
    )


paints = 0
"""Paints that were due in this process."""
_drawn = ChangedLinesCompositor.render_update
_drawing = 0


@contextmanager
def drawing() -> Iterator[None]:
    """Draw every screen after each change in this block: for tests of drawing itself."""
    global _drawing
    _drawing += 1
    try:
        yield
    finally:
        _drawing -= 1


async def _wait_for_screen(self: Pilot[Any], timeout: float = 30.0) -> bool:  # noqa: ASYNC109 - the pilot's own
    """Replaces Textual's, which asks every widget to call back: a third of all messages under test."""
    await loop_is_quiet()
    return self.app._exception is None


_period = textual.screen.UPDATE_PERIOD


def paint_as_served() -> None:
    """Let a served house paint as often as outside of tests."""
    textual.screen.UPDATE_PERIOD = painting.UPDATE_PERIOD = _period  # type: ignore[misc, attr-defined]


def install() -> None:
    """Make every pilot of this process wait this way."""
    Pilot._wait_for_screen = _wait_for_screen  # type: ignore[method-assign]
    ChangedLinesCompositor.render_update = _render_update  # type: ignore[method-assign, assignment]
    textual.app.wait_for_idle = textual.pilot.wait_for_idle = loop_is_quiet  # type: ignore[attr-defined]
    textual.screen.UPDATE_PERIOD = painting.UPDATE_PERIOD = PERIOD  # type: ignore[misc, attr-defined]
