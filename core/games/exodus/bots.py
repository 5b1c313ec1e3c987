"""What trades of The Exodus Game are worth to a bot: the round's points, and what the hand is good for later."""

from __future__ import annotations

from functools import cache

from core.games.exodus.scoring import payoff, round_result
from core.games.exodus.spec import GOODS, SPEC
from core.games.trading.bots.judging import Hand, Tasting
from core.games.trading.bots.trader import Pair
from core.games.trading.structs import TradingView

LATER = 0.6
"""How far points of later rounds count: a partner must still be found for them."""
WHITE_HOPE = (0.0, 0.5, 2.0, 6.0)
"""What 0, 1, 2, 3 or more white cubes promise before round 4 (EX-08)."""
BLACK_HOPE = (0.0, 1.0, 4.0, 14.0)
"""What 0 to 3 or more black cubes promise before round 5 (EX-08)."""
BLACK_RISK = (0.0, -1.0, -3.0, -5.0)
"""What they threaten from then on (EX-12)."""


@cache
def yearly(round_: int, cube: str) -> int:
    """What a cube brings in a round when it is swapped for its like: a use that is always to be found."""
    return max(0, payoff(round_, cube, cube).mine)


@cache
def future(round_: int, hand: Hand) -> float:
    """What a hand is worth after the close of a round."""
    held = dict(zip(GOODS.kinds, hand, strict=True))
    total = 0.0
    for later in range(round_ + 1, SPEC.rounds + 1):
        uses = sorted((yearly(later, cube) for cube in GOODS.kinds for _ in range(held[cube])), reverse=True)
        total += LATER * sum(uses[: GOODS.limit])
    white, black = min(3, held["white"]), min(3, held["black"])
    if round_ < 4:
        total += WHITE_HOPE[white]
    total += BLACK_HOPE[black] if round_ < 5 else BLACK_RISK[black]
    return total


class Taste(Tasting):
    """The judgement of the bots of The Exodus Game."""

    rounds = SPEC.rounds
    goods = GOODS
    shunned = ("green", "black")

    def future(self, round_: int, hand: Hand) -> float:
        return future(round_, hand)

    def worth(self, view: TradingView, done: tuple[Pair, ...]) -> float:
        after = self.held_after(view, done)
        return round_result(view.round, done, after).total + self.later(view, after)

    def bond(self, view: TradingView, partner: str) -> float:
        return 0.0

    def appeal(self, view: TradingView, gave: str, got: str) -> float:
        there = payoff(view.round, gave, got).theirs
        return there + self.taste_for(view.round, gave) - self.taste_for(view.round, got)
