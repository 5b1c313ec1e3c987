"""Limits for guesses of codes and passwords, and for clients that do too much at once. Counts decay with time, and
their number is bounded."""

from __future__ import annotations

import ipaddress
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Final

REMEMBERED: Final = 4096
"""Most addresses, and names, that are remembered; the longest untouched are dropped first."""
FORGIVEN_SECONDS: Final = 30.0
FREE: Final = 3
"""Failures that cost only the least delay."""
LEAST_DELAY: Final = 0.4
MOST_DELAY: Final = 8.0
ADDRESS_LIMIT: Final = 30
"""Failures from which on passwords and codes from an address are refused; keys are still accepted."""
NAME_LIMIT: Final = 20
"""Failures from which on passwords for a name are refused, except from addresses where it has logged in before."""


class _Tally:
    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._marks: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    def count(self, subject: Hashable) -> float:
        failures, since = self._marks.get(subject, (0.0, 0.0))
        return max(0.0, failures - (self._clock() - since) / FORGIVEN_SECONDS)

    def add(self, subject: Hashable) -> None:
        self._marks[subject] = (self.count(subject) + 1, self._clock())
        self._marks.move_to_end(subject)
        while len(self._marks) > REMEMBERED:
            self._marks.popitem(last=False)

    def __len__(self) -> int:
        return len(self._marks)


class Guard:
    """Counts failed passwords and codes per address and per name. Keys are not counted: they cannot be guessed."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.addresses = _Tally(clock)
        self.names = _Tally(clock)
        self._familiar: OrderedDict[tuple[str, str], None] = OrderedDict()

    def failed(self, address: str, name: str) -> float:
        self.addresses.add(network(address))
        self.names.add(name.casefold())
        worst = max(self.addresses.count(network(address)), self.names.count(name.casefold()))
        if worst <= FREE:
            return LEAST_DELAY
        return min(MOST_DELAY, LEAST_DELAY * float(2.0 ** (worst - FREE)))

    def entered(self, address: str, name: str) -> None:
        """Remember the address of a login: failures elsewhere cannot lock this name out there."""
        self._familiar[network(address), name.casefold()] = None
        self._familiar.move_to_end((network(address), name.casefold()))
        while len(self._familiar) > REMEMBERED:
            self._familiar.popitem(last=False)

    def distrusts(self, address: str) -> bool:
        """True while passwords and codes from this address are refused."""
        return self.addresses.count(network(address)) >= ADDRESS_LIMIT

    def refuses(self, address: str, name: str) -> bool:
        """True while passwords for this name from this address are refused."""
        familiar = (network(address), name.casefold()) in self._familiar
        return not familiar and self.names.count(name.casefold()) >= NAME_LIMIT


def network(address: str) -> str:
    """Unit by which addresses are counted: an IPv4 address, or the 64-bit IPv6 network that a household gets."""
    try:
        known = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(known, ipaddress.IPv4Address):
        return str(known)
    if known.ipv4_mapped is not None:
        return str(known.ipv4_mapped)
    return str(ipaddress.ip_network((known, 64), strict=False))


BURST: Final = 200
"""Inputs that a person's commands may make at once."""
BREATH: Final = 0.1
"""Seconds between further inputs: each is stored and sent to every screen."""
DEBT: Final = 0.25
"""Seconds of work that a connection may cause at once: some hundred packets and a dozen key exchanges."""
FORGIVEN: Final = 0.1
"""Seconds of work forgiven each second."""
SHARE: Final = 0.2
"""Part of the loop's time for all connections over their share together."""


class RateLimit:
    def __init__(self, burst: int = BURST, gap: float = BREATH) -> None:
        self._ahead = burst * gap
        self._gap = gap
        self._next: dict[str, float] = {}

    def wait(self, who: str, now: float) -> float:
        """Seconds that a person waits before the next input; 0 within the limit."""
        begin = max(self._next.get(who, 0.0), now - self._ahead)
        self._next[who] = begin + self._gap
        return max(0.0, begin - now)


class Debt:
    def __init__(self, clock: Callable[[], float], pace: Spacing | None = None) -> None:
        self._clock = clock
        self._pace = pace or Spacing()
        self._seconds = 0.0
        self._at = clock()

    def note(self, spent: float) -> float:
        """Charge seconds of work. Returns seconds to wait before the next."""
        now = self._clock()
        self._seconds = max(0.0, self._seconds - (now - self._at) * FORGIVEN) + spent
        self._at = now
        return self._pace.wait(now, spent) if self._seconds > DEBT else 0.0


class Spacing:
    """Spaces out the work of all connections over their share. The server has a single instance."""

    def __init__(self, share: float = SHARE) -> None:
        self._share = share
        self._next = 0.0

    def wait(self, now: float, spent: float) -> float:
        self._next = max(now, self._next) + spent / self._share
        return self._next - now
