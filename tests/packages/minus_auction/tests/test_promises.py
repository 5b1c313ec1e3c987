"""What the house promises of every game, held against this one; what each means is said in its docstring.

GARNET_SECONDS=10 pytest looks at each of them for ten seconds of the processor, instead of a tenth of one.
"""

import pytest
from minus_auction import GAME

from core.kit import PROPERTIES, revealed_by_close, unguarded_paths
from core.kit.skeleton import faults


@pytest.mark.parametrize("promise", PROPERTIES, ids=lambda promise: promise.__name__)
def test_what_the_house_promises(promise):
    promise(GAME)


def test_every_file_is_where_authors_of_games_look_for_it():
    assert faults(GAME) == []


def test_a_close_gives_away_the_next_card_alone():
    assert revealed_by_close(GAME) == ("view.up",)  # MN-03


def test_of_what_is_hidden_only_chips_are_not_drawn_anew():
    assert {"deck.*", "removed.*"}.isdisjoint(unguarded_paths(GAME))
    assert "chips.*" in unguarded_paths(GAME)  # MN-05: whoever counts knows them
