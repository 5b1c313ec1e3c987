"""Summaries of finished matches beside their journals, so that lists need not read these.

    matches/<id>.summary   one sealed line: the document, and the journal that it was made from

A summary is tied to its journal by length and SHA-256. A journal with unchanged file times and inode is not read. A
summary that does not fit is rebuilt, so it need not be durable at once.
"""

from __future__ import annotations

import hashlib
import logging
import os
from pathlib import Path
from typing import NamedTuple

import msgspec

from storage.appending import NEW, read_regular, write_whole
from storage.journal import ENDING as JOURNAL
from storage.lines import SCHEMA, Document, first_line, fits, plain

log = logging.getLogger(__name__)

ENDING = ".summary"
KIND = "summary"


class Tie(msgspec.Struct, kw_only=True):
    """Description of a summary, which ties it to its journal."""

    kind: str = KIND
    schema: int = SCHEMA
    match: str
    number: int
    length: int
    digest: str
    seen: tuple[int, int, int]
    """Modification and change times in nanoseconds, and inode."""


class StoredSummary(NamedTuple):
    tie: Tie
    document: Document


class _Line(msgspec.Struct):
    """The line as TinyDB's tables. Decoded by msgspec, since a list needs a thousand of them."""

    file: dict[str, Tie]
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
        if hashlib.sha256(read_regular(journal)).hexdigest() != stored.tie.digest:
            return None
    except (OSError, ValueError, KeyError, msgspec.MsgspecError):
        return None
    stored.tie.seen = seen
    if renew:
        _write(path_of(journal), stored)
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
        data = read_regular(journal)
    except OSError as error:
        log.warning("%s cannot be read to keep a summary of it: %s", journal.name, error)
        return
    digest = hashlib.sha256(data).hexdigest()
    tie = Tie(match=journal.stem, number=number, length=len(data), digest=digest, seen=_seen(about))
    _write(path_of(journal), StoredSummary(tie, document))


def length(journal: Path) -> int | None:
    """Length of a journal at its summary, whether or not it fits now; None without a summary."""
    try:
        return _read(path_of(journal), journal.stem).tie.length
    except (OSError, ValueError, KeyError, msgspec.MsgspecError):
        return None


def copy(journal: Path, to: Path) -> None:
    write_whole(path_of(to), read_regular(path_of(journal)), durable=False)


def sweep(folder: Path) -> None:
    """Delete unfinished files, and summaries without a journal."""
    for left in folder.glob("*" + ENDING + NEW):
        left.unlink(missing_ok=True)
    for path in folder.glob("*" + ENDING):
        if not path.with_suffix(JOURNAL).exists():
            path.unlink(missing_ok=True)


def _read(path: Path, match: str) -> StoredSummary:
    """Raises OSError, ValueError, KeyError or an error of msgspec unless there is a whole summary."""
    data = read_regular(path)
    if not (data.endswith(b"\n") and fits(data[:-1], 0)):
        raise ValueError("a part of the line, or more than one")
    line = _LINE.decode(data)
    tie = line.file["1"]
    if (tie.kind, tie.schema, tie.match) != (KIND, SCHEMA, match):
        raise ValueError("another kind of line, or another match's")
    return StoredSummary(tie, line.summary["1"])


def _seen(about: os.stat_result) -> tuple[int, int, int]:
    return (about.st_mtime_ns, about.st_ctime_ns, about.st_ino)


def _write(path: Path, summary: StoredSummary) -> None:
    about = msgspec.to_builtins(summary.tie)
    data, _ = first_line(about.pop("kind"), about, {KIND: {"1": summary.document}})
    put_in_place(path, data)


def put_in_place(path: Path, data: bytes) -> None:
    """Replace a file without waiting for the disk. Failures are logged."""
    try:
        write_whole(path, data, durable=False)
    except OSError as error:
        log.warning("%s cannot be kept, and is made anew when it is needed: %s", path.name, error)
