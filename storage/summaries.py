"""What is kept beside the journal of a finished match, so that lists need not read it: a document of core's.

    matches/<id>.summary   one sealed line: the document, and which journal it was made from

It is tied to its journal by length and SHA-256. Where file times and inode are as they were when that was last found to
fit, the journal has not been touched and is not read again. A summary that does not fit, or cannot be read, counts as
missing: it is made anew from the journal, which alone is true. So none of it needs to reach the disk at once.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
from pathlib import Path
from typing import NamedTuple

import msgspec

from storage.appending import BINARY, NEW, write_all
from storage.journal import ENDING as JOURNAL
from storage.lines import SCHEMA, Document, first_line, fits, plain

log = logging.getLogger(__name__)

ENDING = ".summary"
KIND = "summary"
"""What the line says that it is, and the table that holds the document."""


class Tie(NamedTuple):
    """The journal that a summary was made from."""

    number: int
    """Its place among all matches of the house."""
    length: int
    """Bytes."""
    digest: str
    """SHA-256 of these bytes, in hex."""
    seen: tuple[int, int, int]
    """Time of the last change of its contents and of the file, in nanoseconds, and inode."""


class StoredSummary(NamedTuple):
    """A summary as it was read."""

    tie: Tie
    document: Document


class _About(msgspec.Struct):
    """What the line says of itself."""

    kind: str
    schema: int
    match: str
    number: int
    length: int
    digest: str
    seen: tuple[int, int, int]


class _Line(msgspec.Struct):
    """The line, as TinyDB's tables. Read by msgspec: a thousand of them are read before a list is shown."""

    file: dict[str, _About]
    summary: dict[str, Document]


_LINE = msgspec.json.Decoder(_Line)


def path_of(journal: Path) -> Path:
    """The summary that belongs beside a journal."""
    return journal.with_suffix(ENDING)


def read(journal: Path, *, renew: bool = False) -> StoredSummary | None:
    """The summary beside a journal, if it fits. `renew`: note the file's new times, where it was found to fit after
    having been copied, say."""
    try:
        found = _read(path_of(journal), journal.stem)
        about = os.stat(journal)
        if about.st_size != found.tie.length:
            return None
        seen = _seen(about)
        if seen == found.tie.seen:
            return found
        if hashlib.sha256(journal.read_bytes()).hexdigest() != found.tie.digest:
            return None
    except (OSError, ValueError, KeyError, msgspec.MsgspecError):
        return None
    found = found._replace(tie=found.tie._replace(seen=seen))
    if renew:
        _write(path_of(journal), journal.stem, found)
    return found


def untouched(journal: Path) -> bool:
    """Is it as it was when its summary was last found to fit, by length, times and inode? Nothing of it is read."""
    try:
        tie = _read(path_of(journal), journal.stem).tie
        about = os.stat(journal)
    except (OSError, ValueError, KeyError, msgspec.MsgspecError):
        return False
    return about.st_size == tie.length and _seen(about) == tie.seen


def write(journal: Path, number: int, document: Document) -> None:
    """Keep a summary of a journal as it is now. Where the disk does not take it there is none: that is no trouble."""
    plain(document, "A summary")
    try:
        about = journal.stat()
        data = journal.read_bytes()
    except OSError as error:
        log.warning("%s cannot be read to keep a summary of it: %s", journal.name, error)
        return
    tie = Tie(number, len(data), hashlib.sha256(data).hexdigest(), _seen(about))
    _write(path_of(journal), journal.stem, StoredSummary(tie, document))


def length(journal: Path) -> int | None:
    """How long a journal was when its summary was made, whether or not it fits now; None without one."""
    try:
        return _read(path_of(journal), journal.stem).tie.length
    except (OSError, ValueError, KeyError, msgspec.MsgspecError):
        return None


def copy(journal: Path, to: Path) -> None:
    """Take what is beside one journal beside a copy of it, fit or not. OSError if there is nothing, or no room."""
    data = path_of(journal).read_bytes()
    fd = os.open(path_of(to), os.O_WRONLY | os.O_CREAT | os.O_TRUNC | BINARY, 0o600)
    try:
        write_all(fd, data)
    finally:
        os.close(fd)


def sweep(folder: Path) -> None:
    """Take away what a kill left unfinished, and summaries whose journals are gone."""
    for left in folder.glob("*" + ENDING + NEW):
        left.unlink(missing_ok=True)
    for path in folder.glob("*" + ENDING):
        if not path.with_suffix(JOURNAL).exists():
            path.unlink(missing_ok=True)


def _read(path: Path, match: str) -> StoredSummary:
    """OSError, ValueError, KeyError or msgspec's own if there is none that is whole."""
    with open(path, "rb", buffering=0) as file:
        data = file.read()
    if not (data.endswith(b"\n") and fits(data[:-1], 0)):
        raise ValueError("a part of the line, or more than one")
    line = _LINE.decode(data)
    about = line.file["1"]
    if (about.kind, about.schema, about.match) != (KIND, SCHEMA, match):
        raise ValueError("another kind of line, or another match's")
    return StoredSummary(Tie(about.number, about.length, about.digest, about.seen), line.summary["1"])


def _seen(about: os.stat_result) -> tuple[int, int, int]:
    return (about.st_mtime_ns, about.st_ctime_ns, about.st_ino)


def _write(path: Path, match: str, summary: StoredSummary) -> None:
    """Whole or not at all, but without waiting for the disk: what a power cut leaves of it does not fit."""
    data, _ = first_line(KIND, {"match": match, **summary.tie._asdict()}, {KIND: {"1": summary.document}})
    put_in_place(path, data)


def put_in_place(path: Path, data: bytes) -> None:
    """Whole or not at all, without waiting for the disk. What it does not take is told in the log."""
    new = path.with_name(path.name + NEW)
    try:
        fd = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | BINARY, 0o600)
        try:
            write_all(fd, data)
        finally:
            os.close(fd)
        os.replace(new, path)
    except OSError as error:
        log.warning("%s cannot be kept, and is made anew when it is needed: %s", path.name, error)
        with contextlib.suppress(OSError):
            new.unlink(missing_ok=True)
