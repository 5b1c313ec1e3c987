"""DM-24 to DM-29: what each commit does, and in which order."""

from __future__ import annotations

from typing import Any

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
    SINS,
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
    sin,
    swap,
)

# --- DM-24 ---------------------------------------------------------------------------------------------------


def test_DM_24_thefts_are_drawn_after_abigails_and_before_loot_arrives() -> None:
    """Ada robs Bo, Bo robs Cy: Bo's loot is not there to be stolen."""
    m = mercury(sin={"Cy": {"envy": 2}})
    close(m, {"Ada": against("Bo"), "Bo": against("Cy")})
    assert held(m, "Bo") == {"envy": 2}
    assert held(m, "Ada") == {}


def test_DM_24_DM_27_a_thief_under_abigails_does_not_get_what_it_is_denied() -> None:
    """Abigails' comes first: of Bo's loot from Cy the denied type is lost on the way."""
    m = mercury(sin={"Cy": {"lust": 1, "pride": 1}, "Bo": {"lust": 3}})
    close(m, {"Ada": deny("Bo", "lust", "envy"), "Bo": against("Cy")})
    assert held(m, "Bo") == {"lust": 3, "pride": 1}
    assert held(m, "Cy") == {}


def test_DM_24_readings_come_after_the_thefts() -> None:
    """Bo is read, and its own loot from Cy is already there."""
    m = mercury(sin={"Cy": {"envy": 2}, "Bo": {"pride": 1}})
    reports = close(m, {"Ada": against("Bo", CATHEDRAL), "Bo": against("Cy", RINGED)})
    assert reports["Ada"]["readings"] == {"Bo": sin(pride=1, envy=2)}


def test_DM_24_promised_gains_arrive_after_the_readings() -> None:
    m = mercury()
    close(m, {"Ada": against("Bo", CATACOMBS)})
    reports = close(m, {"Bo": plan(at(TOWER, GATHER), at(SHRINE)), "Cy": against("Ada", CATHEDRAL)})
    assert reports["Cy"]["readings"] == {"Ada": sin()}
    assert sum(held(m, "Ada").values()) == 1


def test_DM_24_promised_gains_can_be_traded_and_offered_in_the_same_round() -> None:
    for seed in range(60):
        m = mercury(seed)
        close(m, {"Ada": against("Bo", CATACOMBS)})
        ada = plan(at(TOWER, offer(location=RINGED)), at(DISTRICT))
        reports = close(m, {"Ada": ada, "Bo": plan(at(GARDEN, GATHER), at(SHRINE))})
        if reports["Ada"]["other_gains"][0]["sin"] == {"envy": 1}:
            assert first(reports["Ada"])["ok"] is True
            assert held(m, "Ada") == {}
            return
    pytest.fail("no seed drew envy")


# --- DM-25 Ringed City ---------------------------------------------------------------------------------------


def test_DM_25_two_sins_are_stolen() -> None:
    m = mercury(sin={"Bo": {"pride": 9}})
    reports = close(m, {"Ada": against("Bo")})
    assert held(m, "Ada") == {"pride": 2}
    assert held(m, "Bo") == {"pride": 7}
    assert first(reports["Ada"])["gained"] == {"pride": 2}


def test_DM_25_DM_60_the_target_sees_what_was_stolen_also_where_it_is_lost_on_the_way() -> None:
    m = mercury(sin={"Bo": {"envy": 3}})
    close(m, {"Ada": against("Bo"), "Cy": deny("Ada", "lust", "envy")})
    assert held(m, "Ada") == {}
    stolen = {s: m.view(s)["view"]["sightings"][0]["stolen"] for s in NAMES}
    assert stolen == {s: {"envy": 2} if s == "Bo" else {} for s in NAMES}


@pytest.mark.parametrize("amount", [0, 1])
def test_DM_25_as_many_as_there_are(amount: int) -> None:
    m = mercury(sin={"Bo": {"pride": amount}})
    close(m, {"Ada": against("Bo")})
    assert held(m, "Ada") == ({"pride": amount} if amount else {})
    assert held(m, "Bo") == {}


def test_DM_25_what_was_gathered_this_round_can_be_stolen() -> None:
    m = mercury()
    close(m, {"Ada": against("Bo"), "Bo": plan(at(GARDEN, GATHER), at(SHRINE))})
    assert held(m, "Ada") == {"lust": 2}


