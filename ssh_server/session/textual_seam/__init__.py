"""What Textual keeps to itself and the server needs to run many apps in one process: here, and nowhere else in
`ssh_server`. What the screens need of it stands in `tui.textual_seam`; why all this is done, in `isolation.py`.

`USED` says of every private name why it is needed and what Textual would have to offer instead; a test holds them
against the Textual that is installed.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from typing import Any, Final
from weakref import WeakSet

import textual.app
from rich.console import Console
from textual import events
from textual._xterm_parser import BRACKETED_PASTE_END, BRACKETED_PASTE_START, XTermParser
from textual.app import App
from textual.dom import DOMNode
from textual.driver import Driver
from textual.filter import LineFilter
from textual.message_pump import MessagePump
from textual.widget import Widget

from tui.textual_seam import Private

__all__ = ["BRACKETED_PASTE_END", "BRACKETED_PASTE_START", "USED", "KeyParser", "OpenDriver", "Registry"]

USED: Sequence[Private] = (
    Private(textual, "_xterm_parser", "what a client types becomes keys", "a public parser of what terminals send"),
    Private(Console, "_environ", "colours do not follow the server's environment", "a public argument"),
    Private(
        App, "_capture_stdout", "apps that end in any order leave the process's streams alone", "`App(redirect=False)`"
    ),
    Private(
        App, "_capture_stderr", "apps that end in any order leave the process's streams alone", "`App(redirect=False)`"
    ),
    Private(App, "_filters", "colours are those of the client's terminal", "a list of filters as argument"),
    Private(App, "_set_pointer_shape", "no pointer shapes over a network", "a switch for pointer shapes", ("shape",)),
    Private(
        App, "_print_error_renderables", "a crash is not printed with everybody's secrets", "a hook for exceptions", ()
    ),
    Private(App, "_exit_renderables", "a crash is not printed with everybody's secrets", "a hook for exceptions"),
    Private(App, "_handle_exception", "a crash is logged without values", "a hook for exceptions", ("error",)),
    Private(App, "_exception", "who runs the app is told what ended it", "the exception as the result of `run_async`"),
    Private(
        App, "_exception_event", "who runs the app is told what ended it", "the exception as the result of `run_async`"
    ),
    Private(App, "_return_code", "a crashed app says so", "the exception as the result of `run_async`"),
    Private(App, "_driver", "a finished app is not kept alive", "an app that lets go of its driver"),
    Private(
        App, "_registry", "what an app was made of is taken apart once it has ended", "a public walk over all nodes"
    ),
    Private(MessagePump, "_close_messages_no_wait", "a crashed app ends", "`App.exit` that works in a crash", ()),
    Private(
        MessagePump, "_task", "what is still at work when its app is not is told to stop", "closing that can be forced"
    ),
    Private(
        DOMNode,
        "_component_styles",
        "nodes that stand in for parts of a widget are taken apart with it",
        "a walk over them",
    ),
    Private(App, "_context", "what screens do at their end is done for those that were cut short", "a public one", ()),
    Private(App, "_animator", "an app that has ended is not left to the collector", "an animator that lets go"),
    Private(Widget, "_styles_cache", "other colours for an app that runs", "`refresh` that forgets painted lines"),
    *(
        Private(owner, name, "what is left of a node says to whoever still calls it that it is gone", "nodes that end")
        for owner, name in (
            (MessagePump, "_closing"),
            (MessagePump, "_closed"),
            (MessagePump, "_running"),
            (MessagePump, "_parent"),
            (DOMNode, "_pruning"),
            (App, "_exit"),
        )
    ),
    Private(Driver, "_app", "a driver of our own", "public attributes of a driver"),
    Private(Driver, "_mouse", "a driver of our own", "public attributes of a driver"),
    Private(Driver, "_size", "a driver of our own", "public attributes of a driver"),
    Private(Driver, "_loop", "a driver of our own", "public attributes of a driver"),
    Private(
        XTermParser,
        "_parse_extended_key",
        "no characters that do not exist",
        "a parser without the Kitty protocol",
        ("sequence",),
    ),
    Private(
        XTermParser, "_timeout_time", "an unfinished sequence is taken for what it is", "a public `flush` of the parser"
    ),
)


# --- the process ------------------------------------------------------------------------------------------------------
class _LeftAlone:
    """Stands in an app where the stream to redirect to would be."""


_LEFT_ALONE: Final = _LeftAlone()


def _unless_left_alone(redirect: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Textual's redirection, except for apps that asked to leave the streams alone.

    Redirections of apps that end in another order than they began would restore each other's streams, and keep
    finished apps alive in `sys.stdout`.
    """

    def redirected(target: Any) -> Any:
        return contextlib.nullcontext() if target is _LEFT_ALONE else redirect(target)

    return redirected


for _name in ("redirect_stdout", "redirect_stderr"):
    setattr(textual.app, _name, _unless_left_alone(getattr(contextlib, _name)))


# --- one app ----------------------------------------------------------------------------------------------------------
def leave_streams_alone(app: App[Any]) -> None:
    """Redirect nothing of the process for this app."""
    private: Any = app
    private._capture_stdout = private._capture_stderr = _LEFT_ALONE


def say_nothing(app: App[Any]) -> None:
    """Neither pointer shapes for the terminal, nor crashes with the values of variables."""
    private: Any = app
    private._set_pointer_shape = _nothing
    private._print_error_renderables = private._exit_renderables.clear


