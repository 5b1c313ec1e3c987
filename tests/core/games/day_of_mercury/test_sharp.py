"""How the sharp bot of Day of Mercury reckons, and that bots answer what was said before they opened a round."""

from __future__ import annotations

from msgspec.structs import replace

from core.bots.contract import Say
from core.dice import Dice
from core.games.day_of_mercury import GAME
from core.games.day_of_mercury.bots.sharp import (
    Course,
    best_offering,
    hope,
    offering_round,
    rated_gathers,
    shrine_payment,
    simulated_points,
)
from core.games.day_of_mercury.forecast import forecast
from core.games.day_of_mercury.shrine import worth
from core.games.day_of_mercury.spec import HOME, SHRINE, SINS
from core.games.day_of_mercury.structs import Gather, Offer, Orders, Visit
from core.match import views
from core.talk.channels import Deal, Message
from tests.rulings.day_of_mercury.script import mercury

APART = (10, 9, 8, 7, 6, 5, 4)
EQUAL = (7, 7, 7, 7, 7, 7, 7)
SEEN = frozenset(range(7))


def stands(held: tuple[int, ...], round_: int, offered: bool = False) -> Course:
    return Course(held, SEEN, 0, offered, round_, 9)


def test_DM_50_plain_numbers_pay_what_the_shrine_pays():
    for held in (APART, EQUAL, (0, 0, 3, 3, 1, 0, 0), (0,) * 7):
        assert shrine_payment(held) == worth(dict(zip(SINS, held, strict=True)))


def test_sharp_offers_what_stands_apart_and_waits_with_what_is_all_equal():
    draw = Dice(1).draw("when")
    assert offering_round(stands(APART, 5), draw) == 5
    assert offering_round(stands(EQUAL, 5), draw) > 5
    assert offering_round(stands(APART, 6, offered=True), draw) < 6


def orders(*deeds: tuple[str, int]) -> Orders:
    """Gathers by place; an offering of all at the Shrine."""
    return Orders(tuple(Visit(place, (Offer(),) if place == SHRINE else (Gather(),) * count) for place, count in deeds))


def test_an_offering_and_a_round_of_gathering_are_weighed_by_one_measure():
    """Points at the end: who holds much offers it while it can bear interest, who holds nothing gathers."""
    first, second = HOME[SINS[0]], HOME[SINS[1]]
    gathers, offers = orders((first, 2), (second, 1)), orders((SHRINE, 1), (first, 2))
    view = views.game_view(mercury().match, "Ada")
    for held, offering in (((60, 50, 40, 30, 20, 10, 5), True), ((0,) * 7, False)):
        now = replace(view, round=6, sin=dict(zip(SINS, held, strict=True)))
        assert (hope(now, offers) > hope(now, gathers)) is offering
    last = replace(view, round=view.rounds, sin=dict(zip(SINS, APART, strict=True)))
    assert hope(last, gathers) == forecast(last, gathers).points


def test_what_is_gathered_beside_an_offering_makes_no_tiers_equal():
    value, place = best_offering((0, 1, 8, 20, 30, 40, 50), frozenset())
    assert value > shrine_payment((0, 1, 8, 20, 30, 40, 50))
    assert place in (0, 1)


def test_DM_52_the_seven_places_are_seen_in_time():
    lacking = frozenset((2, 5))
    _, one, two = max(rated_gathers((10, 9, 2, 7, 6, 1, 4), lacking, 0))
    assert {one, two} == lacking


def test_the_same_future_comes_out_the_same():
    ends = [simulated_points(stands(APART, 5), 5, Dice(3).draw("future")) for _ in range(2)]
    assert ends[0] == ends[1]


def test_a_proposal_made_before_a_bot_opened_the_round_is_answered():
    m = mercury(1, sin={"Ada": {"lust": 5, "pride": 5}})
    bot = GAME.bot("steady", "Ada", 3)
    bot.turn(views.sight(m.match, "Ada"))
    m.close()
    sight = views.sight(m.match, "Ada")
    early = Message(
        sender="Bo", channel="seats", readers=("Ada", "Bo"), text="", round=2, at=0.0, deal=Deal("sloth", "lust")
    )
    moves = bot.turn(replace(sight, heard=(*sight.heard, early)))
    assert any(isinstance(move, Say) and list(move.to) == ["Bo"] for move in moves)
