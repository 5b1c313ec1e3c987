"""A week of thirteen, at 3,600 times its speed: `python -m benchmarks.week`.

A house that is really served, thirteen people with clients of their own (asyncssh; some with the OpenSSH client, some
at screens), and a match of Day of Mercury whose rounds close every day at 21:00 in Berlin, across a night in which the
clocks there change. Some come late, some never again, one is replaced; two chat rooms have a bad day; the server is
killed twice; the disk is full over a deadline (root alone can make one to fill). An hour passes in a second;
connections, screens and retries take the time that they always take (`week_house`).

At the end everything is held against the journal that is left: acknowledged orders against what the rulings counted,
deadlines against the calendar, posts against what happened, and everything anybody was shown against words that were
meant for others. What happened is printed day by day; the exit status is 1 if anything is wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import re
import secrets
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from datetime import date, datetime
from pathlib import Path

import asyncssh

from benchmarks import week_proof as proof
from benchmarks.week_house import Calendar
from benchmarks.week_people import BERLIN, ROUNDS, AtScreen, Known, Person, Timetable, Watcher
from benchmarks.week_room import Room
from core.house.people import People
from storage import open_house
from tests.kit import NAMES
from tests.ssh.house import key_for
from tests.ssh.served import Served

SPEED = 3600.0
FIRST_DAYS = {"autumn": date(2026, 10, 22), "spring": date(2027, 3, 25)}
"""The clocks change in the third night from then on."""
HOUR = 3600.0
HOUSE_GRACE = 240
"""Minutes that a round stays open after a restart: four seconds of this machine."""
SEAT_GRACE = 60 * 60.0
LOST = {"Kit": 4, "Lou": 7}
"""Who never comes back, and the round from which on they are missed."""
REPLACED, NEW = "Max", "Zoe"
SILENT, HANDED_OVER = 3, 5
"""The rounds from which on one is silent, and in which the host gives the seat to somebody else."""
LATE = {"Ivy": (2, 6, 8), "Jo": (2, 3, 9)}
"""Who comes at the last moment, or a moment later, and when."""
OPENSSH = {"Ada": (2, 5, 9), "Bo": (3, 7)}
SCREENS = ("Cy", "Di", "Ed")
CHAT_AWAY, FULL_DISK, KILLS = 4, 6, (5, 7)
"""The rounds in which these happen."""
SMALL = "48m"
"""How large the house's disk is."""


