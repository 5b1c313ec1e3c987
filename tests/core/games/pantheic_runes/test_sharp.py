"""What the sharp bot of Pantheic Runes takes from the temple."""

from __future__ import annotations

import pytest
from msgspec import structs

from core.bots.contract import Seal
from core.games.pantheic_runes.bots.sharp import LIKED, SharpBot, alone, gain
from core.games.pantheic_runes.runes import SYMBOLS, text
from core.match import views
from tests.rulings.pantheic_runes.altar import match

FULL, BARE = "+ox+", "o..."
TEMPLE = [BARE, FULL, "o..x", "+...", "x...", "..+."]


def test_PR_04_what_everybody_wants_is_hardly_ever_got_alone():
    temple = (FULL, "x+o+", BARE, "+...", "ox..", "+o+.")
    chances = alone(temple, 3, priority=False)
    assert chances[0] < 0.2 < 0.5 < chances[2]
    assert all(0 <= chance <= 1 for chance in chances)


def test_PR_04_priority_leaves_only_others_who_have_it():
    temple = (FULL, BARE, "ox..")
    one, other = alone(temple, 3, priority=False), alone(temple, 3, priority=True)
    assert all(with_it > without for without, with_it in zip(one, other, strict=True))


def test_every_tableau_that_a_temple_can_show_is_rated():
    shown = [text(value) for value in range(1, 256)]
    assert {len(tableau) for tableau in shown} == {4}
    assert set("".join(shown)) == set(SYMBOLS)
    assert len(alone(tuple(shown), 1, priority=False)) == len(shown)
    assert len(LIKED) == 9


def test_a_tableau_of_which_no_plan_makes_anything_is_still_worth_something():
    assert gain(0.0, BARE) > 0
    assert gain(0.0, FULL) > gain(0.0, BARE)
    assert gain(3.0, BARE) == 3.0


@pytest.mark.parametrize(
    ("blessings", "people", "taken"),
    [(["ares", "hera"], (), True), (["hera"], (), False), (["ares", "hera"], ("Bo",), False)],
)
def test_PR_04_who_has_priority_takes_what_bots_claim_and_leaves_people_theirs(
    blessings: list[str], people: tuple[str, ...], taken: bool
) -> None:
    m = match(round=3, blessings={"Ada": blessings}, temple=[TEMPLE] * 3)
    m.say("Bo", "lounge", "I take place 1.")
    sight = structs.replace(views.sight(m.match, "Ada"), people=people)
    sealed = [move for move in SharpBot("Ada", 1).turn(sight) if isinstance(move, Seal)][-1]
    assert (1 in sealed.orders["temple"]) is taken
