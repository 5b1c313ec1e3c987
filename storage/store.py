"""The house on disk: core's Store, on TinyDB files that only grow. docs/storage.md lists them.

All calls come from the event loop's thread. An append costs a write with fsync; the first one to a journal that was
never read in this process reads it once.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import time
from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType

from core.store import DISCARDED, Damaged, Stored
from storage import lengths, summaries
from storage.appending import (
    NEW,
    HouseClosed,
    delete,
    is_match,
    read_regular,
    refused_by_disk,
    require_match,
    write_whole,
)
from storage.folder import HOUSE, MATCHES, SEASONS, Lock, make_inside, prepare
from storage.games import bring_games, reload_games, write_game
from storage.journal import ENDING, ENTRIES, KIND, SEASON, JournalDB, JournalStorage, length_of
from storage.lines import Document, FileLength, first_line, plain, scan
from storage.shelves import Shelves, begin

AWAKE = 64
QUIET = 3600.0
"""Seconds without an append after which a journal closes its descriptor."""


class JournalFolder:
    """core's `Journals` of a folder of the house, all of one kind."""

    def __init__(self, store: FileStore, folder: str, kind: str, what: str) -> None:
        """`what`: a match or a season, in sentences."""
        self._store = store
        self._folder = folder
        self._kind = kind
        self._what = what
        self._journals: dict[str, JournalDB] = {}
        self._awake: OrderedDict[str, float] = OrderedDict()
        self.numbers: dict[str, int | None] = {}
        """Places in order of creation, by id; None if the first line is unreadable."""

    def create(self, name: str, header: Document) -> None:
        self._store.require_owned()
        require_match(name)
        plain(header, "The header")
        path = self.path(name)
        if path.exists():
            raise FileExistsError(f"There is a journal of {name!r} already.")
        self.ids()
        number = 1 + max((n for n in self.numbers.values() if n is not None), default=0)
        data, _ = first_line(self._kind, {"match": name, "number": number}, {"header": {"1": header}})
        with refused_by_disk(f"The {self._what} cannot be kept"):
            try:
                make_inside(self._store.folder, self._folder)
                write_whole(path, data)
            except OSError:
                with contextlib.suppress(OSError):
                    path.unlink(missing_ok=True)  # it may have its name, but not durably
                raise
        self.numbers[name] = number

    def append(self, name: str, *entries: Document) -> None:
        """Append entries. Beyond AWAKE journals, the longest unused one closes its descriptor."""
        self._store.require_owned()
        journal = self._journal(name)
        self._awake[name] = time.monotonic()
        self._awake.move_to_end(name)
        if len(self._awake) > AWAKE:
            _file(self._journals[self._awake.popitem(last=False)[0]]).rest()
        journal.insert_multiple(entries)

    def read(self, name: str) -> Stored:
        storage = _file(self._journal(name))
        tables = storage.read()
        return Stored(tables["header"]["1"], tuple(tables.get(ENTRIES, {}).values()), storage.warnings)

    def ids(self) -> tuple[str, ...]:
        """Ids of all journals, oldest first; those with a damaged first line come last."""
        self._store.require_open()
        folder = self._store.folder / self._folder
        regular = [path.name for path in folder.iterdir() if path.is_file()] if folder.is_dir() else []
        names = [os.path.splitext(name) for name in regular]
        present = sorted(name for name, ending in names if ending == ENDING and is_match(name))
        for name in present:
            if name not in self.numbers:
                self.numbers[name] = self._number(name)
        return tuple(sorted(present, key=lambda name: (self.numbers[name] is None, self.numbers[name] or 0)))

    def discard(self, name: str) -> None:
        self._store.require_owned()
        require_match(name)
        self.release(name)
        self.numbers.pop(name, None)
        self._store.delete(self.path(name))

    def release(self, name: str) -> None:
        self._awake.pop(name, None)
        if (journal := self._journals.pop(name, None)) is not None:
            self._store.learn({self.file(name): length_of(journal)})
            journal.close()

    def lengths(self) -> dict[str, FileLength | None]:
        return {self.file(name): length_of(journal) for name, journal in self._journals.items()}

    def rest(self) -> None:
        now = time.monotonic()
        for name, at in list(self._awake.items()):
            if now - at < QUIET:
                break
            del self._awake[name]
            _file(self._journals[name]).rest()

    def close(self) -> None:
        for journal in self._journals.values():
            journal.close()

    def file(self, name: str) -> str:
        return f"{self._folder}/{name}{ENDING}"

    def path(self, name: str) -> Path:
        return self._store.folder / self.file(name)

    def _number(self, name: str) -> int | None:
        try:
            with self.path(name).open("rb") as file:
                description = scan(name, file.readline(), self._kind).about
        except (OSError, Damaged):
            return None
        return description["number"] if isinstance(description.get("number"), int) else None

    def _journal(self, name: str) -> JournalDB:
        self._store.require_open()
        journal = self._journals.get(name)
        if journal is None:
            if not is_match(name) or not self.path(name).is_file():
                raise KeyError(f"There is no {self._what} {name[:80]!r}.")
            journal = self._journals[name] = JournalDB(
                self.path(name), append=self._store.owned, kind=self._kind, match=name, name=self.file(name),
                known=self._store.known(self.file(name)),
            )  # fmt: skip
        return journal


