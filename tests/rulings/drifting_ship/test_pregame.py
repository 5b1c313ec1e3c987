"""SH-02: naming and placing the crew; and what a set-up may and may not give."""

from __future__ import annotations

from typing import Any

import pytest

from core.games.drifting_ship.spec import STARTS
from core.refusal import NotAMatch
from tests.kit import play
from tests.rulings.drifting_ship.script import crew, energies, go, mate, muster, one, owned, ship


def test_SH_02_each_seat_names_and_places_its_crew() -> None:
    match = play("drifting_ship")
    assert (match.phase, match.round) == ("pregame", 0)
    assert match.host["players"]["Ada"]["crew"] == []
    match.seal("Ada", muster("1A", "2C"))
    match.close()
    assert (match.phase, match.round) == ("round", 1)
    assert match.host["players"]["Ada"] == {
        "components": [],
        "crew": [
            {"name": "Red", "room": "1A", "energy": 5, "cap": 7, "bonuses": {}, "parasite": False},
            {"name": "Blue", "room": "2C", "energy": 5, "cap": 7, "bonuses": {}, "parasite": False},
        ],
    }


def test_SH_02_rooms_may_be_shared_and_names_repeated_by_another_seat() -> None:
    match = play("drifting_ship")
    for seat in ("Ada", "Bo"):
        match.seal(seat, muster("5A", "5A"))
    reports = match.close()
    assert [(met["crew"], met["player"], met["name"]) for met in reports["Ada"]["met"] if met["player"] == "Bo"] == [
        (0, "Bo", "Red"),
        (0, "Bo", "Blue"),
        (1, "Bo", "Red"),
        (1, "Bo", "Blue"),
    ]


@pytest.mark.parametrize("start", STARTS)
def test_SH_02_every_starting_room_can_be_chosen(start: str) -> None:
    play("drifting_ship").seal("Ada", muster(start, "1A"))


@pytest.mark.parametrize("start", ["4A", "3B", "3C", "V", "R", "Q", ""])
def test_SH_02_no_other_room_can_be_chosen(start: str) -> None:
    assert play("drifting_ship").refused("Ada", muster("1A", start)).code == "not_a_start"


def test_SH_02_names_are_trimmed() -> None:
    match = play("drifting_ship")
    match.seal("Ada", muster(names=("  Red ", "R" * 16)))
    match.close()
    assert [one(match, "Ada", index)["name"] for index in (0, 1)] == ["Red", "R" * 16]


@pytest.mark.parametrize(
    ("names", "code"),
    [
        (("Red", "Red"), "same_name"),
        (("Red", " Red "), "same_name"),
        (("", "Blue"), "bad_name"),
        (("   ", "Blue"), "bad_name"),
        (("Red", "B" * 17), "bad_name"),
        (("Re\nd", "Blue"), "bad_name"),
        (("Re\x1bd", "Blue"), "bad_name"),
    ],
)
def test_SH_02_names_that_are_refused(names: tuple[str, str], code: str) -> None:
    assert play("drifting_ship").refused("Ada", muster(names=names)).code == code


@pytest.mark.parametrize(
    ("orders", "code"),
    [
        ({}, "place_both"),
        ({"crew": []}, "place_both"),
        ({"crew": [{"name": "Red", "start": "1A"}]}, "place_both"),
        ({"crew": [{"name": "Red", "start": "1A"}, {"name": "Blue"}]}, "place_both"),
        ({"crew": [{"name": "Red", "start": "1A"}, {"start": "1A"}]}, "place_both"),
        ({"crew": [{"name": "Red", "start": "1A"}] * 3}, "place_both"),
        ({**muster(), "buy_cap": 1}, "not_in_pregame"),
        ({"crew": [{"name": "Red", "start": "1A", "move": "4B"}, {"name": "Blue", "start": "1A"}]}, "not_in_pregame"),
        ({"crew": [{"name": "Red", "start": "1A", "eat": False}, {"name": "Blue", "start": "1A"}]}, "not_in_pregame"),
    ],
)
def test_SH_02_SH_91_orders_place_both_or_are_refused(orders: dict[str, Any], code: str) -> None:
    assert play("drifting_ship").refused("Ada", orders).code == code


def test_SH_02_names_and_starts_are_for_the_pregame_only() -> None:
    assert ship().refused("Ada", muster()).code == "only_in_pregame"


def test_SH_02_without_orders_lots_pick_the_rooms() -> None:
    rooms = set()
    for seed in range(20):
        match = play("drifting_ship", seed=seed)
        match.seal("Bo", muster("2A", "3A"))
        match.close()
        found = [one(match, "Ada", index) for index in (0, 1)]
        assert [mate["name"] for mate in found] == ["Ada 1", "Ada 2"]
        assert all(mate["room"] in STARTS for mate in found)
        rooms |= {mate["room"] for mate in found}
        assert [one(match, "Bo", index)["room"] for index in (0, 1)] == ["2A", "3A"]
    assert rooms == set(STARTS)