def test_DM_25_without_replacement() -> None:
    for seed in range(8):
        m = mercury(seed, sin={"Bo": {"pride": 1, "envy": 1}})
        close(m, {"Ada": against("Bo")})
        assert held(m, "Ada") == {"pride": 1, "envy": 1}


def test_DM_25_each_single_sin_is_equally_likely() -> None:
    """Of 9 sins 8 are pride: sloth is among the two in 2 of 9 cases. 300 seeds, 67 expected, deviation 7."""
    stolen = 0
    for seed in range(300):
        m = mercury(seed, sin={"Bo": {"pride": 8, "sloth": 1}})
        m.seal("Ada", against("Bo"))
        m.close()
        stolen += player(m, "Ada")["sin"]["sloth"]
    assert 40 < stolen < 95


# --- DM-26 Lost District -------------------------------------------------------------------------------------


def test_DM_26_the_target_must_go_there_next_round_and_is_told() -> None:
    m = mercury()
    reports = close(m, {"Ada": against("Bo", DISTRICT)})
    assert reports["Bo"]["suffered"] == [{"location": DISTRICT, "turned_away": False, "to": GARDEN}]
    assert reports["Bo"]["next_round"] == {"forced": GARDEN, "extra": 0, "protected": False}
    assert m.view("Bo")["view"]["effects"]["forced"] == GARDEN
    assert reports["Ada"]["next_round"]["forced"] is None
    assert m.refused("Bo", plan(at(RINGED), at(TOWER))).code == "forced_location"


def test_DM_26_DM_30_angels_of_the_next_round_do_not_lift_it() -> None:
    m = mercury(sin={"Bo": {"pride": 2}})
    reports = close(m, {"Ada": against("Bo", DISTRICT), "Bo": plan(at(RINGED, offer()), at(TOWER))})
    assert reports["Bo"]["next_round"] == {"forced": GARDEN, "extra": 0, "protected": True}
    assert m.refused("Bo", plan(at(RINGED), at(TOWER))).code == "forced_location"


# --- DM-27 Abigails' Quarters --------------------------------------------------------------------------------


def deny(target: str, *sins: str) -> Json:
    return plan(at(ABIGAILS, commit(target, sins=list(sins))), at(CATACOMBS))


def test_DM_27_DM_91_what_was_gathered_of_the_two_types_is_lost_and_nothing_else() -> None:
    m = mercury(sin={"Bo": {"lust": 5, "sloth": 1}})
    reports = close(
        m, {"Ada": deny("Bo", "lust", "envy"), "Bo": plan(at(GARDEN, GATHER, GATHER), at(DISTRICT, GATHER))}
    )
    assert held(m, "Bo") == {"lust": 5, "sloth": 5}, "it keeps what it held before the round"
    assert [a["gained"] for a in reports["Bo"]["actions"]] == [{}, {}, {"sloth": 4}]
    assert reports["Bo"]["suffered"] == [{"location": ABIGAILS, "turned_away": False, "sins": ["lust", "envy"]}]


def lambs_then_deny(*sins: str) -> tuple[Script, dict[str, Json]]:
    m = mercury(sin={"Cy": {"wrath": 2}})
    close(m, {"Cy": plan(at(CATHEDRAL, offer()), at(DISTRICT))}, rest=(SHRINE, GARDEN))
    visit = plan(at(RINGED, GATHER), at(TOWER))
    reports = close(m, {"Ada": deny("Bo", *sins), "Cy": visit, "Bo": plan(at(RINGED), at(TOWER))})
    return m, reports


def test_DM_27_lambs_shares_of_the_target_are_lost() -> None:
    m, reports = lambs_then_deny("gluttony", "envy")
    assert held(m, "Bo") == {}
    assert reports["Bo"]["other_gains"] == []


def test_DM_27_what_others_had_from_the_targets_lambs_stays_with_them() -> None:
    m = mercury(sin={"Bo": {"wrath": 2}})
    close(m, {"Bo": plan(at(CATHEDRAL, offer()), at(DISTRICT))}, rest=(SHRINE, GARDEN))
    close(
        m,
        {
            "Ada": deny("Bo", "gluttony", "envy"),
            "Bo": plan(at(RINGED, GATHER), at(TOWER)),
            "Cy": plan(at(RINGED), at(TOWER)),
        },
    )
    assert held(m, "Bo") == {}
    assert held(m, "Cy") == {"gluttony": 2}


