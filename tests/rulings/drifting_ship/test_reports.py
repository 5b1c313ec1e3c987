"""SH-50: what a seat is told at a close, what it sees, and what nobody else learns."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from core.decoding import plain
from core.games import game
from core.match.views import game_view
from tests.kit import Script, play
from tests.rulings.drifting_ship.script import Json, crew, go, mate, muster, one, owned, parts, ship

SHIP = game("drifting_ship")
SEATS = ("Ada", "Bo", "Cy", "Di")


# --- the report --------------------------------------------------------------------------------------------------
def test_SH_50_the_report_in_full() -> None:
    crews: dict[str, tuple[Json, ...]] = {
        "Ada": (mate("4B", 5, "S", name="Red"), mate("R", 4, name="Blue")),
        "Bo": (mate("3C", 5, "Y", name="Sun"), mate("4A", 2, name="Moon")),
        "Cy": (mate("9A", 5, parasite=True, name="Fox"), mate("13A", 3, name="Owl")),
    }
    match = ship(crews)
    match.seal("Ada", crew(go("3C", 2, wall="east"), go(None, 1)))
    match.seal("Bo", crew(go(None, 1, eat=True), go("R")))
    match.seal("Cy", crew(go("3C", 1), go(None, 2)))
    reports = match.close()
    assert reports["Ada"] == {
        "activated": ["13A", "3C", "R"],
        "walls": [["2B", "3C"]],
        "energy": [5, 7],
        "activations": [{"crew": 0, "room": "3C", "ok": True}, {"crew": 1, "room": "R", "ok": True}],
        "activators": [{"room": "3C", "player": "Ada"}, {"room": "R", "player": "Ada"}],
        "met": [
            {"crew": 0, "room": "3C", "player": "Bo", "name": "Sun", "bonuses": ["Y"], "parasite": False},
            {"crew": 0, "room": "3C", "player": "Cy", "name": "Fox", "bonuses": [], "parasite": True},
            {"crew": 1, "room": "R", "player": "Bo", "name": "Moon", "bonuses": [], "parasite": False},
        ],
    }
    assert reports["Bo"] == {
        "activated": ["13A", "3C", "R"],
        "walls": [["2B", "3C"]],
        "energy": [7, 4],
        "activations": [{"crew": 0, "room": "3C", "ok": False}],
        "activators": [{"room": "3C", "player": "Ada"}, {"room": "R", "player": "Ada"}],
        "met": [
            {"crew": 0, "room": "3C", "player": "Ada", "name": "Red", "bonuses": ["S"], "parasite": False},
            {"crew": 0, "room": "3C", "player": "Cy", "name": "Fox", "bonuses": [], "parasite": True},
            {"crew": 1, "room": "R", "player": "Ada", "name": "Blue", "bonuses": ["R"], "parasite": False},
        ],
    }
    assert reports["Di"] == {
        "activated": ["13A", "3C", "R"],
        "walls": [["2B", "3C"]],
        "energy": [7, 7],
        "activations": [],
        "activators": [],
        "met": [],
    }


def test_SH_50_everyone_is_told_the_rooms_but_not_by_whom() -> None:
    match = ship({"Ada": (mate("4B"), mate("P"))})
    match.seal("Ada", crew(go(None, 1), go(None, 1)))
    reports = match.close()
    for seat in SEATS:
        assert reports[seat]["activated"] == ["4B", "P"]
    for seat in ("Bo", "Cy", "Di"):
        assert "Ada" not in json.dumps(reports[seat])
        assert match.view(seat)["view"]["owners"] == {}
    assert plain(match.match.rounds[0].public) == {"round": 1, "activated": ["4B", "P"], "walls": []}


def test_SH_50_the_activator_is_told_to_those_who_ended_there_even_if_they_bid_nothing() -> None:
    match = ship({"Ada": (mate("4B"),), "Bo": (mate("1A"),), "Cy": (mate("4B"),)})
    match.seal("Ada", crew(go(None, 1)))
    match.seal("Bo", crew({"move": "4B"}))
    match.seal("Cy", crew({"move": "3C"}))
    reports = match.close()
    assert reports["Bo"]["activators"] == [{"room": "4B", "player": "Ada"}]
    assert reports["Cy"]["activators"] == []  # it left before
    assert match.view("Bo")["view"]["owners"] == {"4B": "Ada"}


def test_SH_50_ones_own_crew_is_not_met() -> None:
    match = ship({"Ada": (mate("4B"), mate("4B"))})
    assert match.close()["Ada"]["met"] == []


def test_SH_50_both_of_a_seats_crew_meet_the_same_other() -> None:
    match = ship({"Ada": (mate("4B"), mate("4B")), "Bo": (mate("4B", name="Sun"),)})
    report = match.close()["Ada"]
    assert [(met["crew"], met["name"]) for met in report["met"]] == [(0, "Sun"), (1, "Sun")]
    seen = [sighting for sighting in match.view("Ada")["view"]["sightings"] if sighting["round"] == 1]
    assert [sighting["name"] for sighting in seen] == ["Sun"]


def test_SH_50_bonuses_are_shown_without_the_uses_left() -> None:
    match = ship({"Ada": (mate("4B"),), "Bo": (mate("4B", 5, "WRY"),)})
    assert match.close()["Ada"]["met"][0]["bonuses"] == ["R", "W", "Y"]


def test_SH_50_a_bonus_and_a_parasite_gained_at_this_close_are_seen() -> None:
    match = ship({"Ada": (mate("P"),), "Bo": (mate("P"), mate("T")), "Cy": (mate("T"),)})
    match.seal("Bo", crew(go(None, 1), go(None, 1)))
    reports = match.close()
    assert reports["Ada"]["met"][0]["parasite"] is True
    assert reports["Cy"]["met"][0]["bonuses"] == ["T"]


def test_SH_50_the_report_in_words() -> None:
    match = ship({"Ada": (mate("4B"), mate("R")), "Bo": (mate("4B", 5, "Y", parasite=True, name="Sun"),)})
    match.seal("Ada", crew(go(None, 2), go(None, 1)))
    match.seal("Bo", crew(go(None, 2)))
    match.close()
    told = SHIP.tell(match.match.rounds[0].reports["Ada"])
    assert list(told) == [
        "Activated this round: R.",
        "Crewmate 1 failed to activate 4B Hyacinth.",
        "Crewmate 2 activated R Rosé Tteokbokki.",
        "Crewmate 1 met Bo's Sun, carrying Yellow Banana, a Parasite, in 4B.",
        "Energy: Crewmate 1 has 6, Crewmate 2 has 7.",
    ]


@pytest.mark.parametrize(
    ("orders", "words"),
    [
        ({}, ["Both crewmates rest."]),
        (muster(), ["Red starts in 1A.", "Blue starts in 2C."]),
        (
            crew(go("3C", 2, eat=True, step="north", wall="east", drain=True), {"disable": True}, buy_cap=2),
            [
                "Crewmate 1 eats the Yellow Banana, moves to 3C, takes one step north, activates the room there "
                "with 2 energy, puts a wall on the east side and drains everyone in the room.",
                "Crewmate 2 disables the room where it stands with all its energy.",
                "Buy +2 energy cap for 6 garnets.",
            ],
        ),
        (
            crew(None, {"activate": 3, "plant": "B"}),
            ["Crewmate 2 plants the Parasite on Sequence B (Greenhouse) with 3."],
        ),
    ],
)
def test_SH_07_orders_are_restated_in_words(orders: dict[str, object], words: list[str]) -> None:
    assert list(SHIP.restate(msgspec.convert(orders, SHIP.Orders))) == words


def test_SH_02_a_seat_reads_its_orders_and_reports_with_the_names_it_gave() -> None:
    match = ship({"Ada": (mate("4B", 5, name="Red"), mate("2A", 5, name="Blue"))})
    match.seal("Ada", crew(go("3C", 2)))
    match.close()
    view = game_view(match.match, "Ada")
    assert list(SHIP.restate_to(msgspec.convert(crew(go("3C", 2)), SHIP.Orders), view)) == [
        "Red moves to 3C and activates it with 2 energy."
    ]
    assert "Red activated 3C Debussy." in SHIP.tell_to(match.match.rounds[-1].reports["Ada"], view)


# --- host state --------------------------------------------------------------------------------------------------
def test_SH_50_host_state_in_the_form_of_the_rulings() -> None:
    match = ship(
        {"Ada": (mate("4B", 5, "S", name="Red"), mate("2A", 2, "WZ", name="Blue"))},
        claimed=owned(Ada="10A 1A", Bo="2B"),
        walls=[["2B", "3C"], ["1A", "4B"]],
    )
    match.seal("Bo", crew({"disable": True}))
    match.close()
    host = match.host
    assert host["players"]["Ada"] == {
        "components": ["10A", "1A"],
        "crew": [
            {"name": "Red", "room": "4B", "energy": 7, "cap": 7, "bonuses": {"S": 1}, "parasite": False},
            {"name": "Blue", "room": "2A", "energy": 5, "cap": 7, "bonuses": {"W": 2, "Z": None}, "parasite": False},
        ],
    }
    assert list(host["players"]) == list(SEATS)
    assert host["activated"] == ["10A", "1A", "2B", "S", "W", "Z"]
    assert host["walls"] == [["1A", "4B"], ["2B", "3C"]]
    assert host["disabled"] == {"1B": 2}
    assert host["phase"] == "round"
    assert host["round"] == 2
    assert host["garnets"] == dict.fromkeys(SEATS, 6)


# --- the view ----------------------------------------------------------------------------------------------------
def test_SH_50_CM_09_the_view_holds_ones_own_crew_and_the_public_facts() -> None:
    match = ship(
        {"Ada": (mate("4B", 4, "S", name="Red"),)}, claimed=owned(Ada="1A 13A", Bo="2B"), activated=["R", "3A"]
    )
    view = match.view("Ada")["view"]
    assert view["own"]["crew"][0] == {"name": "Red", "room": "4B", "energy": 4, "bonuses": {"S": 1}, "parasite": False}
    assert view["own"]["components"] == ["13A", "1A"]
    assert view["garnets"] == 6
    assert view["chart"]["activated"] == ["13A", "1A", "2B", "3A", "R", "S"]
    assert view["sequences"][0] == {
        "letter": "A",
        "title": "Frontier",
        "mine": [1, 13],
        "taken": [3],
        "free": [2, 4, 5, 6, 7, 8, 9, 10, 11, 12],
        "value": 14,
    }
    assert view["sequences"][1]["taken"] == [2]
    assert view["owners"] == {"13A": "Ada", "1A": "Ada", "S": "Ada"}
    assert (view["round"], view["rounds"], view["over"]) == (1, 8, False)


def test_SH_50_CM_10_what_was_seen_where_stays_round_by_round() -> None:
    match = ship({"Ada": (mate("4B", name="Red"),), "Bo": (mate("4B", name="Sun"),)})
    match.seal("Ada", crew(go(None, 1)))
    match.close()
    match.seal("Ada", crew({"move": "3C"}))
    match.close()
    view = match.view("Ada")["view"]
    assert [(page["round"], page["rooms"]) for page in view["own"]["pages"]] == [
        (0, ["4B", "2A"]),
        (1, ["4B", "2A"]),
        (2, ["3C", "2A"]),
    ]
    assert [(seen["round"], seen["room"], seen["name"]) for seen in view["sightings"]] == [
        (0, "4B", "Sun"),
        (1, "4B", "Sun"),
    ]
    assert [news["activated"] for news in view["news"]] == [["4B"], []]
    assert view["own"]["pages"][1]["report"] == match.view("Ada")["log"][0]["report"]


def test_SH_50_CM_09_a_spectator_sees_the_chart_alone() -> None:
    match = ship({"Ada": (mate("4B", 4, "S", name="Canary"),)}, claimed=owned(Ada="1A"))
    match.close()
    seen = match.view(None)["view"]
    assert seen["own"] is None
    assert (seen["garnets"], seen["owners"], seen["sightings"], seen["line"]) == (0, {}, [], None)
    assert seen["sequences"][0]["taken"] == [1]
    assert "Canary" not in json.dumps(match.view(None))


# --- secrets -----------------------------------------------------------------------------------------------------
def hidden(order: dict[str, object], **keys: Any) -> Script:
    """Ada does something out of everybody's sight; then the round closes."""
    crews: dict[str, tuple[Json, ...]] = {
        "Ada": (mate("9C", 6, "YSW", parasite=True, name="Canary"), mate("V", 6, "UTX", name="Canarina"))
    }
    match = ship(crews, **keys)
    match.seal("Ada", crew(order))
    match.close()
    return match


