"""Limits of an address: connections, time to send a request, and share of the loop."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable
from typing import Any, Final

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

    __slots__ = ("_address", "_connections", "_first")

    def __init__(self, connections: Connections, *given: Any, **options: Any) -> None:
        super().__init__(*given, **options)
        self._connections = connections
        self._address = ""
        self._first: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._address = str((transport.get_extra_info("peername") or ("",))[0])
        if not self._connections.admit(self, self._address):
            transport.abort()  # type: ignore[attr-defined]
            return
        self._first = asyncio.get_running_loop().call_later(HEAD_SECONDS, transport.abort)  # type: ignore[attr-defined]

    def begun(self) -> None:
        if self._first is not None:
            self._first.cancel()
            self._first = None

    def handle_error(
        self, request: web.BaseRequest, status: int = 500, exc: BaseException | None = None, message: str | None = None
    ) -> web.StreamResponse:
        """Answer an unreadable request, without its bytes and without a version."""
        answer = super().handle_error(request, status, exc, "The house does not understand this request.")
        answer.headers.update(HEADERS)
        return answer

    def connection_lost(self, exc: BaseException | None) -> None:
        self.begun()
        self._connections.leave(self, self._address)
        super().connection_lost(exc)


class Listener(web.Server):
    def __init__(self, connections: Connections, handler: Any, **options: Any) -> None:
        super().__init__(handler, **options)
        self._made = connections
        self._options = options

    def __call__(self) -> web.RequestHandler:
        return Incoming(self._made, self, loop=asyncio.get_running_loop(), **self._options)


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
