"""Summaries of finished matches beside their journals, so that lists need not read these.

    matches/<id>.summary   one sealed line: the document, and the journal that it was made from

A summary is tied to its journal by length and SHA-256. A journal with unchanged file times and inode is not read. A
summary that does not fit is rebuilt, so it need not be durable at once.
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


class Tie(NamedTuple):
    number: int
    length: int
    digest: str
    seen: tuple[int, int, int]
    """Modification and change times in nanoseconds, and inode."""


class StoredSummary(NamedTuple):
    tie: Tie
    document: Document


class _About(msgspec.Struct):
    kind: str
    schema: int
    match: str
    number: int
    length: int
    digest: str
    seen: tuple[int, int, int]


class _Line(msgspec.Struct):
    """The line as TinyDB's tables. Decoded by msgspec, since a list needs a thousand of them."""

    file: dict[str, _About]
    summary: dict[str, Document]


_LINE = msgspec.json.Decoder(_Line)


def path_of(journal: Path) -> Path:
    return journal.with_suffix(ENDING)


def read(journal: Path, *, renew: bool = False) -> StoredSummary | None:
    """The fitting summary of a journal, or None. `renew`: store new file times if it fits after a copy."""
    try:
        stored = _read(path_of(journal), journal.stem)
        about = os.stat(journal)
        if about.st_size != stored.tie.length:
            return None
        seen = _seen(about)
        if seen == stored.tie.seen:
            return stored
        if hashlib.sha256(journal.read_bytes()).hexdigest() != stored.tie.digest:
            return None
    except (OSError, ValueError, KeyError, msgspec.MsgspecError):
        return None
    stored = stored._replace(tie=stored.tie._replace(seen=seen))
    if renew:
        _write(path_of(journal), journal.stem, stored)
    return stored


def untouched(journal: Path) -> bool:
    """True if length, times and inode of a journal are those of its summary. The journal is not read."""
    try:
        tie = _read(path_of(journal), journal.stem).tie
        about = os.stat(journal)
    except (OSError, ValueError, KeyError, msgspec.MsgspecError):
        return False
    return about.st_size == tie.length and _seen(about) == tie.seen


def write(journal: Path, number: int, document: Document) -> None:
    """Store a summary of the present journal. A failing disk leaves none, which is harmless."""
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
    """Length of a journal at its summary, whether or not it fits now; None without a summary."""
    try:
        return _read(path_of(journal), journal.stem).tie.length
    except (OSError, ValueError, KeyError, msgspec.MsgspecError):
        return None


def copy(journal: Path, to: Path) -> None:
    data = path_of(journal).read_bytes()
    fd = os.open(path_of(to), os.O_WRONLY | os.O_CREAT | os.O_TRUNC | BINARY, 0o600)
    try:
        write_all(fd, data)
    finally:
        os.close(fd)


def sweep(folder: Path) -> None:
    """Delete unfinished files, and summaries without a journal."""
    for left in folder.glob("*" + ENDING + NEW):
        left.unlink(missing_ok=True)
    for path in folder.glob("*" + ENDING):
        if not path.with_suffix(JOURNAL).exists():
            path.unlink(missing_ok=True)


def _read(path: Path, match: str) -> StoredSummary:
    """Raises OSError, ValueError, KeyError or an error of msgspec unless there is a whole summary."""
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
    data, _ = first_line(KIND, {"match": match, **summary.tie._asdict()}, {KIND: {"1": summary.document}})
    put_in_place(path, data)


def put_in_place(path: Path, data: bytes) -> None:
    """Replace a file in one step without waiting for the disk: a power cut leaves a file that does not fit. Failures
    are logged."""
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
