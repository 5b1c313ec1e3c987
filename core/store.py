"""The interface of the store. `storage/` implements it on TinyDB; tests also use its in-memory twin."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import msgspec

from core.json import Json

DISCARDED = "discarded"
"""Shelf of discarded trials, by id: no match or season gets these ids again (HH-69)."""


class Stored(msgspec.Struct, frozen=True):
    """A journal as read."""

    header: Json
    entries: tuple[Json, ...]
    warnings: tuple[str, ...] = ()
    """Sentences for the host, for example that a torn last entry was dropped."""


class Damaged(Exception):
    """A file is damaged in more than its last entry. Never repaired silently; names file and entry."""


class Journals(Protocol):
    """Journals of seasons by id, with the store's guarantees."""

    def create(self, name: str, header: Json, /) -> None:
        """Begin a journal; durable on return. FileExistsError if it exists."""
        ...

    def append(self, name: str, entry: Json, /) -> None:
        """Add an entry; durable (fsynced) on return."""
        ...

    def read(self, name: str, /) -> Stored:
        """Return the whole journal. KeyError if there is none, Damaged if it cannot be trusted."""
        ...

    def ids(self) -> tuple[str, ...]:
        """Return the ids of all journals, oldest first."""
        ...

    def discard(self, name: str, /) -> None:
        """Delete a journal; durable on return. Ignored if there is none."""
        ...


class Store(Protocol):
    """Journals of matches, summaries of the finished ones, and small documents (people, invitations, settings)."""

    def create(self, match: str, header: Json) -> None:
        """Begin the journal of `match`; durable on return. FileExistsError if it exists."""
        ...

    def append(self, match: str, *entries: Json) -> None:
        """Add entries, usually one; durable (fsynced) on return, at a cost independent of the journal's length. A
        failure keeps none of several; a kill before they are durable may leave the first few."""
        ...

    def read(self, match: str) -> Stored:
        """Return the whole journal. KeyError if there is none, Damaged if it cannot be trusted."""
        ...

    def matches(self) -> tuple[str, ...]:
        """Return the ids of all journals, oldest first."""
        ...

    def stamp(self, match: str) -> str:
        """Return SHA-256, in hex, of the present journal: things made from it are valid while this is the same.
        KeyError if there is none."""
        ...

    def discard(self, match: str) -> None:
        """Delete the journal of `match` and what was made from it; durable on return. Nothing happens if there is
        none."""
        ...

    def release(self, match: str) -> None:
        """Release a journal's resources (a descriptor, say) until its next use."""
        ...

    def summary(self, match: str) -> Json | None:
        """Return the document kept for a match, if it was made from the present journal."""
        ...

    def keep_summary(self, match: str, document: Json) -> None:
        """Keep a document made from the present journal of `match`. A cache: it may be gone at the next opening; a full
        disk is ignored."""
        ...

    def tend(self) -> bool:
        """Do a short slice of the store's housekeeping, from the event loop. True if more waits. A kill during it loses
        nothing that was acknowledged."""
        ...

    @property
    def seasons(self) -> Journals: ...

    def put(self, shelf: str, key: str, document: Json, *, soon: bool = False) -> None:
        """Keep a document under a key of a shelf (`people`, `invitations`, `settings`, ...), in place of an earlier
        one; durable on return. `soon`: durable with the next `settle`, for documents that a kill may lose (what a
        person has read, their last visit)."""
        ...

    def put_all(self, documents: Mapping[tuple[str, str], Json | None]) -> None:
        """Keep documents by shelf and key, and drop those that are None, in one write. A failure changes nothing; a
        kill before they are durable may leave the first few."""
        ...

    def settle(self) -> None:
        """Make the documents put with `soon` durable; those that the disk refuses wait for the next time."""
        ...

    def get(self, shelf: str, key: str) -> Json | None:
        """Return the document, or None."""
        ...

    def drop(self, shelf: str, key: str) -> None:
        """Drop a document; ignored if there is none."""
        ...

    def all(self, shelf: str) -> dict[str, Json]:
        """Return the documents of a shelf by key, in the order of their first `put`."""
        ...

    def close(self) -> None:
        """Release files and lock."""
        ...