class Week:
    """Everything that happens, and what of it is wrong."""

    def __init__(
        self, known: Known, first: date, rooms: tuple[Room, Room], serve: tuple[str, ...], own_disk: bool
    ) -> None:
        self.known = known
        self.players, self.spectators = rooms
        self._first = first
        self._serve = serve
        self._own_disk = own_disk
        self.persons = {seat: Person(known, seat, seat) for seat in NAMES}
        self.watcher = Watcher(Person(known, "Watcher", ""))
        self.kills: list[float] = []
        """Moments of the monotonic clock."""
        self.excused: list[tuple[float, float]] = []
        self.since: dict[str, int] = {}
        self.happened: list[str] = []
        """Today."""

    # --- the host
    async def begin(self) -> None:
        """Make the match, tell two chat rooms of it, and let everybody's screens open."""
        known = self.known
        made = await known.served.do(
            "new", game="day_of_mercury", seats=NAMES, when="every day 21:00 Europe/Berlin", grace=SEAT_GRACE,
            title="The week", seconds="none",
        )  # fmt: skip
        known.match = made["match"]
        for room, late in ((self.players, False), (self.spectators, True)):
            await known.served.do("feed", match=known.match, url=room.url, late=late)
            self.since[room.name] = len(proof.kept(known.served.folder, known.match).entries)

    async def announce(self, moment: float, text: str) -> None:
        """At that moment, if the house is there."""
        await self.known.calendar.until(moment)
        with contextlib.suppress(OSError, AssertionError):
            await self.known.served.do("announce", match=self.known.match, text=text)

    async def tell(self, moment: float, seat: str) -> None:
        """The host says a word to one seat alone."""
        await self.known.calendar.until(moment)
        word = self.known.words.make(self.persons[seat].name)
        self.known.words.apart.add(word)
        with contextlib.suppress(OSError, AssertionError):
            await self.known.served.do("tell", match=self.known.match, seat=seat, text=f"For you alone: {word}.")

    async def replace(self, moment: float) -> None:
        """The host gives a seat to somebody else, who plays it from then on; whoever had it can do nothing there."""
        known, old = self.known, self.persons[REPLACED]
        await known.calendar.until(moment)
        known.words.hand_over(REPLACED, NEW)
        self.persons[REPLACED] = Person(known, NEW, REPLACED)
        while True:
            try:
                await known.served.do("hand-over", match=known.match, seat=REPLACED, to=NEW)
                break
            except (OSError, AssertionError):
                await asyncio.sleep(0.3)

        async def no_more(connection: asyncssh.SSHClientConnection) -> None:
            answer = await old.ask(connection, f"orders {known.match}", json.dumps({"visits": []}))
            if answer.get("ok") or "seat" in await old.ask(connection, f"view {known.match}"):
                known.wrong.append(f"{REPLACED} still has the seat that was given away")

        await old.visit(no_more)
        self.happened.append(f"{NEW} plays {REPLACED}'s seat")

    # --- trouble
    async def kill(self, moment: float) -> None:
        """Kill the server, leave it dead for a moment, and serve again."""
        known = self.known
        await known.calendar.until(moment)
        was = known.calendar()
        await known.served.kill()
        self.kills.append(time.monotonic())
        await asyncio.sleep(known.chance.uniform(0.1, 1.0))
        await known.served.start(*self._serve)
        self.excused.append((was, known.calendar() + HOUSE_GRACE * 60 + HOUR))
        self.happened.append(f"kill -9 at {clock(was)}, open again at {clock(known.calendar())}")

    async def chat_away(self, opened: float, deadline: float) -> None:
        """A bad day of both rooms."""
        hours = (deadline - opened) / HOUR
        for number in range(5):
            asyncio.get_running_loop().create_task(
                self.announce(
                    opened + (1.5 + number * (hours - 4) / 5) * HOUR, f"Number {number} of a day without chat."
                )
            )
        for part, mood in enumerate(("broken", "shut", "busy")):
            await self.known.calendar.until(opened + (1 + part * (hours - 2) / 3) * HOUR)
            for room in (self.players, self.spectators):
                await room.feel(mood)  # type: ignore[arg-type]
        await self.known.calendar.until(deadline - HOUR)
        before = len(self.players.shown)
        for room in (self.players, self.spectators):
            await room.feel("lossy")
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(30):
                while len(self.players.shown) == before:  # noqa: ASYNC110 - a room has no event for it
                    await asyncio.sleep(0.05)
        for room in (self.players, self.spectators):
            await room.feel("well")
        moods = Counter(one.mood for one in (*self.players.asked, *self.spectators.asked) if one.mood != "well")
        told = ", ".join(f"{count} {mood}" for mood, count in moods.items())
        self.happened.append(f"the chat rooms are well again at {clock(self.known.calendar())} ({told} answers)")

    async def full_disk(self, deadline: float) -> None:
        """No room for three hours, around the deadline."""
        if not self._own_disk:
            self.happened.append("no disk could be filled: only root may make a small one to fill")
            return
        known = self.known
        await known.calendar.until(deadline - 1.5 * HOUR)
        was, ballast = known.calendar(), known.served.folder / "ballast"
        with ballast.open("wb", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(b"x" * 4096)
        refused = known.done["orders house_closed"]
        await known.calendar.until(deadline + 1.5 * HOUR)
        ballast.unlink()
        self.excused.append((was, known.calendar()))
        told = f"the disk was full from {clock(was)} to {clock(known.calendar())}"
        self.happened.append(f"{told}, {known.done['orders house_closed'] - refused} orders refused for it")

    # --- a day
    async def day(self, round_: int) -> None:
        """From the opening of a round to its close."""
        known, opened, deadline = self.known, self.known.calendar(), self.known.times.closes(round_)
        before, self.happened = known.done.copy(), []
        began = time.monotonic()
        plans = [self._lives(person, round_, opened, deadline) for person in self.persons.values()]
        plans.append(self.announce(opened + 3 * HOUR, f"Good morning, it is day {round_}."))
        plans.append(self.tell(opened + 4 * HOUR, known.chance.choice([s for s in NAMES if s != REPLACED])))
        if round_ == CHAT_AWAY:
            plans.append(self.chat_away(opened, deadline))
        if round_ in KILLS:
            plans.append(self.kill(known.chance.uniform(opened + HOUR, deadline + HOUR / 2)))
        if round_ == FULL_DISK:
            plans.append(self.full_disk(deadline))
        if round_ == HANDED_OVER:
            plans.append(self.replace(opened + 6 * HOUR))
        async with asyncio.TaskGroup() as group:
            for one in plans:
                group.create_task(one)
        longest = known.calendar.real(deadline) + (HOUSE_GRACE * 60 + SEAT_GRACE) / known.calendar.speed + 30
        if not await self.watcher.until(lambda phase, now: phase != "round" or now > round_, longest):
            known.wrong.append(f"round {round_} did not close")
        self._say(round_, known.done - before, time.monotonic() - began)

    async def _lives(self, person: Person, round_: int, opened: float, deadline: float) -> None:
        """What one person does on one day."""
        known, chance, seat = self.known, self.known.chance, person.seat
        if round_ >= LOST.get(seat, 99) or (person.name == REPLACED and round_ in range(SILENT, HANDED_OVER)):
            return
        if seat == REPLACED and round_ == HANDED_OVER:
            await known.calendar.until(opened + 9 * HOUR)
            person = self.persons[seat]
        if round_ == FULL_DISK and self._own_disk and chance.random() < 0.5:
            await known.calendar.until(deadline - chance.uniform(0.2, 1.3) * HOUR)
            await person.visit(person.orders(round_))
            return
        if round_ in LATE.get(seat, ()):
            await known.calendar.until(deadline + chance.uniform(-0.3, 0.4) * HOUR)
            await person.visit(person.orders(round_))
            return
        hours = (deadline - max(opened, known.calendar())) / HOUR
        await known.calendar.until(deadline - chance.uniform(0.3, 0.9) * hours * HOUR)
        if round_ in OPENSSH.get(seat, ()):
            await self._by_openssh(person)
        deeds = [person.look, person.say(*self._to(person, round_)), person.orders(round_)]
        await person.visit(*deeds, *([person.ready] if round_ == 1 else []))
        if round_ > 1 and chance.random() < 0.5:
            await known.calendar.until(deadline - chance.uniform(0.05, 0.25) * hours * HOUR)
            await person.visit(person.say(*self._to(person, round_)), person.orders(round_))

    def _to(self, person: Person, round_: int) -> tuple[str, ...]:
        """To whom somebody says something, and who else may read it."""
        others = [one for one in self.persons.values() if one is not person]
        if round_ == HANDED_OVER:  # it might arrive before the seat has changed hands, or after
            others = [one for one in others if one.seat != REPLACED]
        other = self.known.chance.choice(others)
        room = self.known.chance.choice((other.seat, other.seat, other.seat, "confessional", "host"))
        return (room, other.name) if room == other.seat else (room,)

    async def _by_openssh(self, person: Person) -> None:
        """A visit with the OpenSSH client; the house may be dead."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            try:
                told = await person.by_openssh("view", self.known.match, "--json")
            except (OSError, AssertionError):
                await asyncio.sleep(0.5)
                continue
            if json.loads(told)["seat"] != person.seat:
                self.known.wrong.append(f"{person.name} came with OpenSSH and was not seated")
            return
        self.known.wrong.append(f"{person.name} could not come with OpenSSH")

    def _say(self, round_: int, done: Counter[str], seconds: float) -> None:
        known = self.known
        found = proof.closings(known, proof.kept(known.served.folder, known.match))
        told = [one for one in found if one.round == round_]
        if told and round_ < ROUNDS:
            known.times.opened(told[0].at)
        closed = f"closed {told[0].cause} {clock(told[0].at)}" if told else "IT DID NOT CLOSE"
        closed += f" ({'; '.join(told[0].why)})" if told and told[0].why else ""
        late = f"{done['orders too_late']} too late, " if done["orders too_late"] else ""
        print(
            f"day {round_}: {done['visits']} visits, {done['visits by OpenSSH']} by OpenSSH, {done['screens opened']} "
            f"screens opened, {done['commands']} commands, {done['orders sealed']} orders sealed, {late}{done['said']} "
            f"words said; {closed}; {len(self.players.shown)} and {len(self.spectators.shown)} posts by now; "
            f"{seconds:.0f} s",
            flush=True,
        )
        for line in self.happened:
            print(f"       {line}", flush=True)

    # --- the end
    async def end(self) -> dict[str, dict[str, object]]:
        """Choices, everybody's last look, and the last posts. What each seat was shown; `` for a spectator."""
        known = self.known
        while self.watcher.stage[0] != "finished" and known.calendar() < known.times.closes(ROUNDS) + 96 * HOUR:
            here = [one for one in self.persons.values() if one.seat not in LOST]
            await asyncio.gather(*(one.visit(one.choose) for one in here))
            await self.watcher.until(lambda phase, _: phase == "finished", 2.0)
        views: dict[str, dict[str, object]] = {}
        for person in (*self.persons.values(), self.watcher.person):

            async def look(connection: asyncssh.SSHClientConnection, person: Person = person) -> None:
                views[person.seat] = await person.view(connection)

            await person.visit(look)
        print(f"The match is {self.watcher.stage[0]} at {clock(known.calendar())}.", flush=True)
        found = proof.kept(known.served.folder, known.match)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(120):
                for room, kind in ((self.players, "players"), (self.spectators, "spectators")):
                    marks = {mark for mark, _ in proof.expected_posts(found, self.since[room.name], kind)}  # type: ignore[arg-type]
                    while marks - {one.mark for one in room.shown}:  # noqa: ASYNC110
                        await asyncio.sleep(0.2)
        await asyncio.sleep(1.0)  # what was answered last is on disk then
        return views

    def wrong(self, views: dict[str, dict[str, object]], log: Path) -> Iterator[str]:
        """Everything that is not as it must be."""
        known = self.known
        found = proof.kept(known.served.folder, known.match)
        yield from known.wrong
        if found.match.phase != "finished":
            yield f"the match did not finish: it stands at {found.match.phase} {found.match.round}"
            return
        yield from proof.wrong_orders(known, found)
        yield from proof.wrong_results(known, found)
        yield from proof.wrong_times(known, found, self._first, tuple(self.excused))
        for room in (self.players, self.spectators):
            for one in room.asked:
                known.words.look(one.body, "", f"a post to the {room.name}")
        yield from proof.wrong_talk(known, found)
        yield from proof.wrong_views(known, found, views)
        yield from proof.wrong_posts(known, found, self.players, "players", self.since["players"], self.kills)
        yield from proof.wrong_posts(known, found, self.spectators, "spectators", self.since["spectators"], self.kills)
        yield from proof.wrong_files(known, found)
        yield from _logged(log)
        if not known.words.read or not any(sent for sent in known.sent.values()):
            yield "nobody read a word or sealed anything: nothing is proved"


def _logged(log: Path) -> Iterator[str]:
    """Errors in the house's log, but for those of a full disk."""
    for line in log.read_text().splitlines():
        told = json.loads(line)
        if told["level"] in ("error", "critical") and not re.search("disk is full|No space", json.dumps(told)):
            yield f"the log: {line[:600]}"


def clock(moment: float) -> str:
    """As a clock in Berlin shows it."""
    return f"{datetime.fromtimestamp(moment, BERLIN):%a %H:%M:%S %Z}"


@contextlib.contextmanager
def small_disk(folder: Path) -> Iterator[bool]:
    """A disk of its own for the house, where this user may have one: root may."""
    folder.mkdir()
    if os.geteuid() != 0:
        yield False
        return
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={SMALL}", "tmpfs", str(folder)], check=False, capture_output=True
    )
    try:
        yield mounted.returncode == 0
    finally:
        if mounted.returncode == 0:
            subprocess.run(["umount", str(folder)], check=True)


