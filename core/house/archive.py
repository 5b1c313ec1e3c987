"""The finished matches of a house, as summaries. A journal is read only when somebody opens its match."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from weakref import WeakValueDictionary

from core.house.store import Store
from core.match.state import Match
from core.match.summary import Summary, from_kept, summary, to_keep
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
