"""The bounded number of connections that have not logged in yet (sshd's MaxStartups). asyncssh gets them once they
greet."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any, Final, Protocol

from ssh_server.door.guard import network
from ssh_server.door.login_queue import Turns

MOST: Final = 256
"""Unknown connections that the server keeps."""
MOST_AN_ADDRESS: Final = 160
"""The same for an address, which many players may share: eight matches of thirteen are 104."""
SILENT_SECONDS: Final = 0.5
"""Seconds after which a client that has not greeted gives way to a newcomer from the same full address."""
SETTLED_SECONDS: Final = 2.0
"""Seconds after which a client that has greeted gives way: a login by key is over by then."""


class Stranger(Protocol):
    @property
    def greeted(self) -> bool: ...

    @property
    def authenticated(self) -> bool:
        """True after a proof that names no person yet."""
        ...

    def turn_away(self) -> None: ...


class _Place:
    __slots__ = ("home", "known", "since")

    def __init__(self, home: str, known: bool, since: float) -> None:
        self.home = home
        self.known = known
        self.since = since


class Startups:
    """Counts unknown connections by address. A newcomer without a place displaces an older connection: of its own
    address if that is over its limit, else of the fullest addresses, first of those without an earlier login. Silent
    connections go first, then the oldest."""

    def __init__(self, most: int = MOST, most_an_address: int = MOST_AN_ADDRESS) -> None:
        self._most = most
        self._most_an_address = most_an_address
        self._here: dict[Stranger, _Place] = {}
        self._counts: Counter[str] = Counter()
        self.failures: Counter[str] = Counter()
        """Failed connections by address since the count was last taken; for a bounded number of addresses."""
        self.on_failure: Callable[[], None] = lambda: None

    def __len__(self) -> int:
        return len(self._here)

    def admit(self, stranger: Stranger, home: str, now: float, *, known: bool = False) -> bool:
        """Count a newcomer from `home` if there is a place for it. `known`: an earlier login from that address is
        remembered."""
        own = self._counts[home] >= self._most_an_address
        room = len(self._here) < self._most and not own
        if not room and not self._make_room(home if own else None, now):
            self.note(home)
            return False
        self._here[stranger] = _Place(home, known, now)
        self._counts[home] += 1
        return True

    def leave(self, stranger: Stranger) -> None:
        """Remove a connection. May be called more than once."""
        place = self._here.pop(stranger, None)
        if place is None:
            return
        self._counts[place.home] -= 1
        if not self._counts[place.home]:
            del self._counts[place.home]

    def everyone(self) -> tuple[Stranger, ...]:
        return tuple(self._here)

    def note(self, home: str) -> None:
        if not self.failures:
            self.on_failure()
        if home in self.failures or len(self.failures) < self._most:
            self.failures[home] += 1

    def _make_room(self, home: str | None, now: float) -> bool:
        """Turn a connection away. False if the address is full of recent ones."""
        stranger, place = min(
            self._crowd(home), key=lambda item: (item[0].authenticated, item[0].greeted, item[1].since)
        )
        if home is not None and now - place.since < (SETTLED_SECONDS if stranger.greeted else SILENT_SECONDS):
            return False
        self.note(place.home)
        self.leave(stranger)
        stranger.turn_away()
        return True

    def _crowd(self, home: str | None) -> list[tuple[Stranger, _Place]]:
        candidates = list(self._here.items())
        if home is None:
            candidates = [candidate for candidate in candidates if not candidate[1].known] or candidates
            most = max(self._counts[place.home] for _, place in candidates)
            return [candidate for candidate in candidates if self._counts[candidate[1].home] == most]
        return [candidate for candidate in candidates if candidate[1].home == home]


BACKLOG: Final = 256
"""Connections that the system queues before they are accepted."""
GREETING: Final = b"SSH-"
HEARD: Final = 16 * 1024
"""Bytes that a client may send before an answer: a greeting and its list of algorithms."""
A_CONNECTION: Final = 0.000_5
"""Seconds of work that a connection causes besides its creation."""

Factory = Callable[[str, int], Any]
"""Creates asyncssh's protocol for a connection; the address given is ignored."""


class Arrivals:
    def __init__(self, startups: Startups, turns: Turns, open_now: Callable[[], bool]) -> None:
        self.startups = startups
        self.turns = turns
        self.open_now = open_now

    async def create_server(self, factory: Factory, host: str, port: int) -> asyncio.Server:
        """Called by asyncssh. Raises OSError if the port is taken."""
        loop = asyncio.get_running_loop()
        return await loop.create_server(lambda: Arrival(self, factory), host, port, backlog=BACKLOG)


class Arrival(asyncio.Protocol):
    authenticated = False

    def __init__(self, arrivals: Arrivals, factory: Factory) -> None:
        self._arrivals = arrivals
        self._factory = factory
        self._heard = b""
        self._waits = False
        self._silence: asyncio.TimerHandle | None = None
        self._transport: asyncio.Transport
        self._home = ""
        self.greeted = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._home = network(str((transport.get_extra_info("peername") or ("",))[0]))
        loop, turns = asyncio.get_running_loop(), self._arrivals.turns
        known = turns.knows(self._home)
        if not self._arrivals.open_now() or not self._arrivals.startups.admit(
            self, self._home, loop.time(), known=known
        ):
            transport.abort()
            return
        self._waits = True
        self._silence = loop.call_later(SILENT_SECONDS, turns.want, self, self._home)

    def data_received(self, data: bytes) -> None:
        self._heard += data
        greeting = self._heard[: len(GREETING)]
        if greeting != GREETING[: len(greeting)] or len(self._heard) > HEARD:
            self.turn_away()
        elif b"\n" in data:
            self.greeted = True
            self._arrivals.turns.want(self, self._home)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._waits:
            self._arrivals.startups.note(self._home)
        self._leave()

    def turn_away(self) -> None:
        self._leave()
        self._transport.abort()

    def turn(self) -> float:
        self._leave()
        if self._transport.is_closing():
            return 0.0
        connection = self._factory("", 0)
        self._transport.set_protocol(connection)
        connection.connection_made(self._transport)
        if self._heard and not self._transport.is_closing():
            connection.data_received(self._heard)
        return A_CONNECTION

    def _leave(self) -> None:
        self._waits = False
        if self._silence is not None:
            self._silence.cancel()
            self._silence = None
        self._arrivals.turns.leave(self)
        self._arrivals.startups.leave(self)
