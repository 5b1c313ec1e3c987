"""The registry: the only place that names the games. A new game adds its one line here."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from core.contract import Game
from core.refusal import NotAMatch, quoted

MODULES = {
    "day_of_mercury": "core.games.day_of_mercury",
    "sinners_secret": "core.games.sinners_secret",
    "drifting_ship": "core.games.drifting_ship",
    "exodus": "core.games.exodus",
    "famine": "core.games.famine",
    "pantheic_runes": "core.games.pantheic_runes",
    "black_and_white": "core.games.black_and_white",
    "ninety_nine": "core.games.ninety_nine",
}
"""Game id to the module that holds its `GAME`. Imported when first asked for, so that start-up stays quick."""


_REGISTERED: dict[str, Game[Any, Any]] = {}


def register(new: Game[Any, Any]) -> None:
    """Add a game that lives elsewhere, for example in a test."""
    _REGISTERED[new.spec.id] = new


def known(game_id: str) -> bool:
    """Is there a game of that id?"""
    return game_id in _REGISTERED or game_id in MODULES


def game(game_id: str) -> Game[Any, Any]:
    """The game of that id. NotAMatch, naming those there are, if there is none."""
    return _REGISTERED.get(game_id) or _load(game_id)


@cache
def _load(game_id: str) -> Game[Any, Any]:
    if game_id not in MODULES:
        raise NotAMatch("unknown_game", f"There is no game {quoted(game_id)}. There are: {', '.join(MODULES)}.")
    found: Game[Any, Any] = import_module(MODULES[game_id]).GAME
    return found
