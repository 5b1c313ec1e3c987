"""The house: all live matches, and its opening."""

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
from core.match.founding import check_founds_match
from core.match.records import Change
from core.match.rule_changes import ChangedRules, fold_stored, mended, reopened
from core.match.seating import is_bot
from core.match.state import Match
from core.match.summary import Summary
from core.refusal import Refused, quoted
from core.seasons.registry import Seasons
from core.store import DISCARDED, Damaged, Store, Stored
from core.table.clock_gaps import ABSENCE, Clock, ClockGaps
from core.table.galleries import Galleries
from core.table.seat import Seat
from core.table.subscribers import REMARKED, Listener, Subscribers, Unsubscribe
from core.table.table import Table

log = logging.getLogger(__name__)

GRACE = 15 * 60.0
"""Seconds of grace for a round with a deadline that passed while the house did not run (HH-04, HH-14)."""

BEAT = 4.0
"""Seconds between two looks at the clock: a clock that was set is noticed within five (HH-12)."""


TEND_EVERY, SLICE_EVERY = 30.0, 0.05
"""Seconds between two checks for tidying, and between two slices of it."""


def no_such_match(match: str) -> Refused:
    """Return the refusal for an unknown match, or one that the person may not find (HH-46)."""
    return Refused("no_such_match", f"There is no match {quoted(match)} in this house.")


