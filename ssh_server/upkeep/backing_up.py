"""Regular backups of the served house, made in a thread. Failures are reported to hosts."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from collections.abc import Callable
from typing import Final, Protocol

from core.refusal import Refused, quoted
from core.words.health import Backups

log = logging.getLogger("garnet.server")

AGAIN_SECONDS: Final = 600.0
"""Most seconds until another try after a failure."""
LOOK_SECONDS: Final = 60.0
UNITS: Final = {"m": 60.0, "h": 3_600.0, "d": 86_400.0}
LEAST_SECONDS: Final = 60.0
MOST_SECONDS: Final = 366 * 86_400.0


class FinishedBackup(Protocol):
    """A backup that was read back and is whole."""

    @property
    def at(self) -> float: ...
    @property
    def told(self) -> str: ...


def read_span(words: str) -> float:
    """Parse `30m`, `6h` or `1d` into seconds, from a minute to a year. Refused: `bad_span`."""
    span = re.fullmatch(r"(\d{1,6})([mhd])", words.strip().lower())
    seconds = int(span[1]) * UNITS[span[2]] if span else 0.0
    if not LEAST_SECONDS <= seconds <= MOST_SECONDS:
        raise Refused("bad_span", f"{quoted(words)} is no interval from a minute to a year. Write 30m, 6h or 1d.")
    return seconds


class Keeper:
    def __init__(
        self,
        make: Callable[[float], FinishedBackup],
        list_backups: Callable[[], tuple[float, ...]],
        every: float,
        clock: Callable[[], float],
        *,
        where: str = "",
        tell: Callable[[], None] = lambda: None,
    ) -> None:
        """Configure the backups.

        Args:
            make: Makes a backup of the given time. Refused if it cannot.
            list_backups: Returns the times of existing backups.
            every: Interval in seconds.
            tell: Called once for each new trouble.
        """
        self._make = make
        self._list_backups = list_backups
        self._every = every
        self._clock = clock
        self._where = where
        self._tell = tell
        self._moments: tuple[float, ...] = ()
        self._failed_at: float | None = None
        self._failures = 0
        self._trouble = ""
        self._task: asyncio.Task[None] | None = None

    def state(self) -> Backups:
        return Backups(
            folder=self._where, every=self._every, kept=len(self._moments), last=max(self._moments, default=None),
            failures=self._failures, trouble=self._trouble,
        )  # fmt: skip

    def due(self) -> float:
        """Seconds until the next backup; 0 or less if it is due."""
        now = self._clock()
        # Times in the future were noted before the clock was set back; they do not delay a backup.
        if self._failed_at is not None:
            return self._failed_at + min(AGAIN_SECONDS, self._every) - now if self._failed_at <= now else 0.0
        past = [at for at in self._moments if at <= now]
        return max(past) + self._every - now if past else 0.0

    def start(self) -> None:
        """Begin; the first backup is made at once unless a recent one exists."""
        self._task = asyncio.get_running_loop().create_task(self._go_on())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
            self._task = None

    async def _go_on(self) -> None:
        try:
            self._moments = await asyncio.to_thread(self._list_backups)
        except Refused as refusal:
            self._fail(refusal.message)
        while True:
            wait = self.due()
            if wait > 0:
                await asyncio.sleep(min(wait, LOOK_SECONDS))
            else:
                await self.once()

    async def once(self) -> None:
        began = self._clock()
        try:
            backup = await asyncio.to_thread(self._make, began)
            self._moments = await asyncio.to_thread(self._list_backups)
        except Refused as refusal:
            self._fail(refusal.message)
        except Exception as error:  # the house goes on, and its hosts are told
            log.error("A backup failed.", exc_info=error)
            self._fail("The backup failed in a way that nobody expected; the log tells where.")
        else:
            self._failed_at = None
            news, self._trouble = backup.told != self._trouble, backup.told
            log.info("Backed up and read back in %.1f s; %d are kept.", self._clock() - began, len(self._moments))
            if backup.told and news:
                log.warning("%s", backup.told)
                self._tell()

    def _fail(self, why: str) -> None:
        self._failed_at = self._clock()
        self._failures += 1
        log.error("No backup was made: %s", why)
        if why != self._trouble:
            self._trouble = why
            self._tell()
