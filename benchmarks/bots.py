"""How much better a level of bots plays than another: seeded matches in every game, as a table.

    python -m benchmarks.bots
    python -m benchmarks.bots exodus famine --matches 200 --seed 1 --pairs sharp:steady
    python -m benchmarks.bots exodus --levels steady random

A bot of a level sits among bots of the level below, in a rotating seat. Printed: its share of the wins (one shared by n
seats counts 1/n), its fair share, their ratio with a 95% interval, mean scores where the game has them, and time of a
turn. With --levels the seats are shared out between levels.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from cli.commands.bots import Job, play_all, play_job
from core.botplay.pairings import HEADING, PAIRS, PairingResult, known_levels, line, one_among, refusals
from core.games import MODULES
from core.games import game as find_game
from core.levels import LEVELS
from core.match.seating import NAMES


def half_each(game: str, levels: Sequence[str], number: int) -> dict[str, str]:
    """Alternate levels round the table, with a rotating start."""
    names = NAMES[: find_game(game).spec.seats]
    return {seat: levels[(place + number) % len(levels)] for place, seat in enumerate(names)}


def wins_by_level(game: str, levels: Sequence[str], played: Sequence[PairingResult]) -> list[str]:
    """Wins of each level where levels share the seats."""
    rows = [f"{game}: {len(played)} matches, seeds {played[0].seed} to {played[-1].seed}"]
    seats = sum(len(match.bots) for match in played)
    for level in dict.fromkeys(levels):
        held = [(match, seat) for match in played for seat, who in match.bots.items() if who == level]
        won = sum(match.won(seat) for match, seat in held) / len(played)
        scores = [match.scores[seat] for match, seat in held if seat in match.scores]
        score = f"mean score {sum(scores) / len(scores):7.2f}, " if scores else ""
        place = sum(match.place(seat) for match, seat in held) / len(held)
        rows.append(
            f"  {level:8} {score}wins {won:6.1%} with {len(held) / seats:6.1%} of the seats, mean place {place:5.2f}"
        )
    times = sorted(match.seconds for match in played)
    rows.append(f"  a match: median {times[len(times) // 2] * 1000:.0f} ms, longest {times[-1] * 1000:.0f} ms")
    return [*rows, *refusals(played)]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bots", description=__doc__.split("\n", 1)[0])
    parser.add_argument("games", nargs="*", metavar="game", help="of the house (default: the six matches)")
    parser.add_argument("--matches", type=int, default=200, help="for each line of the table")
    parser.add_argument("--seed", type=int, default=1, help="the first match's seed; the others follow")
    parser.add_argument("--pairs", nargs="+", default=PAIRS, metavar="ONE:OTHERS", help="one of a level among others")
    parser.add_argument("--levels", nargs="+", choices=LEVELS, help="share out the seats between these levels instead")
    parser.add_argument("--processes", type=int, default=2, help="how many matches are played at a time")
    args = parser.parse_args()
    if unknown := [game for game in args.games if game not in MODULES]:
        parser.error(f"there is no game {unknown[0]!r}; there are {', '.join(sorted(MODULES))}")
    games = args.games or [game for game in MODULES if find_game(game).spec.seats > 2]
    seeds = range(args.seed, args.seed + args.matches)
    if args.levels is not None:
        for game in games:
            jobs: list[Job] = [(game, seed, half_each(game, args.levels, n)) for n, seed in enumerate(seeds)]
            print("\n".join(wins_by_level(game, args.levels, play_all(jobs, play_job, args.processes))))
        return
    print(f"{args.matches} matches a line, seeds {seeds[0]} to {seeds[-1]}\n{HEADING}", flush=True)
    for game in games:
        for pair in args.pairs:
            measured, _, others = pair.partition(":")
            if not {measured, others} <= set(known_levels(game)):
                print(f"{game:<16} {measured:<13} {others:<9} (not a level of this game)", flush=True)
                continue
            jobs = [(game, seed, one_among(game, measured, others, n)) for n, seed in enumerate(seeds)]
            played = play_all(jobs, play_job, args.processes)
            print("\n".join([line(game, measured, others, played), *refusals(played)]), flush=True)


if __name__ == "__main__":
    main()
