"""A house that is lived in: `python -m benchmarks.live [minutes] [players]`.

`garnet serve` runs as a process of its own, on a folder on disk. People come (one and a half visits and sixteen keys a
second for thirty of them), sit down, type, talk, seal, change sizes and themes, look at replays, follow by command, and
hang up rudely; rounds close by the clock, matches end and begin, bots play along. Two more sit at a table of their own,
where nothing closes, and measure. Each minute is a line: keys of the control player to their echo, a message to its
screen, logins, what the process uses, how long the loop was held and how often, and what went wrong. At the end the
causes of stalls, the memory after the crowd has left, and how long the house takes to close.

On a busy machine every figure is an upper bound; `bench late` tells how late the bench itself was.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import secrets
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import asyncssh

from benchmarks.live_people import HASTY, LOOKING, Control, Felt, Guest
from benchmarks.sealing import seal_all
from core.games import MODULES
from core.games import game as find_game
from core.house.house import House
from core.house.people import People
from core.table.host_controls import HostControls
from core.table.table import Table
from storage import open_house
from tests.ssh.house import key_for
from tests.ssh.served import Served, serving

GAMES = tuple(game for game in MODULES if not game.startswith("parley"))
STAY = 19.0
"""Seconds of a visit: thirty people make one and a half visits a second."""
ROUND_SECONDS = 60.0
BOTS = ("bot:sharp", "bot:random")
"""Who sits in the last two seats of every match."""
FINISHED = 6
"""Matches that are over when the doors open."""
TYPIST, TALKER = "control-a", "control-b"
COLUMNS = (
    ("min", 4), ("keys", 5), ("p50", 5), ("p99", 6), ("worst", 6), ("msg p50", 8), ("worst", 6), ("login p50", 10),
    ("worst", 6), ("late", 5), ("CPU%", 5), ("MB", 5), ("fds", 4), ("thr", 4), ("house kB", 9), ("journals", 9),
    ("stalls", 7), ("worst", 6), ("visits", 7), ("wrong", 6),
)  # fmt: skip


def milliseconds(waits: list[float], part: float) -> int | None:
    """The wait that so many percent stay below; None without any."""
    if not waits:
        return None
    return round(1000 * sorted(waits)[min(len(waits) - 1, int(len(waits) * part / 100))])


class Process:
    """What the serving process uses, as the system tells."""

    def __init__(self, served: Served) -> None:
        assert served._process is not None
        self._at = Path(f"/proc/{served._process.pid}")
        self._folder = served.folder
        self._cpu = self.cpu()
        self._seen = time.monotonic()

    def cpu(self) -> float:
        """Seconds of processor time so far."""
        fields = (self._at / "stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / 100

    def memory(self) -> float:
        """Megabytes that belong to the house alone."""
        found = re.search(r"Pss:\s+(\d+)", (self._at / "smaps_rollup").read_text())
        return 0.0 if found is None else int(found[1]) / 1024

    def now(self) -> dict[str, Any]:
        """Everything, and the processor's time since it was asked last."""
        cpu, seen = self.cpu(), time.monotonic()
        used, self._cpu = (cpu - self._cpu) / max(0.001, seen - self._seen) * 100, cpu
        self._seen = seen
        threads = re.search(r"Threads:\s+(\d+)", (self._at / "status").read_text())
        files = [file for file in self._folder.rglob("*") if file.is_file()]
        return {
            "cpu_percent": round(used),
            "mb": round(self.memory(), 1),
            "descriptors": len(list((self._at / "fd").iterdir())),
            "threads": 0 if threads is None else int(threads[1]),
            "house_kb": sum(file.stat().st_size for file in files if file.name == "house.jsonl") // 1024,
            "journals_kb": sum(file.stat().st_size for file in files if file.name != "house.jsonl") // 1024,
        }


class Log:
    """The house's log, read as it grows: stalls by their cause, and what went wrong."""

    STALL = re.compile(r"Nobody was answered for (\d+) ms \((\d+) of CPU\): (.*)\.$")

    def __init__(self, path: Path) -> None:
        self._path, self._read = path, 0
        self.causes: dict[str, list[tuple[int, int]]] = {}
        """Of each cause its stalls: milliseconds, and those of processor time."""
        self.wrong: Counter[str] = Counter()

    def news(self) -> tuple[list[int], int]:
        """Milliseconds of each stall since the last look, and how often something else went wrong."""
        stalls, wrong = [], 0
        with self._path.open("rb") as file:
            file.seek(self._read)
            lines = file.read().splitlines(keepends=True)
        for line in lines:
            if not line.endswith(b"\n"):
                break
            self._read += len(line)
            told = json.loads(line)
            if found := self.STALL.match(told["said"]):
                stalls.append(int(found[1]))
                self.causes.setdefault(found[3], []).append((int(found[1]), int(found[2])))
            elif told["level"] != "info":
                wrong += 1
                trace = told.get("trace", "").strip().splitlines()
                at = [line.strip() for line in trace if line.lstrip().startswith("File")]
                self.wrong[" | ".join([re.sub(r"\d+", "N", told["said"]), *at[-2:], *trace[-1:]])] += 1
        return stalls, wrong


