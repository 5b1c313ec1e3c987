"""What the house promises of every game, held against this one; what each means is said in its docstring.

GARNET_SECONDS=10 pytest looks at each of them for ten seconds of the processor, instead of a tenth of one.
"""

import pytest
from one_two_three import GAME

from core.kit import PROPERTIES, revealed_by_close, unguarded_paths
from core.kit.skeleton import faults


@pytest.mark.parametrize("promise", PROPERTIES, ids=lambda promise: promise.__name__)
def test_what_the_house_promises(promise):
    promise(GAME)


def test_every_file_is_where_authors_of_games_look_for_it():
    assert faults(GAME) == []


PLAYED = {"public.*", "report.met.theirs", "report.met.won", "report.points", "view.met.*.theirs", "view.met.*.won",
          "view.points.*"}  # fmt: skip
"""Who seals nothing plays the lowest card of a hand that nobody sees: what that was, and what it brought, is told.
What somebody was shown is no part of it: whether that was played, nobody is told (OT-04)."""


def test_a_close_gives_away_what_was_played_alone():
    assert set(revealed_by_close(GAME)) <= PLAYED  # OT-02, OT-04, OT-05


def test_of_what_is_hidden_all_is_drawn_anew():
    assert {"hands.*", "removed.*"}.isdisjoint(unguarded_paths(GAME))
