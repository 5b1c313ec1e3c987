"""The archive of a season of twelve bots, published by the command: first, without a change, and after another match.

Limits: 15 s for the season, 1 s without changes, in CPU time of the command, which is independent of other work.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.season import DUELS, LADDER, eliminate, play_out
from core.house.house import House
from core.match.seating import NAMES
from core.seasons import journal as j
from core.seasons.opening import EpisodeWish
from core.seasons.options import SeasonOptions
from core.seasons.season_controls import SeasonControls
from core.table.host_controls import HostControls
from storage import open_house
from tests.kit.house import Clock, Tokens

FIRST_LIMIT, AGAIN_LIMIT = 15.0, 1.0
"""Seconds."""
CAST = 12
MORE = ("exodus",)
"""Episodes without an elimination, so that a cast of twelve plays twelve."""


def play_season(folder: Path, seed: int, level: str, cast: Sequence[str]) -> int:
    """Play a public season of twelve episodes in a house on disk. Returns its matches."""
    with open_house(folder) as store:
        clock = Clock()
        house = House(store, clock, Tokens())
        holders = dict.fromkeys(cast, f"bot:{level}")
        live = house.seasons.make(cast, title="Bots", options=SeasonOptions(purse=3), holders=holders, seed=seed)
        house.seasons.start()
        desk = SeasonControls(house.seasons, live)
        for number, game in enumerate((*MORE, *LADDER[CAST - len(cast) :])):
            opened = desk.open(
                EpisodeWish(game), j.Seating(holders={f"Guest {n}": f"bot:{level}" for n in range(1, 14)})
            )
            play_out(house.table(opened.match or ""))
            clock.advance(3 * 86_400)
            if number < len(MORE):
                desk.leave_out("a rehearsal")
            else:
                eliminate(desk, house, DUELS[number % 2])
            clock.advance(4 * 86_400)
        desk.final(3)
        while live.season.phase == "death_match":
            play_out(house.table(desk.duel(DUELS[live.season.entry_count % 2]).match))
        desk.publish()
        house.stop()
        return len(house.of_season(live.id))


def one_more(folder: Path) -> None:
    with open_house(folder) as store:
        house = House(store, Clock(1_800_000_000.0), Tokens())
        seats = NAMES[:4]
        table = house.make("drifting_ship", seats, holders=dict.fromkeys(seats, "bot:random"), seed=1)
        play_out(table)
        HostControls(table).publish()
        house.stop()


class Run(NamedTuple):
    """Time and output of a publication."""

    cpu: float
    wall: float
    told: str

    def __str__(self) -> str:
        return f"{self.cpu:.2f} s of CPU, {self.wall:.2f} s by the clock: {self.told}"


def publish_site(data: Path, site: Path) -> Run:
    start, before = time.perf_counter(), _cpu()
    finished = subprocess.run(
        [sys.executable, "-m", "cli.main", "publish", str(site), "--data", str(data)], capture_output=True, text=True
    )
    if finished.returncode:
        raise SystemExit(f"publish failed: {finished.stderr}")
    return Run(_cpu() - before, time.perf_counter() - start, finished.stdout.splitlines()[0])


def _cpu() -> float:
    """Seconds of CPU of finished children."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> int:
    """Returns 1 if a limit was missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--level", default="random", choices=("random", "steady"))
    parser.add_argument("--cast", type=int, default=CAST, choices=range(3, CAST + 1), help="how many play (12)")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        data, site = Path(folder) / "house", Path(folder) / "site"
        matches = play_season(data, arguments.seed, arguments.level, NAMES[: arguments.cast])
        print(f"a season of {arguments.cast} episodes, {matches} matches")
        first = publish_site(data, site)
        heavy = max(site.rglob("*.html"), key=lambda path: path.stat().st_size)
        whole = sum(path.stat().st_size for path in site.rglob("*") if path.is_file())
        print(f"published in {first}")
        weighs = f"{heavy.stat().st_size / 1e3:.0f} kB"
        print(f"the site weighs {whole / 1e6:.1f} MB, its heaviest page ({heavy.name}) {weighs}")
        unchanged = min(publish_site(data, site) for _ in range(3))
        print(f"again without changes in {unchanged}")
        one_more(data)
        print(f"after one more match in {publish_site(data, site)}")
    return int(first.cpu > FIRST_LIMIT or unchanged.cpu > AGAIN_LIMIT)


if __name__ == "__main__":
    sys.exit(main())
