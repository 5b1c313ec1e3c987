"""The stack of an app's screens: messages, covers, and keys typed ahead."""

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
from tui.textual_seam import handling_node, is_exiting, is_going


def _is_editor(widget: Widget | None) -> bool:
    """True for a TextArea. Checked by name, because importing it is slow and menus have none."""
    return widget is not None and any(kind.__name__ == "TextArea" for kind in type(widget).__mro__)


class Stack:
    def __init__(self, app: App[Any]) -> None:
        self._app = app
        self._waiting: deque[Callable[[], object]] = deque()
        self._coming: set[str] = set()
        self.page_writes = False
        """True while words are being written on the page around the terminal."""
        self.origin: Screen[Any] | None = None
        """Page over which a slow screen is coming up: until it is ready, keys are discarded."""

    @property
    def top(self) -> Screen[Any] | None:
        """Uppermost screen apart from covers. None before the first screen and after the last."""
        return next((screen for screen in reversed(self._app.screen_stack) if not isinstance(screen, Cover)), None)

    @property
    def speaker(self) -> GarnetScreen[Any] | None:
        stack = reversed(self._app.screen_stack)
        return next((screen for screen in stack if isinstance(screen, GarnetScreen)), None)

    @property
    def has_cover(self) -> bool:
        return any(isinstance(screen, Cover) for screen in self._app.screen_stack)

    def find(self, kind: type[Screen[Any]]) -> Screen[Any] | None:
        return next((screen for screen in reversed(self._app.screen_stack) if isinstance(screen, kind)), None)

    # --- opening once ------------------------------------------------------------------------------------------------
    def open_already(self, screen: Screen[Any]) -> bool:
        """True if a screen of the same id is open. Dialogs without id may be several."""
        return screen.id is not None and any(other.id == screen.id for other in self._app.screen_stack)

    def asked_too_late(self) -> bool:
        """True if the event comes from a screen that is covered by now: a second hasty key."""
        asking = handling_node()
        if not isinstance(asking, DOMNode) or isinstance(asking, App):
            return False
        try:
            origin = asking.screen
        except NoScreen:
            return False
        return origin is not self.top and origin in self._app.screen_stack

    def bring(self, name: str, making: Callable[[], Awaitable[Screen[Any] | None]]) -> None:
        """Open a slow screen once for several requests, and only if the page that asked is still on top."""
        if name not in self._coming:
            self._coming.add(name)
            origin = self.top

            async def brought() -> None:
                try:
                    screen_made = await making()
                finally:
                    self._coming.discard(name)
                if screen_made is not None and self.top is origin:
                    self._app.push_screen(screen_made)

            # Not a coroutine yet: an app that ends now never starts it. Textual's types have no function that returns
            # None.
            self._app.run_worker(brought)  # type: ignore[arg-type]

    # --- under a cover -----------------------------------------------------------------------------------------------
    def when_uncovered(self, do: Callable[[], object]) -> None:
        """Call `do` when nothing covers the screens and no line is being typed: now, or in order."""
        self._waiting.append(do)
        self.uncover()

    def uncover(self) -> None:
        while self._waiting and not self.has_cover and not self.is_writing:
            self._waiting.popleft()()

    # --- pages that nobody asked for ---------------------------------------------------------------------------------
    @property
    def owes(self) -> bool:
        return bool(self._waiting)

    @property
    def is_writing(self) -> bool:
        """True while a line is being typed that a new page would interrupt."""
        top = self.top
        field = None if top is None else top.focused
        return self.page_writes or (isinstance(field, Input) and bool(field.value)) or _is_editor(field)

    def typed_too_early(self, event: Event) -> bool:
        """True if this key was typed before the unrequested top page was visible. A cover takes keys itself:
        pages below it are not visible."""
        top = self.top
        unseen = isinstance(top, GarnetScreen) and (top is self.origin or event.time < top.seen_from)
        return unseen and not self.has_cover

    def forget(self) -> None:
        self._waiting.clear()


