"""Comes to a house as a player's `ssh` does, as far as the question who is there, and says how long that took."""

from __future__ import annotations

import asyncio
import os
import socket
import time
from typing import Final, NamedTuple

import asyncssh

LIMIT: Final = 10.0
"""Seconds that all of it may take."""
NAME: Final = "doctor"
"""Who says to be coming; nothing is proved, so it need not be anybody."""


class Handshake(NamedTuple):
    """How far it came."""

    connected: bool
    """Whether anything took the connection."""
    greeted: bool
    """Whether it greeted as SSH servers do."""
    finished: bool
    """Whether it came to the question who is there: keys are exchanged by then."""
    seconds: float
    """How long it took to come so far."""
    trouble: str = ""
    """What was in the way, in the words of the system or the library; empty where it was the limit or nothing."""


class _Caller(asyncssh.SSHClient):
    """Notes how far a connection has come. It has nothing to prove itself with."""

    def __init__(self) -> None:
        self.conn: asyncssh.SSHClientConnection | None = None

    def connection_made(self, conn: asyncssh.SSHClientConnection) -> None:
        """Something took the connection."""
        self.conn = conn

    @property
    def greeted(self) -> bool:
        """Whether it said that it speaks SSH."""
        return self.conn is not None and bool(self.conn.get_extra_info("server_version"))


def handshake(host: str, port: int, limit: float = LIMIT) -> Handshake:
    """Try one, for `limit` seconds at most."""
    return asyncio.run(_handshake(host, port, limit))


async def _handshake(host: str, port: int, limit: float) -> Handshake:
    caller, began, finished, trouble = _Caller(), time.perf_counter(), False, ""
    try:
        async with asyncio.timeout(limit):
            connection = await asyncssh.connect(
                host, port, username=NAME, client_factory=lambda: caller, client_keys=None, agent_path=None,
                password=None, known_hosts=None, config=None, login_timeout=limit, connect_timeout=limit,
            )  # fmt: skip
        connection.abort()
        finished = True
    except asyncssh.PermissionDenied:
        finished = True
    except TimeoutError:
        pass
    except OSError as error:
        trouble = _words(error)
    except asyncssh.Error as error:
        trouble = str(error)
    return Handshake(caller.conn is not None, caller.greeted, finished, time.perf_counter() - began, trouble)


def _words(error: OSError) -> str:
    """What the system says of it, without numbers."""
    if isinstance(error, socket.gaierror):
        return "the name is not known"
    return os.strerror(error.errno) if error.errno else "none of its addresses takes a connection"