class MatchJournals(JournalFolder):
    """Journals of matches, with the summaries of finished ones beside them."""

    def __init__(self, store: FileStore) -> None:
        super().__init__(store, MATCHES, KIND, "match")
        self._summaries: dict[str, Document] = {}
        """Summaries that were read with their numbers and not asked for yet."""

    def summary(self, name: str) -> Document | None:
        if (cached := self._summaries.pop(name, None)) is not None:
            return cached
        stored = summaries.read(self.path(name), renew=self._store.owned)
        return None if stored is None else stored.document

    def keep_summary(self, name: str, document: Document) -> None:
        self._summaries.pop(name, None)
        if not self._store.owned:
            return
        self.ids()
        if (number := self.numbers.get(name)) is not None:
            summaries.write(self.path(name), number, document)

    def _number(self, name: str) -> int | None:
        if (stored := summaries.read(self.path(name), renew=self._store.owned)) is None:
            return super()._number(name)
        self._summaries[name] = stored.document
        self._store.forget(self.file(name))  # its summary knows the length
        return stored.tie.number

    def discard(self, name: str) -> None:
        super().discard(name)
        self._summaries.pop(name, None)
        self._store.delete(summaries.path_of(self.path(name)))


class FileStore:
    """A Store on disk and a context manager that closes it. `open_house` takes it, `visit_house` only reads it."""

    def __init__(self, folder: Path, lock: Lock | None) -> None:
        """`lock`: the folder's lock; None for reading only. The folder must exist."""
        self.folder = folder
        self.owned = lock is not None
        """True if this process holds the house and may write."""
        self._lock = lock
        self._open = True
        path = folder / HOUSE
        if lock is not None:
            self._tidy()
            if not path.exists():
                if any((self.folder / MATCHES).glob("*" + ENDING)):
                    raise Damaged(f"{HOUSE} is missing although there are matches. Restore it from a backup.")
                with refused_by_disk(f"No house can be made in {self.folder}"):
                    begin(path)
        self._lengths = lengths.read(folder)
        self._written = dict(self._lengths)
        self._shelves = Shelves(path, look=lock is None, known=self._lengths.get(HOUSE))
        for file in lengths.missing_files(folder, self._lengths):
            if Path(file).stem in self._shelves.all(DISCARDED):
                del self._lengths[file]
        self.warnings = (*self._shelves.warnings, *map(lengths.said_gone, lengths.missing_files(folder, self._lengths)))
        self._matches = MatchJournals(self)
        self.seasons = JournalFolder(self, SEASONS, SEASON, "season")
        self.create, self.append, self.read = self._matches.create, self._matches.append, self._matches.read
        self.matches, self.discard, self.release = self._matches.ids, self._matches.discard, self._matches.release

    def reload_games(self) -> list[str]:
        """Offer the games of one file that are in the folder now. Returns a sentence for each change."""
        self.require_owned()
        return reload_games(self.folder)

    def add_game(self, name: str, source: str) -> list[str]:
        """Write a game of one file into the folder and read it again. Returns a sentence for each change.

        Raises:
            Refused: A file of that name is there (`file_in_use`), the game does not fit beside the others (`no_game`),
                or the disk refuses it.
        """
        self.require_owned()
        with refused_by_disk("The game cannot be copied"):
            write_game(self.folder, name, source)
        return self.reload_games()

    def stamp(self, match: str) -> str:
        self.require_open()
        try:
            return hashlib.sha256(read_regular(self._matches.path(match))).hexdigest()
        except FileNotFoundError:
            raise KeyError(f"There is no match {match[:80]!r}.") from None

    def summary(self, match: str) -> Document | None:
        self.require_open()
        return self._matches.summary(match)

    def keep_summary(self, match: str, document: Document) -> None:
        self.require_open()
        self._matches.keep_summary(match, document)

    def tend(self) -> bool:
        self.require_open()
        self._matches.rest()
        self.seasons.rest()
        self._keep_lengths()
        return self.owned and self._shelves.tend()

    # --- shelves -----------------------------------------------------------------------------------------------------
    def put(self, shelf: str, key: str, document: Document, *, soon: bool = False) -> None:
        self.require_owned()
        self._shelves.put(shelf, key, document, soon=soon)

    def put_all(self, documents: Mapping[tuple[str, str], Document | None]) -> None:
        self.require_owned()
        self._shelves.put_all(documents)

    def settle(self) -> None:
        self.require_open()
        self._shelves.settle()

    def get(self, shelf: str, key: str) -> Document | None:
        self.require_open()
        return self._shelves.get(shelf, key)

    def drop(self, shelf: str, key: str) -> None:
        self.require_owned()
        self._shelves.drop(shelf, key)

    def all(self, shelf: str) -> dict[str, Document]:
        self.require_open()
        return self._shelves.all(shelf)

    # --- opening and closing -----------------------------------------------------------------------------------------
    def close(self) -> None:
        """Release files and lock; later calls are refused. A second call does nothing."""
        if not self._open:
            return
        self._shelves.settle()
        self._keep_lengths()
        self._open = False
        self._matches.close()
        self.seasons.close()
        self._shelves.close()
        if self._lock is not None:
            self._lock.release()

    def __enter__(self) -> FileStore:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _tidy(self) -> None:
        for folder in (self.folder, self.folder / MATCHES, self.folder / SEASONS):
            for left in folder.glob("*" + ENDING + NEW):
                left.unlink(missing_ok=True)
        summaries.sweep(self.folder / MATCHES)

    def require_open(self) -> None:
        if not self._open:
            raise HouseClosed("The house has been closed: open it again.")

    def require_owned(self) -> None:
        self.require_open()
        if self._lock is None:
            raise HouseClosed("The house was opened to look at it only: nothing can be kept.")

    # --- for its journals ---------------------------------------------------------------------------------------------
    def known(self, file: str) -> FileLength | None:
        return lengths.of_journal(self.folder, file, self._lengths)

    def learn(self, measured: Mapping[str, FileLength | None]) -> None:
        self._lengths.update({file: known for file, known in measured.items() if known is not None})

    def forget(self, file: str) -> None:
        self._lengths.pop(file, None)

    def delete(self, *paths: Path) -> None:
        """Delete files together with their stored lengths, which go first."""
        for path in paths:
            self.forget(path.relative_to(self.folder).as_posix())
        self._keep_lengths()
        delete(*paths)

    def _keep_lengths(self) -> None:
        if not self.owned:
            return
        self.learn({**self._matches.lengths(), **self.seasons.lengths(), HOUSE: self._shelves.length})
        if self._lengths != self._written:
            lengths.write(self.folder, self._lengths)
            self._written = dict(self._lengths)


