"""Bots' valuation of trades in The Seven Years' Famine: the year's Favor, its end, and the later use of the hand."""

from __future__ import annotations

from functools import cache

from core.games.famine import scoring
from core.games.famine.scoring import payoff, topaz_in, year_result
from core.games.famine.spec import GOODS, SPEC
from core.games.famine.structs import famine_view
from core.games.trading.bots.taste import Hand, Pair, Taste, worth_of_later
from core.games.trading.structs import TradingView

ELSEWHERE = 2
"""Assumed number of topaz that others give in a year."""
ONYX_HOPE = (0.0, 1.0, 4.0, 12.0)
"""Worth of 0 to 3 or more onyx before the end of year 5."""
ONYX_RISK = (0.0, -1.5, -4.0, -6.0)
"""Their cost from then on (FA-12)."""
ALIKE_HOPE = (0.0, 0.0, 0.5, 3.0, 9.0, 18.0)
"""Worth of 0 to 5 gemstones of one kind before the end of year 7."""
GARNETS_WORTH = 6.0
"""Worth in Favor of the garnets of a diamond given in year 7."""


@cache
def worth_in_year(year: int, gem: str) -> int:
    """Return a gemstone's Favor in a year, in the trade that is best for the worse-off side: others accept that."""
    deals = (payoff(year, gem, other, ELSEWHERE) for other in GOODS.kinds)
    return max(0, *(min(deal.mine, deal.theirs) for deal in deals))


@cache
def future(year: int, hand: Hand) -> float:
    counts = dict(zip(GOODS.kinds, hand, strict=True))
    total = worth_of_later(GOODS, counts, range(year + 1, SPEC.rounds + 1), worth_in_year)
    onyx = min(3, counts["onyx"])
    total += ONYX_HOPE[onyx] if year < scoring.ONYX_YEAR else ONYX_RISK[onyx]
    if scoring.ONYX_YEAR <= year < scoring.ALIKE_YEAR:
        total += ALIKE_HOPE[min(5, max(hand))]
    return total


class FamineTaste(Taste):
    rounds = SPEC.rounds
    goods = GOODS
    shunned = ("onyx",)
    holds_out = (0.3, 0.2, 3)
    """A slot that stays empty costs more here than a deal at less (chosen on seeds from 3000)."""
    fair_to_people = 1.4
    """Each seat has three slots here: who may choose among all takes the best of each."""

    future = staticmethod(future)

    def worth(self, view: TradingView, pairs: tuple[Pair, ...]) -> float:
        after = self.held_after(view, pairs)
        result = year_result(view.round, pairs, topaz_in(pairs) + ELSEWHERE, after, {"nobody": 1})
        garnets = (
            GARNETS_WORTH * sum(gave == "diamond" for gave, _ in pairs) if view.round == scoring.GARNET_YEAR else 0.0
        )
        return result.total + garnets + self.later(view, after)

    def bond(self, view: TradingView, partner: str) -> float:
        """Value a partner: seats never met cost at the end of year 3; all seats met twice pay at the end of year 6
        (FA-06)."""
        view = famine_view(view)
        times = view.met.get(partner)
        if times is None or not self.looks_ahead:
            return 0.0
        worth = 0.0
        if times == 0 and view.round <= scoring.STRANGERS_YEAR:
            worth += scoring.STRANGER_COST * (1.0, 0.6, 0.4)[scoring.STRANGERS_YEAR - view.round]
        lacking = sum(view.needed_twice.values())
        slots = GOODS.limit * (scoring.TWICE_YEAR - view.round + 1)
        if times < 2 and view.round <= scoring.TWICE_YEAR and lacking <= slots:
            worth += scoring.TWICE_BONUS / (2 * lacking)
        return worth

    def theirs(self, round_: int, gave: str, got: str) -> int:
        return payoff(round_, gave, got, ELSEWHERE).theirs
