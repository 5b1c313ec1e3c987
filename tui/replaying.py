"""A finished match gone through again: the table as it stood before each close, through the eyes of any seat."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NoReturn

from core import journal as j
from core.inputs import apply
from core.match import Match, RoundRecord, begin, change
from core.refusal import Refused
from core.seat import Seat
from core.table import Table


class Unwritten:
    """A store that keeps nothing: a replay writes nothing."""

    def __getattr__(self, name: str) -> Any:
        raise Refused("replay", "This is a replay: nothing can be changed.")


class FrozenTable(Table):
    """A table at one moment of the past. No bots sit at it, no clock runs, and it takes no inputs."""

    def __init__(self, match: Match, at: float) -> None:
        # Conversations and notes are no part of the record and stay with those who had them (CM-09).
        bare = change(match, holders={}, deadline=None, said=(), notes={}, drafts={})
        super().__init__(bare, Unwritten(), lambda: at)

    def submit(self, entry: j.AnyEntry) -> NoReturn:
        raise Refused("replay", "This is a replay: nothing can be changed.")


class Moment:
    """A round of the past: the match just before it closed, and what the close brought."""

    def __init__(self, before: Match, at: float, record: RoundRecord) -> None:
        self.round = record.round
        self.record = record
        self._table = FrozenTable(before, at)

    def seat(self, name: str | None) -> Seat:
        """A place at the table as it stood; None for a spectator."""
        return Seat(self._table, name)


class Replay:
    """A whole match, round by round."""

    def __init__(self, header: dict[str, Any], entries: Iterable[dict[str, Any]]) -> None:
        """From a journal as it was stored (`core.store.Stored`)."""
        self.header = j.header_from_json(header)
        match = begin(self.header)
        found: dict[int, Moment] = {}
        for entry in (j.entry_from_json(given) for given in entries):
            before = match
            match, _ = apply(match, entry)
            if len(match.rounds) > len(before.rounds):
                found[match.rounds[-1].round] = Moment(before, entry.at, match.rounds[-1])
        standing = {record.round for record in match.rounds}  # what a rewind took back is not replayed
        self.moments = tuple(found[round_] for round_ in sorted(found) if round_ in standing)
        self.final = match
        self._table = FrozenTable(match, match.rounds[-1].at if match.rounds else self.header.made_at)

    def seat(self, name: str | None) -> Seat:
        """A place at the table at the end."""
        return Seat(self._table, name)

    @property
    def public(self) -> bool:
        """Is the whole record public to those seated (CM-09)?"""
        return self.seat(self.header.seats[0]).record() is not None
