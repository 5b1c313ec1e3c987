"""What the bots may say of the match."""

from __future__ import annotations

from core.bots.company.talk_facts import TalkFacts
from core.bots.contract import Sight
from core.contract import NoOrders
from minus_auction.structs import Report, View


def talk_facts(sight: Sight[NoOrders, View, Report]) -> TalkFacts:
    view = sight.view
    return TalkFacts(
        own=f"my cards cost {view.minus[sight.seat]}",
        rule="Of a run of numbers only the lowest counts.",
        rules={"run": "Of a run of numbers only the lowest counts.", "chip": "A chip that is left is a point."},
    )
