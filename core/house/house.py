"""The house: all live matches, and what happens when it opens."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import itertools
import logging
from collections.abc import Callable, Collection
from typing import Any

from core import person
from core.dice import commitment
from core.games import game as find_game
from core.house.archive import Archive, read, unfold, who_sat
from core.house.reminders import Passing
from core.json import Json
from core.match import journal as j
from core.match.founding import founded
from core.match.rule_changes import ChangedRules, fold_stored, reopened
from core.match.state import Change, Match
from core.match.summary import Summary
from core.refusal import Refused, quoted
from core.seasons.registry import Seasons
from core.store import DISCARDED, Damaged, Store, Stored
from core.table.clock_gaps import ABSENCE, Clock, ClockGaps
from core.table.galleries import Galleries
from core.table.seat import Seat
from core.table.subscribers import Hear, Leave, Subscribers
from core.table.table import REMARKED, Table

log = logging.getLogger(__name__)

GRACE = 15 * 60.0
"""Seconds that a round stays open if its deadline passed while the house was closed or did not run (HH-04, HH-14)."""

BEAT = 4.0
"""Seconds between two looks at the clock, at most: one that was set is noticed within five (HH-12)."""


TEND_EVERY, SLICE_EVERY = 30.0, 0.05
"""Seconds between two looks at what is to be tidied, and between two slices of it."""


def unknown(match: str) -> Refused:
    """What is said of an id that no match has, and of one that whoever asks does not find (HH-46)."""
    return Refused("no_such_match", f"There is no match {quoted(match)} in this house.")


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
        self.voice: Callable[[Json], str | None] | None = None
        """A program that words what bots say, for tables that are opened from now on."""
        self._pulse: asyncio.TimerHandle | None = None
        self._every = min(BEAT, absence / 10)  # a look must come often before it is missed
        self.tables: dict[str, Table] = {}
        """The tables that are open: of every match that is played, and of finished ones that somebody went to."""
        vigil = None if lasting is None else ClockGaps(clock, lasting, absence)
        self._passing = Passing(self.tables, clock, grace, vigil)
        self.archive = Archive(store)
        self.damaged: dict[str, str] = {}
        """Matches that could not be opened, with the sentence that says why. They are left as they are."""
        self.changed_rules: dict[str, j.Header] = {}
        """Headers of the damaged matches whose rules have changed; their hosts may let them go on (HH-70)."""
        self.not_installed: dict[str, str] = {}
        """Matches of games that are not installed here, or were refused, with a sentence each. They are left as they
        are, and go on once their game is there."""
        self._lost: dict[str, frozenset[str]] = {}
        """Who ever held a seat of a match that cannot be opened, as far as its journal can be read."""
        self.warnings: list[str] = []
        self._hearers = Subscribers()
        self._made: list[str] = []
        """Every match that could be opened, oldest first."""
        self._tending: asyncio.TimerHandle | None = None
        self._open(store.matches())
        self.galleries = Galleries(self)
        self.seasons = Seasons(self)
        """The house's seasons; their matches are made and booked from `start` on."""

    def _open(self, matches: tuple[str, ...]) -> None:
        gone = self.store.all(DISCARDED)
        for match in gone:  # where a kill came between
            with contextlib.suppress(Refused):  # a visit deletes nothing
                self.store.discard(match)
        matches = tuple(match for match in matches if match not in gone)
        for match in self.archive.load(matches):
            try:
                folded, warnings = read(self.store, match)
            except Refused as trouble:
                (self.not_installed if trouble.code == "not_installed" else self.damaged)[match] = trouble.message
                if isinstance(trouble, ChangedRules):
                    self.changed_rules[match] = j.header_from_json(self.store.read(match).header)
                self._lost[match] = who_sat(self.store, match)
                continue
            self.warnings.extend(warnings)
            if folded.phase == "finished":
                self.archive.add(folded, keep=not warnings)
                self.store.release(match)
            else:
                self._seat(match, folded)
        self.archive.sort()
        self._made = [match for match in matches if match not in {*self.damaged, *self.not_installed}]

    def _seat(self, match: str, at: Match) -> Table:
        """The table of a match, opened."""
        table = self.tables[match] = Table(at, self.store, self.clock, self._passing.look, self._kept)
        table.voice, table.people = self.voice, self.names_of_people
        # In no session's context: whoever makes a match is not to be held by it until it ends.
        contextvars.Context().run(table.subscribe, None, lambda change: self._tell_of(match, change))
        return table

    def names_of_people(self) -> tuple[str, ...]:
        """What the people of the house are called."""
        return tuple(str(kept["name"]) for kept in self.store.all("people").values())

    def _tell_of(self, match: str, change: Change) -> None:
        if change.kind != REMARKED:  # lists tell nothing of it
            self.tell(match)

    def _kept(self, table: Table) -> None:
        """A table has stored an input."""
        match = table.match.header.match
        self._hearers.kept(match)
        if table.match.phase != "finished":
            if match in self.archive.summaries:
                self._goes_on(match, table)
        else:
            try:
                self.archive.grown(table.match, self.clock())
            except Exception:  # a summary is a convenience: the input has been kept, and whoever made it hears so
                log.exception("no summary of %s could be made", table.match.header.match)

    def _goes_on(self, match: str, table: Table) -> None:
        """Its ending was taken back (HH-50): it is played again, with its clock and its bots."""
        self.archive.reopened(match)
        self.tables[match] = table
        with contextlib.suppress(RuntimeError):  # no loop yet: `start` will set it going
            asyncio.get_running_loop()
            table.start()

    def start(self) -> None:
        """On the event loop: wind the clocks and set the bots going. A deadline that passed while the house was
        closed is not sprung on anyone (HH-04)."""
        self._passing.begin()
        for table in self.tables.values():
            table.start()
        self.seasons.start()
        self._wind()
        self._tend()

    def stop(self) -> None:
        """Let go of timers and bots. Nothing needs saving: every input was stored before it was acknowledged."""
        if self._pulse is not None:
            self._pulse.cancel()
        self.seasons.stop()
        if self._tending is not None:
            self._tending.cancel()
        for table in self.tables.values():
            table.stop()
        self.archive.settle()

    def tend(self) -> bool:
        """A slice of what is to be tidied: the store's files, and tables of finished matches that nobody uses. True if
        more of it waits."""
        self.archive.settle()
        for match in self.archive.quiet(self.clock()):
            self.archive.put_away(match, self.tables.pop(match))
            self.tell(match)
        return self.store.tend()

    def _tend(self) -> None:
        try:
            more = self.tend()
        except Exception:  # what cannot be tidied now is tidied later
            log.exception("the house could not be tidied")
            more = False
        with contextlib.suppress(RuntimeError):  # no loop: whoever drives the house by hand tends it
            self._tending = asyncio.get_running_loop().call_later(SLICE_EVERY if more else TEND_EVERY, self._tend)

    # --- time --------------------------------------------------------------------------------------------------------
    def _wind(self) -> None:
        with contextlib.suppress(RuntimeError):  # no loop: whoever drives the house by hand looks at the clock
            self._pulse = asyncio.get_running_loop().call_later(self._every, self._beat)

    def _beat(self) -> None:
        """A sign of life, and a look at the clock: a timer alone would not notice that it was set (HH-12)."""
        self._wind()  # first of all: whatever goes wrong below, the next beat comes
        self._passing.look()
        self.store.settle()
        for table in self.running():
            table.tick()

    # --- matches -----------------------------------------------------------------------------------------------------
    def make(
        self,
        game: str,
        seats: tuple[str, ...],
        *,
        holders: dict[str, str] | None = None,
        host: str = "local",
        options: Json | None = None,
        setup: Json | None = None,
        seed: int | None = None,
        match: str | None = None,
        season: str = "",
        practice: bool = False,
        **settings: Any,
    ) -> Table:
        """Seat a new match; stored before it is returned. NotAMatch for what makes none. Refused: `gallery_wall`.

        Without `seed` it is drawn from secret randomness. `holders` defaults to `local` for every seat. `settings` are
        those of `MatchSettings` that are not as usual.
        """
        if not season and not practice:
            self.galleries.check_names(host, str(settings.get("title", "")), *seats)
        seed = int(self.token(8), 16) if seed is None else seed
        if options and options.get("reveal") is False:  # what stays with the host is promised to nobody
            settings["open_record"] = False
        nonce = self.token(16)
        name = match or self.free_id(game, hidden=practice or bool(settings.get("hidden")))
        header = j.Header(
            match=name,
            game=game,
            rules_version=find_game(game).spec.rules_version,
            seats=seats,
            options=options or {},
            given=setup or {},
            seed=seed,
            nonce=nonce,
            commitment=commitment(seed, nonce),
            made_at=self.clock(),
            holders=holders or dict.fromkeys(seats, "local"),
            host=host,
            season=season,
            practice=practice,
            **settings,
        )
        begun = founded(header)
        self.store.create(name, j.as_json(header))
        table = self._seat(name, begun)
        self._made.append(name)
        self.galleries.begun(table)
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            pass  # no loop yet: `start` will set it going
        else:
            table.start()
        self.tell(name)
        return table

    def free_id(self, game: str, *, hidden: bool = False) -> str:
        """`exodus-1`, `exodus-2`, ...: short enough to type in a command. `hidden`: for a match that not all find,
        one of its own kind, so that no number is missing for it (HH-49)."""
        taken = {*self._made, *self.damaged, *self.not_installed, *self.store.matches(), *self.store.all(DISCARDED)}
        return self.new_id(game.replace("_", "-"), taken, hidden=hidden)

    def new_id(self, stem: str, taken: Collection[str], *, hidden: bool) -> str:
        """An id that is not taken yet, of a match or a season."""
        ends = (person.write_id(bytes.fromhex(self.token(10))) if hidden else number for number in itertools.count(1))
        return next(name for name in (f"{stem}-{end}" for end in ends) if name not in taken)

    def discard(self, match: str) -> None:
        """Let go of a match whose id stands on the shelf DISCARDED, for good (HH-69)."""
        for table in (self.tables.pop(match, None), self.archive.find(match)):
            if table is not None:
                table.discard()
        self.archive.reopened(match)
        self._made = [one for one in self._made if one != match]
        self.store.discard(match)
        self.tell(match)

    def reopen(self, match: str, by: str) -> Table:
        """Let a match go on by rules that have changed since, and return its table (HH-70).

        Refused: `same_rules`; `rules_changed` if the match still does not fit.
        """
        if match not in self.changed_rules:
            self.table(match)  # refused in words if there is none
            raise Refused("same_rules", f"The rules of {match} are those that it is played by.", "HH-70")
        stored = self.store.read(match)
        entries = tuple(j.entry_from_json(entry) for entry in stored.entries)
        entry = reopened(self.changed_rules[match], entries, by, self.clock())
        folded = fold_stored(self.changed_rules[match], (*entries, entry))
        self.store.append(match, j.as_json(entry))
        for shelf in (self.damaged, self.changed_rules, self._lost):
            shelf.pop(match, None)
        table = self._seat(match, folded)
        self._made = [one for one in self.store.matches() if one in {*self._made, match}]
        with contextlib.suppress(RuntimeError):  # no loop yet: `start` will set it going
            asyncio.get_running_loop()
            table.start()
        self.tell(match)
        return table

    def knows(self, match: str) -> bool:
        """Is there such a match, damaged or not?"""
        return any(match in some for some in (self.tables, self.archive.summaries, self.damaged, self.not_installed))

    def means_season(self, name: str) -> bool:
        """Is that the id of a season, and of no match?"""
        return name in self.seasons.live and not self.knows(name)

    def find(self, match: str) -> Summary | None:
        """The public facts about a match; None where there is none that can be opened. No journal is read for them."""
        told = self.archive.summaries.get(match)
        return self.tables[match].summary if told is None and match in self.tables else told

    def lost(self, match: str) -> frozenset[str] | None:
        """Of a match that cannot be opened: who ever held a seat of it, as far as that is known; None for others."""
        return self._lost.get(match, frozenset()) if match in self.damaged or match in self.not_installed else None

    def forget(self) -> None:
        """Let go of what was reckoned of positions, while nobody is here who looks at them."""
        for table in self.tables.values():
            table.forget()

    def table(self, match: str) -> Table:
        """The table of a match; that of a finished one is opened if nobody is at it. Refused, in words, if there is
        none or its file is damaged."""
        if match in self.damaged:
            raise Refused("damaged", self.damaged[match])
        if match in self.not_installed:
            raise Refused("not_installed", self.not_installed[match])
        if match in self.archive.summaries:
            return self._finished(match, None)
        if match not in self.tables:
            raise unknown(match)
        return self.tables[match]

    async def fetch(self, match: str) -> None:
        """Before `table` from an event loop with others on it: read a finished match aside, if it has to be. Refused as
        `table` does."""
        if match in self.tables or match not in self.archive.summaries or self.archive.find(match) is not None:
            return
        stored = self.journal(match)
        folded = None
        with contextlib.suppress(Refused):  # it is said, and noted, where it is read once more
            folded = await asyncio.to_thread(unfold, match, stored)
        self._finished(match, folded)

    def journal(self, match: str) -> Stored:
        """The journal of a finished match as it was kept, to be replayed. Refused as by `table`."""
        try:
            return self.store.read(match)
        except (Damaged, KeyError):
            self._read(match)  # says what is wrong
            raise
        finally:
            if match not in self.tables:
                self.store.release(match)

    def _finished(self, match: str, folded: Match | None) -> Table:
        """The table of a finished match; `folded` is what its journal tells, if that was read already."""
        if (table := self.tables.get(match)) is None:
            if (table := self.archive.find(match)) is None:
                table = self._seat(match, folded or self._read(match))
            self.tables[match] = table
            self.tell(match)
        self.archive.used(match, self.clock())
        return table

    def _read(self, match: str) -> Match:
        """Fold a finished match. Refused if that cannot be, which its summary could not tell."""
        try:
            return read(self.store, match).match
        except KeyError:
            trouble = Refused("damaged", f"The match {match} cannot be opened: its journal is gone.")
        except Refused as refusal:
            if refusal.code == "not_installed":  # it is as it should be: its result is known, and its game is missed
                raise
            trouble = refusal
        self.damaged[match] = trouble.message
        self._lost[match] = frozenset(self.holders(match).values())
        self._made.remove(match)
        self.archive.drop(match)
        raise trouble

    def summary(self, match: str) -> Summary:
        """The public facts about a match. Refused as by `table`; no journal is read for them."""
        if (told := self.archive.summaries.get(match)) is not None:
            return told
        return self.table(match).summary

    def is_finished(self, match: str) -> bool:
        """Is it over? No journal is read for it."""
        return match in self.archive.summaries

    def holders(self, match: str) -> dict[str, str]:
        """Who holds the seats of a match, open or put away; empty if there is none."""
        if (told := self.archive.summaries.get(match)) is not None:
            return told.holders
        return self.tables[match].match.holders if match in self.tables else {}

    def seat(self, match: str, name: str) -> Seat:
        """The seat called `name` at a match, whoever holds it: the caller has checked that they may."""
        table = self.table(match)
        if name not in table.match.seats:
            raise Refused("not_seated", f"Nobody called {quoted(name)} is seated at {match}.", "CM-25")
        return Seat(table, name)

    def watch(self, match: str) -> Seat:
        """A spectator's place: public facts only."""
        return Seat(self.table(match), None)

    def seats_of(self, holder: str) -> tuple[tuple[str, str], ...]:
        """Every (match, seat) that `holder` (`person:<id>`) plays at the tables that are open, oldest first."""
        return tuple((m, s) for m, t in self.tables.items() for s in t.match.seats if t.match.holders.get(s) == holder)

    def matches(self) -> tuple[Summary, ...]:
        """Every match that could be opened, oldest first."""
        return tuple(map(self.summary, self._made))

    def finished(self) -> tuple[Summary, ...]:
        """The finished ones, in the order in which they finished."""
        return tuple(self.archive.summaries.values())

    def of_season(self, season: str) -> tuple[str, ...]:
        """The matches that a season has made, oldest first."""
        return tuple(one.match for one in self.matches() if one.season == season)

    def running(self) -> tuple[Table, ...]:
        """The tables of all others, oldest match first."""
        return tuple(table for table in self.tables.values() if table.match.phase != "finished")

    # --- listening ---------------------------------------------------------------------------------------------------
    def listen(self, hear: Hear) -> Leave:
        """Call `hear(match)` when something public changed in a match, or a match was made. Returns the way out."""
        return self._hearers.listen(hear)

    def follow(self, hear: Hear) -> Leave:
        """Call `hear(match)` after each input that was kept, public or not, while its table stands just behind it: for
        the house's own services, which see to it themselves that nothing secret leaves. Returns the way out."""
        return self._hearers.follow(hear)

    def tell(self, match: str) -> None:
        """Let everybody hear of a match."""
        self._hearers.tell(match)