@pytest.mark.parametrize(
    "order",
    [
        {},
        {"move": "11B"},
        {"move": "13A"},
        {"eat": True},
        {"disable": True},
        {"drain": True},
        {"move": "Z", "disable": True},
    ],
)
def test_SH_50_CM_09_positions_energy_and_tools_out_of_sight_leak_to_nobody(order: dict[str, object]) -> None:
    plain_round, changed = hidden({}), hidden(order)
    for seat in ("Bo", "Cy", "Di", None):
        assert changed.view(seat) == plain_round.view(seat)
        assert "Canar" not in json.dumps(changed.view(seat))


def test_SH_50_CM_09_what_was_given_at_the_start_leaks_to_nobody() -> None:
    one_way = hidden({}, claimed=owned(Ada="1A", Bo="2A"))
    other_way = hidden({}, claimed=owned(Ada="2A", Bo="1A"))
    for seat in ("Cy", "Di"):
        assert one_way.view(seat) == other_way.view(seat)


def test_SH_50_CM_09_bids_are_told_to_nobody() -> None:
    """Whatever Ada bids above Bo, the others and Bo are told the same."""
    told = []
    for bid in (3, 4, 5):
        match = ship({"Ada": (mate("4B", 7, name="Red"),), "Bo": (mate("4B", 7, name="Sun"),)})
        match.seal("Ada", crew(go(None, bid)))
        match.seal("Bo", crew(go(None, 2)))
        match.close()
        told.append([match.view(seat) for seat in ("Bo", "Cy", "Di")])
    assert told[0] == told[1] == told[2]


