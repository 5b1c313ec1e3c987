"""Limits of an address: connections, time to send a request, and share of the loop."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable
from typing import Any, Final, cast

from aiohttp import web

from ssh_server.door.guard import Debt, Spacing, network
from web_server.pages import HEADERS

MOST: Final = 900
"""Connections to the door: 400 pages, and as many that browsers open besides."""
MOST_AN_ADDRESS: Final = 400
HEAD_SECONDS: Final = 10.0
IDLE_SECONDS: Final = 20.0
BODY_SECONDS: Final = 10.0
BODY_BYTES: Final = 8 * 1024
HEADER_BYTES: Final = 8 * 1024
REMEMBERED: Final = 1024
MASKED: Final = 0x80
"""Bit of a frame's second byte."""
MASK_BYTES: Final = 4
NO_FRAME: Final = b"\xf0\x80"
"""Head of a frame with reserved bits, which every reader refuses."""


class Connections:
    """Counts open connections by address. `proxies` have no limit."""

    def __init__(self, proxies: frozenset[str] = frozenset()) -> None:
        self._proxies = proxies
        self._counts: Counter[str] = Counter()
        self.open: set[Incoming] = set()
        self.turned_away = 0

    def admit(self, connection: Incoming, address: str) -> bool:
        home = network(address)
        if len(self.open) >= MOST or (home not in self._proxies and self._counts[home] >= MOST_AN_ADDRESS):
            self.turned_away += 1
            return False
        self.open.add(connection)
        self._counts[home] += 1
        return True

    def leave(self, connection: Incoming, address: str) -> None:
        if connection in self.open:
            self.open.discard(connection)
            home = network(address)
            self._counts[home] -= 1
            if self._counts[home] <= 0:
                del self._counts[home]


class Incoming(web.RequestHandler):
    """A connection. It is cut if there is no place, or no request in time."""

    __slots__ = ("_address", "_connections", "_request_timer")

    def __init__(self, connections: Connections, *given: Any, **options: Any) -> None:
        super().__init__(*given, **options)
        self._connections = connections
        self._address = ""
        self._request_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._address = str((transport.get_extra_info("peername") or ("",))[0])
        if not self._connections.admit(self, self._address):
            transport.abort()  # type: ignore[attr-defined]
            return
        self._request_timer = asyncio.get_running_loop().call_later(HEAD_SECONDS, transport.abort)  # type: ignore[attr-defined]

    def stop_waiting(self) -> None:
        if self._request_timer is not None:
            self._request_timer.cancel()
            self._request_timer = None

    def set_parser(self, parser: Any, data_received_cb: Callable[[], None] | None = None) -> None:
        """Read the frames of a socket, masked ones alone."""
        super().set_parser(cast("Any", MaskedFrames(parser)), data_received_cb)

    def handle_error(
        self, request: web.BaseRequest, status: int = 500, exc: BaseException | None = None, message: str | None = None
    ) -> web.StreamResponse:
        """Answer an unreadable request, without its bytes and without a version."""
        answer = super().handle_error(request, status, exc, "The house does not understand this request.")
        answer.headers.update(HEADERS)
        return answer

    def connection_lost(self, exc: BaseException | None) -> None:
        self.stop_waiting()
        self._connections.leave(self, self._address)
        super().connection_lost(exc)


class MaskedFrames:
    """Passes a client's bytes to aiohttp's reader, which does not ask for the mask of a frame (RFC 6455, 5.1). From an
    unmasked frame on it reads what is no frame, and closes the socket with 1002."""

    def __init__(self, reader: Any) -> None:
        self._reader = reader
        self._head = b""
        """Bytes so far of the head of a frame."""
        self._bytes_left = 0
        """Bytes to come of its mask and content."""

    def feed_data(self, received: bytes) -> tuple[bool, bytes]:
        fed: tuple[bool, bytes] = self._reader.feed_data(received if self._is_masked(received) else NO_FRAME)
        return fed

    def feed_eof(self) -> None:
        self._reader.feed_eof()

    def _is_masked(self, received: bytes) -> bool:
        at = 0
        while at < len(received):
            if self._bytes_left:
                step = min(self._bytes_left, len(received) - at)
                at, self._bytes_left = at + step, self._bytes_left - step
                continue
            self._head += received[at : at + 1]
            at += 1
            if len(self._head) < 2:
                continue
            if not self._head[1] & MASKED:
                return False
            length = self._head[1] & ~MASKED
            more = {126: 2, 127: 8}.get(length, 0)
            if len(self._head) == 2 + more:
                self._bytes_left = MASK_BYTES + (int.from_bytes(self._head[2:]) if more else length)
                self._head = b""
        return True


class Listener(web.Server):
    def __init__(self, connections: Connections, handler: Any, **options: Any) -> None:
        super().__init__(handler, **options)
        self._address_limits = connections
        self._options = options

    def __call__(self) -> web.RequestHandler:
        return Incoming(self._address_limits, self, loop=asyncio.get_running_loop(), **self._options)


class Costs:
    """Loop time used by the requests of each address; addresses over their share wait."""

    def __init__(self, clock: Callable[[], float], pace: Spacing) -> None:
        self._clock, self._pace = clock, pace
        self._debts: OrderedDict[str, Debt] = OrderedDict()

    def note(self, address: str, spent: float) -> float:
        """Charge seconds of work. Return the seconds to wait before the next request."""
        home = network(address)
        debt = self._debts.setdefault(home, Debt(self._clock, self._pace))
        self._debts.move_to_end(home)
        while len(self._debts) > REMEMBERED:
            self._debts.popitem(last=False)
        return debt.note(spent)
