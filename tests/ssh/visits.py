"""Visits by people in haste: keys, clicks and sizes at random moments, from before the first screen stands to the end.

A visit goes through the server's own way into a screen, take-overs included, and ends as visits end: by a key, a cut
connection, a farewell. Meanwhile rounds close, matches end and begin again, and seats change hands.
"""

from __future__ import annotations

import asyncio
import logging
import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from core.games import MODULES
from core.games import game as find_game
from core.house.people import People
from core.match.seating import OPEN
from core.person import Key, Person
from core.refusal import Refused
from core.table.host_controls import HostControls
from core.table.table import Table
from ssh_server.server import Server, ServerSettings
from ssh_server.session import session
from ssh_server.session.line import LineEnd
from ssh_server.session.session import Admission
from ssh_server.session.terminal import Terminal
from tests.kit import NAMES
from tests.kit.house import Clock, open_house
from tui.app.session import SessionApp

SIZES: Final = (
    (80, 24),
    (100, 30),
    (120, 40),
    (160, 45),
    (79, 24),
    (60, 20),
    (40, 15),
    (40, 12),
    (20, 5),
    (200, 60),
    (1, 1),
)
KEYS: Final = (
    *[b"\r"] * 12, b"\r\r\r", b"\r\r", *[b"\x1b[A", b"\x1b[B", b"\x1b[C", b"\x1b[D"] * 3, b"\t", b"\x1b[Z", b"\x1b",
    *(char.encode() for char in "qqqqssrrtnRLzywudxcevbpgohil,:?:?K<>+-/ 0123"), b"\x7f", b":\r", b":set\r", b"q\r",
    b"hello\r", b"\x03",
)  # fmt: skip
SECONDS: Final = 0.02
"""The longest pause between two deeds of one visitor."""
PATIENCE: Final = 300.0
"""Seconds after which a visit will never end. Only where nothing else is at work would fewer do."""


class Channel:
    """The server's end of a channel whose client reads everything."""

    def __init__(self) -> None:
        self._env: dict[bytes, bytes] = {}

    def write(self, data: bytes) -> None: ...

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None: ...

    def get_write_buffer_size(self) -> int:
        return 0

    def get_environment(self) -> dict[str, str]:
        return {}

    def get_extra_info(self, name: str) -> None:
        """Nothing is known of the line: it is no quick one."""

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...


