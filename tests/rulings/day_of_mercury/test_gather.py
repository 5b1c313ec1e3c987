"""DM-10 to DM-13: what a gather brings."""

from __future__ import annotations

import pytest

from tests.kit import NAMES, Script
from tests.rulings.day_of_mercury.script import (
    CATHEDRAL,
    DISTRICT,
    GARDEN,
    GATHER,
    HOME,
    PLACES,
    RINGED,
    SHRINE,
    TOWER,
    Json,
    at,
    close,
    first,
    held,
    mercury,
    offer,
    plan,
)


@pytest.mark.parametrize(("visitors", "brought"), [(1, 4), (2, 4), (3, 3), (6, 3), (7, 2), (13, 2)])
def test_DM_10_the_crowd_decides_the_yield(visitors: int, brought: int) -> None:
    m = mercury()
    there = {s: plan(at(RINGED, *([GATHER] if s == "Ada" else [])), at(TOWER)) for s in NAMES[:visitors]}
    reports = close(m, there)
    assert first(reports["Ada"]) == {
        "location": RINGED,
        "do": "gather",
        "ok": True,
        "gained": {"gluttony": brought},
        "reason": None,
    }


@pytest.mark.parametrize("place", [p for p in PLACES if p != SHRINE])
def test_DM_10_every_location_has_its_sin(place: str) -> None:
    m = mercury()
    other = RINGED if place != RINGED else TOWER
    close(m, {"Ada": plan(at(place, GATHER), at(other))}, rest=(SHRINE, GARDEN if place == CATHEDRAL else CATHEDRAL))
    assert held(m, "Ada") == {HOME[place]: 4}


def test_DM_11_at_the_shrine_two_random_sins_whatever_the_crowd() -> None:
    drawn = set()
    for seed in range(10):
        crowded, alone = mercury(seed), mercury(seed)
        orders = {"Ada": plan(at(SHRINE, GATHER, GATHER), at(TOWER))}
        many = close(crowded, orders, rest=(SHRINE, CATHEDRAL))["Ada"]
        few = close(alone, orders, rest=(DISTRICT, CATHEDRAL))["Ada"]
        assert [sum(a["gained"].values()) for a in many["actions"]] == [2, 2]
        assert many["actions"] == few["actions"]
        drawn |= set(held(alone, "Ada"))
    assert len(drawn) == 7, "every type turns up"


def declare(m: Script, **declared: str) -> dict[str, Json]:
    """In round 1 these seats tell the Hanged Men a location each."""
    orders = {seat: plan(at(TOWER, offer(location=place)), at(DISTRICT)) for seat, place in declared.items()}
    return close(m, orders)


def test_DM_12_DM_31_the_hanged_men_add_one_for_everyone_next_round_only() -> None:
    m = mercury(sin={"Cy": {"envy": 1}})
    reports = declare(m, Cy=RINGED)
    assert first(reports["Cy"])["ok"]
    orders = {s: plan(at(RINGED, GATHER, GATHER), at(TOWER, GATHER)) for s in ("Ada", "Bo")}
    close(m, orders)
    assert held(m, "Ada") == held(m, "Bo") == {"gluttony": 10, "pride": 4}
    reports = close(m, orders)
    assert first(reports["Ada"])["gained"] == {"gluttony": 4}


def test_DM_12_the_shrine_included() -> None:
    m = mercury(sin={"Cy": {"envy": 1}})
    declare(m, Cy=SHRINE)
    reports = close(m, {"Ada": plan(at(SHRINE, GATHER), at(TOWER))})
    assert sum(first(reports["Ada"])["gained"].values()) == 3


def test_DM_12_DM_37_several_declarations_of_one_location_still_add_one() -> None:
    m = mercury(sin={"Cy": {"envy": 2}, "Di": {"envy": 1}})
    twice = plan(at(TOWER, offer(location=RINGED), offer(location=RINGED)), at(DISTRICT))
    close(m, {"Cy": twice, "Di": plan(at(TOWER, offer(location=RINGED)), at(DISTRICT))})
    reports = close(m, {"Ada": plan(at(RINGED, GATHER), at(TOWER))})
    assert first(reports["Ada"])["gained"] == {"gluttony": 5}


def test_DM_12_two_locations_declared_by_one_seat_both_count() -> None:
    m = mercury(sin={"Cy": {"envy": 2}})
    close(m, {"Cy": plan(at(TOWER, offer(location=RINGED), offer(location=GARDEN)), at(DISTRICT))})
    close(m, {"Ada": plan(at(RINGED, GATHER), at(GARDEN, GATHER))})
    assert held(m, "Ada") == {"gluttony": 5, "lust": 5}


