"""The stage of a replay: one moment of a round, drawn, and what stands in the room that the drawing leaves."""

from __future__ import annotations

from textual.content import Content

from core.story.parts import Story
from tui.drawings import Frame, draw, frame_of
from tui.drawings.course import Room, course, filled, room_in
from tui.widgets.words import Paper
from tui.words import text


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
