"""The table before each close of a finished match, the points of view on it, and the private parts that a viewer may
read."""

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
from core.match.records import RoundRecord
from core.match.reducer import apply
from core.match.renaming import rename_seat
from core.match.state import Match, begin
from core.narration.recall import without_private_data
from core.narration.telling import story
from core.refusal import Refused
from core.story.parts import Story
from core.table.seat import Seat
from core.table.table import Table
from tui.app.memory import Forgetful, SeatMemory
from tui.words import text


class ReplayStore:
    """A store that keeps nothing, because a replay writes nothing."""

    def __getattr__(self, name: str) -> Any:
        raise Refused("replay", "This is a replay: nothing can be changed.")


class FrozenTable(Table):
    """A table at one past moment, without bots, clock or inputs."""

    has_bots = False

    def __init__(self, match: Match, at: float, own_seat: str | None = None) -> None:
        """`own_seat`: the viewer's seat, or None; its messages, notes and draft stay readable."""
        super().__init__(without_private_data(match, own_seat), ReplayStore(), lambda: at)

    def submit(self, entry: j.AnyEntry) -> NoReturn:
        raise Refused("replay", "This is a replay: nothing can be changed.")


class PastMoment:
    """A past round: the match just before its close, and the close's record."""

    def __init__(self, before: Match, at: float, record: RoundRecord) -> None:
        self.round = record.round
        self.record = record
        self._before = before
        self._at = at

    def sight(self, name: str, talk: bool) -> Sight[Any, Any, Any]:
        """Return the seat's knowledge just before the close; its talk only if it is the reader's own (CM-09)."""
        known = views.sight(self._before, name)
        return known if talk else replace(known, heard=())

    def seat(self, name: str | None, is_own: bool = False) -> Seat:
        """Return a seat at the table of that moment; None for a spectator. `is_own`: with talk, notes and draft, for
        its holder (HH-39)."""
        return Seat(FrozenTable(self._before, self._at, name if is_own else None), name)

    def holder(self, name: str) -> str:
        return self._before.holders.get(name, "")


class Replay:
    def __init__(self, header: Json, entries: Iterable[Json]) -> None:
        """Read a journal as it was stored (`core.store.Stored`)."""
        match = begin(j.header_from_json(header))
        befores: dict[int, tuple[Match, float]] = {}
        for entry in (j.entry_from_json(given) for given in entries):
            before = match
            match, _ = apply(match, entry)
            if len(match.rounds) > len(before.rounds):
                befores[match.rounds[-1].round] = (before, entry.at)
            for was, now in zip(before.seats, match.seats, strict=True):
                if was != now:  # a seat is replayed under its last name
                    befores = {number: (rename_seat(state, was, now), at) for number, (state, at) in befores.items()}
        # Rewound rounds are not replayed.
        self.moments = tuple(PastMoment(*befores[record.round], record) for record in match.rounds)
        self.header = match.header
        """Final state with the seats' last names."""
        self.final = match
        self._at = match.rounds[-1].at if match.rounds else self.header.made_at

    def seat(self, name: str | None, is_own: bool = False) -> Seat:
        return Seat(FrozenTable(self.final, self._at, name if is_own else None), name)

    def had_last_holder(self, moment: PastMoment, name: str) -> bool:
        """True if the seat had its last holder at that moment. Earlier notes belong to another person."""
        return moment.holder(name) == self.final.holders.get(name, "")

    def would_have(self, moment: PastMoment, name: str, talk: bool) -> tuple[str, ...]:
        """Return what a sharp bot would have done in that seat (HH-38). It may take half a second.

        Raises:
            Refused: The match is not finished, or the host forbade it.
        """
        if self.final.phase != "finished":
            raise Refused("not_finished", "What a bot would do is told after the end alone.", "HH-38")
        if not self.header.hindsight:
            raise Refused("no_hindsight", "The host of this match keeps what a bot would have done back.", "HH-38")
        return would_have(self.final.game, moment.sight(name, talk), moment.record.orders.get(name))

    @property
    def is_public(self) -> bool:
        """Is the whole record public to those seated (CM-09)?"""
        return self.seat(self.header.seats[0]).record() is not None


