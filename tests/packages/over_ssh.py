"""A match of a game that is installed here, played over the real ssh to its end: `python -m tests.packages.over_ssh
GAME FOLDER WORDS`, by the Python of the package's own environment. Ada is a person, the others are bots.

She sits down once at a terminal, where `WORDS` must be shown, and plays by commands.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import sys
import time
from pathlib import Path
from typing import Any

from core.games import game as find_game
from core.house.house import House
from core.house.people import People
from core.kit import NAMES
from storage import open_house
from tests.ssh.house import key_for
from tests.ssh.openssh import Person
from tests.ssh.served import Served


def made(folder: Path, game: str, person: Person) -> str:
    """A match whose first seat is Ada's."""
    seats = NAMES[: find_game(game).spec.seats]
    with open_house(folder) as store:
        people = People(store, time.time, secrets.token_bytes)
        _, code = people.invite("host")
        people.enrol(code, "Ada", key_for(person.key("id")), None)
        holders = {seat: "person:ada" if seat == "Ada" else "bot:steady" for seat in seats}
        return House(store, time.time, secrets.token_hex).make(game, seats, holders=holders).match.header.match


class Ada:
    """Her commands."""

    def __init__(self, person: Person, match: str) -> None:
        self._person, self._match = person, match

    async def run(self, *words: str, typed: Any = None) -> tuple[int, str]:
        given = b"" if typed is None else json.dumps(typed).encode()
        status, out, error = await self._person.run(self._person.command("ada", *words), given)
        return status, out or error

    async def view(self) -> dict[str, Any]:
        status, out = await self.run("view", self._match, "--json")
        assert status == 0, out
        found: dict[str, Any] = json.loads(out)
        return found.get("view", found) if "phase" not in found else found


async def move(ada: Ada, match: str, game: str, view: dict[str, Any]) -> None:
    """One move of hers, if there is any to make."""
    if view.get("choose"):
        choice = view["choose"]
        status, out = await ada.run("act", match, typed={"kind": choice["kind"], "player": choice["from"][0]})
        assert status == 0, out
        return
    turn = view["turn"]
    if "Ada" not in turn["seats"]:
        return
    if turn["by"] == "orders":
        status, out = await ada.run("orders", match, typed={"card": view["view"]["hand"][-1]})
        assert status == 0, out
        await ada.run("ready", match)
    else:
        kind = "pay" if view["view"]["chips"] and view["view"]["pot"] < 3 else "take"
        status, out = await ada.run("act", match, typed={"kind": kind})
        assert status == 0 or "not your turn" in out or "It is the turn of" in out, out


async def main(game: str, folder: Path, words: str) -> None:
    house = Served(folder / "house", log=folder / "log")
    house.folder.mkdir(parents=True)
    person = Person.__new__(Person)
    person.house, person.home = house, folder / "home"
    person.home.mkdir()
    match = made(house.folder, game, person)
    await house.start()
    try:
        Person.__init__(person, house, person.home)
        ada = Ada(person, match)
        async with person.sit(person.command("ada")) as terminal:
            await terminal.shows(words)
            terminal.type("?")
            await terminal.shows("back")
        for _ in range(400):
            view = await ada.view()
            if view["phase"] == "finished":
                print("finished", view["outcome"]["winners"])
                return
            await move(ada, match, game, view)
        raise SystemExit(f"{game} came to no end: {view['phase']} {view['round']}")
    except BaseException:
        print(house.log.read_text()[-6000:] if house.log else "", file=sys.stderr)
        raise
    finally:
        await house.end()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], Path(sys.argv[2]), sys.argv[3]))