def test_SH_02_CM_03_the_lots_of_a_seat_do_not_depend_on_the_others() -> None:
    alone = play("drifting_ship", seed=3)
    alone.close()
    joined = play("drifting_ship", seed=3)
    joined.seal("Ada", muster())
    joined.close()
    assert alone.host["players"]["Cy"] == joined.host["players"]["Cy"]


def test_SH_02_SH_50_the_pregame_tells_who_stands_together() -> None:
    match = play("drifting_ship")
    match.seal("Ada", muster("1A", "2C"))
    match.seal("Bo", muster("1A", "3A", ("Sun", "Moon")))
    match.seal("Cy", muster("5A", "2A"))
    match.seal("Di", muster("1B", "1C"))
    reports = match.close()
    assert reports["Ada"] == {
        "activated": [],
        "walls": [],
        "energy": [5, 5],
        "activations": [],
        "activators": [],
        "met": [{"crew": 0, "room": "1A", "player": "Bo", "name": "Sun", "bonuses": [], "parasite": False}],
    }
    assert reports["Cy"]["met"] == reports["Di"]["met"] == []


# --- set-up keys -------------------------------------------------------------------------------------------------
def test_SH_02_a_given_crew_starts_in_the_given_round() -> None:
    match = ship({"Ada": (mate("4B", 4, "S"), mate("10B", 3, "Y"))}, round=5, claimed=owned(Ada="1A"), activated=["R"])
    assert (match.phase, match.round) == ("round", 5)
    assert match.host["activated"] == ["1A", "R", "S", "Y"]
    assert one(match, "Ada") == {
        "name": "One",
        "room": "4B",
        "energy": 4,
        "cap": 7,
        "bonuses": {"S": 1},
        "parasite": False,
    }
    assert ship().round == 1


def test_SH_02_set_up_without_a_crew_keeps_the_pregame() -> None:
    match = play("drifting_ship", setup={"claimed": {"1A": "Ada"}, "walls": [["3C", "2B"]]})
    assert match.phase == "pregame"
    assert match.host["walls"] == [["2B", "3C"]]
    assert match.host["activated"] == ["1A"]


def test_SH_02_a_round_without_a_crew_draws_the_crew() -> None:
    match = play("drifting_ship", setup={"round": 4})
    assert match.round == 4
    assert energies(match, "Ada") == [5, 5]
    assert one(match, "Ada")["room"] in STARTS


CREW = {seat: [mate("1A", name="One"), mate("1A", name="Two")] for seat in ("Ada", "Bo", "Cy", "Di")}


def changed(**more: Any) -> dict[str, Any]:
    """The crews with Ada's first crewmate changed."""
    return {"crew": {**CREW, "Ada": [{**CREW["Ada"][0], **more}, CREW["Ada"][1]]}}


@pytest.mark.parametrize(
    "setup",
    [
        {"crew": {"Ada": CREW["Ada"]}},
        {"crew": {**CREW, "Eve": CREW["Ada"]}},
        {"crew": {**CREW, "Ada": CREW["Ada"][:1]}},
        {"crew": {**CREW, "Ada": [CREW["Ada"][0], CREW["Ada"][0]]}},
        changed(energy=8),
        changed(energy=-1),
        changed(room="14A"),
        changed(name=""),
        changed(name="N" * 17),
        changed(bonuses=["Q"]),
        changed(bonuses=["V"]),
        changed(bonuses=["S", "S"]),
        {"crew": {**CREW, "Bo": [mate("1A", 5, "S", name="a"), mate("1A", 5, "S", name="b")]}},
        {"crew": {**CREW, "Bo": [mate("1A", parasite=True, name="a"), mate("1A", parasite=True, name="b")]}},
        {"crew": {**CREW, "Ada": [{"name": "One", "room": "1A"}, CREW["Ada"][1]]}},
        {"claimed": {"R": "Ada"}},
        {"claimed": {"14A": "Ada"}},
        {"claimed": {"1A": "Eve"}},
        {"claimed": {f"{n}A": "Ada" for n in range(1, 14)}},
        {"activated": ["P"]},
        {"activated": ["V"]},
        {"activated": ["Q"]},
        {"walls": [["1A", "1B"]]},
        {"walls": [["1A", "1A"]]},
        {"walls": [["1A", "Q"]]},
        {"walls": [["1A", "4B"], ["4B", "1A"]]},
        {"walls": [["1A"]]},
        {"round": 0},
        {"round": 9},
        {"rooms": []},
    ],
)
def test_SH_02_set_ups_that_are_no_match(setup: dict[str, Any]) -> None:
    with pytest.raises(NotAMatch) as error:
        play("drifting_ship", setup=setup)
    assert error.value.message


@pytest.mark.parametrize("options", [{"purse": -1}, {"purse": True}, {"purse": "6"}, {"board": []}, {"size": 7}])
def test_SH_04_options_that_are_no_match(options: dict[str, Any]) -> None:
    with pytest.raises(NotAMatch):
        play("drifting_ship", options=options)


def test_SH_30_a_carried_parasite_is_its_seats_one_claim() -> None:
    match = ship({"Ada": (mate("V", parasite=True), mate("P"))})
    assert match.host["claimed"] == ["Ada"]
    assert match.refused("Ada", crew(None, go(None, 1))).code == "parasite_claimed"
