"""Waiting until an app has nothing left to do: a look at its loop, where Textual's pilot guesses.

The pilot takes a process that spends little processor time for one that is done. That costs at least 20 ms for every
look, some five looks for every key; and on a busy machine, where a process spends little because it gets little, it
is wrong. What is left to do is known exactly: callbacks that are ready, threads at work, timers about to go off.
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

from core.table.table import THINKING
from tui.textual_seam import painting
from tui.textual_seam.painting import Frugal

PERIOD = 1 / 1000
"""Seconds between two paints of a screen under test; the usual 1/60 is for eyes."""
SOON = 0.025
"""Seconds within which a timer counts as work: a paint that is due, at whatever rate. Clocks tick later."""
IN_VAIN = 60
"""How often in a row a timer that is about to go off may bring nothing but itself: a screen that nobody closes any more
paints for ever."""


async def loop_is_quiet(min_sleep: float = 0.0, max_sleep: float = 1.0) -> None:
    """Return when the running loop, but for who asks, only waits for what is far off; or after `max_sleep` seconds."""
    global _looking
    _looking += 1
    try:
        await _look(max_sleep)
    finally:
        _looking -= 1


_looking = 0
"""How many look at this moment: several pilots in one loop. Each is a callback that the others find ready."""


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
    """Is a thread of this executor at work?"""
    return executor is not None and (
        not executor._work_queue.empty() or executor._idle_semaphore._value < len(executor._threads)
    )


def _render_update(self: Frugal, full: bool = False, **options: Any) -> Any:
    """Textual's, which under the pilot draws for nobody: a third of the time of a test that presses keys. Its screen is
    drawn when the test looks at it, or when it ends."""
    global paints
    paints += 1
    if full or _drawing or not active_app.get().is_headless:
        return _drawn(self, full, **options)
    self._dirty_regions.clear()
    return None


def owed(app: App[Any]) -> bool:
    """Is there a change that no paint has shown yet?"""
    return any(
        screen._dirty_widgets
        or screen._compositor._dirty_regions
        or any(node._repaint_required or node._layout_required for node in screen.walk_children(Widget, with_self=True))
        for screen in app.screen_stack
    )


paints = 0
"""How often a screen of this process would have been painted: until the next one it looks as it does."""
_drawn = Frugal.render_update
_drawing = 0


@contextmanager
def drawing() -> Iterator[None]:
    """Within it every screen is drawn after each change, as for a terminal: for tests of drawing itself, and of what
    could make it fail."""
    global _drawing
    _drawing += 1
    try:
        yield
    finally:
        _drawing -= 1


async def _wait_for_screen(self: Pilot[Any], timeout: float = 30.0) -> bool:  # noqa: ASYNC109 - the pilot's own
    """Textual's asks every widget of the screen to call back, which was a third of all messages under test."""
    await loop_is_quiet()
    return self.app._exception is None


_period = textual.screen.UPDATE_PERIOD


def paint_as_served() -> None:
    """Let a house that is served from here on paint as often as one that a person serves."""
    textual.screen.UPDATE_PERIOD = painting.UPDATE_PERIOD = _period  # type: ignore[misc, attr-defined]


def install() -> None:
    """Let every pilot of this process wait like this, and paint as soon as there is something to paint."""
    Pilot._wait_for_screen = _wait_for_screen  # type: ignore[method-assign]
    Frugal.render_update = _render_update  # type: ignore[method-assign, assignment]
    textual.app.wait_for_idle = textual.pilot.wait_for_idle = loop_is_quiet  # type: ignore[attr-defined]
    textual.screen.UPDATE_PERIOD = painting.UPDATE_PERIOD = PERIOD  # type: ignore[misc, attr-defined]
