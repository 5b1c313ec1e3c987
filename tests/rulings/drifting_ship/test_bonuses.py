"""SH-20 to SH-26: the eight bonuses, and the lounge."""

from __future__ import annotations

from typing import Any

import pytest

from core.games.drifting_ship.story import steps
from core.narration.recall import record_of
from tests.rulings.drifting_ship.script import Json, crew, energies, go, mate, one, owned, parts, ship


def gained(match: Any, seat: str, index: int = 0) -> dict[str, int | None]:
    found: dict[str, int | None] = one(match, seat, index)["bonuses"]
    return found


# --- SH-20 R and S -----------------------------------------------------------------------------------------------
def test_SH_20_rose_tteokbokki_gives_one_more_first_at_the_very_close() -> None:
    match = ship({"Ada": (mate("R", 2), mate("2A", 1))})
    match.seal("Ada", crew(go(None, 1)))
    match.close()
    assert gained(match, "Ada") == {"R": None}
    assert energies(match, "Ada") == [2 - 1 + 3 + 1, 1 + 3]
    match.close()
    assert energies(match, "Ada") == [7, 7]  # within the cap


def test_SH_20_summoners_meme_sets_a_wall_that_hinders_from_the_next_round_on() -> None:
    match = ship({"Ada": (mate("4B", 5, "S"),), "Bo": (mate("2B"),)})
    match.seal("Ada", crew({"move": "3C", "wall": "east"}))
    match.seal("Bo", crew({"move": "4B"}))  # walks through in the round in which it is set
    reports = match.close()
    assert one(match, "Bo")["room"] == "4B"
    assert [reports[seat]["walls"] for seat in ("Ada", "Di")] == [[["2B", "3C"]], [["2B", "3C"]]]
    assert match.host["walls"] == [["2B", "3C"]]
    assert match.refused("Bo", crew({"move": "2B"})).code == "walled_off"
    assert match.refused("Ada", crew({"wall": "west"})).code == "no_meme"
    assert gained(match, "Ada") == {"S": 0}


@pytest.mark.parametrize(
    ("room", "side", "code"),
    [
        ("1A", "north", "wall_at_edge"),
        ("1A", "west", "wall_at_edge"),
        ("1C", "east", "wall_at_edge"),
        ("1C", "south", "wall_at_edge"),
        ("3C", "east", "wall_stands"),
        ("2B", "west", "wall_stands"),
    ],
)
def test_SH_20_no_wall_on_the_outer_edge_or_where_one_stands(room: str, side: str, code: str) -> None:
    match = ship({"Ada": (mate(room, 5, "S"),)}, walls=[["3C", "2B"]])
    assert match.refused("Ada", crew({"wall": side})).code == code


def test_SH_20_the_side_is_of_the_room_in_which_it_ends() -> None:
    match = ship({"Ada": (mate("4B", 5, "S"),)})
    assert match.refused("Ada", crew({"move": "1A", "wall": "west"})).code == "wall_at_edge"
    assert match.refused("Ada", crew({"wall": "north"})).code == "wall_at_edge"
    match.seal("Ada", crew({"move": "R", "wall": "north"}))
    assert match.close()["Bo"]["walls"] == [["4B", "R"]]


def test_SH_20_without_the_meme_there_is_no_wall() -> None:
    match = ship({"Ada": (mate("4B"), mate("R", 5, "S"))})
    assert match.refused("Ada", crew({"wall": "west"})).code == "no_meme"


# --- SH-21 T and Y -----------------------------------------------------------------------------------------------
def test_SH_21_the_toe_takes_one_step_for_one_energy_after_the_move() -> None:
    match = ship({"Ada": (mate("1A", 5, "T"),)})
    match.seal("Ada", crew(go("3C", 1, step="south")))
    match.close()
    assert parts(match, "Ada") == ["9A"]
    assert one(match, "Ada")["energy"] == 5 - 2 - 1 - 1 + 3
    match.seal("Ada", crew({"step": "west"}))  # every round, and without a move before it
    match.close()
    assert one(match, "Ada")["room"] == "R"
    assert gained(match, "Ada") == {"T": None}


