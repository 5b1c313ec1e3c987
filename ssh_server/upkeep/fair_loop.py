"""An event loop that runs next whoever has had the least time.

asyncio does what is ready in the order in which it came. A key goes through some seven small steps until it is on the
screen, and with thirty people at work each of them would wait for thirty others: screens that open, tables that are
laid out anew. So every session has a share of its own (`CURRENT_SHARE`, which all its tasks inherit), what it uses is
counted, and of all that is ready the step of the session that has used least is done next. Those who type now and then
are always in front of those who keep the house busy; in one share everything keeps its order. All that belongs to no
session, the network and the rounds that close, belongs to the house, which has the largest share.

A round that closes has every screen of its table painted anew: thirty people who all used little, and all at once. Who
pressed a key meanwhile waits for an answer, the others only look. So a key goes before all that nobody asked for, with
what its session saved up while it used little. Whoever types without end has saved nothing, and takes turns with the
others.

Whoever has just come waits for a first screen, which is ten keys' worth of work: behind them in a full house it would
take half a minute. So a session that begins goes before all that nobody asked for, too, though not before keys; what it
uses is counted as the house's is, until its first screen is out.

The network is looked at every few milliseconds, however much waits: a key that has come is among them at once.
"""

from __future__ import annotations

import asyncio
import contextvars
import heapq
import itertools
import time
from collections import deque
from collections.abc import Callable
from typing import Any, Final

CREDIT: Final = 0.02
"""Seconds by which somebody who did nothing for a while goes before those at work; two keys' worth."""
REST: Final = 0.1
"""So many seconds without anything to do are a while: whatever was used before counts no more."""
SLICE: Final = 0.004
"""Seconds after which the network is looked at again."""
SAVED: Final = 0.1
"""Seconds by which somebody's key goes before what nobody asked for, at most; what was saved up for it."""
SAVES: Final = 0.05
"""The part of the time that can be saved up: who uses less than that always has all of SAVED."""
HOUSE: Final = 8.0
"""How many times a person's share the house itself has."""
AHEAD: Final = 0.05
"""Seconds by which a session that begins goes before what nobody asked for: behind keys, and with the house's share it
lasts for most of what a first screen takes."""


class SessionShare:
    """What one session has used, and what of it waits."""

    __slots__ = ("begins", "counted", "saved", "since", "typed", "used", "waiting", "weight")

    def __init__(self, weight: float = 1.0) -> None:
        """`weight`: how many times the usual share."""
        self.weight = weight
        self.used = 0.0
        """Seconds so far, divided by the weight; after a rest as much as the others', less CREDIT."""
        self.since = 0.0
        """When it last had nothing to do any more, by the line's clock."""
        self.waiting: deque[asyncio.Handle] = deque()
        self.typed = False
        """Since the last rest a key has come."""
        self.begins = False
        """It is a session without a screen, and somebody waits for that."""
        self.saved = SAVED
        """Seconds that its keys may go before the others; when a key came last, less what was used since."""
        self.counted = 0.0
        """When that was, by the line's clock."""

    def hurry(self) -> None:
        """What is left to do is to go: somebody waits for it, and it is little."""
        self.used, self.weight, self.begins = 0.0, HOUSE, False

    def begun(self) -> None:
        """Its first screen is out: from now on it has as much as anybody."""
        self.begins, self.weight = False, 1.0


CURRENT_SHARE: contextvars.ContextVar[SessionShare | None] = contextvars.ContextVar("whose", default=None)
"""To whose share what runs in this context belongs; None for the house."""


