"""Connections that have not logged in yet, in a bounded number (sshd's MaxStartups), heard out until they greet."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any, Final, Protocol

from ssh_server.door.guard import network
from ssh_server.door.login_queue import Turns

MOST: Final = 256
"""Strangers that the server keeps."""
MOST_AN_ADDRESS: Final = 160
"""The same from one address: a whole house of players may sit behind one, and come back in the same instant after a
restart (a hundred and four are eight matches of thirteen)."""
SILENT_SECONDS: Final = 0.5
"""After so long without a word somebody gives way to a newcomer from the same address, if there is no room for both:
clients greet as soon as they are connected."""
SETTLED_SECONDS: Final = 2.0
"""The same for one who has greeted: who comes with a key is in by then, and one who holds places there should have to
come again all the time."""


class Stranger(Protocol):
    """What is counted."""

    @property
    def greeted(self) -> bool:
        """Whether it has said that it speaks SSH."""
        ...

    @property
    def authenticated(self) -> bool:
        """Whether it has proved something, though not yet that it is somebody."""
        ...

    def turn_away(self) -> None:
        """End it without a word."""
        ...


class _Place:
    """Where a stranger comes from, and since when it is here."""

    __slots__ = ("home", "known", "since")

    def __init__(self, home: str, known: bool, since: float) -> None:
        self.home = home
        self.known = known
        self.since = since


class Startups:
    """Counts strangers by address. Where there is no room for a newcomer, somebody makes it: of the same address if it
    is that which has too many, else of those addresses that have most, rather of those from which nobody ever came in.
    The first to go are those who say nothing, and among equals whoever has been here longest."""

    def __init__(self, most: int = MOST, most_an_address: int = MOST_AN_ADDRESS) -> None:
        self._most = most
        self._most_an_address = most_an_address
        self._here: dict[Stranger, _Place] = {}
        self._counts: Counter[str] = Counter()
        self.in_vain: Counter[str] = Counter()
        """How many came to nothing, by address, since somebody last took the count; of as many addresses as there are
        places."""
        self.on_vain: Callable[[], None] = lambda: None
        """Called with the first of them."""

    def __len__(self) -> int:
        return len(self._here)

    def admit(self, stranger: Stranger, home: str, now: float, *, known: bool = False) -> bool:
        """Whether there is room for a newcomer from `home`, who is counted then. `known`: somebody has come in from
        that address before."""
        own = self._counts[home] >= self._most_an_address
        room = len(self._here) < self._most and not own
        if not room and not self._make_room(home if own else None, now):
            self.note(home)
            return False
        self._here[stranger] = _Place(home, known, now)
        self._counts[home] += 1
        return True

    def leave(self, stranger: Stranger) -> None:
        """Somebody went in, or away. May be called more than once."""
        place = self._here.pop(stranger, None)
        if place is None:
            return
        self._counts[place.home] -= 1
        if not self._counts[place.home]:
            del self._counts[place.home]

    def everyone(self) -> tuple[Stranger, ...]:
        """All who are here now."""
        return tuple(self._here)

    def note(self, home: str) -> None:
        """A connection from this address was turned away, or hung up before it had said anything."""
        if not self.in_vain:
            self.on_vain()
        if home in self.in_vain or len(self.in_vain) < self._most:
            self.in_vain[home] += 1

    def _make_room(self, home: str | None, now: float) -> bool:
        """Turn somebody away, of this address or of those that have most. False where it is the address that is full,
        and nobody there has had their time yet."""
        one, place = min(
            self._crowd(home), key=lambda found: (found[0].authenticated, found[0].greeted, found[1].since)
        )
        if home is not None and now - place.since < (SETTLED_SECONDS if one.greeted else SILENT_SECONDS):
            return False
        self.note(place.home)
        self.leave(one)
        one.turn_away()
        return True

    def _crowd(self, home: str | None) -> list[tuple[Stranger, _Place]]:
        """Of whom somebody has to make room."""
        here = list(self._here.items())
        if home is None:
            here = [found for found in here if not found[1].known] or here
            most = max(self._counts[place.home] for _, place in here)
            return [found for found in here if self._counts[found[1].home] == most]
        return [found for found in here if found[1].home == home]


BACKLOG: Final = 256
"""Connections that the system keeps until they are accepted."""
GREETING: Final = b"SSH-"
"""How the first line of everybody begins who speaks SSH."""
HEARD: Final = 16 * 1024
"""Bytes that somebody may say before they have been answered: a greeting and what algorithms they know."""
A_CONNECTION: Final = 0.000_5
"""Seconds of work that a connection causes besides its making."""

Factory = Callable[[str, int], Any]
"""Makes asyncssh's part of a connection, from an address that it ignores."""


class Arrivals:
    """Listens in asyncssh's place: its `tunnel`."""

    def __init__(self, startups: Startups, turns: Turns, open_now: Callable[[], bool]) -> None:
        """`open_now`: whether anybody is let in at present."""
        self.startups = startups
        self.turns = turns
        self.open_now = open_now

    async def create_server(self, factory: Factory, host: str, port: int) -> asyncio.Server:
        """Called by asyncssh. Raises OSError where the port is taken."""
        loop = asyncio.get_running_loop()
        return await loop.create_server(lambda: Arrival(self, factory), host, port, backlog=BACKLOG)


class Arrival(asyncio.Protocol):
    """One that has connected, until asyncssh takes over."""

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
        """Somebody connects."""
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
        """They say something."""
        self._heard += data
        said = self._heard[: len(GREETING)]
        if said != GREETING[: len(said)] or len(self._heard) > HEARD:
            self.turn_away()
        elif b"\n" in data:
            self.greeted = True
            self._arrivals.turns.want(self, self._home)

    def connection_lost(self, exc: Exception | None) -> None:
        """They have hung up: the place is free."""
        if self._waits:
            self._arrivals.startups.note(self._home)
        self._leave()

    def turn_away(self) -> None:
        """End the connection without a word."""
        self._leave()
        self._transport.abort()

    def turn(self) -> float:
        """From here on it is asyncssh's."""
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