def test_DM_27_stolen_sins_of_a_denied_type_are_lost_to_everyone_not_drawn_again() -> None:
    m = mercury(sin={"Cy": {"envy": 3, "pride": 0}})
    reports = close(m, {"Ada": deny("Bo", "lust", "envy"), "Bo": against("Cy")})
    assert held(m, "Cy") == {"envy": 1}
    assert held(m, "Bo") == {}
    assert first(reports["Bo"]) == {"location": RINGED, "do": "commit", "ok": True, "gained": {}, "reason": None}


def test_DM_27_promised_gains_of_a_denied_type_are_lost() -> None:
    for seed in range(30):
        plain, denied = mercury(seed), mercury(seed)
        for m in (plain, denied):
            close(m, {"Bo": against("Cy", CATACOMBS)})
        cy = plan(at(TOWER, GATHER, GATHER), at(SHRINE, GATHER))
        close(plain, {"Cy": cy})
        close(denied, {"Cy": cy, "Ada": deny("Bo", "lust", "envy")})
        drawn = held(plain, "Bo")
        assert held(denied, "Bo") == {s: n for s, n in drawn.items() if s not in ("lust", "envy")}
        assert sum(drawn.values()) == 3


def test_DM_27_a_traded_sin_of_a_denied_type_does_not_arrive() -> None:
    m = mercury(sin={"Bo": {"pride": 1}, "Cy": {"lust": 1}})
    reports = close(
        m,
        {
            "Ada": deny("Bo", "lust", "envy"),
            "Bo": plan(at(GARDEN), at(TOWER), trade=swap("Cy", "pride", "lust")),
            "Cy": plan(at(GARDEN), at(TOWER), trade=swap("Bo", "lust", "pride")),
        },
    )
    assert held(m, "Bo") == {}
    assert held(m, "Cy") == {"pride": 1}
    assert reports["Bo"]["trade"] == reports["Cy"]["trade"] == "done"


def test_DM_27_offerings_and_gifts_of_a_denied_type_do_not_arrive() -> None:
    m = mercury(sin={"Bo": {"gluttony": 1}, "Cy": {"gluttony": 1}})
    reports = close(
        m,
        {
            "Ada": deny("Bo", "lust", "envy"),
            "Bo": plan(at(GARDEN, offer(player="Di", sin="lust")), at(TOWER)),
            "Cy": plan(at(GARDEN, offer(player="Bo", sin="envy")), at(TOWER)),
        },
    )
    assert held(m, "Bo") == {}
    assert first(reports["Bo"])["ok"] is True
    assert reports["Bo"]["other_gains"] == []
    assert held(m, "Di") == {"lust": 1}, "the gift to another seat is not denied"
    assert held(m, "Cy") == {"envy": 2}


def test_DM_27_visitors_are_drawn_as_usual() -> None:
    plain, denied = (mercury(sin={"Bo": {"sloth": 6}}) for _ in range(2))
    bo = plan(at(CATACOMBS, offer()), at(TOWER))
    close(plain, {"Bo": bo})
    close(denied, {"Bo": bo, "Ada": deny("Bo", "lust", "pride")})
    drawn = held(plain, "Bo")
    assert sum(drawn.values()) == 6
    assert held(denied, "Bo") == {s: n for s, n in drawn.items() if s not in ("lust", "pride")}


def test_DM_27_DM_52_the_visit_bonus_is_not_affected() -> None:
    six = [RINGED, TOWER, CATACOMBS, ABIGAILS, CATHEDRAL, DISTRICT]
    m = mercury(visited={"Bo": six})
    reports = close(m, {"Ada": deny("Bo", "lust", "envy"), "Bo": plan(at(GARDEN, GATHER), at(TOWER))})
    assert held(m, "Bo") == dict.fromkeys(SINS, 1)
    assert reports["Bo"]["other_gains"] == [{"cause": "visit_bonus", "sin": dict.fromkeys(SINS, 1)}]


# --- DM-28 Catacombs -----------------------------------------------------------------------------------------


def promise_then(orders: dict[str, Json], **setup: Any) -> tuple[Script, dict[str, Json]]:
    """Ada commits against Bo from the Catacombs in round 1; round 2 is played with these orders."""
    m = mercury(**setup)
    close(m, {"Ada": against("Bo", CATACOMBS)})
    return m, close(m, orders)


def test_DM_28_one_random_sin_for_every_full_three() -> None:
    m, reports = promise_then({"Bo": plan(at(GARDEN, GATHER, GATHER), at(RINGED, GATHER))})
    assert held(m, "Bo") == {"lust": 8, "gluttony": 4}
    (gain,) = reports["Ada"]["other_gains"]
    assert gain["cause"] == "catacombs"
    assert sum(gain["sin"].values()) == 4
    assert held(m, "Ada") == gain["sin"]


