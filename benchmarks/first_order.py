"""From `ssh join@house` to the first sealed order: how many seconds and keys it takes somebody who knows nothing.

A house is served on the loopback by a process of its own, with a match of bots and one open seat; the real OpenSSH
client runs on a pseudo-terminal of 80x24, and its screen is read through a terminal emulator. The person types at so
many keys a minute, reads at so many words a minute what is put before them (questions, the coach's line and its page,
what is to be sealed), and follows the coach: its page, its move into the draft, seal. Nothing is skipped and nothing is
known before; what else stands on the table is looked at for as long as `--glance` says.

The time is that of the clock on the wall, sleeps included. Each run is given up after `--limit` seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import secrets
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from core.games import MODULES
from core.games import game as find_game
from core.house.house import House
from core.house.people import People
from core.match.seating import NAMES, OPEN, unnamed
from storage import open_house
from tests.ssh.openssh import Person, Sitting
from tests.ssh.served import serving

ASKED = ("day_of_mercury", "sinners_secret", "drifting_ship", "exodus", "famine")
"""Games whose first moment takes an order of every seat: in the others somebody else may be first."""


CALLS = 8
"""Calls of the coach until it has drafted orders."""
ANSWER = 1.0
"""Seconds that bots get to answer."""


@dataclass
class Pace:
    """How fast somebody types (keys a minute) and reads (words a minute), and how long they look at a table."""

    keys: float
    words: float
    glance: float


class Newcomer:
    """Somebody at a terminal, with a count of keys and of what was spent on what."""

    def __init__(self, terminal: Sitting, pace: Pace) -> None:
        self.terminal = terminal
        self.pace = pace
        self.pressed = self.read = 0
        self.typing = self.reading = 0.0

    @property
    def screen(self) -> str:
        """What the terminal shows."""
        return "\n".join(self.terminal._screen.display)

    async def type(self, keys: str) -> None:
        """Press keys one after the other."""
        for key in keys:
            await asyncio.sleep(60 / self.pace.keys)
            self.typing += 60 / self.pace.keys
            self.terminal.type(key)
            self.pressed += 1

    async def reads(self, words: str) -> None:
        """Read something that stands there."""
        number = len([word for word in words.split() if any(char.isalnum() for char in word)])
        self.read += number
        self.reading += 60 * number / self.pace.words
        await asyncio.sleep(60 * number / self.pace.words)

    def box(self) -> str:
        """The words inside the dialog that lies over the table."""
        lines = [line for line in self.screen.splitlines() if line.count("\u2502") >= 2]
        return "\n".join(line.split("\u2502", 1)[1].rsplit("\u2502", 1)[0] for line in lines)

    async def sees(self, wanted: str) -> None:
        await self.terminal.shows(wanted)


async def play(person: Newcomer, code: str) -> None:
    """Everything from the first question to the seal."""
    await person.terminal.asks("Your code:")
    await person.reads("Welcome to Garnet House. Your code:")
    await person.type(f"{code}\r")
    await person.sees("The name you want")
    await person.reads("The name you want to be known by:")
    await person.type("Nora\r")
    await person.sees(" C how")  # the coach's line
    await asyncio.sleep(person.pace.glance)
    person.reading += person.pace.glance
    await person.reads(" ".join(person.screen.splitlines()[:2] + person.screen.splitlines()[-2:-1]))
    for _ in range(CALLS):  # the coach first says what to ask for, and drafts once an answer came
        await person.type("C")
        await person.sees("Coach: ")
        await person.reads(person.box())
        await person.type("\r")
        await asyncio.sleep(ANSWER)
        if "DRAFT" in person.screen:  # the header says so; the line below says to press s
            break
        await person.type("q" if "Coach: " in person.screen else "")
    await person.sees("DRAFT")
    await person.reads(" ".join(person.screen.splitlines()[-2:]))
    await person.type("s")
    await person.sees("Seal these orders?")
    await person.reads(person.box())
    await person.type("\r")
    await person.sees("SEALED")


async def once(game: str, pace: Pace, limit: float) -> str:
    """One newcomer; a line about it."""
    spec = find_game(game).spec
    seats = (unnamed(0), *NAMES[1 : spec.seats])
    with tempfile.TemporaryDirectory() as where:
        folder = Path(where) / "house"
        with open_house(folder) as store:
            people = People(store, time.time, secrets.token_bytes)
            house = House(store, time.time, secrets.token_hex)
            bots = "bot:trusting" if "trusting" in find_game(game).levels else "bot:steady"
            holders = {seat: OPEN if seat == seats[0] else bots for seat in seats}
            match = house.make(game, seats, holders=holders, host="local", seed=7).match.header.match
            _, code = people.invite("host", match=match, seat=seats[0])
        async with serving(folder, Path(where) / "log") as served:
            await served.start()
            home = Person(served, Path(where) / "home")
            home.key("id")
            began = time.monotonic()
            async with home.sit(home.command("join")) as terminal:
                person = Newcomer(terminal, pace)
                async with asyncio.timeout(limit):
                    await play(person, code)
            took = time.monotonic() - began
        sealed = served.found().table(match).match.sealed
        assert any(holder.startswith("person:") for holder in served.found().table(match).match.holders.values())
        rest = took - person.typing - person.reading
        return (
            f"{game}: {took:.1f} s and {person.pressed} keys to the first sealed order ({len(sealed)} sealed in all); "
            f"{person.reading:.1f} s reading {person.read} words, {person.typing:.1f} s typing, {rest:.1f} s waiting"
        )


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.first_order", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.add_argument("games", nargs="*", choices=[*MODULES, []], metavar="GAME", help=f"of {', '.join(ASKED)}")
    parser.add_argument("--keys", type=float, default=120, help="keys a minute (default: 120, somebody who looks)")
    parser.add_argument("--words", type=float, default=200, help="words a minute (default: 200)")
    parser.add_argument("--glance", type=float, default=15, help="seconds for the rest of the table (default: 15)")
    parser.add_argument("--limit", type=float, default=240, help="seconds after which a run is given up")
    given = parser.parse_args()
    for game in given.games or ASKED:
        print(asyncio.run(once(game, Pace(given.keys, given.words, given.glance), given.limit)), flush=True)


if __name__ == "__main__":
    main()
