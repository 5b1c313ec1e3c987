"""What is imported when it is first needed, imported beforehand while the house is open.

A game with its bots and its screen takes a fifth of a second, in which nobody would be answered. In a thread it keeps
nobody waiting, and opening the house does not wait for it either."""

from __future__ import annotations

import logging
from importlib import import_module
from pkgutil import walk_packages

import cli.admin
import tui.screens
from core.games import game, ids
from tui.games import panel_class

log = logging.getLogger("garnet.server")


def warm() -> None:
    """Import all of it. What cannot be imported is the trouble of whoever needs it."""
    for module in walk_packages(tui.screens.__path__, "tui.screens."):  # many are opened by a key, and not before
        import_module(module.name)
    for one in ids():
        try:
            game(one)
            panel_class(one)
        except Exception:  # a game from outside may be torn
            log.debug("%s cannot be imported beforehand", one, exc_info=True)
    import_module("core.bots.company.seated")  # what bots say
    for module in walk_packages(cli.admin.__path__, "cli.admin."):  # what a host does by command
        import_module(module.name)
