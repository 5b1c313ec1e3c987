"""Bots' valuation of trades in The Exodus Game: the round's points, and the later use of the hand."""

from __future__ import annotations

from functools import cache

from core.games.exodus.scoring import payoff, round_result
from core.games.exodus.spec import GOODS, SPEC
from core.games.trading.bots.taste import Hand, Pair, Taste, worth_of_later
from core.games.trading.structs import TradingView

WHITE_HOPE = (0.0, 0.5, 2.0, 6.0)
"""Worth of 0, 1, 2, 3 or more white cubes before round 4 (EX-08)."""
BLACK_HOPE = (0.0, 1.0, 4.0, 14.0)
"""Worth of 0 to 3 or more black cubes before round 5 (EX-08)."""
BLACK_RISK = (0.0, -1.0, -3.0, -5.0)
"""Their cost from then on (EX-12)."""


@cache
def worth_in_round(round_: int, cube: str) -> int:
    return max(0, payoff(round_, cube, cube).mine)


@cache
def future(round_: int, hand: Hand) -> float:
    counts = dict(zip(GOODS.kinds, hand, strict=True))
    total = worth_of_later(GOODS, counts, range(round_ + 1, SPEC.rounds + 1), worth_in_round)
    white, black = min(3, counts["white"]), min(3, counts["black"])
    if round_ < 4:
        total += WHITE_HOPE[white]
    total += BLACK_HOPE[black] if round_ < 5 else BLACK_RISK[black]
    return total


class ExodusTaste(Taste):
    rounds = SPEC.rounds
    goods = GOODS
    shunned = ("green", "black")
    fair_to_people = 0.7
    """Chosen so that a choice among all eight wins less than three shares (docs/bots.md)."""

    future = staticmethod(future)

    def worth(self, view: TradingView, pairs: tuple[Pair, ...]) -> float:
        after = self.held_after(view, pairs)
        return round_result(view.round, pairs, after).total + self.later(view, after)

    def theirs(self, round_: int, gave: str, got: str) -> int:
        return payoff(round_, gave, got).theirs
