"""Chances that the coach of a duel gives, beside the duels that were won: `python -m benchmarks.calibration`.

Both seats have a bot of one level, and before each choice the coach's chance to win with it is noted. By tenths of that
chance: its mean, the share of these duels that were won (a draw is half a win), and the number of choices. Exit status
1 if a tenth with at least 100 choices is more than 7 points off, or if the chances that both sides are given for one
trick do not add up to 100% within 7 points on average.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from typing import Any

from core.botplay.playing import make_bot, play_out
from core.bots.contract import AnyBot, Move, Seal
from core.decoding import decode
from core.games import game as find_game
from core.games.duel.course import PAIRS
from core.games.pantheic_runes.coaching import ALONE
from core.kit import begin_match
from core.match.decisions import outcome

DUELS = ("black_and_white", "ninety_nine")
OFF, LEAST = 7.0, 100


class Noting:
    """A bot that notes the chance of each choice it seals, by trick and seat."""

    def __init__(self, game: Any, seat: str, bot: AnyBot, noted: dict[tuple[int, str], float]) -> None:
        self.game, self.seat, self.bot, self.noted = game, seat, bot, noted

    def turn(self, sight: Any) -> list[Move]:
        moves: list[Move] = self.bot.turn(sight)
        for move in moves:
            if isinstance(move, Seal):
                hope = self.game.hope(sight, decode(self.game.Orders, move.orders, "orders"))
                self.noted[(sight.round + 1) // 2, self.seat] = hope.value
        return moves


def measure(game: Any, level: str, duels: int, seed: int) -> bool:
    """Print the tenths of one game among bots of a level. Return True if all are near."""
    tenths: dict[int, list[tuple[float, float]]] = defaultdict(list)
    sums: list[float] = []
    for number in range(duels):
        match, noted = begin_match(game, seed=seed + number), dict[tuple[int, str], float]()
        final = play_out(match, {s: Noting(game, s, make_bot(match, s, level), noted) for s in match.seats})
        end = outcome(final)
        assert end is not None
        winners = list(end["winners"]) or end["ranking"][0]
        for (_, seat), hope in noted.items():
            tenths[min(9, int(hope // 10))].append((hope, 100 * (seat in winners) / len(winners)))
        tricks = ([noted.get((trick, seat)) for seat in match.seats] for trick in range(1, PAIRS + 1))
        sums += [sum(both) for both in tricks if None not in both]  # type: ignore[arg-type]
    both = sum(sums) / len(sums)
    good = abs(both - 100) <= OFF
    print(f"{game.spec.title}, {duels} duels of two {level} bots; both chances of a trick add up to {both:.1f}%")
    for _, tenth in sorted(tenths.items()):
        said, won = (sum(values) / len(tenth) for values in zip(*tenth, strict=True))
        off = len(tenth) >= LEAST and abs(said - won) > OFF
        good &= not off
        print(f"    {said:>5.1f}% said, {won:>5.1f}% won, {len(tenth)} choices{'   too far' if off else ''}")
    return good


def measure_picks(game: Any, level: str, matches: int, seed: int) -> bool:
    """Print by round how often a pick of the coach in Pantheic Runes was its own alone, beside what the page says.
    Return True if all rounds are near."""
    alone: dict[int, list[bool]] = defaultdict(list)
    for number in range(matches):
        match = begin_match(game, seed=seed + number)
        you = match.seats[number % len(match.seats)]
        final = play_out(match, {s: make_bot(match, s, level) for s in match.seats} | {you: game.adviser(you)})
        for record in final.rounds[:-1]:
            others = {place for seat, orders in record.orders.items() if seat != you for place in orders.temple}
            alone[record.round] += [place not in others for place in getattr(record.orders.get(you), "temple", ())]
    good = True
    print(f"{game.spec.title}, {matches} matches among {level} bots: picks of the temple that nobody else made")
    for round_, picks in sorted((round_, picks) for round_, picks in alone.items() if picks):
        page, was = 100 * ALONE[min(round_, len(ALONE)) - 1], 100 * sum(picks) / len(picks)
        off = len(picks) >= LEAST and abs(page - was) > OFF
        good &= not off
        print(f"    round {round_}: {page:.0f}% said, {was:.0f}% were, {len(picks)} picks{'   too far' if off else ''}")
    return good


def main() -> int:
    """Returns 1 if the chances are not those of the duels."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.calibration",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("games", nargs="*", default=DUELS, metavar="GAME", help="default: both duels")
    parser.add_argument("--duels", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1, help="of the first duel; the others follow")
    parser.add_argument("--levels", nargs="+", default=["sharp", "steady"])
    given = parser.parse_args()
    results = [
        (measure_picks if game == "pantheic_runes" else measure)(find_game(game), level, given.duels, given.seed)
        for game in given.games
        for level in given.levels
    ]
    return 0 if all(results) else 1


if __name__ == "__main__":
    raise SystemExit(main())
