"""Containers that are laid out once. Textual's lay out again at every change of content, for possible scroll bars."""

from __future__ import annotations

from collections.abc import Callable

from textual import containers
from textual.geometry import NULL_OFFSET, NULL_SPACING, Region, Size
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.reactive import Reactive
from textual.widget import Widget

from tui.widgets.layout import Arrangement


class Horizontal(containers.Horizontal):
    virtual_size: Reactive[Size] = Reactive(Size(0, 0))


class Vertical(containers.Vertical):
    virtual_size: Reactive[Size] = Reactive(Size(0, 0))


class VerticalScroll(containers.VerticalScroll):
    """Widgets one below the other, with a scroll bar if needed."""

    virtual_size: Reactive[Size] = Reactive(Size(0, 0))


class Rooms(Layout):
    """A layout from a table of parts. Children are not asked for sizes, so one pass is enough."""

    name = "rooms"

    def __init__(self, arranged: Callable[[int, int], Arrangement]) -> None:
        """`arranged(columns, rows)` returns all places."""
        self._arranged = arranged

    def arrange(self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True) -> ArrangeResult:
        rooms = self._arranged(size.width, size.height).rooms
        return [
            WidgetPlacement(Region(*rooms[child.id][:4]), NULL_OFFSET, NULL_SPACING, child)
            for child in children
            if child.id is not None and child.id in rooms
        ]


def show_only(parent: Widget, arrangement: Arrangement) -> None:
    """Hide children without room, so that they take no focus."""
    for child in parent.children:
        child.display = child.id in arrangement.rooms
