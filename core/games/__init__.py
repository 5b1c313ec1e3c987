"""The registry: the only place that names the games. A new game of the house adds its one line; a game that is
installed beside the house is found by its entry point (`core.games.outside`), and a game of one file is brought from
the data folder (`core.games.one_file`).

    guard.py          bounds of functions from outside
    one_file.py       games of one file
    outside.py        games that are installed beside the house
    black_and_white/  Black and White
    day_of_mercury/   Day of Mercury
    drifting_ship/    The Drifting Ship
    duel/             base of both duels
    exodus/           The Exodus Game
    famine/           The Seven Years' Famine
    ninety_nine/      Ninety-nine
    pantheic_runes/   Pantheic Runes
    refereed/         a match that its host judges
    sinners_secret/   A Sinner's Secret
    trading/          base of both trading games
"""

from __future__ import annotations

import logging
import sys
from functools import cache
from importlib import import_module
from importlib.resources import files as files_of
from itertools import takewhile
from typing import NamedTuple

from core.contract import AnyGame
from core.games import outside
from core.games.guard import IMPORT, bounded, error_words
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
    "refereed": "core.games.refereed",
}
"""Module with the `GAME` of each game. Imported when first used, so that start-up is fast."""


_REGISTERED: dict[str, AnyGame] = {}


class GameFile(NamedTuple):
    """A game of one file (`core.games.one_file`), not yet executed."""

    name: str
    """Id of the game: the file's name."""
    source: str
    file: str


_FILES: dict[str, GameFile] = {}
"""Files for new matches, by id."""
_EARLIER: dict[tuple[str, int], GameFile] = {}
"""All versions of files, by id and version of the rules, for matches that began with them. The first to come owns its
prefix."""
HELD: dict[tuple[str, int], int] = {}
"""Versions that held the interpreter until the process ended, with the line. They are not executed again."""
_TRIED: dict[GameFile, AnyGame | str] = {}
"""Results of `try_file`; a refusal counts until other files come or go."""


def register(new: AnyGame) -> None:
    _REGISTERED[new.spec.id] = new


def unregister(game_id: str) -> None:
    _REGISTERED.pop(game_id, None)


def bring(file: GameFile, *, earlier: bool = False) -> None:
    """Offer a game of one file in place of another version; an `earlier` one only for its matches. It is executed when
    first needed."""
    file = same_version(file)
    if not earlier:
        _FILES[file.name] = file
        _forget_refusals()


def same_version(file: GameFile) -> GameFile:
    """Return the file with this name and source that came first: a version is executed once."""
    from core.games.one_file import version_of

    return _EARLIER.setdefault((file.name, version_of(file.source)), file)


def withdraw(name: str) -> None:
    """Offer a game of one file no more; its matches go on."""
    _FILES.pop(name, None)
    _forget_refusals()


def _forget_refusals() -> None:
    for file in [file for file, tried in _TRIED.items() if isinstance(tried, str)]:
        del _TRIED[file]


def files() -> tuple[GameFile, ...]:
    return tuple(_FILES[name] for name in sorted(_FILES))


def ids() -> tuple[str, ...]:
    """Return the ids of all playable games: the house's own, then those from outside and of one file in order of id."""
    fit = (file.name for file in files() if not isinstance(try_file(file), str))
    return (*MODULES, *_outside().games, *fit)


def refused() -> dict[str, str]:
    """Return a sentence for each game that is left out, by id."""
    tried = {file.name: try_file(file) for file in files()}
    return {**_outside().refused, **{name: why for name, why in tried.items() if isinstance(why, str)}}


def known(game_id: str) -> bool:
    own = game_id in _REGISTERED or game_id in MODULES or game_id in _outside().games
    return own or (game_id in _FILES and not isinstance(try_file(_FILES[game_id]), str))


def home(game_id: str) -> str | None:
    """Return the package with the game's help.md and rulings.md; None for a game registered by a test."""
    return MODULES.get(game_id) or (None if game_id in _REGISTERED else _outside().homes.get(game_id))


