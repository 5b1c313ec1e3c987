"""The house on disk: core's Store, on TinyDB files that only grow.

    lock               held by the process that has the house open
    house.jsonl        the shelves: people, invitations, settings
    matches/*.jsonl    journals of matches
    seasons/*.jsonl    journals of seasons
    matches/*.summary  summaries of finished matches

All calls come from the event loop's thread. An append costs a write with fsync; the first one to a journal that was
never read in this process reads it once.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType

from core.store import DISCARDED, Damaged, Stored
from storage import lengths, summaries
from storage.appending import NEW, HouseClosed, delete, is_match, mend, reason, require_match, write_whole
from storage.folder import HOUSE, MATCHES, SEASONS, Lock, prepare, season_folder
from storage.games import bring_games, reload_games
from storage.journal import ENDING, ENTRIES, KIND, SEASON, JournalDB, JournalStorage, length_of
from storage.lines import Document, FileLength, first_line, plain, scan
from storage.shelves import Shelves, begin


class SeasonJournals:
    """core's `Journals` of the seasons of a house. They are few and short, so each keeps its file open."""

    def __init__(
        self,
        house: Path,
        owned: bool,
        require_open: Callable[[], None],
        require_owned: Callable[[], None],
        known: Mapping[str, FileLength],
        delete_file: Callable[[Path], None],
    ) -> None:
        """Keep the parts that the store hands over.

        Args:
            house: The house's folder.
            owned: True if this process holds the house and may write.
            require_open: Raises HouseClosed if the house may not be read.
            require_owned: Raises HouseClosed if the house may not be written.
            known: Stored lengths by file.
            delete_file: Deletes a file together with its stored length.
        """
        self._house = house
        self._known = known
        self._owned = owned
        self._require_open = require_open
        self._require_owned = require_owned
        self._delete_file = delete_file
        self._journals: dict[str, JournalDB] = {}

    def create(self, season: str, header: Document) -> None:
        self._require_owned()
        require_match(season)
        plain(header, "The header")
        path = self._path(season)
        if path.exists():
            raise FileExistsError(f"There is a journal of {season!r} already.")
        number = 1 + max((_number(self._path(name), SEASON) or 0 for name in self._ids()), default=0)
        data, _ = first_line(SEASON, {"match": season, "number": number}, {"header": {"1": header}})
        try:
            season_folder(self._house)
            write_whole(path, data)
        except OSError as error:
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)  # it may have its name, but not durably
            raise HouseClosed(f"The season cannot be kept: {reason(error)}. {mend(error)}") from error

    def append(self, season: str, entry: Document) -> None:
        self._require_owned()
        self._journal(season).insert(entry)

    def read(self, season: str) -> Stored:
        storage = self._journal(season).storage
        assert isinstance(storage, JournalStorage)
        tables = storage.read()
        return Stored(tables["header"]["1"], tuple(tables.get(ENTRIES, {}).values()), storage.warnings)

    def discard(self, season: str) -> None:
        self._require_owned()
        require_match(season)
        if (journal := self._journals.pop(season, None)) is not None:
            journal.close()
        self._delete_file(self._path(season))

    def ids(self) -> tuple[str, ...]:
        self._require_open()
        numbers = {season: _number(self._path(season), SEASON) for season in self._ids()}
        return tuple(sorted(numbers, key=lambda season: (numbers[season] is None, numbers[season] or 0)))

    def lengths(self) -> dict[str, FileLength | None]:
        return {f"{SEASONS}/{name}{ENDING}": length_of(journal) for name, journal in self._journals.items()}

    def rest(self) -> None:
        for journal in self._journals.values():
            assert isinstance(journal.storage, JournalStorage)
            journal.storage.rest()

    def close(self) -> None:
        for journal in self._journals.values():
            journal.close()

    def _ids(self) -> list[str]:
        return sorted(path.stem for path in (self._house / SEASONS).glob("*" + ENDING) if is_match(path.stem))

    def _path(self, season: str) -> Path:
        return self._house / SEASONS / (season + ENDING)

    def _journal(self, season: str) -> JournalDB:
        self._require_open()
        journal = self._journals.get(season)
        if journal is None:
            if not is_match(season) or not self._path(season).exists():
                raise KeyError(f"There is no season {season[:80]!r}.")
            name = f"{SEASONS}/{season}{ENDING}"
            path, known = self._path(season), self._known.get(name)
            journal = JournalDB(path, append=self._owned, kind=SEASON, match=season, name=name, known=known)
            self._journals[season] = journal
        return journal


AWAKE = 64
QUIET = 3600.0
"""Seconds without an append after which a journal closes its descriptor."""


