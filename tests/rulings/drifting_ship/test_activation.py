"""SH-10 to SH-14: activations, contention, and the disable."""

from __future__ import annotations

import pytest

from core.games.drifting_ship.spec import COMPONENTS
from tests.kit import Script
from tests.rulings.drifting_ship.script import Json, crew, energies, go, mate, one, owned, parts, ship


def contest(*bids: tuple[str, int, int], room: str = "4B") -> tuple[Script, dict[str, Json]]:
    """Crewmates (seat, index, bid) all standing in `room` and bidding for it."""
    seats = ("Ada", "Bo", "Cy", "Di")
    places = {(seat, index): room for seat, index, _ in bids}
    crews: dict[str, tuple[Json, ...]] = {
        seat: tuple(mate(places.get((seat, at), ("13A", "13C")[at]), 7, name=f"{seat}{at}") for at in (0, 1))
        for seat in seats
    }
    match = ship(crews)
    for seat in seats:
        orders: list[Json] = [{}, {}]
        for who, index, bid in bids:
            if who == seat:
                orders[index] = {"activate": bid}
        match.seal(seat, {"crew": orders})
    return match, match.close()


def owner(match: Script, room: str = "4B") -> str | None:
    return next((seat for seat in match.host["players"] if room in parts(match, seat)), None)


# --- SH-10 -------------------------------------------------------------------------------------------------------
def test_SH_10_a_crewmate_activates_the_room_where_it_ends() -> None:
    match = ship({"Ada": (mate("1A"),)})
    match.seal("Ada", crew(go("4B", 1)))
    match.close()
    assert parts(match, "Ada") == ["4B"]
    assert match.host["activated"] == ["4B"]


@pytest.mark.parametrize("room", ["4B", "R"])
def test_SH_10_a_room_activated_earlier_is_refused_on_submission(room: str) -> None:
    match = ship({"Ada": (mate("4B"), mate("R"))})
    match.seal("Ada", crew(go(None, 1), go(None, 1)))
    match.close()
    index = 0 if room == "4B" else 1
    orders = crew(go(None, 1)) if index == 0 else crew(None, go(None, 1))
    assert match.refused("Ada", orders).code == "already_activated"


@pytest.mark.parametrize("room", COMPONENTS)
def test_SH_10_SH_13_every_component_room_gives_its_component(room: str) -> None:
    match = ship({"Ada": (mate(room),)})
    match.seal("Ada", crew(go(None, 1)))
    match.close()
    assert parts(match, "Ada") == [room]


# --- SH-11 -------------------------------------------------------------------------------------------------------
def test_SH_11_contention_example_of_the_source() -> None:
    """2, 2 and 1: the 1 activates. 2 and 2: nobody."""
    match, reports = contest(("Ada", 0, 2), ("Bo", 0, 2), ("Cy", 0, 1))
    assert owner(match) == "Cy"
    assert reports["Ada"]["activations"] == [{"crew": 0, "room": "4B", "ok": False}]
    match, reports = contest(("Ada", 0, 2), ("Bo", 0, 2))
    assert owner(match) is None
    assert match.host["activated"] == []
    assert reports["Ada"]["activated"] == []


@pytest.mark.parametrize(
    ("bids", "winner"),
    [
        ((1,), "Ada"),
        ((1, 2), "Bo"),
        ((3, 2, 1), "Ada"),
        ((3, 3, 2, 2), None),
        ((3, 3, 2, 1), "Cy"),
        ((1, 1, 1, 1), None),
        ((1, 1, 1, 7), "Di"),
        ((4, 4, 4, 1), "Di"),
    ],
)
def test_SH_11_the_highest_energy_named_once(bids: tuple[int, ...], winner: str | None) -> None:
    match, _ = contest(*((seat, 0, bid) for seat, bid in zip(("Ada", "Bo", "Cy", "Di"), bids, strict=False)))
    assert owner(match) == winner


