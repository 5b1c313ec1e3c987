"""The form of every file of the house: lines of JSON that are only ever added, each sealed with a checksum.

A line is a piece of TinyDB data with one key more:

    {"_default":{"17":{"kind":"sealed","seat":"Ada"}},"sum":"0f3a99c2"}

Laid over each other from top to bottom the lines are what TinyDB reads: tables, of documents by id. A document that
is `null` forgets the earlier one. `sum` is the CRC-32 of everything before it in this line, continued from the sum of
the line before, so a line that is changed, missing, doubled, moved or taken from another file does not fit.

The first line says what the file is: `{"file":{"1":{"kind":"journal","schema":1,...}},...}`.

A kill leaves the front part of the last line, without its newline: it was never acknowledged and is dropped. A
whole line that does not fit may have been acknowledged, so it is Damaged, also when it is the last.
"""

from __future__ import annotations

import json
import re
from typing import NamedTuple
from zlib import crc32

import msgspec

from core.json import Json
from core.store import Damaged

SCHEMA = 1
"""Raised whenever files of the earlier schema could no longer be read as they are."""

DEEPEST = 100
"""Levels of lists and objects in one document. Far more than anyone needs, and far from what Python cannot read."""

Document = Json
Tables = dict[str, Json]
"""Documents (or None, for a forgotten one) by id, by table: the shape of TinyDB's data."""

_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))
_SEAL = len(',"sum":"0f3a99c2"}')
_ID = re.compile(r"[1-9][0-9]{0,17}")
_CONTROL = re.compile(rb"[\x00-\x1f]")


class WrongFile(Damaged):
    """The file may be whole, but it is not what it should be: of another schema, kind or match."""


class WholeLines(NamedTuple):
    """What a file holds up to its last whole line."""

    about: Document
    """What the first line says of the file: `kind`, `schema`, and what goes with the kind."""
    pieces: tuple[Tables, ...]
    size: int
    """Bytes up to and with the last whole line."""
    total: int
    """The sum of that line, from which the next one continues."""
    torn: int
    """Bytes after it: a line whose writing was cut off."""


class FileLength(msgspec.Struct, frozen=True):
    """What was known of one file."""

    size: int
    """Bytes of its whole lines."""
    total: int | None = None
    """The sum of the last of them; None where only the length is known."""
    swept: int = 0
    """How often it had been written anew: an earlier length says nothing of a later file."""

    def fits(self, data: bytes, swept: int = 0) -> bool:
        """Does the file still hold all that it held?"""
        if swept > self.swept:
            return True
        end = data[: self.size]
        return len(end) == self.size and (self.total is None or sealed(end, self.total))


def plain(document: object, what: str) -> str:
    """A document as compact JSON. ValueError unless JSON gives it back as it was (tuples come back as lists)."""
    if not isinstance(document, dict):
        raise ValueError(f"{what} is to be an object with named fields, not {type(document).__name__}.")
    _require(document, what, 1)
    try:
        text = _ENCODER.encode(document)
        text.encode()
    except UnicodeEncodeError:
        raise ValueError(f"{what} holds half of a surrogate pair, which is no character: leave it out.") from None
    except ValueError as error:
        raise ValueError(f"{what} holds a number that cannot be kept: {error}.") from None
    return text


def _require(value: object, what: str, depth: int) -> None:
    if isinstance(value, dict):
        if depth > DEEPEST:
            raise ValueError(f"{what} is nested more than {DEEPEST} levels deep.")
        for key, inner in value.items():
            if not isinstance(key, str):
                raise ValueError(f"{what} names a field {key!r}: names are text.")
            _require(inner, what, depth + 1)
    elif isinstance(value, list | tuple):
        if depth > DEEPEST:
            raise ValueError(f"{what} is nested more than {DEEPEST} levels deep.")
        for inner in value:
            _require(inner, what, depth + 1)
    elif value is not None and not isinstance(value, str | int | float):
        raise ValueError(f"{what} holds {type(value).__name__}, which JSON does not know.")


def line(table: str, doc_id: int, text: str, total: int) -> tuple[bytes, int]:
    """The line that puts the document `text` (JSON) into a table, after a line with sum `total`, and its own sum."""
    return _seal(f'{{"{table}":{{"{doc_id}":{text}}}', total)


