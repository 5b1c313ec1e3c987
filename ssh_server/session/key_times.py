"""Times from the bytes of a key until its frame goes to the network.

One key of a session is timed at once. A key that changes nothing ends when the screen has handled it.
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
"""Keys kept for a minute; more than a full house types."""
NO_FRAME: Final = 0.1
"""Seconds without a frame after which a handled key counts as one that changed nothing."""
LOST: Final = 30.0
"""Seconds after which another key is timed anyway: the first key's widget is gone."""


class Slowest:
    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._minute: deque[tuple[float, float]] = deque(maxlen=FEW)
        self.today = 0.0

    def note(self, seconds: float) -> None:
        self._forget()
        self._minute.append((self._clock(), seconds))
        self.today = max(self.today, seconds)

    def _forget(self) -> None:
        before = self._clock() - A_MINUTE
        while self._minute and self._minute[0][0] < before:
            self._minute.popleft()

    def minute(self) -> tuple[int, float]:
        """Number of durations in the last minute, and the longest in seconds (0 if none)."""
        self._forget()
        return len(self._minute), max((seconds for _, seconds in self._minute), default=0.0)

    def new_day(self) -> None:
        self.today = 0.0


class KeyTimer:
    def __init__(self, slowest: Slowest) -> None:
        self._slowest = slowest
        self._began: float | None = None
        self._dealt: float | None = None
        self._timer: asyncio.TimerHandle | None = None

    def begin(self) -> bool:
        """Bytes have arrived. True if their end should be reported; False while an earlier key is timed."""
        now = time.perf_counter()
        if self._began is not None and now - self._began < LOST:
            return False
        self._began, self._dealt = now, None
        return True

    def dealt_with(self) -> None:
        """The screen has handled the key; a frame follows if it changed anything."""
        if self._began is not None and self._dealt is None:
            self._dealt = time.perf_counter()
            self._timer = asyncio.get_running_loop().call_later(NO_FRAME, self._over, self._dealt, context=Context())

    def frame(self) -> None:
        if self._dealt is not None:
            self._over(time.perf_counter())

    def _over(self, at: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if self._began is not None:
            self._slowest.note(at - self._began)
        self._began = self._dealt = self._timer = None