def test_SH_11_a_seats_own_two_strike_each_other_out() -> None:
    match, reports = contest(("Ada", 0, 3), ("Ada", 1, 3), ("Bo", 0, 1))
    assert owner(match) == "Bo"
    assert [done["ok"] for done in reports["Ada"]["activations"]] == [False, False]
    match, reports = contest(("Ada", 0, 3), ("Ada", 1, 2))
    assert owner(match) == "Ada"
    assert [done["ok"] for done in reports["Ada"]["activations"]] == [True, False]


def test_SH_11_energy_is_never_refunded() -> None:
    match, _ = contest(("Ada", 0, 3), ("Bo", 0, 3), ("Cy", 0, 1))
    assert [energies(match, seat)[0] for seat in ("Ada", "Bo", "Cy")] == [7, 7, 7]  # 4 + 3 at the cap
    match, _ = contest(("Ada", 0, 6), ("Bo", 0, 6))
    assert [energies(match, seat)[0] for seat in ("Ada", "Bo")] == [4, 4]


def test_SH_11_bonus_rooms_are_contested_alike() -> None:
    match, _ = contest(("Ada", 0, 2), ("Bo", 0, 2), ("Cy", 0, 1), room="T")
    assert one(match, "Cy")["bonuses"] == {"T": None}
    assert match.host["activated"] == ["T"]


# --- SH-12 -------------------------------------------------------------------------------------------------------
def test_SH_12_the_parasite_room_is_decided_every_round_anew() -> None:
    match, reports = contest(("Ada", 0, 2), ("Bo", 0, 2), ("Cy", 0, 1), room="P")
    assert [one(match, seat)["parasite"] for seat in ("Ada", "Bo", "Cy")] == [False, False, True]
    assert reports["Di"]["activated"] == ["P"]
    assert match.host["activated"] == []
    match.seal("Ada", crew(go(None, 2)))
    match.seal("Bo", crew(go(None, 1)))
    match.close()
    assert [one(match, seat)["parasite"] for seat in ("Ada", "Bo", "Cy")] == [True, False, True]


# --- SH-13 -------------------------------------------------------------------------------------------------------
def test_SH_13_components_are_the_seats_bonuses_and_parasites_the_crewmates() -> None:
    match = ship({"Ada": (mate("W"), mate("P"))})
    match.seal("Ada", crew(go(None, 1), go(None, 1)))
    match.close()
    assert [one(match, "Ada", index)["bonuses"] for index in (0, 1)] == [{"W": 2}, {}]
    assert [one(match, "Ada", index)["parasite"] for index in (0, 1)] == [False, True]
    assert match.refused("Ada", crew(None, {"drain": True})).code == "no_wiwaxia"


# --- SH-14 -------------------------------------------------------------------------------------------------------
def test_SH_14_no_activation_in_this_round_and_the_next() -> None:
    match = ship({"Ada": (mate("4B"),), "Bo": (mate("4B"),)})
    match.seal("Ada", crew({"disable": True}))
    match.close()
    assert match.host["disabled"] == {"4B": 2}
    assert one(match, "Ada")["energy"] == 3
    match.seal("Bo", crew(go(None, 2)))
    assert match.close()["Bo"]["activations"] == [{"crew": 0, "room": "4B", "ok": False}]
    assert match.host["disabled"] == {}
    match.seal("Bo", crew(go(None, 1)))
    match.close()
    assert parts(match, "Bo") == ["4B"]


def test_SH_14_it_takes_all_that_is_left_after_the_move() -> None:
    match = ship({"Ada": (mate("1A", 5),)}, round=8)
    match.seal("Ada", crew({"move": "3C", "disable": True}))
    match.close()
    assert one(match, "Ada")["energy"] == 0
    assert match.host["disabled"] == {"3C": 9}


@pytest.mark.parametrize(
    ("energy", "order", "code"),
    [
        (1, {"move": "4B", "disable": True}, "no_energy_left"),
        (0, {"disable": True}, "no_energy_left"),
        (2, {"move": "4B", "disable": True}, None),
        (1, {"disable": True}, None),
    ],
)
def test_SH_14_at_least_one_energy_must_be_left(energy: int, order: Json, code: str | None) -> None:
    match = ship({"Ada": (mate("1A", energy),)})
    if code is None:
        match.seal("Ada", crew(order))
    else:
        assert match.refused("Ada", crew(order)).code == code


