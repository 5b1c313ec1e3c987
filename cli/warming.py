"""What is imported when it is first needed, imported beforehand while the house is open.

A game with its bots and its screen takes a fifth of a second, in which nobody would be answered. In a thread it keeps
nobody waiting, and opening the house does not wait for it either."""

from __future__ import annotations

import logging
from importlib import import_module
from typing import Final

from core.games import game, ids
from tui.games import panel_class

log = logging.getLogger("garnet.server")

SCREENS: Final = (
    "tui.screens.catch_up",
    "tui.screens.console.screen",
    "tui.screens.health",
    "tui.screens.help",
    "tui.screens.hosted_match",
    "tui.screens.invitations",
    "tui.screens.keys",
    "tui.screens.log",
    "tui.screens.palette",
    "tui.screens.propose",
    "tui.screens.rules",
    "tui.screens.settings",
    "tui.screens.webhook",
)
"""Those that a key opens."""


def warm() -> None:
    """Import all of it. What cannot be imported is the trouble of whoever needs it."""
    for module in SCREENS:
        import_module(module)
    for one in ids():
        try:
            game(one)
            panel_class(one)
        except Exception:  # a game from outside may be torn
            log.debug("%s cannot be imported beforehand", one, exc_info=True)
