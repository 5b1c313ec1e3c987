"""Games from outside the house: a package of its own offers one by the entry point group `garnet.games`.

    [project.entry-points."garnet.games"]
    my_game = "my_game:GAME"

The name is the game's id, what it points to the one instance of its Game class. Nothing of it is imported before
somebody asks for a game that is not the house's own, or for the list of all. What cannot be taken is refused with a
sentence, and everything else goes on.
"""

from __future__ import annotations

import logging
import re
import sys
import traceback
from collections.abc import Callable, Iterable
from functools import cache, wraps
from types import FunctionType
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from core.contract import CONTRACTS, AnyGame, Game, Spec
from core.decoding import sentence

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

log = logging.getLogger(__name__)

GROUP = "garnet.games"
HOUSE_PREFIXES = ("CM", "HH", "SE")
"""Of the rulings that all games share, and of a season's."""
_ID = re.compile(r"[a-z][a-z0-9_]{1,31}")
_PREFIX = re.compile(r"[A-Z]{2}")


class Outside(NamedTuple):
    """What came of the games that packages offer."""

    games: dict[str, AnyGame]
    """By id, in the order of ids."""
    homes: dict[str, str]
    """Id to the package that holds its `help.md` and `rulings.md`; not of one that is a module alone."""
    refused: dict[str, str]
    """Id to the sentence that says why not, and what to do."""


class Clash(Exception):
    """Why a game is not taken: the sentence goes on after its name and package."""


def find(own: Callable[[], dict[str, str]]) -> Outside:
    """Every game that an installed package offers, loaded and checked. `own()` gives the ruling prefixes of the house's
    own games by id."""
    offers: dict[str, list[EntryPoint]] = {}
    for offer in sorted(_offers(), key=lambda each: (each.name, each.value)):
        offers.setdefault(offer.name, []).append(offer)
    found = Outside({}, {}, {})
    prefixes = own() if offers else {}
    for name, several in offers.items():
        try:
            found.games[name] = _taken(name, several, prefixes)
        except Clash as clash:
            found.refused[name] = f"The game {name!r} ({_packages(several)}) is left out: {clash}"
            continue
        except Exception as trouble:  # whatever else an author's code does while it is looked at
            why = f"looking at it failed with {_told(trouble)}. Tell its author."
            found.refused[name] = f"The game {name!r} ({_packages(several)}) is left out: {why}"
            continue
        if hasattr(sys.modules[several[0].module], "__path__"):  # a module alone has no files beside it
            found.homes[name] = several[0].module
        prefixes[name] = found.games[name].spec.ruling_prefix
    return found


def _offers() -> Iterable[EntryPoint]:
    return _installed(GROUP)


def _installed(group: str) -> Iterable[EntryPoint]:
    """What packages offer in a group. What reads them takes a while to import, and the start menu asks for nothing."""
    from importlib.metadata import distributions, entry_points

    try:
        return entry_points(group=group)
    except Exception:  # of some package, whosever it is, the list cannot be read: those of all others can
        found: dict[str, list[EntryPoint]] = {}
        for package in distributions():
            try:
                found.setdefault(package.name, [*package.entry_points.select(group=group)])
            except Exception:
                log.warning("what a package in %s offers cannot be read", package.locate_file(""), exc_info=True)
        return [offer for offers in found.values() for offer in offers]


def _taken(name: str, several: list[EntryPoint], prefixes: dict[str, str]) -> AnyGame:
    """The game of an entry point. Clash where it does not fit into this house."""
    if not _ID.fullmatch(name):
        raise Clash("an id has 2 to 32 small letters, digits and underscores.")
    if name in prefixes:
        raise Clash("the house has a game of that id. Its author must give it another.")
    if len(several) > 1:
        raise Clash("two packages offer it. Uninstall one of them.")
    game = _loaded(several[0])
    contract = getattr(game, "contract", None)
    if contract not in CONTRACTS:
        raise Clash(
            f"it is written for contract {contract} of Garnet House, and this is {CONTRACTS[-1]}. Update one of them."
        )
    spec = _spec(game)
    if spec.id != name:
        raise Clash(f"it calls itself {spec.id!r}. The entry point must have the same name.")
    prefix = spec.ruling_prefix
    if not _PREFIX.fullmatch(prefix):
        raise Clash(f"the prefix of its rulings must be two capital letters, not {prefix!r}.")
    holder = next((other for other, theirs in prefixes.items() if theirs == prefix), None)
    if prefix in HOUSE_PREFIXES or holder is not None:
        raise Clash(f"the prefix {prefix} of its rulings belongs to {holder or 'the house'}. Choose another.")
    return _kept_in(_of_today(game))