log = logging.getLogger("garnet.session")

PART_IS_MISSING = (NoMatches, MountError)
"""Errors to expect of a screen that is being taken apart."""


def is_forgivable(error: BaseException) -> bool:
    pump, error = failing_node(error), cause(error)
    if not isinstance(pump, DOMNode) or not is_going(pump):
        return False
    if not isinstance(error, PART_IS_MISSING):
        log.warning("A part of a screen failed as it was taken away: %s.", error_place(error))
    return True


def failing_node(error: BaseException) -> object:
    if isinstance(error, WorkerFailed):
        with contextlib.suppress(NoActiveWorker):
            return get_current_worker().node
    return handling_node()


def cause(error: BaseException) -> BaseException:
    return error.error if isinstance(error, WorkerFailed) else error


def error_place(error: BaseException) -> str:
    """Return an error's kind and place in one line, without its message, which may quote a secret."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if not {"textual", "asyncio"} & set(Path(frame.filename).parts)]
    where = [f"{Path(frame.filename).name} line {frame.lineno}, in {frame.name}" for frame in (ours or frames)[-1:]]
    return ", ".join([type(error).__name__, *where])


LONGEST = 1.0
"""Most seconds that a key may delay the next."""

MOST = 10
"""Number of delays for a screen that is not ready yet."""

AHEAD = 4_000
"""Most keys that wait."""

Typed = Key | Paste


class _Hop:
    """A callback that declares to take no argument: Textual inspects other signatures each time."""

    _param_count = 0

    def __init__(self, do: Callable[[], None]) -> None:
        self._do = do

    def __call__(self) -> None:
        self._do()


class Keyboard:
    """An app's keys in their order. `handle(event)` is the app's reaction to one."""

    def __init__(self, app: App[Any], handle: Callable[[Typed], Awaitable[None]]) -> None:
        self._app = app
        self._handle = handle
        self._ahead: deque[Typed] = deque()
        self._patience: asyncio.TimerHandle | None = None
        self._number = 0
        self._behind: Callable[[], None] | None = None
        """Follows the present key, once its end matters."""

    @property
    def idle(self) -> bool:
        self._go_behind()
        return self._patience is None

    @property
    def _is_over(self) -> bool:
        return is_exiting(self._app) or not self._app.is_running or not self._app.screen_stack

    async def take(self, event: Typed) -> None:
        if self._is_over:
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
        # An unused key bubbles up to the app from queue to queue: follow it. The app's action on the widget may send
        # messages upwards again: follow those too.
        start: DOMNode = before[1] or before[0]
        way = [*start.ancestors_with_self, app]
        # Most keys arrive long after the one before, as their time shows; those need no following.
        self._behind = lambda: self._follow([*way, *way], number, before)
        if self._ahead or self._is_over:
            self._go_behind()

    def _go_behind(self) -> None:
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
        screen = known if self._is_over else self._app.screen
        if screen is known or not screen.call_after_refresh(self._wait_for, screen, number):
            self._done(number)

    def _too_long(self, number: int, times: int = 1) -> None:
        """Give up waiting. A screen that is not ready gets a little longer."""
        standing = self._is_over or getattr(self._app.screen, "is_usable", True)
        if standing or times >= MOST or number != self._number:
            self._done(number)
        else:
            self._patience = asyncio.get_running_loop().call_later(LONGEST, self._too_long, number, times + 1)

    def _done(self, number: int) -> None:
        if number != self._number or self._patience is None:
            return
        self._patience.cancel()
        self._patience = self._behind = None
        if self._is_over:
            self._ahead.clear()
        elif self._ahead:
            # Keep the place until then, so that no key overtakes it.
            self._patience = asyncio.get_running_loop().call_later(LONGEST, self._too_long, number)
            if not self._app.call_later(self._press, self._ahead.popleft()):
                self._ahead.clear()
