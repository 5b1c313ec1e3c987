"""A round of the past, drawn: one module a game, pure functions of a story's scene. The registry of drawings.

A drawing shows a `Frame`: the position before the close, the steps that have happened so far, and, once all have, the
position after it. A game without a drawing is told in steps alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, NamedTuple

from textual.content import Content

from core.story.parts import Scene, Step, Story
from tui.words import text
from tui.words.plot import hues

DRAWINGS: dict[str, str] = {
    "black_and_white": "tui.drawings.duel",
    "ninety_nine": "tui.drawings.duel",
    "day_of_mercury": "tui.drawings.day_of_mercury",
    "drifting_ship": "tui.drawings.drifting_ship",
    "exodus": "tui.drawings.trading",
    "famine": "tui.drawings.trading",
    "pantheic_runes": "tui.drawings.pantheic_runes",
    "sinners_secret": "tui.drawings.sinners_secret",
}
"""Game id to the module with its `draw(frame) -> rows`. Imported when first shown."""


class Frame(NamedTuple):
    """One moment of a scene, and the room to draw it in."""

    story: Story
    scene: Scene
    before: Mapping[str, Any]
    """The position before the close."""
    at: int
    """How many steps have happened, 0 to all of them."""
    width: int
    height: int

    @property
    def over(self) -> bool:
        """Have all steps happened?"""
        return self.at >= len(self.scene.steps)

    @property
    def picture(self) -> Mapping[str, Any]:
        """The position: before the close, and after it once all steps have happened."""
        return self.scene.picture if self.over else self.before

    @property
    def done(self) -> tuple[Step, ...]:
        """The steps that have happened."""
        return self.scene.steps[: self.at]

    @property
    def step(self) -> Step | None:
        """The step that has just happened."""
        return self.scene.steps[self.at - 1] if 0 < self.at <= len(self.scene.steps) else None

    @property
    def tone(self) -> dict[str, str]:
        """A colour for each seat, as on the curves."""
        return hues(self.story.seats)

    def name(self, seat: str, width: int = 0) -> Content:
        """A seat's name in its colour; bold if the last step concerns it."""
        here = self.step is not None and seat in self.step.seats
        style = f"bold {self.tone[seat]}" if here else self.tone.get(seat, "$ink")
        mark = "\u25b8" if here else " "
        shown = text.line((mark, "$key"), (seat, style))
        return text.fit(shown, width) if width else shown


def frame_of(story: Story, place: int, at: int, width: int, height: int) -> Frame:
    """The moment after `at` steps of the scene at `place`."""
    scene = story.scenes[place]
    before = story.scenes[place - 1].picture if place else story.start
    return Frame(story, scene, before or scene.picture, at, width, height)


def draw(frame: Frame) -> list[Content]:
    """The drawing of a moment; empty where the game has none or nothing is known of the position."""
    module = DRAWINGS.get(frame.story.game)
    if module is None or not frame.scene.picture:
        return []
    drawing: Callable[[Frame], list[Content]] = import_module(module).draw
    return drawing(frame)
