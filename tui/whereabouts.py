"""Where a replay stands, and where a key takes it. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


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