class House:
    """All matches of one data folder. One process, one event loop."""

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
        """
        Args:
            clock: seconds since the epoch.
            token: returns n random secret bytes in hex.
            lasting: counts seconds, also while the machine sleeps, whatever the clock is set to. Without it neither
                sleep nor a clock set back is noticed.
            absence: seconds without a look after which the house did not run (HH-14).
        """
        self.store = store
        self.clock = clock
        self.token = token
        self.grace = grace
        self.voice: Callable[[Json], str | None] | None = None
        self.ear: Callable[[Json], str | None] | None = None
        self._pulse: asyncio.TimerHandle | None = None
        self._every = min(BEAT, absence / 10)  # frequent looks, so that none counts as absence
        self.tables: dict[str, Table] = {}
        vigil = None if lasting is None else ClockGaps(clock, lasting, absence)
        self._passing = Passing(self.tables, clock, grace, vigil)
        self.archive = Archive(store)
        self.damaged: dict[str, str] = {}
        """Matches that could not be opened, with the reason in a sentence. Their files are left alone."""
        self.changed_rules: dict[str, j.Header] = {}
        """Headers of the damaged matches with changed rules; their hosts may reopen them (HH-70)."""
        self.not_installed: dict[str, str] = {}
        """Matches of games that are missing or refused, with the reason in a sentence. They go on once their game is
        installed."""
        self._lost: dict[str, frozenset[str]] = {}
        """All holders ever of matches that cannot be opened, as far as known."""
        self.warnings: list[str] = []
        self._subscribers = Subscribers()
        self._made: list[str] = []
        self._tending: asyncio.TimerHandle | None = None
        self._open(store.matches())
        self.galleries = Galleries(self)
        self.seasons = Seasons(self)

    def _open(self, matches: tuple[str, ...]) -> None:
        discarded = self.store.all(DISCARDED)
        for match in discarded:  # after a kill between two writes
            with contextlib.suppress(Refused):  # a read-only visit deletes nothing
                self.store.discard(match)
        matches = tuple(match for match in matches if match not in discarded)
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
        table = self.tables[match] = Table(at, self.store, self.clock, self._passing.apply_gaps, self._on_input)
        table.voice, table.ear, table.people = self.voice, self.ear, self.names_of_people
        # No session's context, which the table would keep alive until the match ends.
        contextvars.Context().run(table.subscribe, None, lambda change: self._tell_of(match, change))
        return table

    def names_of_people(self) -> tuple[str, ...]:
        return tuple(str(person["name"]) for person in self.store.all("people").values())

    def _tell_of(self, match: str, change: Change) -> None:
        if change.kind != REMARKED:  # not in lists
            self.tell(match)

    def _on_input(self, table: Table) -> None:
        match = table.match.header.match
        self._subscribers.tell_followers(match)
        if table.match.phase != "finished":
            if match in self.archive.summaries:
                self._goes_on(match, table)
        else:
            try:
                self.archive.note_entry(table.match, self.clock())
            except Exception:  # the input is stored; a summary is a convenience
                log.exception("no summary of %s could be made", table.match.header.match)

    def _goes_on(self, match: str, table: Table) -> None:
        """Restart a match after its end was taken back (HH-50), with its clock and bots."""
        self.archive.reopened(match)
        self.tables[match] = table
        with contextlib.suppress(RuntimeError):  # no loop yet: `start` does it
            asyncio.get_running_loop()
            table.start()

    def start(self) -> None:
        """Set the clocks and start the bots; call on the event loop. A deadline that passed while the house was closed
        gets a grace (HH-04)."""
        self._passing.begin()
        for table in self.tables.values():
            table.start()
        self.seasons.start()
        self._set_beat()
        self._tend_safely()

    def stop(self) -> None:
        """Stop timers and bots. Every acknowledged input is stored."""
        if self._pulse is not None:
            self._pulse.cancel()
        self.seasons.stop()
        if self._tending is not None:
            self._tending.cancel()
        for table in self.tables.values():
            table.stop()
        self.archive.keep_summaries()

    def tend(self) -> bool:
        """Do a slice of tidying: the store's files, and unused tables of finished matches. True if more waits."""
        self.archive.keep_summaries()
        for match in self.archive.unused(self.clock()):
            self.archive.put_away(match, self.tables.pop(match))
            self.tell(match)
        return self.store.tend()

    def _tend_safely(self) -> None:
        try:
            more = self.tend()
        except Exception:  # retried later
            log.exception("the house could not be tidied")
            more = False
        with contextlib.suppress(RuntimeError):  # without a loop the caller tends it
            self._tending = asyncio.get_running_loop().call_later(
                SLICE_EVERY if more else TEND_EVERY, self._tend_safely
            )

    # --- time --------------------------------------------------------------------------------------------------------
    def _set_beat(self) -> None:
        with contextlib.suppress(RuntimeError):  # without a loop the caller looks at the clock
            self._pulse = asyncio.get_running_loop().call_later(self._every, self._beat)

    def _beat(self) -> None:
        """Look at the clock: a timer alone would not notice that it was set (HH-12)."""
        self._set_beat()  # first, so that a failure below does not stop the beat
        self._passing.apply_gaps()
        self.store.settle()
        for table in self.running():
            table.tick()
        try:
            self.seasons.tick()
        except (Refused, OSError):
            log.exception("a planned announcement of a season could not be made")

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
        """Seat and store a new match. NotAMatch for bad input. Refused: `gallery_wall`.

        A missing `seed` is drawn from secret randomness. `holders` defaults to `local` for every seat. `settings` are
        those of `MatchSettings` that differ from the default.
        """
        if not season and not practice:
            self.galleries.check_names(host, str(settings.get("title", "")), *seats)
        seed = int(self.token(8), 16) if seed is None else seed
        if options and options.get("reveal") is False:  # a record that stays with the host is not promised to readers
            settings["open_record"] = False
        people = [holder for holder in (holders or dict.fromkeys(seats, "local")).values() if not is_bot(holder)]
        judged = find_game(game).Judgement is not None and not practice and people != ["local"]
        settings.setdefault("judged", judged)
        settings.setdefault("confirm_choices", not settings.get("confirm"))
        nonce = self.token(16)
        name = match or self.free_id(game, hidden=practice or bool(settings.get("hidden")))
        header = j.Header(
            match=name, game=game, rules_version=find_game(game).spec.rules_version, seats=seats,
            options=options or {}, setup=setup or {}, seed=seed, nonce=nonce, commitment=commitment(seed, nonce),
            made_at=self.clock(), holders=holders or dict.fromkeys(seats, "local"), host=host, season=season,
            practice=practice, **settings,
        )  # fmt: skip
        begun = check_founds_match(header)
        self.store.create(name, j.as_json(header))
        table = self._seat(name, begun)
        self._made.append(name)
        self.galleries.begun(table)
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            pass  # no loop yet: `start` does it
        else:
            table.start()
        self.tell(name)
        return table

    def free_id(self, game: str, *, hidden: bool = False) -> str:
        """Return `exodus-1`, `exodus-2`, ... `hidden` matches get a random id, so that no number is missing (HH-49)."""
        taken = {*self._made, *self.damaged, *self.not_installed, *self.store.matches(), *self.store.all(DISCARDED)}
        return self.new_id(game.replace("_", "-"), taken, hidden=hidden)

    def new_id(self, stem: str, taken: Collection[str], *, hidden: bool) -> str:
        ends = (person.write_id(bytes.fromhex(self.token(10))) if hidden else number for number in itertools.count(1))
        return next(name for name in (f"{stem}-{end}" for end in ends) if name not in taken)

    def discard(self, match: str) -> None:
        """Delete a match with an id on the shelf DISCARDED (HH-69)."""
        for table in (self.tables.pop(match, None), self.archive.find(match)):
            if table is not None:
                table.discard()
        self.archive.reopened(match)
        self._made = [name for name in self._made if name != match]
        self.store.discard(match)
        self.tell(match)

    def reopen(self, match: str, by: str, *, anew: bool = True) -> Table:
        """Let a match go on by changed rules, and return its table (HH-70). A match that stands still goes on by the
        newest rules, or tries the same again (HH-78).

        Refused: `same_rules`; `rules_changed` if the match still does not fit; `say_yes` if a round begins anew without
        `anew`.
        """
        if match not in self.changed_rules:
            table = self.table(match)  # refused if there is no such match
            if table.fault is not None:
                if table.match.game is find_game(table.match.header.game):
                    table.go_on()
                else:
                    stored = self.store.read(match)
                    entries = tuple(j.entry_from_json(entry) for entry in stored.entries)
                    header = j.header_from_json(stored.header)
                    table.reopen(*mended(header, entries, by, self.clock(), anew=anew))
                return table
            raise Refused("same_rules", f"The rules of {match} are those that it is played by.", "HH-70")
        stored = self.store.read(match)
        entries = tuple(j.entry_from_json(entry) for entry in stored.entries)
        entry = reopened(self.changed_rules[match], entries, by, self.clock())
        folded = fold_stored(self.changed_rules[match], (*entries, entry))
        self.store.append(match, j.as_json(entry))
        for shelf in (self.damaged, self.changed_rules, self._lost):
            shelf.pop(match, None)
        table = self._seat(match, folded)
        self._made = [name for name in self.store.matches() if name in {*self._made, match}]
        with contextlib.suppress(RuntimeError):  # no loop yet: `start` does it
            asyncio.get_running_loop()
            table.start()
        self.tell(match)
        return table

    def knows(self, match: str) -> bool:
        return any(match in part for part in (self.tables, self.archive.summaries, self.damaged, self.not_installed))

    def means_season(self, name: str) -> bool:
        return name in self.seasons.live and not self.knows(name)

    def find(self, match: str) -> Summary | None:
        """Return the public facts about a match, without reading a journal; None unless it can be opened."""
        summary = self.archive.summaries.get(match)
        return self.tables[match].summary if summary is None and match in self.tables else summary

    def lost(self, match: str) -> frozenset[str] | None:
        """Return the known holders of a match that cannot be opened; None for others."""
        return self._lost.get(match, frozenset()) if match in self.damaged or match in self.not_installed else None

    def forget(self) -> None:
        for table in self.tables.values():
            table.forget()

    def table(self, match: str) -> Table:
        """Return the table of a match; a finished one is opened. Refused in words if it is missing or damaged."""
        if match in self.damaged:
            raise Refused("damaged", self.damaged[match])
        if match in self.not_installed:
            raise Refused("not_installed", self.not_installed[match])
        if match in self.archive.summaries:
            return self._finished(match, None)
        if match not in self.tables:
            raise no_such_match(match)
        return self.tables[match]

    async def fetch(self, match: str) -> None:
        """Load a finished match in a thread, so that `table` does not block the loop. Refused as by `table`."""
        if match in self.tables or match not in self.archive.summaries or self.archive.find(match) is not None:
            return
        stored = self.journal(match)
        folded = None
        with contextlib.suppress(Refused):  # refused and logged by the second reading
            folded = await asyncio.to_thread(unfold, match, stored)
        self._finished(match, folded)

    def journal(self, match: str) -> Stored:
        """Refused as by `table`."""
        try:
            return self.store.read(match)
        except (Damaged, KeyError):
            self._read_finished(match)  # raises the reason
            raise
        finally:
            if match not in self.tables:
                self.store.release(match)

    def _finished(self, match: str, folded: Match | None) -> Table:
        if (table := self.tables.get(match)) is None:
            if (table := self.archive.find(match)) is None:
                table = self._seat(match, folded or self._read_finished(match))
            self.tables[match] = table
            self.tell(match)
        self.archive.note_use(match, self.clock())
        return table

    def _read_finished(self, match: str) -> Match:
        """Fold a finished match. If that fails it is listed as damaged, and Refused."""
        try:
            return read(self.store, match).match
        except KeyError:
            trouble = Refused("damaged", f"The match {match} cannot be opened: its journal is gone.")
        except Refused as refusal:
            if refusal.code == "not_installed":  # its result is known; only its game is missing
                raise
            trouble = refusal
        self.damaged[match] = trouble.message
        self._lost[match] = frozenset(self.holders(match).values())
        self._made.remove(match)
        self.archive.drop(match)
        raise trouble

    def summary(self, match: str) -> Summary:
        """Return the public facts about a match, without reading a journal. Refused as by `table`."""
        if (summary := self.archive.summaries.get(match)) is not None:
            return summary
        return self.table(match).summary

    def replayed(self, match: str) -> Summary:
        """Return the public facts about a finished match. Refused: `not_finished`, and as by `table`."""
        if not (summary := self.summary(match)).finished:
            raise Refused("not_finished", f"{match} is still being played; a replay would tell secrets.")
        return summary

    def is_finished(self, match: str) -> bool:
        return match in self.archive.summaries

    def holders(self, match: str) -> dict[str, str]:
        """Return the holders of a match, open or put away; empty if there is none."""
        if (summary := self.archive.summaries.get(match)) is not None:
            return summary.holders
        return self.tables[match].match.holders if match in self.tables else {}

    def seat(self, match: str, name: str) -> Seat:
        table = self.table(match)
        if name not in table.match.seats:
            raise Refused("not_seated", f"Nobody called {quoted(name)} is seated at {match}.", "CM-25")
        return Seat(table, name)

    def watch(self, match: str) -> Seat:
        return Seat(self.table(match), None)

    def seats_of(self, holder: str) -> tuple[tuple[str, str], ...]:
        """Return each (match, seat) of `holder` (`person:<id>`) at the open tables, oldest first."""
        return tuple((m, s) for m, t in self.tables.items() for s in t.match.seats if t.match.holders.get(s) == holder)

    def matches(self) -> tuple[Summary, ...]:
        return tuple(map(self.summary, self._made))

    def finished(self) -> tuple[Summary, ...]:
        return tuple(self.archive.summaries.values())

    def of_season(self, season: str) -> tuple[str, ...]:
        return tuple(match.match for match in self.matches() if match.season == season)

    def running(self) -> tuple[Table, ...]:
        return tuple(table for table in self.tables.values() if table.match.phase != "finished")

    # --- listening ---------------------------------------------------------------------------------------------------
    def listen(self, listener: Listener) -> Unsubscribe:
        """Call `listener(match)` at public changes and new matches. Returns the function that ends it."""
        return self._subscribers.listen(listener)

    def follow(self, listener: Listener) -> Unsubscribe:
        """Call `listener(match)` after each stored input, secret ones too: for the house's own services alone. Returns
        the function that ends it."""
        return self._subscribers.follow(listener)

    def tell(self, match: str) -> None:
        self._subscribers.tell(match)