def test_SH_14_CM_01_refusals_do_not_know_of_disabled_rooms_or_rivals() -> None:
    """Bo's orders are judged alike whether or not Ada disabled the room, or stands there too."""
    for bonuses in ("", "U"):
        match = ship({"Ada": (mate("4B", 5, bonuses),), "Bo": (mate("1A"),)}, activated=[] if bonuses else ["U"])
        match.seal("Ada", crew({"disable": True}))
        match.close()
        match.seal("Bo", crew(go("4B", 1)))
        asked = SHIP.asks(match.match.state, "Bo", None)
        choice = next(c for c in asked.choices if (c.slot, c.value) == ("crew.0.activate", "4B"))
        assert choice.closed is None


def test_SH_02_names_in_sealed_pregame_orders_stay_sealed() -> None:
    match = play("drifting_ship")
    match.seal("Ada", muster("1A", "1B", ("Canary", "Canarina")))
    match.seal("Bo", muster("2A", "2B"))
    for seat in ("Bo", "Cy", "Di", None):
        assert "Canar" not in json.dumps(match.view(seat))
    match.close()
    assert one(match, "Ada")["name"] == "Canary"
    assert parts(match, "Ada") == []


# --- asks --------------------------------------------------------------------------------------------------------
def test_SH_07_asks_lists_what_can_be_done_and_why_not() -> None:
    match = ship({"Ada": (mate("4B", 2, "S"), mate("V", 3, parasite=True))}, claimed=owned(Bo="3C"))
    asked = SHIP.asks(match.match.state, "Ada", None)
    assert asked.orders
    assert asked.limits == {"energy.0": 2, "energy.1": 3, "buy_cap": 2}
    by_slot = {(c.slot, c.value): c for c in asked.choices}
    assert by_slot["crew.0.move", "R"].closed is None
    assert by_slot["crew.0.move", "6A"].ruling == "SH-06"
    assert by_slot["crew.0.activate", "3C"].closed == "3C has been activated: its component is gone."
    assert [c.value for c in asked.open("crew.0.activate")] == ["1A", "4B", "R"]
    assert [c.value for c in asked.open("crew.1.plant")] == ["A", "B", "C"]
    assert [c.value for c in asked.open("crew.0.wall")] == ["east", "south", "west"]
    assert by_slot["crew.1.disable", "V"].ruling == "SH-14"
    assert [c.value for c in asked.open("buy_cap")] == [1, 2]


def test_SH_02_asks_of_the_pregame_are_the_starting_rooms() -> None:
    match = play("drifting_ship")
    asked = SHIP.asks(match.match.state, "Ada", None)
    assert [c.value for c in asked.open("start")] == ["1A", "2A", "3A", "5A", "1B", "2B", "1C", "2C"]
    assert len(asked.choices) == 49
