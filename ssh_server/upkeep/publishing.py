"""Publishes the archive after each end, in a process of low priority (HH-17)."""

from __future__ import annotations

import asyncio
import logging
import shutil
from collections.abc import Callable, Sequence

from core.house.house import House

log = logging.getLogger("garnet.publishing")

CALM = 5.0
"""Seconds in which several changes become one publication."""
LONGEST = 300.0
"""Seconds after which a publication is given up."""
NICE = ("nice", "-n", "15")
"""Command prefix for low priority, where the system has it."""


class Publisher:
    def __init__(self, house: House, command: Sequence[str], calm: float = CALM) -> None:
        """`command`: publishes everything public, as `garnet publish FOLDER` does."""
        self._calm = calm
        self._command = [*(NICE if shutil.which(NICE[0]) else ()), *command]
        self._lock = asyncio.Lock()
        self._due: asyncio.Task[None] | None = None
        self._leave = [
            house.listen(lambda match: self._stir() if house.is_finished(match) else None),
            house.seasons.listen(lambda season: self._stir()),
        ]
        self._stir()

    async def stop(self) -> None:
        for leave in self._leave:
            leave()
        if self._due is not None:
            self._due.cancel()
            await asyncio.gather(self._due, return_exceptions=True)

    async def ready(self, page: Callable[[], str]) -> None:
        """Return once `page()` names an address, or after one publication."""
        async with self._lock:
            if not page():
                await self._publish()

    def _stir(self) -> None:
        if self._due is None or self._due.done():
            self._due = asyncio.get_running_loop().create_task(self._publish_soon())

    async def _publish_soon(self) -> None:
        await asyncio.sleep(self._calm)
        async with self._lock:
            await self._publish()

    async def _publish(self) -> None:
        pipe = asyncio.subprocess.PIPE
        try:
            process = await asyncio.create_subprocess_exec(
                *self._command, stdout=asyncio.subprocess.DEVNULL, stderr=pipe
            )
            async with asyncio.timeout(LONGEST):
                _, trouble = await process.communicate()
        except TimeoutError:
            process.kill()
            log.warning("the archive was not published within %d seconds", LONGEST)
        except OSError as error:
            log.warning("the archive cannot be published: %s", error.strerror)
        else:
            if process.returncode:
                log.warning("the archive could not be published: %s", trouble.decode("utf-8", "replace").strip())