def test_SH_21_the_toe_lets_one_step_back() -> None:
    match = ship({"Ada": (mate("1A", 5, "T"),)})
    match.seal("Ada", crew({"move": "4B", "step": "west"}))
    match.close()
    assert (one(match, "Ada")["room"], one(match, "Ada")["energy"]) == ("1A", 5 - 2 + 3)


@pytest.mark.parametrize(
    ("energy", "order", "code"),
    [
        (5, {"step": "north"}, "off_the_board"),
        (5, {"move": "4B", "step": "north"}, "off_the_board"),
        (5, {"move": "4B", "step": "east"}, "walled_off"),
        (0, {"step": "east"}, "not_enough_energy"),
        (1, {"move": "4B", "step": "south"}, "not_enough_energy"),
    ],
)
def test_SH_21_steps_that_are_refused(energy: int, order: dict[str, Any], code: str) -> None:
    match = ship({"Ada": (mate("1A", energy, "T"),)}, walls=[["4B", "3C"]])
    assert match.refused("Ada", crew(order)).code == code


def test_SH_21_no_step_without_the_toe() -> None:
    assert ship().refused("Ada", crew({"step": "south"})).code == "no_toe"


def test_SH_21_the_banana_gives_three_energy_before_the_other_orders() -> None:
    match = ship({"Ada": (mate("10B", 3, "Y"),)})
    assert match.refused("Ada", crew(go("10A", 2))).code == "not_enough_energy"
    match.seal("Ada", crew(go("10A", 4, eat=True)))
    match.close()
    assert parts(match, "Ada") == ["10A"]
    assert one(match, "Ada")["energy"] == 3
    assert gained(match, "Ada") == {"Y": 0}
    assert match.refused("Ada", crew({"eat": True})).code == "no_banana"


def test_SH_21_the_banana_stays_within_the_cap() -> None:
    match = ship({"Ada": (mate("1A", 6, "Y"),)}, round=8)
    assert match.refused("Ada", crew(go("2B", 5, eat=True))).code == "not_enough_energy"
    match.seal("Ada", crew({"eat": True}))
    match.close()
    assert one(match, "Ada")["energy"] == 7


def test_SH_21_only_the_carrier_eats() -> None:
    match = ship({"Ada": (mate("1A"), mate("2A", 5, "Y"))})
    assert match.refused("Ada", crew({"eat": True})).code == "no_banana"


# --- SH-22 U -----------------------------------------------------------------------------------------------------
def test_SH_22_urgot_wins_whatever_the_contention() -> None:
    match = ship({"Ada": (mate("4B", 5, "U"), mate("4B")), "Bo": (mate("4B", 7),), "Cy": (mate("4B", 7),)})
    match.seal("Ada", crew(go(None, 1), go(None, 4)))
    match.seal("Bo", crew(go(None, 1)))
    match.seal("Cy", crew(go(None, 7)))
    reports = match.close()
    assert parts(match, "Ada") == ["4B"]
    assert [done["ok"] for done in reports["Ada"]["activations"]] == [True, False]
    assert not reports["Cy"]["activations"][0]["ok"]
    assert gained(match, "Ada") == {"U": 0}


def test_SH_22_it_is_used_up_by_the_next_component_even_uncontested() -> None:
    match = ship({"Ada": (mate("4B", 5, "U"),), "Bo": (mate("3C"),)})
    match.seal("Ada", crew(go(None, 1)))
    match.close()
    assert gained(match, "Ada") == {"U": 0}
    match.seal("Ada", crew(go("3C", 1)))
    match.seal("Bo", crew(go(None, 2)))
    match.close()
    assert parts(match, "Bo") == ["3C"]


