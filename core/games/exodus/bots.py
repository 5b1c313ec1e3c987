"""What trades of The Exodus Game are worth to a bot: the round's points, and what the hand is good for later."""

from __future__ import annotations

from functools import cache

from core.games.exodus.scoring import payoff, round_result
from core.games.exodus.spec import GOODS, SPEC
from core.games.trading.bots.bargain import Pair
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
def future(round_: int, hand: tuple[int, ...]) -> float:
    """What a hand (counts in the order of the kinds) is worth after the close of a round."""
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


@cache
def taste_for(round_: int, cube: str) -> float:
    """What one cube more is worth to a seat of which nothing is known, after the close of a round."""
    hand = tuple(int(kind not in ("green", "black")) for kind in GOODS.kinds)
    more = tuple(n + (kind == cube) for n, kind in zip(hand, GOODS.kinds, strict=True))
    less = tuple(max(0, n - (kind == cube)) for n, kind in zip(hand, GOODS.kinds, strict=True))
    return (future(round_, more) - future(round_, less)) / 2


class Taste:
    """The judgement of the bots of The Exodus Game."""

    rounds = SPEC.rounds

    def __init__(self, looks_ahead: bool = True) -> None:
        self.looks_ahead = looks_ahead

    def shortsighted(self) -> Taste:
        """The judgement of somebody who looks at this round alone."""
        return Taste(looks_ahead=False)

    def worth(self, view: TradingView, done: tuple[Pair, ...]) -> float:
        after = dict(view.held)
        for gave, got in done:
            after[gave] -= 1
            after[got] += 1
        hand = tuple(max(0, after[kind]) for kind in GOODS.kinds)
        later = future(view.round, hand) if self.looks_ahead else 0.0
        return round_result(view.round, done, after).total + later

    def bond(self, view: TradingView, partner: str) -> float:
        return 0.0

    def appeal(self, view: TradingView, gave: str, got: str) -> float:
        return payoff(view.round, gave, got).theirs + taste_for(view.round, gave) - taste_for(view.round, got)
