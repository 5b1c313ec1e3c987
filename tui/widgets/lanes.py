"""The lanes of a close, drawn over its report: pieces that move, for two thirds of a second, where that is wanted.

Each picture asks once more whether anything is to move: a line that falls behind meanwhile is sent the last one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.content import Content
from textual.geometry import Size
from textual.timer import Timer

from tui.motion import SECONDS, STEPS, Lane, drawn
from tui.widgets.lines import Lines


class Lanes(Lines):
    """As many rows as lanes. Keys go to the page, which is read and left as if nothing moved; where nothing is to move
    the last picture stands from the start."""

    DEFAULT_CSS = "Lanes { height: auto; margin: 1 1 0 1; }"

    def __init__(self, lanes: Sequence[Lane], *, moving: Callable[[], bool]) -> None:
        super().__init__(id="lanes")
        self._lanes, self._moving = tuple(lanes), moving
        self._timer: Timer | None = None
        self.step = 0 if moving() else STEPS
        """How far the pieces are, of `STEPS`."""

    def on_mount(self) -> None:
        if self.step < STEPS:
            self._timer = self.set_interval(SECONDS, self.advance)

    def advance(self) -> None:
        """The next picture; after the last one nothing is left to do."""
        self.step = self.step + 1 if self._moving() else STEPS
        if self.step >= STEPS and self._timer is not None:
            self._timer.stop()
        self.redraw()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._lanes)

    def drawn(self) -> Sequence[Content]:
        return drawn(self._lanes, self.size.width, self.step)
