r"""Cost of spectators for players, for the session bench. In a single match a player seals every second:

    python -m benchmarks.sessions --churn 0 --variants loop --sessions 13 \
        --app benchmarks.watched_app:alone
    python -m benchmarks.sessions --churn 0 --sessions 104 --variants loop --typing 13 \
        --app benchmarks.watched_app:watched

In the second run every eighth person plays and types; 91 watch. `p99_ms` is the players' own.
"""

from __future__ import annotations

import asyncio
import itertools

from benchmarks.session_app import SEATS, BenchApp, Factory
from core.person import Person
from core.table.host_controls import HostControls
from core.table.table import Table
from ssh_server.session.session import Environment
from tui.app.session import SessionApp

EVERY = 1.0
"""Seconds between two seals; each is withdrawn at once."""


class Watching(BenchApp):
    """A session that watches the match."""

    match = ""

    def on_mount(self) -> None:
        super().on_mount()
        self.call_after_refresh(self.spectate, self.match)


class Watched(Factory):
    """A match of thirteen; all other people watch it."""

    def __init__(self, step: int) -> None:
        """Every `step`th person plays."""
        super().__init__()
        self._step = step
        self._table: Table | None = None
        self._seals: asyncio.Task[None] | None = None

    def _make_table(self, name: str) -> None:
        if self._table is None:
            seats = tuple(f"player{self._step * number}" for number in range(SEATS))
            holders = {seat: f"person:{seat}" for seat in seats}
            self._table = self.house.make("day_of_mercury", seats, holders=holders, seed=1, round_seconds=86_400.0)
            self._made["player", 0] = self._table
            self._seals = asyncio.get_running_loop().create_task(self._seal())

    async def _seal(self) -> None:
        assert self._table is not None
        for seat in itertools.cycle(self._table.match.seats):
            await asyncio.sleep(EVERY)
            own = self.house.seat(self._table.match.header.match, seat)
            own.seal({})  # no round closes: under a report keys paint nothing
            own.withdraw()

    def prepare(self) -> list[str]:
        """Do nothing: the players seal by themselves."""
        return [] if self._table is None else list(self._table.match.seats)

    def shake(self) -> list[str]:
        """Close the round, if one is open."""
        if self._table is not None and self._table.match.phase == "round":
            HostControls(self._table).close()
        return self.prepare()

    def __call__(self, size: tuple[int, int], person: Person, environment: Environment) -> SessionApp:
        app = super().__call__(size, person, environment)
        assert self._table is not None
        if person.name not in self._table.match.seats:
            watching = Watching(self.house, self.people, app.person)
            watching.person_name = person.name
            watching.match = self._table.match.header.match
            return watching
        return app


alone = Watched(1)
watched = Watched(8)
