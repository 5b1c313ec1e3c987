"""Collects how the served house is, for hosts and for the daily line in the log."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import shutil
from collections import deque
from collections.abc import Callable
from datetime import datetime
from importlib.metadata import version
from pathlib import Path
from typing import Final

from core.house.house import House
from ssh_server.server import Server
from ssh_server.session.key_times import Slowest
from ssh_server.upkeep.watchdog import Stall
from tui.words.health import Backups, Figures, Seated, Trouble, summary

KEPT: Final = 10
"""Warnings and errors that are shown."""
OURS: Final = "garnet"
"""Loggers of the house: what they say quotes nobody."""


class LastTroubles(logging.Handler):
    """Keeps the last warnings and errors that the house logged; of other loggers it only counts them."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.last: deque[Trouble] = deque(maxlen=KEPT)
        self.counts = {"warning": 0, "error": 0}

    def emit(self, record: logging.LogRecord) -> None:
        """One line of the log."""
        level = "error" if record.levelno >= logging.ERROR else "warning"
        self.counts[level] += 1
        ours = record.name == OURS or record.name.startswith(OURS + ".")
        said = record.getMessage() if ours else f"{record.name} told the log of something."
        self.last.appendleft(Trouble(record.created, level, said))


class Vitals:
    """Looks how the house is."""

    def __init__(
        self,
        house: House,
        server: Server,
        folder: Path,
        troubles: LastTroubles,
        backups: Callable[[], Backups | None] = lambda: None,
    ) -> None:
        self._house = house
        self._server = server
        self._folder = folder
        self._troubles = troubles
        self._backups = backups
        self._since = house.clock()
        self._held = Slowest()
        server.watchdog.heard = self._stalled

    def _stalled(self, stall: Stall) -> None:
        self._held.note(stall.seconds)

    def new_day(self) -> None:
        """The slowest of the day is counted anew."""
        self._server.keys.new_day()

    def look(self) -> Figures:
        """All figures, now. It waits for nothing but one question about the disk."""
        keys, slowest = self._server.keys.minute()
        people, strangers = self._server.counted()
        disk = shutil.disk_usage(self._folder)
        troubles = self._troubles
        return Figures(
            at=self._house.clock(), since=self._since, version=version("garnet-house"),
            seated=tuple(Seated(name, address, since) for name, address, since in self._server.seated()),
            connections=people, strangers=strangers, running=len(self._house.running()),
            finished=len(self._house.finished()),
            load=os.getloadavg(), processors=os.cpu_count() or 1, memory=memory(), keys=keys, slowest_key=slowest,
            slowest_today=self._server.keys.today, held=self._held.minute()[1], disk_free=disk.free,
            disk_size=disk.total, backups=self._backups(), warnings=troubles.counts["warning"],
            errors=troubles.counts["error"], troubles=tuple(troubles.last),
        )  # fmt: skip


def memory() -> int:
    """Bytes that this process holds; 0 where the system does not say."""
    try:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0


log = logging.getLogger("garnet.server")

LOOK_SECONDS: Final = 300.0
"""How long it sleeps at once: a clock that was set, or a machine that slept, is noticed."""


class Daily:
    """Writes the line when this machine's day ends, and the figures of the day begin anew."""

    def __init__(self, vitals: Vitals, clock: Callable[[], float]) -> None:
        self._vitals = vitals
        self._clock = clock
        self._day = self._today()
        self._task: asyncio.Task[None] | None = None

    def _today(self) -> str:
        return datetime.fromtimestamp(self._clock()).astimezone().date().isoformat()

    def start(self) -> None:
        """Begin."""
        self._task = asyncio.get_running_loop().create_task(self._go_on())

    async def stop(self) -> None:
        """No more lines."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _go_on(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            self.look()

    def look(self) -> None:
        """Is it another day?"""
        if (today := self._today()) != self._day:
            log.info("The day %s: %s", self._day, summary(self._vitals.look()))
            self._day = today
            self._vitals.new_day()
