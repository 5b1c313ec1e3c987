"""The finished matches of a house, as summaries. A journal is read only when somebody opens its match:
folded, or a sentence why that failed."""

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

OUT = 3600.0
"""Seconds without a use after which the table of a finished match is put away."""
MANY = 50
"""Journals to read at the opening from which the log says why it takes a while."""


class Archive:
    """Knows every finished match by its summary, and which of their tables are still in use somewhere."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.summaries: dict[str, Summary] = {}
        """By match, in the order in which they finished."""
        self.changes = 0
        """How often that has changed."""
        self._out: dict[str, float] = {}
        """When the table of a finished match was last used, in seconds since the epoch: those that are open."""
        self._stale: dict[str, Match] = {}
        """Matches whose journal has grown, by talk after the end, since their summary was kept."""
        self._elsewhere: WeakValueDictionary[str, Table] = WeakValueDictionary()
        """Tables that the house has put away and that somebody may still hold: there is one table a match, ever."""

    def load(self, matches: Iterable[str]) -> list[str]:
        """Take what was kept of these matches; those of which nothing fits are given back, to be folded."""
        rest = []
        for match in matches:
            told = from_kept(match, self._store.summary(match))
            if told is None:
                rest.append(match)
            else:
                self.summaries[match] = told
        if len(rest) > MANY:
            log.info("%d matches have no summary yet that fits: their journals are read through once.", len(rest))
        return rest

    def add(self, match: Match, *, keep: bool = True) -> None:
        """A match that has finished. Its summary is kept, unless its file is not as it should be."""
        self.summaries[match.header.match] = summary(match)
        self.changes += 1
        if keep:
            self._keep(match)

    def sort(self) -> None:
        """After all were loaded and added: the order in which they finished."""
        self.summaries = dict(sorted(self.summaries.items(), key=lambda found: found[1].finished_at or 0.0))

    def drop(self, match: str) -> None:
        """Its journal could not be read after all."""
        self.summaries.pop(match, None)
        self.changes += 1

    def reopened(self, match: str) -> None:
        """Its ending was taken back: it is no finished match any more. What was kept of it fits its journal no more."""
        for known in (self.summaries, self._out, self._stale, self._elsewhere):
            known.pop(match, None)
        self.changes += 1

    # --- tables ------------------------------------------------------------------------------------------------------
    def used(self, match: str, now: float) -> None:
        """Somebody went to the table of a finished match."""
        self._out[match] = now

    def grown(self, match: Match, now: float) -> None:
        """The table of a finished match has stored something: what finished it, or talk after the end."""
        name = match.header.match
        self._out[name] = now
        if name in self.summaries:
            self._stale[name] = match
            told = self.summaries[name]  # HH-17, HH-46: what may change after the end
            if (told.public, told.watch, told.watch_code) != (match.public, match.watch, match.watch_code):
                self.summaries[name] = summary(match)
                self.changes += 1
        else:
            self.add(match)

    def quiet(self, now: float) -> list[str]:
        """The matches whose tables nobody has used for so long that they can be put away."""
        return [match for match, at in self._out.items() if now - at >= OUT]

    def put_away(self, match: str, table: Table) -> None:
        """From now on the house holds this table only as long as somebody else does."""
        self.settle()
        self._out.pop(match, None)
        self._elsewhere[match] = table
        self._store.release(match)

    def find(self, match: str) -> Table | None:
        """The table of a match that was put away, if somebody still holds it."""
        return self._elsewhere.get(match)

    def settle(self) -> None:
        """Keep the summaries of matches whose journals have grown."""
        while self._stale:
            self._keep(self._stale.popitem()[1])

    def _keep(self, match: Match) -> None:
        self._store.keep_summary(match.header.match, to_keep(match))


class JournalReading(NamedTuple):
    """What a journal tells."""

    match: Match
    warnings: tuple[str, ...]
    """Sentences for the host, each beginning with the match."""


def read(store: Store, match: str) -> JournalReading:
    """Fold the journal of a match. Refused (`damaged`), naming match and entry, if these rules cannot, or
    (`not_installed`) if its game is not here; KeyError if there is none."""
    try:
        stored = store.read(match)
    except (Damaged, Refused) as trouble:
        raise Refused("damaged", f"The match {match} cannot be opened: {trouble}") from None
    return JournalReading(unfold(match, stored), tuple(f"{match}: {warning}" for warning in stored.warnings))


def who_sat(store: Store, match: str) -> frozenset[str]:
    """Who ever held a seat of a match that cannot be folded; nobody where its journal cannot even be read."""
    try:
        stored = store.read(match)
    except (Damaged, Refused):
        return frozenset()
    held = [*stored.header.get("holders", {}).values(), *(entry.get("holder") for entry in stored.entries)]
    return frozenset(str(holder) for holder in held)


def unfold(match: str, stored: Stored) -> Match:
    """The match that a journal tells of, once that was read. Refused as by `read`. Touches no store: a thread may."""
    place = ""

    def entries() -> Iterator[j.AnyEntry]:
        nonlocal place
        for number, entry in enumerate(stored.entries, 1):
            place = f"entry {number}: "
            yield j.entry_from_json(entry)

    try:
        return fold_stored(j.header_from_json(stored.header), entries())
    except NotAMatch as trouble:
        if trouble.code in ("unknown_game", "game_refused"):
            raise Refused("not_installed", _missed(match, stored, trouble)) from None
        told = f"{place}{trouble}"
    except ChangedRules as changed:
        raise ChangedRules(f"The match {match} cannot be opened: {changed.message}", changed.since) from None
    except Refused as trouble:
        told = f"{place}{trouble}"
    except msgspec.ValidationError as mistake:
        told = f"{place or 'header: '}{sentence(str(mistake))}"
    except Exception as broken:  # the rules of a game fail: the house and all other matches go on
        log.exception("the match %s cannot be folded", match)
        told = f"{place}its rules failed with {type(broken).__name__}. It is left as it is."
    raise Refused("damaged", f"The match {match} cannot be opened: {told}")


def _missed(match: str, stored: Stored, trouble: NotAMatch) -> str:
    """That the game of a match is not here: its journal is left as it is."""
    why = trouble.message if trouble.code == "game_refused" else "It goes on once that game is installed."
    game = quoted(str(stored.header.get("game")))
    return f"The match {match} is of the game {game}, which is not installed here. {why}"
