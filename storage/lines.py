"""Format of every file of the house: lines of JSON that are only appended, each sealed with a checksum.

A line is a piece of TinyDB data with a further key:

    {"_default":{"17":{"kind":"sealed","seat":"Ada"}},"sum":"0f3a99c2"}

Applied from top to bottom the lines give TinyDB's tables: documents by id. `null` deletes the earlier document. `sum`
is the CRC-32 of everything before it in the line, continued from the sum of the line before: a changed, missing,
doubled, moved or foreign line does not fit.

The first line describes the file: `{"file":{"1":{"kind":"journal","schema":1,...}},...}`.

A kill leaves the beginning of the last line without its newline: it was never acknowledged and is dropped. A whole line
that does not fit may have been acknowledged, so it is Damaged, even at the end.
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
"""Raised when files of the earlier schema can no longer be read."""

DEEPEST = 100

Document = Json
Tables = dict[str, Json]
"""Documents by id, by table, as in TinyDB's data; None for a deleted one."""

_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))
_SEAL = len(',"sum":"0f3a99c2"}')
_ID = re.compile(r"[1-9][0-9]{0,17}")
_CONTROL = re.compile(rb"[\x00-\x1f]")


class WrongFile(Damaged):
    """A sound file of another schema, kind or match."""


class WholeLines(NamedTuple):
    about: Document
    """Description in the first line: `kind`, `schema`, and more by kind."""
    pieces: tuple[Tables, ...]
    size: int
    """Bytes up to the end of the last whole line."""
    total: int
    """Sum of that line."""
    torn: int
    """Bytes after it, of an unfinished line."""


class FileLength(msgspec.Struct, frozen=True):
    size: int
    total: int | None = None
    """Sum of the last line; None if only the length is known."""
    swept: int = 0
    """Number of rewrites: an earlier length says nothing about a rewritten file."""

    def fits(self, data: bytes, swept: int = 0) -> bool:
        """True if the file still holds everything it held."""
        if swept > self.swept:
            return True
        end = data[: self.size]
        return len(end) == self.size and (self.total is None or sealed(end, self.total))


def plain(document: object, noun: str) -> str:
    """A document as compact JSON. Raises ValueError unless JSON can represent it (tuples become lists)."""
    if not isinstance(document, dict):
        raise ValueError(f"{noun} is to be an object with named fields, not {type(document).__name__}.")
    _require(document, noun, 1)
    try:
        text = _ENCODER.encode(document)
        text.encode()
    except UnicodeEncodeError:
        raise ValueError(f"{noun} holds half of a surrogate pair, which is no character: leave it out.") from None
    except ValueError as error:
        raise ValueError(f"{noun} holds a number that cannot be kept: {error}.") from None
    return text


def _require(value: object, noun: str, depth: int) -> None:
    if isinstance(value, dict):
        if depth > DEEPEST:
            raise ValueError(f"{noun} is nested more than {DEEPEST} levels deep.")
        for key, inner in value.items():
            if not isinstance(key, str):
                raise ValueError(f"{noun} names a field {key!r}: names are text.")
            _require(inner, noun, depth + 1)
    elif isinstance(value, list | tuple):
        if depth > DEEPEST:
            raise ValueError(f"{noun} is nested more than {DEEPEST} levels deep.")
        for inner in value:
            _require(inner, noun, depth + 1)
    elif value is not None and not isinstance(value, str | int | float):
        raise ValueError(f"{noun} holds {type(value).__name__}, which JSON does not know.")


def line(table: str, doc_id: int, text: str, total: int) -> tuple[bytes, int]:
    """The line that puts the document `text` (JSON) into a table, after a line with sum `total`, and its sum."""
    return _seal(f'{{"{table}":{{"{doc_id}":{text}}}', total)


def first_line(kind: str, about: Document, tables: Tables) -> tuple[bytes, int]:
    """The first line of a file, and its sum. All arguments must be plain."""
    whole = {"file": {"1": {"kind": kind, "schema": SCHEMA, **about}}, **tables}
    return _seal(_ENCODER.encode(whole)[:-1], 0)


def _seal(opened: str, before: int) -> tuple[bytes, int]:
    body = opened.encode()
    total = crc32(body, before)
    return body + b',"sum":"%08x"}\n' % total, total


def place(number: int) -> str:
    """Line `number`, from 1, in words: journals have an entry in each line, shelves a change."""
    return "first line" if number == 1 else f"entry {number - 1} (line {number})"


def scan(name: str, data: bytes, kind: str | None = None) -> WholeLines:
    """Parse the lines of a file of this kind (None: any). Raises Damaged, naming file and entry."""
    size = data.rfind(b"\n") + 1
    if not size:
        raise Damaged(f"{name}: the first line is missing or cut off, so nobody can say what this file is.")
    total = 0
    about: Document = {}
    pieces = []
    for number, text in enumerate(data[:size].split(b"\n")[:-1], 1):
        tables, total = _read_line(f"{name}, {place(number)}", text, total)
        if number == 1:
            about = _about(name, tables, kind)
        pieces.append(tables)
    _judge_tail(f"{name}, {place(len(pieces) + 1)}", data[size:], total)
    return WholeLines(about, tuple(pieces), size, total, len(data) - size)


def _about(name: str, tables: Tables, kind: str | None) -> Document:
    description = tables.get("file", {}).get("1")
    if not isinstance(description, dict) or "schema" not in description:
        raise Damaged(f"{name}, first line: it does not say which schema the file has.")
    if description["schema"] != SCHEMA:
        raise WrongFile(
            f"{name}, first line: the file has schema {description['schema']!r} and this program reads {SCHEMA}. "
            "Open it with the version that wrote it, or a later one."
        )
    if kind is not None and description.get("kind") != kind:
        raise WrongFile(f"{name}, first line: this is a file of kind {description.get('kind')!r}, not {kind!r}.")
    return description


def _read_line(where: str, text: bytes, before: int) -> tuple[Tables, int]:
    """Tables of a line and its sum. Raises Damaged unless it fits after a line with sum `before`."""
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
    front = tail.rstrip(b"\0")
    if _CONTROL.search(front) or not (front.startswith(b'{"') or b'{"'.startswith(front)):
        raise Damaged(f"{where}: what follows the last whole line was not written by this program.")
    # A whole line with another byte for its newline may have been acknowledged; without any byte it was not.
    if fits(tail[:-1], before) or (front != tail and fits(front, before)):
        raise Damaged(f"{where}: its newline was changed.")


def sealed(data: bytes, total: int) -> bool:
    return data.endswith(b',"sum":"%08x"}\n' % total)


def fits(text: bytes, before: int) -> bool:
    """True if `text` is a whole line without its newline."""
    return text[-_SEAL:] == b',"sum":"%08x"}' % crc32(text[:-_SEAL], before)