class FileStore:
    """A Store on disk and a context manager that closes it. `open_house` takes it, `visit_house` only reads it."""

    def __init__(self, folder: Path, lock: Lock | None) -> None:
        """`lock`: the folder's lock; None for reading only. The folder must exist."""
        self.folder = folder
        self._lock = lock
        self._open = True
        self._journals: dict[str, JournalDB] = {}
        self._awake: OrderedDict[str, float] = OrderedDict()
        self._numbers: dict[str, int | None] = {}
        self._summaries: dict[str, Document] = {}
        self._matches = folder / MATCHES
        path = folder / HOUSE
        if lock is not None:
            self._tidy()
            if not path.exists():
                self._begin(path)
        self._lengths = lengths.read(folder)
        self._written = dict(self._lengths)
        self._shelves = Shelves(path, look=lock is None, known=self._lengths.get(HOUSE))
        for file in lengths.gone(folder, self._lengths):
            if Path(file).stem in self._shelves.all(DISCARDED):
                del self._lengths[file]
        self.warnings = (*self._shelves.warnings, *map(lengths.said_gone, lengths.gone(folder, self._lengths)))
        self.seasons = SeasonJournals(
            folder, lock is not None, self._require_open, self._require_owned, self._lengths, self._delete
        )

    def reload_games(self) -> list[str]:
        """Offer the games of one file that are in the folder now. Returns a sentence for each change."""
        self._require_owned()
        return reload_games(self.folder)

    # --- journals ----------------------------------------------------------------------------------------------------
    def create(self, match: str, header: Document) -> None:
        self._require_owned()
        require_match(match)
        plain(header, "The header")
        path = self._path(match)
        if path.exists():
            raise FileExistsError(f"There is a journal of {match!r} already.")
        self.matches()
        number = 1 + max((n for n in self._numbers.values() if n is not None), default=0)
        data, _ = first_line(KIND, {"match": match, "number": number}, {"header": {"1": header}})
        try:
            write_whole(path, data)
        except OSError as error:
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)  # it may have its name, but not durably
            raise HouseClosed(f"The match cannot be kept: {reason(error)}. {mend(error)}") from error
        self._numbers[match] = number

    def append(self, match: str, *entries: Document) -> None:
        self._require_owned()
        journal = self._journal(match)
        self._wake(match)
        journal.insert_multiple(entries)

    def read(self, match: str) -> Stored:
        storage = _file(self._journal(match))
        tables = storage.read()
        return Stored(tables["header"]["1"], tuple(tables.get(ENTRIES, {}).values()), storage.warnings)

    def matches(self) -> tuple[str, ...]:
        """Ids of all journals, oldest first; those with a damaged first line come last."""
        self._require_open()
        names = (os.path.splitext(name) for name in os.listdir(self.folder / MATCHES))
        names_found = sorted(match for match, ending in names if ending == ENDING and is_match(match))
        for match in names_found:
            if match not in self._numbers:
                self._numbers[match] = self._number(match)
        return tuple(sorted(names_found, key=lambda match: (self._numbers[match] is None, self._numbers[match] or 0)))

    def stamp(self, match: str) -> str:
        self._require_open()
        try:
            return hashlib.sha256(self._path(match).read_bytes()).hexdigest()
        except FileNotFoundError:
            raise KeyError(f"There is no match {match[:80]!r}.") from None

    def release(self, match: str) -> None:
        self._awake.pop(match, None)
        if (journal := self._journals.pop(match, None)) is not None:
            self._learn({_file_of(match): length_of(journal)})
            journal.close()

    def discard(self, match: str) -> None:
        self._require_owned()
        require_match(match)
        self.release(match)
        self._summaries.pop(match, None)
        self._delete(self._path(match), summaries.path_of(self._path(match)))

    # --- summaries ---------------------------------------------------------------------------------------------------
    def summary(self, match: str) -> Document | None:
        self._require_open()
        if (cached := self._summaries.pop(match, None)) is not None:
            return cached
        kept = summaries.read(self._path(match), renew=self._lock is not None)
        return None if kept is None else kept.document

    def keep_summary(self, match: str, document: Document) -> None:
        self._require_open()
        self._summaries.pop(match, None)
        if self._lock is None:
            return
        self.matches()
        if (number := self._numbers.get(match)) is not None:
            summaries.write(self._path(match), number, document)

    def _number(self, match: str) -> int | None:
        """Place of a match in order of creation; None if its journal's first line is unreadable."""
        if (kept := summaries.read(self._path(match), renew=self._lock is not None)) is None:
            return _number(self._path(match), KIND)
        self._summaries[match] = kept.document
        self._lengths.pop(_file_of(match), None)  # its summary knows the length
        return kept.tie.number

    # --- keeping house -----------------------------------------------------------------------------------------------
    def tend(self) -> bool:
        self._require_open()
        now = time.monotonic()
        for match, at in list(self._awake.items()):
            if now - at < QUIET:
                break
            del self._awake[match]
            _file(self._journals[match]).rest()
        self.seasons.rest()
        self._keep_lengths()
        return self._lock is not None and self._shelves.tend()

    # --- shelves -----------------------------------------------------------------------------------------------------
    def put(self, shelf: str, key: str, document: Document, *, soon: bool = False) -> None:
        self._require_owned()
        self._shelves.put(shelf, key, document, soon=soon)

    def put_all(self, documents: Mapping[tuple[str, str], Document | None]) -> None:
        self._require_owned()
        self._shelves.put_all(documents)

    def settle(self) -> None:
        self._require_open()
        self._shelves.settle()

    def get(self, shelf: str, key: str) -> Document | None:
        self._require_open()
        return self._shelves.get(shelf, key)

    def drop(self, shelf: str, key: str) -> None:
        self._require_owned()
        self._shelves.drop(shelf, key)

    def all(self, shelf: str) -> dict[str, Document]:
        self._require_open()
        return self._shelves.all(shelf)

    # --- opening and closing -----------------------------------------------------------------------------------------
    def close(self) -> None:
        """Release files and lock; later calls are refused. A second call does nothing."""
        if not self._open:
            return
        self._shelves.settle()
        self._keep_lengths()
        self._open = False
        for journal in self._journals.values():
            journal.close()
        self.seasons.close()
        self._shelves.close()
        if self._lock is not None:
            self._lock.release()

    def __enter__(self) -> FileStore:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _begin(self, path: Path) -> None:
        if any((self.folder / MATCHES).glob("*" + ENDING)):
            raise Damaged(f"{HOUSE} is missing although there are matches. Restore it from a backup.")
        try:
            begin(path)
        except OSError as error:
            raise HouseClosed(f"No house can be made in {self.folder}: {reason(error)}. {mend(error)}") from error

    def _tidy(self) -> None:
        for folder in (self.folder, self.folder / MATCHES, self.folder / SEASONS):
            for left in folder.glob("*" + ENDING + NEW):
                left.unlink(missing_ok=True)
        summaries.sweep(self.folder / MATCHES)

    def _require_open(self) -> None:
        if not self._open:
            raise HouseClosed("The house has been closed: open it again.")

    def _require_owned(self) -> None:
        self._require_open()
        if self._lock is None:
            raise HouseClosed("The house was opened to look at it only: nothing can be kept.")

    def _path(self, match: str) -> Path:
        return self._matches / (match + ENDING)

    def _journal(self, match: str) -> JournalDB:
        self._require_open()
        journal = self._journals.get(match)
        if journal is None:
            if not is_match(match) or not self._path(match).exists():
                raise KeyError(f"There is no match {match[:80]!r}.")
            name = f"{MATCHES}/{match}{ENDING}"
            path, owned, known = self._path(match), self._lock is not None, self._known(match)
            journal = JournalDB(path, append=owned, kind=KIND, match=match, name=name, known=known)
            self._journals[match] = journal
        return journal

    def _known(self, match: str) -> FileLength | None:
        return lengths.of_journal(self.folder, _file_of(match), self._lengths)

    def _learn(self, measured: Mapping[str, FileLength | None]) -> None:
        self._lengths.update({file: known for file, known in measured.items() if known is not None})

    def _keep_lengths(self) -> None:
        if self._lock is None:
            return
        self._learn({_file_of(match): length_of(journal) for match, journal in self._journals.items()})
        self._learn({**self.seasons.lengths(), HOUSE: self._shelves.length})
        if self._lengths != self._written:
            lengths.write(self.folder, self._lengths)
            self._written = dict(self._lengths)

    def _delete(self, *paths: Path) -> None:
        for path in paths:
            self._lengths.pop(path.relative_to(self.folder).as_posix(), None)
        self._keep_lengths()
        delete(*paths)

    def _wake(self, match: str) -> None:
        """Mark a journal as used; beyond AWAKE, the longest unused one closes its descriptor."""
        self._awake[match] = time.monotonic()
        self._awake.move_to_end(match)
        if len(self._awake) > AWAKE:
            _file(self._journals[self._awake.popitem(last=False)[0]]).rest()