def test_DM_28_two_sins_are_not_yet_three() -> None:
    m, reports = promise_then({"Bo": plan(at(SHRINE, GATHER), at(RINGED))})
    assert reports["Ada"]["other_gains"] == []
    assert held(m, "Ada") == {}


def test_DM_28_only_gains_of_the_next_round_count() -> None:
    m = mercury()
    bo = plan(at(GARDEN, GATHER, GATHER), at(RINGED))
    close(m, {"Ada": against("Bo", CATACOMBS), "Bo": bo})
    assert held(m, "Ada") == {}, "not this round's"
    close(m, {})
    close(m, {"Bo": bo})
    assert held(m, "Ada") == {}, "nor those of the round after the next"


def test_DM_28_thefts_count_and_losses_do_not() -> None:
    """Bo gathers 4, steals 2 and is itself robbed of 2: six gained, so two sins."""
    m, _ = promise_then(
        {"Bo": plan(at(GARDEN, GATHER), at(RINGED, commit("Cy"))), "Di": against("Bo", RINGED)},
        sin={"Cy": {"pride": 2}},
    )
    assert sum(held(m, "Ada").values()) == 2
    assert sum(held(m, "Bo").values()) == 4


def test_DM_28_lambs_count() -> None:
    m = mercury(sin={"Cy": {"wrath": 2}})
    close(m, {"Cy": plan(at(CATHEDRAL, offer()), at(DISTRICT)), "Ada": against("Bo", CATACOMBS)}, rest=(SHRINE, GARDEN))
    both = {"Cy": plan(at(RINGED, GATHER, GATHER), at(TOWER)), "Bo": plan(at(RINGED), at(TOWER))}
    close(m, both)
    assert held(m, "Bo") == {"gluttony": 4}
    assert sum(held(m, "Ada").values()) == 1


def test_DM_28_what_abigails_denied_was_not_gained() -> None:
    m, _ = promise_then(
        {"Cy": deny("Bo", "lust", "envy"), "Bo": plan(at(GARDEN, GATHER, GATHER), at(DISTRICT, GATHER))}
    )
    assert held(m, "Bo") == {"sloth": 4}
    assert sum(held(m, "Ada").values()) == 1


@pytest.mark.parametrize("watcher", ["Ada", "Ed"])
def test_DM_28_gains_by_the_catacombs_trades_and_offerings_are_not_counted(watcher: str) -> None:
    """Bo has a promise on Cy worth 2 and gathers 2 itself: 2 count, not 4; its trade and offering do not either.
    Whether the watcher comes before Bo in seat order or after makes no difference."""
    m = mercury(sin={"Bo": {"gluttony": 1, "sloth": 9}})
    close(m, {watcher: against("Bo", CATACOMBS), "Bo": against("Cy", CATACOMBS)})
    eyes = offer(player="Di", sin="envy")
    reports = close(
        m,
        {
            "Cy": plan(at(GARDEN, GATHER), at(TOWER, GATHER), trade=swap("Bo", "lust", "sloth")),
            "Bo": plan(at(GARDEN, eyes), at(SHRINE, GATHER), trade=swap("Cy", "sloth", "lust")),
        },
    )
    assert reports["Bo"]["trade"] == "done"
    assert sum(reports["Bo"]["other_gains"][0]["sin"].values()) == 2
    assert reports[watcher]["other_gains"] == []


def test_DM_28_two_promises_are_counted_each_by_itself() -> None:
    """Bo and Cy gather 4 each: 1 + 1, where 8 together would have been 2; then 5 each would be 1 + 1, not 3."""
    m = mercury(sin={"Di": {"envy": 1}})
    ada = plan(at(CATACOMBS, commit("Bo"), commit("Cy")), at(TOWER))
    close(m, {"Ada": ada, "Di": plan(at(TOWER, offer(location=GARDEN)), at(RINGED))})
    reports = close(m, {s: plan(at(GARDEN, GATHER), at(RINGED)) for s in ("Bo", "Cy")})
    assert held(m, "Bo") == held(m, "Cy") == {"lust": 5}
    assert sum(reports["Ada"]["other_gains"][0]["sin"].values()) == 2


