"""A session's memory of a seat between visits, no part of the match. The app gets a `DocumentShelf`: the store's, or a
dict in tests."""

from __future__ import annotations

import logging
from typing import Any, Protocol

from core.json import Json
from core.refusal import Refused

log = logging.getLogger(__name__)

ROUNDS = "rounds"
"""Key of the values by round in a seat's document."""


class DocumentShelf(Protocol):
    def get(self, key: str) -> Json: ...

    def put(self, key: str, document: Json, *, soon: bool = False) -> None:
        """Replace a document. `soon`: a kill within seconds may lose it, for values whose storage is not confirmed
        to a user."""
        ...


class Forgetful:
    def __init__(self) -> None:
        self._kept: dict[str, Json] = {}

    def get(self, key: str) -> Json:
        return dict(self._kept.get(key, {}))

    def put(self, key: str, document: Json, *, soon: bool = False) -> None:
        self._kept[key] = dict(document)


class StoredShelf:
    """A memory on a shelf of the house's store. Documents that a full disk refuses last for this session."""

    def __init__(self, store: Any, shelf: str = "screens") -> None:
        self._store = store
        self._shelf = shelf
        self._unkept: dict[str, Json] = {}

    def get(self, key: str) -> Json:
        return dict(self._unkept.get(key) or self._store.get(self._shelf, key) or {})

    def put(self, key: str, document: Json, *, soon: bool = False) -> None:
        if document == self.get(key) and key not in self._unkept:
            return
        try:
            self._store.put(self._shelf, key, document, soon=soon)
        except Refused as refusal:
            log.warning("not kept for the next visit: %s", refusal)
            self._unkept[key] = dict(document)
        else:
            self._unkept.pop(key, None)


class OwnShelf:
    """A person's private memory: a later holder of the seat finds nothing."""

    def __init__(self, memory: DocumentShelf, holder: str) -> None:
        self._memory = memory
        self._who = holder

    def get(self, key: str) -> Json:
        return self._memory.get(f"{self._who}/{key}")

    def put(self, key: str, document: Json, *, soon: bool = False) -> None:
        self._memory.put(f"{self._who}/{key}", document, soon=soon)


class SeatMemory:
    def __init__(self, memory: DocumentShelf, match: str, seat: str | None) -> None:
        self._memory = memory
        self._key = f"{match}/{seat or ''}"

    def get(self, name: str, default: Any = None) -> Any:
        return self._memory.get(self._key).get(name, default)

    def put(self, name: str, value: Any, *, soon: bool = False) -> None:
        """Remember a JSON value. `soon`: as for `DocumentShelf.put`, for reading positions."""
        document = self._memory.get(self._key)
        if document.get(name) != value:
            self._memory.put(self._key, {**document, name: value}, soon=soon)

    def keep(self, round_: int, name: str, value: Any) -> None:
        document = self._memory.get(self._key)
        rounds = document.get(ROUNDS, {})
        of_round = {**rounds.get(str(round_), {}), name: value}
        if document.get(name) != value or rounds.get(str(round_)) != of_round:
            self._memory.put(self._key, {**document, name: value, ROUNDS: {**rounds, str(round_): of_round}})

    def as_of(self, round_: int) -> SeatMemory:
        """Return a copy of the values kept by rounds as of this round's close. Changing it changes nothing else."""
        rounds = self._memory.get(self._key).get(ROUNDS, {})
        values: Json = {}
        for kept in sorted(int(kept) for kept in rounds if int(kept) <= round_):
            values |= rounds[str(kept)]
        past = Forgetful()
        past.put(self._key, values)
        match, _, seat = self._key.rpartition("/")
        return SeatMemory(past, match, seat)
