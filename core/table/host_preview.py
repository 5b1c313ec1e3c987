"""Dry run of a host's command: texts that players would read, from a copy that stores nothing (HH-42). A close or
beginning is only named: its result would tell sealed orders or lots. `HostDesk.dry_run` shows a close, and records
that."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import msgspec

from core.match import journal as j
from core.match.ending import check_still, without_hold
from core.match.reducer import take
from core.match.signup import listed_names
from core.match.state import Match
from core.refusal import Refused
from core.story.parts import capital


class EntrySink(Protocol):
    @property
    def match(self) -> Match: ...
    @property
    def clock(self) -> Callable[[], float]: ...
    @property
    def present(self) -> tuple[str, ...]: ...
    @property
    def people(self) -> Callable[[], tuple[str, ...]]: ...
    def submit(self, entry: j.AnyEntry, /) -> None: ...
    def can_act(self, seat: str, /) -> bool: ...


class DryRunText(msgspec.Struct, frozen=True):
    everybody: tuple[str, ...] = ()
    seats: dict[str, tuple[str, ...]] = {}


class DryRunTable:
    """A copy of a table that takes inputs and stores nothing."""

    def __init__(self, table: EntrySink) -> None:
        self.match = table.match
        self.clock = table.clock
        self.people = table.people
        self._table = table
        self._before = table.match
        self._closing_lines: list[str] = []

    @property
    def present(self) -> tuple[str, ...]:
        return self._table.present

    def can_act(self, seat: str) -> bool:
        """Ask the table itself (CM-29)."""
        return self._table.can_act(seat)

    def submit(self, entry: j.AnyEntry) -> None:
        """Apply an input to the copy. Raises Refused."""
        if isinstance(entry, j.Confirmed):
            without_hold(self.match)
            self._closing_lines += ["What was looked at stands: everybody is told what it brings."]
            return
        if isinstance(entry, j.Closed):
            check_still(self.match, entry)
            if self.match.phase == "finished":
                raise Refused("finished", "This match has finished: only talk goes on.", "CM-01")
            self._closing_lines += closing_words(self.match)
            return
        self.match, _ = take(self.match, msgspec.structs.replace(entry, at=self.clock()))

    @property
    def dry_run_text(self) -> DryRunText:
        before, after = self._before, self.match
        news = tuple(item.text for item in after.news[len(before.news) :])
        seats: dict[str, tuple[str, ...]] = {}
        for aside in after.asides[len(before.asides) :]:
            if aside.from_host:
                seats[aside.seat] = (*seats.get(aside.seat, ()), aside.text)
        return DryRunText((*self._closing_lines, *news), seats)


def closing_words(match: Match) -> list[str]:
    spec = match.spec
    if match.phase == "briefing":
        first = spec.when(match.state.round)
        names = listed_names(match.names)
        lots = [f"Lots among {len(names)} names decide who sits where."] if match.header.signup else []
        return [f"The briefing is over: {first} opens.", *lots]
    if match.phase == "decision":
        return ["The choice that is pending is settled: by the votes that were cast, else by lots."]
    when = spec.when(match.round)
    return [f"{capital(when)} closes now, and each seat has its report."]
