"""Would it pay to search? What a playout of a match redealt from one seat's knowledge costs, and what it tells.

    python -m benchmarks.search
    python -m benchmarks.search drifting_ship --playouts 60 --positions 3 --policy trusting

A search over what a seat cannot know (information-set Monte Carlo) redeals the match from that seat's knowledge
(`core.redeal`), tries one of its orders, and plays on by a cheap policy. Here steady bots play to the middle of a
match; then a sharp bot's orders and a steady one's are played out from one seat, each over the same redeals. Printed:
processor time of a playout (the median, and the least, which other work on the machine disturbs least), how many of
the least a turn of 50 and of 500 ms holds, how far apart the two orders' shares of the wins were, how much single
playouts vary (standard deviation), and the standard error of that difference after 500 ms. Where that error is greater
than the difference, a search within the time that a turn may take cannot tell a good order from a fair one.
"""

from __future__ import annotations

import argparse
import time
from math import sqrt
from typing import Any

from msgspec.structs import replace

from core.botplay import make_bot, play_out
from core.bots import AnyBot, Move, Sight
from core.decisions import outcome
from core.dice import Dice
from core.games import MODULES
from core.games import game as find_game
from core.levels import LEVELS
from core.match import Match
from core.pairings import NAMES
from core.redeal import redeal
from core.scenario import Scenario, start

USUAL, WORST = 50.0, 500.0
"""Milliseconds that a turn may take, on average and at worst."""


class Reached(Exception):
    """The middle of a match."""


class First:
    """Plays one round as one bot, and what follows as another."""

    def __init__(self, first: AnyBot, then: AnyBot, round_: int) -> None:
        self._first, self._then, self._round = first, then, round_

    def turn(self, sight: Sight[Any, Any, Any]) -> list[Move]:
        now = sight.phase == "round" and sight.round == self._round
        return (self._first if now else self._then).turn(sight)


def middle(game: str, seed: int) -> Match:
    """A match of steady bots in the middle of its rounds."""
    rules = find_game(game)
    found = start(Scenario(game=game, seed=seed, players=NAMES[: rules.spec.seats]))

    def look(match: Match, entry: Any) -> None:
        nonlocal found
        found = match
        if match.phase == "round" and match.round == rules.spec.rounds // 2:
            raise Reached

    try:
        play_out(found, {seat: make_bot(found, seat, "steady") for seat in found.seats}, each=look)
    except Reached:
        return found
    raise AssertionError(f"{game}, seed {seed}: over before its middle")


def playout(match: Match, seat: str, level: str, policy: str, number: int) -> tuple[float, float]:
    """What `seat` won of a redealt match in which it plays this round as a `level`, and the milliseconds it took."""
    rules, before = find_game(match.game.spec.id), time.thread_time()
    drawn = replace(redeal(match, seat, Dice(number)), sealed={}, ready=frozenset())
    bots: dict[str, AnyBot] = {one: rules.bot(policy, one, number) for one in match.seats}
    bots[seat] = First(rules.bot(level, seat, 0), bots[seat], match.round)
    result = outcome(play_out(drawn, bots))
    assert result is not None
    winners = result["winners"] or result["ranking"][0]
    return (1 / len(winners) if seat in winners else 0.0), (time.thread_time() - before) * 1000


def measured(game: str, policy: str, playouts: int, positions: int, seed: int) -> str:
    """One line of the table."""
    times, apart, spread = [], [], []
    for number in range(seed, seed + positions):
        match = middle(game, number)
        seat = match.seats[number % len(match.seats)]
        shares = []
        for level in ("sharp", "steady"):
            found = [playout(match, seat, level, policy, number * 1000 + n) for n in range(playouts)]
            times += [took for _, took in found]
            shares.append(sum(won for won, _ in found) / playouts)
        apart.append(abs(shares[0] - shares[1]))
        mean = sum(shares) / 2
        spread.append(sqrt(mean * (1 - mean)))
    times.sort()
    least, usual, deviation = times[0], times[len(times) // 2], sum(spread) / positions
    error = deviation * sqrt(2 / max(1.0, WORST / 2 / least))
    return (
        f"{game:<16} {policy:<9} {usual:7.1f} {least:7.1f}  {USUAL / least:7.1f} {WORST / least:8.1f}  "
        f"{sum(apart) / positions:8.3f} {deviation:8.2f} {error:8.2f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.search", description=__doc__.split("\n", 1)[0])
    parser.add_argument("games", nargs="*", metavar="game", help="of the house (default: the six matches)")
    parser.add_argument("--playouts", type=int, default=40, help="for each of the two orders at each position")
    parser.add_argument("--positions", type=int, default=3)
    parser.add_argument("--policy", nargs="+", choices=LEVELS, default=["random", "trusting"], help="plays on")
    parser.add_argument("--seed", type=int, default=1, help="the first position's seed; the others follow")
    args = parser.parse_args()
    if unknown := [game for game in args.games if game not in MODULES]:
        parser.error(f"there is no game {unknown[0]!r}; there are {', '.join(sorted(MODULES))}")
    print(f"{args.playouts} playouts of either order at {args.positions} positions, seeds from {args.seed}")
    print(f"{'game':<16} {'policy':<9} {'ms':>7} {'least':>7}  {'in 50':>7} {'in 500':>8}  apart    deviation  error")
    for game in args.games or [game for game in MODULES if find_game(game).spec.seats > 2]:
        for policy in args.policy:
            print(measured(game, policy, args.playouts, args.positions, args.seed), flush=True)


if __name__ == "__main__":
    main()
