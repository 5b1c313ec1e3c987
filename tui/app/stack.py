"""The screens of one app, one on the other: which one speaks, who may open another, what waits under a cover, and where
keys go that are typed ahead."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import traceback
from collections import deque
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from textual.app import App
from textual.css.query import NoMatches
from textual.dom import DOMNode, NoScreen
from textual.events import Callback, Event, Key, Paste
from textual.screen import Screen
from textual.widget import MountError, Widget
from textual.widgets import Input
from textual.worker import NoActiveWorker, WorkerFailed, get_current_worker

from tui.screens.base import GarnetScreen
from tui.screens.dialogs import Cover
from tui.textual_seam import exiting, going, handling


def _is_editor(widget: Widget | None) -> bool:
    """Is it a TextArea? Asked by name: that takes a while to import, and a menu has none."""
    return widget is not None and any(kind.__name__ == "TextArea" for kind in type(widget).__mro__)


class Stack:
    """What is known of the screens that are open, whatever they are."""

    def __init__(self, app: App[Any]) -> None:
        self._app = app
        self._waiting: deque[Callable[[], object]] = deque()
        self._coming: set[str] = set()
        self.origin: Screen[Any] | None = None
        """The page over which something that takes a while is coming up: until it stands, keys are nobody's."""

    @property
    def top(self) -> Screen[Any] | None:
        """What would be seen if nothing covered it. None before the first screen, and after the last."""
        return next((screen for screen in reversed(self._app.screen_stack) if not isinstance(screen, Cover)), None)

    @property
    def speaker(self) -> GarnetScreen[Any] | None:
        """The uppermost screen with a line for answers; under a cover it is read when that is gone."""
        stack = reversed(self._app.screen_stack)
        return next((screen for screen in stack if isinstance(screen, GarnetScreen)), None)

    @property
    def covered(self) -> bool:
        """Is the terminal too small, or blanked?"""
        return any(isinstance(screen, Cover) for screen in self._app.screen_stack)

    def find(self, kind: type[Screen[Any]]) -> Screen[Any] | None:
        """The uppermost open screen of a kind."""
        return next((screen for screen in reversed(self._app.screen_stack) if isinstance(screen, kind)), None)

    # --- opening once ------------------------------------------------------------------------------------------------
    def open_already(self, screen: Screen[Any]) -> bool:
        """Is there a screen of that name? Those without a name, the questions, may be several."""
        return screen.id is not None and any(other.id == screen.id for other in self._app.screen_stack)

    def asked_too_late(self) -> bool:
        """Does what is being handled come from a screen that something lies over by now? Then it was asked in haste,
        twice, and has its answer already."""
        asking = handling()
        if not isinstance(asking, DOMNode) or isinstance(asking, App):
            return False
        try:
            origin = asking.screen
        except NoScreen:
            return False
        return origin is not self.top and origin in self._app.screen_stack

    def bring(self, name: str, making: Callable[[], Awaitable[Screen[Any] | None]]) -> None:
        """Open a screen that takes a moment to make: once, however often it is asked for meanwhile, and only where it
        was asked for. Whoever has gone elsewhere is not called back."""
        if name not in self._coming:
            self._coming.add(name)
            origin = self.top

            async def brought() -> None:
                try:
                    made = await making()
                finally:
                    self._coming.discard(name)
                if made is not None and self.top is origin:
                    self._app.push_screen(made)

            # Not begun yet: an app that ends now never does. Textual's types know no function that gives None.
            self._app.run_worker(brought)  # type: ignore[arg-type]

    # --- under a cover -----------------------------------------------------------------------------------------------
    def when_uncovered(self, do: Callable[[], object]) -> None:
        """Do it when nothing covers the screens and nobody is in the middle of a line: now, or in its order."""
        self._waiting.append(do)
        self.uncover()

    def uncover(self) -> None:
        """Do what waited, if there is no cover and nobody is writing."""
        while self._waiting and not self.covered and not self.writing:
            self._waiting.popleft()()

    # --- pages that nobody asked for ---------------------------------------------------------------------------------
    @property
    def owes(self) -> bool:
        """Does something wait to be shown?"""
        return bool(self._waiting)

    @property
    def writing(self) -> bool:
        """Is somebody in the middle of a line, that a page which comes up would tear from their hands?"""
        top = self.top
        field = None if top is None else top.focused
        return (isinstance(field, Input) and bool(field.value)) or _is_editor(field)

    def typed_too_early(self, event: Event) -> bool:
        """Was this key typed before the page on top, which nobody had asked for, could be seen? A cover takes every key
        itself: what came up below it cannot be seen before it is gone."""
        top = self.top
        return not self.covered and isinstance(top, GarnetScreen) and (top is self.origin or event.time < top.seen_from)

    def forget(self) -> None:
        """What waited is not wanted any more."""
        self._waiting.clear()


log = logging.getLogger("garnet.session")

PART_IS_MISSING = (NoMatches, MountError)
"""What is to be expected of a screen that is being taken apart."""


def forgiven(error: BaseException) -> bool:
    """Is this the trouble of a widget that is on its way out, or of a worker of its own? Then it is dealt with: what is
    not to be expected there is one line in the log."""
    pump, error = at_it(error), cause(error)
    if not isinstance(pump, DOMNode) or not going(pump):
        return False
    if not isinstance(error, PART_IS_MISSING):
        log.warning("A part of a screen failed as it was taken away: %s.", place(error))
    return True


def at_it(error: BaseException) -> object:
    """Whose trouble it is: a worker works in the app's name, for the widget that it was started by."""
    if isinstance(error, WorkerFailed):
        with contextlib.suppress(NoActiveWorker):
            return get_current_worker().node
    return handling()


def cause(error: BaseException) -> BaseException:
    """What really happened: a worker's failure is handed on in a wrapping that has no frames of its own."""
    return error.error if isinstance(error, WorkerFailed) else error


def place(error: BaseException) -> str:
    """An error's kind and where it happened, in one line and without what it says, which may quote a secret."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if not {"textual", "asyncio"} & set(Path(frame.filename).parts)]
    where = [f"{Path(frame.filename).name} line {frame.lineno}, in {frame.name}" for frame in (ours or frames)[-1:]]
    return ", ".join([type(error).__name__, *where])


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
