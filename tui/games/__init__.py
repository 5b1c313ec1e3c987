"""The registry of panels: the only place that names the games' screens. A new panel adds its one line here."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tui.games.base import GamePanel

PANELS: dict[str, str] = {
    "black_and_white": "tui.games.black_and_white:BlackAndWhitePanel",
    "day_of_mercury": "tui.games.day_of_mercury:MercuryPanel",
    "drifting_ship": "tui.games.drifting_ship:DriftingShipPanel",
    "exodus": "tui.games.exodus:ExodusPanel",
    "famine": "tui.games.famine:FaminePanel",
    "ninety_nine": "tui.games.ninety_nine:NinetyNinePanel",
    "pantheic_runes": "tui.games.pantheic_runes:RunesPanel",
    "sinners_secret": "tui.games.sinners_secret:SinnersSecretPanel",
}
"""Game id to module and class, as `"tui.games.exodus:ExodusPanel"`. Imported when first shown: sessions start fast."""


def panel_class(game_id: str) -> type[GamePanel]:
    """The panel of a game, or the generic one that can play any game."""
    module, _, name = PANELS.get(game_id, "tui.games.generic:GenericPanel").partition(":")
    found: type[GamePanel] = getattr(import_module(module), name)
    return found
