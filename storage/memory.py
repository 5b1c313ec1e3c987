"""The store in memory, with the same promises and refusals, for tests and for matches that are not kept."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from types import TracebackType

from core.store import Stored
from storage.appending import HouseClosed, require_match
from storage.lines import Document, plain
from storage.shelves import shelved


class Contents:
    def __init__(self) -> None:
        self.journals: dict[str, list[str]] = {}
        self.seasons: dict[str, list[str]] = {}
        self.shelves: dict[str, dict[str, str]] = {}
        self.summaries: dict[str, tuple[int, str]] = {}
        """Length of the journal and summary, by match."""
        self.held = False


class MemoryJournals:
    def __init__(self, journals: dict[str, list[str]], what: str, require_open: Callable[[], None]) -> None:
        self._journals = journals
        self._what = what
        self._require_open = require_open

    def create(self, name: str, header: Document) -> None:
        self._require_open()
        require_match(name)
        text = plain(header, "The header")
        if name in self._journals:
            raise FileExistsError(f"There is a journal of {name!r} already.")
        self._journals[name] = [text]

    def append(self, name: str, *entries: Document) -> None:
        self.lines(name).extend([plain(entry, "An entry") for entry in entries])

    def read(self, name: str) -> Stored:
        header, *entries = map(json.loads, self.lines(name))
        return Stored(header, tuple(entries))

    def discard(self, name: str) -> None:
        self._require_open()
        self._journals.pop(name, None)

    def ids(self) -> tuple[str, ...]:
        self._require_open()
        return tuple(self._journals)

    def lines(self, name: str) -> list[str]:
        self._require_open()
        if name not in self._journals:
            raise KeyError(f"There is no {self._what} {name[:80]!r}.")
        return self._journals[name]


class MemoryStore:
    """A Store in memory. Given earlier contents it opens that house again."""

    def __init__(self, contents: Contents | None = None) -> None:
        self.contents = contents or Contents()
        if self.contents.held:
            raise HouseClosed("The house is open already: this very process holds it. Close it there.")
        self.contents.held = True
        self._open = True
        self._matches = MemoryJournals(self.contents.journals, "match", self._require_open)
        self.seasons = MemoryJournals(self.contents.seasons, "season", self._require_open)
        self.warnings: tuple[str, ...] = ()

    def create(self, match: str, header: Document) -> None:
        self._matches.create(match, header)

    def append(self, match: str, *entries: Document) -> None:
        self._matches.append(match, *entries)

    def read(self, match: str) -> Stored:
        return self._matches.read(match)

    def matches(self) -> tuple[str, ...]:
        return self._matches.ids()

    def stamp(self, match: str) -> str:
        return hashlib.sha256("\n".join(self._matches.lines(match)).encode()).hexdigest()

    def discard(self, match: str) -> None:
        self._matches.discard(match)
        self.contents.summaries.pop(match, None)

    def release(self, match: str) -> None:
        """Do nothing: there are no file descriptors."""

    def summary(self, match: str) -> Document | None:
        self._require_open()
        length, text = self.contents.summaries.get(match, (0, ""))
        return json.loads(text) if length and length == len(self.contents.journals.get(match, ())) else None

    def keep_summary(self, match: str, document: Document) -> None:
        self.contents.summaries[match] = (len(self._matches.lines(match)), plain(document, "A summary"))

    def tend(self) -> bool:
        self._require_open()
        return False

    def put(self, shelf: str, key: str, document: Document, *, soon: bool = False) -> None:
        self._require_open()
        self.contents.shelves.setdefault(shelf, {})[key] = shelved(shelf, key, document)

    def put_all(self, documents: Mapping[tuple[str, str], Document | None]) -> None:
        self._require_open()
        texts = {at: None if document is None else shelved(*at, document) for at, document in documents.items()}
        for (shelf, key), text in texts.items():
            if text is None:
                self.contents.shelves.get(shelf, {}).pop(key, None)
            else:
                self.contents.shelves.setdefault(shelf, {})[key] = text

    def settle(self) -> None:
        """Do nothing: everything is kept at once."""

    def get(self, shelf: str, key: str) -> Document | None:
        self._require_open()
        text = self.contents.shelves.get(shelf, {}).get(key)
        return None if text is None else json.loads(text)

    def drop(self, shelf: str, key: str) -> None:
        self.put_all({(shelf, key): None})

    def all(self, shelf: str) -> dict[str, Document]:
        self._require_open()
        return {key: json.loads(text) for key, text in self.contents.shelves.get(shelf, {}).items()}

    def close(self) -> None:
        if self._open:
            self._open = False
            self.contents.held = False

    def __enter__(self) -> MemoryStore:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _require_open(self) -> None:
        if not self._open:
            raise HouseClosed("The house has been closed: open it again.")
