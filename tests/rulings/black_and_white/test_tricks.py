"""Tricks and turns: BW-01 to BW-04, BW-06, BW-08, and the forms of orders, report and host state."""

from __future__ import annotations

from typing import Any

import pytest

from core.refusal import NotAMatch
from tests.kit import play
from tests.kit.duels import Duels

ALL = list(range(9))


DUELS = Duels("black_and_white", "tile")
start, part, trick = DUELS.start, DUELS.part, DUELS.pair


def test_BW_01_each_seat_holds_the_tiles_from_0_to_8() -> None:
    match = start()
    assert match.host["hands"] == {"Ada": ALL, "Bo": ALL}
    assert match.view("Ada")["view"]["other"] == {"black": 5, "white": 4}
    assert (match.round, match.phase) == (1, "round")


def test_BW_01_who_leads_first_is_drawn_and_known_to_both() -> None:
    leaders = set()
    for seed in range(12):
        match = play("black_and_white", seed=seed)
        leader = match.host["leader"]
        leaders.add(leader)
        assert [match.view(seat)["view"]["leader"] for seat in ("Ada", "Bo", None)] == [leader] * 3
    assert leaders == {"Ada", "Bo"}


def test_BW_02_the_leader_s_colour_is_told_and_never_its_number() -> None:
    match = start()
    reports = part(match, "Ada", 5)
    facts = {"part": 1, "by": "Ada", "colour": "white", "taken": None, "score": {"Ada": 0, "Bo": 0}}
    assert reports == {"Ada": {**facts, "tile": 5}, "Bo": {**facts, "tile": None}}
    assert match.view("Bo")["view"]["table"] == "white"
    assert match.host["table"] == 5
    assert match.host["hands"]["Ada"] == [0, 1, 2, 3, 4, 6, 7, 8], "the tile on the table is in no hand"
    assert (match.host["leader"], match.host["turn"], match.round) == ("Ada", "Bo", 2)


def test_BW_02_the_other_answers_with_any_tile_and_its_colour_is_told() -> None:
    match = start()
    part(match, "Ada", 5)
    reports = part(match, "Bo", 8)
    facts = {"part": 2, "by": "Bo", "colour": "black", "taken": "Bo", "score": {"Ada": 0, "Bo": 1}}
    assert reports == {"Ada": {**facts, "tile": None}, "Bo": {**facts, "tile": 8}}
    assert match.match.rounds[-1].public is not None
    assert match.view(None)["public"][-1] == {"round": 2, "told": facts}, "everybody is told as much, and no number"


@pytest.mark.parametrize(
    ("led", "answered", "taken"), [(5, 4, "Ada"), (4, 5, "Bo"), (0, 8, "Bo"), (8, 0, "Ada"), (3, 3, None)]
)
def test_BW_03_the_higher_number_takes_a_point(led: int, answered: int, taken: str | None) -> None:
    match = start()
    assert trick(match, "Ada", led, answered)["Bo"]["taken"] == taken
    assert match.host["score"] == {"Ada": int(taken == "Ada"), "Bo": int(taken == "Bo")}
    assert led not in match.host["hands"]["Ada"], "spent"
    assert answered not in match.host["hands"]["Bo"], "spent"
    assert match.host["tricks"] == [{"leader": "Ada", "tiles": {"Ada": led, "Bo": answered}, "taken": taken}]


def test_BW_03_in_a_trick_that_bo_leads_tiles_stand_by_seat() -> None:
    match = start(leader="Bo")
    trick(match, "Bo", 2, 7)
    assert match.host["tricks"] == [{"leader": "Bo", "tiles": {"Ada": 7, "Bo": 2}, "taken": "Ada"}]


def test_BW_04_who_took_the_trick_leads_the_next_and_after_equals_the_same_seat() -> None:
    match = start()
    trick(match, "Ada", 3, 3)
    assert match.host["leader"] == "Ada"
    trick(match, "Ada", 0, 1)
    assert match.host["leader"] == "Bo"
    trick(match, "Bo", 2, 2)
    assert (match.host["leader"], match.round) == ("Bo", 7)


def test_BW_06_a_seat_that_sealed_nothing_plays_its_lowest_tile_and_the_other_hears_no_difference() -> None:
    silent, sealed = start(), start()
    told = part(silent, "Ada", None)
    assert told == part(sealed, "Ada", 0)
    assert silent.view("Bo") == sealed.view("Bo")
    assert silent.view(None) == sealed.view(None)
    told = part(silent, "Bo", None)
    assert told["Bo"]["tile"] == 0
    assert silent.host["hands"] == {"Ada": ALL[1:], "Bo": ALL[1:]}


