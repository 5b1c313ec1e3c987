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
TOLD: Final = 1.0, 5.0
"""Seconds after which somebody who waits is told their place in the queue, and after which again."""
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
        self._came = self._served = 0

    def first_for_long(self, who: str, now: float) -> bool:
        """A session of somebody starts, at `now` in seconds of any clock: the first in the last three seconds?"""
        last = self._last.pop(who, None)
        self._last[who] = now
        while len(self._last) > REMEMBERED:
            self._last.popitem(last=False)
        return last is None or now - last >= AGAIN

    @asynccontextmanager
    async def turn(self, tell: Callable[[int], None] = lambda place: None) -> AsyncIterator[Callable[[], None]]:
        """Wait for one's turn; the place is given up when the function given is called, after ten seconds, or at the
        end of the block, whatever comes first. `tell` hears now and then the how-manieth one is, from 1 on, if that
        takes a while."""
        self.waiting += 1
        self._came += 1
        loop, number = asyncio.get_running_loop(), self._came
        saying: asyncio.TimerHandle

        def say() -> None:
            """Those who gave up count as served: nobody is told a place further back than theirs, and the last of those
            before them may be the first for a while."""
            nonlocal saying
            tell(max(1, number - self._served))
            saying = loop.call_later(TOLD[1], say)

        saying = loop.call_later(TOLD[0], say)
        try:
            await self._places.acquire()
        finally:
            self.waiting -= 1
            self._served += 1
            saying.cancel()
        held = True

        def give_up() -> None:
            nonlocal held
            if held:
                held = False
                timer.cancel()
                self._places.release()

        timer = loop.call_later(self._too_long, give_up)
        try:
            yield give_up
        finally:
            give_up()
