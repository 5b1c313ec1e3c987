"""What core asks of a store. `storage/` implements it on TinyDB; tests also use its in-memory twin."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import msgspec

from core.json import Json

DISCARDED = "discarded"
"""The shelf of trials that were thrown away, by id: no match or season is called so again (HH-69)."""


class Stored(msgspec.Struct, frozen=True):
    """A journal as it was read back."""

    header: Json
    entries: tuple[Json, ...]
    warnings: tuple[str, ...] = ()
    """Sentences for the host, for example that a torn last entry was dropped."""


class Damaged(Exception):
    """A file that is damaged in more than its last entry. Never repaired silently; names file and entry."""


class Journals(Protocol):
    """Journals by id, with the promises of the store: those of seasons."""

    def create(self, name: str, header: Json, /) -> None:
        """Begin a journal; durable on return. FileExistsError if there is one already."""
        ...

    def append(self, name: str, entry: Json, /) -> None:
        """Add one entry; durable (fsynced) on return."""
        ...

    def read(self, name: str, /) -> Stored:
        """The whole journal. KeyError if there is none, Damaged if it cannot be trusted."""
        ...

    def ids(self) -> tuple[str, ...]:
        """The ids of all journals, oldest first."""
        ...

    def discard(self, name: str, /) -> None:
        """Delete a journal; durable on return. Nothing happens if there is none."""
        ...


class Store(Protocol):
    """Journals of matches, summaries of the finished ones, and small documents (people, invitations, settings)."""

    def create(self, match: str, header: Json) -> None:
        """Begin the journal of `match`; durable on return. FileExistsError if there is one already."""
        ...

    def append(self, match: str, *entries: Json) -> None:
        """Add entries, one as a rule; durable (fsynced) on return, at a cost that does not grow with the journal.
        Where one of several cannot be kept none is; a kill before they are durable may leave the first few."""
        ...

    def read(self, match: str) -> Stored:
        """The whole journal. KeyError if there is none, Damaged if it cannot be trusted."""
        ...

    def matches(self) -> tuple[str, ...]:
        """The ids of all journals, oldest first."""
        ...

    def stamp(self, match: str) -> str:
        """SHA-256, in hex, of the journal as it is now: what was made from it is good as long as this is the same.
        KeyError if there is none."""
        ...

    def discard(self, match: str) -> None:
        """Delete the journal of `match`, and what was made from it; durable on return. Nothing happens if there is
        none."""
        ...

    def release(self, match: str) -> None:
        """Hold nothing of a journal (a descriptor, say) until it is next read or added to."""
        ...

    def summary(self, match: str) -> Json | None:
        """The document that was kept of a match, if it was made from its journal exactly as that is now."""
        ...

    def keep_summary(self, match: str, document: Json) -> None:
        """Keep a document made from the journal of `match` as it is now, in place of an earlier one. Only to save work:
        it may be gone at the next opening, and where the disk does not take it nothing happens."""
        ...

    def tend(self) -> bool:
        """A short slice of what the store has to do beside serving, from the event loop, now and then. True if more of
        it waits. Nothing that was acknowledged can be lost by it, whenever the process is killed."""
        ...

    @property
    def seasons(self) -> Journals:
        """The journals of seasons."""
        ...

    def put(self, shelf: str, key: str, document: Json, *, soon: bool = False) -> None:
        """Keep a document under a key of a shelf (`people`, `invitations`, `settings`, ...), in place of an earlier
        one; durable on return. `soon`: nobody was told that it is kept (how far they have read, when they were here
        last), so it is durable with the next `settle`, and until then a kill may lose it."""
        ...

    def put_all(self, documents: Mapping[tuple[str, str], Json | None]) -> None:
        """Keep documents by shelf and key, and forget those that are None, at one stroke: where one of them cannot be
        kept nothing changes; a kill before they are durable may leave the first few."""
        ...

    def settle(self) -> None:
        """Make durable, in one piece, what was to be kept soon; what the disk does not take waits for the next time."""
        ...

    def get(self, shelf: str, key: str) -> Json | None:
        """The document, or None."""
        ...

    def drop(self, shelf: str, key: str) -> None:
        """Forget a document; nothing happens if there is none."""
        ...

    def all(self, shelf: str) -> dict[str, Json]:
        """Every document of a shelf by key, in the order in which the keys were first put."""
        ...

    def close(self) -> None:
        """Release files and lock."""
        ...
