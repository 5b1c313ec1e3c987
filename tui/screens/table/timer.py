"""The one timer of a table: redraws its clock each minute, in the last one each second, and blanks the screen when
nobody types.
"""

from __future__ import annotations

from collections.abc import Callable

from textual.timer import Timer
from textual.widget import Widget

from core.table.seat import Seat
from tui.widgets.frame import until_tick


class Pulse:
    """Beats when something that time changes is due."""

    def __init__(self, screen: Widget, seat: Seat, tick: Callable[[], None], idle: Callable[[], float | None]) -> None:
        """`tick` is called at each beat. `idle`: seconds without a key after which nobody is there; None for never."""
        self._screen, self._seat, self._tick, self._idle_seconds = screen, seat, tick, idle
        self._timer: Timer | None = None
        self._last_key = seat.now
        self.keys = 0
        """How many keys were pressed here."""

    def touched(self) -> None:
        """A key was pressed."""
        self._last_key = self._seat.now
        self.keys += 1

    def left_alone(self) -> bool:
        """Has nobody pressed a key for so long? Told once, and from then on counted anew."""
        if self._until_idle(self._seat.now) != 0.0:
            return False
        self._last_key = self._seat.now
        return True

    def beat(self) -> None:
        """Find the next beat."""
        if self._timer is not None:
            self._timer.stop()
        deadline, now = self._seat.frame().deadline, self._seat.now
        waits = [] if (idle := self._until_idle(now)) is None else [idle]
        if deadline is not None and deadline > now:
            waits.append(until_tick(deadline - now))
        self._timer = self._screen.set_timer(max(0.05, min(waits)), self._tick) if waits else None

    def _until_idle(self, now: float) -> float | None:
        idle = self._idle_seconds()
        return None if idle is None else max(0.0, self._last_key + idle - now)
