"""The people of the week: thirteen who play by one-shot commands over connections of their own, some of them at screens
or with the OpenSSH client, and one who watches. Each remembers what they were told, and looks at all they are shown for
words that were meant for others."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import re
from collections import Counter
from collections.abc import Awaitable, Callable
from datetime import date, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal, NamedTuple
from zoneinfo import ZoneInfo

import asyncssh

from benchmarks.week_house import Calendar
from core.games.day_of_mercury.spec import SHRINE, SIN_LOCATIONS
from tests.ssh.house import Screen, sit
from tests.ssh.openssh import Person as OpenSsh
from tests.ssh.served import GONE, PATIENCE, Served

BERLIN = ZoneInfo("Europe/Berlin")
ROUNDS = 9
PLAIN = ("ringed_city", "drowned_tower", "catacombs", "weeping_cathedral", "lakeside_garden")
"""Where a commit needs nothing but its target."""
KEYS = ("\x1b[B", "\x1b[B", "\x1b[A", "\t", "\x1b[5~", "\x1b[6~")
"""What somebody at a screen types: they look around, and order nothing."""
AGAIN = 0.25
"""Seconds until somebody whose connection broke tries again."""

Fate = Literal["told", "unknown", "refused"]
"""Of orders: an answer said that they are sealed, none came, or they were refused."""


class Sent(NamedTuple):
    """Orders that somebody sent for a round."""

    orders: dict[str, Any]
    fate: Fate
    code: str = ""


class Words:
    """Words that nobody would write, each meant for some: wherever one stands that others read, it leaked."""

    FORM = re.compile(r"zq[a-z]{6}xj")

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self.readers: dict[str, set[str]] = {}
        """By word the people who may read it."""
        self.apart: set[str] = set()
        """Those that were said in a confessional or to the hosts: whoever has the seat later does not read them."""
        self.told: dict[str, str] = {}
        """Words that were acknowledged, with who said them."""
        self.leaks: list[str] = []
        self.read: Counter[str] = Counter()
        """How often a word was read by somebody it was meant for, who had not said it themselves."""

    def make(self, *readers: str) -> str:
        """Another word, for these people alone."""
        word = "zq" + "".join(self._chance.choices("abcdefghiklmnoprstu", k=6)) + "xj"
        self.readers[word] = set(readers)
        return word

    def hand_over(self, old: str, new: str) -> None:
        """Somebody plays on where somebody else did: the talk of the seat is theirs too."""
        for word, readers in self.readers.items():
            if old in readers and word not in self.apart:
                readers.add(new)

    def look(self, text: str, reader: str, where: str) -> None:
        """Look through what somebody is shown; `reader` empty for the public."""
        for word in set(self.FORM.findall(text)):
            if reader not in self.readers.get(word, ()):
                self.leaks.append(f"{where} shows {reader or 'the public'} the word {word}")
            elif self.told.get(word) != reader:
                self.read[word] += 1


class Timetable:
    """When rounds close, worked out by the bench itself: every day at 21:00 in Berlin, each round that opens taking the
    next of these moments that leaves it half a day (HH-19)."""

    def __init__(self, first: date) -> None:
        days = [first + timedelta(days=number) for number in range(40)]
        self._moments = [datetime(day.year, day.month, day.day, 21, tzinfo=BERLIN).timestamp() for day in days]
        self.least = min(later - earlier for earlier, later in pairwise(self._moments[:ROUNDS])) / 2
        self._place = 0
        self.round = 1
        """The one that is open."""

    def opened(self, at: float) -> None:
        """The next round opened at this moment."""
        self.round += 1
        self._place += 1
        while self._moments[self._place] < at + self.least:
            self._place += 1

    def closes(self, round_: int) -> float:
        """When the open round, or one after it, is to close."""
        return self._moments[self._place + round_ - self.round]


class Known:
    """What everybody of the week shares: the house, its clock, the match, and what was said and sent."""

    def __init__(self, served: Served, calendar: Calendar, times: Timetable, chance: random.Random, home: Path) -> None:
        self.served = served
        self.calendar = calendar
        self.times = times
        self.chance = chance
        self.home = home
        self.match = ""
        self.words = Words(chance)
        self.sent: dict[tuple[int, str], list[Sent]] = {}
        """By round and seat, in the order in which they were sent."""
        self.wrong: list[str] = []
        self.done: Counter[str] = Counter()
        """What was done, by kind: for the lines of each day."""


def plan(view: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """Orders that the seat of this view may seal."""
    me, forced = view["view"], view["view"]["effects"]["forced"]
    last = view["round"] == me["rounds"]
    first = forced or chance.choice(SIN_LOCATIONS)
    others = [place for place in (*PLAIN, *((SHRINE,) if last else ())) if place != first]
    second = SHRINE if last else chance.choice(others)
    deeds: list[dict[str, Any]] = []
    if second == SHRINE:
        deeds = [{"do": "offer"}]
    elif me["targets"] and chance.random() < 0.7:
        deeds = [{"do": "commit", "target": chance.choice(me["targets"])}]
    gathers = [{"do": "gather"}] * chance.choice((1, 2))
    return {"visits": [{"location": first, "actions": gathers}, {"location": second, "actions": deeds}]}


class Person:
    """Somebody of the house: `name` comes by key; `seat` is what they play, empty for who only watches."""

    def __init__(self, known: Known, name: str, seat: str) -> None:
        self.known = known
        self.name = name
        self.seat = seat

    # --- how one comes
    async def ask(self, connection: asyncssh.SSHClientConnection, line: str, given: str = "") -> dict[str, Any]:
        """What a command answers, refusals too. GONE where none came."""
        stdin: dict[str, Any] = {"input": given} if given else {"stdin": asyncssh.DEVNULL}
        async with asyncio.timeout(PATIENCE):
            done = await connection.run(f"{line} --json", check=False, **stdin)
        if not done.stdout:
            raise ConnectionError(f"{line}: {done.exit_status}, {done.stderr!r}")
        self.known.words.look(str(done.stdout), self.name, f"`{line.split()[0]}`")
        self.known.done["commands"] += 1
        answer: dict[str, Any] = json.loads(str(done.stdout).splitlines()[0])
        return answer

    async def visit(self, *deeds: Callable[[asyncssh.SSHClientConnection], Awaitable[None]]) -> None:
        """Come, do one thing after the other, and go; what a broken connection left undone is done again."""
        left = list(deeds)
        while left:
            try:
                async with await self.known.served.connect(self.name) as connection:
                    self.known.done["visits"] += 1
                    while left:
                        await left[0](connection)
                        left.pop(0)
            except GONE:
                self.known.done["broken connections"] += 1
                await asyncio.sleep(AGAIN)

    async def view(self, connection: asyncssh.SSHClientConnection) -> dict[str, Any]:
        """What one's seat knows; what others have ordered is not in it."""
        found = await self.ask(connection, f"view {self.known.match}")
        if found.get("seat") == self.seat:
            own = [one.orders for one in self.known.sent.get((found["round"], self.seat), ())]
            if found["orders"] is not None and not any(alike(found["orders"], orders) for orders in own):
                self.known.words.leaks.append(f"`view` shows {self.name} orders that are not theirs")
        return found

    # --- what one does
    def orders(self, round_: int) -> Callable[[asyncssh.SSHClientConnection], Awaitable[None]]:
        """Seal something for this round, if it is still open."""

        async def deed(connection: asyncssh.SSHClientConnection) -> None:
            found = await self.view(connection)
            if found.get("round") != round_ or found.get("phase") != "round":
                return
            orders = plan(found, self.known.chance)
            sent = self.known.sent.setdefault((round_, self.seat), [])
            sent.append(Sent(orders, "unknown"))
            number = len(sent) - 1
            try:
                answer = await self.ask(connection, f"orders {self.known.match} --round {round_}", json.dumps(orders))
            except GONE:
                self.known.done["orders without an answer"] += 1
                raise
            code = "" if answer.get("ok") else answer["error"]["code"]
            sent[number] = Sent(orders, "refused" if code else "told", code)
            self.known.done[f"orders {code or 'sealed'}"] += 1
            if code == "house_closed":
                raise ConnectionError("the disk is full: again in a while")

        return deed

    def say(self, to: str, *readers: str) -> Callable[[asyncssh.SSHClientConnection], Awaitable[None]]:
        """Say a word of one's own to `to`, which nobody else but these people may read."""

        async def deed(connection: asyncssh.SSHClientConnection) -> None:
            word = self.known.words.make(self.name, *readers)
            if to in ("confessional", "host"):
                self.known.words.apart.add(word)
            answer = await self.ask(connection, f"say {self.known.match} {to}", f"I think {word} today.")
            if answer.get("ok"):
                self.known.words.told[word] = self.name
                self.known.done["said"] += 1
            elif answer["error"]["code"] == "house_closed":
                raise ConnectionError("the disk is full: again in a while")

        return deed

    async def ready(self, connection: asyncssh.SSHClientConnection) -> None:
        """Nothing more to do."""
        await self.ask(connection, f"ready {self.known.match}")

    async def look(self, connection: asyncssh.SSHClientConnection) -> None:
        """Are the times of the rounds that are still to open the ones that the bench expects?"""
        told = await self.ask(connection, f"schedule {self.known.match}")
        times = self.known.times
        if not told["closes"] or told["closes"][0]["round"] != times.round:
            return  # it has closed a moment ago, and the bench has not worked out the rest yet
        for close in told["closes"][1:]:
            if off := close["at"] - times.closes(close["round"]):
                self.known.wrong.append(f"{self.name} was told that round {close['round']} closes {off:+.0f} s off")

    async def choose(self, connection: asyncssh.SSHClientConnection) -> None:
        """Make the choice that is one's own after the last round, if there is one."""
        found = await self.view(connection)
        choice = found.get("choose")
        if choice is None:
            return
        count = 3 if choice["kind"] == "give_tokens" else 1
        named = self.known.chance.sample(choice["from"], count)
        what = {"players": named} if count == 3 else {"player": named[0]}
        await self.ask(connection, f"act {self.known.match}", json.dumps({"kind": choice["kind"], **what}))

    async def by_openssh(self, *words: str) -> str:
        """The same with the OpenSSH client itself; what it printed. GONE where the house was not there."""
        home = self.known.home / self.name
        client = OpenSsh(self.known.served, home)
        key = home / "id"
        if not key.exists():
            self.known.served.keys[self.name].write_private_key(key)
            key.chmod(0o600)
        status, out, error = await client.run(client.command(self.name, *words))
        if status:
            raise ConnectionError(f"ssh ended with {status}: {error}")
        self.known.words.look(out, self.name, "the OpenSSH client")
        self.known.done["visits by OpenSSH"] += 1
        return out


