"""A live season: its journal and its subscribers, as `core.table.table` is for a match.

Store, then tell: an input is tried, written (durable on return), applied and announced. `submit` never yields.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from core.refusal import Refused
from core.seasons import journal as j
from core.seasons.reducer import apply
from core.seasons.season import Season
from core.store import Journals
from core.table.clock_gaps import Clock
from core.table.subscribers import Subscribers, Unsubscribe, soon


class LiveSeason:
    def __init__(self, season: Season, journals: Journals, clock: Clock) -> None:
        self.season = season
        self._journals = journals
        self.clock = clock
        self._subscribers = Subscribers()
        self.discarded = False

    @property
    def id(self) -> str:
        return self.season.header.season

    def submit(self, entry: j.AnyEntry) -> None:
        """Apply, store, take over, tell. Raises Refused or the store's error, without any change."""
        if self.discarded:
            raise Refused("discarded", "This season was a trial, and has been thrown away.", "HH-69")
        stamped = msgspec.structs.replace(entry, at=self.clock())
        after = apply(self.season, stamped)
        self._journals.append(self.id, j.as_json(stamped))
        self.season = after
        soon(self._subscribers.tell, self.id)

    def preview(self, entry: j.AnyEntry) -> Season:
        """Return the season as after `entry`, without entering it. Refused as the entry would be."""
        return apply(self.season, msgspec.structs.replace(entry, at=self.clock()))

    def subscribe(self, listener: Callable[[], None]) -> Unsubscribe:
        """Call `listener()` on the event loop after every entry. Returns the function that ends it."""
        return self._subscribers.listen(lambda _: listener())
