"""A file of the house written anew beside itself, a slice at a time, while changes go on in the old one.

Nothing counts until the last slice: it adds what changed meanwhile, syncs, and puts the new file in the old one's place
by a rename. A kill at any moment leaves the old file or the new one, each with every change that was acknowledged; what
is left of an unfinished one is swept away at the next opening.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from storage.appending import BINARY, NEW, settle, write_all
from storage.lines import first_line, line

SLICE = 64
"""Documents written in one slice: about 20 kB, well under a millisecond beside the fsync."""


class Put(NamedTuple):
    """A document under its id in a table, as JSON; None forgets it."""

    table: str
    doc_id: int
    text: str | None


class End(NamedTuple):
    """Where the new file ends."""

    size: int
    total: int
    """The sum of its last line."""
    changes: int
    """Lines after the first."""


class Compaction:
    """One rewriting of `path`, which must not be torn. OSError from any call: `abandon` it, the old file stands."""

    def __init__(self, path: Path, kind: str, living: Iterable[Put], swept: int = 1) -> None:
        """`living` are the documents at this moment; what changes from now on is to be `note`d. `swept`: how often the
        file has been written anew then."""
        self._path = path
        self._new = path.with_name(path.name + NEW)
        self._waiting = list(reversed(list(living)))
        self._late: list[Put] = []
        self._changes = self._size = 0
        self._fd = os.open(self._new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | BINARY, 0o600)
        data, self._total = first_line(kind, {"swept": swept}, {})
        try:
            self._write([data])
        except OSError:
            self.abandon()
            raise

    def note(self, put: Put) -> None:
        """A change that the old file has taken since."""
        self._late.append(put)

    def step(self) -> End | None:
        """Write one slice; with the last one the new file takes the old one's place, durably, and its end is given."""
        if self._waiting:
            self._add([self._waiting.pop() for _ in range(min(SLICE, len(self._waiting)))])
            return None
        if len(self._late) > SLICE:
            late, self._late = self._late[:SLICE], self._late[SLICE:]
            self._add(late)
            return None
        late, self._late = self._late, []
        self._add(late)
        self._close()
        os.replace(self._new, self._path)
        # If this fails nobody knows which of the two a power cut leaves: the old one, which has no name any more, then
        # refuses every change.
        settle(self._path.parent)
        return End(self._size, self._total, self._changes)

    def abandon(self) -> None:
        """Leave the old file as it is, and nothing beside it."""
        self._close()
        with contextlib.suppress(OSError):
            self._new.unlink(missing_ok=True)

    def _close(self) -> None:
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def _add(self, puts: list[Put]) -> None:
        parts = []
        for put in puts:
            data, self._total = line(put.table, put.doc_id, "null" if put.text is None else put.text, self._total)
            parts.append(data)
        self._changes += len(puts)
        self._write(parts)

    def _write(self, parts: list[bytes]) -> None:
        """Each slice is synced by itself, so that the last one has little left to wait for."""
        data = b"".join(parts)
        write_all(self._fd, data)
        os.fsync(self._fd)
        self._size += len(data)
