"""DM-20 to DM-23: which commits count, and to whom they are told."""

from __future__ import annotations

import pytest

from tests.kit import NAMES, Script
from tests.rulings.day_of_mercury.script import (
    ABIGAILS,
    CATACOMBS,
    CATHEDRAL,
    DISTRICT,
    GARDEN,
    GATHER,
    RINGED,
    SHRINE,
    SIN_PLACES,
    TOWER,
    Json,
    against,
    at,
    close,
    commit,
    first,
    held,
    mercury,
    offer,
    plan,
    player,
    swap,
)


def protect(m: Script, *seats: str) -> dict[str, Json]:
    """A round in which these seats offer to the Angels; they must hold 2 pride each."""
    return close(m, {seat: plan(at(RINGED, offer()), at(TOWER)) for seat in seats})


# --- DM-20 ---------------------------------------------------------------------------------------------------


def test_DM_20_two_commits_on_one_target_cancel() -> None:
    m = mercury(sin={"Cy": {"pride": 5}})
    reports = close(
        m,
        {
            "Ada": against("Cy", RINGED),
            "Bo": against("Cy", CATHEDRAL),
            "Cy": plan(at(RINGED), at(GARDEN)),
            "Di": plan(at(RINGED), at(GARDEN)),
        },
    )
    assert held(m, "Cy") == {"pride": 5}
    for seat, place in (("Ada", RINGED), ("Bo", CATHEDRAL)):
        assert reports[seat]["actions"] == [
            {"location": place, "do": "commit", "ok": False, "gained": {}, "reason": "several_commits"}
        ]
        assert reports[seat]["readings"] == {}
        assert player(m, seat)["successful_commits"] == 0
        assert player(m, seat)["attempted"] == ["Cy"]
        assert m.refused(seat, against("Cy", GARDEN)).code == "target_tried"
    assert reports["Cy"]["suffered"] == [], "the target is told nothing"
    assert all(report["announced"] == [] for report in reports.values()), "nor is anyone else"


def test_DM_20_goes_before_the_angels() -> None:
    m = mercury(sin={"Cy": {"pride": 2}})
    protect(m, "Cy")
    reports = close(m, {"Ada": against("Cy"), "Bo": against("Cy", GARDEN), "Cy": plan(at(RINGED), at(TOWER))})
    assert first(reports["Ada"])["reason"] == first(reports["Bo"])["reason"] == "several_commits"
    assert reports["Cy"]["suffered"] == []
    assert all(report["announced"] == [] for report in reports.values())


def test_DM_20_DM_60_the_target_of_cancelled_commits_sees_what_it_would_have_seen_without_them() -> None:
    tried, quiet = mercury(), mercury()
    close(tried, {"Ada": against("Cy"), "Bo": against("Cy", GARDEN, RINGED), "Di": plan(at(RINGED), at(TOWER))})
    close(
        quiet,
        {"Ada": plan(at(RINGED), at(TOWER)), "Bo": plan(at(GARDEN), at(RINGED)), "Di": plan(at(RINGED), at(TOWER))},
    )
    for seat in NAMES[2:]:
        assert tried.view(seat) == quiet.view(seat)


def test_DM_20_three_commits_cancel_as_well() -> None:
    m = mercury(sin={"Cy": {"pride": 5}})
    reports = close(m, {s: against("Cy", RINGED) for s in ("Ada", "Bo", "Di")})
    assert held(m, "Cy") == {"pride": 5}
    assert reports["Cy"]["suffered"] == []


def test_DM_20_other_commits_of_the_same_seats_are_not_touched() -> None:
    m = mercury()
    ada = plan(at(RINGED, commit("Cy"), commit("Di")), at(TOWER))
    reports = close(m, {"Ada": ada, "Bo": against("Cy")})
    assert [a["ok"] for a in reports["Ada"]["actions"]] == [False, True]
    assert player(m, "Ada")["successful_commits"] == 1


# --- DM-21, DM-30 --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", SIN_PLACES)
def test_DM_21_DM_30_the_angels_turn_a_single_commit_away(place: str) -> None:
    m = mercury(sin={"Cy": {"pride": 4}})
    reports = protect(m, "Cy")
    assert reports["Cy"]["next_round"]["protected"] is True
    di = plan(at(RINGED), at(SHRINE))
    reports = close(m, {"Ada": against("Cy", place, CATHEDRAL if place != CATHEDRAL else GARDEN), "Cy": di, "Di": di})
    assert first(reports["Ada"]) == {
        "location": place,
        "do": "commit",
        "ok": False,
        "gained": {},
        "reason": "turned_away",
    }
    assert held(m, "Cy") == {"pride": 2}
    assert player(m, "Ada")["successful_commits"] == 0
    assert player(m, "Ada")["attempted"] == ["Cy"]
    (told,) = reports["Cy"]["suffered"]
    assert told["location"] == place
    assert told["turned_away"] is True
    assert reports["Di"]["announced"] == ["Cy"], "it is announced"
    assert reports["Cy"]["next_round"] == {"forced": None, "extra": 0, "protected": False}