class Life:
    """One run."""

    def __init__(self, served: Served, given: argparse.Namespace, say: Callable[[str], None]) -> None:
        self._served, self._minutes, self._away, self._say = served, given.minutes, given.away, say
        self._looking = HASTY if given.hasty else LOOKING
        self._dice = random.Random(given.seed)
        self._names = [f"guest{number}" for number in range(given.players)]
        self._at_once = max(3, round(given.players / 8))
        self._matches: list[str] = []
        self._ends: dict[str, float] = {}
        self._felt = Felt()
        self._all: list[Felt] = []
        self._turn = 0

    # --- before the doors open
    def prepare(self) -> None:
        """People with keys, matches that are over, matches that go on, and the table where it is measured."""
        with open_house(self._served.folder) as store:
            people = People(store, time.time, secrets.token_bytes)
            for name in (*self._names, TYPIST, TALKER):
                key = self._served.keys[name] = asyncssh.generate_private_key("ssh-ed25519")
                people.take(name, key_for(key))
            house = House(store, time.time, secrets.token_hex)
            for number in range(FINISHED):
                game = GAMES[number % len(GAMES)]
                play(make(house, game, self._seated(game, bots=False)))
            self._measured = make(house, GAMES[0], (TYPIST, TALKER)).match.header.match

    def _seated(self, game: str, *, bots: bool = True) -> tuple[str, ...]:
        """Whose turn it is to sit, for a match of that game."""
        count = find_game(game).spec.seats - (len(BOTS) if bots else 0)
        return tuple(self._dice.sample(self._names, min(count, len(self._names))))

    async def _begin(self) -> None:
        """Another match."""
        game = GAMES[self._turn % len(GAMES)]
        self._turn += 1
        people, spec = self._seated(game), find_game(game).spec
        words = [f"{name}={name}" for name in people]
        words += [f"bot{number}={BOTS[number % len(BOTS)]}" for number in range(spec.seats - len(people))]
        made = await self._served.do("new", game=game, seats=words, seconds=ROUND_SECONDS)
        match = made["match"]
        self._matches.append(match)
        self._ends[match] = time.monotonic() + self._dice.uniform(3.0, 7.0) * 60

    async def _host(self, until: float) -> None:
        """Matches begin, are announced to, closed now and then, and end."""
        loop = asyncio.get_running_loop()
        while loop.time() < until:
            for match in [match for match in self._matches if time.monotonic() > self._ends[match]]:
                self._matches.remove(match)
                await self._try("end", match=match, text="for today", yes=True)
            while len(self._matches) < self._at_once:
                await self._begin()
            match = self._dice.choice(self._matches)
            if self._dice.random() < 0.3:
                await self._try("announce", match=match, text="Tea is served.")
            elif self._dice.random() < 0.3:
                await self._try("close", match=match)
            await asyncio.sleep(6.0)

    async def _try(self, deed: str, **more: Any) -> None:
        try:
            await self._served.do(deed, **more)
        except AssertionError:  # refused: it has ended by itself, or is between two rounds
            return

    # --- while it lasts
    async def live(self) -> dict[str, Any]:
        """Everything, from the open door to the closed one."""
        await self._served.start()
        self._process = Process(self._served)
        assert self._served.log is not None
        self._log = Log(self._served.log)
        while len(self._matches) < self._at_once:
            await self._begin()
        idle = self._process.memory()
        control = Control(self._served, TYPIST, TALKER, self._measured, self._felt)
        await control.arrive()
        loop = asyncio.get_running_loop()
        until = loop.time() + self._minutes * 60
        stay = STAY * len(self._names) / 30 if len(self._names) > 30 else STAY  # no more than so many logins a second
        guests = [
            Guest(self._served, name, random.Random(self._dice.random()), self._felt, stay, self._looking)
            for name in self._names
        ]
        living = [asyncio.create_task(guest.live(until, self._matches)) for guest in guests]
        living += [asyncio.create_task(control.live(until)), asyncio.create_task(self._host(until))]
        telling = asyncio.create_task(self._tell(guests, control, until))
        done = await asyncio.gather(*living, return_exceptions=True)
        await telling
        crowd = self._process.memory()
        gone = [round(crowd, 1)]
        for _ in range(3):
            await asyncio.sleep(self._away * 60 / 3)
            gone.append(round(self._process.memory(), 1))
        began = time.monotonic()
        status = await self._served.stop()
        failed = [repr(end) for end in done if end is not None]
        return self._told(idle, gone, time.monotonic() - began, status, failed)

    async def _tell(self, guests: list[Guest], control: Control, until: float) -> None:
        """A line a minute."""
        loop = asyncio.get_running_loop()
        self._say("  ".join(name.rjust(width) for name, width in COLUMNS))
        minute = 0
        while loop.time() < until:
            await asyncio.sleep(min(60.0, until - loop.time() + 0.1))
            minute += 1
            felt, self._felt = self._felt, Felt()
            for who in (*guests, control):
                who.felt = self._felt
            self._all.append(felt)
            used, (stalls, wrong) = self._process.now(), self._log.news()
            row = (
                minute, len(felt.keys), *(milliseconds(felt.keys, part) for part in (50, 99, 100)),
                *(milliseconds(felt.messages, part) for part in (50, 100)),
                *(milliseconds(felt.logins, part) for part in (50, 100)), milliseconds(felt.own_lag, 99),
                used["cpu_percent"], round(used["mb"]), used["descriptors"], used["threads"], used["house_kb"],
                used["journals_kb"], len(stalls), max(stalls, default=0), felt.visits, wrong + len(felt.trouble),
            )  # fmt: skip
            self._say(
                "  ".join(
                    str("-" if value is None else value).rjust(width)
                    for value, (_, width) in zip(row, COLUMNS, strict=True)
                )
            )

    def _told(self, idle: float, gone: list[float], closing: float, status: int, failed: list[str]) -> dict[str, Any]:
        keys = [wait for felt in self._all for wait in felt.keys]
        self._log.news()
        causes = sorted(self._log.causes.items(), key=lambda item: -sum(cpu for _, cpu in item[1]))
        self._say("\nWhat held the loop for more than 100 ms, by the processor time it took:")
        for cause, taken in causes[:30]:
            cpu = [spent for _, spent in taken]
            worst = max(waited for waited, _ in taken)
            self._say(f"  {len(taken):4} times, {sum(cpu):6} ms of CPU, worst {max(cpu):4} ({worst:5} waited): {cause}")
        trouble = Counter(words for felt in self._all for words in felt.trouble) + self._log.wrong
        for words, count in trouble.most_common(15):
            self._say(f"  wrong {count} times: {words}")
        return {
            "minutes": self._minutes,
            "players": len(self._names),
            "visits": sum(felt.visits for felt in self._all),
            "typed": sum(felt.typed for felt in self._all) + len(keys),
            "connections_cut": sum(felt.cut for felt in self._all),
            "key_ms": {f"p{part}": milliseconds(keys, part) for part in (50, 99)} | {"worst": milliseconds(keys, 100)},
            "minutes_with_a_key_over_300_ms": sum(max(felt.keys, default=0.0) > 0.3 for felt in self._all),
            "message_ms_p50": milliseconds([wait for felt in self._all for wait in felt.messages], 50),
            "login_ms_p50": milliseconds([wait for felt in self._all for wait in felt.logins], 50),
            "bench_late_ms_p99": milliseconds([wait for felt in self._all for wait in felt.own_lag], 99),
            "stalls": sum(len(taken) for taken in self._log.causes.values()),
            "idle_mb": round(idle, 1),
            "after_the_crowd_mb": gone,
            "closing_seconds": round(closing, 2),
            "wrong": sum(trouble.values()) + len(failed) + (status != 0),
            "failed": failed[:5],
        }


