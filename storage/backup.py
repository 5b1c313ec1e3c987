"""Backup and restore, also while a server goes on appending.

Why copying is enough: files of the house only grow, line by line, so the first n bytes of a file, cut after a whole
line, are the file as it was at some moment, whatever is added meanwhile. For one moment across all files their sizes
are read twice: if no size changed between the two readings, all files had these sizes at the instant in between,
and the prefixes of these sizes are the house as it was then. Where `house.jsonl` is swept meanwhile, all is copied
anew. Summaries are copied as they are: they are tied to their journals, and one that does not fit is made again. A
backup is a house itself and can be opened as one; its feeds and nudges are muted (HH-48), as those of a house that is
restored from it, until a host lets them speak.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from core.house.settings import COPY, COPY_SHELF, Copy
from core.house.store import Damaged
from storage import summaries
from storage.appending import write_whole
from storage.errors import HouseClosed, is_match, mend, reason
from storage.folder import HOUSE, MATCHES, SEASONS, prepare, season_folder
from storage.journal import ENDING
from storage.lengths import NAME as LENGTHS
from storage.lines import Document, scan
from storage.lock import MARKER, Lock
from storage.lock import NAME as LOCK
from storage.shelves import with_document
from storage.store import open_house, visit_house

TRIES = 1000
"""How often sizes are read before giving up. One reading takes less time than passes between most appends."""

SWEPT = 5
"""How often a copy is begun again because the shelves were swept meanwhile, which happens every few hundred changes."""

PEOPLE: Final = ("people", "barred", "settings", "templates")
"""The shelves that another house of the same people begins with."""

Sizes = dict[str, tuple[int, int]]
"""Inode and size in bytes, by file relative to the house."""


def backup(path: str | Path, target: str | Path, also: Sequence[str] = ()) -> tuple[str, ...]:
    """Copy the house in the folder `path` to `target`, a folder that is new or empty. No lock is needed or taken.

    `also` names further files below `path` that belong to it, for example a host key; those that are not there are
    left out. Returns sentences about damaged files, which are copied as they are. HouseClosed if it cannot be done.
    """
    house, copy = Path(path), Path(target)
    if not (house / HOUSE).is_file():
        raise HouseClosed(f"There is no house in {house}: nothing to back up.")
    _require_empty(copy)
    prepare(copy)
    try:
        return _copy(house, copy, also)
    except OSError as error:
        raise HouseClosed(f"The backup to {copy} is not complete: {reason(error)}. {mend(error)}") from error


def restore(source: str | Path, path: str | Path, also: Sequence[str] = ()) -> tuple[str, ...]:
    """Copy the backup in the folder `source` to `path`, a folder that is new or empty, and hold its lock meanwhile.

    The file of the shelves comes last: what a kill leaves unfinished does not open as a house. Arguments, sentences
    and refusals as for `backup`.
    """
    copy, house = Path(source), Path(path)
    if not (copy / HOUSE).is_file():
        raise HouseClosed(f"There is no backup in {copy}: it would hold {HOUSE}.")
    _require_empty(house)
    prepare(house)
    lock = Lock(house)
    try:
        return _copy(copy, house, also)
    except OSError as error:
        raise HouseClosed(f"{house} is not restored completely: {reason(error)}. {mend(error)}") from error
    finally:
        lock.release()


def restore_people(source: str | Path, path: str | Path, also: Sequence[str] = ()) -> int:
    """Begin a house in `path`, a folder that is new or empty, with the people of the backup in `source`: their names,
    keys, passwords and settings, who is kept out, and templates. No match, season, feed or unused invitation: two
    houses would go on with them. How many people came. Refusals as for `restore`."""
    copy, house = Path(source), Path(path)
    if not (copy / HOUSE).is_file():
        raise HouseClosed(f"There is no backup in {copy}: it would hold {HOUSE}.")
    _require_empty(house)
    found = visit_house(copy)
    shelves = {shelf: found.all(shelf) for shelf in PEOPLE}
    for person in shelves["people"].values():
        person.pop("hosts", None)  # matches of the other house: ids come again, and nobody hosts a strange one by that
    prepare(house)
    try:
        _copy_beside(copy, house, also)
    except OSError as error:
        raise HouseClosed(f"{house} is not begun: {reason(error)}. {mend(error)}") from error
    with open_house(house) as store:
        for shelf, documents in shelves.items():
            for key, document in documents.items():
                store.put(shelf, key, document)
        store.put(COPY_SHELF, COPY, _mark())  # the webhook came along, and is the other house's
    return len(shelves["people"])


def _require_empty(folder: Path) -> None:
    try:
        if folder.is_dir() and any(path.name not in (LOCK, MARKER, "lost+found") for path in folder.iterdir()):
            raise HouseClosed(f"{folder} is not empty: name a folder that is new or empty.")
    except OSError as error:
        raise HouseClosed(f"{folder} cannot be read: {reason(error)}. {mend(error)}") from error


def _one_moment(house: Path) -> Sizes:
    """The sizes of all files at one moment."""
    sizes = _sizes(house)
    for _ in range(TRIES):
        before, sizes = sizes, _sizes(house)
        if before == sizes:
            return sizes
    raise HouseClosed(f"The house in {house} never stood still for a moment. Try again when less is going on.")


def _sizes(house: Path) -> Sizes:
    journals = [
        f"{folder}/{path.name}"
        for folder in (MATCHES, SEASONS)
        for path in sorted((house / folder).glob("*" + ENDING))
        if is_match(path.stem)
    ]
    found = {}
    for name in (*journals, HOUSE):
        about = os.stat(house / name)
        found[name] = (about.st_ino, about.st_size)
    return found


def _copy(house: Path, copy: Path, also: Sequence[str]) -> tuple[str, ...]:
    _copy_beside(house, copy, (*also, LENGTHS))  # before the files that it tells of: these only grow
    for _ in range(SWEPT):
        told = _copy_files(house, copy, _one_moment(house))
        if told is not None:
            return told
    raise HouseClosed(f"{HOUSE} was written anew each time it was copied: empty the target and try again.")


def _copy_beside(house: Path, copy: Path, also: Sequence[str]) -> None:
    """The further files."""
    for name in also:
        _require_below(name)
        if (house / name).is_file():
            (copy / name).parent.mkdir(0o700, parents=True, exist_ok=True)
            write_whole(copy / name, (house / name).read_bytes())


def _copy_files(house: Path, copy: Path, sizes: Sizes) -> tuple[str, ...] | None:
    """Copy all files at these sizes, the shelves last; None if one of them has been replaced since."""
    told = []
    if any(name.startswith(SEASONS) for name in sizes):
        season_folder(copy)
    for name, (inode, size) in sizes.items():
        with (house / name).open("rb") as file:
            if os.fstat(file.fileno()).st_ino != inode:
                return None
            data = file.read(size)
        try:
            data = data[: scan(name, data).size]
            if name == HOUSE:
                data = with_document(data, COPY_SHELF, COPY, _mark())
        except Damaged as damage:
            told.append(str(damage))
        write_whole(copy / name, data)
        if name.startswith(MATCHES):
            with contextlib.suppress(OSError):
                summaries.copy(house / name, copy / name)
    return tuple(told)


def _mark() -> Document:
    """What makes a house a copy that is muted. With the bytes of its shelves, so that no kill leaves it out."""
    mark: Document = msgspec.to_builtins(Copy(secrets.token_hex(4), time.time()))
    return mark


def _require_below(name: str) -> None:
    if Path(name).is_absolute() or ".." in Path(name).parts:
        raise ValueError(f"{name!r} is to be a file below the house's folder.")
