"""What seats can promise each other in Pantheic Runes, and whether it was kept: places of the temple."""

from __future__ import annotations

from core.games.pantheic_runes.structs import Orders
from core.games.pantheic_runes.views import Page, View
from core.talk.acts import Clause, Term, Verdict

PLACES = tuple(str(number) for number in range(10))
TERMS = (
    Term(
        id="leave",
        says="leave place {what} to {to}",
        among=PLACES,
        words=("leave", "stay off", "keep off", "stay away from", "spare"),
        others=("take", "go for", "pick", "get", "have"),
        seen="one",
    ),
)


def breaks(seat: str, clause: Clause, orders: Orders, view: View) -> bool:
    """Is the place picked?"""
    return clause.term == "leave" and int(clause.what) in orders.temple


def kept(seat: str, clause: Clause, page: Page) -> Verdict:
    """Who picked what is told to nobody: one knows of one's own picks, and that two met where nothing came (PR-22)."""
    if clause.term != "leave" or clause.who != seat:
        return "unseen"
    picks = () if page.orders is None else tuple(page.orders.temple)
    return "broken" if int(clause.what) in picks else "kept"
