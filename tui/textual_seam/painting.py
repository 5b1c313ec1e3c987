"""Changes to how Textual paints a screen: once, only where it is seen, only what has changed.

Beside `tui.textual_seam`, under the same rule: `USED` says of every name that Textual keeps to itself why it is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, Generic, TypeVar, cast

from rich.segment import Segment
from rich.style import Style as RichStyle
from textual._compositor import ChopsUpdate, Compositor, CompositorMap, ReflowResult
from textual.app import App
from textual.css.styles import RulesMap
from textual.geometry import Region, Size
from textual.message import Message
from textual.messages import Layout
from textual.screen import Screen
from textual.scrollbar import ScrollBar
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual
from textual.widget import Widget

from tui.textual_seam import Private, SizedScreen, going

T = TypeVar("T")

USED: Sequence[Private] = (
    Private(App, "_batch_count", "nothing is painted that is held back", "a public `App.in_batch`"),
    Private(Widget, "_repaint_required", "nothing is painted twice", "painting after layout, once"),
    Private(Screen, "_compositor", "what of a screen is to be painted anew", "the dirty regions of a screen"),
    Private(Screen, "_compositor_refresh", "what is covered is not painted", "`is_current`, false under a cover", ()),
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

    def reflow(self, parent: Widget, size: Size) -> ReflowResult:
        """Textual's; once more where a part cannot say how large it is, and the screen goes on without that part."""
        try:
            return super().reflow(parent, size)
        except Exception as error:
            self._bear(parent, error)
            return super().reflow(parent, size)

    @property
    def full_map(self) -> CompositorMap:
        """Likewise: Textual also lays out when it is asked where something is."""
        try:
            return super().full_map
        except Exception as error:
            self._bear(self.root, error)
            return super().full_map

    def _bear(self, root: Widget | None, error: Exception) -> None:
        if not isinstance(root, OpenScreen) or not root.bears(error):
            raise error

    def _get_renders(self, crop: Region | None = None) -> Iterable[tuple[Region, Region, list[Strip]]]:
        left = self._changed
        if not left:
            for region, seen, painted in super()._get_renders(crop):
                yield region, seen, uncut(painted)
            return
        for widget, (region, clip) in self.visible_widgets.items():  # from the front to the back
            seen = region.intersection(clip)
            under = [one for one in left if one.overlaps(seen)]
            if under:
                top = max(seen.y, min(one.y for one in under))
                high = min(seen.bottom, max(one.bottom for one in under)) - top
                lines = Region(seen.x - region.x, top - region.y, seen.width, high)
                yield region, Region(seen.x, top, seen.width, high), uncut(widget.render_lines(lines))
                left = [one for one in left if not seen.contains_region(one)]
                if not left:  # nothing of what lies further back can be seen there
                    return


class Uncut:
    """A line on its way to the screen. One of Textual's that is cut at its end alone remembers itself as the piece, and
    with itself waits for the garbage collector: each line that a key paints, some 30 kB a key."""

    __slots__ = ("_strip",)

    def __init__(self, strip: Strip) -> None:
        self._strip = strip

    def divide(self, cuts: Iterable[int]) -> Sequence[Strip]:
        """The pieces between these columns."""
        cuts = list(cuts)
        return [self._strip] if cuts == [self._strip.cell_length] else self._strip.divide(cuts)


def uncut(lines: Iterable[Strip]) -> list[Strip]:
    """Lines for the painter, which does nothing with them but divide them."""
    return cast("list[Strip]", [Uncut(line) for line in lines])


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


class Below(Visual):
    """What a dialog shows of the screen below it. Textual has the same as a Rich renderable, which takes the picture
    apart into its letters and puts it together again, line by line: most of what a question costs.

    Textual also hands the screens below out one after the other, as dialogs are painted. A dialog whose picture was
    kept is not painted and takes none, so that one further down was given itself, or one that lies over it, to paint.
    Here it is the one below by its place."""

    def __init__(self, dialog: Screen[Any]) -> None:
        self._dialog = dialog

    def render_strips(self, width: int, height: int | None, style: Style, options: RenderOptions) -> list[Strip]:
        stack = self._dialog.app.screen_stack
        place = stack.index(self._dialog) if self._dialog in stack else 0
        if place == 0:  # it has just been taken away
            return [Strip.blank(width)] * (height or 0)
        return [
            Strip(Segment.simplify(map(_inert, strip)), strip.cell_length)
            for strip in stack[place - 1]._compositor.render_strips()
        ]

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        return self._dialog.size.width

    def get_height(self, rules: RulesMap, width: int) -> int:
        return self._dialog.size.height


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

    hidden: Callable[[], bool]
    """Is another screen over this one, of which nothing shines through?"""

    @property
    def going(self) -> bool:
        """Is it being taken away?"""
        return going(self)

    def post_message(self, message: Message) -> bool:
        """Textual's. A scroll bar that has just come asks for a layout because it has a size now: which it was given in
        one."""
        if isinstance(message, Layout) and isinstance(message.widget, ScrollBar):
            return False
        return super().post_message(message)

    def render(self) -> Any:
        """Textual's. Where nothing of a dialog covers it, what lies below is shown as it is."""
        return super().render() if self.styles.background.a else Below(self)

    def settle_debts(self) -> None:
        """Do what the screens below owe from the time when they were covered."""
        for screen in self.app.screen_stack[:-1]:
            if isinstance(screen, OpenScreen) and not screen.hidden():
                if isinstance(screen, SizedScreen):
                    screen.fit_again()
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
                    dialog.refresh(*changed)
                over[-1].refresh(*changed)
            self._compositor._dirty_regions.clear()
            self._dirty_widgets.clear()
        else:
            try:
                super()._compositor_refresh()
            except Exception as error:
                if not self.bears(error):
                    raise
        self.painted(began)

    def bears(self, error: Exception) -> bool:
        """Does it go on without a part that cannot be laid out or painted, and that it has hidden by now?"""
        return False

    def painted(self, began: float) -> None:
        """It was painted, from `began` on (by the clock of events): what is typed now is meant for what is seen."""

    def _on_timer_update(self) -> None:
        """Textual's painting, which would paint everything twice after a layout; and where regions of a screen are to
        be painted (what lies below a dialog has changed), would forget which of its widgets have changed too."""
        if self._repaint_required and self.is_current and not self.app._batch_count:
            self._repaint_required = False
            self._dirty_widgets.add(cast("Widget", self))
        super()._on_timer_update()
