"""Hostile input by the hundred thousand.

Feeds made-up terminal input to living apps through the session driver, and fails if one of them crashes or no longer
answers. The test suite runs the same with fewer inputs.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time

from tests.ssh.fuzz import inputs, survive

BATCH = 2_000


async def main() -> int:
    """Run all batches; the number of those that failed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fuzz_sessions", description=__doc__)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    failed, began = 0, time.monotonic()
    for first in range(0, given.count, BATCH):
        seed = given.seed + first
        crashes, alive = await survive(inputs(seed, min(BATCH, given.count - first)), seed)
        if crashes or not alive:
            failed += 1
            print(f"seed {seed}: alive {alive}, {crashes!r}", flush=True)
    print(f"{given.count} inputs, {failed} batches failed, {time.monotonic() - began:.0f} s")
    return failed


if __name__ == "__main__":
    sys.exit(1 if asyncio.run(main()) else 0)
