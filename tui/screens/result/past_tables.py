"""The table as it stood before each close of a finished match, as any seat saw it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NoReturn

from msgspec.structs import replace

from core.bots.contract import Sight
from core.bots.hindsight import would_have
from core.json import Json
from core.match import journal as j
from core.match import views
from core.match.reducer import apply
from core.match.renaming import renamed
from core.match.state import Match, RoundRecord, begin
from core.refusal import Refused
from core.story.recall import bared
from core.table.seat import Seat
from core.table.table import Table


class Unwritten:
    """A store that keeps nothing: a replay writes nothing."""

    def __getattr__(self, name: str) -> Any:
        raise Refused("replay", "This is a replay: nothing can be changed.")


class FrozenTable(Table):
    """A table at one moment of the past. No bots sit at it, no clock runs, and it takes no inputs."""

    def __init__(self, match: Match, at: float, own: str | None = None) -> None:
        """`own`: the seat whose holder looks, and may read what was said to it, its notes and its draft."""
        super().__init__(bared(match, own), Unwritten(), lambda: at)

    def submit(self, entry: j.AnyEntry) -> NoReturn:
        raise Refused("replay", "This is a replay: nothing can be changed.")


class Moment:
    """A round of the past: the match just before it closed, and what the close brought."""

    def __init__(self, before: Match, at: float, record: RoundRecord) -> None:
        self.round = record.round
        self.record = record
        self._before = before
        self._at = at

    def sight(self, name: str, talk: bool) -> Sight[Any, Any, Any]:
        """What that seat knew just before the close; its talk only if it is the reader's own (CM-09)."""
        found = views.sight(self._before, name)
        return found if talk else replace(found, heard=())

    def seat(self, name: str | None, own: bool = False) -> Seat:
        """A place at the table as it stood; None for a spectator. `own`: with its talk, its notes and its draft, for
        whoever holds it (HH-39)."""
        return Seat(FrozenTable(self._before, self._at, name if own else None), name)

    def holder(self, name: str) -> str:
        """Who held that seat then."""
        return self._before.holders.get(name, "")


class Replay:
    """A whole match, round by round."""

    def __init__(self, header: Json, entries: Iterable[Json]) -> None:
        """From a journal as it was stored (`core.house.store.Stored`)."""
        match = begin(j.header_from_json(header))
        found: dict[int, tuple[Match, float]] = {}
        for entry in (j.entry_from_json(given) for given in entries):
            before = match
            match, _ = apply(match, entry)
            if len(match.rounds) > len(before.rounds):
                found[match.rounds[-1].round] = (before, entry.at)
            for was, now in zip(before.seats, match.seats, strict=True):
                if was != now:  # a seat is replayed under one name, the last
                    found = {number: (renamed(then, was, now), at) for number, (then, at) in found.items()}
        # What a rewind took back is not replayed.
        self.moments = tuple(Moment(*found[record.round], record) for record in match.rounds)
        self.header = match.header
        """With the seats as they are called at the end."""
        self.final = match
        self._at = match.rounds[-1].at if match.rounds else self.header.made_at

    def seat(self, name: str | None, own: bool = False) -> Seat:
        """A place at the table at the end; `own` as for a `Moment`."""
        return Seat(FrozenTable(self.final, self._at, name if own else None), name)

    def same_holder(self, moment: Moment, name: str) -> bool:
        """Did whoever holds that seat at the end hold it at that moment? What was written before is another's."""
        return moment.holder(name) == self.final.holders.get(name, "")

    def would_have(self, moment: Moment, name: str, talk: bool) -> tuple[str, ...]:
        """What a sharp bot would have done in that seat (HH-38). It may take half a second. Refused during play, and
        where the host forbade it."""
        if self.final.phase != "finished":
            raise Refused("not_finished", "What a bot would do is told after the end alone.", "HH-38")
        if not self.header.hindsight:
            raise Refused("no_hindsight", "The host of this match keeps what a bot would have done back.", "HH-38")
        return would_have(self.final.game, moment.sight(name, talk), moment.record.orders.get(name))

    @property
    def public(self) -> bool:
        """Is the whole record public to those seated (CM-09)?"""
        return self.seat(self.header.seats[0]).record() is not None
