"""Keys one at a time: what is typed ahead goes where it was meant to go.

Textual hands a key to the widget that has the keyboard when the key arrives. Keys that come in one piece (a fast hand,
a line that stalled, a paste into an old terminal) would all go to the widget that had it before the first of them did
anything: the second letter of a note would be a command, an Enter for a question would fall on what lies under it.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from textual.app import App
from textual.dom import DOMNode
from textual.events import Callback, Key, Paste
from textual.screen import Screen
from textual.widget import Widget

from tui.textual_seam import exiting

LONGEST = 1.0
"""Seconds that a key may keep the next one waiting; then it goes on without it."""

MOST = 10
"""How often so long it waits for a screen that does not stand yet."""

AHEAD = 4_000
"""Keys that may wait; nobody types further ahead."""

Typed = Key | Paste


class _Hop:
    """A callback that says itself that it takes nothing. Of others Textual inspects the signature each time, which for
    twenty hops a key is more than the key itself costs."""

    _param_count = 0

    def __init__(self, do: Callable[[], None]) -> None:
        self._do = do

    def __call__(self) -> None:
        self._do()


class Keyboard:
    """The keys of one app in their order. `handle(event)` is what the app does with one."""

    def __init__(self, app: App[Any], handle: Callable[[Typed], Awaitable[None]]) -> None:
        self._app = app
        self._handle = handle
        self._ahead: deque[Typed] = deque()
        self._patience: asyncio.TimerHandle | None = None
        self._number = 0
        self._behind: Callable[[], None] | None = None
        """Goes after the key that is being dealt with, once somebody wants to know whether it is."""

    @property
    def idle(self) -> bool:
        """Has everything that was typed been dealt with?"""
        self._go_behind()
        return self._patience is None

    @property
    def _over(self) -> bool:
        """Is there nothing any more that a key could be for? After a crash the last screen goes before the app says
        that it is on its way out."""
        return exiting(self._app) or not self._app.screen_stack

    async def take(self, event: Typed) -> None:
        """Handle it now, or once those before it have done everything that they do."""
        if self._over:
            return
        if self._patience is None:
            await self._press(event)
        elif len(self._ahead) < AHEAD:
            self._ahead.append(event)
            self._go_behind()

    async def _press(self, event: Typed) -> None:
        self._number += 1
        number, app = self._number, self._app
        self._patience = asyncio.get_running_loop().call_later(LONGEST, self._too_long, number)
        before = app.screen, app.focused
        await self._handle(event)
        # A key that its widget does not want bubbles up to the app, from queue to queue: follow it.
        # What the app then does with it (an action of that widget) may send word from there upwards: follow that, too.
        start: DOMNode = before[1] or before[0]
        way = [*start.ancestors_with_self, app]
        # Most keys come when the one before them is long over, which their time tells: nobody need go after those.
        self._behind = lambda: self._follow([*way, *way], number, before)
        if self._ahead or self._over:
            self._go_behind()

    def _go_behind(self) -> None:
        """Somebody waits for the end of the key that is being dealt with."""
        behind, self._behind = self._behind, None
        if behind is not None:
            behind()

    def _follow(self, path: list[DOMNode], number: int, before: tuple[Screen[Any], Widget | None]) -> None:
        while path:
            node = path.pop(0)
            if node.post_message(Callback(_Hop(lambda: self._follow(path, number, before)))):
                return
        self._wait_for(before[0], number)

    def _wait_for(self, known: Screen[Any], number: int) -> None:
        """Another screen than the one that is known: wait until it is there. It may open one more (the second of two
        questions, say), so look again then."""
        screen = known if self._over else self._app.screen
        if screen is known or not screen.call_after_refresh(self._wait_for, screen, number):
            self._done(number)

    def _too_long(self, number: int, times: int = 1) -> None:
        """It keeps the next one waiting. On a screen that does not stand yet no key can do anything, so for that a busy
        machine gets a little longer."""
        standing = self._over or getattr(self._app.screen, "stands", True)
        if standing or times >= MOST or number != self._number:
            self._done(number)
        else:
            self._patience = asyncio.get_running_loop().call_later(LONGEST, self._too_long, number, times + 1)

    def _done(self, number: int) -> None:
        if number != self._number or self._patience is None:
            return
        self._patience.cancel()
        self._patience = self._behind = None
        if self._over:
            self._ahead.clear()
        elif self._ahead:
            # Until then nobody overtakes it: the place is taken.
            self._patience = asyncio.get_running_loop().call_later(LONGEST, self._too_long, number)
            if not self._app.call_later(self._press, self._ahead.popleft()):
                self._ahead.clear()
