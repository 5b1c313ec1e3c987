"""HH-15 over the wire: of two matches that a seat cannot tell apart its session is sent the same bytes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import asyncssh
import pytest
from msgspec.structs import replace

from core.games import game as find_game
from core.kit import played
from core.kit.secrecy import redealt
from core.match.state import Match
from core.table.table import Table
from ssh_server.commands.command_line import CommandLine
from ssh_server.session.colours import Colours
from tests.kit.depth import games
from tests.kit.house import open_house
from tests.ssh.house import new_people, running
from tests.ssh.seated import Terminal, quiet
from tui.app.session import SessionApp

COMMANDS = ("view {}", "log {} --json", "matches --json", "view {} --json")


async def sent(folder: Path, match: Match, seat: str) -> list[bytes]:
    """Every byte that one seat's session and commands are sent, of a match at one moment."""
    house, people = open_house(), new_people()
    holders = {name: f"person:{name.casefold()}" for name in match.seats}
    table: Table = house.make(match.header.game, match.seats, holders=holders, seed=3)
    name = table.match.header.match
    table.match = replace(match, header=replace(match.header, match=name), holders=holders)

    def app(size: tuple[int, int], person: Any, environment: Any) -> SessionApp:
        return SessionApp(house, people, person, no_color=environment.colours is Colours.NONE)

    async with running(folder, app, people=people, commands=CommandLine(house, people)) as server:
        terminal = Terminal(server, seat)
        await terminal.arrive()
        await terminal.screen.shows(match.game.spec.title)
        await quiet([terminal])
        found = [terminal.screen.text.encode(), bytes(terminal.screen.raw)]
        for line in COMMANDS:
            done = await terminal._connection.run(line.format(name), check=False, encoding=None, stdin=asyncssh.DEVNULL)
            found.append(bytes(done.stdout or b"") + bytes(done.stderr or b""))  # type: ignore[arg-type]
        await terminal.leave()
    house.stop()
    return found


@pytest.mark.parametrize("game", games("exodus", "sinners_secret", "refereed"))
async def test_HH_15_a_session_is_sent_only_what_its_seat_may_know(game: str, tmp_path: Path) -> None:
    moments = [moment for moment in played(find_game(game), 1).moments if moment.phase == "round"]
    match = moments[len(moments) * 3 // 5]
    seat = match.seats[1]
    before = await sent(tmp_path, match, seat)
    assert before == await sent(tmp_path, redealt(match, seat, 1), seat)
    assert all(before)
