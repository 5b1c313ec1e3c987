"""The stage of a replay: one moment drawn beside the course of the match; navigation by round and step; automatic
playing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import NamedTuple

from textual.content import Content
from textual.timer import Timer
from textual.widget import Widget

from core.match import views
from core.story.parts import Story
from core.story.turning import by_trick
from core.table.seat import Seat
from tui.app.memory import SeatMemory
from tui.drawings import SceneFrame, draw, frame_of
from tui.screens.result.past_tables import PastMoment, Replay
from tui.widgets.lines import Paper
from tui.words import text
from tui.words.log_rows import course_of, picture_rows, public_rows, round_rows
from tui.words.plot import hues, plot

SPEEDS = (3.0, 1.5, 0.8, 0.3)
"""Seconds for each step, from slow to fast."""


class Player:
    """Plays steps automatically; stopped at first."""

    def __init__(self, screen: Widget, step: Callable[[], Awaitable[None]]) -> None:
        """`screen`: owner of the timer, which ends with it. `step`: goes to the next step."""
        self._screen, self._step = screen, step
        self._speed = 1
        self._timer: Timer | None = None

    @property
    def runs(self) -> bool:
        return self._timer is not None

    @property
    def seconds(self) -> float:
        return SPEEDS[self._speed]

    def start(self) -> None:
        self._timer = self._screen.set_interval(self.seconds, self._step)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def faster(self, by: int) -> None:
        self._speed = max(0, min(len(SPEEDS) - 1, self._speed + by))
        if self.runs:
            self.stop()
            self.start()


class ReplaySpot(NamedTuple):
    """A place in a match. Methods return another place, and stop at both ends."""

    place: int = 0
    """Round from 0; one past the last for the result."""
    at: int = 0
    told: bool = False

    def moved_by(self, by: int, rounds: int) -> ReplaySpot:
        return self._replace(place=max(0, min(rounds, self.place + by)), at=0)

    def stepped_by(self, by: int, steps: Sequence[int]) -> ReplaySpot:
        """Return the next step in everybody's view; past the last step the next round. In words a round is one step.
        `steps`: number of steps by round."""
        if self.told or self.place >= len(steps):
            target = self.moved_by(by, len(steps))
            drawn = by < 0 and not self.told and target.place < len(steps)
            return target._replace(at=steps[target.place]) if drawn else target
        if 0 <= self.at + by <= steps[self.place]:
            return self._replace(at=self.at + by)
        if by > 0:
            return self.moved_by(1, len(steps))
        return self._replace(place=self.place - 1, at=steps[self.place - 1]) if self.place else self

    def paged_by(self, by: int, rounds: int) -> ReplaySpot:
        in_words = self.told and self.place < rounds
        if in_words != (by > 0):
            return self if self.place >= rounds and by > 0 else self._replace(told=by > 0)
        target = self.moved_by(by, rounds)
        return self if target.place == self.place else target._replace(at=self.at, told=by < 0)


TURN = "\u25b4"
"""Mark before the number of a turning point."""


def scrub(story: Story, place: int, width: int) -> Content:
    gap = " \u2500" if width >= 100 else ""
    rounds: list[Content] = []
    for number_, scene in enumerate(story.scenes):
        turns = "".join(f"{TURN}{n} " for n, turn in enumerate(story.turns, 1) if turn.round == scene.round)
        pair, part = divmod(scene.round - 1, story.parts)  # a duel counts tricks; the answer to a lead is a dot
        label = "\u00b7" if part else str(pair + 1)
        shown = (f" {label} ", "$pick" if number_ == place else "$ink")
        rounds.append(text.line(shown, (turns.rstrip(), "$key"), (gap, "$faint")))
    rounds.append(text.line((" result ", "$pick" if place >= len(story.scenes) else "$ink")))
    first = 0
    while first < place and sum(part.cell_length for part in rounds[first:]) + 4 > width:
        first += 1  # drop the earliest
    return text.line((" \u2026" if first else " ", "$faint"), *rounds[first:]).truncate(width, ellipsis=True)


def step_rows(steps: Sequence[Sequence[str]], step: int) -> Iterator[text.Part]:
    yield (f"What happened: {len(steps)} steps", "$accent")
    for number_, wrapped in enumerate(steps, 1):
        style = "$strong" if number_ == step else "$ink" if number_ < step else "$faint"
        mark = "\u25b8 " if number_ == step else "  "
        yield from (text.line((mark if n == 0 else "  ", "$key"), (line, style)) for n, line in enumerate(wrapped))


def report_page(story: Story, seat: Seat, round_: int, width: int, memory: SeatMemory | None = None) -> list[text.Part]:
    """Return a round's report for one seat. `memory`: the player's expectations."""
    entry = next(entry for entry in seat.closed_rounds() if entry.round == round_)
    course = course_of(story, seat, round_)
    return [*round_rows(seat, entry, memory, course)[1:-1], *picture_rows(story, round_, width)]


def _notice_texts(replay: Replay, moment: PastMoment, seat: str) -> list[str]:
    return [t.notice.text for t in replay.final.notices.get(seat, ()) if t.round == moment.round]


def own_rows(replay: Replay, moment: PastMoment, seat: str, besides: Sequence[str] = ()) -> list[text.Part]:
    game, record, sight = replay.final.game, moment.record, replay.seat(seat).view()
    orders = record.orders.get(seat)
    rows: list[text.Part] = [(f"{seat} ordered", "$accent")]
    view = views.opening_view(replay.final, seat, moment.round)
    ordered = () if orders is None else game.restate_to(orders, view)
    rows += [f"  {line}" for line in ordered] if orders is not None else [("  nothing", "$faint")]
    rows += [f"  {line}" for line in _notice_texts(replay, moment, seat) if line not in besides]
    told_now = game.tell_to(record.reports[seat], sight)
    return [*rows, ("  and was told", "$strong"), *(f"  {line}" for line in told_now)]


def told_rows(replay: Replay, moment: PastMoment) -> list[text.Part]:
    public = public_rows(replay.final.game, moment.record.public)
    return [("Everyone was told", "$accent"), *(text.line("  ", row) for row in public)] if public else []


def everyone_rows(replay: Replay, moment: PastMoment) -> list[text.Part]:
    first, *others = (_notice_texts(replay, moment, seat) for seat in replay.header.seats)
    alike = [line for line in dict.fromkeys(first) if all(line in notices for notices in others)]
    rows: list[text.Part] = []
    for seat in replay.header.seats:
        rows += [*own_rows(replay, moment, seat, alike), ""]
    notices = told_rows(replay, moment) or ([("Everyone was told", "$accent")] if alike else [])
    return [*rows, *notices, *(f"  {line}" for line in alike)]


LEAST = 7
"""Rows below which curve and list are left out."""
NARROW = 30
"""Columns below which curve and list are left out."""
APART = 100
"""Columns from which two things fit side by side."""
MOST = 18
"""Most rows of a curve."""
GAP = 3
"""Columns between a drawing and the text beside it."""
LIVELY = 5
"""Least number of different values of a second curve."""


class DrawingRoom(NamedTuple):
    row: int
    column: int
    width: int
    height: int


def room_in(shapes: Sequence[Sequence[Content]], width: int, height: int) -> DrawingRoom | None:
    """Return the largest room to the right of a drawing or below it, for all its shapes in a round, so that nothing
    moves between steps. None if it is too small."""
    ends = [0] * max((len(rows) for rows in shapes), default=0)
    for rows in shapes:
        for y, row in enumerate(rows):
            ends[y] = max(ends[y], len(row.plain.rstrip()))
    candidates: list[tuple[int, DrawingRoom]] = []
    for first in range(len(ends) + 1):
        used = max(ends[first:], default=0)
        column = used + GAP if used else 0
        above = ends[first - 1] if first else 0
        top = first + 1 if above + GAP > column else first  # an empty row separates it from the drawing above
        room = DrawingRoom(top, column, width - column, height - top)
        if room.width >= NARROW and room.height >= LEAST:
            candidates.append((min(room.width, 2 * APART) * min(room.height, 2 * MOST), room))
    return max(candidates, key=lambda candidate: candidate[0])[1] if candidates else None


def fill_room(rows: Sequence[Content], room: DrawingRoom, contents: Sequence[Content], width: int) -> list[Content]:
    combined: list[Content] = []
    for y in range(max(len(rows), room.row + len(contents))):
        row = rows[y] if y < len(rows) else text.line("")
        if not 0 <= y - room.row < len(contents):
            combined.append(row)
            continue
        end = len(row.plain.rstrip())
        row = text.fit(row[:end], max(room.column, end + GAP if end else 0))
        combined.append(text.line(row, text.fit(contents[y - room.row], max(0, width - row.cell_length))))
    return combined


def course(frame: SceneFrame, width: int, height: int, steps: bool, curve: int = 0) -> list[Content]:
    """Return at most `height` rows of at most `width` columns: curve number `curve` with a line at this round, and
    the steps if wanted, or another curve."""
    half = (width - 4) // 2
    if width >= APART:
        left = curve_rows(frame, half, min(height, MOST), curve)
        right = framed_steps(frame, half, height) if steps else _second(frame, half, min(height, MOST), curve)
        if left and right:
            return text.beside([left, right], [half, half], 4)
        return framed_steps(frame, width, height) if steps else curve_rows(frame, width, min(height, MOST), curve)
    if height < 2 * LEAST + 1:
        return framed_steps(frame, width, height) if steps else curve_rows(frame, width, height, curve)
    half = height // 2
    first = framed_steps(frame, width, half) if steps else curve_rows(frame, width, min(half, MOST), curve)
    rest = min(height - len(first) - 1, MOST)
    second = curve_rows(frame, width, rest, curve) if steps else _second(frame, width, rest, curve)
    return [*first, *([text.line("")] if first and second else []), *second]


def _second(frame: SceneFrame, width: int, height: int, curve: int) -> list[Content]:
    series = frame.story.series
    if len(series) < 2:
        return []
    other = series[(curve + 1) % len(series)]
    lively = len({value for values in other.curves.values() for value in values}) >= LIVELY
    return curve_rows(frame, width, height, curve + 1) if lively else []


def curve_rows(frame: SceneFrame, width: int, height: int, curve: int = 0) -> list[Content]:
    """Return one curve under its title, with a line at the round: before its close, and after it once all steps have
    happened."""
    every, parts = frame.story.series, frame.story.parts
    now = -(-frame.scene.round // parts)
    if not every or now not in (series := by_trick(every[curve % len(every)], parts)).rounds:
        return []
    at = series.rounds.index(now)
    drawn = plot(series, width, height - 1, hues(frame.story.seats), mark=at if frame.moment.over else max(0, at - 1))
    more = f"  {curve % len(every) + 1} of {len(every)}, c" if len(every) > 1 else ""
    unit = frame.story.parts_word or frame.story.round_word
    head = text.line((series.title, "$accent"), (f" by {unit}{more}", "$faint"))
    return [head, *drawn] if drawn else []


def framed_steps(frame: SceneFrame, width: int, height: int) -> list[Content]:
    steps = frame.scene.steps
    room = max(1, min(height - 1, len(steps)))
    first = max(0, min(frame.at - 1 - room // 2, len(steps) - room))
    count = f" {frame.at} of {len(steps)}" if steps else ""
    rows = [text.line(("What happened", "$accent"), (count, "$faint"))]
    for number, step in enumerate(steps[first : first + room], first + 1):
        style = "$strong" if number == frame.at else "$ink" if number < frame.at else "$faint"
        mark = "\u25b8" if number == frame.at else " "
        rows.append(text.fit(text.line((mark, "$key"), " ", (step.text, style)), width))
    return rows


class DrawingStage(Paper):
    def __init__(self) -> None:
        super().__init__(id="replay-stage")
        self._moment: tuple[Story, int, int] | None = None
        self.curve = 0
        """Number of the series drawn below it."""
        self._left: tuple[tuple[int, int, int], DrawingRoom | None] = (0, 0, 0), None
        self._curves: tuple[Story, tuple[int, bool, DrawingRoom, int], list[Content]] | None = None
        self.alone = True
        """True if no list of steps is beside it."""

    def show(self, story: Story, place: int, step: int) -> None:
        self._moment = story, place, step
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
        return fill_room(drawn, room, self._course(frame, room), width)

    def _course(self, frame: SceneFrame, room: DrawingRoom) -> list[Content]:
        """Content of that room. Curves alone are equal at every step but the last, so they are cached."""
        if self.alone:
            return course(frame, room.width, room.height, True, self.curve)
        key = (frame.scene.round, frame.moment.over, room, self.curve)
        if self._curves is None or self._curves[0] is not frame.story or self._curves[1] != key:
            self._curves = frame.story, key, course(frame, room.width, room.height, False, self.curve)
        return self._curves[2]

    def _room(self, frame: SceneFrame) -> DrawingRoom | None:
        """Room that the drawing leaves in this round at every step, cached."""
        key = (id(frame.scene), frame.width, frame.height)
        if self._left[0] != key:
            shapes = [draw(frame._replace(at=at)) for at in (0, len(frame.scene.steps))]
            self._left = key, room_in(shapes, frame.width, frame.height)
        return self._left[1]

    def frame(self, width: int) -> SceneFrame:
        assert self._moment is not None
        story, place, at = self._moment
        return frame_of(story, place, at, width, self.screen.size.height - 6)
