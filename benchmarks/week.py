"""Twelve weeks of thirteen people by a fake clock: `python -m benchmarks.week`.

A season in a folder, told to a chat room that edits, with reminders, gifts, a Death Match each week, a confirmed
result, two kills, a restore, and both changes of the clocks. Some people play, some forget and are reminded. At the end
everything is checked against the journal, also that all of this happened, and a week's posts are printed. Exit status 1
if anything is wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from core.botplay.playing import entry_for, make_bot
from core.house.house import House
from core.house.reminders import Reminded
from core.house.settings import HouseSettings
from core.house.todo import todo
from core.match import journal as matches
from core.match import views
from core.match.seating import NAMES
from core.refusal import Refused
from core.seasons import journal as j
from core.seasons.death_match import can_be_named, missing_role
from core.seasons.feeds import TOLD, SeasonFeeds, season_posts
from core.seasons.opening import EpisodeWish
from core.seasons.options import SeasonOptions
from core.seasons.reducer import fold
from core.seasons.season import spendable
from core.seasons.season_controls import SeasonControls
from core.seasons.words import digest
from core.table.table import Table
from core.words.deadlines import season_times
from ssh_server.feeds.feed import Feeder
from ssh_server.feeds.nudge import Reminders
from storage import backup, open_house, restore
from tests.kit.house import Clock, Tokens
from tests.ssh.chat_room import RichRoom

BERLIN = ZoneInfo("Europe/Berlin")
RULE = "every day 12:00 and 21:00 Europe/Berlin, off Sun"
HOUR, WEEK = 3600.0, 7 * 24 * 3600.0
BEGINS = [datetime(2026, 10, 5, 18, tzinfo=UTC), datetime(2027, 3, 8, 18, tzinfo=UTC)]
"""First evening of six weeks each, a Monday; the clocks change in the third."""
LADDER = (
    "day_of_mercury", "day_of_mercury", "sinners_secret", "exodus", "exodus", "famine", "famine", "pantheic_runes",
    "pantheic_runes", "pantheic_runes", "drifting_ship", "drifting_ship",
)  # fmt: skip
"""Main matches of the weeks, from thirteen players to two."""
CONFIRMED, KILLED, RESTORED = 2, (4, 9), 7
"""Weeks of a confirmed result, of kills, and of a restore."""
EXPECTED = Counter(
    {"open gift": 10, "secret gift": 10, "kill": len(KILLED), "restore": 1, "confirmed": 1}
    | {f"{year} {clock}": 1 for year in (2026, 2027) for clock in ("CET", "CEST")}
    | {f"duel of week {number}": 1 for number in range(1, len(LADDER) + 1)}
)
"""Least number of each event: a zone's name for deadlines, so that both changes are met."""
OF_A_MATCH = re.compile(r"Spring \d+\n")
"""The heading of a match's post: an opponent whom it chose was told in the same words in another week."""
FORGETS = {"Cy", "Gus", "Kit"}
"""The person who lets most deadlines pass."""


