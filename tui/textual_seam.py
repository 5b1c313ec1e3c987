"""What Textual keeps to itself and the screens need all the same: here, and nowhere else in `tui`.

`USED` says of every such name why it is needed and what Textual would have to offer instead; a test holds them against
the Textual that is installed. docs/dependencies.md says how to take a newer one.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, cast, runtime_checkable

from rich.segment import Segment
from rich.style import Style as RichStyle
from textual._compositor import ChopsUpdate, Compositor
from textual._context import active_message_pump
from textual._node_list import NodeList
from textual.app import App
from textual.css.styles import RulesMap
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.driver import Driver
from textual.filter import LineFilter
from textual.geometry import Region, Size
from textual.message import Message
from textual.message_pump import MessagePump
from textual.messages import Layout
from textual.renderables.background_screen import BackgroundScreen
from textual.screen import UPDATE_PERIOD, Screen
from textual.scrollbar import ScrollBar
from textual.strip import Strip
from textual.style import Style
from textual.theme import Theme
from textual.timer import Timer
from textual.visual import RenderOptions, Visual
from textual.widget import AwaitMount, Widget

T = TypeVar("T")


class Private(NamedTuple):
    """A name that a library keeps to itself, and that a seam uses."""

    owner: type
    name: str
    why: str
    instead: str
    """What the library would have to offer for this to go."""
    takes: tuple[str, ...] | None = None
    """The parameters of a method, without `self`; None for what is no method, or where they do not matter."""


USED: Sequence[Private] = (
    Private(App, "_exit", "what is typed after leaving goes nowhere", "a public `App.is_exiting`"),
    Private(App, "_exception", "how a run ended, without its locals", "the exception as the result of `run`"),
    Private(App, "_batch_count", "nothing is painted that is held back", "a public `App.in_batch`"),
    Private(App, "_background_screens", "what a covered screen owes is done when it is seen", "a public list"),
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
    Private(MessagePump, "_task", "a part that is at work is told to stop", "closing that does not wait"),
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
    Private(
        Widget,
        "_set_dirty",
        "a dialog over a screen keeps a picture of it",
        "`refresh` of regions of a screen",
        ("regions",),
    ),
    Private(Widget, "_layout_required", "nothing is painted twice", "painting after layout, once"),
    Private(Widget, "_repaint_required", "nothing is painted twice", "painting after layout, once"),
    Private(Screen, "_screen_resized", "a layout is for the size that there is, once", "sizes told once", ("size",)),
    Private(
        Screen,
        "_refresh_layout",
        "layouts that ask for the next have an end",
        "layouts with an end",
        ("size", "scroll"),
    ),
    Private(Screen, "_compositor", "what of a screen is to be painted anew", "the dirty regions of a screen"),
    Private(Screen, "_compositor_refresh", "what is covered is not painted", "`is_current`, false under a cover", ()),
    Private(Screen, "_update_timer", "what a key changes is painted once", "painting once nothing is under way"),
    Private(Screen, "_on_timer_update", "nothing is painted twice", "painting after layout, once", ()),
    Private(Screen, "_dirty_widgets", "nothing is painted twice", "painting after layout, once"),
    Private(Compositor, "_dirty_regions", "what of a screen is to be painted anew", "the dirty regions of a screen"),
    Private(
        Compositor,
        "_get_renders",
        "a key asks only those widgets for lines whose lines changed",
        "painting that leaves out what lies between two changes",
        ("crop",),
    ),
)


# --- what is being handled --------------------------------------------------------------------------------------------
def handling() -> MessagePump | None:
    """Whose message is being handled just now. Textual knows it as `textual._context.active_message_pump`."""
    return active_message_pump.get(None)


def going(node: DOMNode) -> bool:
    """Is this widget, or this app, on its way out?"""
    return node._exit if isinstance(node, App) else node._pruning or not node.is_attached


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


class Frugal(Compositor):
    """Textual's painter, which after a change asks every widget for all of its lines that lies anywhere in the box
    around all changes. A cursor on the left and a sentence on the right are most of a table then; here only widgets
    that lie under a change are asked, and only for those lines; and nothing that lies behind one that covers it."""

    def __init__(self) -> None:
        super().__init__()
        self._changed: list[Region] = []

    def render_partial_update(self) -> ChopsUpdate | None:
        self._changed = piled(self._dirty_regions)
        try:
            return super().render_partial_update()
        finally:
            self._changed = []

    def _get_renders(self, crop: Region | None = None) -> Iterable[tuple[Region, Region, list[Strip]]]:
        left = self._changed
        if not left:
            yield from super()._get_renders(crop)
            return
        for widget, (region, clip) in self.visible_widgets.items():  # from the front to the back
            seen = region.intersection(clip)
            under = [one for one in left if one.overlaps(seen)]
            if under:
                top = max(seen.y, min(one.y for one in under))
                high = min(seen.bottom, max(one.bottom for one in under)) - top
                lines = Region(seen.x - region.x, top - region.y, seen.width, high)
                yield region, Region(seen.x, top, seen.width, high), widget.render_lines(lines)
                left = [one for one in left if not seen.contains_region(one)]
                if not left:  # nothing of what lies further back can be seen there
                    return


def piled(regions: Iterable[Region]) -> list[Region]:
    """Regions of the same columns that touch each other as one: few, and exactly what they are together."""
    found: list[Region] = []
    for one in sorted(regions, key=lambda region: (region.x, region.width, region.y)):
        last = found[-1] if found else None
        if last is not None and (last.x, last.width) == (one.x, one.width) and one.y <= last.bottom:
            found[-1] = last.union(one)
        else:
            found.append(one)
    return found


PATIENCE = 12
"""Turns of the loop that a painting waits for messages that are on their way through a screen; then it paints."""


class Below(Visual):
    """What a dialog keeps of the screen below it. Textual has the same as a Rich renderable, which takes the picture
    apart into its letters and puts it together again, line by line: most of what a question costs."""

    def __init__(self, screen: Screen[Any]) -> None:
        self._screen = screen

    def render_strips(self, width: int, height: int | None, style: Style, options: RenderOptions) -> list[Strip]:
        return [
            Strip(Segment.simplify(map(_inert, strip)), strip.cell_length)
            for strip in self._screen._compositor.render_strips()
        ]

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        return self._screen.size.width

    def get_height(self, rules: RulesMap, width: int) -> int:
        return self._screen.size.height


def _inert(segment: Segment) -> Segment:
    """Nothing of it can be clicked any more."""
    text, style, control = segment
    return segment if style is None or control else Segment(text, _bare(style))


@lru_cache(4096)
def _bare(style: RichStyle) -> RichStyle:
    return style.clear_meta_and_links()


class OpenScreen(Screen[T], Generic[T]):
    """A Textual screen that is painted once, and only where it is seen."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._compositor = Frugal()
        self._update_due: Timer | None = None

    hidden: Callable[[], bool]
    """Is another screen over this one, of which nothing shines through?"""

    @property
    def going(self) -> bool:
        """Is it being taken away?"""
        return self._pruning

    def post_message(self, message: Message) -> bool:
        """Textual's. A scroll bar that has just come asks for a layout because it has a size now: which it was given in
        one."""
        if isinstance(message, Layout) and isinstance(message.widget, ScrollBar):
            return False
        return super().post_message(message)

    def render(self) -> Any:
        """Textual's. Where nothing of a dialog covers it, what lies below is shown as it is."""
        found: Any = super().render()
        if isinstance(found, BackgroundScreen) and not found.color.a:
            return Below(found.screen)
        return found

    def settle_debts(self) -> None:
        """Do what the screens below owe from the time when they were covered."""
        for screen in self.app._background_screens:
            screen._screen_resized(self.app.size)
            screen.check_idle()

    def _compositor_refresh(self) -> None:
        """Textual's painting, which would also be done where nothing is shown of it."""
        if self.app._batch_count or self.hidden():
            return
        began, stack = Message().time, self.app.screen_stack
        over = stack[stack.index(self) + 1 :] if self in stack else ()
        if over:
            # Dialogs through which this screen shines keep a picture of it. Textual would also have all of this screen
            # painted anew the next time that anything happens to it, and whatever lies over it with it.
            changed = tuple(self._compositor._dirty_regions)
            if changed:
                for dialog in over[:-1]:
                    dialog._set_dirty(*changed)
                over[-1].refresh(*changed)
            self._compositor._dirty_regions.clear()
            self._dirty_widgets.clear()
        else:
            super()._compositor_refresh()
        self.painted(began)

    def painted(self, began: float) -> None:
        """It was painted, from `began` on (by the clock of events): what is typed now is meant for what is seen."""

    @property
    def _update_timer(self) -> Timer:
        """Textual's timer, which paints as soon as anything has changed: after a key the cursor at once, and what is
        said about its new place a moment later, in a painting of its own."""
        if self._update_due is None:
            self._update_due = self.set_interval(
                UPDATE_PERIOD, self._paint_once_quiet, name="screen_update", pause=True
            )
        return self._update_due

    async def _paint_once_quiet(self) -> None:
        """Wait for what is on its way through the screen, then paint."""
        for _ in range(PATIENCE):
            if not any(node.message_queue_size for node in self.walk_children()):
                break
            await asyncio.sleep(0)
        if self.is_attached:
            self._on_timer_update()

    def _on_timer_update(self) -> None:
        """Textual's painting, which would paint everything twice after a layout; and where regions of a screen are to
        be painted (what lies below a dialog has changed), would forget which of its widgets have changed too."""
        if self._repaint_required and self.is_current and not self.app._batch_count:
            self._repaint_required = False
            self._dirty_widgets.add(cast("Widget", self))
        super()._on_timer_update()
