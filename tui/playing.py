"""Plays something by itself: a step after every so many seconds, at a speed that can be changed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from textual.timer import Timer
from textual.widget import Widget

SPEEDS = (3.0, 1.5, 0.8, 0.3)
"""Seconds a step stands, from slow to fast."""


class Player:
    """It stands until it is started."""

    def __init__(self, screen: Widget, step: Callable[[], Awaitable[None]]) -> None:
        """`screen`: whose timer it is; with that it ends. `step`: the next one."""
        self._screen, self._step = screen, step
        self._speed = 1
        self._timer: Timer | None = None

    @property
    def runs(self) -> bool:
        return self._timer is not None

    @property
    def seconds(self) -> float:
        """How long a step stands."""
        return SPEEDS[self._speed]

    def start(self) -> None:
        self._timer = self._screen.set_interval(self.seconds, self._step)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def faster(self, by: int) -> None:
        """Another speed, by so many steps of `SPEEDS`; what runs goes on with it."""
        self._speed = max(0, min(len(SPEEDS) - 1, self._speed + by))
        if self.runs:
            self.stop()
            self.start()
