"""The journals of seasons, one file a season beside the folder of matches: the same lines, the same promises.

TinyDB("seasons/spring-1.jsonl", storage=JournalStorage).search(where("kind") == "booked")
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from pathlib import Path

from core.house.store import Damaged, Stored
from storage.appending import (
    HouseClosed,
    delete,
    is_match,
    mend,
    reason,
    require_match,
    write_whole,
)
from storage.folder import SEASONS, season_folder
from storage.journal import ENDING, ENTRIES, SEASON, JournalDB, JournalStorage, length_of
from storage.lines import Document, Known, first_line, plain, scan


class SeasonJournals:
    """core's `Journals` of the seasons of one house. Few and short, so each keeps its file at hand."""

    def __init__(
        self,
        house: Path,
        owned: bool,
        require_open: Callable[[], None],
        require_owned: Callable[[], None],
        known: Mapping[str, Known],
    ) -> None:
        """`owned`: this process holds the house and may add to it. `require_open` and `require_owned` are the house's:
        HouseClosed where nothing may be read, or kept. `known`: how long files were when last looked after, by file."""
        self._house = house
        self._known = known
        self._owned = owned
        self._require_open = require_open
        self._require_owned = require_owned
        self._journals: dict[str, JournalDB] = {}

    def create(self, season: str, header: Document) -> None:
        """Begin a journal. FileExistsError if there is one, ValueError for an id or header that cannot be kept."""
        self._require_owned()
        require_match(season)
        plain(header, "The header")
        path = self._path(season)
        if path.exists():
            raise FileExistsError(f"There is a journal of {season!r} already.")
        number = 1 + max((_number(self._path(name)) or 0 for name in self._ids()), default=0)
        data, _ = first_line(SEASON, {"match": season, "number": number}, {"header": {"1": header}})
        try:
            season_folder(self._house)
            write_whole(path, data)
        except OSError as error:
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)  # it may have its name, but not for good
            raise HouseClosed(f"The season cannot be kept: {reason(error)}. {mend(error)}") from error

    def append(self, season: str, entry: Document) -> None:
        """Add an entry. KeyError without a journal, ValueError or HouseClosed if the entry cannot be kept."""
        self._require_owned()
        self._journal(season).insert(entry)

    def read(self, season: str) -> Stored:
        """The whole journal. KeyError if there is none, Damaged if it cannot be trusted."""
        storage = self._journal(season).storage
        assert isinstance(storage, JournalStorage)
        tables = storage.read()
        return Stored(tables["header"]["1"], tuple(tables.get(ENTRIES, {}).values()), storage.warnings)

    def discard(self, season: str) -> None:
        """Delete a journal. HouseClosed if the disk does not let us."""
        self._require_owned()
        require_match(season)
        if (journal := self._journals.pop(season, None)) is not None:
            journal.close()
        delete(self._path(season))

    def ids(self) -> tuple[str, ...]:
        """The ids of all seasons, oldest first; those whose first line is damaged come last."""
        self._require_open()
        numbers = {season: _number(self._path(season)) for season in self._ids()}
        return tuple(sorted(numbers, key=lambda season: (numbers[season] is None, numbers[season] or 0)))

    def lengths(self) -> dict[str, Known | None]:
        """How long each file is, by file, where that is known."""
        return {f"{SEASONS}/{name}{ENDING}": length_of(journal) for name, journal in self._journals.items()}

    def rest(self) -> None:
        """Give the descriptors back until somebody adds something."""
        for journal in self._journals.values():
            assert isinstance(journal.storage, JournalStorage)
            journal.storage.rest()

    def close(self) -> None:
        """Give the files back."""
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


def _number(path: Path) -> int | None:
    """When the season was made, as its place among all; None if the first line does not tell."""
    try:
        with path.open("rb") as file:
            told = scan(path.name, file.readline(), SEASON).about
    except (OSError, Damaged):
        return None
    return told["number"] if isinstance(told.get("number"), int) else None
