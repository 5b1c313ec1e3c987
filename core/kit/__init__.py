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

from core.kit.leaves import a_view_that_shows_a_leaf_is_found as a_view_that_shows_a_leaf_is_found
from core.kit.leaves import every_leaf_is_redealt_or_public as every_leaf_is_redealt_or_public
from core.kit.leaves import looks_at_leaves as looks_at_leaves
from core.kit.leaves import unguarded_paths as unguarded_paths
from core.kit.played import Broken as Broken
from core.kit.played import Played as Played
from core.kit.played import Script as Script
from core.kit.played import begin_match as begin_match
from core.kit.played import played as played
from core.kit.properties import PROPERTIES as PROPERTIES
from core.kit.secrecy import outputs as outputs
from core.kit.secrecy import revealed_by_close as revealed_by_close
from core.kit.secrecy import sentences_of_one_seat as sentences_of_one_seat
from core.match.seating import NAMES as NAMES

given_away, never_redealt = revealed_by_close, unguarded_paths
"""Old names, for tests of games from outside."""
