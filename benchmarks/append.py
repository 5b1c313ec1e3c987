"""What an append costs as a match grows: the house, TinyDB's own JSON storage, and a bare write with fsync.

All three take the same document of about 250 bytes, in one run, on the disk of the temporary folder (TMPDIR names
another). House and bare write take turns, at all sizes, so that a busy moment of the disk falls on all alike; the JSON
storage comes after them, because its rewrites keep the disk busy. The figures are medians of single appends.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from tinydb import TinyDB

from storage import open_house

SIZES = (10, 1_000, 10_000)
"""Entries that are there before the measured appends."""
TURNS = {"house": 300, "bare write + fsync": 300, "TinyDB JSONStorage": 20}
"""Appends measured for each size, by way."""

ENTRY: dict[str, Any] = {
    "kind": "sealed",
    "at": 1700000000.25,
    "by": "Ada",
    "round": 3,
    "orders": {
        "offers": [{"to": "Bo", "give": "red"}, {"to": "Cy", "give": "green"}],
        "note": "two offers, the first of which stands whatever the others do, and a line of talk about it to Cy",
    },
}

Append = Callable[[], object]


def house(folder: Path, entries: int, end: ExitStack) -> Append:
    """An append to a journal of the house that has so many entries."""
    store = end.enter_context(open_house(folder))
    store.create("m-1", {})
    for _ in range(entries):
        store.append("m-1", ENTRY)
    return lambda: store.append("m-1", ENTRY)


def json_storage(folder: Path, entries: int, end: ExitStack) -> Append:
    """An insert with TinyDB's own JSONStorage into so many documents."""
    folder.mkdir()
    db = end.enter_context(TinyDB(folder / "db.json"))
    db.insert_multiple(dict(ENTRY) for _ in range(entries))
    return lambda: db.insert(dict(ENTRY))


def bare(folder: Path, entries: int, end: ExitStack) -> Append:
    """A write of as many bytes as the house writes, and an fsync."""
    folder.mkdir()
    fd = os.open(folder / "bare", os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    end.callback(os.close, fd)
    line = b"x" * 260 + b"\n"
    os.write(fd, line * entries)

    def append() -> None:
        os.write(fd, line)
        os.fsync(fd)

    return append


WAYS = {"house": house, "bare write + fsync": bare, "TinyDB JSONStorage": json_storage}


def measure() -> dict[int, dict[str, float]]:
    """Median milliseconds of an append, by entries that are there already, by way."""
    found: dict[int, dict[str, float]] = {size: {} for size in SIZES}
    with tempfile.TemporaryDirectory() as name, ExitStack() as end:
        for together in (("house", "bare write + fsync"), ("TinyDB JSONStorage",)):
            appends = {(s, way): WAYS[way](Path(name) / f"{way} {s}", s, end) for s in SIZES for way in together}
            for (size, way), median in _in_turns(appends, TURNS[together[0]]).items():
                found[size][way] = median
    return found


def _in_turns(appends: dict[tuple[int, str], Append], turns: int) -> dict[tuple[int, str], float]:
    took: dict[tuple[int, str], list[float]] = {which: [] for which in appends}
    for _ in range(turns):
        for which, append in appends.items():
            start = time.perf_counter()
            append()
            took[which].append(time.perf_counter() - start)
    return {which: statistics.median(times) * 1_000 for which, times in took.items()}


def main() -> None:
    """Print the table."""
    argparse.ArgumentParser(
        prog="python -m benchmarks.append", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    found = measure()
    print("One append, median in milliseconds")
    print(f"{'entries before':>14}" + "".join(f"{way:>22}" for way in WAYS))
    for size, medians in found.items():
        print(f"{size:>14,}" + "".join(f"{medians[way]:>22.3f}" for way in WAYS))


if __name__ == "__main__":
    main()
