"""The property kit: the house's promises of every game, as functions for an author's tests.

    import pytest
    from core.kit import PROPERTIES
    from my_game import GAME

    @pytest.mark.parametrize("promise", PROPERTIES, ids=lambda promise: promise.__name__)
    def test_what_the_house_promises(promise):
        promise(GAME)

`Script` plays a match by hand: given, orders, expect.

    at = Script.of(GAME, given={"round": 3})
    at.seal("Ada", {"bid": 4})
    assert at.close()["Ada"]["won"]

Each property takes a Game, plays matches among its own `random` bots, and raises `Broken` with a sentence that says
what does not hold. The house's own games pass the same list. It needs nothing beyond `core`.

    leaves.py      leaves of a State: redealt, or public by a ruling
    moves.py       turns, moves and hidden facts, as properties
    played.py      matches that random bots played; a match by script
    properties.py  the promises of every game
    secrecy.py     secrecy as a property
    skeleton.py    the files of a game's folder
"""

from core.kit.leaves import (
    a_view_that_shows_a_leaf_is_found,
    every_leaf_is_redealt_or_public,
    looks_at_leaves,
    unguarded_paths,
)
from core.kit.played import Broken, Played, Script, begin_match, played
from core.kit.properties import PROPERTIES
from core.kit.secrecy import outputs, revealed_by_close, sentences_of_one_seat
from core.match.seating import NAMES

given_away, never_redealt = revealed_by_close, unguarded_paths
"""Old names, for tests of games from outside."""

__all__ = [
    "NAMES",
    "PROPERTIES",
    "Broken",
    "Played",
    "Script",
    "a_view_that_shows_a_leaf_is_found",
    "begin_match",
    "every_leaf_is_redealt_or_public",
    "given_away",
    "looks_at_leaves",
    "never_redealt",
    "outputs",
    "played",
    "revealed_by_close",
    "sentences_of_one_seat",
    "unguarded_paths",
]