def make(house: House, game: str, people: tuple[str, ...]) -> Table:
    """A match at which these people sit, and nobody in the seats that are left."""
    rest = [f"seat{number}" for number in range(find_game(game).spec.seats - len(people))]
    held = {name: f"person:{name}" for name in people} | dict.fromkeys(rest, "open")
    return house.make(game, (*people, *rest), holders=held)


def play(table: Table) -> None:
    """A match from beginning to end, by what random bots would seal."""
    while table.match.phase != "finished":
        seal_all(table)
        HostControls(table).close()


async def run(folder: Path, given: argparse.Namespace, say: Callable[[str], None]) -> dict[str, Any]:
    """The whole bench in a folder."""
    asyncssh.set_log_level("ERROR")
    task = asyncio.current_task()
    assert task is not None
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)  # no house is left behind
    async with serving(folder / "house", folder / "log") as served:
        life = Life(served, given, say)
        life.prepare()
        return await life.live()


def main() -> int:
    """1 if something went wrong."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.live", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("minutes", type=float, nargs="?", default=20.0, help="how long (20)")
    parser.add_argument("players", type=int, nargs="?", default=30, help="how many come and go (30)")
    parser.add_argument("--away", type=float, default=5.0, help="minutes after the crowd has left (5)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hasty", action="store_true", help="they look at nothing: four times as many keys")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write everything there too, as it goes")
    given = parser.parse_args()

    def say(words: str) -> None:
        print(words, flush=True)
        if given.out is not None:
            with given.out.open("a", encoding="utf-8") as file:
                file.write(words + "\n")

    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(run(Path(folder), given, say))
    say(json.dumps(found))
    return 1 if found["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
