"""TinyDB on files that only grow, through its own extension points: a storage, and a table class.

Anyone can open a file of the house to look at it, also while the house is open:

    TinyDB("matches/m-1.jsonl", storage=JournalStorage).search(where("kind") == "sealed")

Only `JournalDB(path, append=True)` adds to it, and only the process that holds the house's lock may do that. What
TinyDB does to other storages by rewriting them (`update`, `truncate`, ...) is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn, cast

from tinydb import TinyDB
from tinydb.storages import Storage
from tinydb.table import Table

from core.store import Damaged
from storage.appending import AppendFile, HouseClosed, mend, reason
from storage.lines import FileLength, Tables, WholeLines, WrongFile, line, place, plain, scan

ENTRIES = TinyDB.default_table_name
"""The table of a journal's entries, so that a query on the database itself asks for entries."""

ENDING = ".jsonl"

KIND = "journal"
"""What the first line of a match's file says that it is."""
SEASON = "season"
"""What the first line of a season's file says that it is: a journal all the same."""


class JournalStorage(Storage):
    """A file of the house as a TinyDB storage. FileNotFoundError if there is none."""

    warnings: tuple[str, ...] = ()
    """Sentences about the last `read`: that a torn last entry was left out."""

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
        """`kind` and `match` are what the file must be (None: any), `name` what sentences call it (its file name);
        `known` how long it was when it was last looked after."""
        self._path = Path(path)
        self._name = name or self._path.name
        self._kind = kind
        self._match = match
        self._append = append
        self._known = known
        self._swept = 0
        self.lost = False
        """Has it lost whole lines that it held when it was last looked after?"""
        self._end: AppendFile | None = None
        self._total = 0
        self._next: dict[str, int] = {}
        self.changes = 0
        """Lines after the first, at the last `read` and those added since."""
        self._path.stat()

    def read(self) -> Tables:
        """All tables, documents by id. Damaged, naming file and entry, if the file cannot be trusted."""
        try:
            data = self._path.read_bytes()
        except OSError as error:
            raise HouseClosed(f"{self._name} cannot be read: {reason(error)}. {mend(error)}") from error
        lines = scan(self._name, data, self._kind)
        require_sound(self._name, lines, self._match)
        self.changes = len(lines.pieces) - 1
        self.warnings = (torn_warning(self._name, lines),) if lines.torn else ()
        self._swept = swept(lines)
        if self._known is not None and not self._known.fits(data, self._swept):
            self.lost, self.warnings = True, (shorter(self._name),)
        if self._append and self._end is None:
            self._end = AppendFile(self._path, self._name, lines.size, lines.torn)
            self._total = lines.total
            self._next = {name: 1 + max(map(int, table), default=0) for name, table in _everything(lines).items()}
        return merge(lines)

    def write(self, data: Mapping[str, Any]) -> NoReturn:
        """Refused: this is how TinyDB rewrites a file."""
        raise TypeError(f"{self._name} only grows: it takes new entries from the house, and nothing that rewrites it.")

    def add(self, table: str, text: str | None, doc_id: int | None = None) -> int:
        """Append a document (`plain` JSON), under the next id of its table or in place of `doc_id`; None forgets it.

        Durable on return; costs the same however long the file is. HouseClosed if it cannot be kept; then the file
        is as it was. Damaged if this is the first append and the file cannot be trusted.
        """
        return self.add_all([(table, text, doc_id)])[0]

    def add_all(self, changes: Sequence[tuple[str, str | None, int | None]]) -> list[int]:
        """`add` for some at one stroke: their ids. A kill may leave the first few, of which none was acknowledged."""
        if not self._append:
            raise TypeError(f"{self._name} was opened to look at it, not to add to it.")
        if self._end is None:
            self.read()
            assert self._end is not None
        ids, lines, total, following = [], [], self._total, dict(self._next)
        for table, text, doc_id in changes:
            found = doc_id if doc_id is not None else following.get(table, 1)
            data, total = line(table, found, "null" if text is None else text, total)
            following[table] = max(found + 1, following.get(table, 1))
            ids.append(found)
            lines.append(data)
        self._end.append(b"".join(lines))
        self.changes += len(ids)
        self._total, self._next = total, following
        return ids

    def go_on(self, old: JournalStorage, size: int, total: int, changes: int) -> None:
        """Begin where a file that has just been written in place of `old` ends, without reading it."""
        self._end = AppendFile(self._path, self._name, size)
        self._total, self._next, self.changes = total, old._next, changes
        self._swept = old._swept + 1

    @property
    def length(self) -> FileLength | None:
        """How long it is now; None where that is not known, or it has lost something and what was known stands."""
        return None if self._end is None or self.lost else FileLength(self._end.size, self._total, self._swept)

    @property
    def swept(self) -> int:
        """How often it was written anew."""
        return self._swept

    @property
    def torn(self) -> bool:
        """Does the file end in a torn line that the next append cuts off?"""
        return self._end is not None and self._end.torn

    def rest(self) -> None:
        """Give the file descriptor back until the next append."""
        if self._end is not None:
            self._end.rest()

    def close(self) -> None:
        """Give the file descriptor back and add nothing more."""
        self.rest()
        self._append = False


