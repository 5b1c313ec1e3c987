"""The order in which connections that have not logged in yet are served.

A login costs milliseconds of computation, so data of unknown clients is processed in small pieces: every address gets
the same share, all together a part of the loop's time. Addresses with an earlier login alternate with all others
together, so a flood of newcomers cannot keep players out.

A busy address waits and is not refused, since players may share it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import OrderedDict
from collections.abc import AsyncIterator
from typing import Final, Protocol

logger = logging.getLogger("garnet.server")

SHARE: Final = 0.5
"""Part of the loop's time for all unknown clients together."""
AT_ONCE: Final = 0.05
"""Seconds of work without a pause: ten logins."""
CREDIT: Final = 0.05
"""Seconds of work by which an address goes ahead of those that just had a turn."""
REMEMBERED: Final = 1024
"""Addresses that are remembered: those with turns, and those with a login."""


class QueuedLogin(Protocol):
    def turn(self) -> float:
        """Do a small piece of work. Returns seconds of further work that it causes."""
        ...

    def turn_away(self) -> None: ...


class FairQueue:
    """A queue with one line for each address. The address with the least work is next; within its line, the oldest
    client. A new address starts at the queue's level less a credit, so that it cannot delay all others."""

    def __init__(self, credit: float = CREDIT) -> None:
        self._credit = credit
        self._lines: dict[str, dict[QueuedLogin, None]] = {}
        self._homes: dict[QueuedLogin, str] = {}
        self._charged: OrderedDict[str, float] = OrderedDict()
        """Level of each address after its last turn, in seconds."""
        self._level = 0.0

    def __len__(self) -> int:
        return len(self._homes)

    def __contains__(self, client: QueuedLogin) -> bool:
        return client in self._homes

    @property
    def remembered(self) -> int:
        return len(self._charged)

    def join(self, client: QueuedLogin, home: str) -> None:
        if client not in self._homes:
            self._homes[client] = home
            self._lines.setdefault(home, {})[client] = None

    def leave(self, client: QueuedLogin) -> None:
        """Remove a client. May be called more than once."""
        home = self._homes.pop(client, None)
        if home is None:
            return
        line = self._lines[home]
        del line[client]
        if not line:
            del self._lines[home]

    def next(self) -> tuple[QueuedLogin, str]:
        """Remove the next client and return it with its address. KeyError if the queue is empty."""
        home = min(self._lines, key=self._start_level, default=None)
        if home is None:
            raise KeyError("nobody waits")
        client = next(iter(self._lines[home]))
        self.leave(client)
        return client, home

    def charge(self, home: str, seconds: float) -> None:
        start = self._start_level(home)
        self._level = max(self._level, start)
        self._charged[home] = start + seconds
        self._charged.move_to_end(home)
        floor = self._level - self._credit
        while len(self._charged) > REMEMBERED or next(iter(self._charged.values())) < floor:
            self._charged.popitem(last=False)

    def _start_level(self, home: str) -> float:
        floor = self._level - self._credit
        return max(self._charged.get(home, floor), floor)


class Turns:
    """Gives turns to unknown clients. The server has a single instance."""

    def __init__(self, share: float = SHARE) -> None:
        self._share = share
        self._known, self._others = FairQueue(), FairQueue()
        self._familiar: OrderedDict[str, None] = OrderedDict()
        self._gave_known_last = False
        self._free_at = 0.0
        self._timer: asyncio.Handle | None = None

    def __len__(self) -> int:
        return len(self._known) + len(self._others)

    def know(self, home: str) -> None:
        self._familiar[home] = None
        self._familiar.move_to_end(home)
        while len(self._familiar) > REMEMBERED:
            self._familiar.popitem(last=False)

    def knows(self, home: str) -> bool:
        return home in self._familiar

    def want(self, client: QueuedLogin, home: str) -> None:
        if client not in self._known and client not in self._others:
            (self._known if self.knows(home) else self._others).join(client, home)
        self._schedule()

    def leave(self, client: QueuedLogin) -> None:
        self._known.leave(client)
        self._others.leave(client)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _schedule(self) -> None:
        if self._timer is not None or not len(self):
            return
        loop = asyncio.get_running_loop()
        wait = self._free_at - loop.time()
        self._timer = loop.call_later(wait, self._give_turn) if wait > 0 else loop.call_soon(self._give_turn)

    def _give_turn(self) -> None:
        """Give a turn. The next runs in a later iteration of the loop, so that keys of players come between."""
        self._timer = None
        if not len(self):
            return
        self._gave_known_last = bool(len(self._known)) and not (len(self._others) and self._gave_known_last)
        queue = self._known if self._gave_known_last else self._others
        client, home = queue.next()
        began, caused = time.perf_counter(), 0.0
        try:
            caused = client.turn()
        except Exception:  # a failure ends this client alone
            logger.exception("A stranger's turn failed.")
            client.turn_away()
        spent = time.perf_counter() - began + caused
        queue.charge(home, spent)
        now = asyncio.get_running_loop().time()
        self._free_at = max(self._free_at, now - AT_ONCE / self._share) + spent / self._share
        self._schedule()


READING_SHARE: Final = 0.2
"""Part of the loop's time for all reading commands together."""
READING_AT_ONCE: Final = 0.1
"""Seconds of reading without a pause."""

CHANNEL: Final = 0.001
"""Seconds that a command costs besides its own work, for its channel."""


class Reader:
    def __init__(self) -> None:
        self.begins = asyncio.get_running_loop().create_future()

    def turn(self) -> float:
        """Let the command begin; its cost is charged when it ends."""
        if not self.begins.done():
            self.begins.set_result(None)
        return 0.0

    def turn_away(self) -> None:
        self.begins.cancel()


class Reads:
    """Gives turns to commands that read. The server has a single instance."""

    def __init__(self, share: float = READING_SHARE, at_once: float = READING_AT_ONCE) -> None:
        self._share = share
        self._ahead = at_once / share
        self._queue = FairQueue()
        self._reading: Reader | None = None
        self._free_at = 0.0
        self._timer: asyncio.Handle | None = None

    @contextlib.asynccontextmanager
    async def turn(self, who: str) -> AsyncIterator[None]:
        """Wait for a turn of this person; the time within is charged to the person."""
        reader = Reader()
        self._queue.join(reader, who)
        self._schedule()
        began = None
        try:
            await reader.begins
            began = time.perf_counter()
            yield
        finally:
            self._queue.leave(reader)
            if self._reading is reader:
                self._finish(who, 0.0 if began is None else time.perf_counter() - began)

    def _schedule(self) -> None:
        if self._timer is not None or self._reading is not None or not len(self._queue):
            return
        loop = asyncio.get_running_loop()
        wait = self._free_at - loop.time()
        self._timer = loop.call_later(wait, self._give_turn) if wait > 0 else loop.call_soon(self._give_turn)

    def _give_turn(self) -> None:
        self._timer = None
        if len(self._queue):
            reader, _ = self._queue.next()
            assert isinstance(reader, Reader)
            self._reading = reader
            reader.turn()

    def _finish(self, who: str, spent: float) -> None:
        self._reading = None
        self._queue.charge(who, spent + CHANNEL)
        now = asyncio.get_running_loop().time()
        self._free_at = max(self._free_at, now - self._ahead) + (spent + CHANNEL) / self._share
        self._schedule()
