"""A long life of a house by a fake clock: `python -m benchmarks.life`.

Seasons of twelve weeks one after another in a single house (`benchmarks.week`), with kills, restores, confirmed results
and reminders. After each season the file of a game changes while its match runs, a person joins and is removed, the
disk is full for an input, and a backup is made. Memory, descriptors, tasks, objects and files are printed after the
first week and after each season. Nothing grows but what is kept: exit status 1 if anything was wrong, or if tasks,
descriptors or objects of a running house grow from the second season on.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import errno
import gc
import os
import shutil
import sys
import tempfile
from collections import Counter
from pathlib import Path
from unittest import mock

from benchmarks.week import LADDER, WEEK, Weeks
from core import games
from core.games import GameFile
from core.house.people import People
from core.match import journal as j
from core.match.seating import NAMES
from core.person import Key
from core.refusal import Refused
from core.table.table import Table
from storage import HouseClosed, backup
from tests.kit.hall import Codes
from tests.ssh.chat_room import RichRoom

RUNNING = ("Table", "Match", "Seat", "Companion")
"""Classes of a running house, whose objects are counted."""
TEMPLATE = Path("cli/scaffold/one_file/game.py.tmpl").read_text(encoding="utf-8")
SLACK = 1.2
"""Most that a figure may be of that after the second season."""


def figures(folder: Path) -> dict[str, float]:
    """What the house needs at this moment, and what it keeps."""
    gc.collect()
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    kilobytes = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))
    paths = [path for path in folder.rglob("*") if path.is_file()]
    by_kind = Counter(type(thing).__name__ for thing in gc.get_objects())
    return {
        "memory MB": kilobytes / 1024, "descriptors": len(os.listdir("/proc/self/fd")),
        "tasks": len(asyncio.all_tasks()), "objects": sum(by_kind.values()),
        **{kind: by_kind[kind] for kind in RUNNING},
        "files kept": len(paths), "MB kept": sum(path.stat().st_size for path in paths) / 1e6,
    }  # fmt: skip


class Life(Weeks):
    """Several seasons of one house."""

    def __init__(self, folder: Path, room: RichRoom, seed: int) -> None:
        super().__init__(folder, room, seed)
        self.rows: list[tuple[str, dict[str, float]]] = []

    def note(self, when: str) -> None:
        self.rows.append((when, figures(self.path)))
        print(f"{when}: {self.rows[-1][1]}", file=sys.stderr, flush=True)

    async def season_of_weeks(self, number: int, weeks: int) -> None:
        for week in range(1, weeks + 1):
            if self.desk.season.phase == "finished":
                break
            await self.week(week)
            if (number, week) == (1, 1):
                self.note("the first week")
        if self.desk.season.phase == "between":
            self.desk.end()
        await self.settle()
        self.wrong += [f"season {number}: {line}" for line in self.check(whole=False) if line not in self.wrong]
        await self.between(number)
        self.note(f"season {number}")

    async def between(self, number: int) -> None:
        """Change a game's file under its match, remove a person, fill the disk, and make a backup."""
        source = TEMPLATE.replace("@Title@", "Hidden Bids").replace("@PREFIX@", "HB")
        games.bring(GameFile("hidden_bids", source.replace("CHIPS = 15", f"CHIPS = {15 + number}"), "hidden_bids.py"))
        table = self.house.make("hidden_bids", NAMES[:3], seed=number)
        games.bring(GameFile("hidden_bids", source.replace("CHIPS = 15", f"CHIPS = {99 + number}"), "hidden_bids.py"))
        self.full_disk(table)
        while table.match.phase != "finished":
            table.submit(j.Sealed(author="Ada", orders={"bid": 0}))
            table.submit(j.Closed())
        people = People(self.store, self.clock, Codes())
        _, code = people.invite("host")
        name = f"Guest{number}"
        people.enrol(code, name, Key(f"ssh-ed25519 {name}", f"SHA256:{name}", self.clock()), None)
        people.remove(name)
        await self.settle()
        shutil.rmtree(self.folder / "backup", ignore_errors=True)
        backup(self.path, self.folder / "backup")
        self.clock.advance(WEEK)
        for _ in range(100):  # as `serve` does: tables of finished matches are put away
            self.house.tend()
        self.room.messages.clear()  # of another season, whose news may read alike

    def full_disk(self, table: Table) -> None:
        """Let the disk have no room for one input."""
        sync, calls = os.fsync, list[int]()

        def no_room(descriptor: int) -> None:
            calls.append(descriptor)
            if len(calls) == 1:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            sync(descriptor)

        with mock.patch("os.fsync", no_room), contextlib.suppress(HouseClosed, Refused):
            table.submit(j.Sealed(author="Ada", orders={"bid": 1}))
            self.wrong.append("an input was kept on a full disk")

    async def restore(self) -> None:
        shutil.rmtree(self.folder / "backup", ignore_errors=True)
        old = self.path
        await super().restore()
        shutil.rmtree(old)

    def grown(self) -> list[str]:
        """Figures of a running house that are larger at the end than after the second season."""
        if len(self.rows) < 4:
            return []
        then, now = self.rows[2][1], self.rows[-1][1]
        return [f"{name}: {then[name]:g} after the second season, {now[name]:g} at the end"
                for name in ("descriptors", "tasks", *RUNNING) if now[name] > then[name] * SLACK + 2]  # fmt: skip


async def run(seasons: int, weeks: int, folder: Path) -> int:
    async with RichRoom() as room:
        life = Life(folder, room, 1)
        for number in range(1, seasons + 1):
            if number > 1:
                life.begins = [begin + life.clock() - life.begins[0] + WEEK for begin in life.begins]
                life.make_season(number)
            await life.season_of_weeks(number, weeks)
        await life.feeder.stop()
        life.store.close()
    print(" " * 16 + "".join(f"{name:>13}" for name in life.rows[0][1]))
    for when, row in life.rows:
        print(f"{when:<16}" + "".join(f"{value:>13.6g}" for value in row.values()))
    wrong = [*life.wrong, *life.grown()]
    print(f"{seasons} seasons, {sum(life.did.values())} events, {len(wrong)} wrong", *wrong[:20], sep="\n")
    return 1 if wrong else 0


def main() -> int:
    """Returns 1 if anything was wrong, or has grown."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.life", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seasons", type=int, default=12, help="how many are played (12)")
    parser.add_argument("--weeks", type=int, default=12, choices=range(1, 13), help="weeks of each (12)")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="garnet-life-") as folder:
        return asyncio.run(run(given.seasons, min(given.weeks, len(LADDER)), Path(folder)))


if __name__ == "__main__":
    raise SystemExit(main())
