"""The shelves: small documents by key (people, invitations, settings), all in one file of the house.

A put appends the document, a drop appends that it is gone; the file is read once, at opening, and swept then if most
of it is dead. Each document of a shelf is a TinyDB document `{"key": ..., "document": ...}` in the shelf's table:

    TinyDB("house.jsonl", storage=JournalStorage).table("people").get(where("key") == "Ada")
"""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import NamedTuple

from core.store import Damaged
from storage.appending import write_whole
from storage.folder import HOUSE
from storage.journal import JournalStorage
from storage.lines import Document, Tables, first_line, line, plain
from storage.names import require_shelf

log = logging.getLogger(__name__)

KIND = "house"

SWEEP_FROM = 100
"""A file with fewer changes is never swept: reading it takes no time worth the trouble."""


class Kept(NamedTuple):
    """A document on a shelf. As text, so that nobody who was handed a copy can change what is kept."""

    doc_id: int
    text: str


def begin(path: Path) -> None:
    """Make the file of a new house; durable on return."""
    write_whole(path, first_line(KIND, {}, {})[0])


class Shelves:
    """The shelves of the house that this process holds. Damaged if the file cannot be trusted."""

    def __init__(self, path: Path, *, look: bool = False) -> None:
        """`look` reads only: nothing is swept, and puts and drops are refused by the file."""
        self._path = path
        self._look = look
        self._file = self._load()
        if not look:
            self._sweep()

    @property
    def warnings(self) -> tuple[str, ...]:
        """Sentences for the host about what was found at opening."""
        return self._warnings

    def put(self, shelf: str, key: str, document: Document) -> None:
        """Keep `document` under `key`; durable on return."""
        require_shelf(shelf)
        plain({"key": key}, "The key")
        text = plain(document, "The document")
        kept = self._shelves.get(shelf, {}).get(key)
        doc_id = self._file.add(shelf, _whole(key, text), None if kept is None else kept.doc_id)
        self._shelves.setdefault(shelf, {})[key] = Kept(doc_id, text)

    def get(self, shelf: str, key: str) -> Document | None:
        """A copy of the document, or None."""
        kept = self._shelves.get(shelf, {}).get(key)
        return None if kept is None else json.loads(kept.text)

    def drop(self, shelf: str, key: str) -> None:
        """Forget a document, if there is one."""
        kept = self._shelves.get(shelf, {}).get(key)
        if kept is not None:
            self._file.add(shelf, None, kept.doc_id)
            del self._shelves[shelf][key]

    def all(self, shelf: str) -> dict[str, Document]:
        """Copies of all documents of a shelf, in the order in which their keys were first put."""
        return {key: json.loads(kept.text) for key, kept in self._shelves.get(shelf, {}).items()}

    def close(self) -> None:
        """Give the file back."""
        self._file.close()

    def _load(self) -> JournalStorage:
        file = JournalStorage(self._path, append=not self._look, kind=KIND)
        tables = file.read()
        self._warnings = file.warnings
        self._shelves = {shelf: _by_key(shelf, table) for shelf, table in tables.items() if shelf != "file"}
        return file

    def _sweep(self) -> None:
        """Write the living documents anew if most of the file is dead, and nothing in it is torn."""
        living = sum(len(shelf) for shelf in self._shelves.values())
        if self._file.changes < SWEEP_FROM or self._file.changes <= 2 * living or self._warnings:
            return
        data, total = first_line(KIND, {}, {})
        parts = [data]
        for shelf, documents in self._shelves.items():
            for key, kept in documents.items():
                data, total = line(shelf, kept.doc_id, _whole(key, kept.text), total)
                parts.append(data)
        try:
            write_whole(self._path, b"".join(parts))
        except OSError as error:
            # The old file is whole, only longer than it need be; the house opens with it.
            log.warning("%s could not be swept and stays as it is: %s", HOUSE, error)
        self._file.close()
        self._file = self._load()


def _whole(key: str, text: str) -> str:
    """The TinyDB document that holds the document `text` under its key."""
    return f'{{"key":{json.dumps(key, ensure_ascii=False)},"document":{text}}}'


def _by_key(shelf: str, table: dict[str, Document]) -> dict[str, Kept]:
    found: dict[str, Kept] = {}
    for doc_id, whole in table.items():
        key, document = whole.get("key"), whole.get("document")
        if not isinstance(key, str) or not isinstance(document, dict) or key in found:
            raise Damaged(f"{HOUSE}, shelf {shelf!r}, document {doc_id}: it does not hold one document under one key.")
        found[key] = Kept(int(doc_id), plain(document, "A document"))
    return found


def living(tables: Tables) -> int:
    """How many documents there are on all shelves. Damaged if they are none."""
    return sum(len(_by_key(shelf, table)) for shelf, table in tables.items() if shelf != "file")
