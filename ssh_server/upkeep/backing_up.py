"""Backups while the house is served: every so often, aside, so that nobody waits for them; failures are told."""

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
"""After a failure it is tried again so soon, if not sooner by itself."""
LOOK_SECONDS: Final = 60.0
"""How long it sleeps at once: a clock that was set, or a machine that slept, is noticed."""
UNITS: Final = {"m": 60.0, "h": 3_600.0, "d": 86_400.0}
LEAST_SECONDS: Final = 60.0
MOST_SECONDS: Final = 366 * 86_400.0


class FinishedBackup(Protocol):
    """One backup that was made and found whole."""

    @property
    def at(self) -> float: ...
    @property
    def told(self) -> str: ...


def read_span(words: str) -> float:
    """`30m`, `6h`, `1d` in seconds, from a minute to a year. Refused: `bad_span`."""
    found = re.fullmatch(r"(\d{1,6})([mhd])", words.strip().lower())
    seconds = int(found[1]) * UNITS[found[2]] if found else 0.0
    if not LEAST_SECONDS <= seconds <= MOST_SECONDS:
        raise Refused("bad_span", f"{quoted(words)} is no interval from a minute to a year. Write 30m, 6h or 1d.")
    return seconds


class Keeper:
    """Makes them until it is stopped. `make` and `found` run in a thread: they touch files and nothing else."""

    def __init__(
        self,
        make: Callable[[float], FinishedBackup],
        found: Callable[[], tuple[float, ...]],
        every: float,
        clock: Callable[[], float],
        *,
        where: str = "",
        tell: Callable[[], None] = lambda: None,
    ) -> None:
        """`make`: makes one, of this moment; Refused where it cannot. `found`: the moments of those that are there.
        `every` in seconds. `tell` is called for each new trouble, once until it is over."""
        self._make = make
        self._found = found
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
        """How it stands."""
        return Backups(
            folder=self._where, every=self._every, kept=len(self._moments), last=max(self._moments, default=None),
            failures=self._failures, trouble=self._trouble,
        )  # fmt: skip

    def due(self) -> float:
        """Seconds until the next, 0 or less if it should be made now."""
        now = self._clock()
        # Moments to come are from before the clock was set back: they are not waited for.
        if self._failed_at is not None:
            return self._failed_at + min(AGAIN_SECONDS, self._every) - now if self._failed_at <= now else 0.0
        past = [at for at in self._moments if at <= now]
        return max(past) + self._every - now if past else 0.0

    def start(self) -> None:
        """Begin; the first is made at once unless a recent one is there."""
        self._task = asyncio.get_running_loop().create_task(self._go_on())

    async def stop(self) -> None:
        """Make no more. One that is being made goes on in its thread; what it leaves unfinished the next sweeps."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
            self._task = None

    async def _go_on(self) -> None:
        try:
            self._moments = await asyncio.to_thread(self._found)
        except Refused as refusal:
            self._fail(refusal.message)
        while True:
            wait = self.due()
            if wait > 0:
                await asyncio.sleep(min(wait, LOOK_SECONDS))
            else:
                await self.once()

    async def once(self) -> None:
        """Make one now."""
        began = self._clock()
        try:
            made = await asyncio.to_thread(self._make, began)
            self._moments = await asyncio.to_thread(self._found)
        except Refused as refusal:
            self._fail(refusal.message)
        except Exception as error:  # whatever goes wrong here, the house goes on and its hosts know
            log.error("A backup failed.", exc_info=error)
            self._fail("The backup failed in a way that nobody expected; the log tells where.")
        else:
            self._failed_at = None
            news, self._trouble = made.told != self._trouble, made.told
            log.info("Backed up and read back in %.1f s; %d are kept.", self._clock() - began, len(self._moments))
            if made.told and news:
                log.warning("%s", made.told)
                self._tell()

    def _fail(self, why: str) -> None:
        self._failed_at = self._clock()
        self._failures += 1
        log.error("No backup was made: %s", why)
        if why != self._trouble:
            self._trouble = why
            self._tell()
