"""Would it pay to search? What a playout of a match redealt from one seat's knowledge costs, and what it tells.

    python -m benchmarks.search
    python -m benchmarks.search drifting_ship --playouts 60 --positions 3 --policy trusting

A search over what a seat cannot know (information-set Monte Carlo) redeals the match from that seat's knowledge
(`core.match.redeal`), tries one of its orders, and plays on by a cheap policy. Here steady bots play to the middle of a
match; then a sharp bot's orders and a steady one's are played out from one seat, each over the same redeals. Printed:
processor time of a playout (the median, and the least, which other work on the machine disturbs least), how many of
the least a turn of 50 and of 500 ms holds, how far apart the two orders' shares of the wins were, how much single
playouts vary (standard deviation), and the standard error of that difference after 500 ms. Where that error is greater
than the difference, a search within the time that a turn may take cannot tell a good order from a fair one.

    python -m benchmarks.search pantheic_runes --strength 100 --turn 50 --policy random

One seat among steady bots searches in every round: it plays out what a sharp, a steady and a trusting bot would do, as
often as a turn of so many milliseconds holds (by the least time of a playout, so that the same seed brings the same
match), and does what won most, the sharp bot's where nothing won more. Printed beside what a sharp bot wins in the same
seats of the same matches.
"""

from __future__ import annotations

import argparse
import time
from math import sqrt
from typing import Any

from msgspec.structs import replace

from cli.commands.bots import play
from core.bots.contract import AnyBot, Move, Sight
from core.bots.levels import LEVELS
from core.bots.pairings import NAMES, Played, one_among, share_of
from core.bots.playing import make_bot, play_out
from core.dice import Dice
from core.games import MODULES
from core.games import game as find_game
from core.match.decisions import outcome
from core.match.redeal import redeal
from core.match.scenario import Scenario, start
from core.match.state import Match

USUAL, WORST = 50.0, 500.0
"""Milliseconds that a turn may take, on average and at worst."""


ARMS = ("sharp", "steady", "trusting")
"""Whose orders a searcher tries."""
SEARCH = "search"


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


class Searcher:
    """Plays each round as the level whose playouts, over deals that its seat cannot tell apart, won most."""

    def __init__(self, table: Holder, seat: str, policy: str, playouts: int) -> None:
        self._table, self._seat, self._policy, self._playouts = table, seat, policy, playouts
        self._bots = {level: make_bot(table.match, seat, level) for level in ARMS}
        self._round, self._level = -1, ARMS[0]

    def turn(self, sight: Sight[Any, Any, Any]) -> list[Move]:
        if sight.phase == "round" and sight.round != self._round:
            self._round = sight.round
            won: dict[str, list[float]] = {arm: [] for arm in ARMS}
            for n in range(self._playouts):
                arm = ARMS[n % len(ARMS)]
                number = sight.round * 1000 + n // len(ARMS)
                won[arm].append(playout(self._table.match, self._seat, arm, self._policy, number)[0])
            self._level = max(ARMS, key=lambda arm: sum(won[arm]) / max(1, len(won[arm])))
        return self._bots[self._level].turn(sight)


class Holder:
    """The match as it stands, for one who redeals it."""

    def __init__(self, match: Match) -> None:
        self.match = match

    def see(self, match: Match, entry: Any) -> None:
        self.match = match


def searched(game: str, seed: int, at: int, policy: str, playouts: int) -> Played:
    """One match in which the seat number `at` searches among steady bots."""
    bots = one_among(game, SEARCH, "steady", at)
    table = Holder(start(Scenario(game=game, seed=seed, players=tuple(bots))))
    seated: dict[str, AnyBot] = {
        seat: Searcher(table, seat, policy, playouts) if who == SEARCH else make_bot(table.match, seat, who)
        for seat, who in bots.items()
    }
    before = time.perf_counter()
    result = outcome(play_out(table.match, seated, each=table.see))
    assert result is not None
    ranking = [list(group) for group in result["ranking"]]
    return Played(seed, bots, list(result["winners"]), ranking, {}, [], {SEARCH: []}, time.perf_counter() - before, {})


def strength(game: str, policy: str, matches: int, turn: float, seed: int) -> list[str]:
    """What one who searches wins among steady bots, and what a sharp bot does."""
    at = middle(game, seed)
    least = min(playout(at, at.seats[0], level, policy, n)[1] for level in ARMS for n in range(3))
    playouts = max(1, round(turn / least))
    seeds = range(seed, seed + matches)
    found = [searched(game, one, n, policy, playouts) for n, one in enumerate(seeds)]
    sharp = [play(game, one, one_among(game, "sharp", "steady", n)) for n, one in enumerate(seeds)]
    named = f"{game}, {matches} matches, seeds {seeds[0]} to {seeds[-1]}, {playouts} playouts by {policy} a turn"
    rows = [f"{named} ({least:.1f} ms each at the least)"]
    for who, played in ((SEARCH, found), ("sharp", sharp)):
        share = share_of(who, played)
        low, high = share.interval
        rows.append(f"  {who:8} among steady ones wins {share.times:.2f} times its share ({low:.2f} to {high:.2f})")
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.search", description=__doc__.split("\n", 1)[0])
    parser.add_argument("games", nargs="*", metavar="game", help="of the house (default: the six matches)")
    parser.add_argument("--playouts", type=int, default=40, help="for each of the two orders at each position")
    parser.add_argument("--positions", type=int, default=3)
    parser.add_argument("--policy", nargs="+", choices=LEVELS, default=["random", "trusting"], help="plays on")
    parser.add_argument("--seed", type=int, default=1, help="the first position's seed; the others follow")
    parser.add_argument(
        "--strength", type=int, metavar="MATCHES", help="play so many matches with a seat that searches"
    )
    parser.add_argument("--turn", type=float, default=USUAL, help="milliseconds of playouts a turn, with --strength")
    args = parser.parse_args()
    if unknown := [game for game in args.games if game not in MODULES]:
        parser.error(f"there is no game {unknown[0]!r}; there are {', '.join(sorted(MODULES))}")
    if args.strength:
        for game in args.games or ["drifting_ship", "pantheic_runes"]:
            for policy in args.policy:
                print("\n".join(strength(game, policy, args.strength, args.turn, args.seed)), flush=True)
        return
    print(f"{args.playouts} playouts of either order at {args.positions} positions, seeds from {args.seed}")
    print(f"{'game':<16} {'policy':<9} {'ms':>7} {'least':>7}  {'in 50':>7} {'in 500':>8}  apart    deviation  error")
    for game in args.games or [game for game in MODULES if find_game(game).spec.seats > 2]:
        for policy in args.policy:
            print(measured(game, policy, args.playouts, args.positions, args.seed), flush=True)


if __name__ == "__main__":
    main()