def length_of(journal: TinyDB) -> FileLength | None:
    """How long a journal is, where that is known."""
    return cast(JournalStorage, journal.storage).length


def require_sound(name: str, lines: WholeLines, match: str | None = None) -> None:
    """Damaged unless a journal has its header in the first line, entry n in line n + 1, and nothing else.

    If `match` is given it must also be that match's journal.
    """
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
    """What the host is told of a torn last entry."""
    return (
        f"{name}: {place(len(lines.pieces) + 1)} was cut off while it was being written and is left out. "
        "Nobody had been told that it counts."
    )


def swept(lines: WholeLines) -> int:
    """How often a file of shelves was written anew, as its first line says."""
    found = lines.about.get("swept")
    return found if isinstance(found, int) else 0


def shorter(name: str) -> str:
    """What the host is told of a file that has lost something."""
    return f"{name} has lost whole lines at its end that it held when the house was last looked after."


def _everything(lines: WholeLines) -> Tables:
    """Every id that was ever used, by table."""
    seen: Tables = {}
    for tables in lines.pieces:
        for name, table in tables.items():
            seen.setdefault(name, {}).update(table)
    return seen


def merge(lines: WholeLines) -> Tables:
    """The lines laid over each other: TinyDB's data."""
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
    """A table of a file that only grows: what adds a document appends one line, what reads is TinyDB's own."""

    def __init__(self, storage: Storage, name: str, cache_size: int = 0, persist_empty: bool = False) -> None:
        """Keeps no answers to queries: the file may have grown since."""
        super().__init__(storage, name, cache_size, persist_empty)
        self._journal = storage

    def insert(self, document: Mapping[str, Any]) -> int:
        """Append a document under the next id; durable on return. ValueError for what JSON does not give back."""
        return self.insert_multiple([document])[0]

    def insert_multiple(self, documents: Iterable[Mapping[str, Any]]) -> list[int]:
        """Append some at one stroke; durable on return. ValueError, and nothing is added, if one is refused. A kill
        before that may leave the first few, each whole."""
        documents = list(documents)
        for document in documents:
            if not isinstance(document, Mapping):
                raise ValueError(f"An entry is to be an object with named fields, not {type(document).__name__}.")
        changes = [(self.name, plain(dict(document), "An entry"), None) for document in documents]
        return cast(JournalStorage, self._journal).add_all(changes) if changes else []


class JournalDB(TinyDB):
    """TinyDB on a file that only grows: `JournalDB(path, append=True).insert(entry)`."""

    table_class = JournalTable
    default_storage_class = JournalStorage  # type: ignore[assignment]  # TinyDB declares its own JSONStorage
