"""What Textual keeps to itself and the screens need all the same: here, and nowhere else in `tui`.

`USED` says of every such name why it is needed and what Textual would have to offer instead; a test holds them against
the Textual that is installed. docs/dependencies.md says how to take a newer one.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from types import ModuleType
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, runtime_checkable

import textual
from textual._context import active_message_pump
from textual._node_list import NodeList
from textual.app import App
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.driver import Driver
from textual.filter import LineFilter
from textual.geometry import Size
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.theme import Theme
from textual.widget import AwaitMount, Widget

T = TypeVar("T")


class Private(NamedTuple):
    """A name that a library keeps to itself, and that a seam uses."""

    owner: type | ModuleType | str
    """A class or a module; a class as `module:name` where it cannot be imported on every system."""
    name: str
    why: str
    instead: str
    """What the library would have to offer for this to go."""
    takes: tuple[str, ...] | None = None
    """The parameters of a method, without `self`; None for what is no method, or where they do not matter."""


MOUSE = "textual.drivers.linux_driver:LinuxDriver"

USED: Sequence[Private] = (
    Private(App, "_exit", "what is typed after leaving goes nowhere", "a public `App.is_exiting`"),
    Private(App, "_exception", "how a run ended, without its locals", "the exception as the result of `run`"),
    Private(App, "_filters", "no colours at all under NO_COLOR", "`App.add_filter`"),
    Private(App, "_disable_tooltips", "one widget less on every screen", "a constructor argument"),
    Private(App, "_disable_notifications", "one widget less on every screen", "a constructor argument"),
    Private(App, "_driver", "the window's title and the mouse belong to the driver", "a public `App.driver`"),
    Private(App, "_registry", "all parts are told at once to close", "a public walk over all nodes"),
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
    Private(MessagePump, "_close_messages_no_wait", "a crashed app ends", "`App.exit` that works in a crash", ()),
    Private(Widget, "_message_loop_exit", "a part that failed as it came is taken away", "`remove` for those, too", ()),
    Private(MessagePump, "_task", "a part that is at work is told to stop", "closing that does not wait"),
    Private(textual, "_context", "whose message is being handled just now", "a public `active_message_pump`"),
    Private(
        textual, "_node_list", "a name that is being given up is free", "screens that free their id when dismissed"
    ),
    Private(MOUSE, "_enable_mouse_support", "a host or player turns the mouse on at once", "`Driver.mouse`, to be set"),
    Private(
        MOUSE, "_disable_mouse_support", "a host or player turns the mouse off at once", "`Driver.mouse`, to be set"
    ),
    Private(DOMNode, "_pruning", "is it on its way out?", "a public `DOMNode.is_pruning`"),
    Private(DOMNode, "_nodes", "a name that is being given up is free", "screens that free their id when dismissed"),
    Private(
        NodeList,
        "_remove",
        "a name that is being given up is free",
        "screens that free their id when dismissed",
        ("widget",),
    ),
    Private(Driver, "_mouse", "the mouse is captured unless somebody turned it off", "`Driver.mouse`"),
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
def handling() -> MessagePump | None:
    """Whose message is being handled just now. Textual knows it as `textual._context.active_message_pump`."""
    return active_message_pump.get(None)


def going(node: DOMNode) -> bool:
    """Is this widget, or this app, on its way out?"""
    return node._exit if isinstance(node, App) else node._pruning or not node.is_attached


async def take_down(part: Widget) -> None:
    """Take a part away, also one that failed as it came: Textual's `remove` would wait for it to hear of it."""
    if part.is_running:
        await part.remove()
    elif part.parent is not None:
        await part._message_loop_exit()


def exiting(app: App[Any]) -> bool:
    """Is the app on its way out?"""
    return app._exit


def failure(app: App[Any]) -> Exception | None:
    """What ended an app, if it was a mistake."""
    return app._exception


# --- the terminal -----------------------------------------------------------------------------------------------------
@runtime_checkable
class Titled(Protocol):
    """A driver that can name the terminal's window."""

    def set_title(self, title: str) -> None: ...


def name_window(app: App[Any], title: str) -> None:
    """Name the terminal's window, where the driver can."""
    if isinstance(app._driver, Titled):
        app._driver.set_title(title)


def has_mouse(app: App[Any]) -> bool:
    """Did the terminal begin with the mouse captured?"""
    return app._driver is None or app._driver._mouse


def capture_mouse(app: App[Any], on: bool) -> None:
    """Capture the mouse, or leave it to the terminal, so that text can be selected there. Textual's own drivers have
    no public word for it, and not all of them can."""
    wanted = getattr(app._driver, "_enable_mouse_support" if on else "_disable_mouse_support", None)
    if wanted is not None:
        wanted()


# --- style sheets -----------------------------------------------------------------------------------------------------
class _SharedRules:
    """The parse cache of one style sheet, kept with those of all others that have the same variables."""

    LIMIT: int = 2048
    _all: OrderedDict[tuple[Any, ...], Any] = OrderedDict()

    def __init__(self, sheet: Stylesheet) -> None:
        self._sheet = sheet
        self._variables: tuple[tuple[str, str], ...] | None = None

    def _key(self, key: tuple[Any, ...]) -> tuple[Any, ...]:
        if self._variables is None:
            self._variables = _interned(tuple(sorted(self._sheet._variables.items())))
        return (id(self._variables), *key)

    def __getitem__(self, key: Any) -> Any:
        return self._all[self._key(key)]

    def __setitem__(self, key: Any, found: Any) -> None:
        self._all[self._key(key)] = found
        while len(self._all) > self.LIMIT:
            self._all.popitem(last=False)

    def clear(self) -> None:
        """The sheet's variables have changed."""
        self._variables = None


