"""Kills a served house under nine active sessions, again and again.

`garnet serve` runs as a process. Nine players, each with a terminal and a connection for commands, seal, talk and
draft, while the host closes rounds. The process is killed at a random time. Everything that a player was told must be
in the journal, in order. No file may be damaged, and no session may end before the kill. Every player must get back to
the table, in its round, with draft or seal on the screen.

Progress goes to stderr; the last line, on stdout, is JSON. Exit status 1 if anything is missing or damaged, or if in
twenty kills or more a kind of deed was never acknowledged.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import asyncssh

from storage import visit_house
from tests.kit.kill_player import SEATS, Active
from tests.ssh.served import Served, serving

LONGEST = 6.0
"""Most seconds of play before a kill."""
ENOUGH = 20
"""Kills in which each kind of deed must have been acknowledged."""
CLOSES = 0.4
"""Number of lives with a close by the host."""
KINDS = ("said", "said by keys", "sealed", "sealed by keys", "drafted")
"""Kinds of acknowledged deeds."""


@dataclass
class Found:
    """Results of the kills."""

    kills: int = 0
    acknowledged: Counter[str] = field(default_factory=Counter)
    closes: int = 0
    wrong: list[str] = field(default_factory=list)
    """Missing deeds and damage."""
    open: list[float] = field(default_factory=list)
    """Seconds from each start to the open door."""
    back: list[float] = field(default_factory=list)
    """Seconds of each return after a kill, until all nine are at their tables."""

    def told(self) -> dict[str, object]:
        return {
            "kills": self.kills,
            "sessions": len(SEATS),
            "acknowledged": {kind: self.acknowledged[kind] for kind in KINDS} | {"closes": self.closes},
            "missing_or_damaged": len(self.wrong),
            "players_back": len(self.back) * len(SEATS),
            "open_seconds": figures(self.open),
            "back_seconds": figures(self.back),
        }


def figures(seconds: list[float]) -> dict[str, float]:
    """Mean and worst."""
    return {"mean": round(sum(seconds) / len(seconds), 2), "worst": round(max(seconds), 2)} if seconds else {}


class Lives:
    def __init__(self, served: Served, chance: random.Random, found: Found, say: Callable[[str], None]) -> None:
        self.served = served
        self.chance = chance
        self.found = found
        self._say = say
        self._marks = iter(range(10**9))
        self.match = served.prepare("exodus", SEATS)
        self._left = False
        """True if a kill interrupted this match."""

    def a_match_in_a_round(self) -> None:
        """Make another match once the rounds of this one are over."""
        if self.served.found().table(self.match).match.phase != "round":
            self.served.finish(self.match)
            self.match = self.served.prepare("exodus", SEATS)
            self._left = False

    async def return_to(self) -> list[Active]:
        """Serve, and bring every player back."""
        before = self.served.found()
        began = time.monotonic()
        await self.served.start()
        opened = time.monotonic()
        players = [
            Active(self.served, name, self.match, random.Random(self.chance.random()), self._mark) for name in SEATS
        ]
        await asyncio.gather(*(player.arrive() for player in players))
        await asyncio.gather(*(player.back(before.seat(self.match, player.name)) for player in players))
        self.found.open.append(opened - began)
        if self._left:
            self.found.back.append(time.monotonic() - opened)
        return players

    def _mark(self) -> str:
        return f"mark-{next(self._marks)}"

    async def one(self, longest: float) -> None:
        """Serve, play, kill, and check the remains."""
        began = time.monotonic()
        first = len(visit_house(self.served.folder).read(self.match).entries)
        players = await self.return_to()
        back = time.monotonic() - began
        seconds = self.chance.uniform(0.2, longest)
        playing = [asyncio.create_task(player.play()) for player in players]
        await asyncio.sleep(seconds / 2)
        closed = self.chance.random() < CLOSES
        if closed:
            await self.served.do("close", match=self.match)
        await asyncio.sleep(seconds / 2)
        async with asyncio.timeout(300):  # on a slow machine: a kill before anything was acknowledged proves nothing
            while not any(player.told.deeds for player in players):  # noqa: ASYNC110 - theirs, one by one
                await asyncio.sleep(0.01)
        await self.served.kill()
        async with asyncio.timeout(300):
            ended = await asyncio.gather(*playing, return_exceptions=True)
        await asyncio.gather(*(player.leave() for player in players))
        self.found.kills += 1
        self._left = True
        self.found.closes += closed
        counted = Counter(kind for player in players for kind, _, _ in player.told.deeds)
        self.found.acknowledged += counted
        wrong = [f"{end}" for end in ended if end is not None] + self._wrong(players, first, closed)
        self.found.wrong += [f"kill {self.found.kills}: {sentence}" for sentence in wrong]
        self._say(
            f"kill {self.found.kills}: all back after {back:.1f} s, killed after {seconds:.1f} s of play, "
            f"{counted.total()} deeds acknowledged, {len(wrong)} missing or damaged"
        )

    def _wrong(self, players: list[Active], first: int, closed: bool) -> list[str]:
        """Acknowledged deeds that the journal lacks from entry `first` on, and damage."""
        entries = [dict(entry) for entry in visit_house(self.served.folder).read(self.match).entries[first:]]
        wrong = [
            f"{player.name}: {words}"
            for player in players
            for words in player.told.missing([entry for entry in entries if entry.get("by") == player.name])
        ]
        if closed and not any(entry["kind"] == "closed" for entry in entries):
            wrong.append("a close by the host")
        return [*wrong, *self.served.found().damaged.values()]

    async def last_return(self) -> None:
        """Bring every player back after the last kill."""
        if self.served.found().table(self.match).match.phase == "round":
            players = await self.return_to()
            await self.served.kill()
            await asyncio.gather(*(player.leave() for player in players))


async def kill_and_look(
    folder: Path,
    kills: int,
    seed: int,
    longest: float = LONGEST,
    say: Callable[[str], None] = lambda _: None,
    fresh: bool = True,
) -> Found:
    """Kill that often in `folder`; `say` hears of each. Raises AssertionError, with the screen, if a player cannot
    return."""
    asyncssh.set_log_level("ERROR")
    results = Found()
    async with serving(folder / "house", folder / "log", fresh) as served:
        lives = Lives(served, random.Random(seed), results, say)
        for _ in range(kills):
            lives.a_match_in_a_round()
            await lives.one(longest)
        await lives.last_return()
    return results


def main() -> int:
    """Print the result. Returns 1 if anything was missing, damaged or unproved."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.kit.kill_server",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("kills", type=int, nargs="?", default=30, help="how often (30; some ten seconds each)")
    parser.add_argument("seed", type=int, nargs="?", default=1, help="what the players and the killer do follows (1)")
    parser.add_argument("--longest", type=float, default=LONGEST, metavar="SECONDS", help="of play before a kill (6)")
    given = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        results = asyncio.run(
            kill_and_look(
                Path(folder), given.kills, given.seed, given.longest, lambda words: print(words, file=sys.stderr)
            )
        )
    never = [kind for kind in KINDS if not results.acknowledged[kind]]
    for words in [*results.wrong[:20], *(f"Nothing was ever {kind}: nothing is proved about it." for kind in never)]:
        print(words, file=sys.stderr)
    print(json.dumps(results.told() | {"seconds": round(time.monotonic() - began)}))
    return 1 if results.wrong or (never and given.kills >= ENOUGH) else 0


if __name__ == "__main__":
    sys.exit(main())
