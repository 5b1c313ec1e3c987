"""The stage of a replay: one moment of a round drawn, with the course of the match in the room that is left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from textual.content import Content

from core.story.parts import Series, Story
from tui.drawings import Frame, draw, frame_of
from tui.widgets.lines import Paper
from tui.words import text
from tui.words.plot import plot

LEAST = 7
"""Rows below which neither curve nor list is worth its room."""
NARROW = 30
"""Columns below which likewise."""
APART = 100
"""Columns from which two things stand beside one another."""
MOST = 18
"""Rows that a curve takes at the most."""
GAP = 3
"""Columns between a drawing and what stands beside it."""
LIVELY = 5
"""How many different values a second curve must have to be worth drawing."""


class Room(NamedTuple):
    """Where there is room beside or under a drawing."""

    row: int
    """The first row of it."""
    column: int
    width: int
    height: int


def room_in(shapes: Sequence[Sequence[Content]], width: int, height: int) -> Room | None:
    """The largest room to the right of a drawing or under it, for all the shapes that it takes in a round, so that
    nothing jumps from step to step; None where there is none worth having."""
    ends = [0] * max((len(rows) for rows in shapes), default=0)
    for rows in shapes:
        for y, row in enumerate(rows):
            ends[y] = max(ends[y], len(row.plain.rstrip()))
    found: list[tuple[int, Room]] = []
    for first in range(len(ends) + 1):
        used = max(ends[first:], default=0)
        column = used + GAP if used else 0
        above = ends[first - 1] if first else 0
        top = first + 1 if above + GAP > column else first  # an empty row parts it from what stands above it
        here = Room(top, column, width - column, height - top)
        if here.width >= NARROW and here.height >= LEAST:
            found.append((min(here.width, 2 * APART) * min(here.height, 2 * MOST), here))
    return max(found, key=lambda one: one[0])[1] if found else None


def filled(rows: Sequence[Content], room: Room, more: Sequence[Content], width: int) -> list[Content]:
    """A drawing with what stands in its room."""
    found: list[Content] = []
    for y in range(max(len(rows), room.row + len(more))):
        row = rows[y] if y < len(rows) else text.line("")
        if not 0 <= y - room.row < len(more):
            found.append(row)
            continue
        end = len(row.plain.rstrip())
        row = text.fit(row[:end], max(room.column, end + GAP if end else 0))
        found.append(text.line(row, text.fit(more[y - room.row], max(0, width - row.cell_length))))
    return found


def course(frame: Frame, width: int, height: int, steps: bool, curve: int = 0) -> list[Content]:
    """At most `height` rows of at most `width` columns: the curve numbered `curve` with a line at this round, and the
    steps if they are wanted, or another curve."""
    half = (width - 4) // 2
    if width >= APART:
        left = curve_rows(frame, half, min(height, MOST), curve)
        right = step_rows(frame, half, height) if steps else _second(frame, half, min(height, MOST), curve)
        if left and right:
            return text.beside([left, right], [half, half], 4)
        return step_rows(frame, width, height) if steps else curve_rows(frame, width, min(height, MOST), curve)
    if height < 2 * LEAST + 1:
        return step_rows(frame, width, height) if steps else curve_rows(frame, width, height, curve)
    first = step_rows(frame, width, height // 2) if steps else curve_rows(frame, width, min(height // 2, MOST), curve)
    rest = min(height - len(first) - 1, MOST)
    second = curve_rows(frame, width, rest, curve) if steps else _second(frame, width, rest, curve)
    return [*first, *([text.line("")] if first and second else []), *second]


def _second(frame: Frame, width: int, height: int, curve: int) -> list[Content]:
    """The curve after the first, where it has something to show."""
    series = frame.story.series
    if len(series) < 2:
        return []
    other = series[(curve + 1) % len(series)]
    lively = len({value for values in other.curves.values() for value in values}) >= LIVELY
    return curve_rows(frame, width, height, curve + 1) if lively else []


def _curves(frame: Frame) -> tuple[Series, ...]:
    return frame.story.series


def curve_rows(frame: Frame, width: int, height: int, curve: int = 0) -> list[Content]:
    """One curve under its name, with a line where the round stands: before its close, and after it once all steps have
    happened."""
    if not _curves(frame):
        return []
    series = _curves(frame)[curve % len(_curves(frame))]
    if frame.scene.round not in series.rounds:
        return []
    at = series.rounds.index(frame.scene.round)
    drawn = plot(series, width, height - 1, frame.tone, here=at if frame.over else max(0, at - 1))
    more = f"  {curve % len(_curves(frame)) + 1} of {len(_curves(frame))}, c" if len(_curves(frame)) > 1 else ""
    head = text.line((series.title, "$accent"), (f" by {frame.story.round_word}{more}", "$faint"))
    return [head, *drawn] if drawn else []


def step_rows(frame: Frame, width: int, height: int) -> list[Content]:
    """The steps of the round around the last one, one a row, those to come faint."""
    steps = frame.scene.steps
    room = height - 1
    room = max(1, min(room, len(steps)))
    first = max(0, min(frame.at - 1 - room // 2, len(steps) - room))
    count = f" {frame.at} of {len(steps)}" if steps else ""
    rows = [text.line(("What happened", "$accent"), (count, "$faint"))]
    for number, step in enumerate(steps[first : first + room], first + 1):
        style = "$strong" if number == frame.at else "$ink" if number < frame.at else "$faint"
        mark = "\u25b8" if number == frame.at else " "
        rows.append(text.fit(text.line((mark, "$key"), " ", (step.text, style)), width))
    return rows


class Stage(Paper):
    """The drawing of one moment, in the room there is."""

    def __init__(self) -> None:
        super().__init__(id="replay-stage")
        self._moment: tuple[Story, int, int] | None = None
        self.curve = 0
        """Which of the series is drawn under it."""
        self._left: tuple[tuple[int, int, int], Room | None] = (0, 0, 0), None
        self._curves: tuple[Story, tuple[int, bool, Room, int], list[Content]] | None = None
        self.alone = True
        """Is no list of steps beside it?"""

    def show(self, told: Story, place: int, at: int) -> None:
        """The moment after `at` steps of the scene at `place`."""
        self._moment = told, place, at
        before = self._fitted[1]
        self._fitted = (-1, [])
        self.redraw(layout=len(self._fit(self.size.width)) != len(before))

    def fit(self, width: int) -> list[Content]:
        if self._moment is None or width < 1:
            return []
        frame = self.frame(width)
        drawn = draw(frame)
        room = self._room(frame)
        if room is None:
            return drawn or [text.line(("This round is told in steps.", "$faint"))]
        return filled(drawn, room, self._course(frame, room), width)

    def _course(self, frame: Frame, room: Room) -> list[Content]:
        """What stands in that room. Curves alone are the same at every step but the last: drawn once."""
        if self.alone:
            return course(frame, room.width, room.height, True, self.curve)
        key = (frame.scene.round, frame.over, room, self.curve)
        if self._curves is None or self._curves[0] is not frame.story or self._curves[1] != key:
            self._curves = frame.story, key, course(frame, room.width, room.height, False, self.curve)
        return self._curves[2]

    def _room(self, frame: Frame) -> Room | None:
        """What the drawing leaves of its room in this round, at whichever step: found once."""
        key = (id(frame.scene), frame.width, frame.height)
        if self._left[0] != key:
            shapes = [draw(frame._replace(at=at)) for at in (0, len(frame.scene.steps))]
            self._left = key, room_in(shapes, frame.width, frame.height)
        return self._left[1]

    def frame(self, width: int) -> Frame:
        """What is drawn, for a width."""
        assert self._moment is not None
        told, place, at = self._moment
        return frame_of(told, place, at, width, self.screen.size.height - 6)
