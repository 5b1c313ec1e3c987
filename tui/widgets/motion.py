"""A close on its own board: each step as it happens, before what came of it is told."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.content import Content
from textual.timer import Timer

from core.story.parts import Story
from tui.drawings import draw, frame_of
from tui.widgets.lines import Lines
from tui.words import text

STEP, WHOLE = 0.8, 5.0
"""Seconds that one step stands at the most, and all of them together."""
SAID = 2
"""Rows under the board: an empty one, and the step in words."""


def acted(told: Story, at: int, width: int, height: int) -> list[Content]:
    """The last close after `at` of its steps, with the last of them in words; empty where the game draws nothing."""
    scene = told.scenes[-1]
    board = draw(frame_of(told, len(told.scenes) - 1, at, width, height - SAID))
    said = scene.steps[at - 1].text if at else f"{told.round_word.capitalize()} {scene.round} closes."
    return [*text.cut(board, height - SAID), text.line(""), text.fit((said, "$strong"), width)] if board else []


class Acted(Lines):
    """What moved at the last close, as far as its reader was told. Then `over()` is called, once."""

    DEFAULT_CSS = "Acted { height: 1fr; margin: 1; }"

    def __init__(self, told: Story, *, moving: Callable[[], bool], over: Callable[[], None]) -> None:
        """`moving()`: may it still move? Where it may not any more nobody waits for it."""
        super().__init__(id="acted")
        self._story, self._moving, self._over = told, moving, over
        self._timer: Timer | None = None
        self.at = 0
        """How many steps have happened."""

    def on_mount(self) -> None:
        steps = len(self._story.scenes[-1].steps)
        self._timer = self.set_interval(min(STEP, WHOLE / (steps + 1)), self.advance)

    def advance(self) -> None:
        """The next step, and after the last one what comes then."""
        if self._moving() and self.at < len(self._story.scenes[-1].steps):
            self.at += 1
            self.redraw()
        else:
            self.end()

    def end(self) -> None:
        """It is over, also before its last step."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
            self._over()

    def drawn(self) -> Sequence[Content]:
        return acted(self._story, self.at, *self.size)
