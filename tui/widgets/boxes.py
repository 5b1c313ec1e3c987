"""Containers that are laid out once.

A Textual container lays its screen out a second time whenever what it contains has changed in size, because it might
have to show scroll bars. Rows and columns have none here, and what scrolls asks when a bar comes or goes.
"""

from __future__ import annotations

from collections.abc import Callable

from textual import containers
from textual.geometry import NULL_OFFSET, NULL_SPACING, Region, Size
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.reactive import Reactive
from textual.widget import Widget

from tui.widgets.layout import Arrangement


class Horizontal(containers.Horizontal):
    """Widgets side by side."""

    virtual_size: Reactive[Size] = Reactive(Size(0, 0))


class Vertical(containers.Vertical):
    """Widgets under one another."""

    virtual_size: Reactive[Size] = Reactive(Size(0, 0))


class VerticalScroll(containers.VerticalScroll):
    """Widgets under one another, with a bar where they are higher than it."""

    virtual_size: Reactive[Size] = Reactive(Size(0, 0))


class Rooms(Layout):
    """A layout that asks for no sizes: what a child would like is in the table, so one pass is always enough."""

    name = "rooms"

    def __init__(self, arranged: Callable[[int, int], Arrangement]) -> None:
        """`arranged(columns, rows)` says where everything stands."""
        self._arranged = arranged

    def arrange(self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True) -> ArrangeResult:
        rooms = self._arranged(size.width, size.height).rooms
        return [
            WidgetPlacement(Region(*rooms[child.id][:4]), NULL_OFFSET, NULL_SPACING, child)
            for child in children
            if child.id is not None and child.id in rooms
        ]


def show_only(parent: Widget, arrangement: Arrangement) -> None:
    """Children that have no room are not displayed: they take no keyboard either."""
    for child in parent.children:
        child.display = child.id in arrangement.rooms
