"""A schedule: moments at which rounds close, in seconds since the epoch (HH-19 to HH-22).

`core.words.timetable` parses the host's words. Each round takes the next moment that leaves it its least time.
"""

from __future__ import annotations

from typing import Final

import msgspec

AFTER_PAUSE: Final = 3600.0
"""Least seconds of a round when its clock runs again; fewer if fewer were left (HH-21)."""
USUAL_GAP: Final = 86_400.0
"""Seconds between two moments if there is only one."""


class Schedule(msgspec.Struct, frozen=True, kw_only=True):
    moments: tuple[float, ...]
    """Moments in order; after them the last interval repeats."""
    rule: str = ""
    least: float = 0.0
    """Least seconds of a round; a round that opens later takes the next moment."""
    keep: bool = True
    """Later rounds keep their moments after an early close; else they come earlier."""
    next: int = 0
    own: int | None = None

    def moment(self, place: int) -> float:
        """Return the moment at a place, from 0; after the last the last interval repeats."""
        beyond = place - len(self.moments) + 1
        if beyond <= 0:
            return self.moments[place]
        return self.moments[-1] + beyond * self._gap

    @property
    def _gap(self) -> float:
        return self.moments[-1] - self.moments[-2] if len(self.moments) > 1 else USUAL_GAP

    def first(self, place: int, not_before: float) -> int:
        for index in range(place, len(self.moments)):
            if self.moments[index] >= not_before:
                return index
        last = max(place, len(self.moments))
        short = not_before - self.moment(last)
        return last + max(0, -int(-short // self._gap))

    def after_opening(self, at: float) -> Schedule:
        own = self.first(self.next, at + self.least)
        return msgspec.structs.replace(self, own=own, next=own + 1)

    def turned(self, at: float) -> Schedule:
        """Take the first moment that leaves a turn its least time, or half an interval: turns are many, each of one
        player (CM-32)."""
        own = self.first(0, at + (self.least or self._gap / 2))
        return msgspec.structs.replace(self, own=own, next=own + 1)

    def run_again(self, at: float, left: float) -> Schedule:
        """Take the round's own moment, or a later one, when the clock restarts with `left` seconds."""
        own = self.first(self.own or 0, at + min(left, AFTER_PAUSE))
        return msgspec.structs.replace(self, own=own, next=own + 1)

    def closed_before_its_time(self) -> Schedule:
        """Let the next round take the moment of a round that closed early, unless the schedule is kept."""
        return self if self.keep or self.own is None else msgspec.structs.replace(self, next=self.own)

    def gone_back(self) -> Schedule:
        """Free every future moment after going back to an earlier round."""
        return msgspec.structs.replace(self, next=0, own=None)

    @property
    def closes(self) -> float | None:
        """Moment of the open round's close; None before any round opened."""
        return None if self.own is None else self.moment(self.own)

    def following(self, since: float, count: int) -> tuple[float, ...]:
        """Return when `count` more rounds close if one opens at `since` and none closes early."""
        moments: list[float] = []
        moment, schedule = since, self
        for _ in range(count):
            schedule = schedule.after_opening(moment)
            moment = schedule.closes or moment
            moments.append(moment)
        return tuple(moments)
