"""What one address may cost: how many connections it may hold, how long it may take to say what it wants, and how much
of the loop's time its requests may have."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable
from typing import Any, Final

from aiohttp import web

from ssh_server.door.guard import Debt, Spacing, network

MOST: Final = 900
"""Connections to this door: 400 pages of people who play or watch, and as many as browsers open beside them."""
MOST_AN_ADDRESS: Final = 400
"""The same from one address: a whole house of players may sit behind one, with some connections each."""
HEAD_SECONDS: Final = 10.0
"""How long a new connection may take until its first request is there."""
IDLE_SECONDS: Final = 20.0
"""How long a connection is kept that asks for nothing."""
BODY_SECONDS: Final = 10.0
"""How long a form may take to arrive."""
BODY_BYTES: Final = 8 * 1024
"""Bytes of a form."""
HEADER_BYTES: Final = 8 * 1024
"""Bytes of a header's line."""
REMEMBERED: Final = 1024
"""Addresses of which it is remembered what they cost."""


class Connections:
    """Counts what is open, by address. `proxies`: addresses that stand for many, and are not counted by themselves."""

    def __init__(self, proxies: frozenset[str] = frozenset()) -> None:
        self._proxies = proxies
        self._counts: Counter[str] = Counter()
        self.open: set[Incoming] = set()
        self.turned_away = 0
        """How many found no room, so far."""

    def admit(self, one: Incoming, address: str) -> bool:
        """Whether there is room; then it is counted."""
        home = network(address)
        if len(self.open) >= MOST or (home not in self._proxies and self._counts[home] >= MOST_AN_ADDRESS):
            self.turned_away += 1
            return False
        self.open.add(one)
        self._counts[home] += 1
        return True

    def leave(self, one: Incoming, address: str) -> None:
        """It is over."""
        if one in self.open:
            self.open.discard(one)
            home = network(address)
            self._counts[home] -= 1
            if self._counts[home] <= 0:
                del self._counts[home]


class Incoming(web.RequestHandler):
    """One connection. One that has not said what it wants in time, or finds no room, is cut."""

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
        """A whole request is there."""
        if self._first is not None:
            self._first.cancel()
            self._first = None

    def connection_lost(self, exc: BaseException | None) -> None:
        self.begun()
        self._connections.leave(self, self._address)
        super().connection_lost(exc)


class Listener(web.Server):
    """Makes a connection of each that comes."""

    def __init__(self, connections: Connections, handler: Any, **options: Any) -> None:
        super().__init__(handler, **options)
        self._made = connections
        self._options = options

    def __call__(self) -> web.RequestHandler:
        return Incoming(self._made, self, loop=asyncio.get_running_loop(), **self._options)


class Costs:
    """What the requests of each address cost of the loop's time; whoever is over their share waits."""

    def __init__(self, clock: Callable[[], float], pace: Spacing) -> None:
        self._clock, self._pace = clock, pace
        self._debts: OrderedDict[str, Debt] = OrderedDict()

    def note(self, address: str, spent: float) -> float:
        """A request took so many seconds of work; how long the address waits before its next."""
        home = network(address)
        debt = self._debts.setdefault(home, Debt(self._clock, self._pace))
        self._debts.move_to_end(home)
        while len(self._debts) > REMEMBERED:
            self._debts.popitem(last=False)
        return debt.note(spent)
