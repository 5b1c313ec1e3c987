"""Remembers how long each file of the house was, to notice later that one has lost lines.

    lengths.jsonl    one sealed line: by file its whole lines in bytes, the sum of the last, and how often it was swept

A file that lost whole lines at its end looks like one that never had them: nothing in it tells. So it is kept beside
them how long they were, every half minute and at closing. It need not reach the disk at once: where the machine dies it
tells of an earlier moment, and a longer file is as good. A file that is shorter, or has something else at that place,
has lost what was acknowledged; what was known of it stands until it is restored, or somebody takes `lengths.jsonl`
away.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from storage import summaries
from storage.folder import MATCHES
from storage.lines import Document, FileLength, first_line, fits

NAME = "lengths.jsonl"
KIND = "lengths"


Lengths = dict[str, FileLength]
"""By file, relative to the house."""


def read(folder: Path) -> Lengths:
    """What was known; nothing where it was never kept, or cannot be read."""
    try:
        data = (folder / NAME).read_bytes()
        if not (data.endswith(b"\n") and fits(data[:-1], 0)):
            return {}
        return msgspec.convert(msgspec.json.decode(data)[KIND]["1"], Lengths)
    except (OSError, ValueError, KeyError, TypeError, msgspec.MsgspecError):
        return {}


def write(folder: Path, lengths: Lengths) -> None:
    """Keep what is known now. Where the disk does not take it, what was known before stands."""
    told: Document = {file: msgspec.to_builtins(known) for file, known in lengths.items()}
    data, _ = first_line(KIND, {}, {KIND: {"1": told}})
    summaries.put_in_place(folder / NAME, data)


def kept_at(folder: Path) -> float | None:
    """When that was, in seconds since 1970."""
    try:
        return (folder / NAME).stat().st_mtime
    except OSError:
        return None


def of_journal(folder: Path, file: str, lengths: Lengths) -> FileLength | None:
    """What was known of a journal: from here, or from the summary that was made when its match had finished."""
    if file in lengths or not file.startswith(MATCHES):
        return lengths.get(file)
    size = summaries.length(folder / file)
    return None if size is None else FileLength(size)


def gone(folder: Path, lengths: Lengths) -> list[str]:
    """Files that were known and are no more."""
    return [file for file in sorted(lengths) if not (folder / file).exists()]


def said_gone(file: str) -> str:
    """What the host is told of a file that is no more."""
    return f"{file} is gone; it was there when the house was last looked after."
