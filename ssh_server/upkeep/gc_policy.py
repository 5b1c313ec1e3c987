"""When the garbage collector runs: not while keys wait.

A full collection walks over every live object, and a hundred Textual apps are some millions: seconds, in which nobody's
key is answered. So what is alive is frozen (the collector forgets about it), young objects are collected in steps
too short to notice, and the few cycles that ended sessions leave although they are taken apart (`dismantling.py`), less
than a kilobyte each, are swept up when nobody is typing. While thirty people come and go a sweep is hardly ever due; it
takes half a second then, and up to two after an hour without quiet.

Keys leave garbage too: a screen that is opened and closed again holds itself and goes with its session, some 2 kB for
each key. While the session lasts that is swept up with the rest: when it is quiet, or after so many keys that it might
be some hundred megabytes. The generations in between are left alone. With a hundred sessions typing, a collection of
the middle one walks over fifteen thousand objects, most of them out of the processor's caches, which takes 60 ms every
second and finds nothing.
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
"""The C library's number for how many heaps there may be."""
NEVER: Final = 1_000_000_000
KEYS: Final = 10_000
"""Keys after which a sweep is due, though no session has ended."""
MOST_KEYS: Final = 100_000
"""Keys of those who are there after which it no longer waits for quiet: some 200 MB. A hundred people type so many in
half an hour without a pause."""
QUIET_SECONDS: Final = 1.5
QUIET_SECONDS_EACH: Final = 0.1
"""Nobody has typed for so long, or for so long for each session alive: a sweep will hardly be noticed."""
WORTH: Final = 1_000
"""Ended sessions that are worth a sweep when it is quiet while others are there. An empty house is always swept."""
PATIENCE: Final = 10_000
"""Ended sessions after which a sweep no longer waits for quiet."""


CROWD: Final = 8
"""So many at once leave caches that are worth emptying when the last has gone."""
LARGE: Final = 256
"""A cache with room for so many entries grows with a crowd; smaller ones stay as they are."""


class GcPolicy:
    """One for the process, while the server runs."""

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
        """Sessions that have settled and not finished."""
        self.ended = 0
        """Sessions that ended since the last sweep."""
        self.sweeps = 0
        """Sweeps so far."""
        self.on_empty: Callable[[], None] = lambda: None
        """Called when a crowd has gone, for what can be reckoned anew to be let go of."""
        self._most = 0
        """As many were here at once since caches were emptied."""

    def start(self) -> None:
        """Take over, and freeze all that the program itself consists of."""
        self._before = gc.get_threshold()
        one_heap()
        gc.collect()
        gc.freeze()
        gc.set_threshold(YOUNG, NEVER, NEVER)

    def rest(self) -> None:
        """The house closes, and a hundred sessions end at once: sweeping behind them would only keep them waiting."""
        self._resting = True
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def stop(self) -> None:
        """Give the collector back as it was."""
        self._resting = False
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._before is not None:
            gc.unfreeze()
            gc.set_threshold(*self._before)
            self._before = None

    def key(self) -> None:
        """Somebody typed."""
        self._last_key = asyncio.get_running_loop().time()
        self._keys += 1
        if self._resting:
            return
        if self._keys >= KEYS and self._timer is None and self._before is not None:
            self._timer = asyncio.get_running_loop().call_later(self._enough(), self._look)
        if self._keys >= MOST_KEYS and self._before is not None:
            self._sweep()

    def settled(self) -> None:
        """A session has painted its screen: what it consists of will stay for a while."""
        self.alive += 1
        self._most = max(self._most, self.alive)
        if self._before is not None:
            gc.collect(0)
            gc.freeze()

    def finished(self, keys: int = 0) -> None:
        """A session that had settled has ended; what so many keys left behind went with it."""
        self.alive -= 1
        self.ended += 1
        self._keys = max(0, self._keys - keys)
        if self._before is None or self._resting:
            return
        if self.ended >= self._least:
            self._sweep()
        elif self._timer is None and (self.alive == 0 or self.ended >= self._worth):
            self._timer = asyncio.get_running_loop().call_later(self._enough(), self._look)

    def _look(self) -> None:
        self._timer = None
        loop = asyncio.get_running_loop()
        quiet = loop.time() - self._last_key
        if quiet >= self._enough():
            self._sweep()
        else:
            self._timer = loop.call_later(self._enough() - quiet, self._look)

    def _enough(self) -> float:
        """Seconds of quiet that a sweep waits for."""
        return max(self._quiet, self.alive * QUIET_SECONDS_EACH)

    def _sweep(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self.ended = self._keys = 0
        self.sweeps += 1
        gc.unfreeze()
        if self.alive == 0 and self._most >= CROWD:
            self._most = 0
            self.on_empty()
            forget()
        gc.collect()
        gc.freeze()
        if self.alive == 0:
            give_back()


def one_heap() -> None:
    """Threads share their memory: the C library would give each a heap of its own, and what is free in one of them is
    of no use to the others."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1)


def forget() -> None:
    """Empty the large caches, ours and Textual's; the next visitor fills them again. Their entries were
    made among all that a crowd's screens consist of, a few in each piece of memory, none of which can go back to the
    system while they are there."""
    forget_rules()
    for one in gc.get_objects():
        if isinstance(one, functools._lru_cache_wrapper) and (one.cache_parameters()["maxsize"] or 0) >= LARGE:
            one.cache_clear()


def give_back() -> None:
    """Memory that is free goes back to the system, where the C library can be asked for that: by itself it keeps what
    a crowd needed at its height."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
