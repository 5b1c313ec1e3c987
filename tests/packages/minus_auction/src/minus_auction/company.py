"""What the bots may say of the match."""

from __future__ import annotations

from core.bots.company.gist import Gist
from core.bots.contract import Sight
from core.contract import NoOrders
from minus_auction.structs import Report, View


def gist(sight: Sight[NoOrders, View, Report]) -> Gist:
    view = sight.view
    return Gist(
        own=f"my cards cost {view.minus[sight.seat]}",
        rule="Of a run of numbers only the lowest counts.",
        rules={"run": "Of a run of numbers only the lowest counts.", "chip": "A chip that is left is a point."},
    )
