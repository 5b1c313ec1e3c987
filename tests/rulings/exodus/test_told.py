"""Who learns what: EX-10, with CM-09 and CM-10 where they touch it; the forms of report and host state."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from core.games import game
from core.match.views import asks, game_view
from tests.kit import Script
from tests.kit.swaps import offers, trade
from tests.rulings.exodus.hands import SEATS, start

CUBES = ("red", "blue", "yellow", "green", "white", "black")


def text(value: Any) -> str:
    return json.dumps(msgspec.to_builtins(value))


def outputs(match: Script, seat: str) -> str:
    """Everything that the game gives a seat."""
    return text([game_view(match.match, seat), asks(match.match, seat)])


def test_EX_10_the_report_has_points_cubes_trades_and_failures() -> None:
    match = start(2, {"Ada": 4}, Ada="red blue", Bo="green")
    match.seal("Ada", offers("Bo red", "Cy blue"))
    match.seal("Bo", offers("Ada green"))
    assert match.close()["Ada"] == {
        "points": 9,
        "cubes": {"red": 0, "blue": 1, "yellow": 0, "green": 1, "white": 0, "black": 0},
        "trades": [{"with": "Bo", "gave": "red", "got": "green"}],
        "failed": [{"to": "Cy", "give": "blue"}],
    }


def test_EX_10_a_seat_that_ordered_nothing_is_told_too() -> None:
    reports = start(1, Ada="red").close()
    assert list(reports) == list(SEATS)
    assert reports["Cy"] == {"points": 0, "cubes": dict.fromkeys(CUBES, 0), "trades": [], "failed": []}


def test_EX_10_nothing_about_trades_is_public() -> None:
    match = start(2, Ada="red", Bo="green", Cy="white")
    reports = trade(match, "Ada red Bo green")
    assert match.match.rounds[0].public is None
    for name in ("Ada", "Bo"):
        assert name not in text(reports["Cy"])
        assert name not in text(game_view(match.match, "Cy"))
        assert name not in text(game_view(match.match, None))


def test_EX_10_CM_09_what_others_hold_changes_nothing_that_a_seat_sees() -> None:
    one = start(4, {"Bo": 3}, Ada="red white", Bo="green green", Cy="blue")
    two = start(4, {"Bo": 70}, Ada="red white", Bo="black", Cy="white white white")
    for match, back in ((one, "green"), (two, "black")):
        match.seal("Bo", offers(f"Cy {back}"))
    assert outputs(one, "Ada") == outputs(two, "Ada")
    assert one.refused("Ada", offers("Bo blue")).message == two.refused("Ada", offers("Bo blue")).message
    for match in (one, two):
        match.seal("Ada", offers("Bo red"))
    assert one.close()["Ada"] == two.close()["Ada"]
    assert outputs(one, "Ada") == outputs(two, "Ada")


def test_EX_10_CM_10_a_seat_keeps_its_own_trades_and_what_each_round_brought() -> None:
    match = start(4, Ada="yellow white white white", Bo="black", Cy="red")
    trade(match, "Ada yellow Bo black")
    trade(match, "Ada white Cy red")
    view = match.view("Ada")["view"]
    assert view["past"] == [
        {"round": 4, "with": "Bo", "gave": "yellow", "got": "black"},
        {"round": 5, "with": "Cy", "gave": "white", "got": "red"},
    ]
    account = view["accounts"][0]
    assert account["round"] == 4
    assert account["score"] == view["accounts"][1]["score"] - 2 == 12
    assert account["result"]["gains"] == [{"amount": 2, "why": "yellow given for black"}]
    assert account["result"]["losses"] == [{"amount": -2, "why": "black received for yellow"}]
    assert account["result"]["doubled"] == 1
    assert account["result"]["bonuses"] == [{"amount": 10, "why": "at least 3 white"}]


def test_EX_10_a_spectator_sees_the_round_alone() -> None:
    match = start(3, {"Ada": 5}, Ada="red")
    view = match.view(None)["view"]
    assert view == {"seat": None, "round": 3, "points": 0, "cubes": {}, "past": [], "accounts": []}


def test_EX_10_the_report_in_words() -> None:
    match = start(2, Ada="red blue", Bo="green")
    match.seal("Ada", offers("Bo red", "Cy blue"))
    match.seal("Bo", offers("Ada green"))
    match.close()
    exodus = game("exodus")
    assert list(exodus.tell(match.match.rounds[0].reports["Ada"])) == [
        "Traded with Bo: gave 1 red cube, got 1 green cube.",
        "Failed: Cy sealed no offer to you, so you keep the blue cube.",
        "You hold 1 blue cube, 1 green cube.",
        "You have 5 points.",
    ]
    assert list(exodus.tell(match.match.rounds[0].reports["Di"])) == [
        "You offered nothing and traded nothing.",
        "You hold nothing.",
        "You have 0 points.",
    ]
    sealed = match.match.rounds[0].orders["Ada"]
    assert list(exodus.restate(sealed)) == ["I offer Bo 1 red cube.", "I offer Cy 1 blue cube."]


def test_EX_02_EX_03_asks_offers_what_is_accepted_and_closes_the_rest_with_a_reason() -> None:
    match = start(1, Ada="red white white")
    found = asks(match.match, "Ada")
    assert found.orders
    assert found.limits == {"offers": 2}
    assert [c.value for c in found.open("offer.to")] == [seat for seat in SEATS if seat != "Ada"]
    assert [c.value for c in found.open("offer.give")] == ["red", "white"]
    closed = next(c for c in found.choices if c.value == "green")
    assert (closed.closed, closed.ruling) == ("You hold no green cube.", "EX-03")
    for choice in found.choices:
        assert choice.probe is not None
        if choice.closed is None:
            match.seal("Ada", choice.probe)
        else:
            match.refused("Ada", choice.probe)


def test_EX_03_with_an_empty_hand_everything_is_closed() -> None:
    match = start(1)
    found = asks(match.match, "Ada")
    assert not found.open("offer.to")
    assert not found.open("offer.give")
    for choice in found.choices:
        assert choice.closed
        match.refused("Ada", choice.probe)


def test_EX_14_host_state_names_points_and_all_six_colours() -> None:
    match = start(2, {"Ada": 4}, Ada="red")
    assert match.host["players"]["Ada"] == {"points": 4, "cubes": {**dict.fromkeys(CUBES, 0), "red": 1}}
    assert list(match.host["players"]) == list(SEATS)
    assert match.host["round"] == 2
