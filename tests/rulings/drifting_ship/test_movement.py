"""SH-03 to SH-07: energy, caps, the order inside a close, moves, and what orders may hold."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulings.drifting_ship.script import Json, crew, energies, go, mate, one, owned, parts, ship


# --- SH-03 energy ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("energy", "after"), [(0, 3), (2, 5), (4, 7), (5, 7), (7, 7)])
def test_SH_03_three_energy_a_round_within_the_cap(energy: int, after: int) -> None:
    match = ship({"Ada": (mate("1A", energy),)})
    report = match.close()["Ada"]
    assert one(match, "Ada")["energy"] == report["energy"][0] == after


# --- SH-04 caps --------------------------------------------------------------------------------------------------
def test_SH_04_three_garnets_raise_the_cap_of_both_from_that_close_on() -> None:
    match = ship({"Ada": (mate("1A", 7), mate("2A", 4))})
    match.seal("Ada", crew(buy_cap=1))
    match.close()
    assert energies(match, "Ada") == [8, 7]
    assert [one(match, "Ada", index)["cap"] for index in (0, 1)] == [8, 8]
    assert match.host["garnets"] == {"Ada": 3, "Bo": 6, "Cy": 6, "Di": 6}
    match.seal("Ada", crew(buy_cap=1))
    match.close()
    assert energies(match, "Ada") == [9, 9]
    assert match.host["garnets"]["Ada"] == 0
    assert match.refused("Ada", crew(buy_cap=1)).code == "too_many_caps"


def test_SH_04_both_caps_can_be_bought_at_once() -> None:
    match = ship({"Ada": (mate("1A", 7),)})
    match.seal("Ada", {"buy_cap": 2})
    match.close()
    assert (one(match, "Ada")["cap"], one(match, "Ada")["energy"]) == (9, 9)


@pytest.mark.parametrize(
    ("purse", "caps", "code"),
    [(6, 3, "too_many_caps"), (60, 3, "too_many_caps"), (5, 2, "not_enough_garnets"), (2, 1, "not_enough_garnets")],
)
def test_SH_04_what_cannot_be_paid_is_refused(purse: int, caps: int, code: str) -> None:
    assert ship(options={"purse": purse}).refused("Ada", {"buy_cap": caps}).code == code


def test_SH_04_negative_purchases_are_refused() -> None:
    assert ship().refused("Ada", {"buy_cap": -1}).code == "negative_caps"


def test_SH_04_the_purse_is_an_option() -> None:
    assert set(ship(options={"purse": 0}).host["garnets"].values()) == {0}
    assert set(ship(options={"purse": 11}).host["garnets"].values()) == {11}


# --- SH-05 the order inside a close ------------------------------------------------------------------------------
def test_SH_05_SH_14_a_disable_comes_before_the_activations_of_its_round() -> None:
    match = ship({"Ada": (mate("4B"),), "Bo": (mate("4B"),)})
    match.seal("Ada", crew({"disable": True}))
    match.seal("Bo", crew(go(None, 5)))
    assert match.close()["Bo"]["activations"] == [{"crew": 0, "room": "4B", "ok": False}]


def test_SH_05_SH_20_SH_23_wall_and_drain_come_after_move_and_step() -> None:
    match = ship({"Ada": (mate("4B", 7, "STW"),), "Bo": (mate("R", 5),)})
    match.seal("Ada", crew(go("3C", 2, step="west", wall="south", drain=True)))
    match.seal("Bo", crew(go("4B", 1)))
    match.close()
    assert match.host["walls"] == [["4B", "R"]]
    assert one(match, "Ada")["energy"] == 7 - 1 - 1 - 2 + 1 + 3
    assert one(match, "Bo")["energy"] == 5 - 1 - 1 - 1 + 3
    assert parts(match, "Ada") == ["4B"]


def test_SH_05_SH_23_caps_bought_do_not_yet_hold_for_the_drain_of_the_same_round() -> None:
    match = ship({"Ada": (mate("4B", 7, "W"),), "Bo": (mate("4B", 5),)}, round=8)
    match.seal("Ada", crew({"drain": True}, buy_cap=1))
    match.close()
    assert one(match, "Ada")["energy"] == 7
    assert one(match, "Ada")["cap"] == 8


def test_SH_05_at_the_last_close_nobody_gains_energy_but_caps_are_paid() -> None:
    match = ship({"Ada": (mate("1A", 2, "R"),)}, round=8)
    match.seal("Ada", crew(buy_cap=1))
    report = match.close()["Ada"]
    assert report["energy"] == [2, 5] == energies(match, "Ada")
    assert match.host["garnets"]["Ada"] == 3


# --- SH-06 moves -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("goal", "cost"), [("4B", 1), ("1B", 6), ("2A", 6), ("5A", 3)])
def test_SH_06_one_energy_a_tile_along_row_or_column(goal: str, cost: int) -> None:
    match = ship({"Ada": (mate("1A", 6), mate("13A"))}, round=8)
    match.seal("Ada", crew({"move": goal}))
    match.close()
    assert one(match, "Ada")["room"] == goal
    assert one(match, "Ada")["energy"] == 6 - cost


@pytest.mark.parametrize(
    ("order", "code"),
    [
        ({"move": "R"}, "not_straight"),
        ({"move": "V"}, "not_straight"),
        ({"move": "1A"}, "already_there"),
        ({"move": "Q"}, "no_such_room"),
        ({"move": ""}, "no_such_room"),
        ({"move": "1B"}, "not_enough_energy"),
        ({"move": "6A", "activate": 2}, "not_enough_energy"),
        ({"activate": 6}, "not_enough_energy"),
        ({"move": "3C"}, None),
    ],
)
def test_SH_06_what_is_refused_on_submission(order: dict[str, Any], code: str | None) -> None:
    match = ship({"Ada": (mate("1A", 5),)})
    if code is None:
        match.seal("Ada", crew(order))
    else:
        assert match.refused("Ada", crew(order)).code == code


def test_SH_06_a_move_cannot_cross_a_wall() -> None:
    match = ship({"Ada": (mate("1A"),)}, walls=[["3C", "4B"], ["4A", "1A"]])
    match.seal("Ada", crew({"move": "4B"}))
    assert match.refused("Ada", crew({"move": "3C"})).code == "walled_off"
    assert match.refused("Ada", crew({"move": "2B"})).code == "walled_off"
    assert match.refused("Ada", crew({"move": "6B"})).code == "walled_off"


def test_SH_06_a_wall_beside_the_way_does_not_hinder() -> None:
    match = ship({"Ada": (mate("1A"),)}, walls=[["4B", "R"]])
    match.seal("Ada", crew({"move": "3C"}))
    match.close()
    assert one(match, "Ada")["room"] == "3C"


def test_SH_06_the_refusal_names_the_sum_and_the_limit() -> None:
    refusal = ship({"Ada": (mate("1A", 4, name="Red"),)}).refused("Ada", crew(go("2B", 2)))
    assert refusal.message == "Red has 4 energy; these orders cost 3 + 2 = 5."


def test_SH_06_crewmates_walk_through_one_another_and_into_activated_rooms() -> None:
    match = ship({"Ada": (mate("1A"),), "Bo": (mate("4B"),)}, claimed=owned(Cy="3C"))
    match.seal("Ada", crew({"move": "3C"}))
    match.close()
    assert one(match, "Ada")["room"] == "3C"


# --- SH-07 what orders hold --------------------------------------------------------------------------------------
def test_SH_07_example_submission_of_the_source() -> None:
    """Crewmate 1 at 4B with 4 energy and Summoner's Meme; crewmate 2 at 10B with 3 energy and the Yellow Banana."""
    match = ship({"Ada": (mate("4B", 4, "S"), mate("10B", 3, "Y"))}, round=3)
    match.seal("Ada", crew(go("3C", 2, wall="east"), go("10A", 4, eat=True)))
    report = match.close()["Ada"]
    assert report["activations"] == [{"crew": 0, "room": "3C", "ok": True}, {"crew": 1, "room": "10A", "ok": True}]
    assert report["walls"] == [["2B", "3C"]]
    assert parts(match, "Ada") == ["10A", "3C"]
    assert energies(match, "Ada") == [4 - 1 - 2 + 3, 3 + 3 - 2 - 4 + 3]
    assert [one(match, "Ada", index)["bonuses"] for index in (0, 1)] == [{"S": 0}, {"Y": 0}]