def test_BW_06_what_was_withdrawn_is_not_played() -> None:
    match = start(hands={"Ada": [2, 5], "Bo": [1, 8]})
    match.seal("Ada", {"tile": 5})
    match.withdraw("Ada")
    assert match.close()["Ada"]["tile"] == 2


@pytest.mark.parametrize("orders", [{}, {"tile": 3}, {"tile": None}])
def test_BW_08_the_seat_that_is_not_on_turn_orders_nothing(orders: dict[str, Any]) -> None:
    match = start()
    match.refused("Bo", orders)
    part(match, "Ada", 4)
    match.refused("Ada", orders)


def test_BW_08_the_refusal_names_whose_turn_it_is() -> None:
    refusal = start().refused("Bo", {"tile": 3})
    assert (refusal.code, refusal.ruling) == ("not_your_turn", "BW-08")
    assert "Ada's turn" in refusal.message


def test_BW_08_a_tile_is_required_and_must_be_in_hand() -> None:
    match = start(hands={"Ada": [2, 5], "Bo": [1, 8]})
    for orders in ({}, {"tile": None}, {"tile": "2"}, {"tile": 2.5}, {"tile": True}, {"tile": 2, "more": 1}):
        assert match.refused("Ada", orders).code == "wrong_form"
    assert match.refused("Ada", {"tile": 3}).code == "not_in_hand"
    assert match.refused("Ada", {"tile": 8}).code == "not_in_hand", "the other's tile is no tile of one's own"
    assert match.refused("Ada", {"tile": 9}).code == match.refused("Ada", {"tile": -1}).code == "no_such_tile"
    match.seal("Ada", {"tile": 2})
    match.seal("Ada", {"tile": 5})
    assert match.close()["Ada"]["tile"] == 5, "sealing again replaces"


SPOILED: list[dict[str, Any]] = [
    {"leader": "Cy"},
    {"round": 3},
    {"round": 2, "hands": {"Ada": [1], "Bo": [2]}},
    {"round": 15, "hands": {"Ada": [1], "Bo": [2]}},
    {"hands": {"Ada": [1]}},
    {"hands": {"Ada": [1], "Bo": [2], "Cy": [3]}},
    {"hands": {"Ada": [1, 2], "Bo": [2]}},
    {"hands": {"Ada": [], "Bo": []}},
    {"hands": {"Ada": [1, 1], "Bo": [2, 3]}},
    {"hands": {"Ada": [1, 9], "Bo": [2, 3]}},
    {"hands": {"Ada": [-1], "Bo": [2]}},
    {"score": {"Ada": 1}},
    {"hands": {"Ada": [1], "Bo": [2]}, "score": {"Ada": -1}},
    {"hands": {"Ada": [1], "Bo": [2]}, "score": {"Ada": 5, "Bo": 4}},
    {"hands": {"Ada": [1], "Bo": [2]}, "score": {"Cy": 1}},
    {"hands": {"Ada": [1], "Bo": [2]}, "score": {"Ada": 2}},
    {"hands": {"Ada": [1, 2], "Bo": [2, 3]}, "score": {"Bo": 3}},
    {"hand": {}},
]


@pytest.mark.parametrize("setup", SPOILED, ids=str)
def test_BW_05_positions_that_cannot_be_are_excluded(setup: dict[str, Any]) -> None:
    with pytest.raises(NotAMatch):
        play("black_and_white", setup=setup)


def test_BW_05_a_position_begins_at_the_round_of_its_tiles() -> None:
    match = start(hands={"Ada": [1, 0], "Bo": [8, 7]}, score={"Ada": 2, "Bo": 1})
    assert (match.round, match.host["hands"]) == (15, {"Ada": [0, 1], "Bo": [7, 8]})
    assert match.host["score"] == {"Ada": 2, "Bo": 1}
    assert match.host["tricks"] == []
    assert start(round=15, hands={"Ada": [0, 1], "Bo": [7, 8]}).round == 15
    assert start(round=1).round == 1
    assert start(hands={"Ada": [4], "Bo": [4]}, score={"Ada": 4, "Bo": 4}).round == 17
