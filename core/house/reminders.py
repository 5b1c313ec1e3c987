"""Who is reminded of a deadline, and when: at the times before it that a host chose, only who still owes something; and
deadlines that passed while nobody could play."""

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
    """One reminder that is due."""

    match: str
    title: str
    what: str
    """What is open, in words: `round 3`."""
    deadline: float
    people: tuple[str, ...]
    """Who owes something, by id: each for themselves may be told so."""
    seats: tuple[str, ...]
    """Their seats."""
    named: bool
    """May a room be told who they are? Not where counts are kept back, nor who has chosen, nor while a deadline waits
    for some (HH-23): there it is told that the deadline comes, whether somebody owes something or not."""


def due(table: Table, sent: tuple[float, ...], now: float) -> float | None:
    """Which of the times before the deadline it is: the nearest that has come and was not reminded of yet; None where
    there is none. What came before the round opened is left out: nobody could have done anything then."""
    match = table.match
    if match.deadline is None or match.paused or match.held is not None or now >= match.deadline:
        return None
    opened = max([match.header.made_at, *(one.at for one in match.rounds[-1:]), *(a.at for a in match.actions[-1:])])
    came = [lead for lead in read_leads(match.header.remind) if opened < match.deadline - lead <= now]
    nearest = min(came, default=None)
    return None if nearest is None or any(lead <= nearest for lead in sent) else nearest


def reminder(table: Table) -> Reminder | None:
    """What is to be said now; None where there is nothing to say."""
    match, name = table.match, table.match.header.match
    if match.phase not in ("pregame", "round", "decision") or match.deadline is None:
        return None
    seats = HostControls(table).missing()
    people = tuple(match.holders.get(seat, OPEN).removeprefix("person:") for seat in seats)
    named = match.shows_counts and match.phase != "decision" and not match.waits_for_the_late
    if named and not people:
        return None
    what = "a choice" if pending(match) is not None else match.game.spec.when(match.round)
    return Reminder(
        match=name, title=match.title, what=what, deadline=match.deadline, people=people, seats=seats, named=named
    )  # fmt: skip


def mark(match: Match) -> str:
    """What a reminder is about: another round, choice or deadline is another."""
    return f"{match.phase} {match.round} {match.settled} {match.deadline}"


class Reminded:
    """Of which deadlines people were reminded: kept before anything is sent, so that nobody is reminded twice."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def of(self, match: Match) -> tuple[float, ...]:
        """The times before the deadline that is open now that were told."""
        kept = self._store.get(SHELF, match.header.match) or {}
        return tuple(kept.get("told", ())) if kept.get("of") == mark(match) else ()

    def note(self, match: Match, lead: float) -> None:
        """One more."""
        told = [*self.of(match), lead]
        self._store.put(SHELF, match.header.match, {"of": mark(match), "told": told})

    # --- what rooms call people
    def room_name(self, who: str) -> str:
        """By what a chat room mentions a person; empty where nobody said."""
        return str((self._store.get(ROOM_SHELF, who) or {}).get("name", ""))

    def call(self, who: str, name: str) -> str:
        """Let rooms mention a person by that; `none` forgets it. What is kept now. Refused: `bad_room_name`."""
        if name.strip().lower() in ("", "none"):
            self._store.drop(ROOM_SHELF, who)
            return ""
        given = name.strip().removeprefix("<@").removesuffix(">").removeprefix("!")
        if not _ROOM_NAME.fullmatch(given):
            said = f"{quoted(name)} is no id of a person in a chat room: letters and digits, as <@ID> mentions them."
            raise Refused("bad_room_name", said, "HH-60")
        self._store.put(ROOM_SHELF, who, {"name": given})
        return given


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
