"""Reminders before a deadline for people who still owe something, and grace for deadlines that passed while the house
did not run."""

from __future__ import annotations

import contextlib
import logging
import re
from collections.abc import Mapping
from typing import Final

import msgspec

from core.match.decisions import pending
from core.match.reminder_times import read_leads
from core.match.seating import OPEN
from core.match.state import Match
from core.refusal import Refused, quoted
from core.store import Store
from core.table.clock_gaps import Clock, ClockGaps
from core.table.host_controls import HostControls
from core.table.table import Table

SHELF: Final = "reminders"
ROOM_SHELF: Final = "room-names"
_ROOM_NAME = re.compile(r"[A-Za-z0-9_.-]{1,64}")


class Reminder(msgspec.Struct, frozen=True, kw_only=True):
    match: str
    title: str
    what: str
    """Name of what is open: `round 3`."""
    deadline: float
    people: tuple[str, ...]
    seats: tuple[str, ...]
    named: bool
    """True if a room may read the names. False if counts are secret, for choices of several seats, and during a
    grace (HH-23): the room then reads only the deadline, even if no seat owes anything."""


def due(table: Table, sent: tuple[float, ...], now: float) -> float | None:
    """Return the nearest unsent reminder time that has come; None if there is none. Times before the round opened are
    skipped."""
    match = table.match
    if match.deadline is None or match.paused or match.held_close is not None or now >= match.deadline:
        return None
    opened = max(
        [match.header.made_at, *(round.at for round in match.rounds[-1:]), *(a.at for a in match.actions[-1:])]
    )
    due_leads = [lead for lead in read_leads(match.header.remind) if opened < match.deadline - lead <= now]
    nearest = min(due_leads, default=None)
    return None if nearest is None or any(lead <= nearest for lead in sent) else nearest


def reminder(table: Table) -> Reminder | None:
    """Return the reminder to send now, or None."""
    match, name = table.match, table.match.header.match
    if match.phase not in ("pregame", "round", "decision") or match.deadline is None:
        return None
    seats = HostControls(table).missing()
    people = tuple(match.holders.get(seat, OPEN).removeprefix("person:") for seat in seats)
    choice = pending(match)
    named = match.shows_counts and not match.waits_for_the_late and (choice is None or len(choice.by) == 1)
    if named and not people:
        return None
    due = "a choice" if choice is not None else match.spec.when(match.round)
    return Reminder(
        match=name, title=match.title, what=due, deadline=match.deadline, people=people, seats=seats, named=named
    )  # fmt: skip


def mark(match: Match) -> str:
    return f"{match.phase} {match.round} {match.settled} {match.deadline}"


class Reminded:
    """Sent reminders, stored before sending, so that none is sent twice."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def of(self, match: Match) -> tuple[float, ...]:
        document = self._store.get(SHELF, match.header.match) or {}
        return tuple(document.get("told", ())) if document.get("of") == mark(match) else ()

    def note(self, match: Match, lead: float) -> None:
        leads = [*self.of(match), lead]
        self._store.put(SHELF, match.header.match, {"of": mark(match), "told": leads})

    # --- what rooms call people
    def room_name(self, who: str) -> str:
        return str((self._store.get(ROOM_SHELF, who) or {}).get("name", ""))

    def call(self, who: str, name: str) -> str:
        """Set the id by which rooms mention a person; `none` forgets it. Returns it. Refused: `bad_room_name`."""
        if name.strip().lower() in ("", "none"):
            self._store.drop(ROOM_SHELF, who)
            return ""
        room_name = name.strip().removeprefix("<@").removesuffix(">").removeprefix("!")
        if not _ROOM_NAME.fullmatch(room_name):
            message = f"{quoted(name)} is no id of a person in a chat room: letters and digits, as <@ID> mentions them."
            raise Refused("bad_room_name", message, "HH-60")
        self._store.put(ROOM_SHELF, who, {"name": room_name})
        return room_name


log = logging.getLogger("core.house.house")


class Passing:
    """Applies gaps in time to all tables of a house, which open and close meanwhile."""

    def __init__(self, tables: Mapping[str, Table], clock: Clock, grace: float, vigil: ClockGaps | None) -> None:
        """`grace`: seconds of grace for a passed deadline. Without `vigil` neither sleep nor a clock set back is
        noticed."""
        self._tables = tables
        self._clock = clock
        self._grace = grace
        self._vigil = vigil

    def begin(self) -> None:
        """Give a grace, with an announcement, for deadlines that passed while the house was closed."""
        if self._vigil is not None:
            self._vigil.take_gaps()  # gaps before are HH-04's
        for table in self._tables.values():
            deadline = table.match.deadline
            if deadline is not None and deadline <= self._clock():
                self._wait(table, "The house was closed when it passed")

    def apply_gaps(self) -> None:
        """Apply the gaps since the last look; call before anything else happens at a table."""
        self._excuse()
        if self._vigil is None:
            return
        asleep_since, set_back = self._vigil.take_gaps()
        if not set_back and asleep_since is None:
            return
        for table in [table for table in self._tables.values() if table.match.deadline is not None]:
            deadline = (table.match.deadline or 0.0) - set_back
            try:
                if asleep_since is not None and asleep_since < deadline <= self._clock():
                    self._wait(table, "The house did not run when it passed")
                elif set_back:
                    table.set_back(set_back)
            except Exception:  # a failing table does not stop the others
                log.exception("the deadline of %s could not be moved", table.match.header.match)

    def _excuse(self) -> None:
        """Give a grace to rounds that the store could not close at their deadline: it could not keep orders either."""
        for table in tuple(self._tables.values()):
            if table.unkept:
                with contextlib.suppress(Exception):  # retried at the next look
                    self._wait(table, "What was played could not be kept when it passed")

    def _wait(self, table: Table, why: str) -> None:
        more = f"there are {self._grace / 60:.0f} more minutes."
        table.move_deadline(self._clock() + self._grace, f"{why}; {more}")
