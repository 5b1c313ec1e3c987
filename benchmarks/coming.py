"""What a house keeps of those who come and go: `python -m benchmarks.coming [VISITS]`.

`garnet serve` runs in a process of its own. Eight people come, look around for a second, and go, politely or not, until
there were so many visits; in between everybody leaves for a few seconds, as at night, and the house's memory is looked
at. What the first four hundred visits leave (modules, caches) is no growth: it is counted from the pause after them.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import sys
import tempfile
import time
from pathlib import Path

import asyncssh

from benchmarks.live import Process
from benchmarks.live_people import Felt, Guest
from core.games import MODULES
from core.games import game as find_game
from tests.ssh.served import serving

PEOPLE = tuple(f"guest{number}" for number in range(8))
STAY = 1.0
LOOKING = (0.02, 0.2)
"""Seconds between two things that somebody does: haste, so that many visits fit into an hour."""
FIRST = 50
"""Visits of each before the first pause."""
PAUSES = 5
"""Moments at which everybody has left, the first of which is the beginning."""
PAUSE_SECONDS = 8.0
"""After which the house has swept up."""


async def come(folder: Path, visits: int, seed: int) -> dict[str, object]:
    """Visits, and what the house used after each part of them, in MB."""
    found: list[float] = []
    felt = Felt()
    async with serving(folder / "house", folder / "log") as house:
        matches = []
        for game in MODULES:
            seats = find_game(game).spec.seats
            named = (*PEOPLE, *(f"seat{number}" for number in range(seats)))[:seats]
            matches.append(house.prepare(game, named))
        await house.start()
        dice = random.Random(seed)
        guests = [Guest(house, name, random.Random(dice.random()), felt, STAY, LOOKING) for name in PEOPLE]
        process, began = Process(house), time.monotonic()
        idle, first = process.memory(), 0

        async def some(guest: Guest, count: int) -> None:
            for _ in range(count):
                with contextlib.suppress(BrokenPipeError):  # a key of theirs led out of the house
                    await guest.visit()

        for part in range(PAUSES):
            each = visits // (PAUSES - 1) // len(guests) if part else FIRST
            await asyncio.gather(*(some(guest, each) for guest in guests))
            await asyncio.sleep(PAUSE_SECONDS)
            first = first or felt.visits
            found.append(round(process.memory(), 1))
            print(f"{felt.visits} visits, {time.monotonic() - began:.0f} s: {found[-1]} MB", flush=True)
        status = await house.stop()
    counted = felt.visits - first
    return {
        "visits": counted,
        "keys": felt.typed,
        "idle_mb": round(idle, 1),
        "after_mb": found,
        "growth_mb": round(found[-1] - found[0], 1),
        "trouble": felt.trouble[:5],
        "status": status,
    }


def main() -> int:
    """1 if something went wrong."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.coming", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("visits", type=int, nargs="?", default=1000, help="visits that are counted (1000)")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    asyncssh.set_log_level("ERROR")
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(come(Path(folder), given.visits, given.seed))
    print(json.dumps(found))
    return 1 if found["trouble"] or found["status"] else 0


if __name__ == "__main__":
    sys.exit(main())