def test_DM_28_DM_30_protection_in_the_next_round_does_not_stop_it() -> None:
    m = mercury(sin={"Bo": {"pride": 2}})
    close(m, {"Ada": against("Bo", CATACOMBS), "Bo": plan(at(RINGED, offer()), at(TOWER))})
    close(m, {"Bo": plan(at(GARDEN, GATHER), at(RINGED))})
    assert sum(held(m, "Ada").values()) == 1


# --- DM-29 Drowned Tower, Weeping Cathedral, Lakeside Garden -------------------------------------------------


def test_DM_29_every_offer_to_a_resident_is_paid_and_does_nothing() -> None:
    m = mercury(sin={"Bo": {"greed": 3, "gluttony": 1}})
    reports = close(
        m, {"Ada": against("Bo", TOWER), "Bo": plan(at(DISTRICT, offer()), at(GARDEN, offer(player="Cy", sin="lust")))}
    )
    assert held(m, "Bo") == held(m, "Cy") == {}
    assert m.host["garnets"]["Bo"] == 0
    assert [(a["ok"], a["reason"], a["gained"]) for a in reports["Bo"]["actions"]] == [(False, "negated", {})] * 2
    assert reports["Cy"]["other_gains"] == []


def test_DM_29_negated_effects_of_the_next_round_do_not_come() -> None:
    m = mercury(sin={"Bo": {"lust": 2, "pride": 2}})
    reports = close(m, {"Ada": against("Bo", TOWER), "Bo": plan(at(ABIGAILS, offer()), at(RINGED, offer()))})
    assert held(m, "Bo") == {}
    assert reports["Bo"]["next_round"] == {"forced": None, "extra": 0, "protected": False}


def test_DM_29_DM_37_an_offer_that_cannot_be_paid_costs_nothing_under_the_tower_either() -> None:
    m = mercury(sin={"Bo": {"greed": 2}})
    reports = close(m, {"Ada": against("Bo", TOWER), "Bo": plan(at(DISTRICT, offer()), at(GARDEN))})
    assert held(m, "Bo") == {"greed": 2}
    assert first(reports["Bo"])["reason"] == "cannot_pay"


def test_DM_29_offers_to_the_shrine_are_not_affected() -> None:
    m = mercury(sin={"Bo": {"greed": 2}})
    reports = close(m, {"Ada": against("Bo", TOWER), "Bo": plan(at(SHRINE, offer()), at(GARDEN))})
    assert reports["Bo"]["points"] == 2
    assert first(reports["Bo"])["ok"] is True


def test_DM_29_the_cathedral_reads_the_seven_amounts() -> None:
    m = mercury(sin={"Bo": {"greed": 2}})
    reports = close(m, {"Ada": against("Bo", CATHEDRAL), "Bo": plan(at(GARDEN, GATHER), at(SHRINE, offer()))})
    assert reports["Ada"]["readings"] == {"Bo": sin(greed=2, lust=4)}, "before offers"
    assert all(report["readings"] == {} for seat, report in reports.items() if seat != "Ada")


@pytest.mark.parametrize(("target", "partner"), [("Bo", "Cy"), ("Cy", "Bo")])
def test_DM_29_the_garden_destroys_both_sins_of_a_trade_and_both_are_told(target: str, partner: str) -> None:
    m = mercury(sin={"Bo": {"pride": 1}, "Cy": {"lust": 1}})
    reports = close(
        m,
        {
            "Ada": against(target, GARDEN),
            "Bo": plan(at(GARDEN), at(CATACOMBS), trade=swap("Cy", "pride", "lust")),
            "Cy": plan(at(GARDEN), at(CATACOMBS), trade=swap("Bo", "lust", "pride")),
        },
    )
    assert held(m, "Bo") == held(m, "Cy") == {}
    assert reports["Bo"]["trade"] == reports["Cy"]["trade"] == "destroyed"
    assert reports[target]["suffered"] == [{"location": GARDEN, "turned_away": False}]
    assert reports[partner]["suffered"] == [], "the partner was not the target"
    assert reports[partner]["announced"] == [target]


def test_DM_29_a_trade_that_would_fail_destroys_nothing() -> None:
    m = mercury(sin={"Bo": {"pride": 1}})
    reports = close(
        m,
        {
            "Ada": against("Bo", GARDEN),
            "Bo": plan(at(GARDEN), at(CATACOMBS), trade=swap("Cy", "pride", "lust")),
            "Cy": plan(at(GARDEN), at(CATACOMBS), trade=swap("Bo", "lust", "pride")),
        },
    )
    assert held(m, "Bo") == {"pride": 1}
    assert reports["Bo"]["trade"] == reports["Cy"]["trade"] == "cancelled"
