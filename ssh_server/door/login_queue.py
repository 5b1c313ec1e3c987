"""The order in which connections that have not logged in yet are worked on.

A login is some milliseconds of arithmetic, and whoever connects can ask for it. So what strangers send is worked
through in small pieces, one at a time: every address gets the same share of the time, whatever the others do; all of
them together take a part of the loop's time and leave the rest to those who play; and addresses from which somebody
has come in before take turns with all the others together, so that nobody who plays is kept out by newcomers, however
many addresses these have. Whoever leaves gives back the place, and nobody pays for work that was not done.

`sshd` knows the same as MaxStartups, PerSourceMaxStartups, PerSourceNetBlockSize and PerSourcePenalties; it refuses an
address for a time, where here an address that has had much waits for those who had less: players may sit behind the
same one.
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
"""The part of the loop's time that all strangers have together."""
AT_ONCE: Final = 0.05
"""Seconds of work that are done for them without a pause: ten logins."""
CREDIT: Final = 0.05
"""Seconds of work by which an address goes before those that have just had theirs."""
REMEMBERED: Final = 1024
"""Addresses that are remembered, of those that had turns and of those from which somebody came in."""


class QueuedLogin(Protocol):
    """Somebody who waits for a turn."""

    def turn(self) -> float:
        """Do a small piece of work; seconds that it causes besides those that it takes."""
        ...

    def turn_away(self) -> None:
        """End it without a word."""
        ...


class FairQueue:
    """Lines of those who wait, one an address. Whose address has had least is next; in a line, whoever came first.

    What an address has had is counted on from where the queue stands, less a credit: having stayed away for long
    gives no right to keep all others waiting now."""

    def __init__(self, credit: float = CREDIT) -> None:
        self._credit = credit
        self._lines: dict[str, dict[QueuedLogin, None]] = {}
        self._homes: dict[QueuedLogin, str] = {}
        self._had: OrderedDict[str, float] = OrderedDict()
        self._at = 0.0

    def __len__(self) -> int:
        return len(self._homes)

    def __contains__(self, one: QueuedLogin) -> bool:
        return one in self._homes

    @property
    def remembered(self) -> int:
        """How many addresses are remembered for what they have had."""
        return len(self._had)

    def join(self, one: QueuedLogin, home: str) -> None:
        """Stand in line; once is enough."""
        if one not in self._homes:
            self._homes[one] = home
            self._lines.setdefault(home, {})[one] = None

    def leave(self, one: QueuedLogin) -> None:
        """Give back the place. May be called more than once."""
        home = self._homes.pop(one, None)
        if home is None:
            return
        line = self._lines[home]
        del line[one]
        if not line:
            del self._lines[home]

    def next(self) -> tuple[QueuedLogin, str]:
        """Who is next, and from where; they no longer wait then. KeyError where nobody waits."""
        home = min(self._lines, key=self._begins, default=None)
        if home is None:
            raise KeyError("nobody waits")
        one = next(iter(self._lines[home]))
        self.leave(one)
        return one, home

    def charge(self, home: str, seconds: float) -> None:
        """An address has had so much."""
        begins = self._begins(home)
        self._at = max(self._at, begins)
        self._had[home] = begins + seconds
        self._had.move_to_end(home)
        floor = self._at - self._credit
        while len(self._had) > REMEMBERED or next(iter(self._had.values())) < floor:
            self._had.popitem(last=False)

    def _begins(self, home: str) -> float:
        floor = self._at - self._credit
        return max(self._had.get(home, floor), floor)


