"""Orders and reports in sentences for the player."""

from __future__ import annotations

from collections.abc import Sequence

from core.games.trading.offers import Goods, Orders
from core.games.trading.structs import TradingReport


def restate(goods: Goods, orders: Orders) -> Sequence[str]:
    """The offers in words, one line each."""
    if not orders.offers:
        return ["I offer nothing."]
    return [f"I offer {offer.to} {goods.counted(1, offer.give)}." for offer in orders.offers]


def tell(goods: Goods, report: TradingReport) -> Sequence[str]:
    """A report in words: what was traded, what failed, and where that leaves the seat."""
    lines = [
        f"Traded with {swap.partner}: gave {goods.counted(1, swap.gave)}, got {goods.counted(1, swap.got)}."
        for swap in report.trades
    ]
    lines += [
        f"Failed: {offer.to} sealed no offer to you, so you keep the {goods.named(offer.give)}."
        for offer in report.failed
    ]
    if not lines:
        lines.append("You offered nothing and traded nothing.")
    return [*lines, f"You hold {goods.hand(report.held)}.", f"You have {goods.scored(report.score)}."]
