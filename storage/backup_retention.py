"""Keeps the newest backups in a folder: each new one is read back before older ones go.

A backup is made under a name of its own and gets its final one only when it has been checked, so that whatever is
called `garnet-20261122-210000` is a whole house, whenever the machine died. Nothing else in the folder is touched.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec

from storage.appending import settle
from storage.backup import backup
from storage.errors import HouseClosed, mend, reason
from storage.health import check

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
        _require_whole(making, backup(house, making, also))
        os.rename(making, path)
        settle(folder)  # the new name is on disk before an old backup goes
    except (OSError, HouseClosed) as error:
        shutil.rmtree(making, ignore_errors=True)  # a full disk is not to stay full of halves
        if isinstance(error, HouseClosed):
            raise
        raise HouseClosed(f"The backup to {path} cannot be made: {reason(error)}. {mend(error)}") from error
    return Backup(path, float(int(now)), _remove(backups(folder)[:-most], path))


def _require_whole(copy: Path, told: Sequence[str]) -> None:
    """Read back what was written. HouseClosed if a file of it is not good."""
    health = check(copy)
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
