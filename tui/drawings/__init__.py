"""Draws a past round as rows of text from the game's `Drawing` (`core.story.drawing`).

Parts are side by side if the columns suffice, else one below the other. A step's effect is left out before it, and
highlighted when it has just happened. A game without a drawing is told in steps alone.

    excerpt.py  excerpts of a replay for commands
    parts.py    parts of a drawing as rows
    tiles.py    tiles, chips and figures of the duels
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from textual.content import Content

from core.games import draw_moment
from core.story.drawing import Drawing, Moment, moment_of
from core.story.parts import Scene, Story
from tui.drawings.parts import Paint
from tui.words import text

GAP = 3


class SceneFrame(NamedTuple):
    """A moment of a scene, and the room to draw it in."""

    story: Story
    scene: Scene
    before: Mapping[str, Any]
    at: int
    """Number of steps that have happened, from 0 to all."""
    width: int
    height: int

    @property
    def moment(self) -> Moment:
        return Moment(self.story, self.scene, self.before, self.at)


def frame_of(story: Story, place: int, at: int, width: int, height: int) -> SceneFrame:
    moment = moment_of(story, place, at)
    return SceneFrame(story, moment.scene, moment.before, at, width, height)


def draw(frame: SceneFrame) -> list[Content]:
    drawing = draw_moment(frame.moment)
    return [] if drawing is None else _laid_out(drawing, Paint.of(frame.moment, frame.width, frame.height))


def draw_board(
    drawing: Drawing, seats: tuple[str, ...], width: int, height: int, choosable: Mapping[str, str]
) -> list[Content]:
    """Return a game's drawing of the present position. `choosable`: cells that can be chosen, each with the style
    of its name."""
    return _laid_out(drawing, Paint(seats, width, height, choosable=choosable))


def _laid_out(drawing: Drawing, paint: Paint) -> list[Content]:
    """All parts side by side, else one below the other. If inseparable parts fit neither way, the part of the last
    step alone."""
    if not drawing.parts:
        return []
    first, *rest = drawing.parts
    stacked = _stacked_rows(drawing, paint)
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


def _stacked_rows(drawing: Drawing, paint: Paint) -> list[Content]:
    rows: list[Content] = []
    rest = [len(paint.rows(part, paint.width, 0)) + 1 for part in drawing.parts]
    for n, part in enumerate(drawing.parts):
        more = paint.rows(part, paint.width, paint.height - len(rows) - sum(rest[n + 1 :]))
        rows += [*([text.line("")] if rows and more else []), *more]
    return rows