def test_SH_07_CM_01_orders_with_nothing_in_them_mean_nothing() -> None:
    match = ship()
    same: tuple[Json, ...] = ({}, {"crew": [{}, {}]}, {"buy_cap": 0}, {"crew": [{"eat": False, "drain": False}, {}]})
    for orders in same:
        match.seal("Ada", orders)
    match.close()
    assert one(match, "Ada")["room"] == "1A"


@pytest.mark.parametrize(
    ("orders", "code"),
    [
        ({"crew": [{}]}, "two_crewmates"),
        ({"crew": []}, "two_crewmates"),
        ({"crew": [{}, {}, {}]}, "two_crewmates"),
        (crew({"activate": 0}), "bid_too_low"),
        (crew({"activate": -2}), "bid_too_low"),
        (crew({"activate": 1, "disable": True}), "one_of_both"),
        (crew({"activate": 1.5}), "wrong_form"),
        (crew({"activate": True}), "wrong_form"),
        (crew({"activate": "2"}), "wrong_form"),
        (crew({"move": 3}), "wrong_form"),
        (crew({"move": None}), "wrong_form"),
        (crew({"eat": 1}), "wrong_form"),
        (crew({"wall": "up"}), "wrong_form"),
        (crew({"step": "North"}), "wrong_form"),
        (crew({"plant": "D"}), "wrong_form"),
        (crew({"fly": True}), "wrong_form"),
        ({"crew": {}}, "wrong_form"),
        ({"buy_cap": "1"}, "wrong_form"),
        ({"moves": []}, "wrong_form"),
        (crew({"plant": "A"}), "plant_alone"),
        (crew({"plant": "A", "activate": 3}), "plant_elsewhere"),
    ],
)
def test_SH_07_CM_25_orders_of_the_wrong_form_are_refused(orders: dict[str, Any], code: str) -> None:
    assert ship().refused("Ada", orders).code == code


def test_SH_07_activate_false_disable_is_no_disable() -> None:
    match = ship({"Ada": (mate("4B"),)})
    match.seal("Ada", crew({"activate": 1, "disable": False}))
    assert match.close()["Ada"]["activations"][0]["ok"]


def test_SH_07_CM_01_a_refused_order_leaves_the_earlier_in_force() -> None:
    match = ship({"Ada": (mate("4B"),)})
    match.seal("Ada", crew(go(None, 1)))
    match.refused("Ada", crew(go(None, 6)))
    match.close()
    assert parts(match, "Ada") == ["4B"]
