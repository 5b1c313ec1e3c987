"""Hostile input by the thousand at the tables of every game.

Made-up terminal input, mixed with keys that mean something, goes to real sessions through the session driver; fails if
one of them crashes or no longer answers.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
import traceback

from tests.ssh.fuzz_tables import Tables, inputs_at_tables

BATCH = 400


async def survive(count: int, seed: int) -> int:
    """How many batches failed."""
    failed = sessions = 0
    began = time.monotonic()
    for first in range(0, count, BATCH):
        tables = Tables(first // BATCH)
        answers = await tables.survive(inputs_at_tables(seed + first, min(BATCH, count - first)), seed + first)
        sessions += tables.sessions
        if not answers:
            failed += 1
            print(f"seed {seed + first}: crashes {tables.crashes!r}", flush=True)
            for crash in tables.crashes:
                traceback.print_exception(crash)
    print(f"{count} inputs, {sessions} sessions, {failed} batches failed, {time.monotonic() - began:.0f} s")
    return failed


def main() -> int:
    """1 if a batch failed."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.fuzz_tables",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("count", type=int, nargs="?", default=12_000, help="inputs (12000)")
    parser.add_argument("seed", type=int, nargs="?", default=1)
    given = parser.parse_args()
    return 1 if asyncio.run(survive(given.count, given.seed)) else 0


if __name__ == "__main__":
    sys.exit(main())
