"""The folder of a site: what did not change is not even made again, what changed is built aside and moved once all of
it is there, what is private again goes. A folder that this program did not make is left alone.

A part is what is made together (a match, a season, the front) from things that have one key; as long as the key is the
same and its files stand there as they were written, the part is as it should be.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import secrets
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

from core.json import Json
from core.refusal import Refused, quoted

OLD_MARK = ".garnet-archive"
"""Stood in every folder that was made here, with what was made of which key, for everybody to read and to try names by:
taken over, and removed."""
SECRET = "secret"
ASIDE = ".garnet-new"
"""Where new files are built, inside the folder: so they are on the same disk, and moving one is one step."""
FRONT = "index.html"
"""Moved last: it links to all others."""


class Written(NamedTuple):
    """What publishing did."""

    written: int
    kept: int
    """Files that were as they should be."""
    removed: int


class Records:
    """What was made of what, in each folder that a house publishes to. It stays with the house, and is its owner's
    alone (0600): keys are made of real names too."""

    def __init__(self, folder: Path) -> None:
        """`folder` is made if it is not there. OSError where the disk says no."""
        self.folder = folder
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def secret(self) -> bytes:
        """What keys are made with, so that nobody else can try which names would give one; drawn once."""
        path = self.folder / SECRET
        if not path.exists():
            aside = self._aside(secrets.token_bytes(32))
            with contextlib.suppress(FileExistsError):  # somebody else was quicker
                os.link(aside, path)
            aside.unlink()
        return path.read_bytes()

    def path(self, site: Path) -> Path:
        """Where that of a site is."""
        return self.folder / f"{hashlib.sha256(str(site.resolve()).encode()).hexdigest()[:16]}.json"

    def called(self, site: Path) -> tuple[str, str]:
        """Title and address that a site was published with last; empty where it never was."""
        try:
            told = json.loads(self.path(site).read_text(encoding="utf-8"))
            return str(told.get("title", "")), str(told.get("url", ""))
        except (OSError, ValueError, AttributeError):
            return "", ""

    def address(self, page: str) -> str:
        """Return the address of the site published last that has this page; empty where no site has it."""
        for path in sorted(self.folder.glob("*.json"), key=lambda one: -one.stat().st_mtime):
            with contextlib.suppress(OSError, ValueError, KeyError):
                told = json.loads(path.read_text(encoding="utf-8"))
                if told["url"] and page in told["names"]:
                    return str(told["url"])
        return ""

    def keep(self, site: Path, parts: Json, names: set[str], called: tuple[str, str] = ("", "")) -> None:
        """Durable on return. `called`: title and address, for whoever publishes without saying them again."""
        title, url = called if any(called) else self.called(site)
        told = {
            "schema": 1,
            "site": str(site.resolve()),
            "title": title,
            "url": url,
            "names": sorted(names),
            "parts": parts,
        }
        os.replace(self._aside(json.dumps(told).encode()), self.path(site))

    def _aside(self, data: bytes) -> Path:
        handle, name = tempfile.mkstemp(dir=self.folder)  # for its owner alone
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        return Path(name)


class Site:
    """A folder while it is being published. A context manager: without `finish` nothing of it changes."""

    def __init__(self, folder: Path, records: Records) -> None:
        """Refused for a folder that holds other things; OSError where the disk says no."""
        self._folder = folder
        self._records = records
        self._aside = folder / ASIDE
        self._before, self._names = _earlier(folder, records)
        self._parts: Json = {}
        self._called = ("", "")
        self._new: list[str] = []
        self._kept = 0

    def __enter__(self) -> Site:
        self._folder.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(self._aside, ignore_errors=True)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        shutil.rmtree(self._aside, ignore_errors=True)

    def stands(self, part: str, key: str) -> Json | None:
        """What was kept of a part that was made from this key and whose files are whole; it is part of the site then.
        None if it has to be made."""
        kept = self._before.get(part)
        if kept is None or kept["key"] != key:
            return None
        if any(_digest(self._folder / name) != digest for name, digest in kept["files"].items()):
            return None
        self._parts[part] = kept
        self._kept += len(kept["files"])
        found: Json = kept["about"]
        return found

    def put(self, part: str, key: str, about: Json, files: Iterable[tuple[str, bytes]]) -> None:
        """Make a part. `about` is kept with it, for `stands`."""
        digests = {}
        for name, data in files:
            digests[name] = hashlib.sha256(data).hexdigest()
            if _digest(self._folder / name) == digests[name]:
                self._kept += 1
                continue
            path = self._aside / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            self._new.append(name)
        self._parts[part] = {"key": key, "about": about, "files": digests}

    def remember(self, title: str, url: str) -> None:
        """What the site is called and where it stands, for the next time."""
        self._called = (title, url)

    def finish(self) -> Written:
        """Move everything into its place. Whenever this is killed each file is whole, every link of a page leads
        somewhere, and the next time brings the rest."""
        wanted = {name for part in self._parts.values() for name in part["files"]}
        gone = sorted(self._names - wanted)
        if self._new or gone:
            self._records.keep(
                self._folder, {}, wanted | self._names
            )  # nothing that is moved from here on is ever forgotten
        for name in sorted(self._new, key=lambda one: (one == FRONT, "/" not in one, one)):
            path = self._folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            _sync(self._aside / name)
            os.chmod(self._aside / name, 0o644)
            os.replace(self._aside / name, path)
        for name in gone:
            (self._folder / name).unlink(missing_ok=True)
        for folder in {(self._folder / name).parent for name in gone} - {self._folder}:
            if folder.is_dir() and not any(folder.iterdir()):
                folder.rmdir()
        if self._new or gone or self._parts != self._before or self._records.called(self._folder) != self._called:
            self._records.keep(self._folder, self._parts, wanted, self._called)
        (self._folder / OLD_MARK).unlink(missing_ok=True)
        return Written(len(self._new), self._kept, len(gone))


def write(folder: Path, files: Iterable[tuple[str, str]], records: Records) -> Written:
    """Bring `folder` to hold just these files."""
    with Site(folder, records) as site:
        site.put("all", "", {}, ((name, text.encode()) for name, text in files))
        return site.finish()


def _earlier(folder: Path, records: Records) -> tuple[Json, set[str]]:
    """The parts and the files of the site that stands there. Refused where something else does."""
    for kept in (records.path(folder), folder / OLD_MARK):
        if kept.is_file():
            text = kept.read_text(encoding="utf-8")
            try:
                told = json.loads(text)
                parts, names = dict(told["parts"]), list(told["names"])
            except (ValueError, KeyError, TypeError):
                parts, names = {}, text.splitlines()  # as it was written before there were parts
            inside = {name for name in names if name and ".." not in Path(name).parts and not Path(name).is_absolute()}
            if kept.name == OLD_MARK or any((folder / name).is_file() for name in inside):
                return {part: one for part, one in parts.items() if set(one["files"]) <= inside}, inside
    if folder.exists() and (not folder.is_dir() or any(one.name != ASIDE for one in folder.iterdir())):
        raise Refused(
            "not_an_archive",
            f"{quoted(str(folder))} is there and was not made by garnet publish for this house; "
            "empty it, or name another.",
        )
    return {}, set()


def _digest(path: Path) -> str | None:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return None


def _sync(path: Path) -> None:
    with open(path, "rb") as file:
        os.fsync(file.fileno())
