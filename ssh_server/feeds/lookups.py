"""Looks up names of servers outside of the event loop, and loads the list of trusted certificates once.

A name server that says nothing holds a thread for half a minute, and no thread can be told to stop. In the threads that
all of the house shares (passwords are checked there, matches read) a few such names would keep players out.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import ipaddress
import socket
import ssl
import threading
from typing import Final

import httpx

AT_ONCE: Final = 4
"""Names that are looked up at the same time; more wait."""


class Lookups:
    """Looks names up in threads of their own, few at once, which keep no process from ending."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self._free = asyncio.Semaphore(at_once)

    async def find(self, host: str) -> None:
        """Return once `host` can be found; OSError where it cannot. A thread that was given up keeps its place until it
        comes back."""
        with contextlib.suppress(ValueError):
            ipaddress.ip_address(host)
            return
        await self._free.acquire()
        loop = asyncio.get_running_loop()
        found: asyncio.Future[OSError | UnicodeError | None] = loop.create_future()

        def done(trouble: OSError | UnicodeError | None) -> None:
            self._free.release()
            if not found.done():
                found.set_result(trouble)

        def look() -> None:
            trouble: OSError | UnicodeError | None = None
            try:
                socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
            except (OSError, UnicodeError) as error:  # a name that cannot be one
                trouble = error
            with contextlib.suppress(RuntimeError):  # the loop has been closed meanwhile
                loop.call_soon_threadsafe(done, trouble)

        threading.Thread(target=look, name="lookup", daemon=True).start()
        trouble = await found
        if trouble is not None:
            raise OSError(f"{host} cannot be found") from trouble


_read = functools.cache(httpx.create_ssl_context)


async def trusted() -> ssl.SSLContext:
    """The one list for all that the house sends."""
    return await asyncio.to_thread(_read)
