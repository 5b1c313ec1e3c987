"""How long those wait who do too much at once. Moments are seconds by the clock of the loop."""

from __future__ import annotations

from typing import Final

BURST: Final = 200
"""Inputs that somebody's commands may make at once."""
BREATH: Final = 0.1
"""Seconds between those that come after: each is kept on disk and told on everybody's screen."""
SHARE: Final = 0.2
"""The part of the loop's time that all who send too much have together."""


class RateLimit:
    """Lets everybody do so much at once, and then so much a second. What is more than that waits."""

    def __init__(self, burst: int = BURST, gap: float = BREATH) -> None:
        self._ahead = burst * gap
        self._gap = gap
        self._next: dict[str, float] = {}

    def wait(self, who: str, now: float) -> float:
        """How many seconds somebody waits before the next thing they do; 0 as long as they keep to the limit."""
        begin = max(self._next.get(who, 0.0), now - self._ahead)
        self._next[who] = begin + self._gap
        return max(0.0, begin - now)


class Spacing:
    """Spaces out the pieces of all who send too much. One for the server."""

    def __init__(self, share: float = SHARE) -> None:
        self._share = share
        self._next = 0.0

    def wait(self, now: float, spent: float) -> float:
        """How many seconds somebody who has just caused `spent` seconds of work waits."""
        self._next = max(now, self._next) + spent / self._share
        return self._next - now
