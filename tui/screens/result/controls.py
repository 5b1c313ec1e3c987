"""The controls of a replay: which round and step it shows, playing by itself, and its rows of rounds and steps."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

from textual.content import Content
from textual.timer import Timer
from textual.widget import Widget

from core.story.parts import Story
from core.table.seat import Seat
from tui.app.memory import SeatMemory
from tui.screens.result.past_tables import Moment, Replay
from tui.words import text
from tui.words.log_rows import course_of, picture_rows, public_rows, round_rows

SPEEDS = (3.0, 1.5, 0.8, 0.3)
"""Seconds a step stands, from slow to fast."""


class Player:
    """It stands until it is started."""

    def __init__(self, screen: Widget, step: Callable[[], Awaitable[None]]) -> None:
        """`screen`: whose timer it is; with that it ends. `step`: the next one."""
        self._screen, self._step = screen, step
        self._speed = 1
        self._timer: Timer | None = None

    @property
    def runs(self) -> bool:
        return self._timer is not None

    @property
    def seconds(self) -> float:
        """How long a step stands."""
        return SPEEDS[self._speed]

    def start(self) -> None:
        self._timer = self._screen.set_interval(self.seconds, self._step)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def faster(self, by: int) -> None:
        """Another speed, by so many steps of `SPEEDS`; what runs goes on with it."""
        self._speed = max(0, min(len(SPEEDS) - 1, self._speed + by))
        if self.runs:
            self.stop()
            self.start()


class Spot(NamedTuple):
    """A place in a match of so many rounds. Methods give another one, and stop at both ends."""

    place: int = 0
    """Which round, from 0; one past the last for the result."""
    at: int = 0
    """How many of its steps have happened."""
    told: bool = False
    """In words, rather than drawn or as the table."""

    def going(self, by: int, rounds: int) -> Spot:
        """Before the close of another round."""
        return self._replace(place=max(0, min(rounds, self.place + by)), at=0)

    def stepping(self, by: int, steps: Sequence[int]) -> Spot:
        """A step, as everyone sees it; past the last of a round its next, in words a whole round. `steps`: how many
        there are in each round."""
        if self.told or self.place >= len(steps):
            there = self.going(by, len(steps))
            drawn = by < 0 and not self.told and there.place < len(steps)
            return there._replace(at=steps[there.place]) if drawn else there
        if 0 <= self.at + by <= steps[self.place]:
            return self._replace(at=self.at + by)
        if by > 0:
            return self.going(1, len(steps))
        return self._replace(place=self.place - 1, at=steps[self.place - 1]) if self.place else self

    def paging(self, by: int, rounds: int) -> Spot:
        """A page of one seat's match: its table, what came of it, the next table."""
        told = self.told and self.place < rounds
        if told != (by > 0):
            return self if self.place >= rounds and by > 0 else self._replace(told=by > 0)
        there = self.going(by, rounds)
        return self if there.place == self.place else there._replace(at=self.at, told=by < 0)


TURN = "\u25b4"
"""Before the number of a turning point, in the line of the rounds."""


def scrub(told: Story, place: int, width: int) -> Content:
    """All rounds in a line, the one that is shown lit, turning points as \u25b41 \u25b42, the result at the end."""
    gap = " \u2500" if width >= 100 else ""
    rounds: list[Content] = []
    for number_, scene in enumerate(told.scenes):
        turns = "".join(f"{TURN}{n} " for n, turn in enumerate(told.turns, 1) if turn.round == scene.round)
        shown = (f" {scene.round} ", "$pick" if number_ == place else "$ink")
        rounds.append(text.line(shown, (turns.rstrip(), "$key"), (gap, "$faint")))
    rounds.append(text.line((" result ", "$pick" if place >= len(told.scenes) else "$ink")))
    first = 0
    while first < place and sum(one.cell_length for one in rounds[first:]) + 4 > width:
        first += 1  # what is furthest behind gives way
    return text.line((" \u2026" if first else " ", "$faint"), *rounds[first:]).truncate(width, ellipsis=True)


def step_rows(steps: Sequence[Sequence[str]], at: int) -> list[text.Part]:
    """The steps of a round, each in its lines: those that have happened, the last one marked, those to come faint."""
    rows: list[text.Part] = [(f"What happened: {len(steps)} steps", "$accent")]
    for number_, wrapped in enumerate(steps, 1):
        style = "$strong" if number_ == at else "$ink" if number_ < at else "$faint"
        mark = "\u25b8 " if number_ == at else "  "
        rows += [text.line((mark if n == 0 else "  ", "$key"), (line, style)) for n, line in enumerate(wrapped)]
    return rows


def report_page(told: Story, seat: Seat, round_: int, width: int, memory: SeatMemory | None = None) -> list[text.Part]:
    """What came of a round for one seat, as its report told it; `memory` for what its player had expected."""
    entry = next(entry for entry in seat.closed_rounds() if entry.round == round_)
    course = course_of(told, seat, round_)
    return [*round_rows(seat, entry, memory, course)[1:-1], *picture_rows(told, round_, width)]


def _noticed(replay: Replay, moment: Moment, seat: str) -> list[str]:
    """What a seat was told in mid-round."""
    return [t.notice.text for t in replay.final.told.get(seat, ()) if t.round == moment.round]


def own_rows(replay: Replay, moment: Moment, seat: str, besides: Sequence[str] = ()) -> list[text.Part]:
    """What one seat ordered and was told, but for what is said of all `besides`."""
    game, record, sight = replay.final.game, moment.record, replay.seat(seat).view()
    orders = record.orders.get(seat)
    rows: list[text.Part] = [(f"{seat} ordered", "$accent")]
    rows += (
        [f"  {line}" for line in game.restate_to(orders, sight)] if orders is not None else [("  nothing", "$faint")]
    )
    rows += [f"  {line}" for line in _noticed(replay, moment, seat) if line not in besides]
    told_now = game.tell_to(record.reports[seat], sight)
    return [*rows, ("  and was told", "$strong"), *(f"  {line}" for line in told_now)]


def told_rows(replay: Replay, moment: Moment) -> list[text.Part]:
    """What all were told at a close."""
    told = public_rows(replay.final.game, moment.record.public)
    return [("Everyone was told", "$accent"), *(text.line("  ", row) for row in told)] if told else []


def everyone_rows(replay: Replay, moment: Moment) -> list[text.Part]:
    """Every seat's orders and report of a round, then what all were told, which is said once."""
    first, *others = (_noticed(replay, moment, seat) for seat in replay.header.seats)
    alike = [line for line in dict.fromkeys(first) if all(line in told for told in others)]
    rows: list[text.Part] = []
    for seat in replay.header.seats:
        rows += [*own_rows(replay, moment, seat, alike), ""]
    told = told_rows(replay, moment) or ([("Everyone was told", "$accent")] if alike else [])
    return [*rows, *told, *(f"  {line}" for line in alike)]
