"""The gallery's view of a match: delayed, redacted, and tables without inputs (HH-61)."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, NoReturn

from core.match import journal as j
from core.match.audience import Audience, late_of
from core.match.records import Change
from core.match.reducer import apply
from core.match.state import Match, begin, change
from core.refusal import Refused
from core.store import Stored
from core.table.table import Table


def shown(match: Match) -> Match:
    """Return the match without unreadable talk (HH-62), drafts, notes and queued messages."""
    may = match.audience
    return change(
        match, messages=tuple(match.messages[place] for place in may.said),
        messages_by_end=sum(place < match.messages_by_end for place in may.said),
        asides=tuple(match.asides[place] for place in may.confided), drafts={}, notes={}, notes_by_round={},
        queued=(), muted={}, planned=(), audience=Audience(members=may.members),
    )  # fmt: skip


class Past:
    """A match as of some rounds or minutes ago, shared by its gallery.

    At one round late it is shown as of the opening of the open round. After the end there is no delay.
    """

    def __init__(self, table: Table, stored: Stored | None = None) -> None:
        """Replay the journal once unless the gallery is live; `stored`: the journal if it was read already."""
        self._table = table
        self._late = late_of(table.match.header.gallery)
        self._opened: dict[int, Match] = {}
        self._states: deque[tuple[float, Match]] = deque()
        """Matches with the moment from which they stood, oldest first; the first is shown."""
        if self._late.rounds or self._late.seconds:
            self._go_through(table.stored() if stored is None else stored)

    def _go_through(self, stored: Stored) -> None:
        match = begin(j.header_from_json(stored.header))
        self._note(match.header.made_at, match)
        for entry in map(j.entry_from_json, stored.entries):
            match, _ = apply(match, entry)
            self._note(entry.at, match)

    def _note(self, at: float, match: Match) -> None:
        closed = len(match.rounds)
        if (self._late.rounds and closed not in self._opened) or (self._late.rounds and closed < max(self._opened)):
            self._opened = {n: before for n, before in self._opened.items() if n < closed} | {closed: match}
        if self._late.seconds:
            self._states.append((at, match))
            self._forget(at)

    def _forget(self, now: float) -> None:
        while len(self._states) > 1 and self._states[1][0] <= now - self._late.seconds:
            self._states.popleft()

    def note_now(self) -> None:
        self._note(self._table.clock(), self._table.match)

    def match(self) -> Match:
        match = self._table.match
        if match.phase == "finished" or not (self._late.rounds or self._late.seconds):
            return match
        if self._late.rounds:
            wanted = len(match.rounds) - self._late.rounds + 1
            return self._opened[max((n for n in self._opened if n <= wanted), default=min(self._opened))]
        self._forget(self._table.clock())
        return self._states[0][1]


class GalleryStore:
    def __getattr__(self, name: str) -> Any:
        raise Refused("gallery", "Nobody in a gallery takes part: this table only shows.", "HH-61")


class GalleryTable(Table):
    """A table as a gallery sees it: without bots, clock and inputs."""

    has_bots = False

    def __init__(self, match: Match, clock: Callable[[], float]) -> None:
        super().__init__(match, GalleryStore(), clock)

    def submit(self, entry: j.AnyEntry) -> NoReturn:
        raise Refused("gallery", "Nobody in a gallery takes part: this table only shows.", "HH-61")

    def goes_on(self, match: Match) -> None:
        before, self.match = self.match, match
        if before == self.match:
            return
        closed = len(self.match.rounds) != len(before.rounds) or self.match.phase != before.phase
        self.tell(tuple(Change(kind) for kind in ("closed", "clock") if closed or kind != "closed"))
        self.tell((Change("orders"), Change("told"), Change("said"), Change("news")))
