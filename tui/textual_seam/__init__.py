"""Private names of Textual that the screens need, each with its reason. No other module of `tui` uses any.

`USED` says for each name why it is needed and which public feature could replace it. A test checks them against the
installed Textual. docs/dependencies.md explains how to upgrade.

    painting.py  changes to Textual's painting
"""

from __future__ import annotations

import asyncio
import select
import sys
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import cache
from types import ModuleType
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, runtime_checkable
from weakref import WeakSet

import textual
from rich.segment import Segment
from textual._context import active_message_pump
from textual.app import App
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.driver import Driver
from textual.geometry import Offset, Size
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.theme import Theme
from textual.widget import AwaitMount, Widget
from textual.widgets import Input, TextArea

T = TypeVar("T")


class Private(NamedTuple):
    """A private name of a library that a seam uses."""

    owner: type | ModuleType | str
    """Class or module; a class as `module:name` if it cannot be imported on every system."""
    name: str
    why: str
    instead: str
    """Feature of the library that would replace it."""
    takes: tuple[str, ...] | None = None
    """Parameters of a method without `self`; None if it is no method or they do not matter."""


USED: Sequence[Private] = (
    Private(App, "_driver", "the window's title and the mouse belong to the driver", "a public `App.driver`"),
    Private(
        App,
        "_registry",
        "all parts are told at once to close; a served app is taken apart: 0.6 MB a visit wait for no collector",
        "a public walk over all nodes",
    ),
    Private(
        Widget,
        "_styles_cache",
        "what was painted of a page that was left goes at once: four fifths of its memory",
        "widgets that forget it as they go",
    ),
    Private(
        App,
        "_get_screen",
        "a name that is being given up is free",
        "screens that free their id when dismissed",
        ("screen",),
    ),
    Private(
        App,
        "_handle_exception",
        "the trouble of a screen that was left is nobody's",
        "a hook for exceptions",
        ("error",),
    ),
    Private(App, "_fatal_error", "a crash is not printed with everybody's secrets", "a hook for exceptions", ()),
    Private(
        App,
        "_dispatch_action",
        "a screen that does not stand yet does nothing",
        "`check_action` for screens, too",
        ("namespace", "action_name", "params"),
    ),
    Private(App, "_close_all", "leaving is quick in a full house", "closing that does not wait for each part", ()),
    Private(
        Stylesheet, "_parse_cache", "style sheets are parsed once, not once a session", "a parser that can be shared"
    ),
    Private(
        Stylesheet,
        "_style_parse_cache",
        "styles in words are read once, not once a session",
        "a parser that can be shared",
    ),
    Private(Stylesheet, "_variables", "style sheets are parsed once for each theme", "a parser that can be shared"),
    Private(Widget, "_message_loop_exit", "a part that failed as it came is taken away", "`remove` for those, too", ()),
    Private(MessagePump, "_task", "a part that is at work is told to stop", "closing that does not wait"),
    Private(textual, "_context", "whose message is being handled just now", "a public `active_message_pump`"),
    Private(DOMNode, "_pruning", "is it on its way out?", "a public `DOMNode.is_pruning`"),
    Private(DOMNode, "_nodes", "a name that is being given up is free", "screens that free their id when dismissed"),
    Private(
        "textual._node_list:NodeList",
        "_remove",
        "a name that is being given up is free",
        "screens that free their id when dismissed",
        ("widget",),
    ),
    Private(Screen, "_screen_resized", "a layout is for the size that there is, once", "sizes told once", ("size",)),
    Private(
        Screen,
        "_refresh_layout",
        "layouts that ask for the next have an end",
        "layouts with an end",
        ("size", "scroll"),
    ),
)


# --- what is being handled --------------------------------------------------------------------------------------------
def handling_node() -> MessagePump | None:
    """Return the node that is handling a message now (`textual._context.active_message_pump`)."""
    return active_message_pump.get(None)


def is_going(node: DOMNode) -> bool:
    """True if this widget or app is being removed."""
    return is_exiting(node) if isinstance(node, App) else node._pruning or not node.is_attached


async def take_down(part: Widget) -> None:
    """Remove a part, even one that failed on mounting: Textual's `remove` would wait for its answer."""
    if part.is_running:
        await part.remove()
    elif part.parent is not None:
        await part._message_loop_exit()


def is_exiting(app: App[Any]) -> bool:
    return isinstance(app, OpenApp) and app.exiting


def failure(app: App[Any]) -> Exception | None:
    """Return the error that ended an app, or None."""
    return app.failed_by if isinstance(app, OpenApp) else None


def on_error(app: App[Any], handle: Callable[[Exception], None]) -> None:
    private: Any = app
    private._handle_exception = handle


class Registry(WeakSet[DOMNode]):
    """An app's nodes in Textual's registry, with a record of removed ones."""

    def __init__(self) -> None:
        super().__init__()
        self.ever: WeakSet[DOMNode] = WeakSet()
        """Every node that the app had and that is not freed yet."""

    def add(self, item: DOMNode) -> None:
        super().add(item)
        self.ever.add(item)

    def discard(self, item: DOMNode) -> None:
        """Drop a removed node, and its painted lines at once: the node lives until its session ends."""
        super().discard(item)
        if isinstance(item, Widget):
            item._styles_cache.clear()


