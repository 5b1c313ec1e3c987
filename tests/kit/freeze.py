"""A freeze of the house's output, before and after a change that must keep it byte for byte.

    python -m tests.kit.freeze write FOLDER [--matches 9]    plays matches of bots and writes the output of today
    python -m tests.kit.freeze compare FOLDER [--only story posts]

`write` keeps the journals, and `compare` reads the same ones; the section `bots` alone plays them anew. Each match has
talk from tests/kit/sentences.txt. A third of the matches has a correction, another third a rewind. Sections: digest,
scenario, views, tell, review, coach, story, posts, bots, screens (80x24 and 120x40), and for the whole house its pages
and seasons. `compare` prints each difference, and leaves both texts in FOLDER/now. Exit status 1 if anything
differs.
"""

from __future__ import annotations

import argparse
import asyncio
import difflib
import gzip
import json
import multiprocessing
import random
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from cli.archive.building import build
from cli.archive.pages import Pages
from core.botplay.playing import make_bot, play_out
from core.bots.contract import AnyBot, Done, Move, Say, Seal, Sight
from core.decoding import plain
from core.games import MODULES
from core.house.house import House
from core.match import journal as j
from core.match import scenario, views
from core.match.reducer import apply, fold
from core.match.state import Match, begin
from core.narration import promises
from core.narration.feed import PLAIN, EntryStep, Ways, step_posts
from core.narration.recall import memory_of
from core.narration.telling import document, story
from core.narration.text import result_csv, series_csv, story_text
from core.refusal import Refused
from core.seasons.words import season_json
from core.table.table import Table
from core.talk.parsing.utterance import read
from storage.memory import MemoryStore
from tests.kit.hall import Hall
from tests.kit.house import open_house
from tests.kit.scenarios import step_of
from tests.kit.screens import Driven, show, sit
from tests.kit.script import play
from tests.kit.season_play import RestlessHost
from tui.screens.result.past_tables import EVERYONE, Replay
from tui.screens.result.replay import ReplayScreen

SENTENCES = Path(__file__).with_name("sentences.txt")
SIZES = ((80, 24), (120, 40))
BEGIN = 1_700_000_000.0
STEP = 977.0
"""Seconds between two entries."""
Dump = dict[str, str]
"""Texts by section and name."""


# --- matches ----------------------------------------------------------------------------------------------------------
class Chatty:
    """A bot that also says sentences of the list, to all and to single seats, until it has said four in a round."""

    def __init__(self, bot: AnyBot, match: Match, seat: str, chance: random.Random) -> None:
        self.bot, self._chance, self._game = bot, chance, match.game
        self._said: dict[int, int] = {}
        self._texts = [text for game, text in sentences() if game == match.header.game] or ["Well."]

    def turn(self, sight: Sight[Any, Any, Any]) -> list[Move]:
        moves = self.bot.turn(sight)
        talk: list[Move] = []
        while sight.phase == "round" and self._said.get(sight.round, 0) < 4 and self._chance.random() < 0.4:
            self._said[sight.round] = self._said.get(sight.round, 0) + 1
            talk.append(self._line(sight))
        at = next((n for n, move in enumerate(moves) if isinstance(move, Seal | Done)), len(moves))
        return [*moves[:at], *talk, *moves[at:]]

    def _line(self, sight: Sight[Any, Any, Any]) -> Say:
        text, spec = self._chance.choice(self._texts), self._game.spec
        if self._chance.random() < 0.3:
            return Say(to="lounge", text=text)
        other = self._chance.choice([seat for seat in sight.seats if seat != sight.seat])
        terms, round_ = self._game.terms_now(sight.view), max(1, sight.round)
        reading = read(terms, sight.seats, sight.seat, other, round_, spec.rounds, text)
        return Say(to=[other], text=text, deal=reading.deal, act=reading.act)


@cache
def sentences() -> tuple[tuple[str, str], ...]:
    """Game and text of each sentence."""
    rows = [line.split(" | ") for line in SENTENCES.read_text("utf-8").splitlines() if line.count(" | ") == 2]
    return tuple((game.split()[0], text) for game, text, _ in rows)


