"""Seconds and keys from `ssh join@house` to the first sealed order of a newcomer.

A house is served on the loopback by a process, with a match of bots and an open seat. The real OpenSSH client runs on a
pseudo-terminal of 80x24, read by a terminal emulator. The person types and reads at fixed speeds (questions, the
coach's line and page, orders to be sealed) and follows the coach. Nothing is skipped; other parts of the table are
looked at for `--glance` seconds. The time is wall time, sleeps included. A run ends after `--limit` seconds.
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

SEALING_GAMES = ("day_of_mercury", "sinners_secret", "drifting_ship", "exodus", "famine")
"""Games whose first moment needs an order of every seat."""
ANSWER_SECONDS = 1.0
"""Seconds for bots to answer."""


@dataclass
class Pace:
    """Typing (keys a minute), reading (words a minute), and seconds of a look at a table."""

    keys: float
    words: float
    glance: float


class Newcomer:
    """A newcomer at a terminal, with counts of keys and seconds."""

    def __init__(self, terminal: Sitting, pace: Pace) -> None:
        self.terminal = terminal
        self.pace = pace
        self.pressed = self.read = 0
        self.typing = self.reading = 0.0

    @property
    def screen(self) -> str:
        return "\n".join(self.terminal._screen.display)

    async def type(self, keys: str) -> None:
        for key in keys:
            await asyncio.sleep(60 / self.pace.keys)
            self.typing += 60 / self.pace.keys
            self.terminal.type(key)
            self.pressed += 1

    async def reads(self, words: str) -> None:
        count = len([word for word in words.split() if any(char.isalnum() for char in word)])
        self.read += count
        self.reading += 60 * count / self.pace.words
        await asyncio.sleep(60 * count / self.pace.words)

    def box(self) -> str:
        """Words inside the dialog over the table."""
        lines = [line for line in self.screen.splitlines() if line.count("\u2502") >= 2]
        return "\n".join(line.split("\u2502", 1)[1].rsplit("\u2502", 1)[0] for line in lines)

    async def sees(self, *wanted: str) -> None:
        """Wait until the screen shows one of these."""
        await self.terminal._until(lambda: any(text in self.screen for text in wanted), " or ".join(wanted))


async def play(person: Newcomer, code: str) -> None:
    """Type and read from the first question to the seal."""
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
    seals = False  # the page goes on to the seal; with bots that wait the round closes at once
    while not seals and "SEALED" not in person.screen:
        await person.type("C")  # the page stays open after a message: C keeps it
        await person.sees("\u2500 Coach")
        seals = "Next: seal it" in person.screen
        await person.reads(person.box())
        await person.type("\r")
        await asyncio.sleep(ANSWER_SECONDS)
        if "DRAFT" in person.screen and "\u2500 Coach" not in person.screen:
            await person.reads(" ".join(person.screen.splitlines()[-2:]))
            await person.type("s")
            await person.sees("Seal these orders?", "SEALED")
            await person.reads(person.box())
            await person.type("\r")
            await person.sees("SEALED")


async def run_newcomer(game: str, pace: Pace, limit: float) -> str:
    """Run a newcomer, and return a line of results."""
    spec = find_game(game).spec
    seats = (unnamed(0), *NAMES[1 : spec.seats])
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "house"
        with open_house(folder) as store:
            people = People(store, time.time, secrets.token_bytes)
            house = House(store, time.time, secrets.token_hex)
            bots = "bot:trusting" if "trusting" in find_game(game).levels else "bot:steady"
            holders = {seat: OPEN if seat == seats[0] else bots for seat in seats}
            match = house.make(game, seats, holders=holders, host="local", seed=7).match.header.match
            _, code = people.invite("host", match=match, seat=seats[0])
        async with serving(folder, Path(temporary) / "log") as served:
            await served.start()
            client = Person(served, Path(temporary) / "home")
            client.key("id")
            began = time.monotonic()
            async with client.sit(client.command("join")) as terminal:
                newcomer = Newcomer(terminal, pace)
                try:
                    async with asyncio.timeout(limit):
                        await play(newcomer, code)
                except TimeoutError:
                    raise SystemExit(
                        f"{game}: no sealed order after {limit:.0f} s and {newcomer.pressed} keys:\n{newcomer.screen}"
                    ) from None
            took = time.monotonic() - began
        sealed = served.found().table(match).match.sealed
        assert any(holder.startswith("person:") for holder in served.found().table(match).match.holders.values())
        waiting = took - newcomer.typing - newcomer.reading
        return (
            f"{game}: {took:.1f} s and {newcomer.pressed} keys to the first sealed order ({len(sealed)} sealed in "
            f"all); {newcomer.reading:.1f} s reading {newcomer.read} words, {newcomer.typing:.1f} s typing, "
            f"{waiting:.1f} s waiting"
        )


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.first_order", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.add_argument(
        "games", nargs="*", choices=[*MODULES, []], metavar="GAME", help=f"of {', '.join(SEALING_GAMES)}"
    )
    parser.add_argument("--keys", type=float, default=120, help="keys a minute (default: 120, somebody who looks)")
    parser.add_argument("--words", type=float, default=200, help="words a minute (default: 200)")
    parser.add_argument("--glance", type=float, default=15, help="seconds for the rest of the table (default: 15)")
    parser.add_argument("--limit", type=float, default=240, help="seconds after which a run is given up")
    given = parser.parse_args()
    for game in given.games or SEALING_GAMES:
        print(asyncio.run(run_newcomer(game, Pace(given.keys, given.words, given.glance), given.limit)), flush=True)


if __name__ == "__main__":
    main()