def _file(journal: JournalDB) -> JournalStorage:
    file = journal.storage
    assert isinstance(file, JournalStorage)
    return file


def _file_of(match: str) -> str:
    return f"{MATCHES}/{match}{ENDING}"


def _number(path: Path, kind: str) -> int | None:
    """Place of a match or season in order of creation; None if the first line is unreadable."""
    try:
        with path.open("rb") as file:
            description = scan(path.name, file.readline(), kind).about
    except (OSError, Damaged):
        return None
    return description["number"] if isinstance(description.get("number"), int) else None


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
        bring_games(folder, keep=True)
        return FileStore(folder, lock)
    except OSError as error:
        lock.release()
        raise HouseClosed(f"The house in {folder} cannot be opened: {reason(error)}. {mend(error)}") from error
    except BaseException:
        lock.release()
        raise


def visit_house(path: str | Path) -> FileStore:
    """Open the house in `path` for reading, even while another process has it open.

    Journals are read as they are at that moment, shelves as they were at opening. Changes are refused. Raises
    HouseClosed if there is no house.
    """
    folder = Path(path)
    try:
        exists = (folder / HOUSE).is_file()
        if exists:
            bring_games(folder, keep=False)
            return FileStore(folder, None)
    except OSError as error:
        raise HouseClosed(f"The house in {folder} cannot be read: {reason(error)}. {mend(error)}") from error
    raise HouseClosed(f"There is no house in {folder}: it is made when something is first kept in it.")
