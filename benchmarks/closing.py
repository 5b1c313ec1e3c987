"""How soon a full house closes: `python -m benchmarks.closing [SESSIONS]`.

`garnet serve` runs in a process of its own, everybody has a screen open, and then it is told to stop, as systemd does.
Printed is when the last screen was given back and when the process was gone.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import signal
import sys
import tempfile
import time
from pathlib import Path

import asyncssh

from benchmarks.sessions import Client

A_SCREEN = b"\x1b[?1049h"
"""What a terminal is told when a screen begins."""
PAINTED_SECONDS = 6.0
"""How long everybody's first screens may take to be finished before the house is told to stop."""


class Visitor(Client):
    """Hangs up when its screen has ended, as `ssh` does."""

    def connection_lost(self, exc: Exception | None) -> None:
        self.gone_at = time.perf_counter()
        super().connection_lost(exc)
        self._connection.close()

    async def gone(self) -> float:
        """Wait for the end of the screen; the moment of it."""
        await self._gone.wait()
        return self.gone_at


async def close(sessions: int, folder: Path) -> dict[str, float]:
    """Open a house for so many, and close it."""
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
    visitors = [Visitor(f"player{number}", A_SCREEN) for number in range(sessions)]
    await asyncio.gather(*(visitor.connect(int(found[1])) for visitor in visitors))
    await asyncio.sleep(PAINTED_SECONDS)
    told = time.perf_counter()
    process.send_signal(signal.SIGTERM)
    moments = await asyncio.gather(*(visitor.gone() for visitor in visitors))
    await process.wait()
    over = time.perf_counter()
    return {
        "sessions": sessions,
        "first_screen_back_s": round(min(moments) - told, 2),
        "last_screen_back_s": round(max(moments) - told, 2),
        "process_gone_s": round(over - told, 2),
    }


async def main() -> None:
    """Close a house and print a line of JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sessions", nargs="?", type=int, default=100)
    given = parser.parse_args()
    asyncssh.set_log_level("CRITICAL")
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(await close(given.sessions, Path(folder))))


if __name__ == "__main__":
    asyncio.run(main())
