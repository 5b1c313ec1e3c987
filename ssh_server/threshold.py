"""Those who stand at the door: connections that have not become somebody's yet, in a bounded number."""

from __future__ import annotations

from collections import Counter
from typing import Final, Protocol

MOST: Final = 256
"""Connections that may be at the door."""
MOST_AN_ADDRESS: Final = 160
"""The same from one address: a whole house of players may sit behind one, and come back in the same instant after a
restart (a hundred and four are eight matches of thirteen)."""
SETTLED_SECONDS: Final = 2.0
"""After so long at the door somebody gives way to a newcomer, if there is no room for both: one who comes with a key
is in by then, and one who holds places there should have to come again all the time."""


class Stranger(Protocol):
    """What is counted."""

    authenticated: bool
    """Whether it has proved something, though not yet that it is somebody."""

    def turn_away(self) -> None:
        """End it without a word."""
        ...


class Threshold:
    """Counts strangers by address. Where there is no room for a newcomer, whoever has been there longest makes it:
    of the same address if it is that which has too many, else of the address that has most."""

    def __init__(self, most: int = MOST, most_an_address: int = MOST_AN_ADDRESS) -> None:
        self._most = most
        self._most_an_address = most_an_address
        self._here: dict[Stranger, tuple[str, float]] = {}

    def __len__(self) -> int:
        return len(self._here)

    def admit(self, stranger: Stranger, home: str, now: float) -> bool:
        """Whether there is room for a newcomer from `home`, who is counted then."""
        counts = Counter(at for at, _ in self._here.values())
        crowded = home if counts[home] >= self._most_an_address else None
        if crowded is None and len(self._here) >= self._most:
            crowded = max(counts, key=lambda at: counts[at])
        if crowded is not None and not self._make_room(crowded, now, own=crowded == home):
            return False
        self._here[stranger] = (home, now)
        return True

    def leave(self, stranger: Stranger) -> None:
        """Somebody went in, or away. May be called more than once."""
        self._here.pop(stranger, None)

    def _make_room(self, home: str, now: float, *, own: bool) -> bool:
        """Turn away the one of `home` that has been there longest, rather one who has proved nothing."""
        there = [(one.authenticated, since, one) for one, (at, since) in self._here.items() if at == home]
        _, since, longest = min(there, key=lambda one: one[:2])
        if own and now - since < SETTLED_SECONDS:
            return False
        self.leave(longest)
        longest.turn_away()
        return True
