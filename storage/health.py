"""Checks of the house's files for `garnet doctor`; read only, without a lock."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

import msgspec

from core.store import Damaged
from storage import lengths, summaries
from storage.appending import NEW, is_match, mend, read_regular, reason
from storage.folder import HOUSE, MATCHES, SEASONS, holder, is_held, writable
from storage.folder import NAME as LOCK
from storage.games import GAMES
from storage.journal import ENDING, KIND, SEASON, merge, require_sound, shortened_warning, swept, torn_warning
from storage.lines import FileLength, WrongFile, scan
from storage.shelves import KIND as SHELVES
from storage.shelves import living

Progress = Callable[[int, int], None]

ROOM = 50_000_000


class FileHealth(msgspec.Struct, frozen=True):
    file: str
    state: Literal["good", "unchanged", "torn", "shorter", "damaged", "unreadable"]
    """`unchanged`: a finished match, untouched since its summary was stored, was not read. `torn`: the last entry is
    unfinished; all before it is good. `shorter`: lines of the last look are missing at its end."""
    entries: int
    """Good entries of a journal, or documents of the shelves; of a damaged file those before the damage, of an unread
    file 0."""
    bytes: int
    told: str = ""
    mend: str = ""


class Health(msgspec.Struct, frozen=True):
    folder: Path
    files: tuple[FileHealth, ...]
    """The shelves first, then the journals by name."""
    held_by: str | None
    """The process that holds the house, in words."""
    problems: tuple[str, ...]
    notes: tuple[str, ...] = ()
    lengths_at: float | None = None
    """Time at which lengths were last stored, in seconds since 1970; None if never."""

    @property
    def well(self) -> bool:
        """True if nothing needs mending. A torn last entry mends itself."""
        return not self.problems and all(file.state in ("good", "unchanged", "torn") for file in self.files)


def check(
    path: str | Path, *, changed: bool = False, progress: Progress = lambda done, all: None, copy_of: Path | None = None
) -> Health:
    """Check the house in `path` and every file. Raises nothing for its findings.

    Args:
        changed: Skip finished matches untouched since their summaries were stored. Only a whole check
            notices decay of the disk.
        progress: Called before each file.
        copy_of: Original of a copy in `path`, named in commands about missing files."""
    folder = Path(path)
    try:
        if not folder.exists():
            return Health(folder, (), None, (), (f"There is no house in {folder} yet; the first match makes it.",))
        if not folder.is_dir():
            return Health(folder, (), None, (f"{folder} is a file, not a folder: choose another with --data.",))
        journals = [path for name in (MATCHES, SEASONS) for path in sorted((folder / name).glob("*" + ENDING))]
        files = tuple(_check_files(folder, [p for p in (folder / HOUSE, *journals) if p.exists()], changed, progress))
        notes = tuple(_strangers(folder))
        problems = tuple(_folder_problems(folder, bool(journals), copy_of or folder))
    except OSError as error:
        return Health(folder, (), None, (f"{folder} cannot be read: {reason(error)}. {mend(error)}",))
    return Health(folder, files, holder(folder) if is_held(folder) else None, problems, notes, lengths.kept_at(folder))


def _check_files(folder: Path, paths: list[Path], changed: bool, progress: Progress) -> Iterator[FileHealth]:
    known = lengths.read(folder)
    for number, path in enumerate(paths):
        progress(number, len(paths))
        if changed and path.parent.name == MATCHES and summaries.untouched(path):
            yield FileHealth(path.relative_to(folder).as_posix(), "unchanged", 0, path.stat().st_size)
        else:
            yield _check_file(folder, path, lengths.of_journal(folder, path.relative_to(folder).as_posix(), known))


def _check_file(folder: Path, path: Path, known: FileLength | None) -> FileHealth:
    name = path.relative_to(folder).as_posix()
    try:
        data = read_regular(path)
    except OSError as error:
        return FileHealth(name, "unreadable", 0, 0, f"{name} cannot be read: {reason(error)}.", mend(error))
    try:
        lines = scan(name, data, SHELVES if name == HOUSE else SEASON if path.parent.name == SEASONS else KIND)
        require_sound(name, lines, path.stem)
        entries = living(merge(lines)) if name == HOUSE else len(lines.pieces) - 1
    except WrongFile as wrong:
        return FileHealth(name, "damaged", 0, len(data), str(wrong), "")
    except Damaged as damage:
        good, whole = _good_lines(name, data)
        return FileHealth(
            name, "damaged", max(0, good - 1), len(data), str(damage), _salvage(folder, path, 0 if whole else good)
        )
    if known is not None and not known.fits(data, swept(lines)):
        sentence = f"{shortened_warning(name)} It had {known.size:,} bytes, and has {lines.size:,}."
        return FileHealth(name, "shorter", entries, len(data), sentence, _unless_meant(folder))
    if lines.torn:
        sentence = torn_warning(name, lines)
        return FileHealth(name, "torn", entries, len(data), sentence, "Nothing to do: the next entry takes its place.")
    return FileHealth(name, "good", entries, len(data))


def _unless_meant(folder: Path) -> str:
    path = shlex.quote(str(folder / lengths.NAME))
    return f"Restore it from a backup; if it is to stay as it is, with the house closed: rm {path}"


def _good_lines(name: str, data: bytes) -> tuple[int, bool]:
    """Number of lines from the top that fit together, and whether these are all. Found by bisection."""
    ends = [newline.end() for newline in re.finditer(b"\n", data)]
    low, high = 0, len(ends)
    while low < high:
        middle = (low + high + 1) // 2
        try:
            require_sound(name, scan(name, data[: ends[middle - 1]]))
            low = middle
        except Damaged:
            high = middle - 1
    return low, low > 0 and ends[low - 1] == len(data)


def _salvage(folder: Path, path: Path, good: int) -> str:
    restore = "Restore it from a backup"
    if not good:
        return restore + "."
    copy, old = shlex.quote(f"{path}.kept"), shlex.quote(str(path))
    entries = f"the first {good - 1:,} entries, which are good" if good > 1 else "its first line, which is good"
    forget = shlex.quote(str(folder / lengths.NAME))
    command = f"head -n {good} {old} > {copy} && mv {copy} {old} && rm -f {forget}"
    return f"{restore}, or keep {entries}, with the house closed: {command}"


def _folder_problems(folder: Path, journals: bool, house: Path) -> Iterator[str]:
    if journals and not (folder / HOUSE).exists():
        yield f"{HOUSE} is missing although there are matches: people and settings are lost. Restore a backup."
    known = lengths.read(folder)
    for path in (path for name in (MATCHES, SEASONS, GAMES) for path in sorted((folder / name).glob("*"))):
        if not path.is_file() and not path.is_dir():
            name = path.relative_to(folder).as_posix()
            kind = "a link to nothing" if path.is_symlink() and not path.exists() else "no regular file"
            yield f"{name} is {kind} and is left alone. Take it away: rm {shlex.quote(str(path))}"
    yield from (f"{lengths.said_gone(file)} {_unless_meant(house)}" for file in lengths.missing_files(folder, known))
    for path in sorted((folder / MATCHES).glob("*" + summaries.ENDING)):
        journal = f"{MATCHES}/{path.stem}{ENDING}"
        if not (folder / journal).exists() and journal not in known:
            beside = f"{journal} is gone; its summary is still there."
            yield f"{beside} Restore it from a backup, or let it go: rm {shlex.quote(str(path))}"
    if not writable(folder):
        yield f"{folder} is not yours to write: make it writable for you, or choose another with --data."
    ours = [folder / LOCK, folder / HOUSE]
    for name in (MATCHES, SEASONS):
        ours += [folder / name, *(folder / name).glob("*" + ENDING)]
    loose = [path for path in ours if path.exists() and path.stat().st_mode & 0o077]
    if (folder / HOUSE).exists() and (loose or folder.stat().st_mode & 0o077):
        yield f"Others on this machine may look into the house: chmod -R go= {shlex.quote(str(folder))}"
    free = shutil.disk_usage(folder).free
    if free < ROOM:
        yield f"Only {free // 1_000_000} MB are free on the disk of {folder}: free some space."


def _strangers(folder: Path) -> Iterator[str]:
    for where, what in ((MATCHES, "match"), (SEASONS, "season")):
        for path in sorted((folder / where).iterdir()) if (folder / where).is_dir() else ():
            if where == MATCHES and path.suffix == summaries.ENDING and path.with_suffix(ENDING).exists():
                continue
            if path.name.endswith((ENDING + NEW, summaries.ENDING + NEW)):
                yield f"{where}/{path.name} was never finished; the next opening sweeps it away."
            elif where == MATCHES and path.suffix == summaries.ENDING:
                continue  # its journal is gone, which is a problem
            elif path.suffix != ENDING or not is_match(path.stem):
                yield f"{where}/{path.name} is no journal of a {what} and is left alone."
