"""The other levels of the trading games, each by what sets it apart from `steady`."""

from __future__ import annotations

from core.dice import Draw
from core.games.trading.bargain import Bargaining
from core.games.trading.steady import SteadyTrader


class TrustingTrader(SteadyTrader):
    """Simple and honest: one proposal after the other, no second thoughts, and every word is kept."""

    TEMPERS: tuple[float, ...] = (1.0,)
    SPREAD = 0
    TRIES = 1


class SharpTrader(SteadyTrader):
    """Asks many, takes only what is worth a slot, and keeps its word where that pays."""

    SHARE = 0.5
    SPREAD = 3


class RogueTrader(SteadyTrader):
    """Charming, and breaks three promises in ten: not where it pays most, but as it comes."""

    BREAKS = 0.3

    def _agree(self, deals: Bargaining, by: str, give: str, want: str, draw: Draw) -> None:
        deals.agree(by, give, want)
        if draw.chance(self.BREAKS):
            others = [kind for kind in self.goods.kinds if kind != give and deals.free(kind, but=by) > 0]
            if others:
                deals.given[by] = max(others, key=lambda kind: deals.gain(by, kind, want))
