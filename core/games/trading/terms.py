"""What seats can promise each other in the trading games, and whether it was kept."""

from __future__ import annotations

from functools import cache

from core.games.trading.goods import Goods
from core.games.trading.offers import Orders
from core.games.trading.structs import Page, TradingView
from core.talk.acts import SEATS, Clause, Term, Verdict


@cache
def _terms(kinds: tuple[str, ...], plurals: tuple[tuple[str, str], ...], named: str, one: str) -> tuple[Term, ...]:
    return (
        Term(
            id="give",
            says=f"give {{to}} a {named}",
            among=kinds,
            names={f"{kind}s": kind for kind in kinds} | {many: kind for kind, many in plurals},
            words=("give", "send", "hand(?: over)?", "bring", "trade", "swap", "part with", "offer"),
            others=("get", "receive", "have", "take"),
            noun=f"{one}s?",
            swaps=True,
        ),
        Term(
            id="trade",
            says="trade with {what}",
            among=SEATS,
            words=("trade with", "deal with", "swap with", "do business with", "trade anything with"),
            seen="never",
            lasts=True,
        ),
    )


def terms(goods: Goods) -> tuple[Term, ...]:
    """Giving something of a kind, this round or another, and trading with somebody at all."""
    named = "{what}" if goods.plurals else f"{{what}} {goods.one}"
    return _terms(goods.kinds, tuple(goods.plurals.items()), named, goods.one)


def breaks(seat: str, clause: Clause, orders: Orders, view: TradingView) -> bool:
    """Do these offers leave out what was promised, or go to somebody with whom nothing was to be traded?"""
    gives = {offer.to: offer.give for offer in orders.offers}
    if clause.term == "trade":
        return (clause.what in gives) is clause.negated
    return clause.term == "give" and gives.get(clause.to) != clause.what


def kept(seat: str, clause: Clause, page: Page) -> Verdict:
    """By a seat's own page. A swap needs two: what one side did not offer for cannot come from the other."""
    report, offers = page.report, () if page.orders is None else page.orders.offers
    if report is None:
        return "unseen"
    came = {swap.partner: swap for swap in report.trades}
    if clause.term == "trade":
        traded = clause.what in came
        if clause.who == seat:
            return "broken" if traded == clause.negated else "kept"
        if clause.what == seat:
            return "broken" if (clause.who in came) == clause.negated else "kept"
        return "unseen"
    if clause.term != "give":
        return "unseen"
    if clause.who == seat:
        gave = {offer.to: offer.give for offer in offers}
        if gave.get(clause.to) != clause.what:
            return "broken"
        return "kept" if clause.to in came else "void"
    swap = came.get(clause.who)
    if swap is not None:
        return "kept" if swap.got == clause.what else "broken"
    return "broken" if any(offer.to == clause.who for offer in offers) else "void"
