# ruff: noqa: ASYNC110 - the loop must be left to turn freely; there is no event for "everything has been dealt with"
"""Hostile input for real sessions at the tables of every game, mixed with keys that mean something there."""

from __future__ import annotations

import asyncio
import contextvars
import functools
import os
import random
from typing import Any, Final

from textual.app import App

from core.games import MODULES
from core.games import game as find_game
from core.house.people import People
from core.person import Key
from ssh_server.session.colours import Colours
from ssh_server.session.driver import SessionDriver
from ssh_server.session.isolation import isolate_app
from ssh_server.session.output_buffer import OutputBuffer
from tests.kit import NAMES
from tests.kit.house import open_house
from tests.ssh.fuzz import Sink, inputs
from tui.app.session import SessionApp

_HANDS: Final = b"sssrrttnnuuLLRRzywdpagx,:?<>+-/ 0123456789qqbcefhi\r\r\r\r\r\r\r\r\r\r\t\x1b"
_ARROWS: Final = (b"\x1b[A", b"\x1b[B", b"\x1b[C", b"\x1b[D", b"\x1b[6~", b"\x1b[5~", b"\x7f")
PATIENCE: Final = 300.0


def inputs_at_tables(seed: int, count: int) -> list[bytes]:
    """So many chunks; the same for the same seed."""
    dice = random.Random(seed)
    wild = iter(inputs(seed, count))
    return [_hands(dice) if dice.random() < 0.6 else next(wild) for _ in range(count)]


def _hands(dice: random.Random) -> bytes:
    if dice.random() < 0.3:
        return dice.choice(_ARROWS) * dice.randint(1, 3)
    return bytes(dice.choice(_HANDS) for _ in range(dice.randint(1, 3)))


class Tables:
    """A house with a match of each game, at all of which one person sits, and another who has nothing to do with it."""

    def __init__(self, first: int = 0) -> None:
        """`first`: the number of the match at which the first session sits down."""
        self._house = open_house()
        self._people = People(self._house.store, self._house.clock, os.urandom)
        for game in MODULES:
            seats = NAMES[: find_game(game).spec.seats]
            holders = dict.fromkeys(seats, "local") | {NAMES[0]: f"person:{NAMES[0].casefold()}"}
            self._house.make(game, seats, holders=holders, round_seconds=3600.0)
        self._person = self._people.take(NAMES[0], Key("ssh-ed25519 fuzz", "SHA256:fuzz", 0.0))
        self._turn = first
        self.crashes: list[BaseException] = []
        self.sessions = 0

    def _app(self) -> App[Any]:
        """The session of that person, who goes to the next table."""
        app = SessionApp(self._house, self._people, self._person)
        match = tuple(self._house.tables)[self._turn % len(MODULES)]
        self._turn += 1
        self.sessions += 1
        land = app._land

        def sit() -> None:
            land()
            app.sit(match, NAMES[0])

        app._land = sit  # type: ignore[method-assign]
        return app

    async def survive(self, chunks: list[bytes], seed: int = 0) -> bool:
        """Send chunks, and now and then a size. A session that ends by itself, because the keys meant that, is followed
        by another; a crash ends it all. Did the last one still answer, or end by itself?"""
        dice, rest = random.Random(seed), chunks
        while rest and not self.crashes:
            victim = Victim(self._app(), self.crashes)
            await victim.begin()
            rest = rest[await victim.take(rest, dice) :]
            if not await victim.end():
                return False
        return not self.crashes


class Victim:
    """One session behind a driver whose terminal is a sink."""

    def __init__(self, app: App[Any], crashes: list[BaseException]) -> None:
        self._app = app
        self._crashes = crashes
        self._drivers: list[SessionDriver] = []

    async def begin(self) -> None:
        """Start it, and wait until it has a screen."""
        driver = functools.partial(SessionDriver, output=OutputBuffer(Sink()), on_ready=self._drivers.append)
        isolate_app(self._app, Colours.MANY, driver, self._crashes.append)
        self._task: asyncio.Task[Any] = asyncio.get_running_loop().create_task(
            self._app.run_async(size=(80, 24)), context=contextvars.Context()
        )
        async with asyncio.timeout(PATIENCE):
            while not self._drivers or not self._app.screen_stack or not self._app.screen.is_running:
                await asyncio.sleep(0)
        self._driver = self._drivers[0]

    async def take(self, chunks: list[bytes], dice: random.Random) -> int:
        """Feed it; how many chunks it took before it ended."""
        driver = self._driver
        for number, chunk in enumerate(chunks):
            driver.receive(chunk)
            if number % 97 == 0:
                driver.resized(dice.randint(-5, 10**6), dice.randint(-5, 10**6))
            if number % 31 == 0:
                driver.resized(80, 24)
            while driver._backlog_size > 1024 and not self._task.done():
                await asyncio.sleep(0)
            await asyncio.sleep(0)
            if self._task.done():
                return number + 1
        return len(chunks)

    async def end(self) -> bool:
        """Let it deal with what it was sent, and end it. False if it runs and does not answer."""
        driver, answered = self._driver, asyncio.Event()
        driver.receive(b"\x1b[201~")
        try:
            async with asyncio.timeout(PATIENCE):
                while (driver._backlog_size or driver._catch_up_timer is not None) and not self._task.done():
                    await asyncio.sleep(0.001)
                self._app.call_later(answered.set)
                while not answered.is_set() and not self._task.done():
                    await asyncio.sleep(0.001)
        except TimeoutError:
            return False
        self._app.exit()
        await self._task
        driver.close()
        return True