@pytest.mark.parametrize("room", ["T", "P"])
def test_SH_22_it_does_not_help_in_other_rooms_and_is_kept(room: str) -> None:
    match = ship({"Ada": (mate(room, 5, "U"),), "Bo": (mate(room),)})
    match.seal("Ada", crew(go(None, 1)))
    match.seal("Bo", crew(go(None, 2)))
    assert not match.close()["Ada"]["activations"][0]["ok"]
    assert gained(match, "Ada") == {"U": 1}


def test_SH_22_a_disabled_room_cannot_be_activated_even_so() -> None:
    match = ship({"Ada": (mate("4B", 5, "U"),), "Bo": (mate("4B"),)})
    match.seal("Ada", crew(go(None, 1)))
    match.seal("Bo", crew({"disable": True}))
    match.close()
    assert parts(match, "Ada") == []
    assert gained(match, "Ada") == {"U": 1}


# --- SH-23 W -----------------------------------------------------------------------------------------------------
def test_SH_23_the_wiwaxia_drains_everyone_else_in_the_room() -> None:
    crews: dict[str, tuple[Json, ...]] = {
        "Ada": (mate("4B", 2, "W"), mate("4B", 1)),
        "Bo": (mate("4B", 3),),
        "Cy": (mate("4B", 0),),
    }
    match = ship(crews, round=8)
    match.seal("Ada", crew({"drain": True}))
    match.close()
    assert energies(match, "Ada") == [2 + 2, 0]
    assert [one(match, seat)["energy"] for seat in ("Bo", "Cy", "Di")] == [2, 0, 5]


def test_SH_23_it_counts_what_is_left_at_the_end_of_the_round() -> None:
    match = ship({"Ada": (mate("1A", 5, "W"),), "Bo": (mate("3C", 3),), "Cy": (mate("4B", 3),)})
    match.seal("Ada", crew({"move": "4B", "drain": True}))
    match.seal("Bo", crew(go("4B", 2)))  # nothing left to drain
    match.seal("Cy", crew({"move": "R"}))  # gone
    match.close()
    assert one(match, "Ada")["energy"] == 5 - 1 + 3
    assert one(match, "Bo")["energy"] == 3
    assert one(match, "Cy")["energy"] == 5


def test_SH_23_what_is_above_the_cap_is_lost() -> None:
    match = ship({"Ada": (mate("4B", 7, "W"),), "Bo": (mate("4B", 3),)}, round=8)
    match.seal("Ada", crew({"drain": True}))
    match.close()
    assert (one(match, "Ada")["energy"], one(match, "Bo")["energy"]) == (7, 2)


def test_SH_23_two_uses_and_a_drain_of_nothing_spends_one() -> None:
    match = ship({"Ada": (mate("4B", 5, "W"),)})
    for left in (1, 0):
        match.seal("Ada", crew({"drain": True}))
        match.close()
        assert gained(match, "Ada") == {"W": left}
    assert match.refused("Ada", crew({"drain": True})).code == "no_wiwaxia"


# --- SH-24 X -----------------------------------------------------------------------------------------------------
def beside() -> Any:
    """Ada's first crewmate carries the device beside Bo's; Cy stands with Ada's second, Di elsewhere."""
    return ship({"Ada": (mate("4B", 5, "X"), mate("R")), "Bo": (mate("4B"),), "Cy": (mate("R"),)})


def test_SH_24_CM_22_the_pair_and_only_it_may_talk_until_the_round_closes() -> None:
    match = beside()
    assert match.refused_say("Ada", ["Bo"], "hello").code == "pair_closed"
    match.do("Ada", {"kind": "open_channel", "crew": 0, "player": "Bo"})
    match.say("Ada", ["Bo"], "only us")
    match.say("Bo", ["Ada"], "yes")
    for speaker, to in (("Ada", ["Cy"]), ("Cy", ["Ada"]), ("Bo", ["Di"]), ("Cy", ["Di"]), ("Ada", ["Bo", "Cy"])):
        assert match.refused_say(speaker, to, "psst").code == "pair_closed"
    assert gained(match, "Ada") == {"X": 0}
    match.close()
    assert match.refused_say("Bo", ["Ada"], "still there?").code == "pair_closed"
    heard = [message["text"] for message in match.view("Bo")["messages"]]
    assert heard == ["only us", "yes"]  # stays readable
    assert match.view("Cy")["messages"] == []


