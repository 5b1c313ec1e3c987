"""What a bot of Pantheic Runes may say of its match."""

from __future__ import annotations

from core.company.gist import Gist
from core.games.pantheic_runes.bots.steady import ASK
from core.games.pantheic_runes.views import Sight


def gist(sight: Sight) -> Gist:
    """From one seat's Sight."""
    return Gist(
        rule="A ritual that pleases a god brings its blessing, and blessings are points.",
        stock={ASK: ""},
    )