def remember(app: App[Any]) -> None:
    """Record the app's nodes from now on. Called before it runs."""
    app._registry = Registry()


def recorded_nodes(app: App[Any]) -> Registry | None:
    """Return the app's present and past nodes; None if they are not recorded."""
    return app._registry if isinstance(app._registry, Registry) else None


def at_work(node: DOMNode) -> asyncio.Task[Any] | None:
    """Return the running task of a node, or None."""
    task = node._task
    return None if task is None or task.done() else task


# --- the terminal -----------------------------------------------------------------------------------------------------
@runtime_checkable
class Titled(Protocol):
    """A driver that can name the terminal's window."""

    def set_title(self, title: str) -> None: ...


def name_window(app: App[Any], title: str) -> None:
    if isinstance(app._driver, Titled):
        app._driver.set_title(title)


@runtime_checkable
class Moused(Protocol):
    """A driver that can capture the mouse, or leave it to the terminal for selecting text."""

    mouse: bool

    def capture_mouse(self, on: bool) -> None: ...


def has_mouse(app: App[Any]) -> bool:
    return not isinstance(app._driver, Moused) or app._driver.mouse


def capture_mouse(app: App[Any], on: bool) -> None:
    if isinstance(app._driver, Moused):
        app._driver.capture_mouse(on)


EMPTIED = "\x1b[0m\x1b[H\x1b[J"
"""Empties the terminal's alternate screen before it is closed: after a resize, tmux would move its lines, private
ones included, into the shell's history."""


def terminal_gone() -> bool:
    """True if the terminal at the standard input hung up, False where the system cannot tell."""
    if not hasattr(select, "poll") or sys.__stdin__ is None or sys.__stdin__.closed:
        return False
    poll = select.poll()
    poll.register(sys.__stdin__.fileno(), 0)
    return any(events & (select.POLLHUP | select.POLLERR | select.POLLNVAL) for _, events in poll.poll(0))


@cache
def emptying_driver(driver: type[Driver]) -> type[Driver]:
    """Return a driver of Textual's that empties the screen as it ends, and ends without its terminal."""

    class Emptying(driver):  # type: ignore[misc,valid-type]
        # Textual's writer thread dies of a write to a terminal that is gone. Its queue of 30 writes fills up then, and
        # the event loop would wait for room in it for ever.
        def write(self, data: str) -> None:
            if not terminal_gone():
                super().write(data)

        def close(self) -> None:
            if not terminal_gone():
                super().close()

        def stop_application_mode(self) -> None:
            self.write(EMPTIED)
            super().stop_application_mode()

    return Emptying


# --- style sheets -----------------------------------------------------------------------------------------------------
class _SharedRules:
    """The parse cache of one style sheet, shared with all others of equal variables."""

    LIMIT: int = 2048
    _all: OrderedDict[tuple[Any, ...], Any] = OrderedDict()

    def __init__(self, sheet: Stylesheet) -> None:
        self._sheet = sheet
        self._variables: tuple[tuple[str, str], ...] | None = None

    def _key(self, key: tuple[Any, ...]) -> tuple[Any, ...]:
        if self._variables is None:
            variables = tuple(sorted(self._sheet._variables.items()))
            self._variables = _shared_variables.setdefault(variables, variables)
        return (id(self._variables), *key)

    def __getitem__(self, key: Any) -> Any:
        return self._all[self._key(key)]

    def __setitem__(self, key: Any, rules: Any) -> None:
        self._all[self._key(key)] = rules
        while len(self._all) > self.LIMIT:
            self._all.popitem(last=False)

    def clear(self) -> None:
        self._variables = None


class _SharedStyles(_SharedRules):
    """The same for styles in texts: `$strong` is equal for everybody with equal variables."""

    LIMIT = 8192
    _all: OrderedDict[tuple[Any, ...], Any] = OrderedDict()

    def _key(self, key: Any) -> tuple[Any, ...]:
        return super()._key((key,))

    def __contains__(self, key: Any) -> bool:
        return self._key(key) in self._all


_shared_variables: dict[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]] = {}


def forget_rules() -> None:
    """Clear the caches; style sheets are parsed again when needed."""
    _SharedRules._all.clear()
    _SharedStyles._all.clear()


Convert = Callable[[list[Segment]], list[Segment]]