def played(start: Match, seed: int) -> list[j.AnyEntry]:
    """Entries of a match of bots with talk; with a correction or a rewind by the seed."""
    chance = random.Random(f"{start.header.game} {seed}")
    entries: list[j.AnyEntry] = []

    def on(match: Match) -> Match:
        levels = sorted(match.game.levels)
        bots: dict[str, AnyBot] = {
            seat: Chatty(make_bot(match, seat, chance.choice(levels)), match, seat, chance) for seat in match.seats
        }
        return play_out(match, bots, each=lambda _, entry: entries.append(timed(entry, len(entries))))

    end = on(start)
    if seed % 3:
        at = len(entries) * chance.randrange(40, 80) // 100
        middle = fold(start.header, entries[:at])
        del entries[at:]
        for entry in changes(middle, seed, chance):
            try:
                middle, _ = apply(middle, timed(entry, len(entries)))
            except Refused:
                continue
            entries.append(timed(entry, len(entries)))
        end = on(middle)
    for last in (j.Published(), j.Released(what="talk", channel="lounge")):
        try:
            end, _ = apply(end, timed(last, len(entries)))
        except Refused:
            continue
        entries.append(timed(last, len(entries)))
    return entries


def changes(match: Match, seed: int, chance: random.Random) -> list[j.AnyEntry]:
    """Deeds of a host in the middle of a match, one of which may be refused."""
    news = j.Announced(text="On Friday nothing closes.")
    if seed % 3 == 1:
        return [news, j.Rewound(round=max(1, match.round - chance.randrange(3)), reason="A wrong card was dealt.")]
    seat = chance.choice(match.seats)
    orders = [plain(record.orders[seat]) for record in match.rounds if seat in record.orders]
    wanted = plain(match.sealed[seat].orders) if seat in match.sealed else orders[-1] if orders else None
    return [news, j.Paused(), j.Resumed(), j.Corrected(seat=seat, orders=wanted, reason="It was misread.")]


def timed(entry: j.AnyEntry, number: int) -> j.AnyEntry:
    return replace(entry, at=BEGIN + STEP * number)


def journal_text(start: Match, entries: Sequence[j.AnyEntry]) -> str:
    return "".join(json.dumps(line) + "\n" for line in (j.as_json(start.header), *map(j.as_json, entries)))


def start_of(game: str, seed: int) -> Match:
    match = play(game, seed=seed).match
    return begin(replace(match.header, match=f"{game}-{seed}".replace("_", "-"), made_at=BEGIN, title=f"Night {seed}"))


