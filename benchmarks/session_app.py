"""The house of the session bench: matches of 13 seats in memory, half Day of Mercury, half A Sinner's Secret, for
`player0`, `player1` and so on (eight matches for the usual 104), and for people who come and go (`churn0` to
`churn25`)."""

from __future__ import annotations

import functools
import itertools
import os
import secrets
import time
from collections.abc import Iterator

from benchmarks.sealing import seal_all
from core.house.house import House
from core.house.people import People
from core.person import Key, Person
from core.table.host_controls import HostControls
from core.table.table import Table
from ssh_server.session.colours import Colours
from ssh_server.session.session import Environment
from storage.memory import MemoryStore
from tui.app.session import SessionApp

SEATS = 13
GAMES = ("day_of_mercury", "sinners_secret")


class BenchApp(SessionApp):
    person_name = ""


class Factory:
    """Creates the app of each person, all in a single house."""

    painted = b"/13 ready"
    """Text in the header of every painted table."""

    def __init__(self) -> None:
        self._ripe: Table | None = None
        self._made: dict[tuple[str, int], Table] = {}
        """Tables by kind of people and number."""

    @functools.cached_property
    def house(self) -> House:
        """The house, created for the first session."""
        return House(MemoryStore(), time.time, secrets.token_hex)

    def _make_table(self, name: str) -> None:
        """Create the table of this person, if missing."""
        kind = name.rstrip("0123456789")
        at = int(name.removeprefix(kind)) // SEATS
        if (kind, at) not in self._made:
            seats = tuple(f"{kind}{at * SEATS + seat}" for seat in range(SEATS))
            number = len(self._made)
            self._made[kind, at] = self.house.make(
                GAMES[number % len(GAMES)], seats, holders={seat: f"person:{seat}" for seat in seats}, seed=number,
                round_seconds=86_400.0,
            )  # fmt: skip

    @functools.cached_property
    def people(self) -> People:
        """People of the house; unknown names are added."""
        return People(self.house.store, time.time, os.urandom)

    @functools.cached_property
    def _turns(self) -> Iterator[Table]:
        return itertools.cycle([table for (kind, _), table in self._made.items() if kind == "player"])

    def __call__(self, size: tuple[int, int], person: Person, environment: Environment) -> SessionApp:
        self._make_table(person.name)
        known = self.people.find(person.name)
        if known is None:
            known = self.people.take(person.name, Key(f"key-of {person.name}", f"SHA256:{person.name}", 0.0))
        app = BenchApp(self.house, self.people, known, no_color=environment.colours is Colours.NONE)
        app.person_name = person.name
        return app

    def prepare(self) -> list[str]:
        """Seal for the next table. Returns its people."""
        table = self._ripe = next(self._turns)
        seal_all(table)
        return list(table.match.seats)

    def shake(self) -> list[str]:
        """Close the round of the prepared table. Returns its people."""
        assert self._ripe is not None
        HostControls(self._ripe).close()
        return list(self._ripe.match.seats)


factory = Factory()