def rulings_of(game: AnyGame) -> str:
    """Return the rulings of a game as Markdown: of its package, or its module's docstring. Empty if there are none."""
    package = home(game.spec.id)
    if package is None:
        text = getattr(sys.modules.get(type(game).__module__), "__doc__", None) or ""
        return text if f"- {game.spec.ruling_prefix}-" in text else ""
    page = files_of(package) / "rulings.md"
    return page.read_text(encoding="utf-8") if page.is_file() else ""


def game(game_id: str, version: int | None = None) -> AnyGame:
    """Return a game; with `version` the rules of that version, if they are kept, else the present ones.

    Raises:
        NotAMatch: There is none of that id; the message names the existing ones.
    """
    if game_id in _REGISTERED:
        return _REGISTERED[game_id]
    if file := _EARLIER.get((game_id, version)) if version is not None else None:
        return _playable(file)
    own = game_id in MODULES or game_id not in _FILES or game_id in _outside().games  # no file replaces those
    return _load(game_id) if own else _playable(_FILES[game_id])


def _playable(file: GameFile) -> AnyGame:
    tried = try_file(file)
    if isinstance(tried, str):
        raise NotAMatch("game_refused", tried)
    return tried


def try_file(file: GameFile) -> AnyGame | str:
    """Return the game of a file, or why it is left out. Executed once: matches hold objects of its classes."""
    if file not in _TRIED:
        _TRIED[file] = _build_game(file)
    return _TRIED[file]


def _build_game(file: GameFile) -> AnyGame | str:
    from core.games.one_file import NoGame, version_of
    from core.games.refereed.hostless import build

    others = {name: _load(name).spec.ruling_prefix for name in (*MODULES, *_outside().games)}
    for earlier in takewhile(lambda earlier: earlier != file, tuple(_EARLIER.values())):
        if earlier.name not in (*others, file.name) and not isinstance(other := try_file(earlier), str):
            others[earlier.name] = other.spec.ruling_prefix
    try:
        if file.name in MODULES or file.name in _outside().games:
            raise outside.Clash("the house has a game of that id. Give the file another name.")
        if line := HELD.get((file.name, version_of(file.source))):
            raise outside.Clash(f"it held up the whole house, which ended itself (line {line}). Mend the file.")
        return outside.fitting(file.name, bounded(build, IMPORT)(*file), others)
    except (NoGame, outside.Clash) as fault:
        why = str(fault)
    except KeyboardInterrupt:
        raise
    except BaseException as trouble:  # the author's code may raise anything
        why = f"its code failed with {error_words(trouble, file.file)}."
    return f"The game {file.name!r} ({file.file}) is left out: {why}"


def draw_moment(moment: Moment) -> Drawing | None:
    """Return the game's drawing of a moment. None if the position is unknown, the game is gone, or a game from outside
    fails."""
    name = moment.story.game
    if not moment.picture or not known(name):
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
    """Forget the games found outside and of files: packages may change while the program runs, as in tests."""
    for known_files in (_FILES, _EARLIER, _TRIED, HELD):
        known_files.clear()
    _load.cache_clear()
    _outside.cache_clear()
    outside.panels.cache_clear()


def meant(words: str) -> str | None:
    """Return the id of a game named by id, title, or a part of either; None if none matches.

    Raises:
        NotAMatch: Several match; the message names them."""
    wanted = _folded(words)
    own = next((id_ for id_ in MODULES if _folded(id_) == wanted), None)
    if own is not None:  # packages are not searched for the house's own games
        return own
    games = [*ids(), *(id_ for id_ in _REGISTERED if id_ not in ids())]
    called = {id_: (_folded(id_), _folded(game(id_).spec.title)) for id_ in games} if wanted else {}
    matches = [id_ for id_, names in called.items() if wanted in names]
    matches = matches or [id_ for id_, names in called.items() if any(wanted in name for name in names)]
    if len(matches) > 1:
        raise NotAMatch("which_game", f"{quoted(words)} could be {' or '.join(matches)}: write more of it.")
    return matches[0] if matches else None


def _folded(name: str) -> str:
    letters = "".join(char if char.isalnum() else " " for char in name.casefold().replace("'", ""))
    return " ".join(letters.split())
