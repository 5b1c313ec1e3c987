"""What players would be told of a host's command, found by running it on a copy that stores nothing (HH-42).

A close and a beginning are not tried here, only named: what they bring would tell the host what is sealed, or whom the
lots fall on. `HostDesk.dry_run` shows a close, on record.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import msgspec

from core.match import journal as j
from core.match.ending import check_still, resumed
from core.match.reducer import take
from core.match.signup import up
from core.match.state import Match
from core.refusal import Refused


class EntrySink(Protocol):
    """What a host's desk asks of a table."""

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
    """What a deed tells."""

    everybody: tuple[str, ...] = ()
    """Sentences that everyone at the match reads."""
    seats: dict[str, tuple[str, ...]] = {}
    """By seat: what that one alone is told."""


class Trial:
    """A table as it stands. What is submitted here changes this copy and nothing else."""

    def __init__(self, table: EntrySink) -> None:
        self.match = table.match
        self.clock = table.clock
        self.people = table.people
        self._table = table
        self._was = table.match
        self._closing: list[str] = []

    @property
    def present(self) -> tuple[str, ...]:
        """The seats with an open session at the table itself."""
        return self._table.present

    def can_act(self, seat: str) -> bool:
        """As at the table itself (CM-29)."""
        return self._table.can_act(seat)

    def submit(self, entry: j.AnyEntry) -> None:
        """Try an input, or raise Refused."""
        if isinstance(entry, j.Confirmed):
            resumed(self.match)
            self._closing += ["What was looked at stands: everybody is told what it brings."]
            return
        if isinstance(entry, j.Closed):
            check_still(self.match, entry)
            if self.match.phase == "finished":
                raise Refused("finished", "This match has finished: only talk goes on.", "CM-01")
            self._closing += closing_words(self.match)
            return
        self.match, _ = take(self.match, msgspec.structs.replace(entry, at=self.clock()))

    @property
    def told(self) -> DryRunText:
        """What everything that was tried so far would tell."""
        was, now = self._was, self.match
        news = tuple(item.text for item in now.news[len(was.news) :])
        seats: dict[str, tuple[str, ...]] = {}
        for aside in now.apart[len(was.apart) :]:
            if aside.from_host:
                seats[aside.seat] = (*seats.get(aside.seat, ()), aside.text)
        return DryRunText((*self._closing, *news), seats)


def closing_words(match: Match) -> list[str]:
    """That a host closes what is open, as far as that can be said beforehand."""
    spec = match.game.spec
    if match.phase == "briefing":
        first = spec.when(match.state.round)
        lots = [f"Lots among {len(up(match))} names decide who sits where."] if match.header.signup else []
        return [f"The briefing is over: {first} opens.", *lots]
    if match.phase == "decision":
        return ["The choice that is pending is settled: by the votes that were cast, else by lots."]
    now = spec.when(match.round)
    return [f"{now[:1].upper()}{now[1:]} closes now, and each seat has its report."]
