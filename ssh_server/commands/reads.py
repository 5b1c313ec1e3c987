"""Lets commands that only read (`view`, `story`, `league`) take turns by person, so that logins do not wait for them.

One is answered at a time, whoever has had least comes next, and all of them together take a part of the loop's time, so
that nobody's key or login waits behind a script that asks without end. Whoever asks now and then waits for nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from typing import Final

from ssh_server.door.login_queue import FairQueue

SHARE: Final = 0.2
"""The part of the loop's time that all who look have together."""
AT_ONCE: Final = 0.1
"""Seconds of work that are done for them without a pause."""

CHANNEL: Final = 0.001
"""Seconds that a command costs besides: its channel, opened and closed."""


class Reader:
    """One command that waits for its turn."""

    def __init__(self) -> None:
        self.begins = asyncio.get_running_loop().create_future()

    def turn(self) -> float:
        """It begins; what it takes is counted when it is over."""
        if not self.begins.done():
            self.begins.set_result(None)
        return 0.0

    def turn_away(self) -> None:
        """It does not begin."""
        self.begins.cancel()


class Reads:
    """Gives those who look their turns. One for the server."""

    def __init__(self, share: float = SHARE, at_once: float = AT_ONCE) -> None:
        self._share = share
        self._ahead = at_once / share
        self._queue = FairQueue()
        self._reading: Reader | None = None
        self._free_at = 0.0
        self._planned: asyncio.Handle | None = None

    @contextlib.asynccontextmanager
    async def turn(self, who: str) -> AsyncIterator[None]:
        """Wait until it is somebody's turn; what is done within is counted as theirs."""
        one = Reader()
        self._queue.join(one, who)
        self._plan()
        began = None
        try:
            await one.begins
            began = time.perf_counter()
            yield
        finally:
            self._queue.leave(one)
            if self._reading is one:
                self._over(who, 0.0 if began is None else time.perf_counter() - began)

    def _plan(self) -> None:
        if self._planned is not None or self._reading is not None or not len(self._queue):
            return
        loop = asyncio.get_running_loop()
        wait = self._free_at - loop.time()
        self._planned = loop.call_later(wait, self._give) if wait > 0 else loop.call_soon(self._give)

    def _give(self) -> None:
        self._planned = None
        if len(self._queue):
            one, _ = self._queue.next()
            assert isinstance(one, Reader)
            self._reading = one
            one.turn()

    def _over(self, who: str, spent: float) -> None:
        self._reading = None
        self._queue.charge(who, spent + CHANNEL)
        now = asyncio.get_running_loop().time()
        self._free_at = max(self._free_at, now - self._ahead) + (spent + CHANNEL) / self._share
        self._plan()
