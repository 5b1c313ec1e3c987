"""What a bot on the Day of Mercury may say of its match."""

from __future__ import annotations

from core.company.gist import Gist
from core.games.day_of_mercury.bots.haggling import FULL, HOW, NO
from core.games.day_of_mercury.spec import SINS
from core.games.day_of_mercury.structs import Sight


def gist(sight: Sight) -> Gist:
    """From one seat's Sight."""
    view = sight.view
    most = max(SINS, key=lambda sin: view.sin.get(sin, 0))
    return Gist(
        own=f"I have {view.points} point{'' if view.points == 1 else 's'}",
        holds=f"{view.sin[most]} {most}" if view.sin.get(most) else "",
        rule="Two places and up to three actions a round; sin becomes points at the Shrine of Flies alone.",
        names={sin: sin for sin in SINS},
        stock={NO: "decline", FULL: "full", HOW: ""},
    )