def alike(one: Any, other: Any) -> bool:
    """Are these the same orders, however their empty parts are written?"""
    if isinstance(one, dict) and isinstance(other, dict):
        full = [{key: part for key, part in some.items() if part not in (None, [], {})} for some in (one, other)]
        return full[0].keys() == full[1].keys() and all(alike(part, full[1][key]) for key, part in full[0].items())
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(alike(a, b) for a, b in zip(one, other, strict=True))
    return bool(one == other)


class AtScreen:
    """A person who leaves a screen open all week, and comes back whenever it ends."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.shown = 0
        """How many pictures of the screen were looked through."""

    async def stay(self) -> None:
        """Until cancelled."""
        known = self.person.known
        while True:
            with contextlib.suppress(*GONE):
                async with await known.served.connect(self.person.name) as connection:
                    known.done["screens opened"] += 1
                    await self._at(await sit(connection, known.chance.choice(((80, 24), (120, 40)))))
            await asyncio.sleep(AGAIN)

    async def _at(self, screen: Screen) -> None:
        looking = asyncio.create_task(self._look(screen))
        try:
            for _ in range(4):  # the pages on the way to the table
                await asyncio.sleep(0.6)
                screen.type("\r")
            await asyncio.sleep(0.6)
            screen.type("t")
            while not screen.over:
                await asyncio.sleep(self.person.known.chance.uniform(0.5, 1.5))
                screen.type(self.person.known.chance.choice(KEYS))
        finally:
            looking.cancel()
            await asyncio.gather(looking, return_exceptions=True)

    async def _look(self, screen: Screen) -> None:
        while not screen.over:
            await screen.changed()
            self.shown += 1
            self.person.known.words.look(screen.text, self.person.name, "the screen")


class Watcher:
    """Somebody without a seat who follows the match by `watch`, and knows where it stands."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.stage: tuple[str, int] = ("", 0)
        self._moved = asyncio.Event()

    async def follow(self) -> None:
        """Until cancelled; what ends it is started again."""
        known = self.person.known
        while True:
            with contextlib.suppress(*GONE):
                async with (
                    await known.served.connect(self.person.name) as connection,
                    connection.create_process(f"watch {known.match} --json") as watch,
                ):
                    async for line in watch.stdout:
                        self._hear(str(line))
            await asyncio.sleep(AGAIN)

    def _hear(self, line: str) -> None:
        known, told = self.person.known, json.loads(line)
        known.words.look(line, self.person.name, "`watch`")
        if told["orders"] != "NONE" or "messages" in told or "apart" in told:
            known.words.leaks.append(f"`watch` shows a spectator {line}")
        self.stage = (told["phase"], told["round"])
        self._moved.set()

    async def until(self, true: Callable[[str, int], bool], seconds: float) -> bool:
        """Wait until the match stands where it should; False if it does not within so many seconds."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not true(*self.stage):
                    self._moved.clear()
                    await self._moved.wait()
        return true(*self.stage)
