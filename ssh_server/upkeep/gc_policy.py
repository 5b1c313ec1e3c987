"""Schedules the garbage collector for times without keys.

A full collection visits every live object: with a hundred apps it would block all keys for seconds. Live objects are
frozen, young ones collected in short steps. Ended sessions are taken apart (`ssh_server.session.isolation.dismantle`);
their last cycles are swept up in quiet moments, in half a second to two.

Keys leave some 2 kB of garbage each, swept up in quiet moments or after some hundred megabytes. The middle generation
is never collected: it took 60 ms every second and freed nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import functools
import gc
from collections.abc import Callable
from typing import Final

from tui.textual_seam import forget_rules

YOUNG: Final = 1_500
"""New objects between two collections of the youngest generation."""
M_ARENA_MAX: Final = -8
NEVER: Final = 1_000_000_000
KEYS: Final = 10_000
"""Keys after which a sweep is due although no session has ended."""
MOST_KEYS: Final = 100_000
"""Keys of living sessions after which a sweep no longer waits for quiet: some 200 MB."""
QUIET_SECONDS: Final = 1.5
QUIET_SECONDS_EACH: Final = 0.1
"""Seconds without a key before a sweep: the larger of QUIET_SECONDS and this for each session."""
WORTH: Final = 1_000
"""Ended sessions that are worth a sweep while others live. An empty house is always swept."""
PATIENCE: Final = 10_000
"""Ended sessions after which a sweep no longer waits for quiet."""


CROWD: Final = 8
"""Sessions at once whose caches are emptied when most have gone."""
LEFT: Final = 1 / 8
"""Part of a crowd that may still be there then."""
LARGE: Final = 256
"""Entries from which on a cache counts as one that grows with a crowd."""


class GcPolicy:
    def __init__(self, quiet: float = QUIET_SECONDS, least: int = PATIENCE, worth: int = WORTH) -> None:
        self._quiet = quiet
        self._least = least
        self._worth = worth
        self._before: tuple[int, int, int] | None = None
        self._last_key = 0.0
        self._keys = 0
        self._timer: asyncio.TimerHandle | None = None
        self._resting = False
        self.alive = 0
        self.ended = 0
        self.sweeps = 0
        self.on_empty: Callable[[], None] = lambda: None
        """Called when a crowd has gone, to drop what can be recomputed."""
        self._most = 0

    def start(self) -> None:
        self._before = gc.get_threshold()
        one_heap()
        gc.collect()
        gc.freeze()
        gc.set_threshold(YOUNG, NEVER, NEVER)

    def rest(self) -> None:
        """Stop sweeping while the house closes: sweeps would only delay its sessions."""
        self._resting = True
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def stop(self) -> None:
        self._resting = False
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._before is not None:
            gc.unfreeze()
            gc.set_threshold(*self._before)
            self._before = None

    def key(self) -> None:
        self._last_key = asyncio.get_running_loop().time()
        self._keys += 1
        if self._resting:
            return
        if self._keys >= KEYS and self._timer is None and self._before is not None:
            self._timer = asyncio.get_running_loop().call_later(self._seconds_between(), self._sweep_when_quiet)
        if self._keys >= MOST_KEYS and self._before is not None:
            self._sweep()

    def settled(self) -> None:
        """A session has painted its first screen: freeze its objects."""
        self.alive += 1
        self._most = max(self._most, self.alive)
        if self._before is not None:
            gc.collect(0)
            gc.freeze()

    def finished(self, keys: int = 0) -> None:
        """A settled session has ended; the garbage of its `keys` went with it."""
        self.alive -= 1
        self.ended += 1
        self._keys = max(0, self._keys - keys)
        if self._before is None or self._resting:
            return
        if self.ended >= self._least:
            self._sweep()
        elif self._timer is None and (self.alive == 0 or self._crowd_gone or self.ended >= self._worth):
            self._timer = asyncio.get_running_loop().call_later(self._seconds_between(), self._sweep_when_quiet)

    @property
    def _crowd_gone(self) -> bool:
        return self._most >= CROWD and self.alive <= self._most * LEFT

    def _sweep_when_quiet(self) -> None:
        self._timer = None
        loop = asyncio.get_running_loop()
        quiet = loop.time() - self._last_key
        if quiet >= self._seconds_between():
            self._sweep()
        else:
            self._timer = loop.call_later(self._seconds_between() - quiet, self._sweep_when_quiet)

    def _seconds_between(self) -> float:
        return max(self._quiet, self.alive * QUIET_SECONDS_EACH)

    def _sweep(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self.ended = self._keys = 0
        self.sweeps += 1
        gc.unfreeze()
        if crowd_gone := self._crowd_gone:
            self._most = self.alive
            self.on_empty()
            forget()
        gc.collect()
        gc.freeze()
        if crowd_gone or self.alive == 0:
            give_back()


def one_heap() -> None:
    """Make threads share a heap, so that freed memory is not lost to others."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1)


def forget() -> None:
    """Empty large caches: their entries keep memory from returning to the system."""
    forget_rules()
    for candidate in gc.get_objects():
        if (
            isinstance(candidate, functools._lru_cache_wrapper)
            and (candidate.cache_parameters()["maxsize"] or 0) >= LARGE
        ):
            candidate.cache_clear()


def give_back() -> None:
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
