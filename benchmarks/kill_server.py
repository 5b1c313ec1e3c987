"""Kills a served house under nine active sessions, again and again.

    python -m benchmarks.kill_server [KILLS] [SEED]

`garnet serve` runs as a process of its own. Nine players, each with a terminal and a connection for commands, seal,
talk and draft, by keystrokes and by command, while the host closes rounds now and then; then the process is killed at
a random moment. What a player was told, by an answer or by their screen, must be in the journal that is left, in the
order in which they did it; no file may be damaged; and everybody who comes back must stand where they were: at their
table, with their draft or their seal on the screen.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import asyncssh

from core.form import plain
from core.seat import Seat
from storage import visit_house
from tests.kit import NAMES
from tests.ssh.served import GONE, Player, Served, serving

SEATS = NAMES[:9]
LONGEST = 8.0
"""Seconds of play before a kill, at most."""

OFFER = re.compile(r"^\s*1\s+([A-Z]\w*|choose)\s+(red|blue|yellow|green|white|black|choose)\b", re.MULTILINE)
"""The first slot of the desk, as the screen shows it."""

Entry = dict[str, Any]


class Told:
    """What was acknowledged to one player: for each deed, whether an entry of the journal is it."""

    def __init__(self) -> None:
        self.deeds: list[tuple[str, Callable[[Entry], bool]]] = []

    def that(self, words: str, is_it: Callable[[Entry], bool]) -> None:
        self.deeds.append((words, is_it))

    def missing(self, entries: list[Entry]) -> list[str]:
        """The deeds that are not there, in the order in which they were done."""
        lost, rest = [], iter(entries)
        for words, is_it in self.deeds:
            if not any(is_it(entry) for entry in rest):
                lost.append(words)
                rest = iter(entries)
        return lost


class Active(Player):
    """A player who plays on until the house is gone."""

    def __init__(self, house: Served, name: str, match: str, chance: random.Random, marks: Callable[[], str]) -> None:
        super().__init__(house, name)
        self.match = match
        self.told = Told()
        self._chance = chance
        self._marks = marks
        self._shown: list[str | None] = []

    async def play(self) -> None:
        """Do one thing after the other; returns when the house is gone."""
        deeds: list[Callable[[], Awaitable[None]]] = [
            self._say, self._seal, self._draft_by_keys, self._seal_by_keys, self._say_by_keys,
        ]  # fmt: skip
        with contextlib.suppress(*GONE):
            while not self.screen.over:
                await self._to_the_table()
                await self._chance.choice(deeds)()

    async def _say(self) -> None:
        mark = self._marks()
        await self.command(f"say {self.match} lounge", mark)
        self.told.that(f"said {mark}", lambda entry: entry["kind"] == "said" and entry["text"] == mark)

    async def _seal(self) -> None:
        view = await self.command(f"view {self.match}")
        held = [kind for kind, number in view["view"]["cubes"].items() if number]
        if view["phase"] != "round" or not held:
            return
        to = self._chance.choice([seat for seat in SEATS if seat != self.name])
        orders = {"offers": [{"to": to, "give": self._chance.choice(held)}]}
        try:
            await self.command(f"orders {self.match}", orders)
        except ConnectionError as refused:
            if "refused" not in str(refused) and '"ok":false' not in str(refused):
                raise
            return
        self.told.that(f"sealed {orders}", lambda entry: entry["kind"] == "sealed" and entry["orders"] == orders)

    async def _draft_by_keys(self) -> None:
        """Open what is under the cursor of the desk, choose something else there; three times."""
        self._shown = self._first_offer()
        for _ in range(3):
            self.type("\r")
            if not await self.sees(lambda text: DIALOG in text or PAGES.search(text)) or DIALOG not in self.screen.text:
                return
            self.type("\x1b[B" * self._chance.randint(0, 2) + "\r")
            if not await self.sees(lambda text: DIALOG not in text or "✗" in text) or DIALOG in self.screen.text:
                return
            self._drafted()

    def _first_offer(self) -> list[str | None]:
        """The first slot of the desk as it is shown."""
        found = OFFER.search(self.screen.text)
        return [None if word == "choose" else word for word in found.groups()] if found else []

    def _drafted(self) -> None:
        """The header says that there is a draft, and the desk which."""
        shown, before = self._first_offer(), self._shown
        self._shown = shown

        def is_it(entry: Entry) -> bool:
            offers = (entry.get("orders") or {}).get("offers") or [{}]
            return entry["kind"] == "drafted" and [offers[0].get(key) or None for key in ("to", "give")] == shown

        if shown not in ([], before) and re.search("DRAFT|EDITED", self.screen.text):
            self.told.that(f"drafted {shown}", is_it)

    async def _seal_by_keys(self) -> None:
        if not re.search("DRAFT|EDITED", self.screen.text):
            return
        self.type("s")
        if await self.sees(lambda text: "Seal these" in text or "✗" in text or "what happened" in text):
            if "Seal these" not in self.screen.text:
                return
            self.type("\r")
            if await self.sees(lambda text: "Seal these" not in text) and "Sealed." in self.screen.text:
                self.told.that("sealed by keys", lambda entry: entry["kind"] == "sealed")

    async def _say_by_keys(self) -> None:
        mark = self._marks()
        self.type("t")
        if await self.sees("Lounge"):
            self.type("\r")
            if await self.sees(WRITING):
                self.type(f"{mark}\r")
                if await self.sees(
                    lambda text: mark in text and "Say something" in text
                ):  # in the thread, and no longer in the line
                    self.told.that(f"typed {mark}", lambda entry: entry["kind"] == "said" and entry["text"] == mark)

    async def _to_the_table(self) -> None:
        """Whatever is on the screen: back to the table."""
        for _ in range(12):
            text = self.screen.text
            if at_table(text):
                return
            page = PAGES.search(text)
            self.type("\r" if page else "\x1b")
            with contextlib.suppress(AssertionError):
                await self.sees(gone(page[0]) if page else lambda now, before=text: now != before, 2.0)


DIALOG = "╭─"
"""The corner of every dialog."""
WRITING = "after Esc"
"""What the footer says while letters go into a line of text."""
PAGES = re.compile("Enter go on|Waits for you|Your other matches")
"""What the pages say on which Enter leads on to the table."""


def gone(words: str) -> Callable[[str], bool]:
    """The screen shows these words no more."""
    return lambda text: words not in text


def at_table(text: str) -> bool:
    """Is the table on top, with nothing over it and its panel shown?"""
    return "/9 sealed" in text and "Offers" in text and "Enter choose" in text.splitlines()[-1] and DIALOG not in text


async def back_where_they_were(player: Active, seat: Seat) -> None:
    """Somebody who returned gets to their table, and it shows what is in force for their seat."""
    frame = seat.frame()
    for _ in range(6):
        await player.sees(lambda text: at_table(text) or PAGES.search(text))
        if at_table(player.screen.text):
            break
        page = PAGES.search(player.screen.text)
        assert page is not None
        player.type("\r")
        await player.sees(gone(page[0]))
    draft, sealed = seat.draft(), seat.sealed()
    await player.sees(f"round {frame.round}/7")
    await player.sees(frame.orders)
    offers = draft.orders["offers"] if draft is not None else plain(sealed)["offers"] if sealed is not None else []
    if offers:
        wanted = tuple(offers[0].get(key) or "choose" for key in ("to", "give"))
        await player.sees(lambda text: wanted in OFFER.findall(text))


async def one_life(served: Served, match: str, chance: random.Random, seconds: float, mark: Callable[[], str]) -> Life:
    """Serve, let everybody come and play, kill."""
    before = served.found()
    await served.start()
    players = [Active(served, name, match, random.Random(chance.random()), mark) for name in SEATS]
    began = time.monotonic()
    await asyncio.gather(*(player.arrive() for player in players))
    await asyncio.gather(*(back_where_they_were(player, before.seat(match, player.name)) for player in players))
    back = time.monotonic() - began
    closes = 0
    playing = [asyncio.create_task(player.play()) for player in players]
    await asyncio.sleep(seconds / 2)
    if chance.random() < 0.4:
        await served.do("close", match=match)
        closes = 1
    await asyncio.sleep(seconds / 2)
    await served.kill()
    async with asyncio.timeout(60):
        await asyncio.gather(*playing)
    for player in players:
        await player.leave()
    return Life(players, closes, len(before.table(match).match.rounds), back)


class Life:
    """What happened between a start and a kill."""

    def __init__(self, players: list[Active], closes: int, rounds: int, back: float) -> None:
        self.players = players
        self.closes = closes
        self.rounds = rounds
        self.back = back

    @property
    def acknowledged(self) -> Counter[str]:
        return Counter(words.split()[0] for player in self.players for words, _ in player.told.deeds)

    def missing(self, folder: Path, match: str, first: int) -> list[str]:
        """What was acknowledged and is not in the journal from entry `first` on."""
        entries = [dict(entry) for entry in visit_house(folder).read(match).entries[first:]]
        lost = [
            f"{player.name}: {words}"
            for player in self.players
            for words in player.told.missing([entry for entry in entries if entry.get("by") == player.name])
        ]
        if sum(entry["kind"] == "closed" for entry in entries) < self.closes:
            lost.append("a close by the host")
        return lost


async def kill_and_look(folder: Path, kills: int, seed: int) -> tuple[Counter[str], list[str], list[float]]:
    """So many kills: how much was acknowledged, what was lost or damaged, and how long everybody took to be back."""
    chance = random.Random(seed)
    numbers = iter(range(10**9))
    told: Counter[str] = Counter()
    wrong: list[str] = []
    back: list[float] = []
    asyncssh.set_log_level("ERROR")
    async with serving(folder / "house", folder / "log") as served:
        match = served.prepare("exodus", SEATS)
        for number in range(kills):
            house = served.found()
            if house.table(match).match.phase != "round":
                served.finish(match)
                match = served.prepare("exodus", SEATS)
            first = len(visit_house(served.folder).read(match).entries)
            life = await one_life(served, match, chance, chance.uniform(0.2, LONGEST), lambda: f"mark-{next(numbers)}")
            told += life.acknowledged
            wrong += [f"kill {number}: {lost}" for lost in life.missing(served.folder, match, first)]
            wrong += [f"kill {number}: {sentence}" for sentence in served.found().damaged.values()]
            back.append(life.back)
    return told, wrong, back


def main(kills: int = 30, seed: int = 1) -> int:
    """Print what was found; 1 if anything was missing or damaged."""
    with tempfile.TemporaryDirectory() as folder:
        told, wrong, back = asyncio.run(kill_and_look(Path(folder), kills, seed))
    each = ", ".join(f"{number} {kind}" for kind, number in sorted(told.items()))
    print(f"{kills} kills of a served house under nine sessions; acknowledged: {each}; {len(wrong)} missing or damaged")
    print(
        f"everybody back at their table {sum(back) / len(back):.1f} s after the first knock, at worst {max(back):.1f} s"
    )
    print("\n".join(wrong[:20]), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
