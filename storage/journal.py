"""TinyDB on files that only grow, through its extension points: a storage and a table class.

A file of the house can be opened for reading at any time:

    TinyDB("matches/m-1.jsonl", storage=JournalStorage).search(where("kind") == "sealed")

Only `JournalDB(path, append=True)` extends it, and only in the process that holds the house's lock. TinyDB's rewriting
(`update`, `truncate`, ...) is refused.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn, cast

from tinydb import TinyDB
from tinydb.storages import Storage
from tinydb.table import Table

from core.store import Damaged
from storage.appending import BINARY, AppendFile, read_regular, refused_by_disk, settle
from storage.lines import FileLength, Tables, WholeLines, WrongFile, first_line, line, place, plain, scan

ENTRIES = TinyDB.default_table_name
"""Table of a journal's entries: TinyDB's default, so that a query on the database searches entries."""

ENDING = ".jsonl"

KIND = "journal"
SEASON = "season"


class JournalStorage(Storage):
    """A file of the house as a TinyDB storage. Raises FileNotFoundError if it is missing."""

    warnings: tuple[str, ...] = ()

    def __init__(
        self,
        path: str | Path,
        *,
        append: bool = False,
        kind: str | None = None,
        match: str | None = None,
        name: str = "",
        known: FileLength | None = None,
    ) -> None:
        """Open the file.

        Args:
            kind: Required kind; None for any.
            match: Required match; None for any.
            name: File in sentences; by default its name.
            known: Length at the last look.
        """
        self._path = Path(path)
        self._name = name or self._path.name
        self._kind = kind
        self._match = match
        self._append = append
        self._known = known
        self.swept = 0
        self.lost = False
        """True if whole lines are missing that the file had at the last look."""
        self._end: AppendFile | None = None
        self._total = 0
        self._next: dict[str, int] = {}
        self.changes = 0
        """Lines after the first."""
        self._path.stat()

    def read(self) -> Tables:
        """All tables, documents by id. Raises Damaged, naming file and entry, if the file cannot be trusted."""
        with refused_by_disk(f"{self._name} cannot be read"):
            data = read_regular(self._path)
        lines = scan(self._name, data, self._kind)
        require_sound(self._name, lines, self._match)
        self.changes = len(lines.pieces) - 1
        self.warnings = (torn_warning(self._name, lines),) if lines.torn else ()
        self.swept = swept(lines)
        if self._known is not None and not self._known.fits(data, self.swept):
            self.lost, self.warnings = True, (shortened_warning(self._name),)
        if self._append and self._end is None:
            self._end = AppendFile(self._path, self._name, lines.size, lines.torn)
            self._total = lines.total
            self._next = {name: 1 + max(map(int, table), default=0) for name, table in _all_tables(lines).items()}
        return merge(lines)

    def write(self, data: Mapping[str, Any]) -> NoReturn:
        """Refuse TinyDB's rewriting of the file."""
        raise TypeError(f"{self._name} only grows: it takes new entries from the house, and nothing that rewrites it.")

    def add(self, table: str, text: str | None, doc_id: int | None = None) -> int:
        """Append a document (`plain` JSON) under the next id of its table, or in place of `doc_id`; None forgets it.

        Durable on return, at a cost independent of the file's length. Raises HouseClosed, with the file unchanged, if
        that fails; Damaged if this is the first append and the file cannot be trusted.
        """
        return self.add_all([(table, text, doc_id)])[0]

    def add_all(self, changes: Sequence[tuple[str, str | None, int | None]]) -> list[int]:
        """Append several documents in one write. Returns their ids. A kill may leave the first few, unacknowledged."""
        if not self._append:
            raise TypeError(f"{self._name} was opened to look at it, not to add to it.")
        if self._end is None:
            self.read()
            assert self._end is not None
        ids, lines, total, following = [], [], self._total, dict(self._next)
        for table, text, doc_id in changes:
            id_ = doc_id if doc_id is not None else following.get(table, 1)
            data, total = line(table, id_, "null" if text is None else text, total)
            following[table] = max(id_ + 1, following.get(table, 1))
            ids.append(id_)
            lines.append(data)
        self._end.append(b"".join(lines))
        self.changes += len(ids)
        self._total, self._next = total, following
        return ids

    @classmethod
    def begin(cls, path: Path, kind: str, name: str, swept: int) -> JournalStorage:
        """Create a file of a provisional name, to be moved when it is whole. Raises HouseClosed."""
        with refused_by_disk(f"{path.name} cannot be made"):
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | BINARY, 0o600))
            file = cls(path, append=True, kind=kind, name=name)
        data, file._total = first_line(kind, {"swept": swept}, {})
        file.swept, file._end = swept, AppendFile(path, name, 0)
        try:
            file._end.append(data)
        except BaseException:
            file.discard()
            raise
        return file

    def move(self, path: Path) -> None:
        """Replace `path` by this file, durably. Raises OSError."""
        assert self._end is not None
        self.rest()
        os.replace(self._path, path)
        settle(path.parent)
        self._path, self._end = path, AppendFile(path, self._name, self._end.size)

    def discard(self) -> None:
        """Delete the file, if it still has its own name."""
        self.close()
        with contextlib.suppress(OSError):
            self._path.unlink(missing_ok=True)

    @property
    def length(self) -> FileLength | None:
        """Present length; None if unknown, or if lines were lost, so that the stored length stays."""
        return None if self._end is None or self.lost else FileLength(self._end.size, self._total, self.swept)

    @property
    def torn(self) -> bool:
        return self._end is not None and self._end.torn

    def rest(self) -> None:
        """Close the file descriptor until the next append."""
        if self._end is not None:
            self._end.rest()

    def close(self) -> None:
        self.rest()
        self._append = False