def _nothing(*_: object) -> None:
    """For what a terminal at the other end of a network is not told: the shape of the mouse pointer."""


def keep_filters(app: App[Any], keep: Callable[[LineFilter], bool], more: LineFilter) -> None:
    """Of the filters through which lines pass keep some, and add one."""
    private: Any = app
    private._filters = [*filter(keep, private._filters), more]


def paint_anew(app: App[Any]) -> None:
    """Forget how anything on the open screens was painted."""
    for screen in app.screen_stack:
        for node in screen.walk_children(with_self=True):
            widget: Any = node
            widget._styles_cache.clear()
            widget.refresh()


def bare_console(app: App[Any]) -> Console:
    """A console in full colour that has not looked at the server's environment; the filter does the rest."""
    return Console(
        color_system="truecolor",
        file=app.console.file,
        markup=True,
        highlight=False,
        emoji=False,
        legacy_windows=False,
        _environ={},
        force_terminal=True,
        safe_box=False,
        soft_wrap=False,
    )


def on_error(app: App[Any], handle: Callable[[Exception], None]) -> None:
    """What is done with an error in place of all that Textual does."""
    private: Any = app
    private._handle_exception = handle


def end_for(app: App[Any], error: Exception) -> bool:
    """End an app for an error. True if it is the first."""
    private: Any = app
    first = private._exception is None
    if first:
        private._exception = error
        private._exception_event.set()
    private._return_code = 1
    private._close_messages_no_wait()
    return first


def let_go(app: App[Any]) -> None:
    """Undo the knots that would keep a finished app alive until the next full collection."""
    private: Any = app
    for name in ("_handle_exception", "_print_error_renderables", "driver_class"):
        private.__dict__.pop(name, None)
    private._driver = None
    private._exception = None
    vars(private._animator).clear()


# --- what an app is made of -------------------------------------------------------------------------------------------
class Registry(WeakSet[DOMNode]):
    """An app's nodes, in the place where Textual keeps them; and those that were taken off again."""

    def __init__(self) -> None:
        super().__init__()
        self.ever: WeakSet[DOMNode] = WeakSet()
        """Every node that the app had and that is not freed yet."""

    def add(self, item: DOMNode) -> None:
        """A node was put on."""
        super().add(item)
        self.ever.add(item)

    def discard(self, item: DOMNode) -> None:
        """A node was taken off, and is seen no more. It holds itself until its session ends; what was painted of it,
        four fifths of its memory, goes at once."""
        super().discard(item)
        if isinstance(item, Widget):
            item._styles_cache.clear()


def remember(app: App[Any]) -> None:
    """Keep in mind what the app is made of from now on. Called before it runs."""
    app._registry = Registry()


def remembered(app: App[Any]) -> Registry | None:
    """What the app is, and was, made of; None if nobody kept it in mind."""
    return app._registry if isinstance(app._registry, Registry) else None


def within(app: App[Any]) -> contextlib.AbstractContextManager[None]:
    """What is done meanwhile is done in the name of an app, as its own tasks do it."""
    return app._context()


def at_work(node: DOMNode) -> asyncio.Task[Any] | None:
    """The task of a node that has not ended."""
    task = node._task
    return None if task is None or task.done() else task


OVER: Final = {"_closing": True, "_closed": True, "_running": False, "_pruning": True, "_exit": True, "_parent": None}
"""What is left of a node: enough to say to whoever still calls it that it is gone."""


def empty(node: DOMNode) -> None:
    """Take from a node everything that it holds, and from the nodes that stand in for its parts."""
    for styles in getattr(node, "_component_styles", {}).values():
        if styles.node is not None:
            vars(styles.node).clear()
    kept = vars(node)
    kept.clear()
    kept.update(OVER)


# --- the terminal -----------------------------------------------------------------------------------------------------
class OpenDriver(Driver):
    """A driver whose app, loop, size and mouse have public names."""

    @property
    def app(self) -> App[Any]:
        return self._app

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        return self._loop

    @property
    def size(self) -> tuple[int, int] | None:
        """Columns and rows of the terminal."""
        return self._size

    @size.setter
    def size(self, size: tuple[int, int]) -> None:
        self._size = size

    @property
    def mouse(self) -> bool:
        """Is the mouse captured?"""
        return self._mouse

    @mouse.setter
    def mouse(self, on: bool) -> None:
        self._mouse = on

    def capture_mouse(self, on: bool) -> None:
        """Capture the mouse, or leave it to the terminal, so that text can be selected there."""
        raise NotImplementedError

    def _enable_mouse_support(self) -> None:
        """The name under which Textual's own drivers do it, and `tui.textual_seam.capture_mouse` asks for it."""
        self.capture_mouse(True)

    def _disable_mouse_support(self) -> None:
        """Likewise."""
        self.capture_mouse(False)


class KeyParser(XTermParser):
    """Without the Kitty protocol, which we never switch on: its sequences can name characters that do not exist."""

    def _parse_extended_key(self, sequence: str) -> list[events.Key] | None:  # type: ignore[override]
        return None

    @property
    def unfinished(self) -> bool:
        """May what came so far be the beginning of something?"""
        return self._timeout_time is not None

    def give_up(self) -> None:
        """Take an unfinished sequence for what it is, at the next tick."""
        self._timeout_time = 0.0
