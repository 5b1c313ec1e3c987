"""Slows down and limits those who guess codes or passwords, or do too much at once. Forgets with time; its memory is
bounded.
"""

from __future__ import annotations

import ipaddress
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Final

REMEMBERED: Final = 4096
"""Addresses, and names, that are remembered at most; the longest untouched are forgotten first."""
FORGIVEN_SECONDS: Final = 30.0
"""One failure is forgiven after so long."""
FREE: Final = 3
"""Failures that cost no more than the least delay."""
LEAST_DELAY: Final = 0.4
MOST_DELAY: Final = 8.0
ADDRESS_LIMIT: Final = 30
"""Failures in memory from which on no password and no code is accepted from an address. Keys are: whoever has one
cannot be locked out by somebody who guesses beside them."""
NAME_LIMIT: Final = 20
"""Failures in memory from which on passwords for a name are refused, except from where it has entered before."""


class _Tally:
    """Failures by subject, one forgiven every half minute."""

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
        """Note a failure; returns the seconds to wait before saying so."""
        self.addresses.add(network(address))
        self.names.add(name.casefold())
        worst = max(self.addresses.count(network(address)), self.names.count(name.casefold()))
        if worst <= FREE:
            return LEAST_DELAY
        return min(MOST_DELAY, LEAST_DELAY * float(2.0 ** (worst - FREE)))

    def entered(self, address: str, name: str) -> None:
        """Note that somebody got in, so that others cannot lock that person out from there."""
        self._familiar[network(address), name.casefold()] = None
        self._familiar.move_to_end((network(address), name.casefold()))
        while len(self._familiar) > REMEMBERED:
            self._familiar.popitem(last=False)

    def distrusts(self, address: str) -> bool:
        """Whether no password and no code is accepted from this address for now."""
        return self.addresses.count(network(address)) >= ADDRESS_LIMIT

    def refuses(self, address: str, name: str) -> bool:
        """Whether no password is accepted for this name from this address for now."""
        familiar = (network(address), name.casefold()) in self._familiar
        return not familiar and self.names.count(name.casefold()) >= NAME_LIMIT


def network(address: str) -> str:
    """What counts as one address: an IPv4 address, or the 64 bits of an IPv6 network that one household gets."""
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
"""Inputs that somebody's commands may make at once."""
BREATH: Final = 0.1
"""Seconds between those that come after: each is kept on disk and told on everybody's screen."""
DEBT: Final = 0.25
"""Seconds of work that a connection may cause at once: some hundred packets and a dozen key exchanges."""
FORGIVEN: Final = 0.1
"""Seconds of work that are forgiven each second."""
SHARE: Final = 0.2
"""The part of the loop's time that all who send too much have together."""


class RateLimit:
    """Lets everybody do so much at once, and then so much a second. What is more than that waits."""

    def __init__(self, burst: int = BURST, gap: float = BREATH) -> None:
        self._ahead = burst * gap
        self._gap = gap
        self._next: dict[str, float] = {}

    def wait(self, who: str, now: float) -> float:
        """How many seconds somebody waits before the next thing they do; 0 as long as they keep to the limit."""
        begin = max(self._next.get(who, 0.0), now - self._ahead)
        self._next[who] = begin + self._gap
        return max(0.0, begin - now)


class Debt:
    """What one connection has cost of the loop's time, beyond what is forgiven."""

    def __init__(self, clock: Callable[[], float], pace: Spacing | None = None) -> None:
        """`pace`: what all have together who are over their share."""
        self._clock = clock
        self._pace = pace or Spacing()
        self._seconds = 0.0
        self._at = clock()

    def note(self, spent: float) -> float:
        """So many seconds of work were done for it; how long it waits before the next."""
        now = self._clock()
        self._seconds = max(0.0, self._seconds - (now - self._at) * FORGIVEN) + spent
        self._at = now
        return self._pace.wait(now, spent) if self._seconds > DEBT else 0.0


class Spacing:
    """Spaces out the pieces of all who send too much. One for the server."""

    def __init__(self, share: float = SHARE) -> None:
        self._share = share
        self._next = 0.0

    def wait(self, now: float, spent: float) -> float:
        """How many seconds somebody who has just caused `spent` seconds of work waits."""
        self._next = max(now, self._next) + spent / self._share
        return self._next - now
