"""The times at which the rounds of a match close, set beforehand (HH-19 to HH-22).

They are moments in order, seconds since the epoch: which days and which clock they come from is worked out where the
host's words are read (`core.words.timetable`). Each round that opens takes the next of them that leaves it time enough.
"""

from __future__ import annotations

from typing import Final

import msgspec

AFTER_PAUSE: Final = 3600.0
"""Seconds that a round has at least when its clock runs again; less where less was left (HH-21)."""
USUAL_GAP: Final = 86_400.0
"""Seconds between two moments where there is only one to go by."""


class Schedule(msgspec.Struct, frozen=True, kw_only=True):
    """When rounds close. Never changed in place."""

    moments: tuple[float, ...]
    """In order; where they end, the last interval goes on."""
    rule: str = ""
    """What they follow, in the host's words: `every day 21:00 Europe/Berlin`."""
    least: float = 0.0
    """Seconds that a round must have to take a moment; one that opens later takes the next."""
    keep: bool = True
    """A round that follows an early close keeps its own moment, and is longer; else all that follow come earlier."""
    next: int = 0
    """The place of the moment that the next round may take."""
    own: int | None = None
    """The place of the moment that the open round took."""

    def moment(self, place: int) -> float:
        """The moment at a place, from 0; beyond the last, as the last interval goes on."""
        beyond = place - len(self.moments) + 1
        if beyond <= 0:
            return self.moments[place]
        return self.moments[-1] + beyond * self._gap

    @property
    def _gap(self) -> float:
        return self.moments[-1] - self.moments[-2] if len(self.moments) > 1 else USUAL_GAP

    def first(self, place: int, not_before: float) -> int:
        """The first place from `place` on whose moment is not before `not_before`."""
        for found in range(place, len(self.moments)):
            if self.moments[found] >= not_before:
                return found
        last = max(place, len(self.moments))
        short = not_before - self.moment(last)
        return last + max(0, -int(-short // self._gap))

    def opened(self, at: float) -> Schedule:
        """A round opens at `at` and takes its moment."""
        own = self.first(self.next, at + self.least)
        return msgspec.structs.replace(self, own=own, next=own + 1)

    def turned(self, at: float) -> Schedule:
        """A turn begins at `at` and takes the first moment that leaves it its least, or half of what lies between two
        moments: turns are many, and each is somebody's own (CM-32)."""
        own = self.first(0, at + (self.least or self._gap / 2))
        return msgspec.structs.replace(self, own=own, next=own + 1)

    def run_again(self, at: float, left: float) -> Schedule:
        """The clock runs again at `at` with `left` seconds that were left: the round's own moment, or a later one."""
        own = self.first(self.own or 0, at + min(left, AFTER_PAUSE))
        return msgspec.structs.replace(self, own=own, next=own + 1)

    def closed_before_its_time(self) -> Schedule:
        """The open round closed before its moment: unless the schedule is kept, the next round may take it."""
        return self if self.keep or self.own is None else msgspec.structs.replace(self, next=self.own)

    def gone_back(self) -> Schedule:
        """The match went back to an earlier round: any moment that is still to come may be taken."""
        return msgspec.structs.replace(self, next=0, own=None)

    @property
    def closes(self) -> float | None:
        """When the open round was to close; None where none has opened yet."""
        return None if self.own is None else self.moment(self.own)

    def following(self, since: float, count: int) -> tuple[float, ...]:
        """When `count` more rounds close, if one opens at `since` and none closes early."""
        found: list[float] = []
        at, schedule = since, self
        for _ in range(count):
            schedule = schedule.opened(at)
            at = schedule.closes or at
            found.append(at)
        return tuple(found)