EVERYONE = "*"


class Eyes:
    """A seat's point of view, or everybody's."""

    def __init__(self, replay: Replay, name: str, own_seat: bool, remember: Callable[[str, str], SeatMemory]) -> None:
        """`own_seat`: this seat's conversations belong to the viewer (CM-09). `remember(match, seat)`: the memory kept
        for a seat."""
        self._replay, self.name, self.own = replay, name, own_seat
        self._remember = remember
        self._best: dict[int, tuple[str, ...]] = {}

    @property
    def is_everyone(self) -> bool:
        return self.name == EVERYONE

    @cached_property
    def story(self) -> Story:
        """Story from this point of view: everything, or one seat's knowledge. Parts that depend on talk only if it
        is the reader's own (CM-09)."""
        if self.is_everyone:
            return story(self._replay.final, None, whole=True)
        return story(without_private_data(self._replay.final, self.name if self.own else None), self.name)

    def owns(self, moment: PastMoment) -> bool:
        """True if the reader holds this seat and held it at that moment: draft, marks and notes are then
        readable (HH-39)."""
        return self.own and self._replay.had_last_holder(moment, self.name)

    def memory(self, moment: PastMoment) -> SeatMemory:
        """Return the player's marks and expectations in that round if they are the reader's own; else an empty
        memory."""
        match = self._replay.header.match
        if self.owns(moment):
            return self._remember(match, self.name).as_of(moment.round)
        return SeatMemory(Forgetful(), match, self.name)

    def sealed_words(self, moment: PastMoment) -> str:
        if not self.owns(moment):
            return f"What {self.name} sealed. What was drafted, expected, said and noted stays with {self.name}."
        seat = moment.seat(self.name, is_own=True)
        draft, sealed = seat.draft(), seat.sealed()
        if draft is None:
            return "Sealed as it stands." if sealed is not None else "Nothing was sealed."
        if draft.counts:
            return "The draft in its last form: it was to count at the deadline."
        return f"The draft in its last form, never sealed{': what was sealed before counted' if sealed else ''}."

    def private_rows(self, moment: PastMoment) -> list[text.Part]:
        if not self.own:
            return []
        rows: list[text.Part] = []
        if self.owns(moment) and (notes := moment.seat(self.name, is_own=True).notes().strip()):
            rows += ["", ("Your notes then", "$accent"), *(f"  {line}" for line in notes.splitlines())]
        return [*rows, *self._talk_rows(moment)]

    def _talk_rows(self, moment: PastMoment) -> list[text.Part]:
        heard = [m for m in self._replay.final.messages if m.round == moment.round and self.name in m.readers]
        rows = []
        for message in heard:
            others = text.joined([name for name in message.readers if name != message.sender])
            to = message.channel if message.channel != "seats" else others
            rows.append(text.line("  ", (message.sender, "$strong"), (f" to {to}: ", "$faint"), message.text))
        word = self._replay.final.spec.round_word
        return ["", (f"Said in this {word}; only you see it here", "$accent"), *rows] if rows else []

    # --- what a bot would have done (HH-38) ---------------------------------------------------------------------------
    def compute_hindsight(self, moment: PastMoment) -> None:
        """Compute what a bot would have done. It may take half a second.

        Raises:
            Refused: The match is not finished, or the host forbade it.
        """
        self._best[moment.round] = self._replay.would_have(moment, self.name, self.own)

    def hindsight_rows(self, moment: PastMoment) -> list[text.Part]:
        """Return what a bot would have done, once it was computed."""
        moves = self._best.get(moment.round)
        if moves is None:
            return []
        level = best(self._replay.final.game.levels)
        head = (f"A {level} bot, knowing what {self.name} knew before the close, would", "$accent")
        return [head, *(f"  {line}" for line in moves), ""]
