"""The Drifting Ship over SSH: four real clients, and a match won by the Parasite at a terminal."""

from __future__ import annotations

import asyncio
import json
import time

import asyncssh

from cli.commands.serve import Apps
from core.words.door import Door
from ssh_server.commands.command_line import CommandLine
from tests.kit import NAMES
from tests.kit.house import open_house
from tests.ssh.house import SOON, new_people, running, sit
from tests.tui.test_drifting_ship_panel import LAST

SEATS = NAMES[:4]


async def command(connection, line, given=None):
    stdin = {"stdin": asyncssh.DEVNULL} if given is None else {"input": json.dumps(given)}
    async with asyncio.timeout(SOON):
        return await connection.run(line, check=False, **stdin)


async def test_SH_42_the_parasite_wins_over_ssh(tmp_path):
    house, people = open_house(clock=time.time), new_people()
    apps, commands = Apps(house, people, Door()), CommandLine(house, people)
    async with running(tmp_path, app=apps, people=people, commands=commands) as server:
        holders = {name: f"person:{name.casefold()}" for name in SEATS}
        table = house.make("drifting_ship", SEATS, holders=holders, setup=LAST)
        clients = {name: await server.connect(name, server.newcomer(name)) for name in SEATS}
        ada = await sit(clients["Ada"])
        ada.type("H")  # the coach gives its row back
        await ada.shows("left 1")
        ada.type("\x1b[B\r\r")
        await ada.shows("Which Sequence will be complete")
        ada.type("\r+")
        await ada.shows("with 4.")
        ada.type("s")
        await ada.shows("Seal these orders?")
        ada.type("\r")
        await ada.shows("SEALED")
        order = {"crew": [{"move": "13A", "activate": 2}, {}]}
        assert (await command(clients["Bo"], "orders drifting-ship-1", order)).exit_status == 0
        for name in SEATS:
            assert (await command(clients[name], "ready drifting-ship-1")).exit_status == 0
        await ada.shows("Expected 1 room, got 1.")
        chosen = await command(clients["Bo"], "act drifting-ship-1", {"kind": "choose_opponent", "player": "Di"})
        assert chosen.exit_status == 0
        ada.type("\r")
        await ada.shows("won by Ada")
        assert table.match.phase == "finished"
        assert table.match.state.ending.winners == ("Ada",)
        assert table.match.state.ending.candidate == "Bo"
        for client in clients.values():
            client.close()
    house.stop()
