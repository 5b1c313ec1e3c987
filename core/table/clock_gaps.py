"""Compares two clocks to find time in which the house did not run, or in which its clock was set back.

Two clocks are compared. The house's clock is what deadlines are told by, and can be set. The lasting one counts every
second that passes, also while the machine sleeps, and is set by nobody. A deadline follows the house's clock (HH-11 to
HH-14).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

Clock = Callable[[], float]
"""Seconds; always handed in, for core reads no clock of its own."""

ABSENCE = 60.0
"""Seconds without any sign of life after which the house did not run: its machine slept, or it was stopped (HH-14)."""

NOISE = 2.0
"""Seconds by which a clock may be set back before anybody is told: time servers do so all the time."""


class Noticed(NamedTuple):
    """What became of time."""

    asleep_since: float | None = None
    """The house did not run from then (by its clock) until now; None where it ran."""
    set_back: float = 0.0
    """Seconds by which its clock was set back; 0 where it was not."""


class ClockGaps:
    """Keeps watch over the two clocks of one house. `look` must be called every few seconds, and before any input."""

    def __init__(self, clock: Clock, lasting: Clock, absence: float = ABSENCE) -> None:
        """`clock`: the house's, seconds since the epoch. `lasting`: seconds since any moment. `absence`: seconds."""
        self._clock = clock
        self._lasting = lasting
        self._absence = absence
        self._ran = lasting()
        self._ahead = clock() - self._ran

    def look(self) -> Noticed:
        """What happened since the last look. A clock that was set forward is nothing to tell: deadlines follow it."""
        clock, lasting = self._clock(), self._lasting()
        gone, self._ran = lasting - self._ran, lasting
        back = self._ahead - (clock - lasting)
        if back > NOISE or back < 0.0:
            self._ahead = clock - lasting
        return Noticed(clock - gone if gone > self._absence else None, back if back > NOISE else 0.0)
