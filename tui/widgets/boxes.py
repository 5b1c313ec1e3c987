"""Rows and columns of widgets that never scroll.

A Textual container lays its screen out a second time whenever what it contains has changed in size, because it might
have to show scroll bars. These have none.
"""

from __future__ import annotations

from textual import containers
from textual.geometry import Size
from textual.reactive import Reactive


class Horizontal(containers.Horizontal):
    """Widgets side by side."""

    virtual_size: Reactive[Size] = Reactive(Size(0, 0))


class Vertical(containers.Vertical):
    """Widgets under one another."""

    virtual_size: Reactive[Size] = Reactive(Size(0, 0))
