"""Visits by people in haste, by the thousand.

Keys, clicks and sizes at random moments of a visit, from before the first screen stands, while rounds close, matches
end and seats change hands; fails if one of them crashes, or if something is logged that went wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time

from tests.ssh.visits import told, visits

BATCH = 100
"""Visits of one house."""


async def come(count: int, seed: int) -> int:
    """How many batches had trouble."""
    failed, began = 0, time.monotonic()
    for first in range(0, count, BATCH):
        found = await visits(seed + first, min(BATCH, count - first))
        if found:
            failed += 1
            print(f"seed {seed + first}: {told(found)}", flush=True)
    print(f"{count} visits, {failed} of {-(-count // BATCH)} houses had trouble, {time.monotonic() - began:.0f} s")
    return failed


def main() -> int:
    """1 if a batch failed."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.visits",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("count", type=int, nargs="?", default=10_000, help="visits (10000)")
    parser.add_argument("seed", type=int, nargs="?", default=1)
    given = parser.parse_args()
    return 1 if asyncio.run(come(given.count, given.seed)) else 0


if __name__ == "__main__":
    sys.exit(main())