def lambs(m: Script, seat: str = "Ada", offers: int = 1) -> dict[str, Json]:
    """In round 1 the seat offers to the Lambs."""
    return close(m, {seat: plan(at(CATHEDRAL, *[offer()] * offers), at(DISTRICT))}, rest=(SHRINE, GARDEN))


def test_DM_13_DM_35_the_example_of_the_source() -> None:
    """Ada (cam) earns 6 and 3; Bo (hedger) beside her in the first place receives 3, Cy (Isa) in the second 1."""
    m = mercury(sin={"Ada": {"wrath": 2}})
    lambs(m)
    crowd = {s: plan(at(RINGED if s in ("Bo", "Di") else TOWER), at(SHRINE)) for s in ("Bo", "Cy", "Di", "Ed")}
    ada = plan(at(RINGED, GATHER, GATHER), at(TOWER, GATHER))
    reports = close(m, {"Ada": ada, **crowd})
    assert held(m, "Ada") == {"gluttony": 6, "pride": 3}
    assert held(m, "Bo") == {"gluttony": 3}
    assert held(m, "Cy") == {"pride": 1}
    assert reports["Bo"]["other_gains"] == [{"cause": "lambs", "sin": {"gluttony": 3}}]
    assert reports["Cy"]["other_gains"] == [{"cause": "lambs", "sin": {"pride": 1}}]
    assert reports["Ada"]["other_gains"] == []


def test_DM_35_whoever_is_in_both_locations_receives_both_shares() -> None:
    m = mercury(sin={"Ada": {"wrath": 2}})
    lambs(m)
    close(m, {"Ada": plan(at(RINGED, GATHER, GATHER), at(TOWER, GATHER)), "Bo": plan(at(RINGED), at(TOWER))})
    assert held(m, "Bo") == {"gluttony": 4, "pride": 2}


def test_DM_35_DM_37_two_offers_pay_the_share_twice_each_half_rounded_down_by_itself() -> None:
    m = mercury(sin={"Ada": {"wrath": 4}})
    lambs(m, offers=2)
    orders = {s: plan(at(RINGED), at(TOWER)) for s in ("Bo", "Cy")}
    close(m, {**orders, "Ada": plan(at(RINGED, GATHER), at(DISTRICT))})
    assert held(m, "Bo") == {"gluttony": 2}, "half of 3 is 1, twice; not half of 6"


def test_DM_35_shares_make_no_further_shares() -> None:
    m = mercury(sin={"Ada": {"wrath": 2}, "Bo": {"wrath": 2}})
    both = {s: plan(at(CATHEDRAL, offer()), at(DISTRICT)) for s in ("Ada", "Bo")}
    close(m, both, rest=(SHRINE, GARDEN))
    close(m, {"Ada": plan(at(RINGED, GATHER), at(DISTRICT)), "Bo": plan(at(RINGED), at(TOWER))})
    assert held(m, "Ada") == {"gluttony": 4}
    assert held(m, "Bo") == {"gluttony": 2}


def test_DM_35_at_the_shrine_half_of_each_type_gathered_there() -> None:
    for seed in range(40):
        m = mercury(seed, sin={"Ada": {"wrath": 2}})
        lambs(m)
        reports = close(m, {"Ada": plan(at(SHRINE, GATHER, GATHER), at(DISTRICT))})
        drawn = dict.fromkeys(HOME.values(), 0)
        for action in reports["Ada"]["actions"]:
            for s, n in action["gained"].items():
                drawn[s] += n
        share = {s: n // 2 for s, n in drawn.items() if n // 2}
        assert held(m, "Bo") == share
        if share:
            return
    pytest.fail("no seed drew a pair")


def test_DM_35_the_effect_is_over_after_a_round() -> None:
    m = mercury(sin={"Ada": {"wrath": 2}})
    lambs(m)
    close(m, {})
    close(m, {"Ada": plan(at(RINGED, GATHER), at(DISTRICT)), "Bo": plan(at(RINGED), at(TOWER))})
    assert held(m, "Bo") == {}


def test_DM_35_DM_08_seats_that_missed_have_their_share() -> None:
    for seed in range(20):
        m = mercury(seed, sin={"Ada": {"wrath": 2}})
        lambs(m)
        m.seal("Ada", plan(at(RINGED, GATHER, GATHER), at(TOWER)))
        reports = m.close()
        there = [s for s in NAMES[1:] if RINGED in reports[s]["visits"]]
        share = sum(a["gained"]["gluttony"] for a in reports["Ada"]["actions"]) // 2
        for seat in there:
            assert reports[seat]["other_gains"] == [{"cause": "lambs", "sin": {"gluttony": share}}]
        if there:
            return
    pytest.fail("nobody was sent to the Ringed City")
