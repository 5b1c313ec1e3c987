"""What an append costs as a match grows: the house, TinyDB's own JSON storage, and a bare write with fsync.

    python -m benchmarks.append

All three take the same document of about 250 bytes, in turns, in one run, on the disk of the temporary folder (TMPDIR
names another). The figures are medians of single appends, in milliseconds.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tinydb import TinyDB

from storage import open_house

SIZES = (10, 1_000, 10_000)
"""Entries that are there before the measured appends."""
TURNS = 40
"""Appends measured for each size and way, one of each way at a time."""

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


def house(folder: Path, entries: int) -> Append:
    """An append to a journal of the house that has so many entries."""
    store = open_house(folder)
    store.create("m-1", {})
    for _ in range(entries):
        store.append("m-1", ENTRY)
    return lambda: store.append("m-1", ENTRY)


def json_storage(folder: Path, entries: int) -> Append:
    """An insert with TinyDB's own JSONStorage into so many documents."""
    folder.mkdir()
    db = TinyDB(folder / "db.json")
    db.insert_multiple(dict(ENTRY) for _ in range(entries))
    return lambda: db.insert(dict(ENTRY))


def bare(folder: Path, entries: int) -> Append:
    """A write of as many bytes as the house writes, and an fsync."""
    folder.mkdir()
    fd = os.open(folder / "bare", os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    line = b"x" * 260 + b"\n"
    os.write(fd, line * entries)

    def append() -> None:
        os.write(fd, line)
        os.fsync(fd)

    return append


WAYS = {"house": house, "TinyDB JSONStorage": json_storage, "bare write + fsync": bare}


def measure() -> dict[int, dict[str, float]]:
    """Median milliseconds of an append, by entries that are there already, by way."""
    found: dict[int, dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as name:
        for size in SIZES:
            ways = {way: make(Path(name) / f"{way} {size}", size) for way, make in WAYS.items()}
            found[size] = _in_turns(ways)
    return found


def _in_turns(ways: dict[str, Append]) -> dict[str, float]:
    took: dict[str, list[float]] = {way: [] for way in ways}
    for _ in range(TURNS):
        for way, append in ways.items():
            start = time.perf_counter()
            append()
            took[way].append(time.perf_counter() - start)
    return {way: statistics.median(times) * 1_000 for way, times in took.items()}


def main() -> None:
    """Print the table."""
    found = measure()
    print(f"One append, median of {TURNS}, in milliseconds")
    print(f"{'entries before':>14}" + "".join(f"{way:>22}" for way in WAYS))
    for size, medians in found.items():
        print(f"{size:>14,}" + "".join(f"{medians[way]:>22.3f}" for way in WAYS))


if __name__ == "__main__":
    main()
