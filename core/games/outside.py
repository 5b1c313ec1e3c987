"""Games from installed packages, by the entry point group `garnet.games`: a game's id names its GAME instance.

Packages are imported only for a foreign game or the list of all. A refused game gets a sentence.
"""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from core.contract import CONTRACTS, AnyGame, Game, Spec
from core.decoding import sentence
from core.games.guard import IMPORT, bounded, error_words, guarded

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

log = logging.getLogger(__name__)

GROUP = "garnet.games"
HOUSE_PREFIXES = ("CM", "HH", "SE")
"""Ruling prefixes of the common rules, hosts' rules and seasons."""
_ID = re.compile(r"[a-z][a-z0-9_]{1,31}")
_PREFIX = re.compile(r"[A-Z]{2}")


class Outside(NamedTuple):
    games: dict[str, AnyGame]
    """Sorted by id."""
    homes: dict[str, str]
    """Id to the package with its `help.md` and `rulings.md`; without games that are a single module."""
    refused: dict[str, str]
    """Id to a sentence with the reason and the remedy."""


class Clash(Exception):
    """A game is refused. The sentence continues after its name and package."""


def find(own: Callable[[], dict[str, str]]) -> Outside:
    """Load and check every game that an installed package offers. `own()` returns the house games' ruling prefixes
    by id."""
    offers: dict[str, list[EntryPoint]] = {}
    for offer in sorted(_installed(GROUP), key=lambda point: (point.name, point.value)):
        offers.setdefault(offer.name, []).append(offer)
    outside = Outside({}, {}, {})
    prefixes = own() if offers else {}
    for name, several in offers.items():
        try:
            outside.games[name] = _load_game(name, several, prefixes)
        except Clash as clash:
            outside.refused[name] = f"The game {name!r} ({_packages(several)}) is left out: {clash}"
            continue
        except Exception as trouble:  # an author's code may raise anything while it is inspected
            reason = f"looking at it failed with {error_words(trouble)}. Tell its author."
            outside.refused[name] = f"The game {name!r} ({_packages(several)}) is left out: {reason}"
            continue
        if hasattr(sys.modules[several[0].module], "__path__"):  # a single module has no files beside it
            outside.homes[name] = several[0].module
        prefixes[name] = outside.games[name].spec.ruling_prefix
    return outside


def _installed(group: str) -> Iterable[EntryPoint]:
    """Return the entry points of a group. Imports when called: the import is slow."""
    from importlib.metadata import distributions, entry_points

    try:
        return entry_points(group=group)
    except Exception:  # one package has an unreadable list: read the others one by one
        by_package: dict[str, list[EntryPoint]] = {}
        for package in distributions():
            try:
                by_package.setdefault(package.name, [*package.entry_points.select(group=group)])
            except Exception:
                log.warning("what a package in %s offers cannot be read", package.locate_file(""), exc_info=True)
        return [offer for offers in by_package.values() for offer in offers]


def _load_game(name: str, several: list[EntryPoint], prefixes: dict[str, str]) -> AnyGame:
    """Return the game of an entry point. Raises Clash if it does not fit into this house."""
    if not _ID.fullmatch(name):
        raise Clash("an id has 2 to 32 small letters, digits and underscores.")
    if name in prefixes:
        raise Clash("the house has a game of that id. Its author must give it another.")
    if len(several) > 1:
        raise Clash("two packages offer it. Uninstall one of them.")
    return fitting(name, _loaded(several[0]), prefixes)


def fitting(name: str, game: AnyGame, prefixes: Mapping[str, str]) -> AnyGame:
    """Return a game made ready for this house. Raises Clash if its contract, Spec, id or prefix does not fit."""
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
    if game.contract == 1 and type(game).act is not Game.act:  # its `act` takes no dice
        act: Callable[..., Any] = game.act
        object.__setattr__(game, "act", lambda state, seat, action, sealed, dice: act(state, seat, action, sealed))
    return guarded(game)


def _spec(game: AnyGame) -> Spec:
    """Return the game's spec. Raises Clash for a missing or invalid one."""
    try:
        spec = game.spec
        msgspec.convert(msgspec.to_builtins(spec), Spec)
        if spec.rounds < 1 or not spec.takes(spec.seats):
            raise msgspec.ValidationError("expected a round or more, and a usual number within the range of seats")
    except msgspec.ValidationError as mistake:
        raise Clash(f"its Spec does not hold: {sentence(str(mistake))} Tell its author.") from None
    except Exception as trouble:
        raise Clash(f"it has no Spec that can be read ({type(trouble).__name__}). Tell its author.") from None
    return spec


def _loaded(offer: EntryPoint) -> AnyGame:
    """Load an entry point. Raises Clash if the import fails in any way, or the object is no Game."""
    log.info("importing %s for the game %r", offer.value, offer.name)
    try:
        game = bounded(offer.load, IMPORT)()
    except KeyboardInterrupt:  # perhaps an endless import: log the name for the person who stopped it
        log.error("stopped while %s was being imported, for the game %r", offer.value, offer.name)
        raise
    except BaseException as trouble:  # anything but an Exception would end the house, too
        log.info("the game %s could not be imported", offer.name, exc_info=True)
        raise Clash(f"its import failed with {error_words(trouble)}. Tell its author.") from None
    if not isinstance(game, Game):
        raise Clash(f"{offer.value} is no Game but {type(game).__name__}.")
    return game


def _packages(several: list[EntryPoint]) -> str:
    names = [f"{offer.dist.name} {offer.dist.version}" if offer.dist else offer.value for offer in several]
    return "package " + " and ".join(names)


@cache
def panels() -> dict[str, EntryPoint]:
    """Return packages' panels for their games, by id, from the group `garnet.panels`; not yet imported."""
    return {offer.name: offer for offer in _installed("garnet.panels")}