# --- sections of a match ----------------------------------------------------------------------------------------------
def as_text(thing: object) -> str:
    return json.dumps(plain(thing), indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def match_dump(header: j.Header, entries: Sequence[j.AnyEntry]) -> Dump:
    """Sections of a match, but for the screens."""
    game, match = header.match, begin(header)
    posts: list[object] = [[plain(post) for post in step_posts(EntryStep(None, match), "players", PLAIN)]]
    coach: list[object] = []
    middle: list[object] = []
    rich = Ways(rich=True, enter="Come in.", page="https://house.example/page")
    for number, entry in enumerate(entries):
        before, (match, _) = match, apply(match, entry)
        step = EntryStep(before, match)
        if step.tells:
            posts.append([[plain(post) for post in step_posts(step, room, ways)]
                          for room in ("players", "spectators") for ways in (PLAIN, rich)])  # fmt: skip
        if len(match.rounds) > len(before.rounds) or number % 23 == 0:
            seat = match.seats[number % len(match.seats)]
            coach.append(plain(match.game.coach(views.lesson(match, seat))))
            middle += [views.view(match, seat), views.view(match, None), plain(story(match, seat, late=None))]
            middle += [promises.book(match, seat), [plain(due) for due in promises.promises_due(match)]]
            middle.append([plain(question) for question in match.game.terms])
    whole = story(match, None, whole=True)
    pages = {seat: memory_of(match, seat).pages for seat in match.seats}
    dump: dict[str, object] = {
        "digest": views.digest(match),
        "views": {str(seat): views.view(match, seat) for seat in (*match.seats, None)} | {"middle": middle},
        "host": views.host(match),
        "review": {seat: [plain(match.game.review(page)) for page in pages[seat]] for seat in pages},
        "story": {
            "own": [document(match, story(match, seat), (seat,)) for seat in match.seats],
            "public": plain(story(match, None)),
            "late": plain(story(match, None, late=2)),
            "full": document(match, whole, match.seats),
            "text": [story_text(whole), series_csv(whole), result_csv(match)],
            "book": {seat: promises.book(match, seat) for seat in match.seats},
        },
        "coach": coach,
        "posts": posts,
        "scenario": scenario_of(header, entries),
    }
    return {f"{section}/{game}": as_text(texts) for section, texts in dump.items()}


def scenario_of(header: j.Header, entries: Sequence[j.AnyEntry]) -> object:
    steps = [step for step in map(step_of, entries) if step is not None]
    script = {"game": header.game, "players": list(header.seats), "seed": header.seed, "steps": steps}
    try:
        return scenario.play(scenario.scenario_of(script))
    except Refused as refused:
        return refused.message


# --- screens ----------------------------------------------------------------------------------------------------------
async def looks(at: Driven, *keys: str) -> str:
    texts = [at.text]
    for key in keys:
        await at.press(*key.split())
        texts.append(at.text)
    return ("\n" + "-" * 120 + "\n").join(texts) + "\n"


async def screens_dump(header: j.Header, entries: Sequence[j.AnyEntry], seed: int) -> Dump:
    """Screens of a seat and of a spectator in the middle, of a seat at the end, and the replay."""
    match, marks = begin(header), []
    for entry in entries:
        match, _ = apply(match, entry)
        if match.phase == "round":
            marks.append(match)
    middle, dump = marks[len(marks) * (35 + seed * 17 % 50) // 100], {}
    seat, size = match.seats[seed % len(match.seats)], SIZES[seed % 2]
    other = SIZES[1 - seed % 2]

    def placed(shown: Match) -> Callable[[Table], None]:
        def before(table: Table) -> None:
            table.match = replace(shown, header=replace(shown.header, match=table.match.header.match))

        return before

    async with sit(header.game, seat, size=size, before=placed(middle)) as at:
        dump["seat"] = await looks(at, "t", "escape", "L", "escape", "K", "escape", "M", "down", "right", "C", "escape")
    async with sit(header.game, seat, size=other, before=placed(middle)) as at:
        dump["seat other"] = await looks(at, "down", "enter", "escape")
    async with sit(header.game, None, size=size, before=placed(middle)) as at:
        dump["spectator"] = await looks(at, "L", "escape")
    async with sit(header.game, seat, size=other, before=placed(match)) as at:
        dump["end"] = await looks(at, "down", "enter", "L")
    replay = Replay(j.as_json(header), [j.as_json(entry) for entry in entries])
    opening = ReplayScreen(replay, (*match.seats, EVERYONE), at=EVERYONE)
    async with show(lambda: opening, size=size) as over:
        dump["replay"] = await looks(over, "down", "right right", "enter", "down down", "e", "enter", "end", "1")
    return {f"screens/{header.match}": as_text(dump)}


# --- the house --------------------------------------------------------------------------------------------------------
async def house_dump(journals: Sequence[tuple[j.Header, list[j.AnyEntry]]]) -> Dump:
    """Pages of a house with all matches and two seasons; lobby and console."""
    store, dump = MemoryStore(), {}
    for number in range(2):
        house = open_house()
        host, words = RestlessHost(house, random.Random(number)), []
        for _ in range(120):
            words.append(host.step())
            if host.over:
                break
        dump[f"season/{number}"] = as_text([words, season_json(host.live.season, hosts=True)])
        house.stop()
        dump |= built(house, f"season {number}")
    for header, entries in journals:
        store.create(header.match, j.as_json(header))
        store.append(header.match, *map(j.as_json, entries))
    dump |= built(open_house(store), "matches")
    hall = Hall("Ada", "Bo", "Cy", "Gwen", host="Gwen")
    for game in MODULES:
        table = hall.match(game, seats=start_of(game, 1).seats, seed=3, round_seconds=86_400.0)
        table.play_bots()
    for size in SIZES:
        async with hall.enter("Ada", size) as at:
            dump[f"lobby/{size[0]}"] = await looks(at, "q", "down", "down", "n", "escape", "S", "escape", "p")
        for game in MODULES:
            async with hall.enter("Gwen", size) as at:
                at.app.host_match(f"{game}-1")
                await at.settle()
                dump[f"console/{game} {size[0]}"] = await looks(at, "c", "escape", "d", "escape", "m", "escape", "D")
    hall.house.stop()
    return dump


def built(house: House, name: str) -> Dump:
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as records:
        build(house, (), Path(folder), Pages("The house"), lambda *_: None, Path(records))
        return {f"pages/{name}": as_text({
            path.relative_to(folder).as_posix(): path.read_text("utf-8", "replace")
            for path in sorted(Path(folder).rglob("*"))
            if path.suffix in (".html", ".json", ".svg", ".xml", ".txt") and path.parent.name != "rules"  # documents
        })}  # fmt: skip


# --- the freeze -------------------------------------------------------------------------------------------------------
def plan(matches: int) -> Iterator[tuple[str, int]]:
    for number in range(matches):
        yield list(MODULES)[number % len(MODULES)], number // len(MODULES)


def written(task: tuple[Path, str, int]) -> None:
    """Play a match and keep its journal."""
    folder, game, seed = task
    start = start_of(game, seed)
    (folder / "journals" / f"{game}-{seed}.jsonl").write_text(journal_text(start, played(start, seed)), "utf-8")


def kept(folder: Path) -> list[tuple[j.Header, list[j.AnyEntry]]]:
    journals = []
    for path in sorted((folder / "journals").glob("*.jsonl")):
        header, *entries = map(json.loads, path.read_text("utf-8").splitlines())
        journals.append((j.header_from_json(header), [j.entry_from_json(entry) for entry in entries]))
    return journals


MATCH = ("digest", "views", "host", "review", "story", "coach", "posts", "scenario")
"""Sections of a match that need no play and no screens."""


def wants(only: Sequence[str], *sections: str) -> bool:
    return not only or bool({*sections} & {*only})


def part(task: tuple[Path, int | None, Sequence[str]]) -> Dump:
    """Sections of a journal by its number, or (None) those of the house."""
    folder, number, only = task
    dump, journals = Dump(), kept(folder)
    if number is None:
        dump |= asyncio.run(house_dump(journals)) if wants(only, "pages", "season", "lobby", "console") else {}
    else:
        header, entries = journals[number]
        if wants(only, *MATCH):
            dump |= match_dump(header, entries)
        if wants(only, "bots"):
            start = start_of(header.game, header.seed)
            dump[f"bots/{header.match}"] = journal_text(start, played(start, header.seed))
        if wants(only, "screens"):
            dump |= asyncio.run(screens_dump(header, entries, header.seed))
    return {name: text for name, text in dump.items() if wants(only, name.partition("/")[0])}


def differences(was: Path, now: Path, after: Dump) -> list[str]:
    """First changed lines of each text that differs; both texts are kept in `now`."""
    rows: list[str] = []
    for name, text in after.items():
        old = gzip.decompress((was / f"{name}.gz").read_bytes()).decode()
        if old != text:
            for suffix, kind in (("was", old), ("now", text)):
                path = now / f"{name}.{suffix}"
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(kind, "utf-8")
            changed = difflib.unified_diff(old.splitlines(), text.splitlines(), lineterm="", n=0)
            lines = [line[:300] for line in changed if not line.startswith(("---", "+++", "@@"))]
            rows += [f"{name}: {len(lines)} lines differ", *lines[:6]]
    return rows


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.kit.freeze", description=__doc__)
    parser.add_argument("what", choices=("write", "compare"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--matches", type=int, default=9)
    parser.add_argument("--only", nargs="*", default=())
    given = parser.parse_args(words)
    was, now = given.folder / "was", given.folder / "now"
    shutil.rmtree(given.folder if given.what == "write" else now, ignore_errors=True)
    rows, count = list[str](), 0
    with multiprocessing.Pool(2, maxtasksperchild=4) as pool:
        if given.what == "write":
            (given.folder / "journals").mkdir(parents=True)
            pool.map(written, [(given.folder, game, seed) for game, seed in plan(given.matches)], 1)
        numbers = [None, *range(len(kept(given.folder)))]
        for dump in pool.imap_unordered(part, [(given.folder, number, given.only) for number in numbers], 1):
            count += len(dump)
            for name, text in dump.items() if given.what == "write" else ():
                (was / name).parent.mkdir(parents=True, exist_ok=True)
                (was / f"{name}.gz").write_bytes(gzip.compress(text.encode(), 1, mtime=0))
            rows += [] if given.what == "write" else differences(was, now, dump)
        pool.close()
        pool.join()  # a child that starts while others are ended would never end
    print(f"{count} texts {'written' if given.what == 'write' else 'compared'}")
    print("\n".join(rows[:200]) or "all are the same")
    return 1 if rows else 0


if __name__ == "__main__":
    sys.exit(main())
