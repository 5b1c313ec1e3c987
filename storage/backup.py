"""Backup and restore, also while a server goes on appending; the newest backups kept, each read back before older ones
go."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import shutil
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec

from core.house.settings import COPY, COPY_SHELF, Copy
from core.store import Damaged
from storage import summaries
from storage.appending import HouseClosed, is_match, mend, reason, settle, write_whole
from storage.folder import HOUSE, MARKER, MATCHES, SEASONS, Lock, prepare, season_folder
from storage.folder import NAME as LOCK
from storage.health import check
from storage.journal import ENDING
from storage.lengths import NAME as LENGTHS
from storage.lines import Document, scan
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


STAMP: Final = "garnet-%Y%m%d-%H%M%S"
"""What a backup is called: its moment in UTC."""
NAMED: Final = re.compile(r"garnet-\d{8}-\d{6}")
UNFINISHED: Final = ".unfinished"
"""Ends the name of one that is being made, or was when its maker died."""


class Backup(msgspec.Struct, frozen=True):
    """One that is there, and was found whole when it was made."""

    path: Path
    at: float
    """When it was made, in seconds since 1970."""
    told: str = ""
    """What else is to be seen to: an old one that cannot be removed."""


def backups(folder: Path) -> tuple[Backup, ...]:
    """Those in the folder, oldest first; none where there is no folder. HouseClosed if it cannot be read."""
    try:
        found = sorted(path for path in folder.iterdir() if NAMED.fullmatch(path.name)) if folder.exists() else []
    except OSError as error:
        raise HouseClosed(f"{folder} cannot be read: {reason(error)}. {mend(error)}") from error
    return tuple(Backup(path, at) for path in found if (at := _moment(path.name)) is not None)


def _moment(name: str) -> float | None:
    try:
        return datetime.strptime(name, STAMP).replace(tzinfo=UTC).timestamp()
    except ValueError:  # the thirteenth month: somebody else's
        return None


def require_apart(house: Path, folder: Path) -> None:
    """HouseClosed if the backups would lie in the house that they are of, or the house among them."""
    one, other = house.resolve(), folder.resolve()
    if one == other or one in other.parents or other in one.parents:
        raise HouseClosed(
            f"Backups of {house} cannot be kept in {folder}: name a folder beside it, best on another disk."
        )


def keep(house: Path, folder: Path, most: int, now: float, also: Sequence[str] = ()) -> Backup:
    """Back the house up into `folder`, read the copy back, and then remove all but the newest `most` (at least 1).

    `also` as for `storage.backup.backup`. HouseClosed, with the reason, if it cannot be done or the copy is not whole:
    it is not kept then, and no older one is removed.
    """
    if most < 1:
        raise ValueError("At least one backup is kept.")
    require_apart(house, folder)
    path = folder / datetime.fromtimestamp(now, UTC).strftime(STAMP)
    making = path.with_name(path.name + UNFINISHED)
    try:
        folder.mkdir(0o700, parents=True, exist_ok=True)
        _sweep(folder)
        if path.exists():
            raise HouseClosed(f"{path} is there already: two backups in one second, or a clock that was set back.")
        _require_whole(house, making, backup(house, making, also))
        os.rename(making, path)
        settle(folder)  # the new name is on disk before an old backup goes
    except (OSError, HouseClosed) as error:
        shutil.rmtree(making, ignore_errors=True)  # a full disk is not to stay full of halves
        if isinstance(error, HouseClosed):
            raise
        raise HouseClosed(f"The backup to {path} cannot be made: {reason(error)}. {mend(error)}") from error
    return Backup(path, float(int(now)), _remove(backups(folder)[:-most], path))


def _require_whole(house: Path, copy: Path, told: Sequence[str]) -> None:
    """Read the copy of a house back. Raises HouseClosed if a file of it is not good."""
    health = check(copy, copy_of=house)
    wrong = [*told, *health.problems, *(file.told for file in health.files if file.state not in ("good", "unchanged"))]
    if not health.files:
        wrong.append("Nothing was written.")
    if wrong:
        raise HouseClosed(f"The backup is not whole and was not kept: {wrong[0]} `garnet doctor` tells more.")


def _sweep(folder: Path) -> None:
    """Halves of backups whose makers died. One at a time makes backups here."""
    for path in folder.iterdir():
        if path.name.endswith(UNFINISHED) and NAMED.fullmatch(path.name.removesuffix(UNFINISHED)):
            shutil.rmtree(path)


def _remove(old: Sequence[Backup], new: Path) -> str:
    """Remove these; a sentence about one that stays although it should not."""
    for one in old:
        if one.path == new:  # a clock that was set back: what has just been made stays
            continue
        doomed = one.path.with_name(one.path.name + UNFINISHED)  # half of one is never taken for a whole
        try:
            os.rename(one.path, doomed)
            shutil.rmtree(doomed)
        except OSError as error:
            return f"{new} is kept, but {one.path} cannot be removed: {reason(error)}."
    return ""