def first_line(kind: str, about: Document, tables: Tables) -> tuple[bytes, int]:
    """The first line of a file of this kind, and its sum. The caller has seen to it that all is plain."""
    whole = {"file": {"1": {"kind": kind, "schema": SCHEMA, **about}}, **tables}
    return _seal(_ENCODER.encode(whole)[:-1], 0)


def _seal(opened: str, before: int) -> tuple[bytes, int]:
    """`opened` is the line's JSON without its last brace."""
    body = opened.encode()
    total = crc32(body, before)
    return body + b',"sum":"%08x"}\n' % total, total


def place(number: int) -> str:
    """What people call line `number`, counted from 1. Journals have one entry a line, shelves one change."""
    return "first line" if number == 1 else f"entry {number - 1} (line {number})"


def scan(name: str, data: bytes, kind: str | None = None) -> WholeLines:
    """Read the lines of a file of this kind (any, if None). Damaged, naming file and entry, if they do not fit."""
    size = data.rfind(b"\n") + 1
    if not size:
        raise Damaged(f"{name}: the first line is missing or cut off, so nobody can say what this file is.")
    total = 0
    about: Document = {}
    pieces = []
    for number, text in enumerate(data[:size].split(b"\n")[:-1], 1):
        tables, total = _open(f"{name}, {place(number)}", text, total)
        if number == 1:
            about = _about(name, tables, kind)
        pieces.append(tables)
    _judge_tail(f"{name}, {place(len(pieces) + 1)}", data[size:], total)
    return WholeLines(about, tuple(pieces), size, total, len(data) - size)


def _about(name: str, tables: Tables, kind: str | None) -> Document:
    """What the first line says of its file. Damaged if it is of another kind or of a schema that we do not read."""
    told = tables.get("file", {}).get("1")
    if not isinstance(told, dict) or "schema" not in told:
        raise Damaged(f"{name}, first line: it does not say which schema the file has.")
    if told["schema"] != SCHEMA:
        raise WrongFile(
            f"{name}, first line: the file has schema {told['schema']!r} and this program reads {SCHEMA}. "
            "Open it with the version that wrote it, or a later one."
        )
    if kind is not None and told.get("kind") != kind:
        raise WrongFile(f"{name}, first line: this is a file of kind {told.get('kind')!r}, not {kind!r}.")
    return told


def _open(where: str, text: bytes, before: int) -> tuple[Tables, int]:
    """The tables of one line and its sum, if it fits after a line with sum `before`."""
    body = text[:-_SEAL]
    if not fits(text, before):
        raise Damaged(f"{where}: the checksum does not fit, so this line or the one before it was changed.")
    try:
        tables = json.loads((body + b"}").decode())
    except (ValueError, RecursionError):
        raise Damaged(f"{where}: this is no JSON, although its checksum fits.") from None
    if not isinstance(tables, dict) or not all(_is_table(table) for table in tables.values()):
        raise Damaged(f"{where}: these are no TinyDB documents, although the checksum fits.")
    return tables, crc32(body, before)


def _is_table(table: object) -> bool:
    return isinstance(table, dict) and all(
        _ID.fullmatch(doc_id) is not None and (document is None or isinstance(document, dict))
        for doc_id, document in table.items()
    )


def _judge_tail(where: str, tail: bytes, before: int) -> None:
    """Damaged unless `tail`, which has no newline, is the front part of a line. A power cut may pad it with NUL."""
    front = tail.rstrip(b"\0")
    if _CONTROL.search(front) or not (front.startswith(b'{"') or b'{"'.startswith(front)):
        raise Damaged(f"{where}: what follows the last whole line was not written by this program.")
    # A whole line with something else where its newline was may have been acknowledged; without anything it was not.
    if fits(tail[:-1], before) or (front != tail and fits(front, before)):
        raise Damaged(f"{where}: its newline was changed.")


def sealed(data: bytes, total: int) -> bool:
    """Is `total` the sum of the line that this ends in?"""
    return data.endswith(b',"sum":"%08x"}\n' % total)


def fits(text: bytes, before: int) -> bool:
    """Is this a whole line, but for its newline?"""
    return text[-_SEAL:] == b',"sum":"%08x"}' % crc32(text[:-_SEAL], before)
