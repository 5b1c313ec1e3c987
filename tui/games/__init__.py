"""The registry of panels: the only place that names the games' screens. A new panel adds its one line here."""

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
"""Game id to module and class, as `"tui.games.exodus:ExodusPanel"`. Imported when first shown."""


GENERAL = "tui.games.generic:GenericPanel"
"""Plays any game through its `asks`."""


_BROKEN: set[type] = set()


def panel_class(game_id: str) -> type[AnyPanel]:
    """The panel of a game; that of a game from outside, if its package offers one (`garnet.panels`) that can be
    imported and has not failed; else the general one, which can play any game."""
    if game_id not in PANELS and game_id in panels():
        try:
            own = _loaded(panels()[game_id].value)
        except KeyboardInterrupt:
            raise
        except BaseException:  # a game is played on without its own screen, also where that would end the program
            log.exception("the panel of %s could not be imported", game_id)
        else:
            if _is_panel(own):
                return _loaded(GENERAL) if own in _BROKEN else own
            log.error("the panel of %s, %s, is no GamePanel", game_id, panels()[game_id].value)
    return _loaded(PANELS.get(game_id, GENERAL))


def do_without(kind: type) -> None:
    """A panel from outside has failed: from now on the general one has its place, in this process."""
    _BROKEN.add(kind)


def _is_panel(found: object) -> bool:
    from tui.games.base import GamePanel

    return isinstance(found, type) and issubclass(found, GamePanel)


def _loaded(place: str) -> type[AnyPanel]:
    module, _, name = place.partition(":")
    found: type[AnyPanel] = getattr(import_module(module), name)
    return found
