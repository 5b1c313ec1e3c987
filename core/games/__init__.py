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
"""Game id to the module that holds its `GAME`. Imported when first asked for, so that start-up stays quick."""


_REGISTERED: dict[str, AnyGame] = {}


def register(new: AnyGame) -> None:
    """Add a game that lives elsewhere, for example in a test."""
    _REGISTERED[new.spec.id] = new


def ids() -> tuple[str, ...]:
    """Every game that can be played here: the house's own, then those from outside, in the order of their ids."""
    return (*MODULES, *_outside().games)


def refused() -> dict[str, str]:
    """Id to the sentence that says why a game from outside is left out."""
    return _outside().refused


def known(game_id: str) -> bool:
    """Is there a game of that id?"""
    return game_id in _REGISTERED or game_id in MODULES or game_id in _outside().games


def home(game_id: str) -> str | None:
    """The package in which the game's help.md and rulings.md lie; None for one that a test registered."""
    return MODULES.get(game_id) or (None if game_id in _REGISTERED else _outside().homes.get(game_id))


def game(game_id: str) -> AnyGame:
    """The game of that id. NotAMatch, naming those there are, if there is none."""
    return _REGISTERED.get(game_id) or _load(game_id)


def drawn(moment: Moment) -> Drawing | None:
    """What its game makes of a moment. None where nothing of it is known, where the game is not here any more, or where
    one from outside fails at it: its story is told in steps then."""
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
        found: AnyGame = import_module(MODULES[game_id]).GAME
        return found
    if game_id in _outside().games:
        return _outside().games[game_id]
    if game_id in refused():
        raise NotAMatch("game_refused", refused()[game_id])
    raise NotAMatch("unknown_game", f"There is no game {quoted(game_id)}. There are: {', '.join(ids())}.")


@cache
def _outside() -> outside.Outside:
    return outside.find(lambda: {name: _load(name).spec.ruling_prefix for name in MODULES})


def look_again() -> None:
    """Forget what was found outside: packages have come or gone while the program runs, as in tests."""
    _load.cache_clear()
    _outside.cache_clear()
    outside.panels.cache_clear()


def meant(words: str) -> str | None:
    """The id of the game that somebody means: its id (with - for _, in whatever case), its title, or a part of either
    that only one game has; None where no game is called so. NotAMatch, naming them, where several are."""
    wanted = _plain(words)
    own = next((one for one in MODULES if _plain(one) == wanted), None)
    if own is not None:  # no package is asked for what the house has itself
        return own
    games = [*ids(), *(one for one in _REGISTERED if one not in ids())]
    called = {one: (_plain(one), _plain(game(one).spec.title)) for one in games} if wanted else {}
    found = [one for one, names in called.items() if wanted in names]
    found = found or [one for one, names in called.items() if any(wanted in name for name in names)]
    if len(found) > 1:
        raise NotAMatch("which_game", f"{quoted(words)} could be {' or '.join(found)}: write more of it.")
    return found[0] if found else None


def _plain(name: str) -> str:
    """A name as it is compared: letters and digits, with a space where anything else stands between them."""
    kept = "".join(char if char.isalnum() else " " for char in name.casefold().replace("'", ""))
    return " ".join(kept.split())
