"""Shelves: small documents by key (people, invitations, settings), in a single file of the house.

A put appends the document (a `soon` one goes with the next), a drop appends a deletion; the file is read once, at
opening. When most of it is dead it is swept: rewritten beside itself, at opening at once, later in slices. Each
document is a TinyDB document in the shelf's table:

    {"key": ..., "document": ...}
    TinyDB("house.jsonl", storage=JournalStorage).table("people").get(where("key") == "Ada")
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from core.store import Damaged
from storage.appending import FOLDERS, NEW, HouseClosed, require_shelf, write_whole
from storage.folder import HOUSE
from storage.journal import JournalStorage, merge
from storage.lines import Document, FileLength, Tables, first_line, line, plain, scan

SLICE = 64
"""Documents written in a slice: about 20 kB, well under a millisecond besides the fsync."""


Change = tuple[str, str | None, int | None]
"""Table, text (None: deleted) and id of a document."""


class Compaction:
    """A rewriting of `path`, which must not be torn. After an error from any method discard the new file; the
    old one stays."""

    def __init__(self, path: Path, living: Iterable[Change], swept: int) -> None:
        """Start rewriting.

        Args:
            living: Present documents; later changes go to `note`.
            swept: Number of rewrites of the new file.
        """
        self._path = path
        self._waiting = list(reversed(list(living)))
        self._late: list[Change] = []
        self.file = JournalStorage.begin(path.with_name(path.name + NEW), KIND, HOUSE, swept)
        """The new file."""

    def note(self, change: Change) -> None:
        self._late.append(change)

    def step(self) -> bool:
        """Write a slice, synced, so that the last one is quick. After it the new file replaces the old one, durably,
        and True is returned."""
        if self._waiting:
            self.file.add_all([self._waiting.pop() for _ in range(min(SLICE, len(self._waiting)))])
            return False
        late, self._late = self._late[:SLICE], self._late[SLICE:]
        self.file.add_all(late)
        if self._late:
            return False
        # If this fails, a power cut may leave either file. The old one, which has lost its name, then refuses every
        # change.
        self.file.move(self._path)
        return True


log = logging.getLogger(__name__)

KIND = "house"

SWEEP_FROM = 100
"""Changes below which a file is never swept."""
AGAIN_AFTER = 1_000


class KeptDocument(NamedTuple):
    doc_id: int
    text: str


def begin(path: Path) -> None:
    """Create the file of a new house, durably."""
    write_whole(path, first_line(KIND, {}, {})[0])


class Shelves:
    """Shelves of a house that this process holds. Raises Damaged if the file cannot be trusted."""

    def __init__(self, path: Path, *, look: bool = False, known: FileLength | None = None) -> None:
        """`look`: read only; `known`: length at the last look."""
        self._known = known
        self._path = path
        self._look = look
        self._sweep: Compaction | None = None
        self._not_before = SWEEP_FROM
        self._late: dict[tuple[str, str], str] = {}
        self._told = False
        file = JournalStorage(self._path, append=not self._look, kind=KIND, known=self._known)
        tables = file.read()
        self.warnings = file.warnings
        self._shelves = {shelf: _by_key(shelf, table) for shelf, table in tables.items() if shelf != "file"}
        self._file = file
        if not look:
            while self.tend():
                pass

    @property
    def length(self) -> FileLength | None:
        return self._file.length

    def put(self, shelf: str, key: str, document: Document, *, soon: bool = False) -> None:
        """Store a document, durably and with all waiting ones; with `soon` it waits itself, and can be read at once."""
        text = shelved(shelf, key, document)
        if soon:
            self._late[shelf, key] = text
        else:
            self._keep({(shelf, key): text, **{at: late for at, late in self._late.items() if at != (shelf, key)}})

    def put_all(self, documents: Mapping[tuple[str, str], Document | None]) -> None:
        """Store documents, and delete those that are None, in one write with all waiting ones."""
        texts = {
            at: None if document is None else shelved(*at, document)
            for at, document in documents.items()
            if document is not None or at[1] in self._shelves.get(at[0], {})
        }
        late = {at: late for at, late in self._late.items() if at not in documents}
        if texts:
            self._keep({**texts, **late})
        else:
            self._late = late

    def settle(self) -> None:
        """Write waiting documents, durably."""
        if not self._late:
            return
        try:
            self._keep(self._late)
        except HouseClosed as trouble:
            if not self._told:
                log.warning("%s Who was here last, and how far they have read, is kept when it can be.", trouble)
            self._told = True

    def get(self, shelf: str, key: str) -> Document | None:
        text = self._late.get((shelf, key))
        if text is None:
            document = self._shelves.get(shelf, {}).get(key)
            text = None if document is None else document.text
        return None if text is None else json.loads(text)

    def drop(self, shelf: str, key: str) -> None:
        self.put_all({(shelf, key): None})

    def all(self, shelf: str) -> dict[str, Document]:
        """Copies of all documents of a shelf, in the order of their first put."""
        texts = {key: kept.text for key, kept in self._shelves.get(shelf, {}).items()}
        texts.update({key: text for (of, key), text in self._late.items() if of == shelf})
        return {key: json.loads(text) for key, text in texts.items()}

    def tend(self) -> bool:
        """Do a slice of sweeping. True if more remains. A failure leaves the file unchanged."""
        try:
            if self._sweep is not None:
                if FOLDERS is None:  # Windows cannot replace an open file; it is opened again
                    self._file.rest()
                if self._sweep.step():
                    self._file.close()
                    self._file, self._sweep, self._not_before = self._sweep.file, None, SWEEP_FROM
            elif self._mostly_dead():
                self._sweep = Compaction(self._path, self._living(), self._file.swept + 1)
        except (OSError, HouseClosed) as error:
            # The old file is whole, only longer than necessary.
            log.warning("%s could not be swept and stays as it is: %s", HOUSE, error)
            self._give_up()
            self._not_before = self._file.changes + AGAIN_AFTER
        return self._sweep is not None

    def close(self) -> None:
        """Close the file. An unfinished sweep is left to the next opening."""
        self._give_up()
        self.settle()
        self._file.close()

    def _keep(self, texts: Mapping[tuple[str, str], str | None]) -> None:
        """Write documents by shelf and key, None for deletion, and drop them from the waiting ones."""
        kept = {at: self._shelves.get(at[0], {}).get(at[1]) for at in texts}
        changes = [
            (
                at[0],
                None if text is None else _line_text(at[1], text),
                None if (old := kept[at]) is None else old.doc_id,
            )
            for at, text in texts.items()
        ]
        for ((shelf, key), text), doc_id in zip(texts.items(), self._add(changes), strict=True):
            if text is None:
                del self._shelves[shelf][key]
            else:
                self._shelves.setdefault(shelf, {})[key] = KeptDocument(doc_id, text)
        self._late, self._told = {}, False

    def _add(self, changes: Sequence[Change]) -> list[int]:
        """Write changes to the file, and to the one that will replace it. Returns their ids."""
        ids = self._file.add_all(changes)
        if self._sweep is not None:
            for (shelf, text, _), doc_id in zip(changes, ids, strict=True):
                self._sweep.note((shelf, text, doc_id))
        return ids

    def _mostly_dead(self) -> bool:
        changes = self._file.changes
        if changes < self._not_before or self._file.torn or self._file.lost:  # lost lines must stay noticeable
            return False
        return changes > 2 * sum(len(shelf) for shelf in self._shelves.values())

    def _living(self) -> list[Change]:
        return [
            (shelf, _line_text(key, kept.text), kept.doc_id)
            for shelf, documents in self._shelves.items()
            for key, kept in documents.items()
        ]

    def _give_up(self) -> None:
        if self._sweep is not None:
            self._sweep.file.discard()
            self._sweep = None


def shelved(shelf: str, key: str, document: Document) -> str:
    """A document as stored text. Raises ValueError for an invalid name or document."""
    require_shelf(shelf)
    plain({"key": key}, "The key")
    return plain(document, "The document")


def _line_text(key: str, text: str) -> str:
    return f'{{"key":{json.dumps(key, ensure_ascii=False)},"document":{text}}}'


def _by_key(shelf: str, table: dict[str, Document]) -> dict[str, KeptDocument]:
    documents: dict[str, KeptDocument] = {}
    for doc_id, whole in table.items():
        key, document = whole.get("key"), whole.get("document")
        if not isinstance(key, str) or not isinstance(document, dict) or key in documents:
            raise Damaged(f"{HOUSE}, shelf {shelf!r}, document {doc_id}: it does not hold one document under one key.")
        documents[key] = KeptDocument(int(doc_id), plain(document, "A document"))
    return documents


def with_document(data: bytes, shelf: str, key: str, document: Document) -> bytes:
    """Bytes of a file of shelves with a document added or replaced. Raises Damaged if the file is not sound."""
    lines = scan(HOUSE, data, KIND)
    ids = [int(doc_id) for tables in lines.pieces for doc_id in tables.get(shelf, {})]
    held = [doc_id for doc_id, whole in merge(lines).get(shelf, {}).items() if whole.get("key") == key]
    doc_id = int(held[0]) if held else 1 + max(ids, default=0)
    added, _ = line(shelf, doc_id, _line_text(key, shelved(shelf, key, document)), lines.total)
    return data[: lines.size] + added


def living(tables: Tables) -> int:
    return sum(len(_by_key(shelf, table)) for shelf, table in tables.items() if shelf != "file")