@contextlib.asynccontextmanager
async def at_home(week: Week) -> AsyncIterator[None]:
    """With those who stay all week: at screens, and watching."""
    staying = [AtScreen(week.persons[seat]) for seat in SCREENS]
    tasks = [asyncio.create_task(one.stay()) for one in staying] + [asyncio.create_task(week.watcher.follow())]
    try:
        yield
    finally:
        ended = [task.result() for task in tasks if task.done() and not task.cancelled()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert not ended
        print(f"{sum(one.shown for one in staying)} pictures of screens were looked through.", flush=True)


async def live(base: Path, seed: int, speed: float, change: str) -> list[str]:
    """The whole week; what is wrong."""
    asyncssh.set_log_level("ERROR")
    chance, first = random.Random(seed), FIRST_DAYS[change]
    morning = datetime(first.year, first.month, first.day, 3, tzinfo=BERLIN).timestamp()
    rooms = Room("players"), Room("spectators")
    with small_disk(base / "house") as own_disk:
        served = Served(base / "house", base / "log")
        calendar = Calendar(time.time(), morning, speed)
        served.program = ("-m", "benchmarks.week_house", *(repr(n) for n in (calendar.epoch, calendar.since, speed)))
        known = Known(served, calendar, Timetable(first), chance, base)
        with open_house(served.folder) as store:
            people = People(store, calendar, secrets.token_bytes)
            for name in (*NAMES, NEW, "Watcher"):
                served.keys[name] = asyncssh.generate_private_key("ssh-ed25519")
                people.enrol(people.invite("host")[1], name, key_for(served.keys[name]), None)
                (base / name).mkdir()
        serve = ("--grace", str(HOUSE_GRACE))
        week = Week(known, first, rooms, serve, own_disk)
        try:
            for room in rooms:
                await room.open()
            await served.start(*serve)
            await week.begin()
            print(f"The week begins at {clock(calendar())}, {speed:g} times as fast as a clock.", flush=True)
            async with at_home(week):
                for round_ in range(1, ROUNDS + 1):
                    await week.day(round_)
                views = await week.end()
            if await served.stop() != 0:
                known.wrong.append("the house did not close well")
            wrong = list(week.wrong(views, base / "log"))
            _summary(week, rooms)
            return wrong
        finally:
            await served.end()
            for room in rooms:
                await room.close()


def _summary(week: Week, rooms: tuple[Room, Room]) -> None:
    known, found = week.known, proof.kept(week.known.served.folder, week.known.match)
    done, counted = known.done, sum(len(record.orders) for record in found.match.rounds)
    late = max(
        (one.late for one in proof.closings(known, found) if one.cause == "deadline" and not one.why), default=0.0
    )
    asked = Counter(one.mood for room in rooms for one in room.asked)
    print(
        f"{len(found.entries)} entries; {done['orders sealed']} orders acknowledged, {counted} counted by the rulings; "
        f"{len(known.words.told)} words acknowledged, read {known.words.read.total()} times by those meant; "
        f"deadlines met within {late * 1000:.0f} ms of this machine where nothing stood in the way; posts "
        f"{' and '.join(str(len(room.shown) - proof.doubled(room)) for room in rooms)}, shown twice "
        f"{' and '.join(str(proof.doubled(room)) for room in rooms)} (the answer was lost), requests by answer "
        f"{dict(asked)}; {done['broken connections']} connections broke."
    )


def main() -> int:
    """Print what happened; 1 if anything is wrong."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.week", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("seed", type=int, nargs="?", default=1, help="what people and trouble do follows (1)")
    parser.add_argument("--speed", type=float, default=SPEED, help="how many times as fast as a clock (3600)")
    parser.add_argument("--change", choices=FIRST_DAYS, default="autumn", help="of the clocks, in the third night")
    parser.add_argument("--keep", metavar="FILE", type=Path, help="copy the house's log here")
    given = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        wrong = asyncio.run(live(Path(folder), given.seed, given.speed, given.change))
        if given.keep is not None:
            given.keep.write_text((Path(folder) / "log").read_text())
    for sentence in wrong[:40]:
        print(f"WRONG: {sentence}")
    found = f"{len(wrong)} things are wrong" if wrong else "Everything is as it must be"
    print(f"{found}; {time.monotonic() - began:.0f} s.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
