"""Seasons of bots: a whole one, played twice from a seed to the same digest with every garnet explained, and many short
ones that are corrected, rewound and killed without breaking an invariant (`tests.kit.season_play.broken`)."""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections import Counter

from core.house.house import House
from core.match import journal as matches
from core.match.seating import NAMES
from core.seasons import journal as j
from core.seasons.death_match import can_be_named, missing_role
from core.seasons.live import LiveSeason
from core.seasons.opening import EpisodeWish
from core.seasons.options import SeasonOptions
from core.seasons.reducer import fold
from core.seasons.season import Season
from core.seasons.season_controls import SeasonControls
from core.seasons.words import digest
from core.table.table import Table
from storage.memory import MemoryStore
from tests.kit.house import Clock, Tokens
from tests.kit.season_play import DUELS, Killed, Mortal, RestlessHost, broken

LADDER = (
    "day_of_mercury", "sinners_secret", "exodus", "exodus", "famine", "famine", "pantheic_runes", "pantheic_runes",
    "drifting_ship", "drifting_ship",
)  # fmt: skip
"""Main matches from twelve players to three; then the final."""
BEST_OF = 3
FOLD_LIMIT = 20.0
"""Most milliseconds for folding a whole season."""
STEPS = 150
"""Most deeds of the host of a short season."""


# --- one whole season -------------------------------------------------------------------------------------------------
def play_season(seed: int, level: str) -> tuple[House, LiveSeason]:
    cast = NAMES[:12]
    house = House(MemoryStore(), Clock(), Tokens())
    live = house.seasons.make(
        cast, title="Bots", options=SeasonOptions(purse=3), holders=dict.fromkeys(cast, f"bot:{level}"), seed=seed
    )
    house.seasons.start()
    desk = SeasonControls(house.seasons, live)
    for number, game in enumerate(LADDER):
        opened = desk.open(EpisodeWish(game), j.Seating(holders={f"Guest {n}": f"bot:{level}" for n in range(1, 14)}))
        play_out(house.table(opened.match or ""))
        eliminate(desk, house, DUELS[number % 2])
    desk.final(BEST_OF)
    while live.season.phase == "death_match":
        play_out(house.table(desk.duel(DUELS[live.season.entry_count % 2]).match))
    return house, live


def eliminate(desk: SeasonControls, house: House, duel: str) -> None:
    """Play the Death Match; name the two if the match named none; repeat draws."""
    while (role := missing_role(desk.season)) is not None:
        desk.name("candidate" if role == "candidate" else "opponent", can_be_named(desk.season)[0])
    while desk.season.phase == "death_match":
        play_out(house.table(desk.duel(duel).match))


def play_out(table: Table) -> None:
    def over() -> bool:
        return table.match.phase == "finished"

    while not over():
        table.play_bots()
        if not over():
            table.submit(matches.Closed())


def fold_again(house: House, live: LiveSeason) -> tuple[Season, float]:
    """The season folded from its journal, and the median CPU time in milliseconds."""
    stored = house.store.seasons.read(live.id)
    header = j.header_from_json(stored.header)
    taken = []
    for _ in range(9):
        start = time.process_time()
        season = fold(header, [j.entry_from_json(entry) for entry in stored.entries])
        taken.append((time.process_time() - start) * 1000)
    return season, statistics.median(taken)


def check_whole_season(seed: int, level: str) -> list[str]:
    """Play a season twice and print the result. Returns faults."""
    start = time.perf_counter()
    (house, live), (_, second) = play_season(seed, level), play_season(seed, level)
    seconds = time.perf_counter() - start
    season, fold_ms = fold_again(house, live)
    faults = []
    if digest(live.season) != digest(second.season):
        faults.append("one seed gave two seasons")
    if digest(season) != digest(live.season):
        faults.append("the journal does not fold to the season")
    if fold_ms > FOLD_LIMIT:
        faults.append(f"folding took {fold_ms:.1f} ms")
    for name, player in season.cast.items():
        if player.purse != sum(line.amount for line in season.ledger if line.name == name):
            faults.append(f"the purse of {name} is not explained")
    print(
        f"two whole seasons of {len(season.episodes)} episodes and {season.entry_count} entries with {level} bots: "
        f"{seconds:.1f} s, the same digest {digest(season)[:16]}, won by {season.winner}; a fold takes {fold_ms:.1f} ms"
    )
    return faults


# --- many short ones --------------------------------------------------------------------------------------------------
def play_short_season(seed: int) -> tuple[list[str], Counter[str]]:
    """A short season whose house dies repeatedly. Returns faults, and counts of deeds."""
    chance = random.Random(seed)
    memory = MemoryStore()
    deed_counts: Counter[str] = Counter()
    faults: list[str] = []
    for _ in range(40):
        mortal = Mortal(memory, chance.randrange(1, 60), after=chance.random() < 0.5)
        try:
            host = RestlessHost(House(mortal, Clock(), Tokens()), chance)
            for _ in range(STEPS):
                deed_counts[host.step() or "refused"] += 1
                if host.over:
                    break
        except Killed:
            deed_counts["killed"] += 1
        memory.close()
        memory = MemoryStore(memory.contents)
        house = House(memory, Clock(), Tokens())
        house.seasons.start()
        if memory.contents.seasons:
            faults += broken(house)
        house.stop()
        if sum(deed_counts.values()) >= STEPS or faults:
            break
    return [f"season {seed}: {sentence}" for sentence in faults], deed_counts


def check_short_seasons(number: int, seed: int) -> list[str]:
    """Play short seasons and print counts. Returns faults."""
    start = time.perf_counter()
    deed_counts: Counter[str] = Counter()
    faults: list[str] = []
    for each in range(number):
        broke, counts = play_short_season(seed + each)
        faults += broke
        deed_counts += counts
    what = ", ".join(f"{n:,} x {deed}" for deed, n in deed_counts.most_common())
    print(f"{number} short seasons in {time.perf_counter() - start:.1f} s, {len(faults)} invariants broken: {what}")
    return faults


def main() -> int:
    """Returns 1 if anything was wrong."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.season", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("short", type=int, nargs="?", default=200, help="how many short seasons (200)")
    parser.add_argument("seed", type=int, nargs="?", default=1, help="from which everything follows (1)")
    parser.add_argument("--level", choices=("random", "steady"), default="random", help="the bots of the whole season")
    given = parser.parse_args()
    faults = [*check_whole_season(given.seed, given.level), *check_short_seasons(given.short, given.seed)]
    print("\n".join(faults[:20]), end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