class Crowded:
    """A house with a match of every game, and people who come and go. `dice` decides everything that is decided."""

    def __init__(self, seed: int, *, most: int = 20, people: int = 4) -> None:
        """`most`: deeds of one visit."""
        self.dice = random.Random(seed)
        self.house = open_house(clock=Clock())
        self._most = most
        known = People(self.house.store, self.house.clock, self.dice.randbytes)
        self.people: list[Person] = [known.take(n, Key(f"key of {n}", f"SHA256:{n}", 0.0)) for n in NAMES[:people]]
        self.people[0] = known.set_host(self.people[0].name, True)
        settings = ServerSettings(host_key=Path(os.devnull))
        self.server = Server(settings, known, lambda size, person, _: SessionApp(self.house, known, person))
        self.server.admission = Admission(at_once=people)
        for game in MODULES:
            self._make(game)
        HostControls(self._make(next(iter(MODULES)))).end("over")

    def _make(self, game: str) -> Table:
        """A match of which everybody holds one seat, in an order of its own; the next seat is free."""
        seats = NAMES[: find_game(game).spec.seats]
        held = [f"person:{person.name.casefold()}" for person in self.dice.sample(self.people, len(self.people))]
        holders = dict(zip(seats, [*held[: len(seats) - 1], OPEN, *["local"] * len(seats)], strict=False))
        host = f"person:{self.people[0].name.casefold()}"
        return self.house.make(game, seats, holders=holders, host=host, round_seconds=3600.0)

    async def visit(self, person: Person) -> LineEnd:
        """One visit from beginning to end. Returns why it ended."""
        terminal = Terminal(lambda _: asyncio.sleep(0))
        terminal.connection_made(Channel())  # type: ignore[arg-type]
        terminal.pty_requested("xterm-256color", (*self.dice.choice(SIZES[:8]), 0, 0), {})
        ran = asyncio.create_task(self.server.seat(terminal, person, "here"))
        for _ in range(self.dice.randint(2, self._most)):
            await self._pause()
            if ran.done():
                break
            self._deed(terminal)
        if not ran.done():
            self._go(terminal)
        async with asyncio.timeout(PATIENCE):
            why = await ran
        terminal.connection_lost(None)
        return why

    async def _pause(self) -> None:
        """A few turns of the loop, or a moment."""
        if self.dice.random() < 0.7:
            for _ in range(self.dice.randint(0, 40)):
                await asyncio.sleep(0)
        else:
            await asyncio.sleep(self.dice.uniform(0.0, SECONDS))

    def _deed(self, terminal: Terminal) -> None:
        kind = self.dice.random()
        if kind < 0.12:
            terminal.terminal_size_changed(*self.dice.choice(SIZES), 0, 0)
        elif kind < 0.25:
            column, row = self.dice.randint(1, 80), self.dice.randint(1, 24)
            click = f"\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m".encode()
            terminal.data_received(click * self.dice.choice((1, 1, 2, 3)), None)
        elif kind < 0.35:
            self._happen()
        else:
            terminal.data_received(b"".join(self.dice.choices(KEYS, k=self.dice.choice((1, 1, 2, 4)))), None)

    def _go(self, terminal: Terminal) -> None:
        kind = self.dice.randrange(4)
        if kind == 0:
            terminal.data_received(b"\x11", None)
        elif kind == 1:
            terminal.eof_received()
        else:
            terminal.connection_lost(None)

    def _happen(self) -> None:
        """Something that nobody at this terminal did."""
        running = [table for table in self.house.tables.values() if table.match.phase != "finished"]
        table = self.dice.choice(running)
        desk, match = HostControls(table), table.match
        kind = self.dice.random()
        try:
            if kind < 0.4:
                desk.close()
            elif kind < 0.55:
                holders = [*(f"person:{person.name.casefold()}" for person in self.people), OPEN, "local"]
                desk.hand_over(self.dice.choice(match.seats), self.dice.choice(holders))
            elif kind < 0.7:
                desk.announce("Tea is served.")
            elif kind < 0.8 and match.starts:
                desk.rewind(self.dice.choice(list(match.starts)))
            elif kind < 0.9:
                self.house.clock.advance(self.dice.choice((30.0, 200.0)))  # type: ignore[attr-defined]
            else:
                desk.end("Time to go home.")
        except Refused:
            return
        if table.match.phase == "finished" and len(self.house.tables) < 40:
            self._make(match.header.game)


class Noticed(logging.Handler):
    """What was logged of the trouble of sessions."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


@contextmanager
def unhurried() -> Iterator[None]:
    """Screens may take as long to end as a busy machine needs: what is looked for is one that never does."""
    seconds = session.EXIT_SECONDS
    session.EXIT_SECONDS = PATIENCE / 2  # type: ignore[misc]
    try:
        yield
    finally:
        session.EXIT_SECONDS = seconds  # type: ignore[misc]


@contextmanager
def noticed() -> Iterator[list[logging.LogRecord]]:
    """Everything of weight that the house logs meanwhile."""
    handler = Noticed()
    logger = logging.getLogger()
    logger.addHandler(handler)
    try:
        yield handler.records
    finally:
        logger.removeHandler(handler)


async def visits(seed: int, count: int, *, most: int = 20) -> list[logging.LogRecord]:
    """So many visits, a few at a time and now and then two by one person; what was logged of them as trouble."""
    crowded = Crowded(seed, most=most)
    left = iter(range(count))

    async def come(place: int) -> None:
        for _ in left:
            await crowded.visit(crowded.people[place if crowded.dice.random() < 0.8 else 0])

    with unhurried(), noticed() as found:
        await asyncio.gather(*(come(place) for place in range(len(crowded.people))))
        crowded.house.stop()
    return found


def told(records: list[logging.LogRecord], most: int = 3) -> str:
    """What was logged, with where it happened."""
    return "\n".join(logging.Formatter().format(record)[-3000:] for record in records[:most])
