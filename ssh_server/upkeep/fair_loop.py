"""An event loop that schedules the session with the least CPU time so far.

A key needs some seven steps; in asyncio's order each would wait for thirty busy sessions. The time of each session's
share (`CURRENT_SHARE`, inherited by its tasks) is counted; within a share the order is kept. Steps without a session,
such as the network and closing rounds, belong to the house, which has the largest share.

A closing round repaints every screen of its table: a key precedes it by the time that its session saved up while idle.
A starting session, which costs as much as ten keys, comes behind keys and before unrequested work.
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
"""Seconds by which an idle session precedes busy ones."""
REST: Final = 0.1
"""Seconds without work after which earlier use no longer counts."""
SLICE: Final = 0.004
"""Seconds of steps before the network is read again."""
SAVED: Final = 0.1
"""Limit of savings, in seconds."""
SAVES: Final = 0.05
"""Seconds saved up for each second that passes."""
HOUSE: Final = 8.0
"""The house's share, in shares of a person."""
AHEAD: Final = 0.05
"""Seconds by which a starting session precedes unrequested work, but not keys."""


class SessionShare:
    __slots__ = ("begins", "counted", "saved", "since", "typed", "used", "waiting", "weight")

    def __init__(self, weight: float = 1.0) -> None:
        self.weight = weight
        self.used = 0.0
        """Seconds used, divided by the weight. After a rest it is raised to the floor, less CREDIT."""
        self.since = 0.0
        """Clock at the end of its last step."""
        self.waiting: deque[asyncio.Handle] = deque()
        self.typed = False
        """True if a key has come since the last rest."""
        self.begins = False
        """True until the session's first screen."""
        self.saved = SAVED
        """Seconds by which a key may precede others: savings at the last key, less later use."""
        self.counted = 0.0
        """Clock when savings were last counted."""

    def hurry(self) -> None:
        """Give a session that ends the largest share: little is left to do."""
        self.used, self.weight, self.begins = 0.0, HOUSE, False

    def finish_start(self) -> None:
        """Give the session the usual share once its first screen is out."""
        self.begins, self.weight = False, 1.0


CURRENT_SHARE: contextvars.ContextVar[SessionShare | None] = contextvars.ContextVar("current_share", default=None)
"""Share of the code that runs in this context; None for the house."""


class ReadyQueue:
    """Shares with ready steps, least used first."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._heap: list[tuple[float, int, SessionShare]] = []
        self._order = itertools.count()
        self._running: SessionShare | None = None
        self._floor = 0.0
        """Highest use at which a share ran; a rested share starts at most CREDIT below it, apart from savings."""

    def __bool__(self) -> bool:
        return bool(self._heap)

    def push(self, handle: asyncio.Handle, share: SessionShare) -> None:
        share.waiting.append(handle)
        if len(share.waiting) == 1 and share is not self._running:
            if self._clock() - share.since >= REST:
                share.typed, share.used = False, self._rested_use(share)
            else:
                share.used = max(share.used, self._rested_use(share))
            heapq.heappush(self._heap, (share.used, next(self._order), share))

    def note_key(self, share: SessionShare) -> None:
        """Note a key of this share: move the share's next steps forward by its savings."""
        now = self._clock()
        if not share.waiting and share is not self._running and now - share.since >= REST:
            share.typed, share.used = False, self._floor - CREDIT
        gained = min(SAVED - share.saved, (now - share.counted) * SAVES)
        share.saved += gained
        share.used = max(share.used - (gained if share.typed else share.saved), self._floor - CREDIT - share.saved)
        share.counted = share.since = now
        share.typed = True
        if share.waiting and share is not self._running:  # steps before the key move with it
            self._heap = [(queued.used, order, queued) for _, order, queued in self._heap]
            heapq.heapify(self._heap)

    def note_start(self, share: SessionShare) -> None:
        """Note the start of a session: its steps precede unrequested work until `finish_start`."""
        share.begins, share.weight = True, HOUSE
        share.used = min(share.used, self._rested_use(share))

    def _rested_use(self, share: SessionShare) -> float:
        ahead = share.saved if share.typed else AHEAD if share.begins else 0.0
        return self._floor - CREDIT - ahead

    def pop(self) -> tuple[SessionShare, asyncio.Handle]:
        """Remove the next step; a call of `charge` follows. IndexError if none is ready."""
        _, _, share = heapq.heappop(self._heap)
        self._floor = max(self._floor, share.used)
        self._running = share
        return share, share.waiting.popleft()

    def charge(self, share: SessionShare, seconds: float) -> None:
        self._running = None
        share.used += seconds / share.weight
        share.saved = max(0.0, share.saved - seconds)
        if share.waiting:
            heapq.heappush(self._heap, (share.used, next(self._order), share))
        else:
            share.since = self._clock()

    def clear(self) -> None:
        for _, _, share in self._heap:
            share.waiting.clear()
        self._heap.clear()


class FairLoop(asyncio.SelectorEventLoop):
    """asyncio's loop, with shares for all that `call_soon` schedules, such as steps of tasks. Callbacks of network and
    timers run at once: they are short."""

    def __init__(self) -> None:
        super().__init__()
        self.queue = ReadyQueue()
        self._house = SessionShare(HOUSE)
        self._is_scheduled = False
        self._no_share = contextvars.Context()

    def call_soon(  # type: ignore[override]
        self, callback: Callable[..., object], *args: Any, context: contextvars.Context | None = None
    ) -> asyncio.Handle:
        if context is None:
            context = contextvars.copy_context()
        if not self._is_scheduled:
            super().call_soon(self._run_some, context=self._no_share)  # raises RuntimeError on a closed loop
            self._is_scheduled = True
        handle = asyncio.Handle(callback, args, self, context)
        self.queue.push(handle, context.get(CURRENT_SHARE, None) or self._house)
        return handle

    def _run_some(self) -> None:
        queue, clock = self.queue, time.perf_counter
        until = (began := clock()) + SLICE
        try:
            while queue and began < until:
                share, handle = queue.pop()
                try:
                    if not handle.cancelled():
                        handle._run()
                finally:
                    now = clock()
                    queue.charge(share, now - began)
                    began = now
        finally:
            self._is_scheduled = bool(queue)
            if self._is_scheduled:
                super().call_soon(self._run_some, context=self._no_share)

    def close(self) -> None:
        super().close()
        self.queue.clear()


def note_key(share: SessionShare) -> None:
    """Note a key of this share; nothing on another loop."""
    loop = asyncio.get_running_loop()
    if isinstance(loop, FairLoop):
        loop.queue.note_key(share)


def note_start(share: SessionShare) -> None:
    """Note the start of a session with this share; nothing on another loop."""
    loop = asyncio.get_running_loop()
    if isinstance(loop, FairLoop):
        loop.queue.note_start(share)