def test_SH_24_only_the_two_learn_of_it() -> None:
    match = beside()
    before = {seat: match.view(seat) for seat in ("Cy", "Di")}
    match.do("Ada", {"kind": "open_channel", "crew": 0, "player": "Bo"})
    assert [told["kind"] for told in match.notices("Bo")] == ["channel_opened"]
    assert match.notices("Bo")[0]["data"] == {"player": "Ada"}
    assert match.notices("Ada")[0]["data"] == {"player": "Bo"}
    assert match.notices("Cy") == match.notices("Di") == []
    assert {seat: match.view(seat) for seat in ("Cy", "Di")} == before
    assert (match.view("Ada")["view"]["line"], match.view("Bo")["view"]["line"]) == ("Bo", "Ada")
    match.close()
    assert match.view("Ada")["view"]["line"] is None


def test_SH_24_CM_27_it_takes_the_other_seats_ready_mark_away() -> None:
    match = beside()
    for seat in ("Bo", "Cy"):
        match.ready(seat)
    match.do("Ada", {"kind": "open_channel", "crew": 0, "player": "Bo"})
    assert not match.view("Bo")["ready"]
    assert match.view("Cy")["ready"]


@pytest.mark.parametrize(
    ("seat", "index", "player", "code"),
    [
        ("Ada", 0, "Cy", "not_shared"),
        ("Ada", 0, "Di", "not_shared"),
        ("Ada", 0, "Ada", "to_oneself"),
        ("Ada", 0, "Eve", "not_seated"),
        ("Ada", 1, "Cy", "no_device"),
        ("Ada", 2, "Bo", "no_such_crewmate"),
        ("Ada", -1, "Bo", "no_such_crewmate"),
        ("Bo", 0, "Ada", "no_device"),
    ],
)
def test_SH_24_calls_that_are_refused(seat: str, index: int, player: str, code: str) -> None:
    match = beside()
    assert match.refused_do(seat, {"kind": "open_channel", "crew": index, "player": player}).code == code


def test_SH_24_once_a_match() -> None:
    match = beside()
    match.do("Ada", {"kind": "open_channel", "crew": 0, "player": "Bo"})
    assert match.refused_do("Ada", {"kind": "open_channel", "crew": 0, "player": "Bo"}).code == "device_used"


def test_SH_24_the_room_shared_is_that_of_the_last_close() -> None:
    match = ship({"Ada": (mate("X"),), "Bo": (mate("13A"),)})
    match.seal("Ada", crew(go(None, 1)))
    match.close()
    assert match.refused_do("Ada", {"kind": "open_channel", "crew": 0, "player": "Bo"}).code == "not_shared"
    match.seal("Ada", crew({"move": "11C"}))
    match.seal("Bo", crew({"move": "8C"}))
    match.close()
    match.seal("Bo", crew({"move": "11C"}))
    match.close()
    match.do("Ada", {"kind": "open_channel", "crew": 0, "player": "Bo"})


def test_SH_24_CM_24_it_is_no_action_of_the_pregame_or_after_the_end() -> None:
    match = ship({"Ada": (mate("4B", 5, "X"),), "Bo": (mate("4B"),)}, round=8)
    match.close()
    assert match.phase == "decision"
    match.refused_do("Ada", {"kind": "open_channel", "crew": 0, "player": "Bo"})
    match.say("Ada", ["Bo"], "now everyone may talk to everyone")


