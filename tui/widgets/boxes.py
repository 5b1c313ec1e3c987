"""Containers that are laid out once.

A Textual container lays its screen out a second time whenever what it contains has changed in size, because it might
have to show scroll bars. Rows and columns have none here, and what scrolls asks when a bar comes or goes.
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


class VerticalScroll(containers.VerticalScroll):
    """Widgets under one another, with a bar where they are higher than it."""

    virtual_size: Reactive[Size] = Reactive(Size(0, 0))