class ReadyQueue:
    """Those who have something ready, least used first."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._heap: list[tuple[float, int, SessionShare]] = []
        self._order = itertools.count()
        self._at_work: SessionShare | None = None
        self._floor = 0.0
        """What whoever came last had used when their turn came: nobody who rested is behind it by more than CREDIT."""

    def __bool__(self) -> bool:
        return bool(self._heap)

    def join(self, handle: asyncio.Handle, share: SessionShare) -> None:
        """Something of a share is ready."""
        share.waiting.append(handle)
        if len(share.waiting) == 1 and share is not self._at_work:
            if self._clock() - share.since >= REST:
                share.typed, share.used = False, self._fresh(share)
            else:
                share.used = max(share.used, self._fresh(share))
            heapq.heappush(self._heap, (share.used, next(self._order), share))

    def typed(self, share: SessionShare) -> None:
        """A key of this share has come, and what it puts off comes next."""
        now = self._clock()
        if not share.waiting and share is not self._at_work and now - share.since >= REST:
            share.typed, share.used = False, self._floor - CREDIT
        gained = min(SAVED - share.saved, (now - share.counted) * SAVES)
        share.saved += gained
        share.used = max(share.used - (gained if share.typed else share.saved), self._floor - CREDIT - share.saved)
        share.counted = share.since = now
        share.typed = True
        if share.waiting and share is not self._at_work:  # what is before the key goes with it
            self._heap = [(one.used, order, one) for _, order, one in self._heap]
            heapq.heapify(self._heap)

    def beginning(self, share: SessionShare) -> None:
        """A session begins: what it puts off goes before all that nobody asked for, until it is `begun`."""
        share.begins, share.weight = True, HOUSE
        share.used = min(share.used, self._fresh(share))

    def _fresh(self, share: SessionShare) -> float:
        """What it counts as having used when it has something to do again."""
        ahead = share.saved if share.typed else AHEAD if share.begins else 0.0
        return self._floor - CREDIT - ahead

    def take(self) -> tuple[SessionShare, asyncio.Handle]:
        """What is to be done next; `done` follows. IndexError where nothing is ready."""
        _, _, share = heapq.heappop(self._heap)
        self._floor = max(self._floor, share.used)
        self._at_work = share
        return share, share.waiting.popleft()

    def done(self, share: SessionShare, seconds: float) -> None:
        """It took so long."""
        self._at_work = None
        share.used += seconds / share.weight
        share.saved = max(0.0, share.saved - seconds)
        if share.waiting:
            heapq.heappush(self._heap, (share.used, next(self._order), share))
        else:
            share.since = self._clock()

    def clear(self) -> None:
        """Nothing is to be done any more."""
        for _, _, share in self._heap:
            share.waiting.clear()
        self._heap.clear()


class FairLoop(asyncio.SelectorEventLoop):
    """asyncio's loop, which does what was put off with `call_soon` (each step of each task) by shares. What the network
    and the timers bring themselves is done as it comes; it is short, and puts off the rest."""

    def __init__(self) -> None:
        super().__init__()
        self._line = ReadyQueue()
        self._house = SessionShare(HOUSE)
        self._planned = False
        self._nobody = contextvars.Context()

    def call_soon(  # type: ignore[override]
        self, callback: Callable[..., object], *args: Any, context: contextvars.Context | None = None
    ) -> asyncio.Handle:
        """Do it as soon as it is its share's turn."""
        if context is None:
            context = contextvars.copy_context()
        if not self._planned:
            super().call_soon(self._some, context=self._nobody)  # RuntimeError on a loop that is closed
            self._planned = True
        handle = asyncio.Handle(callback, args, self, context)
        self._line.join(handle, context.get(CURRENT_SHARE, None) or self._house)
        return handle

    def typed(self, share: SessionShare) -> None:
        """A key of this share has come: what it puts off goes first, within what was saved up."""
        self._line.typed(share)

    def beginning(self, share: SessionShare) -> None:
        """A session begins with this share, and somebody waits for its first screen."""
        self._line.beginning(share)

    def _some(self) -> None:
        """Some of what is ready; the rest when the network has been looked at."""
        line, clock = self._line, time.perf_counter
        began = clock()
        until = began + SLICE
        try:
            while line and began < until:
                share, handle = line.take()
                try:
                    if not handle.cancelled():
                        handle._run()
                finally:
                    now = clock()
                    line.done(share, now - began)
                    began = now
        finally:
            self._planned = bool(line)
            if self._planned:
                super().call_soon(self._some, context=self._nobody)

    def close(self) -> None:
        super().close()
        self._line.clear()


def typed(share: SessionShare) -> None:
    """A key of this share has come. On a loop that does not share its time out nothing is to be done."""
    loop = asyncio.get_running_loop()
    if isinstance(loop, FairLoop):
        loop.typed(share)


def beginning(share: SessionShare) -> None:
    """A session begins with this share, and somebody waits for its first screen."""
    loop = asyncio.get_running_loop()
    if isinstance(loop, FairLoop):
        loop.beginning(share)
