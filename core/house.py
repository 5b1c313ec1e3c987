"""The house: all live matches, and what runs when it opens its doors."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import logging
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from core import journal as j
from core.dice import commitment
from core.form import sentence
from core.games import game as find_game
from core.inputs import fold
from core.match import Match, begin
from core.refusal import NotAMatch, Refused
from core.seat import Seat
from core.seating import check_only_seat
from core.store import Damaged, Store, Stored
from core.table import Table
from core.talk import Phase
from core.vigil import ABSENCE, Clock, Vigil

log = logging.getLogger(__name__)

GRACE = 15 * 60.0
"""Seconds that a round stays open if its deadline passed while the house was closed or did not run (HH-04, HH-14)."""

BEAT = 4.0
"""Seconds between two looks at the clock, at most: one that was set is noticed within five (HH-12)."""


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """What lists of matches show: public facts only."""

    match: str
    title: str
    game: str
    game_title: str
    phase: Phase
    round: int
    rounds: int
    round_word: str
    seats: tuple[str, ...]
    holders: dict[str, str]
    """Seat to `person:<id>`, `bot:<level>`, `local` or `open`."""
    host: str
    deadline: float | None
    paused: bool
    made_at: float
    abandoned: bool


class House:
    """All the matches of one data folder. One process, one event loop."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        token: Callable[[int], str],
        *,
        grace: float = GRACE,
        lasting: Clock | None = None,
        absence: float = ABSENCE,
    ) -> None:
        """`clock` gives seconds since the epoch; `token(n)` gives n bytes of secret randomness in hex. `lasting` counts
        the seconds that pass, also while the machine sleeps, whatever the clock is set to; without it the house notices
        neither sleep nor a clock that was set back. After `absence` seconds without a look it did not run (HH-14)."""
        self.store = store
        self.clock = clock
        self.token = token
        self.grace = grace
        self._vigil = None if lasting is None else Vigil(clock, lasting, absence)
        self._pulse: asyncio.TimerHandle | None = None
        self._every = min(BEAT, absence / 10)  # a look must come often before it is missed
        self.tables: dict[str, Table] = {}
        self.damaged: dict[str, str] = {}
        """Matches that could not be opened, with the sentence that says why. They are left as they are."""
        self.warnings: list[str] = []
        self._listeners: list[Callable[[str], None]] = []
        for match in store.matches():
            self._open(match)

    def _open(self, match: str) -> None:
        place = ""

        def entries(stored: Stored) -> Iterator[j.AnyEntry]:
            nonlocal place
            for number, entry in enumerate(stored.entries, 1):
                place = f"entry {number}: "
                yield j.entry_from_json(entry)

        try:
            stored = self.store.read(match)
            folded = fold(j.header_from_json(stored.header), entries(stored))
        except (Damaged, Refused) as trouble:
            self.damaged[match] = f"The match {match} cannot be opened: {place}{trouble}"
            return
        except msgspec.ValidationError as mistake:
            self.damaged[match] = f"The match {match} cannot be opened: {place or 'header: '}{sentence(str(mistake))}"
            return
        self.warnings.extend(f"{match}: {warning}" for warning in stored.warnings)
        self.tables[match] = self._seated(folded)

    def _seated(self, match: Match) -> Table:
        return self._watched(Table(match, self.store, self.clock, self._look))

    def _watched(self, table: Table) -> Table:
        table.subscribe(None, lambda change: self.tell(table.match.header.match))
        return table

    def start(self) -> None:
        """On the event loop: wind the clocks and set the bots going. A deadline that passed while the house was
        closed is not sprung on anyone: that round stays open for the grace period, and everyone is told."""
        if self._vigil is not None:
            self._vigil.look()  # what was before is the business of HH-04
        for table in self.tables.values():
            deadline = table.match.deadline
            if deadline is not None and deadline <= self.clock():
                self._grant_grace(table, "The house was closed when it passed")
            table.start()
        self._wind()

    def stop(self) -> None:
        """Let go of timers and bots. Nothing needs saving: every input was stored before it was acknowledged."""
        if self._pulse is not None:
            self._pulse.cancel()
        for table in self.tables.values():
            table.stop()

    # --- time --------------------------------------------------------------------------------------------------------
    def _wind(self) -> None:
        with contextlib.suppress(RuntimeError):  # no loop: whoever drives the house by hand looks at the clock
            self._pulse = asyncio.get_running_loop().call_later(self._every, self._beat)

    def _beat(self) -> None:
        """A sign of life, and a look at the clock: a timer alone would not notice that it was set (HH-12)."""
        self._look()
        for table in self._awaiting_a_deadline():
            table.tick()
        self._wind()

    def _look(self) -> None:
        """What became of time since the last look, before anything else happens at any table (HH-13, HH-14)."""
        if self._vigil is None:
            return
        asleep_since, set_back = self._vigil.look()
        if not set_back and asleep_since is None:
            return
        for table in self._awaiting_a_deadline():
            deadline = (table.match.deadline or 0.0) - set_back
            try:
                if asleep_since is not None and asleep_since < deadline <= self.clock():
                    self._grant_grace(table, "The house did not run when it passed")
                elif set_back:
                    table.set_back(set_back)
            except Exception:  # one table's trouble never reaches another
                log.exception("the deadline of %s could not be moved", table.match.header.match)

    def _awaiting_a_deadline(self) -> list[Table]:
        return [table for table in self.tables.values() if table.match.deadline is not None]

    def _grant_grace(self, table: Table, why: str) -> None:
        more = f"there are {self.grace / 60:.0f} more minutes."
        table.move_deadline(self.clock() + self.grace, f"{why}; {more}")

    # --- matches -----------------------------------------------------------------------------------------------------
    def make(
        self,
        game: str,
        seats: tuple[str, ...],
        *,
        title: str = "",
        holders: dict[str, str] | None = None,
        host: str = "local",
        options: dict[str, Any] | None = None,
        setup: dict[str, Any] | None = None,
        seed: int | None = None,
        briefing: bool = False,
        early_close: bool = True,
        round_seconds: float | None = None,
        presence: bool = False,
        counts: bool = True,
        several: bool = False,
        match: str | None = None,
        season: str = "",
    ) -> Table:
        """Seat a new match; stored before it is returned. NotAMatch for what makes none.

        Without `seed` it is drawn from secret randomness. `holders` defaults to `local` for every seat. Unless
        `several` one person of the house holds one seat (HH-09).
        """
        seed = int(self.token(8), 16) if seed is None else seed
        nonce = self.token(16)
        name = match or self.free_id(game)
        header = j.Header(
            match=name,
            title=title,
            game=game,
            rules_version=find_game(game).spec.rules_version,
            seats=seats,
            options=options or {},
            given=setup or {},
            seed=seed,
            nonce=nonce,
            commitment=commitment(seed, nonce),
            made_at=self.clock(),
            briefing=briefing,
            early_close=early_close,
            round_seconds=round_seconds,
            presence=presence,
            counts=counts,
            holders=holders or dict.fromkeys(seats, "local"),
            host=host,
            several=several,
            season=season,
        )
        if not several:
            _check_only_seats(header.holders)
        if unknown := set(header.holders) - set(seats):
            raise NotAMatch("not_seated", f"Nobody called {sorted(unknown)[0]!r} is seated here.")
        begun = begin(header)
        self.store.create(name, j.as_json(header))
        table = self.tables[name] = self._seated(begun)
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            pass  # no loop yet: `start` will set it going
        else:
            table.start()
        self.tell(name)
        return table

    def free_id(self, game: str) -> str:
        """`exodus-1`, `exodus-2`, ...: short enough to type in a command."""
        taken = {*self.tables, *self.damaged, *self.store.matches()}
        number = 1
        while (name := f"{game.replace('_', '-')}-{number}") in taken:
            number += 1
        return name

    def table(self, match: str) -> Table:
        """The table of a match. Refused, in words, if there is none or its file is damaged."""
        if match in self.damaged:
            raise Refused("damaged", self.damaged[match])
        if match not in self.tables:
            raise Refused("no_such_match", f"There is no match {match!r} in this house.")
        return self.tables[match]

    def seat(self, match: str, name: str) -> Seat:
        """The seat called `name` at a match, whoever holds it: the caller has checked that they may."""
        table = self.table(match)
        if name not in table.match.seats:
            raise Refused("not_seated", f"Nobody called {name!r} is seated at {match}.", "CM-25")
        return Seat(table, name)

    def watch(self, match: str) -> Seat:
        """A spectator's place: public facts only."""
        return Seat(self.table(match), None)

    def seats_of(self, holder: str) -> tuple[tuple[str, str], ...]:
        """Every (match, seat) that `holder` (`person:<id>`) plays, oldest match first."""
        return tuple((m, s) for m, t in self.tables.items() for s in t.match.seats if t.match.holders.get(s) == holder)

    def matches(self) -> tuple[Summary, ...]:
        """Every match that could be opened, oldest first."""
        return tuple(summary(table) for table in self.tables.values())

    # --- listening ---------------------------------------------------------------------------------------------------
    def listen(self, hear: Callable[[str], None]) -> Callable[[], None]:
        """Call `hear(match)` when something public changed in a match, or a match was made. Returns the way out."""
        context = contextvars.copy_context()  # each session listens in its own, whoever made the change

        def told(match: str) -> None:
            context.run(hear, match)

        self._listeners.append(told)

        def leave() -> None:
            if told in self._listeners:
                self._listeners.remove(told)

        return leave

    def tell(self, match: str) -> None:
        for hear in list(self._listeners):
            try:
                hear(match)
            except Exception:  # one listener's trouble never reaches another
                log.exception("a listener failed")


def _check_only_seats(holders: dict[str, str]) -> None:
    for seat, holder in holders.items():
        try:
            check_only_seat(holders, seat, holder)
        except Refused as refusal:
            raise NotAMatch(refusal.code, refusal.message, refusal.ruling) from None


def summary(table: Table) -> Summary:
    """The public facts about one match, for lists."""
    match = table.match
    spec = match.game.spec
    return Summary(
        match=match.header.match,
        title=match.header.title or spec.title,
        game=spec.id,
        game_title=spec.title,
        phase=match.phase,
        round=match.round,
        rounds=spec.rounds,
        round_word=spec.round_word,
        seats=match.seats,
        holders=match.holders,
        host=match.header.host,
        deadline=match.deadline,
        paused=match.paused,
        made_at=match.header.made_at,
        abandoned=match.abandoned,
    )
