"""What the bots may say of the match."""

from __future__ import annotations

from core.bots.company.talk_facts import TalkFacts
from core.bots.contract import Sight
from one_two_three.structs import Orders, Report, View


def talk_facts(sight: Sight[Orders, View, Report]) -> TalkFacts:
    points = sight.view.points
    most = max(points.values())
    return TalkFacts(
        own=f"I have {points[sight.seat]} points",
        leaders=tuple(seat for seat, n in points.items() if n == most) if most else (),
        rule="The higher card takes both numbers; equal cards take nothing.",
    )
