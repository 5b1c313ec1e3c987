"""Deadlines that passed while nobody could play (house closed, machine asleep, clock set, disk full) are put off, not
closed at once (HH-04, HH-12 to HH-14, HH-43).
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Mapping

from core.table.clock_gaps import Clock, ClockGaps
from core.table.table import Table

log = logging.getLogger("core.house.house")


class Passing:
    """Looks at time for all tables of a house, which open and close while it does."""

    def __init__(self, tables: Mapping[str, Table], clock: Clock, grace: float, vigil: ClockGaps | None) -> None:
        """`grace`: seconds that a round stays open if its deadline passed meanwhile. Without `vigil` neither sleep nor
        a clock that was set back is noticed."""
        self._tables = tables
        self._clock = clock
        self._grace = grace
        self._vigil = vigil

    def begin(self) -> None:
        """The house opens. A deadline that passed while it was closed waits for the grace period, and everyone is
        told."""
        if self._vigil is not None:
            self._vigil.look()  # what was before is the business of HH-04
        for table in self._tables.values():
            deadline = table.match.deadline
            if deadline is not None and deadline <= self._clock():
                self._wait(table, "The house was closed when it passed")

    def look(self) -> None:
        """What became of time since the last look, before anything else happens at any table."""
        self._excuse()
        if self._vigil is None:
            return
        asleep_since, set_back = self._vigil.look()
        if not set_back and asleep_since is None:
            return
        for table in [table for table in self._tables.values() if table.match.deadline is not None]:
            deadline = (table.match.deadline or 0.0) - set_back
            try:
                if asleep_since is not None and asleep_since < deadline <= self._clock():
                    self._wait(table, "The house did not run when it passed")
                elif set_back:
                    table.set_back(set_back)
            except Exception:  # one table's trouble never reaches another
                log.exception("the deadline of %s could not be moved", table.match.header.match)

    def _excuse(self) -> None:
        """Rounds whose close could not be kept at their deadline stay open for a while: neither could orders be."""
        for table in tuple(self._tables.values()):
            if table.unkept:
                with contextlib.suppress(Exception):  # it still cannot be kept; tried again at the next look
                    self._wait(table, "What was played could not be kept when it passed")

    def _wait(self, table: Table, why: str) -> None:
        more = f"there are {self._grace / 60:.0f} more minutes."
        table.move_deadline(self._clock() + self._grace, f"{why}; {more}")