class Weeks:
    """The season, and its faults."""

    season = "spring-1"
    """Id of the season that is played."""

    def __init__(self, folder: Path, room: RichRoom, seed: int) -> None:
        self.folder = folder
        self.room = room
        self.chance = random.Random(seed)
        self.clock = Clock(BEGINS[0].timestamp())
        self.wrong: list[str] = []
        self.pushed: list[tuple[str, str]] = []
        self.weeks: list[int] = []
        """Messages in the room at the start of each week."""
        self.did: Counter[str] = Counter()
        """Events so far."""
        self.begins = [begin.timestamp() for begin in BEGINS]
        self.open(folder / "house 1")
        self.make_season(seed)
        for name in NAMES[:10]:
            Reminded(self.store).call(name.lower(), f"U{name}")

    def make_season(self, seed: int) -> None:
        holders = {name: f"person:{name.lower()}" for name in NAMES[:13]}
        options = SeasonOptions(purse=2, gifts="secret")
        live = self.house.seasons.make(NAMES[:13], title="Spring", options=options, holders=holders, seed=seed)
        self.season = live.id
        SeasonFeeds(self.store).set(live.id, "players", self.room.url, ())
        settings = {"grace": 900.0, "quiet": "22:00-8:00", "remind": "8h 2h"}
        self.desk.set_usual(j.Usual(settings=settings, schedule=RULE, words=f"rounds close {RULE}; grace 15 min"))

    # --- the house
    def open(self, path: Path) -> None:
        """Open the house in a folder, as `serve` does, with a fake clock."""
        self.path = path
        self.store = open_house(path)
        self.house = House(self.store, self.clock, Tokens() if not self.weeks else _later_tokens(len(self.weeks)))
        self.house.seasons.start()
        self.feeder = Feeder(
            self.house, pause=0.001, enter=lambda: "To the table: `ssh NAME@house.example`", zone=BERLIN
        )
        if HouseSettings(self.store).muted:
            HouseSettings(self.store).unmute()
        self.feeder.start()
        self.reminders = Reminders(
            self.house, self.feeder, BERLIN, lambda who, text, _match: self.pushed.append((who, text))
        )  # fmt: skip

    @property
    def desk(self) -> SeasonControls:
        return SeasonControls(self.house.seasons, self.house.seasons.live[self.season])

    async def fall_over(self) -> None:
        """Kill the process while it posts; the next one continues."""
        self.did["kill"] += 1
        await self.gone()
        self.open(self.path)

    async def gone(self) -> None:
        """End what a process that is gone does no more: it has neither timers nor tasks."""
        await self.reminders.stop()
        await self.feeder.stop()
        self.house.seasons.stop()
        for table in self.house.tables.values():
            table.stop()
        self.store.close()

    async def restore(self) -> None:
        """Replace the house by a backup of now."""
        self.did["restore"] += 1
        backup(self.path, self.folder / "backup")
        await self.gone()
        place = self.folder / f"house {1 + self.did['restore']}"
        restore(self.folder / "backup", place)
        self.open(place)

    async def settle(self) -> None:
        """Let everything follow, and be posted."""
        for _ in range(5):
            await asyncio.sleep(0)
        await self.reminders.wait_until_sent()
        await self.feeder.quiet()

    # --- playing
    def play(self, table: Table, seats: tuple[str, ...]) -> None:
        """Play for these seats; refused moves are skipped."""
        for seat in seats:
            match = table.match
            if match.phase == "finished":
                return
            with contextlib.suppress(Refused):
                for move in make_bot(match, seat, "random").turn(views.sight(match, seat)):
                    with contextlib.suppress(Refused):
                        table.submit(entry_for(move, seat))

    async def hour(self, *, falls: bool = False) -> None:
        """Let an hour pass: play, close, remind; perhaps kill the process."""
        self.clock.advance(HOUR)
        for table in self.house.running():
            lazy = [seat for seat in table.match.seats if seat in FORGETS]
            keen = [seat for seat in table.match.seats if seat not in lazy and self.chance.random() < 0.04]
            self.play(table, (*keen, *(seat for seat in lazy if self.chance.random() < 0.004)))
            table.tick()
            self.check_deadline(table)
        self.look_at_reminders()
        if falls:
            await self.fall_over()
        await self.settle()
        if todo_of(self.house, "confirm"):
            self.did["confirmed"] += 1
            self.house.table(todo_of(self.house, "confirm")).submit(matches.Confirmed())

    def look_at_reminders(self) -> None:
        """Check that no sealed seat was reminded, and none in quiet hours."""
        owing = {
            (t.match.header.match, s) for t in self.house.running() for s in t.match.seats if s not in t.match.sealed
        }
        names = {seat.lower() for _, seat in owing}
        known = len(self.pushed)
        self.reminders.send_due()
        for who, text in self.pushed[known:]:
            hour = datetime.fromtimestamp(self.clock(), BERLIN).hour
            if who not in names:
                self.wrong.append(f"{who} was reminded and owes nothing: {text}")
            if hour >= 22 or hour < 8:
                self.wrong.append(f"{who} was reminded at {hour}:00")

    def check_deadline(self, table: Table) -> None:
        """Check that a round closes at noon or 21:00 in Berlin, or a quarter later after waiting."""
        at = table.match.deadline
        if at is not None and table.match.schedule is not None:
            shown = datetime.fromtimestamp(at, BERLIN)
            self.did[f"{shown:%Y %Z}"] += 1
            if (shown.hour, shown.minute) not in ((12, 0), (21, 0)) and not table.match.waited_for:
                self.wrong.append(f"{table.match.title} closes at {shown:%a %d %b %H:%M}")

    async def week(self, number: int) -> None:
        print(f"week {number}: {len(self.desk.season.remaining)} are in", file=sys.stderr, flush=True)
        self.weeks.append(len(self.room.messages))
        first = self.begins[number > 6]
        if (late := self.clock() - first - (number - 1) % 6 * WEEK) > HOUR:
            self.wrong.append(f"week {number} begins {late / HOUR:g} hours late")
        self.clock.now = max(self.clock(), first + (number - 1) % 6 * WEEK)
        self.give(number)
        game, desk = LADDER[number - 1], self.desk
        times = season_times(game, RULE, self.clock(), BERLIN)
        seating = j.Seating(times=times, grace_seconds=900.0, quiet="22:00-8:00", open_record=True,
                            confirm=number == CONFIRMED)  # fmt: skip
        opened = desk.open(EpisodeWish(game), seating)
        hours = 0
        while desk.season.phase == "main" and hours < 24 * 40:
            hours += 1
            await self.hour(falls=number in KILLED and hours == 30)
            if number == RESTORED and hours == 50:
                await self.restore()
            desk = self.desk
        if desk.season.phase == "main":
            self.wrong.append(f"{opened.match} is not over after {hours} hours")
        await self.death_match(desk)

    def give(self, number: int) -> None:
        """Give an open gift and a secret one."""
        season = self.desk.season
        for secret in (False, True):
            able = [name for name in season.remaining if spendable(season, name)]
            if able:
                name = self.chance.choice(able)
                to = self.chance.choice([other for other in season.remaining if other != name])
                self.desk.give(name, to, 1, secret=secret)
                self.did["secret gift" if secret else "open gift"] += 1
                season = self.desk.season

    async def death_match(self, desk: SeasonControls) -> None:
        while desk.season.phase == "death_match" and (role := missing_role(desk.season)) is not None:
            among = can_be_named(desk.season)
            if not among:
                desk.leave_out("Nobody can be named.")
                break
            desk.name("candidate" if role == "candidate" else "opponent", self.chance.choice(among))
        while desk.season.phase == "death_match":
            self.did[f"duel of week {len(self.weeks)}"] += 1
            opened = desk.duel(self.chance.choice(("black_and_white", "ninety_nine")))
            table = self.house.table(opened.match)
            while table.match.phase != "finished":
                self.clock.advance(20)
                self.play(table, table.match.seats)
                if table.match.phase in ("briefing", "round"):
                    table.submit(matches.Closed())
                await self.settle()
            desk = self.desk

    # --- what is left
    def check(self, whole: bool = True) -> Iterator[str]:
        """Check everything against the journals."""
        season = self.desk.season
        stored = self.store.seasons.read(self.season)
        folded = fold(j.header_from_json(stored.header), [j.entry_from_json(item) for item in stored.entries])
        if digest(folded) != digest(season):
            yield "the journal does not fold to the season"
        for name, item in season.cast.items():
            if item.purse != sum(line.amount for line in season.ledger if line.name == name):
                yield f"the purse of {name} is not explained"
        texts_told = [text for texts in self.room.messages.values() for text in texts]
        for number, news in enumerate(season.news, 1):
            if not season_posts(season, 1, number):
                continue  # a booking, of which the match's own result has told all
            told = TOLD.sub("", news.text)  # the match's result has the places
            posts = [texts[-1] for texts in self.room.messages.values() if not OF_A_MATCH.match(texts[-1])]
            times = sum(told in post for post in posts)
            if times != sum(told in TOLD.sub("", item.text) for item in season.news) and news.match is None:
                yield f"news {number} stands in {times} messages: {news.text[:60]}"
        if any("still to be named" in text for text in texts_told if "Death Match:" in text and "against" in text):
            yield "a room was told an opponent who could not be named"
        for what, times in EXPECTED.items() if whole else ():
            if self.did[what] < times:
                yield f"only {self.did[what]} of {times}: {what}"
        if not self.pushed or not any("the deadline is" in text for text in texts_told):
            yield "nobody was reminded"
        yield from self.wrong