def _of_today(game: AnyGame) -> AnyGame:
    """A game as today's contract calls it: one that was written for 1 knows no dice in `act`."""
    if game.contract == 1 and type(game).act is not Game.act:
        act: Callable[..., Any] = game.act
        object.__setattr__(game, "act", lambda state, seat, action, sealed, dice: act(state, seat, action, sealed))
    return game


def _spec(game: AnyGame) -> Spec:
    """What the game says of itself. Clash if it says nothing, or what lists and menus could not show."""
    try:
        spec = game.spec
        msgspec.convert(msgspec.to_builtins(spec), Spec)
    except msgspec.ValidationError as mistake:
        raise Clash(f"its Spec does not hold: {sentence(str(mistake))} Tell its author.") from None
    except Exception as trouble:
        raise Clash(f"it has no Spec that can be read ({type(trouble).__name__}). Tell its author.") from None
    return spec


def _kept_in(game: AnyGame) -> AnyGame:
    """The game, each of whose functions fails as others do if it would end the program: an event loop ends with
    whatever is no Exception, and all other matches with it."""
    for name in (name for name in dir(Game) if isinstance(getattr(Game, name), FunctionType) and name[0] != "_"):
        object.__setattr__(game, name, _fails_alone(getattr(game, name)))  # a frozen one, too
    return game


def _fails_alone(function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function)
    def alone(*given: Any, **named: Any) -> Any:
        try:
            return function(*given, **named)
        except SystemExit as end:
            raise RuntimeError("the rules of a game would have ended the program") from end

    return alone


def _loaded(offer: EntryPoint) -> AnyGame:
    """What an entry point stands for. Clash if it cannot be imported, whatever goes wrong, or is no Game."""
    log.info("importing %s for the game %r", offer.value, offer.name)
    try:
        found = offer.load()
    except KeyboardInterrupt:  # perhaps an import without an end: whoever stopped it is told which
        log.error("stopped while %s was being imported, for the game %r", offer.value, offer.name)
        raise
    except BaseException as trouble:  # what is no Exception would end the house, too
        log.info("the game %s could not be imported", offer.name, exc_info=True)
        raise Clash(f"its import failed with {_told(trouble)}. Tell its author.") from None
    if not isinstance(found, Game):
        raise Clash(f"{offer.value} is no Game but {type(found).__name__}.")
    return found


def _told(trouble: BaseException) -> str:
    """What went wrong and where, in a line. What an exception says of itself is its author's code, too."""
    if isinstance(trouble, SyntaxError) and trouble.filename:
        return f"{type(trouble).__name__}: {trouble.msg} ({trouble.filename.rpartition('/')[2]}, line {trouble.lineno})"
    last = traceback.extract_tb(trouble.__traceback__)[-1]
    try:
        said = f": {trouble}"
    except Exception:
        said = ""
    return f"{type(trouble).__name__}{said} ({last.filename.rpartition('/')[2]}, line {last.lineno})"


def _packages(several: list[EntryPoint]) -> str:
    told = [f"{offer.dist.name} {offer.dist.version}" if offer.dist else offer.value for offer in several]
    return "package " + " and ".join(told)


@cache
def panels() -> dict[str, EntryPoint]:
    """The screens that packages offer for their games, by id, from the group `garnet.panels`; not imported yet."""
    return {offer.name: offer for offer in _installed("garnet.panels")}
