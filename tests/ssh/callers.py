"""People who give one-shot commands to a served house, by real clients, at a real table in memory."""

from __future__ import annotations

import asyncio
import contextlib
import json

import asyncssh

from ssh_server.commands.command_line import CommandLine
from tests.kit import NAMES
from tests.kit.house import open_house
from tests.ssh.house import SOON, new_people, running

SEATS = NAMES[:9]
HANDS = {name: ["red", "blue", "yellow", "green"] for name in SEATS}


class Caller:
    """A person with a key who gives commands to a running house."""

    def __init__(self, server, name, key):
        self._server, self._name, self._key = server, name, key

    async def __call__(self, line, given="", **more):
        async with await self._server.connect(self._name, self._key) as connection:
            async with asyncio.timeout(SOON):
                stdin = {"input": given} if given else {"stdin": asyncssh.DEVNULL}
                return await connection.run(line, check=False, **stdin, **more)

    async def json(self, line, given=None):
        done = await self(f"{line} --json", "" if given is None else json.dumps(given))
        return json.loads(done.stdout)


@contextlib.asynccontextmanager
async def a_house(tmp_path, *people, game="exodus", seats=SEATS, **more):
    """A served house with one match, in which `people` hold the seats of their own names and bots hold none."""
    house, known = open_house(), new_people()
    holders = {name: f"person:{name.casefold()}" if name in people else "local" for name in seats}
    table = house.make(game, seats, holders=holders, **more)
    async with running(tmp_path, people=known, commands=CommandLine(house, known)) as server:
        yield house, table, [Caller(server, name, server.newcomer(name)) for name in people], server
    house.stop()