def test_DM_21_the_protection_lasts_one_round() -> None:
    m = mercury(sin={"Cy": {"pride": 4}})
    protect(m, "Cy")
    close(m, {})
    close(m, {"Ada": against("Cy")})
    assert player(m, "Ada")["successful_commits"] == 1


def test_DM_30_protection_does_not_hold_in_the_round_of_the_offer() -> None:
    m = mercury(sin={"Cy": {"pride": 4}})
    close(m, {"Ada": against("Cy"), "Cy": plan(at(RINGED, offer()), at(TOWER))})
    assert player(m, "Ada")["successful_commits"] == 1


# --- DM-22 ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", SIN_PLACES)
def test_DM_22_a_single_commit_succeeds_even_if_it_finds_nothing(place: str) -> None:
    m = mercury()
    reports = close(m, {"Ada": against("Bo", place)})
    assert first(reports["Ada"]) == {"location": place, "do": "commit", "ok": True, "gained": {}, "reason": None}
    assert player(m, "Ada")["successful_commits"] == 1


@pytest.mark.parametrize("place", [DISTRICT, CATACOMBS])
def test_DM_22_in_the_last_round_too(place: str) -> None:
    m = mercury(round=9, points={"Max": 1})
    reports = close(m, {"Ada": against("Bo", place)})
    assert first(reports["Ada"])["ok"] is True
    assert player(m, "Ada")["successful_commits"] == 1
    assert reports["Bo"]["next_round"] == {"forced": None, "extra": 0, "protected": False}
    assert reports["Bo"]["suffered"][0]["location"] == place


# --- DM-23 ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", SIN_PLACES)
def test_DM_23_announced_to_those_beside_the_target_and_named_to_the_target_alone(place: str) -> None:
    m = mercury()
    reports = close(
        m,
        {
            "Ada": against("Bo", place, TOWER if place != TOWER else CATACOMBS),
            "Bo": plan(at(GARDEN), at(SHRINE)),
            "Cy": plan(at(GARDEN), at(RINGED)),
            "Di": plan(at(SHRINE), at(RINGED)),
        },
        rest=(CATHEDRAL, DISTRICT),
    )
    beside = {"Bo", "Cy", "Di"} | ({"Ada"} if place == GARDEN else set())
    for seat, report in reports.items():
        assert report["announced"] == (["Bo"] if seat in beside else []), seat
        assert (report["suffered"] != []) == (seat == "Bo"), seat
    (told,) = reports["Bo"]["suffered"]
    named: dict[str, Json] = {ABIGAILS: {"sins": ["lust", "envy"]}, DISTRICT: {"to": GARDEN}}
    assert told == {"location": place, "turned_away": False, **named.get(place, {})}


@pytest.mark.parametrize("place", SIN_PLACES)
def test_DM_23_nothing_shows_the_committer(place: str) -> None:
    """Cy and Di stand side by side. Whichever of them commits, everybody else sees the same, to the byte."""
    seen = []
    for author in ("Cy", "Di"):
        m = mercury(sin={"Bo": {"pride": 4, "lust": 3}, "Ed": {"greed": 2}})
        second = TOWER if place != TOWER else RINGED
        orders = {
            "Ada": plan(at(GARDEN, GATHER), at(place if place != GARDEN else SHRINE)),
            "Bo": plan(at(GARDEN, GATHER), at(CATHEDRAL, GATHER), trade=swap("Ed", "pride", "greed")),
            "Ed": plan(at(GARDEN, GATHER), at(CATHEDRAL), trade=swap("Bo", "greed", "pride")),
            "Cy": plan(at(place), at(second)),
            "Di": plan(at(place), at(second)),
        }
        orders[author] = against("Bo", place, second)
        close(m, orders, rest=(SHRINE, DISTRICT))
        m.close()
        seen.append({s: m.view(s) for s in NAMES if s not in ("Cy", "Di")})
    assert seen[0] == seen[1]


def test_DM_23_two_targets_are_announced_in_seat_order() -> None:
    m = mercury()
    reports = close(
        m,
        {
            "Ada": plan(at(RINGED, commit("Di"), commit("Bo")), at(TOWER)),
            "Bo": plan(at(GARDEN), at(TOWER)),
            "Di": plan(at(GARDEN), at(RINGED)),
            "Cy": plan(at(GARDEN), at(CATACOMBS)),
        },
    )
    assert reports["Cy"]["announced"] == ["Bo", "Di"]
    assert reports["Ada"]["announced"] == ["Bo", "Di"], "it stood with Bo in the Tower and with Di in the City"
