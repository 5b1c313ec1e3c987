"""A close on the game's board, step by step, before its report."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.content import Content
from textual.timer import Timer

from core.story.parts import Story
from tui.drawings import draw, frame_of
from tui.widgets.lines import Lines
from tui.words import text

STEP, WHOLE = 0.8, 5.0
"""Most seconds for one step, and for all of them together."""
SAID = 2
"""Rows below the board: an empty one, and the step in words."""


def draw_close(story: Story, step_count: int, width: int, height: int, place: int = -1) -> list[Content]:
    """Return the last close, or that of scene `place`, after `step_count` steps, with the latest in words; empty if the
    game draws nothing."""
    scene = story.scenes[place]
    board = draw(frame_of(story, place % len(story.scenes), step_count, width, height - SAID))
    words = scene.steps[step_count - 1].text if step_count else f"{story.when(scene.round).capitalize()} closes."
    return [*text.cut(board, height - SAID), text.line(""), text.fit((words, "$strong"), width)] if board else []


class CloseMotion(Lines):
    """Animates the last close as its reader may know it, then calls `on_end()` once."""

    DEFAULT_CSS = "CloseMotion { height: 1fr; margin: 1; }"

    def __init__(self, story: Story, *, moving: Callable[[], bool], on_end: Callable[[], None]) -> None:
        """`moving()`: False stops the animation."""
        super().__init__(id="acted")
        self._story, self._moving, self._over = story, moving, on_end
        self._timer: Timer | None = None
        self.at = 0
        """Number of steps that have happened."""

    def on_mount(self) -> None:
        steps = len(self._story.scenes[-1].steps)
        self._timer = self.set_interval(min(STEP, WHOLE / (steps + 1)), self.advance)

    def advance(self) -> None:
        if self._moving() and self.at < len(self._story.scenes[-1].steps):
            self.at += 1
            self.redraw()
        else:
            self.end()

    def end(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
            self._over()

    def drawn(self) -> Sequence[Content]:
        return draw_close(self._story, self.at, *self.size)
