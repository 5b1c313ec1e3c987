"""Backup and restore, also of a served house; each backup is read back before older ones are removed."""

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
from storage.appending import HouseClosed, is_match, reason, refused_by_disk, settle, write_whole
from storage.folder import HOUSE, MARKER, MATCHES, SEASONS, Lock, make_inside, prepare
from storage.folder import NAME as LOCK
from storage.games import game_files
from storage.health import check
from storage.journal import ENDING
from storage.lengths import NAME as LENGTHS
from storage.lines import Document, scan
from storage.shelves import with_document
from storage.store import open_house, visit_house

TRIES = 1000
"""Readings of the sizes before giving up. A reading takes less time than most gaps between appends."""

SWEPT = 5
"""Copies that are restarted because the shelves were swept, which happens every few hundred changes."""

PEOPLE: Final = ("people", "barred", "settings", "templates")

Sizes = dict[str, tuple[int, int]]
"""Inode and size in bytes, by file relative to the house."""


def backup(path: str | Path, target: str | Path, also: Sequence[str] = ()) -> tuple[str, ...]:
    """Copy the house in `path` to `target`, a new or empty folder. Takes no lock.

    Args:
        also: Further files below `path`, such as a host key; missing ones are skipped.

    Returns:
        Sentences about damaged files, which are copied as they are.

    Raises:
        HouseClosed: The copy failed.
    """
    house = Path(path)
    if not (house / HOUSE).is_file():
        raise HouseClosed(f"There is no house in {house}: nothing to back up.")
    copy = _require_empty(Path(target))
    prepare(copy)
    with refused_by_disk(f"The backup to {copy} is not complete"):
        return _copy(house, copy, also)


def restore(source: str | Path, path: str | Path, also: Sequence[str] = ()) -> tuple[str, ...]:
    """Copy the backup in `source` to `path`, a new or empty folder, and hold its lock meanwhile.

    The shelves are copied last: an unfinished restore is no house. Arguments, result and errors as for `backup`."""
    copy, house = _require_backup(Path(source)), _require_empty(Path(path))
    prepare(house)
    lock = Lock(house)
    try:
        with refused_by_disk(f"{house} is not restored completely"):
            return _copy(copy, house, also)
    finally:
        lock.release()


def restore_people(source: str | Path, path: str | Path, also: Sequence[str] = ()) -> int:
    """Begin a house in `path`, a new or empty folder, with the people of the backup in `source`, their settings, blocks
    and templates. Matches, seasons, feeds and unused invitations stay behind: two houses would continue them. Returns
    the number of people. Errors are those of `restore`."""
    copy, house = _require_backup(Path(source)), _require_empty(Path(path))
    backed_up = visit_house(copy)
    shelves = {shelf: backed_up.all(shelf) for shelf in PEOPLE}
    for person in shelves["people"].values():
        person.pop("hosts", None)  # matches of the other house: their ids may come again
    prepare(house)
    with refused_by_disk(f"{house} is not begun"):
        _copy_beside(copy, house, also)
    with open_house(house) as store:
        for shelf, documents in shelves.items():
            for key, document in documents.items():
                store.put(shelf, key, document)
        store.put(COPY_SHELF, COPY, _mark())  # the copied webhook belongs to the other house
    return len(shelves["people"])


def _require_backup(copy: Path) -> Path:
    if not (copy / HOUSE).is_file():
        raise HouseClosed(f"There is no backup in {copy}: it would hold {HOUSE}.")
    return copy


def _require_empty(folder: Path) -> Path:
    with refused_by_disk(f"{folder} cannot be read"):
        if folder.is_dir() and any(path.name not in (LOCK, MARKER, "lost+found") for path in folder.iterdir()):
            raise HouseClosed(f"{folder} is not empty: name a folder that is new or empty.")
    return folder


def _one_moment(house: Path) -> Sizes:
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
        if is_match(path.stem) and path.is_file()
    ]
    sizes = {}
    for name in (*journals, HOUSE):
        about = os.stat(house / name)
        sizes[name] = (about.st_ino, about.st_size)
    return sizes


def _copy(house: Path, copy: Path, also: Sequence[str]) -> tuple[str, ...]:
    _copy_beside(
        house, copy, (*also, *game_files(house), LENGTHS)
    )  # before the files that it describes, since these only grow
    for _ in range(SWEPT):
        damages = _copy_files(house, copy, _one_moment(house))
        if damages is not None:
            return damages
    raise HouseClosed(f"{HOUSE} was written anew each time it was copied: empty the target and try again.")


