"""A house in memory with people, whose sessions run under Textual's pilot."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC
from typing import Any

from core.house.house import House
from core.house.people import People
from core.person import Key, Person
from core.table.seat import Seat
from core.table.table import Table
from core.words.door import Door
from storage.memory import MemoryStore
from tests.kit.house import Clock, open_house
from tests.kit.screens import SMALL, Driven
from tui.app.session import SessionApp


class Codes:
    """Codes that look random and are the same in every run."""

    def __init__(self) -> None:
        self.drawn = 0

    def __call__(self, n: int) -> bytes:
        self.drawn += 1
        return hashlib.sha256(f"code {self.drawn}".encode()).digest()[:n]


class SessionServices(Driven):
    app: SessionApp

    @property
    def rows(self) -> list[str]:
        """Keys of the rows of the lobby's list."""
        return [row.id for row in self.app.lobby.query_one("#matches").rows]  # type: ignore[attr-defined]

    @property
    def told(self) -> str:
        """Latest answer of the top screen."""
        told: str = self.find("#status").message
        return told


class Hall:
    def __init__(self, *names: str, host: str | None = None, **door: Any) -> None:
        """`names`: people of the house; `host`: one of them."""
        self.clock = Clock()
        self.house: House = open_house(MemoryStore(), self.clock)
        self.people = People(self.house.store, self.clock, Codes())
        self.door = Door(address="house.example", port=2222, fingerprint="SHA256:abc", **door)
        for name in names:
            self.join(name, host=name == host)

    def join(self, name: str, *, host: bool = False) -> Person:
        _, code = self.people.invite("host", host=host)
        key = Key(f"ssh-ed25519 key-of-{name}", f"SHA256:{name}", self.clock())
        return self.people.enrol(code, name, key, None)[0]

    def match(self, game: str = "parley-open", **more: Any) -> Table:
        """A match whose seats are held by people of their names, unless `holders` says otherwise."""
        seats = more.pop("seats", ("Ada", "Bo", "Cy", "Di"))
        held = {seat: "open" if self.people.find(seat) is None else f"person:{seat.lower()}" for seat in seats}
        return self.house.make(game, seats, holders=held | more.pop("holders", {}), **{"judged": False, **more})

    def seat(self, table: Table, name: str) -> Seat:
        """A seat, for acting outside of any screen."""
        return Seat(table, name)

    @asynccontextmanager
    async def enter(
        self, name: str, size: tuple[int, int] = SMALL, *, settle: bool = True
    ) -> AsyncIterator[SessionServices]:
        """Open a person's session for the block, which begins with the first screen; without `settle` at once."""
        person = self.people.find(name)
        assert person is not None
        app = SessionApp(self.house, self.people, person, door=self.door, zone=UTC)
        async with app.run_test(size=size) as pilot:
            at = SessionServices(app, pilot)
            if settle:
                await at.settle()
            yield at
