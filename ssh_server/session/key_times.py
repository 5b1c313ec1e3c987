"""How long people wait for what a key does: from its bytes until its frame is handed to the network.

What one person sends while a key is being timed is not timed by itself, so that it costs a key two small messages at
most. A key that changes nothing on the screen is over when the screen has dealt with it.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from contextvars import Context
from typing import Final

A_MINUTE: Final = 60.0
FEW: Final = 20_000
"""Keys of one minute that are kept; more than a full house types."""
NO_FRAME: Final = 0.1
"""Seconds without a frame after which a key that was dealt with has changed nothing."""
LOST: Final = 30.0
"""Seconds after which the next key is timed anyway: the widget that was to answer has gone."""


class Slowest:
    """The longest of the last minute, and of the last day."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._minute: deque[tuple[float, float]] = deque(maxlen=FEW)
        self._today = 0.0

    def note(self, seconds: float) -> None:
        """One more."""
        self._forget()
        self._minute.append((self._clock(), seconds))
        self._today = max(self._today, seconds)

    def _forget(self) -> None:
        before = self._clock() - A_MINUTE
        while self._minute and self._minute[0][0] < before:
            self._minute.popleft()

    def minute(self) -> tuple[int, float]:
        """How many in the last minute, and the longest in seconds (0 if none)."""
        self._forget()
        return len(self._minute), max((seconds for _, seconds in self._minute), default=0.0)

    @property
    def today(self) -> float:
        """The longest since the day began, in seconds."""
        return self._today

    def new_day(self) -> None:
        """The day begins."""
        self._today = 0.0


class KeyTimer:
    """Times the keys of one session, one at a time."""

    def __init__(self, slowest: Slowest) -> None:
        self._slowest = slowest
        self._began: float | None = None
        self._dealt: float | None = None
        self._timer: asyncio.TimerHandle | None = None

    def begin(self) -> bool:
        """Bytes have come. True if their end is to be asked for; False if an earlier key is being timed."""
        now = time.perf_counter()
        if self._began is not None and now - self._began < LOST:
            return False
        self._began, self._dealt = now, None
        return True

    def dealt_with(self) -> None:
        """The screen has done what the key asks for; its frame follows, if it changed anything."""
        if self._began is not None and self._dealt is None:
            self._dealt = time.perf_counter()
            self._timer = asyncio.get_running_loop().call_later(NO_FRAME, self._over, self._dealt, context=Context())

    def frame(self) -> None:
        """Something was handed to the network."""
        if self._dealt is not None:
            self._over(time.perf_counter())

    def _over(self, at: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if self._began is not None:
            self._slowest.note(at - self._began)
        self._began = self._dealt = self._timer = None