# --- apps and screens -------------------------------------------------------------------------------------------------
class OpenApp(App[None]):
    """A Textual app with public hooks for the private functions that the house changes."""

    convert: Convert | None = None
    """Converts each painted line. A line filter would keep it twice."""

    def get_driver_class(self) -> type[Driver]:
        return emptying_driver(super().get_driver_class())

    def __init__(self) -> None:
        self._themes: dict[str, Theme | None] = {}
        self._cursor_at, self._shows_cursor = Offset(0, 0), False
        super().__init__()

    @property
    def cursor_position(self) -> Offset:
        """Cell in which the terminal's own cursor rests: in the focused field, as that is laid out now. Textual keeps
        the cell of the last key, which a new layout leaves behind."""
        field = self.focused if self.screen_stack else None
        return field.cursor_screen_offset if isinstance(field, Input | TextArea) else self._cursor_at

    @cursor_position.setter
    def cursor_position(self, at: Offset) -> None:
        self._cursor_at = at

    def post_display_hook(self) -> None:
        """Show the terminal's own cursor while a field has the focus: an input method opens its window there."""
        shows = bool(self.screen_stack) and isinstance(self.focused, Input | TextArea)
        if shows != self._shows_cursor and self._driver is not None:
            self._shows_cursor = shows
            self._driver.write("\x1b[?25h" if shows else "\x1b[?25l")

    def share_rules(self) -> None:
        """Reuse style sheets that another app with equal variables has parsed."""
        private: Any = self
        private.stylesheet._parse_cache = _SharedRules(self.stylesheet)
        private.stylesheet._style_parse_cache = _SharedStyles(self.stylesheet)
        private.stylesheet.reparse = self.stylesheet.parse  # Textual's would begin with an empty cache

    def refresh(self, *, repaint: bool = True, layout: bool = False, recompose: bool = False) -> OpenApp:
        """Like Textual's, but without its two layouts after a screen was removed: the screen below was laid out, and
        gets later sizes from `settle_debts`."""
        return super().refresh(repaint=repaint and not layout, layout=False, recompose=recompose)

    def register_theme(self, theme: Theme) -> None:
        super().register_theme(theme)
        self._themes.clear()

    def get_theme(self, theme_name: str) -> Theme | None:
        """Like Textual's, but cached: Textual searches all themes for every painted line."""
        if theme_name not in self._themes:
            self._themes[theme_name] = super().get_theme(theme_name)
        return self._themes[theme_name]

    exiting = False
    """True once the app is exiting."""
    failed_by: Exception | None = None
    """First error that ended it."""

    def exit(self, *given: Any, **named: Any) -> None:
        self.exiting = True
        super().exit(*given, **named)

    @property
    def parts(self) -> list[DOMNode]:
        return list(self._registry)

    def forgives(self, error: Exception) -> bool:
        """True if this error needs no handling; else it ends the app."""
        return False

    def may_act(self, namespace: DOMNode) -> bool:
        """True if an action may be run on this node now."""
        return True

    def handle_failure(self, namespace: DOMNode, error: Exception) -> bool:
        """True if a failed action needs no handling."""
        return False

    def report_crash(self) -> None:
        """Called when an error ends the app: report it without its message."""

    def before_closing(self) -> None:
        """Called before the app removes its parts."""

    def _get_screen(self, screen: Screen[Any] | str) -> tuple[Screen[Any], AwaitMount]:
        """Like Textual's, but a screen that is being removed gives its id up to a new one."""
        if isinstance(screen, Screen) and screen not in self._nodes:
            for leaving in [node for node in self._nodes if node.id is not None and node.id == screen.id]:
                if leaving not in self.screen_stack:
                    self._nodes._remove(leaving)
        return super()._get_screen(screen)

    def _handle_exception(self, error: Exception) -> None:
        if not self.forgives(error):
            self.failed_by = self.failed_by or error
            super()._handle_exception(error)

    async def _dispatch_action(self, namespace: DOMNode, action_name: str, params: Any) -> bool:
        if not self.may_act(namespace):
            return False
        try:
            return await super()._dispatch_action(namespace, action_name, params)
        except Exception as error:
            if not self.handle_failure(namespace, error):
                raise
            return True

    def _fatal_error(self) -> None:
        """Textual would print the crash with every local variable: orders, hands, PINs."""
        self.report_crash()
        self.exit(return_code=1)

    async def _close_all(self) -> None:
        """Tell all parts at once: Textual closes one after the other, seventy turns of the loop."""
        self.before_closing()
        for node in self.parts:
            if (
                isinstance(node, Widget)
                and node.is_mounted
                and (task := at_work(node)) is not None
                and task is not asyncio.current_task()
            ):
                task.cancel()
        await super()._close_all()


class SizedScreen(Screen[T], Generic[T]):
    """A Textual screen that can refuse a layout."""

    @property
    def fitted_to(self) -> Size:
        return self.outer_size

    def fit_again(self) -> None:
        """Lay out for the present terminal size after being covered."""
        self._screen_resized(self.app.size)

    def may_fit(self) -> bool:
        """True if it may be laid out for the present terminal size."""
        return True

    def may_lay_out(self) -> bool:
        """True if it may be laid out again."""
        return True

    def _screen_resized(self, size: Size) -> None:
        if self.may_fit():
            super()._screen_resized(self.app.size)

    def _refresh_layout(self, size: Size | None = None, scroll: bool = False) -> None:
        if self.may_lay_out():
            super()._refresh_layout(size, scroll)
