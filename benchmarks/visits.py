"""Thousands of hasty visits: keys, clicks and sizes at random times, before the first screen, during closes, ends and
changes of seats. Fails if a visit crashes, or an error is logged."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import time
from multiprocessing import get_context

from tests.ssh.visits import told, visits

BATCH = 100
"""Visits of a house."""


def house(given: tuple[int, int]) -> str:
    """Visits of a house, by seed and number. Returns logged errors."""
    errors = asyncio.run(visits(*given))
    return f"seed {given[0]}: {told(errors)}" if errors else ""


def come(count: int, seed: int, processes: int) -> int:
    """Returns the number of houses with errors."""
    failed, began = 0, time.monotonic()
    houses = [(seed + first, min(BATCH, count - first)) for first in range(0, count, BATCH)]
    with get_context("spawn").Pool(processes, maxtasksperchild=10) as pool:
        for number, trouble in enumerate(pool.imap(house, houses), 1):
            if trouble:
                failed += 1
                print(trouble, flush=True)
            if sys.stderr.isatty():
                print(f"\r{number} of {len(houses)} houses", end="", file=sys.stderr, flush=True)
    print(f"{count} visits, {failed} of {len(houses)} houses had trouble, {time.monotonic() - began:.0f} s")
    return failed


def main() -> int:
    """Returns 1 if a house had errors."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.visits", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("count", type=int, nargs="?", default=10_000, help="visits (10000)")
    parser.add_argument("seed", type=int, nargs="?", default=1)
    parser.add_argument("--processes", type=int, default=os.cpu_count(), help="at once (as many as there are cores)")
    given = parser.parse_args()
    return 1 if come(given.count, given.seed, given.processes) else 0


if __name__ == "__main__":
    sys.exit(main())
