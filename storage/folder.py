"""Where the house is kept: the folder that was asked for, and what it must be like."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import platformdirs

from storage.appending import settle
from storage.errors import HouseClosed, mend, reason

VARIABLE = "GARNET_DATA"
HOUSE = "house.jsonl"
"""The file of the shelves. Every house has it, from before its first match."""
MATCHES = "matches"
SEASONS = "seasons"
"""The folder of the seasons' journals; a house without seasons has none."""
PRIVATE = 0o700


def data_folder(option: str | os.PathLike[str] | None = None) -> Path:
    """The folder of the house: `option` (`--data`), else GARNET_DATA, else the usual place for data of programs.

    Absolute; it need not exist. HouseClosed if it can be no folder's name.
    """
    asked = option if option is not None else os.environ.get(VARIABLE) or None
    if asked is None:
        return platformdirs.user_data_path("garnet-house", appauthor=False)
    source = "--data" if option is not None else VARIABLE
    if not os.fspath(asked).strip() or "\0" in os.fspath(asked):
        raise HouseClosed(f"{source} names no folder: give the folder that holds the house, or leave it out.")
    try:
        return Path(asked).expanduser().absolute()
    except RuntimeError:
        raise HouseClosed(f"{source} begins with ~, and it is not known whose home that is: write it out.") from None


def prepare(folder: Path) -> None:
    """See to it that `folder` is there, private and writable, with its folder of matches. HouseClosed if it is not.

    A folder that was there before and holds other things keeps its permissions; our files are private anyway.
    """
    try:
        if not folder.exists():
            _make(folder)
        if not folder.is_dir():
            raise NotADirectoryError
        if not writable(folder):
            raise PermissionError(errno.EACCES, "Permission denied")
        if (folder / HOUSE).exists() or not any(folder.iterdir()):
            _close_to_others(folder)
        matches = folder / MATCHES
        if not matches.exists():
            matches.mkdir(PRIVATE, exist_ok=True)
            settle(folder)
        _close_to_others(matches)
    except (FileExistsError, NotADirectoryError):
        raise HouseClosed(
            f"{folder} cannot hold the house: a file is where a folder should be. "
            "Choose another with --data or GARNET_DATA, or move the file away."
        ) from None
    except OSError as error:
        raise HouseClosed(f"The folder {folder} cannot be used: {reason(error)}. {mend(error)}") from error


def season_folder(folder: Path) -> None:
    """Make the folder of the seasons in the house `folder`, private and durable, if it is not there. OSError."""
    seasons = folder / SEASONS
    if not seasons.exists():
        seasons.mkdir(PRIVATE, exist_ok=True)
        settle(folder)
    _close_to_others(seasons)


def writable(folder: Path) -> bool:
    """May this process list the folder and make files in it?"""
    effective = os.access in os.supports_effective_ids
    return os.access(folder, os.R_OK | os.W_OK | os.X_OK, effective_ids=effective)


def _make(folder: Path) -> None:
    """The folder (0700) and those above it (as usual), each durable in the one that holds it."""
    above = folder.parent
    if not above.exists():
        _make_plain(above)
    folder.mkdir(PRIVATE, exist_ok=True)
    settle(above)


def _make_plain(folder: Path) -> None:
    if not folder.parent.exists():
        _make_plain(folder.parent)
    folder.mkdir(exist_ok=True)
    settle(folder.parent)


def _close_to_others(folder: Path) -> None:
    if not folder.is_dir():
        raise NotADirectoryError
    if folder.stat().st_mode & 0o077:
        folder.chmod(PRIVATE)
