"""A house with a thousand finished matches of all games: how long until it is open, listed, searched and looked over.

The matches are made up: a few of each game are played by bots, and their journals are kept again and again under other
ids, titles and holders. Times are wall clock, of whole processes where a command is named; the first start of such a
house, which reads every journal once, stands apart from the later ones.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import os
import random
import re
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec

from benchmarks.engine import bot_match
from core.games import MODULES
from core.house.house import House
from core.house.people import People
from core.house.person import Key
from core.match import journal as j
from storage import open_house
from storage.journal import ENTRIES, KIND
from storage.lines import first_line, line, plain
from tui.app.session import SessionApp

PEOPLE = ("ada", "bo", "cy", "di", "ed", "flo", "gus", "hal", "ivy", "jo", "kit", "lou", "max")
OF_EACH = 4
"""Matches of each game that are really played; the others are told again."""
TITLES = ("", "", "Tuesday", "The long evening", "Rematch", "For the garnets", "First of the year")
DAY = 86_400.0


def main() -> None:
    """Make the house, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.finished", description=__doc__)
    parser.add_argument("matches", nargs="?", type=int, default=1000, help="how many (1000)")
    parser.add_argument("--keep", metavar="FOLDER", help="make the house there and leave it, to look at it by hand")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(given.keep or temporary) / "house"
        if not folder.exists():
            make(folder, given.matches)
        sizes = [path.stat().st_size for path in (folder / "matches").glob("*.jsonl")]
        print(f"{len(sizes):,} finished matches, {sum(sizes) / 1e6:.0f} MB of journals, of all {len(MODULES)} games\n")
        measure(folder)


def measure(folder: Path) -> None:
    """Each figure in a line."""
    tell("serve, the first time: until it greets", *serve(folder))
    for _ in range(2):
        tell("serve: until it greets", *serve(folder))
    for words in (["matches"], ["matches"], ["matches", "--json"], ["doctor"], ["doctor", "--changed"]):
        seconds, status = run(*words, "--data", str(folder))
        tell(f"garnet {' '.join(words)}", seconds if status < 2 else None)
    for what, seconds in asyncio.run(lobby(folder)):
        tell(what, seconds)


def tell(what: str, seconds: float | None, megabytes: float | None = None) -> None:
    """One figure, with the memory that goes with it."""
    took = "not known here" if seconds is None else f"{seconds:8.3f} s"
    print(f"{what:<48} {took}{'' if megabytes is None else f'   {megabytes:6.0f} MB'}", flush=True)


# --- making it --------------------------------------------------------------------------------------------------------
def make(folder: Path, matches: int) -> None:
    """A house with so many finished matches, as an earlier version would have left it."""
    open_house(folder).close()
    chance = random.Random(20)
    played = [
        (end.header, [j.as_json(entry) for entry in entries])
        for game in MODULES
        for end, entries, _ in (bot_match(game, "steady" if n == 0 else "random", n + 1) for n in range(OF_EACH))
    ]
    for number, (header, entries) in enumerate(itertools.islice(itertools.cycle(played), matches), 1):
        moment = 1_750_000_000.0 + number * DAY / 8
        told = msgspec.structs.replace(
            header,
            match=f"{header.game.replace('_', '-')}-{number}",
            title=chance.choice(TITLES),
            made_at=moment,
            holders=holders(header.seats, chance),
        )
        write(folder / "matches" / f"{told.match}.jsonl", number, told, entries, moment)


def holders(seats: Sequence[str], chance: random.Random) -> dict[str, str]:
    """Some people and some bots."""
    people = iter(chance.sample(PEOPLE, len(PEOPLE)))
    return {seat: "bot:steady" if chance.random() < 0.3 else f"person:{next(people)}" for seat in seats}


def write(path: Path, number: int, header: j.Header, entries: list[dict[str, object]], moment: float) -> None:
    """A journal, in one piece and without waiting for the disk."""
    tables = {"header": {"1": j.as_json(header)}}
    data, total = first_line(KIND, {"match": header.match, "number": number}, tables)
    parts = [data]
    for place, entry in enumerate(entries, 1):
        data, total = line(ENTRIES, place, plain({**entry, "at": moment + 60.0 * place}, "An entry"), total)
        parts.append(data)
    path.write_bytes(b"".join(parts))
    path.chmod(0o600)


# --- measuring it -----------------------------------------------------------------------------------------------------
def run(*words: str) -> tuple[float, int]:
    """Seconds of one command, and its exit status."""
    start = time.perf_counter()
    done = subprocess.run([sys.executable, "-m", "cli.main", *words], capture_output=True, check=False)
    return time.perf_counter() - start, done.returncode


def serve(folder: Path) -> tuple[float, float]:
    """Seconds from the start of the process until the house is open, and its megabytes ten seconds later."""
    start = time.perf_counter()
    command = [sys.executable, "-m", "cli.main", "serve", "--listen", "127.0.0.1:0", "--data", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        process.stdout.readline()
        took = time.perf_counter() - start
        time.sleep(10)
        status = Path(f"/proc/{process.pid}/status")
        found = re.search(r"VmRSS:\s+(\d+) kB", status.read_text()) if status.exists() else None
        process.terminate()
    return took, int(found[1]) / 1e3 if found else 0.0


async def lobby(folder: Path) -> list[tuple[str, float]]:
    """Seconds until the lobby stands with its rows, until it is painted anew, and for a search in it."""
    found = []
    with open_house(folder) as store:
        house = House(store, time.time, secrets.token_hex)
        people = People(store, time.time, os.urandom)
        person = people.find("Ada") or people.take("Ada", Key("key-of Ada", "SHA256:Ada", 0.0))
        for which in ("the first lobby of a process", "lobby", "lobby"):
            app = SessionApp(house, people, person)
            start = time.perf_counter()
            async with app.run_test(size=(120, 40)) as pilot:
                while not app.lobby.query("#matches") or not app.lobby.query_one("#matches").rows:  # type: ignore[attr-defined]
                    await pilot.pause()
                found.append((f"{which}: until its rows stand", time.perf_counter() - start))
                start = time.perf_counter()
                app.lobby.show()
                found.append((f"{which}: its rows anew", time.perf_counter() - start))
                if hasattr(app.lobby, "action_find"):
                    found += [(f"{which}: {what}", seconds) for what, seconds in await search(pilot)]
    return found


async def search(pilot: object) -> Sequence[tuple[str, float]]:
    """Seconds until all finished matches are listed, and until those that a word finds are."""
    press = pilot.press  # type: ignore[attr-defined]
    found = []
    for what, keys in (("all finished matches listed", ["slash"]), ("three letters of a search", [*"tue"])):
        start = time.perf_counter()
        await press(*keys)
        found.append((what, time.perf_counter() - start))
    return found


if __name__ == "__main__":
    main()
