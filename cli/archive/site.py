"""The folder of a site. A part (a match, a season, the front) is up to date while the key of its data and its files are
unchanged. Changed parts are built aside and moved in together, private ones are removed. A folder of other origin is
refused."""

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
"""File of older versions in every folder, with readable keys; its contents are taken over, and the file is removed."""
SECRET = "secret"
ASIDE = ".garnet-new"
"""Folder for new files inside the site: on the same disk, so that moving one is a single step."""
FRONT = "index.html"
"""Moved last, since it links to all others."""


class Written(NamedTuple):
    written: int
    kept: int
    removed: int


class Records:
    """Parts and keys of every folder that a house publishes to. The records stay with the house and are private (0600):
    keys depend on real names."""

    def __init__(self, folder: Path) -> None:
        """Create `folder` if needed. Raises OSError for a failing disk."""
        self.folder = folder
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def secret(self) -> bytes:
        """Secret of the keys, so that outsiders cannot test names against them; drawn once."""
        path = self.folder / SECRET
        if not path.exists():
            aside = self._aside(secrets.token_bytes(32))
            with contextlib.suppress(FileExistsError):  # another process was quicker
                os.link(aside, path)
            aside.unlink()
        return path.read_bytes()

    def path(self, site: Path) -> Path:
        return self.folder / f"{hashlib.sha256(str(site.resolve()).encode()).hexdigest()[:16]}.json"

    def title_and_url(self, site: Path) -> tuple[str, str]:
        try:
            record = json.loads(self.path(site).read_text(encoding="utf-8"))
            return str(record.get("title", "")), str(record.get("url", ""))
        except (OSError, ValueError, AttributeError):
            return "", ""

    def address(self, page: str) -> str:
        """Address of the latest published site that has this page; empty if none has it."""
        for path in sorted(self.folder.glob("*.json"), key=lambda file: -file.stat().st_mtime):
            with contextlib.suppress(OSError, ValueError, KeyError):
                record = json.loads(path.read_text(encoding="utf-8"))
                if record["url"] and page in record["names"]:
                    return str(record["url"])
        return ""

    def keep(self, site: Path, parts: Json, names: set[str], called: tuple[str, str] = ("", "")) -> None:
        """Store durably. `called`: title and address; empty keeps those stored."""
        title, url = called if any(called) else self.title_and_url(site)
        record = {
            "schema": 1,
            "site": str(site.resolve()),
            "title": title,
            "url": url,
            "names": sorted(names),
            "parts": parts,
        }
        os.replace(self._aside(json.dumps(record).encode()), self.path(site))

    def _aside(self, data: bytes) -> Path:
        handle, name = tempfile.mkstemp(dir=self.folder)  # readable for its owner alone
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        return Path(name)


class Site:
    """A folder during publication. A context manager: without `finish` nothing changes."""

    def __init__(self, folder: Path, records: Records) -> None:
        """Raises Refused for a folder that holds other things, OSError for a failing disk."""
        self._folder = folder
        self._records = records
        self._aside = folder / ASIDE
        self._before, self._names = _earlier_record(folder, records)
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
        """Stored facts about an up-to-date part, which then belongs to the site; None if it must be built."""
        before = self._before.get(part)
        if before is None or before["key"] != key:
            return None
        if any(_digest(self._folder / name) != digest for name, digest in before["files"].items()):
            return None
        self._parts[part] = before
        self._kept += len(before["files"])
        about: Json = before["about"]
        return about

    def put(self, part: str, key: str, about: Json, files: Iterable[tuple[str, bytes]]) -> None:
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
        self._called = (title, url)

    def finish(self) -> Written:
        """Move everything into place. If this is killed, each file is still whole, every link works, and the next run
        does the rest."""
        wanted = {name for part in self._parts.values() for name in part["files"]}
        gone = sorted(self._names - wanted)
        if self._new or gone:
            self._records.keep(self._folder, {}, wanted | self._names)  # a moved file is never forgotten
        for name in sorted(self._new, key=lambda path: (path == FRONT, "/" not in path, path)):
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
        renamed = self._records.title_and_url(self._folder) != self._called
        if self._new or gone or renamed or self._parts != self._before:
            self._records.keep(self._folder, self._parts, wanted, self._called)
        (self._folder / OLD_MARK).unlink(missing_ok=True)
        return Written(len(self._new), self._kept, len(gone))


def write(folder: Path, files: Iterable[tuple[str, str]], records: Records) -> Written:
    with Site(folder, records) as site:
        site.put("all", "", {}, ((name, text.encode()) for name, text in files))
        return site.finish()


def _earlier_record(folder: Path, records: Records) -> tuple[Json, set[str]]:
    for kept in (records.path(folder), folder / OLD_MARK):
        if kept.is_file():
            text = kept.read_text(encoding="utf-8")
            try:
                record = json.loads(text)
                parts, names = dict(record["parts"]), list(record["names"])
            except (ValueError, KeyError, TypeError):
                parts, names = {}, text.splitlines()  # the format before there were parts
            inside = {name for name in names if name and ".." not in Path(name).parts and not Path(name).is_absolute()}
            if kept.name == OLD_MARK or any((folder / name).is_file() for name in inside):
                return {part: about for part, about in parts.items() if set(about["files"]) <= inside}, inside
    if folder.exists() and (not folder.is_dir() or any(path.name != ASIDE for path in folder.iterdir())):
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
