"""What core asks of a store. `storage/` implements it on TinyDB; tests also use its in-memory twin."""

from __future__ import annotations

from typing import Any, Protocol

import msgspec


class Stored(msgspec.Struct, frozen=True):
    """A journal as it was read back."""

    header: dict[str, Any]
    entries: tuple[dict[str, Any], ...]
    warnings: tuple[str, ...] = ()
    """Sentences for the host, for example that a torn last entry was dropped."""


class Damaged(Exception):
    """A file that is damaged in more than its last entry. Never repaired silently; names file and entry."""


class Journals(Protocol):
    """Journals by id, with the promises of the store: those of seasons."""

    def create(self, name: str, header: dict[str, Any], /) -> None:
        """Begin a journal; durable on return. FileExistsError if there is one already."""
        ...

    def append(self, name: str, entry: dict[str, Any], /) -> None:
        """Add one entry; durable (fsynced) on return."""
        ...

    def read(self, name: str, /) -> Stored:
        """The whole journal. KeyError if there is none, Damaged if it cannot be trusted."""
        ...

    def ids(self) -> tuple[str, ...]:
        """The ids of all journals, oldest first."""
        ...


class Store(Protocol):
    """Journals of matches, and a shelf of small documents (people, invitations, settings)."""

    def create(self, match: str, header: dict[str, Any]) -> None:
        """Begin the journal of `match`; durable on return. FileExistsError if there is one already."""
        ...

    def append(self, match: str, entry: dict[str, Any]) -> None:
        """Add one entry; durable (fsynced) on return, at a cost that does not grow with the journal."""
        ...

    def read(self, match: str) -> Stored:
        """The whole journal. KeyError if there is none, Damaged if it cannot be trusted."""
        ...

    def matches(self) -> tuple[str, ...]:
        """The ids of all journals, oldest first."""
        ...

    @property
    def seasons(self) -> Journals:
        """The journals of seasons."""
        ...

    def put(self, shelf: str, key: str, document: dict[str, Any]) -> None:
        """Keep a document under a key of a shelf (`people`, `invitations`, `settings`, ...), in place of an earlier
        one; durable on return."""
        ...

    def get(self, shelf: str, key: str) -> dict[str, Any] | None:
        """The document, or None."""
        ...

    def drop(self, shelf: str, key: str) -> None:
        """Forget a document; nothing happens if there is none."""
        ...

    def all(self, shelf: str) -> dict[str, dict[str, Any]]:
        """Every document of a shelf by key, in the order in which the keys were first put."""
        ...

    def close(self) -> None:
        """Release files and lock."""
        ...
