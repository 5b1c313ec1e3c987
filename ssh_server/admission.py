"""Lets sessions start a few at a time, so that a stampede of reconnects does not stop everybody's screen."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

AT_ONCE: Final = 2
"""Sessions that may be starting at the same time."""
TOO_LONG: Final = 10.0
"""Seconds after which a start no longer holds up the others."""
AGAIN: Final = 3.0
"""Seconds after a start in which the same person's next one goes before nobody: who comes again and again would have
the house to themselves."""
REMEMBERED: Final = 256
"""People whose last start is remembered."""


class Admission:
    """A queue in front of the costly part of a session: from the making of its app to its first screen."""

    def __init__(self, at_once: int = AT_ONCE, too_long: float = TOO_LONG) -> None:
        self._places = asyncio.Semaphore(at_once)
        self._too_long = too_long
        self.waiting = 0
        """How many stand in the queue."""
        self._last: OrderedDict[str, float] = OrderedDict()

    def first_for_long(self, who: str, now: float) -> bool:
        """A session of somebody starts, at `now` in seconds of any clock: the first in the last three seconds?"""
        last = self._last.pop(who, None)
        self._last[who] = now
        while len(self._last) > REMEMBERED:
            self._last.popitem(last=False)
        return last is None or now - last >= AGAIN

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[Callable[[], None]]:
        """Wait for one's turn; the place is given up when the function given is called, after ten seconds, or at the
        end of the block, whatever comes first."""
        self.waiting += 1
        try:
            await self._places.acquire()
        finally:
            self.waiting -= 1
        held = True

        def give_up() -> None:
            nonlocal held
            if held:
                held = False
                timer.cancel()
                self._places.release()

        timer = asyncio.get_running_loop().call_later(self._too_long, give_up)
        try:
            yield give_up
        finally:
            give_up()
