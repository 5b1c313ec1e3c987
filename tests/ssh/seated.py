"""Every seat of a match with a real terminal, and all that was ever sent to it."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import asyncssh

from core.games import game as find_game
from core.table.table import Table
from ssh_server.commands.command_line import CommandLine
from ssh_server.session.colours import Colours
from tests.kit import NAMES
from tests.kit.house import open_house
from tests.kit.quiet import loop_is_quiet
from tests.ssh.house import SOON, House, Screen, new_people, running, sit
from tui.app.session import SessionApp

OWNER = NAMES[0]
"""Whose secrets are guarded."""
NUMBER = 74_119
"""A value that appears nowhere by chance."""

SETUP: dict[str, dict[str, Any]] = {
    "exodus": {"points": {OWNER: NUMBER}},
    "famine": {"favor": {OWNER: NUMBER}},
    "day_of_mercury": {"points": {OWNER: NUMBER}},
    "pantheic_runes": {"mana": {OWNER: NUMBER}, "round": 1},
}
"""Where a seat has a value that only it may see."""

_ESCAPES = re.compile(rb"\x1b(?:\[[\d;:?<>=]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])")


class Terminal:
    """One person's session, and everything that was sent to them by any way."""

    def __init__(self, house: House, name: str) -> None:
        self.name = name
        self._house = house
        self._key = house.newcomer(name)
        self._answers = bytearray()
        self._shown: set[str] = set()

    async def arrive(self) -> None:
        self._connection = await self._house.connect(self.name, self._key)
        self.screen: Screen = await sit(self._connection)

    async def leave(self) -> None:
        self._connection.abort()
        await self._connection.wait_closed()

    async def command(self, line: str, given: str = "") -> None:
        """A one-shot command; what it answers is kept, whether it was done or refused."""
        stdin: dict[str, Any] = {"input": given.encode()} if given else {"stdin": asyncssh.DEVNULL}
        try:
            async with asyncio.timeout(SOON):
                done = await self._connection.run(line, check=False, encoding=None, **stdin)
        except OSError:  # refused before its input was read
            return
        self._answers += bytes(done.stdout or b"") + bytes(done.stderr or b"")  # type: ignore[arg-type]

    async def follow(self, match: str) -> None:
        """Follow the match by command until the connection ends."""
        process = await self._connection.create_process(f"watch {match} --json")
        self._watching = asyncio.ensure_future(self._listen(process))

    async def _listen(self, process: asyncssh.SSHClientProcess[str]) -> None:
        with contextlib.suppress(asyncssh.Error):
            async for line in process.stdout:
                self._answers += line.encode()

    def look(self) -> None:
        """Remember what the terminal shows now."""
        self._shown.add(self.screen.text)

    def was_sent(self, canary: str) -> bool:
        """Has this ever been sent to this person, whole, broken by escape sequences, or as cells of the screen?"""
        raw = bytes(self.screen.raw)
        word = canary.encode()
        return (
            word in raw
            or word in _ESCAPES.sub(b"", raw)
            or word in self._answers
            or any(canary in text for text in self._shown)
        )


async def quiet(terminals: list[Terminal]) -> None:
    """Wait until nothing more is sent to anybody."""
    before = -1
    async with asyncio.timeout(SOON):
        while before != (now := sum(len(terminal.screen.raw) for terminal in terminals)):
            before = now
            await loop_is_quiet(max_sleep=SOON)  # server and clients share this loop
            await asyncio.sleep(0.002)  # for what is on its way from one to the other
    for terminal in terminals:
        terminal.look()


@contextlib.asynccontextmanager
async def table_of(game: str, folder: Path, present: int) -> AsyncIterator[tuple[Table, list[Terminal], Terminal]]:
    """A match at which the first so many seats have a terminal, and somebody who only watches."""
    house, people = open_house(), new_people()
    seats = NAMES[: find_game(game).spec.seats]
    holders = {seat: f"person:{seat.casefold()}" for seat in seats}
    table = house.make(game, seats, holders=holders, seed=3, setup=SETUP.get(game, {}), round_seconds=3600.0)

    def app(size: tuple[int, int], person: Any, environment: Any) -> SessionApp:
        return SessionApp(house, people, person, no_color=environment.colours is Colours.NONE)

    async with running(folder, app, people=people, commands=CommandLine(house, people)) as server:
        terminals = [Terminal(server, name) for name in (*seats[:present], "Eve")]
        for terminal in terminals:
            await terminal.arrive()
            await terminal.screen.shows("Garnet House" if terminal.name == "Eve" else " NONE")
        try:
            yield table, terminals[:-1], terminals[-1]
        finally:
            for terminal in terminals:
                await terminal.leave()
    house.stop()
