"""What a session remembers about a seat between visits: how far it has read, what it expects. Not part of the match.

The app is given a `Memory` (the hotseat and the server keep it in their store; tests in a dict).
"""

from __future__ import annotations

import logging
from typing import Any, Protocol

from core.json import Json
from core.refusal import Refused

log = logging.getLogger(__name__)

ROUNDS = "rounds"
"""Under which a seat's document has what it remembered in each round."""


class Memory(Protocol):
    """A shelf of small documents, JSON objects."""

    def get(self, key: str) -> Json:
        """A document that may be changed; empty if there is none."""
        ...

    def put(self, key: str, document: Json, *, soon: bool = False) -> None:
        """Keep a document in place of an earlier one. `soon`: nobody is told that it is kept, so it may take seconds
        until a kill does not lose it."""
        ...


class Forgetful:
    """A memory that ends with the process."""

    def __init__(self) -> None:
        self._kept: dict[str, Json] = {}

    def get(self, key: str) -> Json:
        return dict(self._kept.get(key, {}))

    def put(self, key: str, document: Json, *, soon: bool = False) -> None:
        self._kept[key] = dict(document)


class Shelf:
    """A memory on a shelf of the house's store (`get`, `put` of `core.store.Store`). What the store cannot keep
    (a full disk) is remembered for this session: how far somebody has read is no reason to stop a match.
    """

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
    """A memory of one person's own: whoever holds a seat later finds nothing of it."""

    def __init__(self, memory: Memory, who: str) -> None:
        self._memory = memory
        self._who = who

    def get(self, key: str) -> Json:
        return self._memory.get(f"{self._who}/{key}")

    def put(self, key: str, document: Json, *, soon: bool = False) -> None:
        self._memory.put(f"{self._who}/{key}", document, soon=soon)


class SeatMemory:
    """What is remembered for one seat of one match."""

    def __init__(self, memory: Memory, match: str, seat: str | None) -> None:
        self._memory = memory
        self._key = f"{match}/{seat or ''}"

    def get(self, name: str, default: Any = None) -> Any:
        """What is remembered under a name."""
        return self._memory.get(self._key).get(name, default)

    def put(self, name: str, value: Any, *, soon: bool = False) -> None:
        """Remember a value, as JSON has it. `soon`: how far somebody has read, say, of which nobody is told that it is
        kept."""
        document = self._memory.get(self._key)
        if document.get(name) != value:
            self._memory.put(self._key, {**document, name: value}, soon=soon)

    def keep(self, round_: int, name: str, value: Any) -> None:
        """Remember a value, and that it was so in this round: what was kept for the rounds before stays as it was, for
        the replay (`as_of`)."""
        document = self._memory.get(self._key)
        rounds = document.get(ROUNDS, {})
        then = {**rounds.get(str(round_), {}), name: value}
        if document.get(name) != value or rounds.get(str(round_)) != then:
            self._memory.put(self._key, {**document, name: value, ROUNDS: {**rounds, str(round_): then}})

    def as_of(self, round_: int) -> SeatMemory:
        """What was remembered when this round closed, as far as it was kept by rounds; a memory of its own, so that
        whoever looks back changes nothing."""
        rounds = self._memory.get(self._key).get(ROUNDS, {})
        then: Json = {}
        for kept in sorted(int(kept) for kept in rounds if int(kept) <= round_):
            then |= rounds[str(kept)]
        past = Forgetful()
        past.put(self._key, then)
        match, _, seat = self._key.rpartition("/")
        return SeatMemory(past, match, seat)
