"""The store's twin in memory: same promises, same refusals, no disk. For tests, and for matches nobody keeps."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from types import TracebackType

from core.store import Stored
from storage.appending import HouseClosed, is_match, require_match
from storage.lines import Document, plain
from storage.shelves import shelved


class Contents:
    """What a MemoryStore holds, as text: nobody who was handed a document can change what is kept."""

    def __init__(self) -> None:
        self.journals: dict[str, list[str]] = {}
        """Header and entries, by match, oldest match first."""
        self.seasons: dict[str, list[str]] = {}
        """The same, by season."""
        self.shelves: dict[str, dict[str, str]] = {}
        self.summaries: dict[str, tuple[int, str]] = {}
        """By match, with the length of the journal that each was made from."""
        self.held = False


class MemorySeasons:
    """The journals of seasons in memory."""

    def __init__(self, journals: dict[str, list[str]], require_open: Callable[[], None]) -> None:
        self._journals = journals
        self._require_open = require_open

    def create(self, season: str, header: Document) -> None:
        """Begin a journal. FileExistsError if there is one, ValueError for an id or header that cannot be kept."""
        self._require_open()
        require_match(season)
        text = plain(header, "The header")
        if season in self._journals:
            raise FileExistsError(f"There is a journal of {season!r} already.")
        self._journals[season] = [text]

    def append(self, season: str, entry: Document) -> None:
        """Add an entry. KeyError without a journal, ValueError if the entry cannot be kept."""
        self._journal(season).append(plain(entry, "An entry"))

    def read(self, season: str) -> Stored:
        """The whole journal. KeyError if there is none."""
        header, *entries = map(json.loads, self._journal(season))
        return Stored(header, tuple(entries))

    def discard(self, season: str) -> None:
        """Delete a journal, if there is one."""
        self._require_open()
        self._journals.pop(season, None)

    def ids(self) -> tuple[str, ...]:
        """The ids of all seasons, oldest first."""
        self._require_open()
        return tuple(self._journals)

    def _journal(self, season: str) -> list[str]:
        self._require_open()
        if season not in self._journals:
            raise KeyError(f"There is no season {season[:80]!r}.")
        return self._journals[season]


class MemoryStore:
    """A Store in memory. Given the contents of an earlier one it opens that house again."""

    def __init__(self, contents: Contents | None = None) -> None:
        self.contents = contents or Contents()
        if self.contents.held:
            raise HouseClosed("The house is open already: this very process holds it. Close it there.")
        self.contents.held = True
        self._open = True
        self.seasons = MemorySeasons(self.contents.seasons, self._require_open)
        """The journals of seasons."""
        self.warnings: tuple[str, ...] = ()
        """As on disk; nothing is ever torn here."""

    def create(self, match: str, header: Document) -> None:
        """Begin a journal. FileExistsError if there is one, ValueError for an id or header that cannot be kept."""
        self._require_open()
        require_match(match)
        text = plain(header, "The header")
        if match in self.contents.journals:
            raise FileExistsError(f"There is a journal of {match!r} already.")
        self.contents.journals[match] = [text]

    def append(self, match: str, *entries: Document) -> None:
        """Add entries. KeyError without a journal, ValueError if one of them cannot be kept; then none is."""
        self._journal(match).extend([plain(entry, "An entry") for entry in entries])

    def read(self, match: str) -> Stored:
        """The whole journal. KeyError if there is none."""
        header, *entries = map(json.loads, self._journal(match))
        return Stored(header, tuple(entries))

    def matches(self) -> tuple[str, ...]:
        """The ids of all journals, oldest first."""
        self._require_open()
        return tuple(self.contents.journals)

    def stamp(self, match: str) -> str:
        """SHA-256, in hex, of the journal as it is now. KeyError if there is none."""
        return hashlib.sha256("\n".join(self._journal(match)).encode()).hexdigest()

    def discard(self, match: str) -> None:
        """Delete a journal and its summary, if there is one."""
        self._require_open()
        self.contents.journals.pop(match, None)
        self.contents.summaries.pop(match, None)

    def release(self, match: str) -> None:
        """Nothing is held here that could be let go."""

    def summary(self, match: str) -> Document | None:
        """What was kept of a finished match, if it fits its journal."""
        self._require_open()
        length, text = self.contents.summaries.get(match, (0, ""))
        return json.loads(text) if length and length == len(self.contents.journals.get(match, ())) else None

    def keep_summary(self, match: str, document: Document) -> None:
        """Keep a summary of a journal as it is now."""
        self.contents.summaries[match] = (len(self._journal(match)), plain(document, "A summary"))

    def tend(self) -> bool:
        """Nothing grows here that could be swept."""
        self._require_open()
        return False

    def put(self, shelf: str, key: str, document: Document, *, soon: bool = False) -> None:
        """Keep a document. ValueError for a name or document that cannot be kept. There is no disk to spare: `soon` is
        at once."""
        self._require_open()
        self.contents.shelves.setdefault(shelf, {})[key] = shelved(shelf, key, document)

    def put_all(self, documents: Mapping[tuple[str, str], Document | None]) -> None:
        """Keep documents by shelf and key, and forget those that are None; nothing where one cannot be kept."""
        self._require_open()
        texts = {at: None if document is None else shelved(*at, document) for at, document in documents.items()}
        for (shelf, key), text in texts.items():
            if text is None:
                self.contents.shelves.get(shelf, {}).pop(key, None)
            else:
                self.contents.shelves.setdefault(shelf, {})[key] = text

    def settle(self) -> None:
        """Everything is."""

    def get(self, shelf: str, key: str) -> Document | None:
        """The document, or None."""
        self._require_open()
        text = self.contents.shelves.get(shelf, {}).get(key)
        return None if text is None else json.loads(text)

    def drop(self, shelf: str, key: str) -> None:
        """Forget a document, if there is one."""
        self.put_all({(shelf, key): None})

    def all(self, shelf: str) -> dict[str, Document]:
        """Every document of a shelf by key, in the order in which the keys were first put."""
        self._require_open()
        return {key: json.loads(text) for key, text in self.contents.shelves.get(shelf, {}).items()}

    def close(self) -> None:
        """Let go of the contents; afterwards everything is refused."""
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

    def _journal(self, match: str) -> list[str]:
        self._require_open()
        if not is_match(match) or match not in self.contents.journals:
            raise KeyError(f"There is no match {match[:80]!r}.")
        return self.contents.journals[match]