def _copy_beside(house: Path, copy: Path, also: Sequence[str]) -> None:
    for name in also:
        if Path(name).is_absolute() or ".." in Path(name).parts:
            raise ValueError(f"{name!r} is to be a file below the house's folder.")
        if (house / name).is_file():
            (copy / name).parent.mkdir(0o700, parents=True, exist_ok=True)
            write_whole(copy / name, (house / name).read_bytes())


def _copy_files(house: Path, copy: Path, sizes: Sizes) -> tuple[str, ...] | None:
    """Copy all files at these sizes, the shelves last. None if a file was replaced meanwhile."""
    damages = []
    if any(name.startswith(SEASONS) for name in sizes):
        make_inside(copy, SEASONS)
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
            damages.append(str(damage))
        write_whole(copy / name, data)
        if name.startswith(MATCHES):
            with contextlib.suppress(OSError):
                summaries.copy(house / name, copy / name)
    return tuple(damages)


def _mark() -> Document:
    mark: Document = msgspec.to_builtins(Copy(secrets.token_hex(4), time.time()))
    return mark


STAMP: Final = "garnet-%Y%m%d-%H%M%S"
"""Name of a backup: its time in UTC."""
NAMED: Final = re.compile(r"garnet-\d{8}-\d{6}")
UNFINISHED: Final = ".unfinished"


class Backup(msgspec.Struct, frozen=True):
    path: Path
    at: float
    told: str = ""
    """Sentence about an old backup that cannot be removed."""


def backups(folder: Path) -> tuple[Backup, ...]:
    """Backups in the folder, oldest first. Raises HouseClosed if it cannot be read."""
    with refused_by_disk(f"{folder} cannot be read"):
        paths = sorted(path for path in folder.iterdir() if NAMED.fullmatch(path.name)) if folder.exists() else []
    return tuple(Backup(path, at) for path in paths if (at := _moment(path.name)) is not None)


def _moment(name: str) -> float | None:
    try:
        return datetime.strptime(name, STAMP).replace(tzinfo=UTC).timestamp()
    except ValueError:  # another program's folder, such as the thirteenth month
        return None


def require_apart(house: Path, folder: Path) -> None:
    """Raises HouseClosed if house and backups would lie inside each other."""
    inner, other = house.resolve(), folder.resolve()
    if inner == other or inner in other.parents or other in inner.parents:
        raise HouseClosed(
            f"Backups of {house} cannot be kept in {folder}: name a folder beside it, best on another disk."
        )


def keep(house: Path, folder: Path, most: int, now: float, also: Sequence[str] = ()) -> Backup:
    """Back the house up into `folder`, read the copy back, then remove all but the newest `most` (at least 1).

    `also` is as for `backup`. Raises HouseClosed if the copy fails or is not whole; then it is deleted and no older
    backup is removed.
    """
    if most < 1:
        raise ValueError("At least one backup is kept.")
    require_apart(house, folder)
    path = folder / datetime.fromtimestamp(now, UTC).strftime(STAMP)
    making = path.with_name(path.name + UNFINISHED)
    try:
        with refused_by_disk(f"The backup to {path} cannot be made"):
            folder.mkdir(0o700, parents=True, exist_ok=True)
            _sweep(folder)
            if path.exists():
                raise HouseClosed(f"{path} is there already: two backups in one second, or a clock that was set back.")
            _require_whole(house, making, backup(house, making, also))
            os.rename(making, path)
            settle(folder)  # before an old backup is removed
    except HouseClosed:
        shutil.rmtree(making, ignore_errors=True)  # a full disk must not fill with unfinished copies
        raise
    return Backup(path, float(int(now)), _remove(backups(folder)[:-most], path))


def _require_whole(house: Path, copy: Path, sentences: Sequence[str]) -> None:
    health = check(copy, copy_of=house)
    wrong = [
        *sentences,
        *health.problems,
        *(file.told for file in health.files if file.state not in ("good", "unchanged")),
    ]
    if not health.files:
        wrong.append("Nothing was written.")
    if wrong:
        raise HouseClosed(f"The backup is not whole and was not kept: {wrong[0]} `garnet doctor` tells more.")


def _sweep(folder: Path) -> None:
    for path in folder.iterdir():
        if path.name.endswith(UNFINISHED) and NAMED.fullmatch(path.name.removesuffix(UNFINISHED)):
            shutil.rmtree(path)


def _remove(old: Sequence[Backup], new: Path) -> str:
    for former in old:
        if former.path == new:  # the clock was set back: the new backup stays
            continue
        doomed = former.path.with_name(
            former.path.name + UNFINISHED
        )  # an incomplete backup never has a complete one's name
        try:
            os.rename(former.path, doomed)
            shutil.rmtree(doomed)
        except OSError as error:
            return f"{new} is kept, but {former.path} cannot be removed: {reason(error)}."
    return ""
