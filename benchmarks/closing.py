"""How soon a full house closes: `python -m benchmarks.closing [SESSIONS] [--lobby]`.

`garnet serve` runs in a process of its own, everybody has a screen open, and then it is told to stop, as systemd does.
They sit at tables of all games, as returning players do, or with `--lobby` in the lobby. Printed is when the last
screen was given back and when the process was gone; and before, how soon one of them who leaves by a key has left.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import re
import secrets
import signal
import sys
import tempfile
import time
from pathlib import Path

import asyncssh

from benchmarks.sessions import Client
from core.games import MODULES
from core.games import game as find_game
from core.house.house import House
from core.house.people import People
from storage import open_house
from tests.ssh.house import key_for

A_SCREEN = b"\x1b[?1049h"
"""What a terminal is told when a screen begins."""
PAINTED_SECONDS = 10.0
"""How long everybody's first screens may take to be finished before the house is told to stop."""


class Visitor(Client):
    """Hangs up when its screen has ended, as `ssh` does."""

    def connection_lost(self, exc: Exception | None) -> None:
        self.gone_at = time.perf_counter()
        super().connection_lost(exc)
        self._connection.close()

    def write(self, keys: bytes) -> None:
        """Type."""
        self._channel.write(keys)

    async def gone(self) -> float:
        """Wait for the end of the screen; the moment of it."""
        await self._gone.wait()
        return self.gone_at


def seat(visitors: list[Visitor], folder: Path) -> None:
    """Matches of all games by turns, at which each visitor holds one seat: they come to their tables at once."""
    with open_house(folder) as store:
        people, waiting = People(store, time.time, secrets.token_bytes), list(visitors)
        house = House(store, time.time, secrets.token_hex)
        for visitor in visitors:
            people.take(visitor.name, key_for(visitor.key))
        for game in itertools.cycle(MODULES):
            if not waiting:
                break
            count = find_game(game).spec.seats
            here, waiting = [one.name for one in waiting[:count]], waiting[count:]
            seats = (*here, *(f"seat{number}" for number in range(count - len(here))))
            held = {name: f"person:{name}" for name in here} | dict.fromkeys(seats[len(here) :], "open")
            house.make(game, seats, holders=held)


async def close(sessions: int, folder: Path, lobby: bool) -> dict[str, float]:
    """Open a house for so many, and close it."""
    visitors = [Visitor(f"player{number}", A_SCREEN) for number in range(sessions)]
    if not lobby:
        seat(visitors, folder / "house")
    given = (
        "serve",
        "--open",
        "--listen",
        "127.0.0.1:0",
        "--data",
        str(folder / "house"),
        "--log",
        str(folder / "log"),
    )
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "cli.main", *given, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    found = re.search(rb"port (\d+)", await process.stdout.readline())
    assert found is not None
    await asyncio.gather(*(visitor.connect(int(found[1])) for visitor in visitors))
    await asyncio.sleep(PAINTED_SECONDS)
    left = time.perf_counter()
    visitors[0].write(b"\x11")
    alone = await visitors[0].gone() - left
    told = time.perf_counter()
    process.send_signal(signal.SIGTERM)
    moments = await asyncio.gather(*(visitor.gone() for visitor in visitors[1:]))
    await process.wait()
    over = time.perf_counter()
    return {
        "sessions": sessions,
        "left_by_a_key_s": round(alone, 2),
        "first_screen_back_s": round(min(moments) - told, 2),
        "last_screen_back_s": round(max(moments) - told, 2),
        "process_gone_s": round(over - told, 2),
    }


async def main() -> None:
    """Close a house and print a line of JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sessions", nargs="?", type=int, default=100)
    parser.add_argument("--lobby", action="store_true", help="nobody sits at a table")
    given = parser.parse_args()
    asyncssh.set_log_level("CRITICAL")
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(await close(given.sessions, Path(folder), given.lobby)))


if __name__ == "__main__":
    asyncio.run(main())
