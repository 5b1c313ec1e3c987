"""The folder of a site: only what changed is written, each file is there whole or not at all, what is private again
goes. A folder that this program did not make is left alone."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from core.refusal import Refused, quoted

MARK = ".garnet-archive"
"""Stands in every folder that was made here, with the names of the files in it."""


class Written(NamedTuple):
    """What publishing did."""

    written: int
    kept: int
    """Files that were as they should be."""
    removed: int


def write(folder: Path, files: Iterable[tuple[str, str]]) -> Written:
    """Bring `folder` to hold these files. Refused for a folder that holds other things; OSError where the disk says
    no. A crash leaves every file either as it was or as it should be: the next run brings the rest."""
    earlier = _earlier(folder)
    folder.mkdir(parents=True, exist_ok=True)
    now: list[str] = []
    written = kept = 0
    for name, text in files:
        now.append(name)
        if _put(folder / name, text):
            written += 1
        else:
            kept += 1
    gone = [name for name in earlier if name not in now]
    for name in gone:
        (folder / name).unlink(missing_ok=True)
    _put(folder / MARK, "".join(f"{name}\n" for name in sorted(now)))
    return Written(written, kept, len(gone))


def _earlier(folder: Path) -> list[str]:
    """The files of the site that stands there. Refused where something else does."""
    mark = folder / MARK
    if mark.is_file():
        names = mark.read_text(encoding="utf-8").splitlines()
        return [name for name in names if name and ".." not in Path(name).parts and not Path(name).is_absolute()]
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Refused(
            "not_an_archive",
            f"{quoted(str(folder))} is there and was not made by garnet publish; name an empty or a new folder.",
        )
    return []


def _put(path: Path, text: str) -> bool:
    """Write a file whole, by way of another; False if it stands there so already."""
    wanted = text.encode()
    if path.is_file() and path.read_bytes() == wanted:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, aside = tempfile.mkstemp(dir=path.parent, prefix=".new-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(wanted)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(aside, 0o644)
        os.replace(aside, path)
    except BaseException:
        Path(aside).unlink(missing_ok=True)
        raise
    return True
