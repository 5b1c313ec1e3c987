"""Lets logins and sessions start a few at a time, so that a stampede of reconnects does not stop everybody's screen."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

AT_ONCE: Final = 2
"""Sessions that may be starting at the same time."""
TOO_LONG: Final = 10.0
"""Seconds after which a start no longer holds up the others."""
GAP: Final = 0.025
"""Seconds between the beginnings of two logins, whose arithmetic takes some milliseconds each."""

BURST: Final = 200
"""Inputs that somebody's commands may make at once."""
BREATH: Final = 0.1
"""Seconds between those that come after: each is kept on disk and told on everybody's screen."""


class Turnstile:
    """Spaces out what arrives at once."""

    def __init__(self, gap: float = GAP) -> None:
        self._gap = gap
        self._next = 0.0

    def wait(self, now: float) -> float:
        """How many seconds somebody who arrives now has to wait; 0 for the first of a crowd."""
        begin = max(now, self._next)
        self._next = begin + self._gap
        return begin - now


class Tempo:
    """Lets everybody do so much at once, and then so much a second. What is more than that waits."""

    def __init__(self, burst: int = BURST, gap: float = BREATH) -> None:
        self._ahead = burst * gap
        self._gap = gap
        self._next: dict[str, float] = {}

    def wait(self, who: str, now: float) -> float:
        """How many seconds somebody waits before the next thing they do; 0 as long as they keep to the tempo."""
        begin = max(self._next.get(who, 0.0), now - self._ahead)
        self._next[who] = begin + self._gap
        return max(0.0, begin - now)


class Admission:
    """A queue in front of the costly part of a session: from the making of its app to its first screen."""

    def __init__(self, at_once: int = AT_ONCE, too_long: float = TOO_LONG) -> None:
        self._places = asyncio.Semaphore(at_once)
        self._too_long = too_long
        self.waiting = 0
        """How many stand in the queue."""

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
