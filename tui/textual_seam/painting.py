"""Changes to Textual's painting: once, only visible screens, only changes.

Complements `tui.textual_seam` under the same rule: `USED` explains every private name of Textual.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, Generic, TypeVar, cast

import textual.strip
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

from tui.textual_seam import Convert, OpenApp, Private, SizedScreen, is_going

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


class LineCache(dict[Any, Any]):
    """Replaces the seven caches of a line, which took half a session's memory while most of them are empty."""

    __slots__ = ()
    LIMIT = 4

    def __init__(self, maxsize: int) -> None: ...

    def __setitem__(self, key: Any, value: Any) -> None:
        if len(self) >= self.LIMIT:
            self.clear()
        super().__setitem__(key, value)


textual.strip.FIFOCache = LineCache  # type: ignore[assignment, attr-defined]


class ChangedLinesCompositor(Compositor):
    """Paints only changed lines, and skips hidden widgets. Textual repaints the box around all changes."""

    def __init__(self) -> None:
        super().__init__()
        self._changed: list[Region] = []

    def render_partial_update(self) -> ChopsUpdate | None:
        self._changed = join_stacked(self._dirty_regions)
        try:
            return super().render_partial_update()
        finally:
            self._changed = []

    def reflow(self, parent: Widget, size: Size) -> ReflowResult:
        """Like Textual's, but a part that cannot be measured is left out on a second try."""
        try:
            return super().reflow(parent, size)
        except Exception as error:
            self._raise_unless_handled(parent, error)
            return super().reflow(parent, size)

    @property
    def full_map(self) -> CompositorMap:
        """Likewise: Textual also lays out when it is asked where something is."""
        try:
            return super().full_map
        except Exception as error:
            self._raise_unless_handled(self.root, error)
            return super().full_map

    def _raise_unless_handled(self, root: Widget | None, error: Exception) -> None:
        if not isinstance(root, OpenScreen) or not root.handle_paint_error(error):
            raise error

    def _get_renders(self, crop: Region | None = None) -> Iterable[tuple[Region, Region, list[Strip]]]:
        left = self._changed
        if not left:
            for region, seen, painted in super()._get_renders(crop):
                yield region, seen, self._divisible(painted)
            return
        for widget, (region, clip) in self.visible_widgets.items():  # from the front to the back
            seen = region.intersection(clip)
            under = [hidden_region for hidden_region in left if hidden_region.overlaps(seen)]
            if under:
                top = max(seen.y, min(hidden_region.y for hidden_region in under))
                high = min(seen.bottom, max(hidden_region.bottom for hidden_region in under)) - top
                lines = Region(seen.x - region.x, top - region.y, seen.width, high)
                yield region, Region(seen.x, top, seen.width, high), self._divisible(widget.render_lines(lines))
                left = [hidden_region for hidden_region in left if not seen.contains_region(hidden_region)]
                if not left:  # everything further back is hidden
                    return

    def _divisible(self, lines: Iterable[Strip]) -> list[Strip]:
        """Return lines for the painter, which only divides them."""
        app = None if self.root is None else self.root.app
        convert = app.convert if isinstance(app, OpenApp) else None
        return cast("list[Strip]", [DivisibleStrip(line, convert) for line in lines])


class DivisibleStrip:
    """A line on its way to the screen. Textual's leave some 30 kB of garbage a key."""

    __slots__ = ("_convert", "_strip")

    def __init__(self, strip: Strip, convert: Convert | None) -> None:
        self._strip, self._convert = strip, convert

    def divide(self, cuts: Iterable[int]) -> Sequence[Strip]:
        """Return the pieces of a copy between these columns: a line keeps its pieces."""
        cuts, length = list(cuts), self._strip.cell_length
        line = Strip(self._strip if self._convert is None else self._convert(list(self._strip)), length)
        return [line] if cuts == [length] else line.divide(cuts)


def join_stacked(regions: Iterable[Region]) -> list[Region]:
    """Join regions of the same columns that touch each other."""
    joined: list[Region] = []
    for part in sorted(regions, key=lambda region: (region.x, region.width, region.y)):
        last = joined[-1] if joined else None
        if last is not None and (last.x, last.width) == (part.x, part.width) and part.y <= last.bottom:
            joined[-1] = last.union(part)
        else:
            joined.append(part)
    return joined


class ScreenBelow(Visual):
    """The screen below a dialog, by position in the stack. Textual's cache could hand a dialog the wrong screen."""

    def __init__(self, dialog: Screen[Any]) -> None:
        self._dialog = dialog

    def render_strips(self, width: int, height: int | None, style: Style, options: RenderOptions) -> list[Strip]:
        stack = self._dialog.app.screen_stack
        place = stack.index(self._dialog) if self._dialog in stack else 0
        if place == 0:  # it was just removed
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
    text, style, control = segment
    return segment if style is None or control else Segment(text, _bare(style))


@lru_cache(4096)
def _bare(style: RichStyle) -> RichStyle:
    return style.clear_meta_and_links()


class OpenScreen(Screen[T], Generic[T]):
    """A Textual screen that is painted once, and only while visible."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._compositor = ChangedLinesCompositor()

    is_hidden: Callable[[], bool]
    """Returns True if an opaque screen is over this one."""

    @property
    def going(self) -> bool:
        return is_going(self)

    def post_message(self, message: Message) -> bool:
        """Like Textual's, but a new scroll bar's request for a layout is dropped: its size came from one."""
        if isinstance(message, Layout) and isinstance(message.widget, ScrollBar):
            return False
        return super().post_message(message)

    def render(self) -> Any:
        return super().render() if self.styles.background.a else ScreenBelow(self)

    def catch_up_below(self) -> None:
        """Catch up on the layouts and paintings of screens below that were covered."""
        for screen in self.app.screen_stack[:-1]:
            if isinstance(screen, OpenScreen) and not screen.is_hidden():
                if isinstance(screen, SizedScreen):
                    screen.fit_again()
                screen.check_idle()

    def _compositor_refresh(self) -> None:
        """Like Textual's, but only while visible."""
        if self.app._batch_count or self.is_hidden():
            return
        began, stack = Message().time, self.app.screen_stack
        over = stack[stack.index(self) + 1 :] if self in stack else ()
        if over:
            # Dialogs above keep a picture of this screen. Textual would also repaint the whole screen, and everything
            # above it, at the next change.
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
                if not self.handle_paint_error(error):
                    raise
        self.note_painted(began)

    def handle_paint_error(self, error: Exception) -> bool:
        """True if it goes on without a part that cannot be laid out or painted and is hidden by now."""
        return False

    def note_painted(self, began: float) -> None:
        """Called after painting that started at `began` (event time): later keys are meant for this picture."""

    def _on_timer_update(self) -> None:
        """Like Textual's, but without painting twice after a layout, and without forgetting changed widgets when
        regions below a dialog are repainted."""
        if self._repaint_required and self.is_current and not self.app._batch_count:
            self._repaint_required = False
            self._dirty_widgets.add(cast("Widget", self))
        super()._on_timer_update()
