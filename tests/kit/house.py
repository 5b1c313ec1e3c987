"""A house in memory, with a clock that a test moves and tokens that are always the same."""

from __future__ import annotations

import hashlib
from typing import Any

from core.house.house import House
from core.store import Store
from storage.memory import MemoryStore


class Clock:
    def __init__(self, now: float = 1_700_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now

    def advance(self, seconds: float) -> None:
        self.now += seconds


class Tokens:
    """Tokens that look random and are the same in every run."""

    def __init__(self) -> None:
        self.drawn = 0

    def __call__(self, n: int) -> str:
        self.drawn += 1
        return hashlib.sha256(f"token {self.drawn}".encode()).hexdigest()[: 2 * n]


def open_house(store: Store | None = None, clock: Clock | None = None, **more: Any) -> House:
    """A house on `store` (by default a new one in memory), with a clock at `house.clock`."""
    return House(store or MemoryStore(), clock or Clock(), Tokens(), **more)
