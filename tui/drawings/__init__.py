"""A round of the past on a screen: rows of text from the `Drawing` that a game makes of it (`core.story.drawing`).

Parts stand beside one another where they have the columns, else one below the other. What a step brings is left out
before it, and lit when it has just happened. A game without a drawing is told in steps alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from textual.content import Content

from core.games import drawn
from core.story.drawing import Drawing, Moment, moment_of
from core.story.parts import Scene, Step, Story
from tui.drawings.parts import Paint
from tui.words import text
from tui.words.plot import hues

GAP = 3
"""Columns between two parts."""


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
    def moment(self) -> Moment:
        """What a game draws."""
        return Moment(self.story, self.scene, self.before, self.at)

    @property
    def over(self) -> bool:
        """Have all steps happened?"""
        return self.moment.over

    @property
    def picture(self) -> Mapping[str, Any]:
        """The position: before the close, and after it once all steps have happened."""
        return self.moment.picture

    @property
    def step(self) -> Step | None:
        """The step that has just happened."""
        return self.moment.step

    @property
    def tone(self) -> dict[str, str]:
        """A colour for each seat, as on the curves."""
        return hues(self.story.seats)


def frame_of(story: Story, place: int, at: int, width: int, height: int) -> Frame:
    """The moment after `at` steps of the scene at `place`."""
    moment = moment_of(story, place, at)
    return Frame(story, moment.scene, moment.before, at, width, height)


def draw(frame: Frame) -> list[Content]:
    """The drawing of a moment; empty where the game has none or nothing is known of the position."""
    drawing = drawn(frame.moment)
    return [] if drawing is None else _laid_out(drawing, Paint(frame.moment, frame.width, frame.height))


def _laid_out(drawing: Drawing, paint: Paint) -> list[Content]:
    """All parts: side by side, else one below the other; of two that may not be parted the one that the last step is
    about, where neither way has the room."""
    if not drawing.parts:
        return []
    first, *rest = drawing.parts
    stacked = _below(drawing, paint)
    if not rest or (drawing.over and len(stacked) <= paint.height):
        return stacked
    across = max(paint.least(part) for part in rest)
    if paint.width >= paint.least(first) + GAP + across:
        right: list[Content] = []
        for part in rest:
            right += [*([text.line("")] if right else []), *paint.rows(part, across, paint.height)]
        left = paint.rows(first, paint.width - across - GAP, paint.height)
        wide = max((row.cell_length for row in left), default=0)
        return text.beside([left, right], [wide, paint.width - wide - GAP], GAP)
    if drawing.over:
        about = next((part for part in drawing.parts if paint.is_about(part)), first)
        return paint.rows(about, paint.width, paint.height, cut=True)
    return stacked


def _below(drawing: Drawing, paint: Paint) -> list[Content]:
    """One below the other; each has the height that the others leave it."""
    rows: list[Content] = []
    rest = [len(paint.rows(part, paint.width, 0)) + 1 for part in drawing.parts]
    for n, part in enumerate(drawing.parts):
        more = paint.rows(part, paint.width, paint.height - len(rows) - sum(rest[n + 1 :]))
        rows += [*([text.line("")] if rows and more else []), *more]
    return rows
