"""Ninety-nine: every NN ruling, and the forms of orders, report, view, set-up and host state."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from core.decoding import decode, plain
from core.games import game as find_game
from core.match import views
from core.refusal import NotAMatch, Refused
from tests.kit import play
from tests.kit.duels import Duels, won

DUELS = Duels("ninety_nine", "bid")
start, part, bout = DUELS.start, DUELS.part, DUELS.pair


def test_NN_01_each_seat_has_99_points_and_who_leads_is_drawn_and_known() -> None:
    leaders = set()
    for seed in range(12):
        match = play("ninety_nine", seed=seed)
        leaders.add(match.host["leader"])
        assert match.host["left"] == {"Ada": 99, "Bo": 99}
        assert match.view("Bo")["view"]["leader"] == match.view(None)["view"]["leader"] == match.host["leader"]
    assert leaders == {"Ada", "Bo"}


@pytest.mark.parametrize(("bid", "colour"), [(0, "black"), (9, "black"), (10, "white"), (99, "white")])
def test_NN_02_of_the_leader_s_bid_only_its_digits_are_told(bid: int, colour: str) -> None:
    match = start()
    reports = part(match, "Ada", bid)
    score, lights = {"Ada": 0, "Bo": 0}, {"Ada": 5, "Bo": 5}
    facts = {"part": 1, "by": "Ada", "colour": colour, "taken": None, "score": score, "lights": lights}
    assert reports == {"Ada": {**facts, "bid": bid}, "Bo": {**facts, "bid": None}}
    assert match.view("Bo")["view"]["table"] == colour
    assert (match.host["table"], match.host["turn"], match.round) == (bid, "Bo", 2)
    assert match.host["left"] == {"Ada": 99 - bid, "Bo": 99}, "without the bid on the table"


def test_NN_02_the_second_bid_s_colour_is_told_at_its_close_and_bids_are_spent_won_or_lost() -> None:
    match = start()
    part(match, "Ada", 30)
    reports = part(match, "Bo", 5)
    assert (reports["Ada"]["colour"], reports["Ada"]["bid"], reports["Bo"]["bid"]) == ("black", None, 5)
    assert match.host["left"] == {"Ada": 69, "Bo": 94}


@pytest.mark.parametrize(("led", "answered", "taken"), [(5, 4, "Ada"), (4, 5, "Bo"), (0, 0, None), (99, 0, "Ada")])
def test_NN_03_the_higher_bid_takes_a_point_and_leads_next(led: int, answered: int, taken: str | None) -> None:
    match = start()
    assert bout(match, "Ada", led, answered)["Ada"]["taken"] == taken
    assert match.host["score"] == {"Ada": int(taken == "Ada"), "Bo": int(taken == "Bo")}
    assert match.host["leader"] == (taken or "Ada")
    assert match.host["rounds"] == [{"leader": "Ada", "bids": {"Ada": led, "Bo": answered}, "taken": taken}]
    assert (match.round, match.host["table"]) == (3, None)


def test_NN_03_after_an_equal_bout_the_same_seat_leads_again() -> None:
    match = start(leader="Bo")
    bout(match, "Bo", 7, 7)
    assert match.host["leader"] == "Bo"


@pytest.mark.parametrize(
    ("left", "lights"), [(0, 1), (19, 1), (20, 2), (39, 2), (40, 3), (59, 3), (60, 4), (79, 4), (80, 5), (99, 5)]
)
def test_NN_04_a_light_for_each_fifth_of_the_scale(left: int, lights: int) -> None:
    assert start(left={"Bo": left}).host["lights"] == {"Ada": 5, "Bo": lights}


def test_NN_04_a_first_part_leaves_the_lights_as_they_were() -> None:
    match = start()
    assert part(match, "Ada", 60)["Bo"]["lights"] == {"Ada": 5, "Bo": 5}
    assert match.host["lights"] == match.view("Bo")["view"]["lights"] == {"Ada": 5, "Bo": 5}
    assert part(match, "Bo", 20)["Bo"]["lights"] == {"Ada": 2, "Bo": 4}
    assert match.host["lights"] == match.view(None)["view"]["lights"] == {"Ada": 2, "Bo": 4}


def test_NN_05_five_points_decide_at_once() -> None:
    match = start(round=9, score={"Ada": 4})
    bout(match, "Ada", 1, 0)
    assert (match.phase, match.round) == ("finished", 10)
    assert (match.host["leader"], match.host["turn"], match.host["table"]) == (None, None, None)
    assert match.outcome == won("Ada", "Bo")


def test_NN_05_a_lead_that_cannot_be_caught_ends_nothing_before_nine_bouts() -> None:
    match = start(round=15, score={"Ada": 3})
    bout(match, "Ada", 1, 0)
    assert (match.phase, match.round) == ("round", 17)
    bout(match, "Ada", 0, 0)
    assert match.outcome is not None
    assert match.outcome["winners"] == ["Ada"]


def test_NN_05_equal_points_after_nine_bouts_are_a_drawn_duel() -> None:
    match = start()
    for _ in range(9):
        bout(match, "Ada", 11, 11)
    assert (match.phase, match.round, match.host["left"]) == ("finished", 18, {"Ada": 0, "Bo": 0})
    assert match.outcome is not None
    assert (match.outcome["winners"], match.outcome["ranking"]) == ([], [["Ada", "Bo"]])


def test_NN_06_a_seat_that_sealed_nothing_bids_0_and_the_other_hears_no_difference() -> None:
    silent, sealed = start(), start()
    assert part(silent, "Ada", None) == part(sealed, "Ada", 0)
    for reader in ("Bo", None):
        assert silent.view(reader) == sealed.view(reader)


def test_NN_06_a_seat_with_nothing_left_is_still_on_turn_and_can_bid_0() -> None:
    match = start(left={"Ada": 0})
    assert match.refused("Ada", {"bid": 1}).code == "above_rest"
    assert match.refused("Bo", {"bid": 1}).code == "not_your_turn"
    assert views.can_act(match.match, "Ada")
    assert part(match, "Ada", 0)["Ada"]["bid"] == 0


@pytest.mark.parametrize("orders", [{}, {"bid": 3}, {"bid": None}])
def test_NN_07_the_seat_that_is_not_on_turn_orders_nothing(orders: dict[str, Any]) -> None:
    match = start()
    match.refused("Bo", orders)
    part(match, "Ada", 4)
    match.refused("Ada", orders)


def test_NN_07_a_bid_is_required_and_at_most_what_is_left() -> None:
    match = start(left={"Ada": 40})
    for orders in ({}, {"bid": None}, {"bid": "2"}, {"bid": 2.5}, {"bid": True}, {"bid": 2, "more": 1}):
        assert match.refused("Ada", orders).code == "wrong_form"
    refusal = match.refused("Ada", {"bid": 41})
    assert (refusal.code, refusal.ruling) == ("above_rest", "NN-07")
    assert "40" in refusal.message
    assert match.refused("Ada", {"bid": 100}).code == "above_rest"
    assert match.refused("Ada", {"bid": -1}).code == "no_such_bid"
    match.seal("Ada", {"bid": 40})
    assert match.close()["Ada"]["bid"] == 40


SPOILED: list[dict[str, Any]] = [
    {"leader": "Cy"},
    {"round": 2},
    {"round": 18},
    {"round": 19},
    {"left": {"Ada": 100}},
    {"left": {"Ada": -1}},
    {"left": {"Cy": 3}},
    {"score": {"Ada": 1}},
    {"round": 17, "score": {"Ada": 5}},
    {"round": 17, "score": {"Ada": -1}},
    {"round": 9, "score": {"Ada": 3, "Bo": 2}},
    {"round": 9, "score": {"Cy": 1}},
    {"lights": {"Ada": 1}},
]


@pytest.mark.parametrize("setup", SPOILED, ids=str)
def test_NN_05_positions_that_cannot_be_are_excluded(setup: dict[str, Any]) -> None:
    with pytest.raises(NotAMatch):
        play("ninety_nine", setup=setup)


def test_NN_05_a_position_in_the_middle() -> None:
    match = start(left={"Ada": 40}, score={"Ada": 2, "Bo": 1}, round=9)
    host = match.host
    assert (host["left"], host["score"], match.round) == ({"Ada": 40, "Bo": 99}, {"Ada": 2, "Bo": 1}, 9)
    assert (host["lights"], host["rounds"], host["turn"]) == ({"Ada": 3, "Bo": 5}, [], "Ada")
    assert start(round=17, score={"Ada": 4, "Bo": 4}).round == 17


def test_NN_04_a_seat_sees_its_own_rest_and_nothing_but_lights_of_the_other() -> None:
    match = start()
    bout(match, "Ada", 12, 30)
    part(match, "Bo", 4)
    assert match.view("Bo")["view"] == {
        "seat": "Bo",
        "round": 4,
        "leader": "Bo",
        "turn": "Ada",
        "table": "black",
        "score": {"Ada": 0, "Bo": 1},
        "led": 4,
        "lights": {"Ada": 5, "Bo": 4},
        "left": 65,
        "past": [
            {
                "leader": "Ada",
                "colours": {"Ada": "white", "Bo": "white"},
                "taken": "Bo",
                "own": 30,
                "lights": {"Ada": 5, "Bo": 4},
            }
        ],
    }
    seen = match.view(None)["view"]
    assert "left" not in seen
    assert (seen["led"], seen["past"][0]["own"]) == (None, None)


def test_NN_02_nothing_of_the_other_s_numbers_shows_anywhere() -> None:
    """Bo's bids and rest one higher or lower within colour, order and lights: nobody else's outputs change."""
    one, other = start(), start()
    for match, bids in ((one, (30, 12)), (other, (34, 10))):
        part(match, "Ada", 20)
        part(match, "Bo", bids[0])
        part(match, "Bo", bids[1])
    for reader in ("Ada", None):
        first = [views.view(one.match, reader), reader and plain(views.asks(one.match, reader))]
        second = [views.view(other.match, reader), reader and plain(views.asks(other.match, reader))]
        assert json.dumps(first) == json.dumps(second)
    assert one.host["left"] != other.host["left"]


def test_NN_03_reports_in_words() -> None:
    match, game = start(), find_game("ninety_nine")
    part(match, "Ada", 25)
    told = match.match.rounds[-1].reports
    assert game.tell(told["Ada"]) == ("You led with a bid of 25: white, two digits.",)
    assert game.tell(told["Bo"]) == ("Ada led with a white bid: two digits.",)
    part(match, "Bo", 3)
    told = match.match.rounds[-1].reports
    assert game.tell(told["Bo"]) == (
        "You answered with a bid of 3: black, one digit.",
        "Ada takes the bout.",
        "Points: Ada 1, Bo 0.",
        "Lights: Ada 4 (60-79 left), Bo 5 (80-99 left).",
    )
    assert game.tell_public(plain(match.match.rounds[-1].public))[0] == "Bo answered with a black bid: one digit."
    assert game.restate(msgspec.convert({"bid": 9}, game.Orders)) == ("Bid 9: black, one digit.",)


def test_NN_90_counts_are_never_shown_and_a_part_lasts_a_minute_in_a_served_house() -> None:
    match, spec = start().match, find_game("ninety_nine").spec
    assert not match.shows_counts
    assert [views.can_act(match, seat) for seat in match.seats] == [True, False]
    assert (spec.turn_seconds, spec.duel) == (60.0, True)


def test_CM_25_a_key_that_is_not_known_is_answered_with_those_that_are() -> None:
    with pytest.raises(Refused, match=r"there is no such key as 'bidd'\. It takes 'bid'\."):
        decode(find_game("ninety_nine").Orders, {"bidd": 3}, "orders")
