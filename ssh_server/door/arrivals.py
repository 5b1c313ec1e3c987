"""Those who have just connected: heard out until they greet, which costs next to nothing, and then given to asyncssh.

Whoever hangs up before their turn has come costs a socket and nothing else, and whoever speaks another language is
hung up on at once. One who says nothing is given to asyncssh after a while, in turn: it may be waiting for our
greeting, and asyncssh knows how long a login may take.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

from ssh_server.door.guard import network
from ssh_server.door.login_queue import Turns
from ssh_server.door.startups import SILENT_SECONDS, Startups

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