def length_of(journal: TinyDB) -> FileLength | None:
    return cast(JournalStorage, journal.storage).length


def require_sound(name: str, lines: WholeLines, match: str | None = None) -> None:
    """Raises Damaged unless a journal has its header in line 1 and entry n in line n + 1, and WrongFile if it is not
    the journal of `match`."""
    if lines.about.get("kind") not in (KIND, SEASON):
        return
    if match is not None and lines.about.get("match") != match:
        raise WrongFile(
            f"{name}, first line: this is the journal of {lines.about.get('match')!r}. Give the file its name back."
        )
    if not isinstance(lines.pieces[0].get("header", {}).get("1"), dict):
        what = "season" if lines.about["kind"] == SEASON else "match"
        raise Damaged(f"{name}, first line: the header of the {what} is missing.")
    for number, tables in enumerate(lines.pieces[1:], 1):
        table = tables.get(ENTRIES, {})
        if len(tables) != 1 or list(table) != [str(number)] or table[str(number)] is None:
            raise Damaged(f"{name}, {place(number + 1)}: it does not hold entry {number} and nothing else.")


def torn_warning(name: str, lines: WholeLines) -> str:
    return (
        f"{name}: {place(len(lines.pieces) + 1)} was cut off while it was being written and is left out. "
        "Nobody had been told that it counts."
    )


def swept(lines: WholeLines) -> int:
    count = lines.about.get("swept")
    return count if isinstance(count, int) else 0


def shortened_warning(name: str) -> str:
    return f"{name} has lost whole lines at its end that it held when the house was last looked after."


def _all_tables(lines: WholeLines) -> Tables:
    seen: Tables = {}
    for tables in lines.pieces:
        for name, table in tables.items():
            seen.setdefault(name, {}).update(table)
    return seen


def merge(lines: WholeLines) -> Tables:
    """TinyDB's data: the lines applied in order."""
    merged: Tables = {}
    for tables in lines.pieces:
        for name, table in tables.items():
            into = merged.setdefault(name, {})
            for doc_id, document in table.items():
                if document is None:
                    into.pop(doc_id, None)
                else:
                    into[doc_id] = document
    return merged


class JournalTable(Table):
    def __init__(self, storage: Storage, name: str, cache_size: int = 0, persist_empty: bool = False) -> None:
        super().__init__(storage, name, cache_size, persist_empty)
        self._journal = storage

    def insert(self, document: Mapping[str, Any]) -> int:
        """Append a document under the next id, durably. Raises ValueError for a document that JSON cannot represent."""
        return self.insert_multiple([document])[0]

    def insert_multiple(self, documents: Iterable[Mapping[str, Any]]) -> list[int]:
        """Append documents in one write, durably. Raises ValueError, and adds none, if one is refused. A kill before
        the return may leave the first few, each whole."""
        documents = list(documents)
        for document in documents:
            if not isinstance(document, Mapping):
                raise ValueError(f"An entry is to be an object with named fields, not {type(document).__name__}.")
        changes = [(self.name, plain(dict(document), "An entry"), None) for document in documents]
        return cast(JournalStorage, self._journal).add_all(changes) if changes else []


class JournalDB(TinyDB):
    table_class = JournalTable
    default_storage_class = JournalStorage  # type: ignore[assignment]  # TinyDB declares its own JSONStorage
