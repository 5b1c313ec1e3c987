"""What moved at a close of Day of Mercury: the seat itself to its places, and the two sins of its trade."""

from __future__ import annotations

from core.games.day_of_mercury.structs import Orders, Report
from tui.games.day_of_mercury.rows import HUES, full
from tui.motion import Lane

SELF = "\u25cf"
"""The seat on its way."""


def lanes(seat: str, ordered: Orders | None, told: Report) -> list[Lane]:
    """The visits, then the trade: of one that failed only the own sin is seen. Whom it met the page below says."""
    you = (seat, "$strong")
    found = [Lane(you, (SELF, "$key"), (full(place), "$strong")) for place in told.visits]
    trade = None if ordered is None else ordered.trade
    if trade is not None and told.trade is not None:
        done = told.trade == "done"
        back = (trade.want, HUES[trade.want]) if done else ""
        found.append(Lane(you, (trade.give, HUES[trade.give]), trade.partner, back, fails=not done))
    return found