def _file(journal: JournalDB) -> JournalStorage:
    file = journal.storage
    assert isinstance(file, JournalStorage)
    return file


def open_house(path: str | Path, *, serves: bool = False) -> FileStore:
    """Open the house in `path`, created if needed, for this process alone. Close it, or use it as a context manager.

    Args:
        serves: The house will be served, so that commands may wait for it.

    Raises:
        HouseClosed: The folder is read-only, full, held by another process or no folder.
        Damaged: The file of the shelves cannot be trusted. A damaged match shows only when it is read.
    """
    folder = Path(path)
    prepare(folder)
    lock = Lock(folder, serves=serves)
    try:
        with refused_by_disk(f"The house in {folder} cannot be opened"):
            bring_games(folder, keep=True)
            return FileStore(folder, lock)
    except BaseException:
        lock.release()
        raise


def visit_house(path: str | Path) -> FileStore:
    """Open the house in `path` for reading, even while another process has it open.

    Journals are read as they are at that moment, shelves as they were at opening. Changes are refused. Raises
    HouseClosed if there is no house.
    """
    folder = Path(path)
    with refused_by_disk(f"The house in {folder} cannot be read"):
        if (folder / HOUSE).is_file():
            bring_games(folder, keep=False)
            return FileStore(folder, None)
    raise HouseClosed(f"There is no house in {folder}: it is made when something is first kept in it.")
