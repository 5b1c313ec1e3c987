"""A whole match over SSH, every seat a real client.

A house listens on a port of its own on this machine; every seat has a key and connects. Two seats sit at terminals:
their orders are sealed by keystrokes (`s`, Enter) and their screens read through a terminal emulator. The others give
one-shot commands. What to play comes from bots, who are shown only what their seat may know. At the end the journal is
folded anew, without SSH, and must give the same digest.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
import time
from pathlib import Path
from typing import Any

import asyncssh

from cli.commands.serve import Apps
from core.bots.contract import (
    Do,
    Done,
    Move,
    Say,
    Seal,
)
from core.bots.playing import TURNS, make_bot
from core.games import MODULES
from core.games import game as find_game
from core.house.house import House
from core.match import journal as j
from core.match import views
from core.match.reducer import fold
from core.table.seat import Seat
from core.table.table import Table
from ssh_server.commands.commands import CommandLine
from storage import open_house
from tests.kit.script import NAMES
from tests.ssh.house import Screen, new_people, running, sit, until
from tui.words.door import Door

AT_TERMINALS = 2


class Player:
    """One seat: a bot's mind, and a real client that carries out what it wants."""

    def __init__(
        self, table: Table, seat: str, connection: asyncssh.SSHClientConnection, screen: Screen | None
    ) -> None:
        self.table, self.seat = table, seat
        self.bot = make_bot(table.match, seat, "random" if seat < "D" else "steady")
        self.connection, self.screen = connection, screen
        self.keyed = self.commands = self.refused = 0

    @property
    def match(self) -> str:
        return self.table.match.header.match

    async def turn(self) -> bool:
        """One turn; False if there was nothing to do."""
        moves = self.bot.turn(views.sight(self.table.match, self.seat))
        for move in moves:
            await self.do(move)
        return bool(moves)

    async def do(self, move: Move) -> None:
        """Carry one move out over SSH."""
        if isinstance(move, Seal) and self.screen is not None and await self.by_keys(move.orders):
            return
        line, given = self.command(move)
        done = await self.connection.run(
            line, input=given, stdin=asyncssh.PIPE if given else asyncssh.DEVNULL, check=False
        )
        self.commands += 1
        self.refused += done.exit_status != 0

    def command(self, move: Move) -> tuple[str, str | None]:
        """The one-shot command for a move, and its input."""
        if isinstance(move, Seal):
            return f"orders {self.match} --json", json.dumps(move.orders)
        if isinstance(move, Do):
            return f"act {self.match} --json", json.dumps(move.action)
        if isinstance(move, Say):
            to = move.to if isinstance(move.to, str) else ",".join(move.to)
            return f"say {self.match} {to} --json", move.text
        assert isinstance(move, Done)
        return f"ready {self.match} --json", None

    async def by_keys(self, orders: dict[str, Any]) -> bool:
        """Seal a draft at the terminal; False if the screen did not get there in time (then a command does it)."""
        assert self.screen is not None
        seat = Seat(self.table, self.seat)
        was = len(self.table.match.rounds)
        seat.keep_draft(orders)
        self.screen.type("\r")  # whatever page lies over the table: a report, what happened meanwhile
        await asyncio.sleep(0.3)
        for keys in ("s", "\r"):
            self.screen.type(keys)
            await asyncio.sleep(0.3)
        try:
            async with asyncio.timeout(3):
                await until(lambda: seat.draft() is None or len(self.table.match.rounds) != was)
        except (TimeoutError, AssertionError):
            return False
        self.keyed += 1
        return True


async def play(game: str, seed: int) -> str:
    """The whole match; a line about it."""
    began = time.perf_counter()
    names = NAMES[: find_game(game).spec.seats]
    with tempfile.TemporaryDirectory() as where, open_house(Path(where) / "house") as store:
        house = House(store, time.time, lambda n: f"{seed:0{2 * n}x}"[-2 * n :])
        people = new_people()
        apps = Apps(house, people, Door())
        async with running(Path(where), app=apps, people=people, commands=CommandLine(house, people)) as server:
            keys = {name: server.newcomer(name) for name in names}
            holders = {name: f"person:{name.casefold()}" for name in names}
            table = house.make(game, names, holders=holders, seed=seed)
            house.start()
            players = []
            for number, name in enumerate(names):
                connection = await server.connect(name, keys[name])
                screen = await sit(connection) if number < AT_TERMINALS else None
                players.append(Player(table, name, connection, screen))
            await asyncio.sleep(2.0)  # the screens land at their tables
            await rounds(table, players)
            over = [await at_the_result(player.screen) for player in players if player.screen is not None]
            told = report(game, table, players, sum(over), time.perf_counter() - began)
            for player in players:
                player.connection.close()
        house.stop()
        stored = store.read(table.match.header.match)
        again = fold(j.header_from_json(stored.header), [j.entry_from_json(entry) for entry in stored.entries])
        same = views.digest(again) == views.digest(table.match)
        return f"{told}; {'the same' if same else 'ANOTHER'} digest without SSH"


async def rounds(table: Table, players: list[Player]) -> None:
    """Everybody plays until the match has finished; the host closes what nobody closes."""
    while table.match.phase != "finished":
        stage = (table.match.phase, len(table.match.rounds), table.match.settled)
        for _ in range(TURNS):
            acted = [await player.turn() for player in players if table.match.phase != "finished"]
            if not any(acted) or (table.match.phase, len(table.match.rounds), table.match.settled) != stage:
                break
        if (table.match.phase, len(table.match.rounds), table.match.settled) == stage and stage[0] != "finished":
            table.submit(j.Closed(cause="host"))


async def at_the_result(screen: Screen) -> bool:
    """Does the terminal show the result, once the pages over it have been read?"""
    for _ in range(6):
        if "Winner" in screen.text:
            return True
        screen.type("\r")
        await asyncio.sleep(0.5)
    return "Winner" in screen.text


def report(game: str, table: Table, players: list[Player], over: int, seconds: float) -> str:
    """What happened, in a line."""
    outcome = views.outcome_of(table.match) or {}
    keyed, commands = sum(p.keyed for p in players), sum(p.commands for p in players)
    refused = sum(p.refused for p in players)
    return (
        f"{game}: {len(players)} clients, {table.match.length} entries, {keyed} orders sealed by keys, {commands} "
        f"commands ({refused} refused), {over} terminals at the result, winners {outcome.get('winners')}, candidate "
        f"{outcome.get('elimination_candidate')}, opponent {outcome.get('death_match_opponent')}, {seconds:.0f} s"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.over_ssh", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", nargs="?", choices=[*MODULES, "all"], default="all")
    parser.add_argument("seed", type=int, nargs="?", default=1)
    given = parser.parse_args()
    for game in MODULES if given.game == "all" else [given.game]:
        print(asyncio.run(play(game, given.seed)), flush=True)


if __name__ == "__main__":
    main()