class Turns:
    """Gives those who wait their turns. One for the server."""

    def __init__(self, share: float = SHARE) -> None:
        self._share = share
        self._known, self._others = FairQueue(), FairQueue()
        self._familiar: OrderedDict[str, None] = OrderedDict()
        self._known_last = False
        self._free_at = 0.0
        self._planned: asyncio.Handle | None = None

    def __len__(self) -> int:
        """How many wait."""
        return len(self._known) + len(self._others)

    def know(self, home: str) -> None:
        """Somebody has come in from this address."""
        self._familiar[home] = None
        self._familiar.move_to_end(home)
        while len(self._familiar) > REMEMBERED:
            self._familiar.popitem(last=False)

    def knows(self, home: str) -> bool:
        """Whether somebody has come in from this address, as far as that is remembered."""
        return home in self._familiar

    def want(self, one: QueuedLogin, home: str) -> None:
        """Wait for a turn. Whoever waits already goes on waiting."""
        if one not in self._known and one not in self._others:
            (self._known if self.knows(home) else self._others).join(one, home)
        self._plan()

    def leave(self, one: QueuedLogin) -> None:
        """Wait no more. May be called more than once."""
        self._known.leave(one)
        self._others.leave(one)

    def stop(self) -> None:
        """Give no more turns."""
        if self._planned is not None:
            self._planned.cancel()
            self._planned = None

    def _plan(self) -> None:
        if self._planned is not None or not len(self):
            return
        loop = asyncio.get_running_loop()
        wait = self._free_at - loop.time()
        self._planned = loop.call_later(wait, self._give) if wait > 0 else loop.call_soon(self._give)

    def _give(self) -> None:
        """One turn. The next is another one of the loop's, so that keys of players come between."""
        self._planned = None
        if not len(self):
            return
        queue = self._choose()
        one, home = queue.next()
        began, besides = time.perf_counter(), 0.0
        try:
            besides = one.turn()
        except Exception:  # whatever a stranger sends ends at most that stranger
            logger.exception("A stranger's turn failed.")
            one.turn_away()
        spent = time.perf_counter() - began + besides
        queue.charge(home, spent)
        now = asyncio.get_running_loop().time()
        self._free_at = max(self._free_at, now - AT_ONCE / self._share) + spent / self._share
        self._plan()

    def _choose(self) -> FairQueue:
        """Those whose addresses are known and the others by turns."""
        self._known_last = bool(len(self._known)) and not (len(self._others) and self._known_last)
        return self._known if self._known_last else self._others


READING_SHARE: Final = 0.2
"""The part of the loop's time that all who look have together."""
READING_AT_ONCE: Final = 0.1
"""Seconds of work that are done for them without a pause."""

CHANNEL: Final = 0.001
"""Seconds that a command costs besides: its channel, opened and closed."""


class Reader:
    """One command that waits for its turn."""

    def __init__(self) -> None:
        self.begins = asyncio.get_running_loop().create_future()

    def turn(self) -> float:
        """It begins; what it takes is counted when it is over."""
        if not self.begins.done():
            self.begins.set_result(None)
        return 0.0

    def turn_away(self) -> None:
        """It does not begin."""
        self.begins.cancel()


class Reads:
    """Gives those who look their turns. One for the server."""

    def __init__(self, share: float = READING_SHARE, at_once: float = READING_AT_ONCE) -> None:
        self._share = share
        self._ahead = at_once / share
        self._queue = FairQueue()
        self._reading: Reader | None = None
        self._free_at = 0.0
        self._planned: asyncio.Handle | None = None

    @contextlib.asynccontextmanager
    async def turn(self, who: str) -> AsyncIterator[None]:
        """Wait until it is somebody's turn; what is done within is counted as theirs."""
        one = Reader()
        self._queue.join(one, who)
        self._plan()
        began = None
        try:
            await one.begins
            began = time.perf_counter()
            yield
        finally:
            self._queue.leave(one)
            if self._reading is one:
                self._over(who, 0.0 if began is None else time.perf_counter() - began)

    def _plan(self) -> None:
        if self._planned is not None or self._reading is not None or not len(self._queue):
            return
        loop = asyncio.get_running_loop()
        wait = self._free_at - loop.time()
        self._planned = loop.call_later(wait, self._give) if wait > 0 else loop.call_soon(self._give)

    def _give(self) -> None:
        self._planned = None
        if len(self._queue):
            one, _ = self._queue.next()
            assert isinstance(one, Reader)
            self._reading = one
            one.turn()

    def _over(self, who: str, spent: float) -> None:
        self._reading = None
        self._queue.charge(who, spent + CHANNEL)
        now = asyncio.get_running_loop().time()
        self._free_at = max(self._free_at, now - self._ahead) + (spent + CHANNEL) / self._share
        self._plan()
