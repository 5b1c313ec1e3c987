"""The registry: the only place that names the games. A new game of the house adds its one line; a game that is
installed beside the house is found by its entry point (`core.games.outside`).

    outside.py        games that are installed beside the house
    black_and_white/  Black and White
    day_of_mercury/   Day of Mercury
    drifting_ship/    The Drifting Ship
    duel/             base of both duels
    exodus/           The Exodus Game
    famine/           The Seven Years' Famine
    ninety_nine/      Ninety-nine
    pantheic_runes/   Pantheic Runes
    sinners_secret/   A Sinner's Secret
    trading/          base of both trading games
"""

from __future__ import annotations

import logging
from functools import cache
from importlib import import_module

from core.contract import AnyGame
from core.games import outside
from core.refusal import NotAMatch, quoted
from core.story.drawing import Drawing, Moment

log = logging.getLogger(__name__)

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
"""Module with the `GAME` of each game. Imported when first used, so that start-up is fast."""


_REGISTERED: dict[str, AnyGame] = {}


def register(new: AnyGame) -> None:
    _REGISTERED[new.spec.id] = new


def ids() -> tuple[str, ...]:
    """Return the ids of all playable games: the house's own, then those from outside in order of id."""
    return (*MODULES, *_outside().games)


def refused() -> dict[str, str]:
    return _outside().refused


def known(game_id: str) -> bool:
    return game_id in _REGISTERED or game_id in MODULES or game_id in _outside().games


def home(game_id: str) -> str | None:
    """Return the package with the game's help.md and rulings.md; None for a game registered by a test."""
    return MODULES.get(game_id) or (None if game_id in _REGISTERED else _outside().homes.get(game_id))


def game(game_id: str) -> AnyGame:
    """Return a game.

    Raises:
        NotAMatch: There is none of that id; the message names the existing ones.
    """
    return _REGISTERED.get(game_id) or _load(game_id)


def drawn(moment: Moment) -> Drawing | None:
    """Return the game's drawing of a moment. None if the position is unknown, the game is gone, or a game from
    outside fails: then its story is told in steps."""
    name = moment.story.game
    if not moment.scene.picture or not known(name):
        return None
    try:
        return game(name).draw(moment)
    except Exception:
        if name in MODULES:
            raise
        log.exception("the drawing of %s failed; its author must be told", name)
        return None


@cache
def _load(game_id: str) -> AnyGame:
    if game_id in MODULES:
        game_: AnyGame = import_module(MODULES[game_id]).GAME
        return game_
    if game_id in _outside().games:
        return _outside().games[game_id]
    if game_id in refused():
        raise NotAMatch("game_refused", refused()[game_id])
    raise NotAMatch("unknown_game", f"There is no game {quoted(game_id)}. There are: {', '.join(ids())}.")


@cache
def _outside() -> outside.Outside:
    return outside.find(lambda: {name: _load(name).spec.ruling_prefix for name in MODULES})


def look_again() -> None:
    """Forget the games found outside: packages may change while the program runs, as in tests."""
    _load.cache_clear()
    _outside.cache_clear()
    outside.panels.cache_clear()


def meant(words: str) -> str | None:
    """Return the id of a game named by its id (with - for _, in any case), its title, or a part of either; None if
    none matches.

    Raises:
        NotAMatch: Several match; the message names them.
    """
    wanted = _plain(words)
    own = next((id_ for id_ in MODULES if _plain(id_) == wanted), None)
    if own is not None:  # packages are not searched for the house's own games
        return own
    games = [*ids(), *(id_ for id_ in _REGISTERED if id_ not in ids())]
    called = {id_: (_plain(id_), _plain(game(id_).spec.title)) for id_ in games} if wanted else {}
    matches = [id_ for id_, names in called.items() if wanted in names]
    matches = matches or [id_ for id_, names in called.items() if any(wanted in name for name in names)]
    if len(matches) > 1:
        raise NotAMatch("which_game", f"{quoted(words)} could be {' or '.join(matches)}: write more of it.")
    return matches[0] if matches else None


def _plain(name: str) -> str:
    kept = "".join(char if char.isalnum() else " " for char in name.casefold().replace("'", ""))
    return " ".join(kept.split())
