"""The finished matches of a house, as summaries. A journal is folded only when its match is opened."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from typing import NamedTuple
from weakref import WeakValueDictionary

import msgspec

from core.decoding import sentence
from core.match import journal as j
from core.match.rule_changes import ChangedRules, fold_stored
from core.match.state import Match
from core.match.summary import Summary, from_kept, summary, to_keep
from core.refusal import NotAMatch, Refused, quoted
from core.store import Damaged, Store, Stored
from core.table.table import Table

log = logging.getLogger(__name__)

UNUSED_SECONDS = 3600.0
"""Seconds without use after which the table of a finished match is put away."""
LOGGED_FROM = 50
"""Journals to fold from which the log says so."""


class Archive:
    def __init__(self, store: Store) -> None:
        self._store = store
        self.summaries: dict[str, Summary] = {}
        self.changes = 0
        self._used_at: dict[str, float] = {}
        """Last use of the open tables of finished matches, in seconds since the epoch."""
        self._stale: dict[str, Match] = {}
        """Matches with entries after their kept summary, such as talk after the end."""
        self._put_away: WeakValueDictionary[str, Table] = WeakValueDictionary()
        """Tables that were put away and may still be held: a match has one table, ever."""

    def load(self, matches: Iterable[str]) -> list[str]:
        """Load the kept summaries. Returns the matches that must be folded."""
        to_fold = []
        for match in matches:
            stored = from_kept(match, self._store.summary(match))
            if stored is None:
                to_fold.append(match)
            else:
                self.summaries[match] = stored
        if len(to_fold) > LOGGED_FROM:
            log.info("%d matches have no summary yet that fits: their journals are read through once.", len(to_fold))
        return to_fold

    def add(self, match: Match, *, keep: bool = True) -> None:
        """Add a finished match. `keep` is false for a faulty journal."""
        self.summaries[match.header.match] = summary(match)
        self.changes += 1
        if keep:
            self._keep(match)

    def sort(self) -> None:
        self.summaries = dict(sorted(self.summaries.items(), key=lambda item: item[1].finished_at or 0.0))

    def drop(self, match: str) -> None:
        self.summaries.pop(match, None)
        self.changes += 1

    def reopened(self, match: str) -> None:
        """Forget a match that is played again; its kept summary is out of date."""
        for by_match in (self.summaries, self._used_at, self._stale, self._put_away):
            by_match.pop(match, None)
        self.changes += 1

    # --- tables ------------------------------------------------------------------------------------------------------
    def note_use(self, match: str, now: float) -> None:
        self._used_at[match] = now

    def note_entry(self, match: Match, now: float) -> None:
        name = match.header.match
        self._used_at[name] = now
        if name in self.summaries:
            self._stale[name] = match
            old = self.summaries[name]  # may change after the end (HH-17, HH-46)
            if (old.public, old.watch, old.watch_code) != (match.public, match.watch, match.watch_code):
                self.summaries[name] = summary(match)
                self.changes += 1
        else:
            self.add(match)

    def unused(self, now: float) -> list[str]:
        return [match for match, used_at in self._used_at.items() if now - used_at >= UNUSED_SECONDS]

    def put_away(self, match: str, table: Table) -> None:
        self.keep_summaries()
        self._used_at.pop(match, None)
        self._put_away[match] = table
        self._store.release(match)

    def find(self, match: str) -> Table | None:
        return self._put_away.get(match)

    def keep_summaries(self) -> None:
        while self._stale:
            self._keep(self._stale.popitem()[1])

    def _keep(self, match: Match) -> None:
        self._store.keep_summary(match.header.match, to_keep(match))


class JournalReading(NamedTuple):
    match: Match
    warnings: tuple[str, ...]
    """Sentences for the host, each beginning with the match."""


def read(store: Store, match: str) -> JournalReading:
    """Fold the journal of a match. Refused (`damaged`), naming match and entry, if that fails, or (`not_installed`)
    without its game; KeyError if there is none."""
    try:
        stored = store.read(match)
    except (Damaged, Refused) as trouble:
        raise Refused("damaged", f"The match {match} cannot be opened: {trouble}") from None
    return JournalReading(unfold(match, stored), tuple(f"{match}: {warning}" for warning in stored.warnings))


def who_sat(store: Store, match: str) -> frozenset[str]:
    """Return all holders ever of a match that cannot be folded; empty if its journal cannot be read."""
    try:
        stored = store.read(match)
    except (Damaged, Refused):
        return frozenset()
    holders = [*stored.header.get("holders", {}).values(), *(entry.get("holder") for entry in stored.entries)]
    return frozenset(str(holder) for holder in holders)


def unfold(match: str, stored: Stored) -> Match:
    """Fold a journal that was read. Refused as by `read`. Touches no store: a thread may call it."""
    entry_place = ""

    def entries() -> Iterator[j.AnyEntry]:
        nonlocal entry_place
        for number, entry in enumerate(stored.entries, 1):
            entry_place = f"entry {number}: "
            yield j.entry_from_json(entry)

    try:
        return fold_stored(j.header_from_json(stored.header), entries())
    except NotAMatch as trouble:
        if trouble.code in ("unknown_game", "game_refused"):
            why = trouble.message if trouble.code == "game_refused" else "It goes on once that game is installed."
            game = quoted(str(stored.header.get("game")))
            damage = f"The match {match} is of the game {game}, which is not installed here. {why}"
            raise Refused("not_installed", damage) from None
        reason = f"{entry_place}{trouble}"
    except ChangedRules as changed:
        raise ChangedRules(f"The match {match} cannot be opened: {changed.message}", changed.since) from None
    except Refused as trouble:
        reason = f"{entry_place}{trouble}"
    except msgspec.ValidationError as mistake:
        reason = f"{entry_place or 'header: '}{sentence(str(mistake))}"
    except Exception as broken:  # the rules of a game fail: all other matches go on
        log.exception("the match %s cannot be folded", match)
        reason = f"{entry_place}its rules failed with {type(broken).__name__}. It is left as it is."
    raise Refused("damaged", f"The match {match} cannot be opened: {reason}")
