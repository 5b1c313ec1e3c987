"""DM-40: trades."""

from __future__ import annotations

import pytest

from tests.kit import Script
from tests.rulings.day_of_mercury.script import (
    ABIGAILS,
    CATACOMBS,
    GARDEN,
    GATHER,
    RINGED,
    TOWER,
    Json,
    at,
    close,
    commit,
    held,
    mercury,
    offer,
    plan,
    swap,
)


def trade(
    bo: Json | None,
    cy: Json | None,
    bo_at: tuple[str, str] = (GARDEN, RINGED),
    cy_at: tuple[str, str] = (GARDEN, TOWER),
    sin: dict[str, dict[str, int]] | None = None,
) -> tuple[Script, dict[str, Json]]:
    m = mercury(sin=sin or {"Bo": {"pride": 1}, "Cy": {"lust": 1}})
    orders = {}
    for seat, wanted, places in (("Bo", bo, bo_at), ("Cy", cy, cy_at)):
        orders[seat] = plan(*map(at, places), trade=wanted)
    return m, close(m, orders)


def test_DM_40_matching_orders_in_a_shared_location_trade() -> None:
    m, reports = trade(swap("Cy", "pride", "lust"), swap("Bo", "lust", "pride"))
    assert held(m, "Bo") == {"lust": 1}
    assert held(m, "Cy") == {"pride": 1}
    assert reports["Bo"]["trade"] == reports["Cy"]["trade"] == "done"
    assert reports["Ada"]["trade"] is None


def test_DM_06_DM_40_one_sin_for_the_same_sin_is_a_trade() -> None:
    m, reports = trade(
        swap("Cy", "pride", "pride"), swap("Bo", "pride", "pride"), sin={"Bo": {"pride": 1}, "Cy": {"pride": 2}}
    )
    assert reports["Bo"]["trade"] == "done"
    assert held(m, "Bo") == {"pride": 1}
    assert held(m, "Cy") == {"pride": 2}


@pytest.mark.parametrize(
    ("bo", "cy"),
    [
        (swap("Cy", "pride", "lust"), None),
        (swap("Cy", "pride", "lust"), swap("Di", "lust", "pride")),
        (swap("Cy", "pride", "lust"), swap("Bo", "lust", "envy")),
        (swap("Cy", "pride", "lust"), swap("Bo", "pride", "lust")),
    ],
)
def test_DM_40_orders_that_do_not_match_are_cancelled(bo: Json, cy: Json | None) -> None:
    m, reports = trade(bo, cy)
    assert held(m, "Bo") == {"pride": 1}
    assert held(m, "Cy") == {"lust": 1}
    assert reports["Bo"]["trade"] == "cancelled"
    assert reports["Cy"]["trade"] == ("cancelled" if cy else None)


def test_DM_40_without_a_shared_location_it_is_cancelled() -> None:
    m, reports = trade(swap("Cy", "pride", "lust"), swap("Bo", "lust", "pride"), cy_at=(ABIGAILS, TOWER))
    assert held(m, "Bo") == {"pride": 1}
    assert reports["Bo"]["trade"] == reports["Cy"]["trade"] == "cancelled"


@pytest.mark.parametrize("sin", [{"Bo": {"pride": 1}}, {"Cy": {"lust": 1}}])
def test_DM_40_both_must_hold_what_they_give(sin: dict[str, dict[str, int]]) -> None:
    m, reports = trade(swap("Cy", "pride", "lust"), swap("Bo", "lust", "pride"), sin=sin)
    assert reports["Bo"]["trade"] == reports["Cy"]["trade"] == "cancelled"
    assert {s: held(m, s) for s in ("Bo", "Cy") if held(m, s)} == sin


def test_DM_07_DM_40_it_resolves_after_gathering_and_commits_and_before_offers() -> None:
    """Bo trades away the lust it gathers; Cy pays Those Lacking Eyes with nothing else than Bo's gluttony."""
    m = mercury(sin={"Bo": {"gluttony": 1}})
    reports = close(
        m,
        {
            "Bo": plan(at(GARDEN), at(RINGED), trade=swap("Cy", "gluttony", "lust")),
            "Cy": plan(
                at(GARDEN, GATHER, offer(player="Di", sin="envy")), at(TOWER), trade=swap("Bo", "lust", "gluttony")
            ),
        },
    )
    assert reports["Cy"]["trade"] == "done"
    assert [a["ok"] for a in reports["Cy"]["actions"]] == [True, True]
    assert held(m, "Bo") == {"lust": 1}


def test_DM_40_a_theft_may_take_what_was_to_be_given() -> None:
    m = mercury(sin={"Bo": {"pride": 1}, "Cy": {"lust": 1}})
    reports = close(
        m,
        {
            "Ada": plan(at(RINGED, commit("Bo")), at(CATACOMBS)),
            "Bo": plan(at(GARDEN), at(RINGED), trade=swap("Cy", "pride", "lust")),
            "Cy": plan(at(GARDEN), at(TOWER), trade=swap("Bo", "lust", "pride")),
        },
    )
    assert reports["Bo"]["trade"] == reports["Cy"]["trade"] == "cancelled"
    assert held(m, "Cy") == {"lust": 1}
    assert held(m, "Ada") == {"pride": 1}


def test_DM_40_a_cancelled_trade_does_not_say_why() -> None:
    """Cy's refusal, Cy's empty hands and Cy's absence from the trade look the same to Bo."""
    seen = []
    for cy, sin in (
        (None, {"Bo": {"pride": 1}, "Cy": {"lust": 1}}),
        (swap("Bo", "envy", "pride"), {"Bo": {"pride": 1}, "Cy": {"lust": 1}}),
        (swap("Bo", "lust", "pride"), {"Bo": {"pride": 1}}),
    ):
        m, _ = trade(swap("Cy", "pride", "lust"), cy, sin=sin)
        seen.append(m.view("Bo"))
    assert seen[0] == seen[1] == seen[2]
