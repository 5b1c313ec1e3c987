"""How fast the rules are: whole matches of bots, thousands of scenarios, folds and closes."""

from __future__ import annotations

import argparse
import json
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial

from core.bots.playing import make_bot, play_out
from core.games import MODULES
from core.games import game as find_game
from core.match import journal as j
from core.match.reducer import apply, fold
from core.match.state import Match
from tests.kit.script import NAMES, play


def median(deeds: Sequence[Callable[[], object]]) -> float:
    """The median seconds of these deeds, each done once."""
    taken = []
    for deed in deeds:
        start = time.perf_counter()
        deed()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken)


def bot_match(game: str, level: str, seed: int) -> tuple[Match, list[j.AnyEntry], list[Match]]:
    """A match of bots alone, with its entries and the moments before its closes."""
    entries: list[j.AnyEntry] = []
    before: list[Match] = []
    last = start = play(game, seed=seed).match

    def each(match: Match, entry: j.AnyEntry) -> None:
        nonlocal last
        entries.append(entry)
        if isinstance(entry, j.Closed) and last.phase == "round":
            before.append(last)
        last = match

    end = play_out(start, {seat: make_bot(start, seat, level) for seat in start.seats}, each=each)
    return end, entries, before


def games() -> None:
    """Per game: a match of each level's bots, folding it from its journal, closing one round."""
    print(f"{'game':<16} {'random':>9} {'steady':>9} {'fold':>9} {'close':>9}   (median seconds; entries folded)")
    for game in MODULES:
        find_game(game)
        quick = median([partial(bot_match, game, "random", seed) for seed in range(1, 6)])
        steady = median([partial(bot_match, game, "steady", seed) for seed in range(1, 4)])
        end, entries, before = bot_match(game, "random", 1)
        folding = median([partial(fold, end.header, entries)] * 5)
        closing = median([partial(apply, match, j.Closed()) for match in before])
        print(f"{game:<16} {quick:9.4f} {steady:9.4f} {folding:9.4f} {closing:9.5f}   {len(entries)}")


def exodus_script(seed: int) -> str:
    """A scenario of seven rounds in which every seat offers twice a round, half of it in pairs that meet."""
    chance = random.Random(seed)
    seats = list(NAMES[:9])
    kinds = ("red", "blue", "yellow", "green", "white", "black")
    steps: list[dict[str, object]] = []
    for _ in range(7):
        order = chance.sample(seats, 9)
        for place, seat in enumerate(order):
            partners = {order[place - 1], order[(place + 1) % 9]}
            offers = [{"to": to, "give": chance.choice(kinds)} for to in sorted(partners)]
            steps.append({"player": seat, "orders": {"offers": offers}})
        steps.append({"close": True})
    return json.dumps({"game": "exodus", "seed": seed, "players": seats, "steps": steps})


def scenarios(how_many: int = 1000) -> None:
    """`garnet scenario --lines` over many scenarios, as a whole process."""
    given = "\n".join(exodus_script(seed) for seed in range(how_many)) + "\n"
    start = time.perf_counter()
    told = subprocess.run(
        [sys.executable, "-m", "cli.main", "scenario", "--lines"],
        input=given,
        capture_output=True,
        text=True,
        check=True,
    )
    taken = time.perf_counter() - start
    played = [json.loads(line) for line in told.stdout.splitlines()]
    refused = sum(not result["ok"] for one in played for result in one["results"])
    print(f"{len(played):,} seven-round scenarios of Exodus: {taken:.1f} s ({refused:,} steps refused in words)")


def starts(runs: int = 9) -> None:
    """The start of the command against a bare interpreter, turn by turn in one run."""
    commands = {
        "python -c pass": [sys.executable, "-c", "pass"],
        "garnet --help": [sys.executable, "-m", "cli.main", "--help"],
    }
    taken: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(runs):
        for name, command in commands.items():
            start = time.perf_counter()
            subprocess.run(command, capture_output=True, check=True)
            taken[name].append(time.perf_counter() - start)
    middle = {name: statistics.median(times) for name, times in taken.items()}
    for name, seconds in middle.items():
        print(f"{name:<16} {seconds * 1000:7.1f} ms")
    print(f"ratio            {middle['garnet --help'] / middle['python -c pass']:7.2f}")


def main() -> None:
    argparse.ArgumentParser(prog="python -m benchmarks.engine", description=__doc__).parse_args()
    starts()
    print()
    games()
    print()
    scenarios()


if __name__ == "__main__":
    main()
