"""The registry of panels: the only place that names the games' screens. A new panel adds its one line.

base.py             the GamePanel contract
black_and_white.py  panel of Black and White
duel.py             base of both duels' panels
exodus.py           panel of The Exodus Game
famine.py           panel of The Seven Years' Famine
fence.py            names that panels leave to the house
filling.py          choices put into a draft
generic.py          the panel of last resort
known.py            a View in rows, for the general panel
ninety_nine.py      panel of Ninety-nine
place.py            places a panel on the table
day_of_mercury/     panel of Day of Mercury
drifting_ship/      panel of The Drifting Ship
pantheic_runes/     panel of Pantheic Runes
sinners_secret/     panel of A Sinner's Secret
trade_form/         the trade desk of both trading games
"""

from __future__ import annotations

import logging
from importlib import import_module
from typing import TYPE_CHECKING

from core.games.outside import panels

if TYPE_CHECKING:
    from tui.games.base import AnyPanel

log = logging.getLogger(__name__)

PANELS: dict[str, str] = {
    "black_and_white": "tui.games.black_and_white:BlackAndWhitePanel",
    "day_of_mercury": "tui.games.day_of_mercury.panel:MercuryPanel",
    "drifting_ship": "tui.games.drifting_ship.panel:DriftingShipPanel",
    "exodus": "tui.games.exodus:ExodusPanel",
    "famine": "tui.games.famine:FaminePanel",
    "ninety_nine": "tui.games.ninety_nine:NinetyNinePanel",
    "pantheic_runes": "tui.games.pantheic_runes.panel:RunesPanel",
    "sinners_secret": "tui.games.sinners_secret.panel:SinnersSecretPanel",
}
"""Module and class by game id. Imported when first shown."""


GENERAL = "tui.games.generic:GenericPanel"


_BROKEN: set[type] = set()


def panel_class(game_id: str) -> type[AnyPanel]:
    """Return the panel class of a game, its own (`garnet.panels`) or the general one if that cannot be imported or has
    failed."""
    if game_id not in PANELS and game_id in panels():
        try:
            own = _load_panel(panels()[game_id].value)
        except KeyboardInterrupt:
            raise
        except BaseException:  # an import that would even end the program must not prevent the game
            log.exception("the panel of %s could not be imported", game_id)
        else:
            from tui.games.base import GamePanel

            if isinstance(own, type) and issubclass(own, GamePanel):
                return _load_panel(GENERAL) if own in _BROKEN else own
            log.error("the panel of %s, %s, is no GamePanel", game_id, panels()[game_id].value)
    return _load_panel(PANELS.get(game_id, GENERAL))


def do_without(kind: type) -> None:
    _BROKEN.add(kind)


def _load_panel(place: str) -> type[AnyPanel]:
    module, _, name = place.partition(":")
    kind: type[AnyPanel] = getattr(import_module(module), name)
    return kind
