"""What seats can promise each other on the Day of Mercury, and whether it was kept."""

from __future__ import annotations

from core.games.day_of_mercury.spec import SINS
from core.games.day_of_mercury.structs import Commit, Orders, Page, View
from core.talk.acts import SEATS, Clause, Term, Verdict

TERMS = (
    Term(
        id="give",
        says="give {to} a {what}",
        among=SINS,
        words=("give", "send", "hand(?: over)?", "bring", "trade", "swap", "part with", "offer"),
        others=("get", "receive", "have", "take"),
        swaps=True,
    ),
    Term(
        id="commit",
        says="commit a sin on {what}",
        among=SEATS,
        words=(r"commit(?: an?)?(?: \w+)? (?:on|against)", "sin against", "target", "name"),
        seen="never",
        against=True,
    ),
)


def breaks(seat: str, clause: Clause, orders: Orders, view: View) -> bool:
    """Is another trade ordered than was promised, or a sin committed that was not to be?"""
    if clause.term == "commit":
        return _committed(orders, clause.what) is clause.negated
    trade = orders.trade
    return clause.term == "give" and (trade is None or (trade.partner, trade.give) != (clause.to, clause.what))


def kept(seat: str, clause: Clause, page: Page) -> Verdict:
    """A trade is seen by both. Who committed a sin on whom is told to nobody but whoever did (DM-60)."""
    report, orders = page.report, page.orders
    if report is None:
        return "unseen"
    if clause.term == "commit" and clause.who == seat:
        return "kept" if clause.negated is not _committed(orders, clause.what) else "broken"
    if clause.term != "give":
        return "unseen"
    trade = None if orders is None else orders.trade
    partner = clause.to if clause.who == seat else clause.who
    if trade is None or trade.partner != partner:
        return "broken" if clause.who == seat else "void"
    if clause.who == seat and trade.give != clause.what:
        return "broken"
    if report.trade == "done":
        return "kept" if clause.what == (trade.give if clause.who == seat else trade.want) else "broken"
    return "void" if clause.who == seat or report.trade == "destroyed" else "unseen"


def _committed(orders: Orders | None, target: str) -> bool:
    """Did one's own orders name this seat?"""
    return orders is not None and any(
        isinstance(deed, Commit) and deed.target == target for visit in orders.visits for deed in visit.deeds
    )
