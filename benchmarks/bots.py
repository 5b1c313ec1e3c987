"""How much better one level of bot plays than another: seeded matches, the seats shared out between the levels.

    python -m benchmarks.bots exodus
    python -m benchmarks.bots famine --matches 200 --levels steady random --seed 1

Half the seats go to each level; which half rotates from match to match, and where the number of seats is odd the
levels take turns with the extra one. Printed: the mean score of each level where the game has scores, its share of
the wins beside its share of the seats, its mean place, and the time a match takes.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import msgspec

from core import projections
from core.botplay import make_bot, play_out
from core.bots import LEVELS, Move
from core.decisions import outcome
from core.games import MODULES
from core.games import game as find_game
from core.match import Match
from core.refusal import Refused
from core.scenario import Scenario, start

NAMES = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ivy", "Jo", "Kit", "Lou", "Max")
SCORES = ("points", "score", "favor")
"""The keys under which games keep a seat's score in their host state, the first found counts."""


class Tally(msgspec.Struct):
    """What one level did over all matches."""

    seats: int = 0
    wins: float = 0.0
    """Wins, a win shared by n seats counting 1/n each."""
    score: float = 0.0
    scored: int = 0
    places: float = 0.0


def seated(seats: tuple[str, ...], levels: tuple[str, ...], number: int) -> dict[str, str]:
    """The level of each seat in match `number`: levels alternate round the table, and the start rotates."""
    return {seat: levels[(place + number) % len(levels)] for place, seat in enumerate(seats)}


def play_one(game: str, seed: int, levels: dict[str, str], refusals: list[str]) -> Match:
    """One match among bots, played to the end; refused moves are noted."""
    match = start(Scenario(game=game, seed=seed, players=tuple(levels)))

    def refused(seat: str, move: Move, refusal: Refused) -> None:
        refusals.append(f"seed {seed}, {levels[seat]} {seat}: {move}: {refusal.message}")

    return play_out(match, {seat: make_bot(match, seat, level) for seat, level in levels.items()}, refused=refused)


def count(match: Match, levels: dict[str, str], tallies: dict[str, Tally]) -> None:
    """Add one finished match to the tallies."""
    result = outcome(match)
    assert result is not None
    players: dict[str, Any] = projections.host(match).get("players", {})
    place = 1
    places = {}
    for group in result["ranking"]:
        for seat in group:
            places[seat] = place + (len(group) - 1) / 2
        place += len(group)
    for seat, level in levels.items():
        tally = tallies[level]
        tally.seats += 1
        tally.places += places.get(seat, len(levels))
        if seat in result["winners"]:
            tally.wins += 1 / len(result["winners"])
        facts = players.get(seat, {})
        score = next((facts[key] for key in SCORES if isinstance(facts.get(key), int)), None)
        if score is not None:
            tally.score += score
            tally.scored += 1


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bots", description=__doc__.split("\n", 1)[0])
    parser.add_argument("game", choices=sorted(MODULES))
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1, help="the first match's seed; the others follow")
    parser.add_argument("--levels", nargs="+", choices=LEVELS, default=["steady", "random"])
    args = parser.parse_args()
    names = NAMES[: find_game(args.game).spec.seats]
    levels = tuple(args.levels)
    tallies = {level: Tally() for level in levels}
    refusals: list[str] = []
    times = []
    for number in range(args.matches):
        held = seated(names, levels, number)
        before = time.perf_counter()
        match = play_one(args.game, args.seed + number, held, refusals)
        times.append(time.perf_counter() - before)
        count(match, held, tallies)
    last = args.seed + args.matches - 1
    print(f"{args.game}: {args.matches} matches of {len(names)} bots, seeds {args.seed} to {last}")
    total = sum(tally.seats for tally in tallies.values())
    won = sum(tally.wins for tally in tallies.values()) or 1.0
    for level, tally in tallies.items():
        score = f"mean score {tally.score / tally.scored:7.2f}, " if tally.scored else ""
        print(
            f"  {level:8} {score}wins {tally.wins / won:6.1%} with {tally.seats / total:6.1%} of the seats, "
            f"mean place {tally.places / tally.seats:5.2f}"
        )
    times.sort()
    print(
        f"  a match: median {times[len(times) // 2] * 1000:.0f} ms, longest {times[-1] * 1000:.0f} ms; "
        f"refused moves: {len(refusals)}"
    )
    for line in refusals[:5]:
        print(f"    {line}")


if __name__ == "__main__":
    main()
