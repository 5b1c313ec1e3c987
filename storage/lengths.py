"""Lengths of the house's files, to notice later that one has lost lines.

    lengths.jsonl    one sealed line: by file its whole lines in bytes, the sum of the last, and its rewrites

A file that lost lines at its end looks sound, so lengths are stored every half minute and at closing, not durably at
once. A file that is shorter, or differs there, has lost acknowledged lines; its stored length stays until it is
restored or `lengths.jsonl` is deleted.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from storage import summaries
from storage.appending import read_regular
from storage.folder import MATCHES
from storage.lines import Document, FileLength, first_line, fits

NAME = "lengths.jsonl"
KIND = "lengths"


Lengths = dict[str, FileLength]


def read(folder: Path) -> Lengths:
    """Stored lengths; empty if there are none or they cannot be read."""
    try:
        data = read_regular(folder / NAME)
        if not (data.endswith(b"\n") and fits(data[:-1], 0)):
            return {}
        return msgspec.convert(msgspec.json.decode(data)[KIND]["1"], Lengths)
    except (OSError, ValueError, KeyError, TypeError, msgspec.MsgspecError):
        return {}


def write(folder: Path, lengths: Lengths) -> None:
    """Store lengths. A failing disk keeps the earlier ones."""
    document: Document = {file: msgspec.to_builtins(known) for file, known in lengths.items()}
    data, _ = first_line(KIND, {}, {KIND: {"1": document}})
    summaries.put_in_place(folder / NAME, data)


def kept_at(folder: Path) -> float | None:
    try:
        return (folder / NAME).stat().st_mtime
    except OSError:
        return None


def of_journal(folder: Path, file: str, lengths: Lengths) -> FileLength | None:
    """Known length of a journal: from `lengths`, or from the summary of a finished match."""
    if file in lengths or not file.startswith(MATCHES):
        return lengths.get(file)
    size = summaries.length(folder / file)
    return None if size is None else FileLength(size)


def missing_files(folder: Path, lengths: Lengths) -> list[str]:
    return [file for file in sorted(lengths) if not (folder / file).exists()]


def said_gone(file: str) -> str:
    return f"{file} is gone; it was there when the house was last looked after."
