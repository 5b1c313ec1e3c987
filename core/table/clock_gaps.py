"""Finds time in which the house did not run, or its clock was set back (HH-11 to HH-14). Deadlines follow the house's
clock. The lasting clock counts every second, also while the machine sleeps, and cannot be set."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

Clock = Callable[[], float]
"""Seconds; always an argument, for core reads no clock."""

ABSENCE = 60.0
"""Seconds without `take_gaps` after which the house counts as stopped or asleep (HH-14)."""

NOISE = 2.0
"""Seconds back that are ignored: time servers correct clocks all the time."""


class Noticed(NamedTuple):
    asleep_since: float | None = None
    """When the house stopped running, by its clock; None if it ran."""
    set_back: float = 0.0
    """Seconds by which its clock was set back, or 0."""


class ClockGaps:
    """Compares the two clocks of one house. `take_gaps` must be called every few seconds, and before any input."""

    def __init__(self, clock: Clock, lasting: Clock, absence: float = ABSENCE) -> None:
        """`clock` counts seconds since the epoch, `lasting` since any moment; `absence` is in seconds."""
        self._clock = clock
        self._lasting = lasting
        self._absence = absence
        self._ran = lasting()
        self._ahead = clock() - self._ran

    def take_gaps(self) -> Noticed:
        """Return the gaps since the last look. A clock set forward is none: deadlines follow it."""
        clock, lasting = self._clock(), self._lasting()
        elapsed, self._ran = lasting - self._ran, lasting
        back = self._ahead - (clock - lasting)
        if back > NOISE or back < 0.0:
            self._ahead = clock - lasting
        return Noticed(clock - elapsed if elapsed > self._absence else None, back if back > NOISE else 0.0)
