"""The table as it stood before each close of a finished match, with whose eyes it is looked at, and what the viewer
may read of what those eyes saw."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, NoReturn

from msgspec.structs import replace

from core.botplay.hindsight import would_have
from core.bots.contract import Sight
from core.json import Json
from core.levels import best
from core.match import journal as j
from core.match import views
from core.match.reducer import apply
from core.match.renaming import renamed
from core.match.state import Match, RoundRecord, begin
from core.narration.recall import bared
from core.narration.telling import story
from core.refusal import Refused
from core.story.parts import Story
from core.table.seat import Seat
from core.table.table import Table
from tui.app.memory import Forgetful, SeatMemory
from tui.words import text


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
        """From a journal as it was stored (`core.store.Stored`)."""
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


EVERYONE = "*"
"""In place of a seat: all of them at once."""


class Eyes:
    """One pair of eyes, or everyone's."""

    def __init__(self, replay: Replay, name: str, own: bool, remember: Callable[[str, str], SeatMemory]) -> None:
        """`own`: the conversations of this seat belong to whoever looks (CM-09). `remember`: what is kept of a match
        for a seat."""
        self._replay, self.name, self.own = replay, name, own
        self._remember = remember
        self._best: dict[int, tuple[str, ...]] = {}

    @property
    def everyone(self) -> bool:
        return self.name == EVERYONE

    @cached_property
    def story(self) -> Story:
        """What these eyes are told: everything, or what one seat knew; what rests on its talk only if it is the
        reader's own (CM-09)."""
        if self.everyone:
            return story(self._replay.final, None, whole=True)
        return story(bared(self._replay.final, self.name if self.own else None), self.name)

    def owns(self, moment: Moment) -> bool:
        """Does the reader hold this seat, and did so then? Draft, marks and notes of that moment are theirs (HH-39)."""
        return self.own and self._replay.same_holder(moment, self.name)

    def memory(self, moment: Moment) -> SeatMemory:
        """What its player had marked and expected in that round, where it is the reader's own; else nothing."""
        match = self._replay.header.match
        if self.owns(moment):
            return self._remember(match, self.name).as_of(moment.round)
        return SeatMemory(Forgetful(), match, self.name)

    def sealed(self, moment: Moment) -> str:
        """What of the table counted."""
        if not self.owns(moment):
            return f"What {self.name} sealed. What was drafted, expected, said and noted stays with {self.name}."
        seat = moment.seat(self.name, own=True)
        draft, sealed = seat.draft(), seat.sealed()
        if draft is None:
            return "Sealed as it stands." if sealed is not None else "Nothing was sealed."
        if draft.counts:
            return "The draft in its last form: it was to count at the deadline."
        return f"The draft in its last form, never sealed{': what was sealed before counted' if sealed else ''}."

    def private(self, moment: Moment) -> list[text.Part]:
        """What this seat noted, said and heard, where it is the reader's own; nobody else's page has it."""
        if not self.own:
            return []
        rows: list[text.Part] = []
        if self.owns(moment) and (notes := moment.seat(self.name, own=True).notes().strip()):
            rows += ["", ("Your notes then", "$accent"), *(f"  {line}" for line in notes.splitlines())]
        return [*rows, *self._said(moment)]

    def _said(self, moment: Moment) -> list[text.Part]:
        """What this seat said and heard in the round."""
        heard = [m for m in self._replay.final.said if m.round == moment.round and self.name in m.readers]
        rows = []
        for message in heard:
            others = text.joined([name for name in message.readers if name != message.by])
            to = message.channel if message.channel != "seats" else others
            rows.append(text.line("  ", (message.by, "$strong"), (f" to {to}: ", "$faint"), message.text))
        word = self._replay.final.game.spec.round_word
        return ["", (f"Said in this {word}; only you see it here", "$accent"), *rows] if rows else []

    # --- what a bot would have done (HH-38) ---------------------------------------------------------------------------
    def think(self, moment: Moment) -> None:
        """Find out what a bot would have done. It may take half a second. Refused during play, and where the host
        forbade it."""
        self._best[moment.round] = self._replay.would_have(moment, self.name, self.own)

    def hindsight(self, moment: Moment) -> list[text.Part]:
        """What a bot would have done, if that was found out."""
        found = self._best.get(moment.round)
        if found is None:
            return []
        level = best(self._replay.final.game.levels)
        head = (f"A {level} bot, knowing what {self.name} knew before the close, would", "$accent")
        return [head, *(f"  {line}" for line in found), ""]