def _later_tokens(number: int) -> Tokens:
    tokens = Tokens()
    tokens.drawn = 10_000 * number  # no token of before comes again
    return tokens


def todo_of(house: House, kind: str) -> str:
    """The match that waits for its host; empty if there is none."""
    return next((item.match for item in todo(house) if item.kind == kind), "")


async def run(seed: int, shown: int, folder: Path, many: int) -> int:
    async with RichRoom() as room:
        weeks = Weeks(folder, room, seed)
        for number in range(1, many + 1):
            if weeks.desk.season.phase == "finished":
                break
            await weeks.week(number)
        if weeks.desk.season.phase == "between":
            weeks.desk.end()
        await weeks.settle()
        wrong = list(weeks.check(whole=many == len(LADDER)))
        season, texts = weeks.desk.season, list(room.messages.values())
        await weeks.feeder.stop()
        weeks.store.close()
    begin = weeks.weeks[shown - 1]
    end = weeks.weeks[shown] if shown < len(weeks.weeks) else len(texts)
    print(f"--- the room in week {shown}: {end - begin} messages, each as it read last ---")
    for versions in texts[begin:end]:
        print(f"{versions[-1]}\n    ({len(versions)} times edited)\n" if len(versions) > 1 else f"{versions[-1]}\n")
    reminders = sum("the deadline is" in text for versions in texts for text in versions)
    print(
        f"{len(season.episodes)} episodes, {season.entry_count} entries, {len(texts)} messages, "
        f"{sum(map(len, texts)) - len(texts)} edits, "
        f"{reminders} reminders in the room, {len(weeks.pushed)} on devices, "
        f"{sum('comes out' in news.text for news in season.news)} secret gifts came out; "
        f"{season.news[-1].text} {len(wrong)} wrong."
    )
    print(", ".join(f"{what}: {times}" for what, times in weeks.did.items()))
    print("\n".join(wrong[:20]), end="\n" if wrong else "")
    return 1 if wrong else 0


def main() -> int:
    """Returns 1 if anything was wrong."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.week", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("seed", type=int, nargs="?", default=1, help="from which everything follows (1)")
    parser.add_argument("--week", type=int, default=3, choices=range(1, 13), help="whose posts are printed (3)")
    parser.add_argument("--weeks", type=int, default=12, choices=range(1, 13), help="how many are played (12)")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="garnet-week-") as folder:
        return asyncio.run(run(given.seed, min(given.week, given.weeks), Path(folder), given.weeks))


if __name__ == "__main__":
    sys.exit(main())