class _SharedStyles(_SharedRules):
    """Likewise the styles that stand in words: `$strong` is the same to everybody with the same variables."""

    LIMIT = 8192
    _all: OrderedDict[tuple[Any, ...], Any] = OrderedDict()

    def _key(self, key: Any) -> tuple[Any, ...]:
        return super()._key((key,))

    def __contains__(self, key: Any) -> bool:
        return self._key(key) in self._all


_variables: dict[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]] = {}


def _interned(variables: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """One object for equal variables: there are as many as there are themes."""
    return _variables.setdefault(variables, variables)


def forget_rules() -> None:
    """Parse style sheets again, when somebody comes who needs them."""
    _SharedRules._all.clear()
    _SharedStyles._all.clear()


# --- apps and screens -------------------------------------------------------------------------------------------------
class OpenApp(App[None]):
    """A Textual app with a public word for each of its private turns that the house has a say in."""

    def __init__(self, *given: Any, **named: Any) -> None:
        self._themes: dict[str, Theme | None] = {}
        super().__init__(*given, **named)

    def bare(self) -> None:
        """Leave out what every screen would have for tooltips and notifications."""
        self._disable_tooltips = self._disable_notifications = True

    def share_rules(self) -> None:
        """Parse no style sheet again that another app with the same variables has parsed."""
        private: Any = self
        private.stylesheet._parse_cache = _SharedRules(self.stylesheet)
        private.stylesheet._style_parse_cache = _SharedStyles(self.stylesheet)
        private.stylesheet.reparse = self.stylesheet.parse  # Textual's would begin with an empty cache

    def filter_with(self, kind: type[LineFilter]) -> None:
        """See to it that whatever is painted passes such a filter."""
        if not any(isinstance(one, kind) for one in self._filters):
            self._filters.append(kind())

    def refresh(self, *, repaint: bool = True, layout: bool = False, recompose: bool = False) -> OpenApp:
        """Textual's, which is also asked for a new layout, twice, whenever a screen was taken away. What lies below was
        laid out when it was put there, and is told of each size that came since (`settle_debts`)."""
        return super().refresh(repaint=repaint and not layout, layout=False, recompose=recompose)

    def register_theme(self, theme: Theme) -> None:
        super().register_theme(theme)
        self._themes.clear()

    def get_theme(self, theme_name: str) -> Theme | None:
        """Textual's, which looks through all themes anew for every line that is painted."""
        if theme_name not in self._themes:
            self._themes[theme_name] = super().get_theme(theme_name)
        return self._themes[theme_name]

    @property
    def exiting(self) -> bool:
        """Is it on its way out?"""
        return self._exit

    @property
    def parts(self) -> list[DOMNode]:
        """Every node that it has now."""
        return list(self._registry)

    def forgives(self, error: Exception) -> bool:
        """Is this error dealt with? Else it ends the app."""
        return False

    def may_act(self, namespace: DOMNode) -> bool:
        """May an action be done to this node now?"""
        return True

    def excused(self, namespace: DOMNode, error: Exception) -> bool:
        """Is an action that failed so done with?"""
        return False

    def crashed(self) -> None:
        """An error ends the app: say so without what it says."""

    def before_closing(self) -> None:
        """The app is about to take its parts down."""

    def _get_screen(self, screen: Screen[Any] | str) -> tuple[Screen[Any], AwaitMount]:
        """Textual's way onto the stack. A screen of the same id that was left a moment ago may still be on its way out:
        it gives its name up now, or a report that closely follows another could not be shown."""
        if isinstance(screen, Screen) and screen not in self._nodes:
            for leaving in [node for node in self._nodes if node.id is not None and node.id == screen.id]:
                if leaving not in self.screen_stack:
                    self._nodes._remove(leaving)
        return super()._get_screen(screen)

    def _handle_exception(self, error: Exception) -> None:
        """Textual ends the app, for whatever error."""
        if not self.forgives(error):
            super()._handle_exception(error)

    async def _dispatch_action(self, namespace: DOMNode, action_name: str, params: Any) -> bool:
        """Textual's way from a key to what it does."""
        if not self.may_act(namespace):
            return False
        try:
            return await super()._dispatch_action(namespace, action_name, params)
        except Exception as error:
            if not self.excused(namespace, error):
                raise
            return True

    def _fatal_error(self) -> None:
        """Textual would print the crash with every local variable: orders, hands, PINs."""
        self.crashed()
        self._close_messages_no_wait()

    async def _close_all(self) -> None:
        """Textual asks one part after the other to close, and waits for each: seventy turns of the loop, which are long
        in a full house. Nothing is to be waited for once somebody leaves, so all are told at once."""
        self.before_closing()
        for node in self.parts:
            if (
                isinstance(node, Widget)
                and node.is_mounted
                and node._task is not None
                and node._task is not asyncio.current_task()
            ):
                node._task.cancel()
        await super()._close_all()


class SizedScreen(Screen[T], Generic[T]):
    """A Textual screen that is asked before it is laid out."""

    @property
    def fitted_to(self) -> Size:
        """The size for which it was last laid out."""
        return self.outer_size

    def may_fit(self) -> bool:
        """Is it to be laid out for the size that the terminal has now?"""
        return True

    def may_lay_out(self) -> bool:
        """Is it to be laid out anew?"""
        return True

    def _screen_resized(self, size: Size) -> None:
        if self.may_fit():
            super()._screen_resized(self.app.size)

    def _refresh_layout(self, size: Size | None = None, scroll: bool = False) -> None:
        if self.may_lay_out():
            super()._refresh_layout(size, scroll)
