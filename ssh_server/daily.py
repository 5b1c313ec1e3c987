"""One line a day in the log: how the house is."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from datetime import datetime
from typing import Final

from ssh_server.vitals import Vitals
from tui.health import summary

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
