"""What a bot on the ship may say of its match."""

from __future__ import annotations

from core.company.gist import Gist
from core.games.drifting_ship.structs import Sight


def gist(sight: Sight) -> Gist:
    """From one seat's Sight."""
    mine = 0 if sight.view.own is None else len(sight.view.own.components)
    return Gist(
        own=f"I have {mine} component{'' if mine == 1 else 's'}",
        rule="The highest bid gets the room, equal bids strike each other out, and nobody sees who went where.",
        opening="aboard",
        alone=sight.view.line,
    )