def test_SH_24_the_two_seats_are_told_in_seat_order_whoever_calls() -> None:
    match = ship({"Bo": (mate("4B", 5, "X"),), "Ada": (mate("4B"),)})
    match.do("Bo", {"kind": "open_channel", "crew": 0, "player": "Ada"})
    assert match.host["lines"] == [["Ada", "Bo"]]
    match.say("Ada", ["Bo"], "you called?")


# --- SH-25 Z, and when bonuses can be used -----------------------------------------------------------------------
@pytest.mark.parametrize(
    ("room", "order"), [("Y", {"eat": True}), ("T", {"step": "west"}), ("S", {"wall": "west"}), ("W", {"drain": True})]
)
def test_SH_25_a_bonus_can_be_used_from_the_next_round_on(room: str, order: dict[str, Any]) -> None:
    match = ship({"Ada": (mate(room, 3),)})
    assert match.refused("Ada", crew({"activate": 1, **order})).code.startswith("no_")
    match.seal("Ada", crew(go(None, 1)))
    match.close()
    if room == "Y":
        match.seal("Ada", crew({"eat": True}))
    else:
        match.seal("Ada", crew(order))


def test_SH_25_SH_44_the_record_is_worth_four_garnets_at_the_end() -> None:
    match = ship({"Ada": (mate("Z"),)}, round=8)
    match.seal("Ada", crew(go(None, 1)))
    match.close()
    assert match.host["garnets"] == {"Ada": 10, "Bo": 6, "Cy": 6, "Di": 6}


def test_SH_25_used_up_bonuses_stay_visible() -> None:
    match = ship({"Ada": (mate("4B", 5, "YW"),), "Bo": (mate("4B"),)})
    match.seal("Ada", crew({"eat": True, "drain": True}))
    assert match.close()["Bo"]["met"][0]["bonuses"] == ["W", "Y"]
    match.seal("Ada", crew({"drain": True}))
    assert match.close()["Bo"]["met"][0]["bonuses"] == ["W", "Y"]
    assert gained(match, "Ada") == {"W": 0, "Y": 0}


def test_SH_20_uses_left_are_in_the_host_state() -> None:
    crews: dict[str, tuple[Json, ...]] = {"Ada": (mate("1A", 5, "ZYXW"), mate("2A", 5, "UTSR"))}
    match = ship(crews, claimed=owned(Bo="1B"))
    assert gained(match, "Ada") == {"W": 2, "X": 1, "Y": 1, "Z": None}
    assert gained(match, "Ada", 1) == {"R": None, "S": 1, "T": None, "U": 1}
    assert list(gained(match, "Ada")) == ["W", "X", "Y", "Z"]


# --- SH-26 -------------------------------------------------------------------------------------------------------
def test_SH_26_what_was_said_in_the_lounge_stays_as_it_was_said() -> None:
    match = ship()
    match.say("Ada", "lounge", "I have nothing to hide.")
    said = match.view("Bo")["messages"]
    for kind in ("edit", "delete", "unsay"):
        match.refused_do("Ada", {"kind": kind, "message": 0})
    match.say("Ada", "lounge", "Correction: I do.")
    match.close()
    for seat in ("Ada", "Bo", "Cy", "Di"):
        assert match.view(seat)["messages"][0] == said[0]
        assert [message["text"] for message in match.view(seat)["messages"]] == [
            "I have nothing to hide.",
            "Correction: I do.",
        ]


def test_SH_20_the_step_of_a_wall_shows_the_energy_after_the_bid_and_a_walk_each_room_once() -> None:
    match = ship({"Ada": (mate("1A", 5, "S"),)})
    match.seal("Ada", crew(go("3C", 2, wall="east")))
    match.close()
    chapter: Any = record_of(match.match).chapters[-1]
    told = {step.kind: step.data for step in steps(chapter)}
    assert told["move"]["path"] == ["1A", "3C"]
    spent = 5 - told["move"]["energy"]
    assert told["wall"]["energy"] == 5 - spent - 2
