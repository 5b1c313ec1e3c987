"""Plays something by itself: a step after every so many seconds, at a speed that can be changed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

from textual.timer import Timer
from textual.widget import Widget

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
