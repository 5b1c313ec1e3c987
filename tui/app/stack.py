"""The screens of one app, one on the other: which one speaks, who may open another, and what waits under a cover.

Nothing may assume which screen is on top. The terminal shrinks and grows at any moment, a blanked screen covers what
lies below, reports come up by themselves, and of three clicks in haste each asks for the same page.
"""

from __future__ import annotations

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
from textual.events import Event
from textual.screen import Screen
from textual.widget import MountError, Widget
from textual.widgets import Input
from textual.worker import NoActiveWorker, WorkerFailed, get_current_worker

from tui.screens.base import GarnetScreen
from tui.screens.dialogs import Cover
from tui.textual_seam import going, handling


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