@pytest.mark.parametrize("room", ["P", "V"])
def test_SH_14_the_parasite_room_and_the_vault_cannot_be_disabled(room: str) -> None:
    assert ship({"Ada": (mate(room),)}).refused("Ada", crew({"disable": True})).code == "cannot_disable"


def test_SH_14_once_a_match_and_once_in_an_order() -> None:
    match = ship()
    assert match.refused("Ada", crew({"disable": True}, {"disable": True})).code == "two_disables"
    match.seal("Ada", crew({"disable": True}))
    match.close()
    assert match.refused("Ada", crew(None, {"disable": True})).code == "disable_used"
    match.seal("Bo", crew({"disable": True}))


def test_SH_14_the_later_last_round_holds_and_activated_rooms_may_be_disabled() -> None:
    match = ship({"Ada": (mate("4B"),), "Bo": (mate("4B"),)}, claimed=owned(Cy="4B"))
    match.seal("Ada", crew({"disable": True}))
    match.close()
    assert match.host["disabled"] == {"4B": 2}
    match.seal("Bo", crew({"disable": True}))
    match.close()
    assert match.host["disabled"] == {"4B": 3}


def test_SH_14_an_order_to_activate_a_disabled_room_is_accepted_from_everyone() -> None:
    match = ship({"Ada": (mate("4B"), mate("R")), "Bo": (mate("4B"),)})
    match.seal("Ada", crew({"disable": True}))
    match.close()
    match.seal("Ada", crew(go(None, 1)))  # even from the one who knows
    match.seal("Bo", crew(go(None, 2)))
    reports = match.close()
    assert [reports[seat]["activations"][0]["ok"] for seat in ("Ada", "Bo")] == [False, False]
    assert parts(match, "Bo") == []


def test_SH_14_it_is_not_announced_and_stops_nobody_from_walking() -> None:
    match = ship({"Ada": (mate("4B"),), "Bo": (mate("1A"),)})
    match.seal("Ada", crew({"disable": True}))
    match.seal("Bo", crew({"move": "4B"}))
    reports = match.close()
    assert one(match, "Bo")["room"] == "4B"
    for seat in ("Bo", "Cy", "Di"):
        assert "disable" not in str({**match.view(seat)["view"], "own": None}), seat
        assert match.view(seat)["view"]["own"]["disable"] is None
        assert reports[seat]["activated"] == []
    assert match.view("Ada")["view"]["own"]["disable"] == {"room": "4B", "last": 2}


def failed(kind: str) -> Json:
    """The report of Bo, whose activation of 4B with 3 energy fails for a reason that depends on `kind`."""
    rival = {"tie": go(None, 3), "higher": go(None, 4), "urgot": go(None, 1), "disable": {"disable": True}}
    bonuses = "U" if kind == "urgot" else ""
    crews: dict[str, tuple[Json, ...]] = {
        "Ada": (mate("4B", 7, bonuses), mate("13A")),
        "Bo": (mate("4B", 7, name="Sun"), mate("1C", name="Moon")),
    }
    match = ship(crews, activated=[] if bonuses else ["U"])
    match.seal("Ada", crew(rival.get(kind, {})))
    if kind == "tie of others":
        match = ship({"Ada": (mate("4B", 7), mate("4B", 7, name="x")), "Bo": crews["Bo"]}, activated=["U"])
        match.seal("Ada", crew(go(None, 4), go(None, 3)))
    match.seal("Bo", crew(go(None, 3)))
    found: Json = match.close()["Bo"]
    return found


@pytest.mark.parametrize("kind", ["tie", "higher", "urgot", "disable", "tie of others"])
def test_SH_14_SH_50_a_failed_activation_carries_no_reason(kind: str) -> None:
    report = failed(kind)
    assert report["activations"] == [{"crew": 0, "room": "4B", "ok": False}]
    assert report["energy"] == [7, 7]


def test_SH_14_SH_50_tie_and_disable_look_alike_to_the_byte() -> None:
    assert failed("tie") == failed("disable")
    assert failed("higher") == failed("tie of others") | {"met": failed("higher")["met"]}
