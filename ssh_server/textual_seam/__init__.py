"""What Textual keeps to itself and the server needs to run many apps in one process: here, and nowhere else in
`ssh_server`. What the screens need of it stands in `tui.textual_seam`; why all this is done, in `isolation.py`.

`USED` says of every private name why it is needed and what Textual would have to offer instead; a test holds them
against the Textual that is installed.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, Final
from weakref import WeakSet

import textual.app
import textual.cache
import textual.css.stylesheet
import textual.dom
import textual.strip
import textual.widget
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual._compositor import Compositor
from textual._styles_cache import StylesCache
from textual._xterm_parser import BRACKETED_PASTE_END, BRACKETED_PASTE_START, XTermParser
from textual.app import App
from textual.color import Color
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.driver import Driver
from textual.filter import LineFilter
from textual.message_pump import MessagePump
from textual.strip import Strip
from textual.style import Style as VisualStyle
from textual.widget import Widget

from ssh_server.knots import without_knot
from tui.textual_seam import Private

__all__ = ["BRACKETED_PASTE_END", "BRACKETED_PASTE_START", "USED", "KeyParser", "OpenDriver", "Registry"]

USED: Sequence[Private] = (
    Private(
        textual, "_compositor", "a layout leaves nothing to the collector", "an inner function that holds not itself"
    ),
    Private(textual, "_styles_cache", "a table of colours kept a thousand widgets alive", "a cache without its owner"),
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
        Stylesheet,
        "_process_component_classes",
        "nodes that stood in for parts of a widget are not left to the collector",
        "stand-ins that hold nothing that holds them",
        ("node",),
    ),
    Private(DOMNode, "_component_styles", "likewise", "likewise"),
    Private(App, "_context", "what screens do at their end is done for those that were cut short", "a public one", ()),
    Private(App, "_animator", "an app that has ended is not left to the collector", "an animator that lets go"),
    Private(Widget, "_styles_cache", "other colours for an app that runs", "`refresh` that forgets painted lines"),
    Private(
        StylesCache, "get_inner_outer", "a table of colours kept a thousand widgets alive", "a cache without its owner"
    ),
    Private(
        Compositor,
        "_arrange_root",
        "a layout leaves nothing to the collector",
        "an inner function that does not hold itself",
        ("root", "size", "visible_only"),
    ),
    Private(
        Strip,
        "divide",
        "lines that are themselves need no collector",
        "no caches of lines that hold themselves",
        ("cuts",),
    ),
    Private(
        Strip,
        "adjust_cell_length",
        "lines that are themselves need no collector",
        "no caches of lines that hold themselves",
        ("cell_length", "style"),
    ),
    *(
        Private(Strip, name, "a line without the caches that it never uses", "caches that are made when they are used")
        for name in ("_segments", "_cell_length", "_render_cache", "_link_ids", "_cell_count")
    ),
    Private(Strip, "__init__", "a line without the caches that it never uses", "likewise", ("segments", "cell_length")),
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


def _adjust(self: Strip, cell_length: int, style: Style | None = None) -> Strip:
    """A line that has the length already is itself, and need not keep that in mind."""
    return self if cell_length == self.cell_length else _adjust_cell_length(self, cell_length, style)


def _divide(self: Strip, cuts: Iterable[int]) -> Sequence[Strip]:
    """A line that is cut at its end only is itself."""
    cuts = list(cuts)
    return [self] if cuts == [self.cell_length] else _divide_cells(self, cuts)


_adjust_cell_length, _divide_cells = Strip.adjust_cell_length, Strip.divide
Strip.adjust_cell_length, Strip.divide = _adjust, _divide  # type: ignore[method-assign]


CACHES: Final = frozenset(name for name in Strip.__slots__ if name.endswith("cache") and name != "_render_cache")


def _strip(self: Strip, segments: Iterable[Segment], cell_length: int | None = None) -> None:
    """Textual's, without the seven caches that nine lines of ten never use: they were 450 bytes of each, and there are
    forty thousand lines where thirty people play."""
    self._segments = list(segments)
    self._cell_length = cell_length
    self._render_cache = self._link_ids = self._cell_count = None


def _cache(self: Strip, name: str) -> dict[Any, Any]:
    """The cache that is asked for the first time. No limit: it lives until its widget is painted anew, and a line is
    cut to few sizes."""
    if name not in CACHES:
        raise AttributeError(name)
    made: dict[Any, Any] = {}
    setattr(self, name, made)
    return made


Strip.__init__, Strip.__getattr__ = _strip, _cache  # type: ignore[method-assign, attr-defined]


class Recent(OrderedDict[Any, Any]):
    """Textual's `LRUCache`, whose entries hold each other: each that was cleared was left to the garbage collector, a
    few thousand objects for every session, and whatever they held with them."""

    def __init__(self, maxsize: int) -> None:
        super().__init__()
        self.maxsize = maxsize

    def __getitem__(self, key: Any) -> Any:
        found = super().__getitem__(key)
        self.move_to_end(key)
        return found

    def get(self, key: Any, default: Any = None) -> Any:
        try:
            return self[key]
        except KeyError:
            return default

    def __setitem__(self, key: Any, value: Any) -> None:
        super().__setitem__(key, value)
        self.move_to_end(key)
        while len(self) > self.maxsize:
            self.popitem(last=False)

    set = __setitem__

    def grow(self, maxsize: int) -> None:
        """Room for so many at least."""
        self.maxsize = max(self.maxsize, maxsize)

    def discard(self, key: Any) -> None:
        """Forget what is kept under a key, if anything is."""
        self.pop(key, None)


_LRUCache = textual.cache.LRUCache
for _module in [module for name, module in sys.modules.items() if name.partition(".")[0] == "textual"]:
    if vars(_module).get("LRUCache") is _LRUCache:  # `textual.cache` among them, for those that are imported later
        _module.LRUCache = Recent  # type: ignore[attr-defined]


class _StandIns(tuple[DOMNode, ...]):
    """The nodes that stand in for the parts of a widget, as long as it has these: each holds itself."""

    def __del__(self) -> None:
        for node in self:
            vars(node).clear()


def _with_stand_ins(self: Stylesheet, node: DOMNode) -> None:
    """Textual's, for a widget that is styled. What it had before, and what it has at its end, is not left to the
    collector."""
    _process_component_classes(self, node)
    styles = node._component_styles.values()
    vars(node)["_garnet_stand_ins"] = _StandIns(one.node for one in styles if one.node is not None)


_process_component_classes = Stylesheet._process_component_classes
Stylesheet._process_component_classes = _with_stand_ins  # type: ignore[method-assign]


@lru_cache(1024)
def _inner_outer(base_background: Color, background: Color) -> tuple[VisualStyle, VisualStyle]:
    """Textual's, which is no method of anything although it is written as one."""
    found: tuple[VisualStyle, VisualStyle] = _get_inner_outer(None, base_background, background)
    return found


def _without_its_owner(self: StylesCache, base_background: Color, background: Color) -> tuple[VisualStyle, VisualStyle]:
    """The colours for a border, which do not depend on whose it is."""
    return _inner_outer(base_background, background)


_get_inner_outer: Any = StylesCache.get_inner_outer.__wrapped__
StylesCache.get_inner_outer = _without_its_owner  # type: ignore[method-assign, assignment]


Compositor._arrange_root = without_knot(Compositor._arrange_root, "add_widget")  # type: ignore[method-assign]


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
    """Take from a node everything that it holds."""
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
