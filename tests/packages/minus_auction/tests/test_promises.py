"""What the house promises of every game, held against this one; what each means is said in its docstring.

GARNET_SECONDS=10 pytest looks at each of them for ten seconds of the processor, instead of a tenth of one.
"""

import pytest
from minus_auction import GAME

from core.kit import (
    PROPERTIES,
    a_view_that_shows_a_leaf_is_found,
    every_leaf_is_redealt_or_public,
    looks_at_leaves,
    revealed_by_close,
)
from core.kit.skeleton import faults


@pytest.mark.parametrize("promise", PROPERTIES, ids=lambda promise: promise.__name__)
def test_what_the_house_promises(promise):
    promise(GAME)


def test_every_file_is_where_authors_of_games_look_for_it():
    assert faults(GAME) == []


def test_a_close_gives_away_the_next_card_alone():
    assert revealed_by_close(GAME) == ("view.up",)  # MN-03


PUBLIC = dict.fromkeys(("past.*.card", "past.*.chips", "past.*.lot", "past.*.seat", "taken"), "MN-03") | dict.fromkeys(
    ("cards.*.*", "chips.*"), "MN-05"
) | dict.fromkeys(("pot", "turn", "up"), "MN-03")  # fmt: skip
"""What all know; chips, as every payment is seen by all."""


def test_every_leaf_is_drawn_anew_or_public():
    looks = looks_at_leaves(GAME)
    every_leaf_is_redealt_or_public(GAME, PUBLIC, looks)
    a_view_that_shows_a_leaf_is_found(GAME, PUBLIC, looks)
