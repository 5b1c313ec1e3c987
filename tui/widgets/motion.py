"""Pieces that move at a close: who gave what to whom, who went where. A lane is drawn for any share of its way; the
last picture says everything without motion.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from textual.content import Content
from textual.geometry import Size
from textual.timer import Timer

from tui.widgets.lines import Lines
from tui.words import text

STEPS = 8
"""Pictures of a lane while its piece moves."""
SECONDS = 0.08
"""How long each of them stands."""
SIDE = 12
"""Columns of what stands before a lane."""
LONGEST, SHORTEST = 24, 6
"""Columns of a track."""
TRACK = "\u00b7"
STOPPED = "\u00d7"
"""Where a piece was stopped."""


class Lane(NamedTuple):
    """One piece on its way. Everything in it is what its reader was told."""

    left: text.Part
    """Who or what it starts from."""
    piece: text.Part
    """What moves, in a few columns."""
    right: text.Part
    """Who or what it goes to."""
    back: text.Part = ""
    """What comes the other way at the same time."""
    fails: bool = False
    """It gets half the way, and goes back."""


def drawn(lanes: Sequence[Lane], width: int, step: int) -> list[Content]:
    """The lanes in so many columns, their pieces `step` of `STEPS` on their way."""
    side = min(SIDE, max((text.line(lane.left).cell_length for lane in lanes), default=0))
    far = max((text.line(lane.right).cell_length for lane in lanes), default=0)
    track = max(SHORTEST, min(LONGEST, width - side - far - 4))
    return [_lane(lane, side, track, width, min(1.0, step / STEPS)) for lane in lanes]


def _lane(lane: Lane, side: int, track: int, width: int, share: float) -> Content:
    piece, back = text.line(lane.piece), text.line(lane.back)
    cells: list[text.Part] = [(TRACK, "$faint")] * track
    if lane.fails:
        middle = track // 2
        cells[middle] = (STOPPED, "$bad")
        share = share if share <= 0.5 else 1.0 - share
        _lay(cells, piece, round(share * 2 * (middle - piece.cell_length)))
    else:
        way = track - piece.cell_length
        if back.plain:
            _lay(cells, back, round((1.0 - share) * (track - back.cell_length)))
        _lay(cells, piece, round(share * way))
    left = text.fit(lane.left, side)
    return text.fit(text.line(" ", left, " ", *cells, " ", lane.right), width)


def _lay(cells: list[text.Part], piece: Content, at: int) -> None:
    """Put a piece over the track; what lay in its columns is under it."""
    at = max(0, min(at, len(cells) - piece.cell_length))
    cells[at : at + piece.cell_length] = [piece, *[""] * (piece.cell_length - 1)]


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
