"""The preview of a plan: reckoned in the order of the rules, from one seat's own knowledge alone."""

from __future__ import annotations

from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from core.games.day_of_mercury.forecast import Forecast, expected_yield, forecast
from core.games.day_of_mercury.structs import Effects, Orders, View
from tests.kit.depth import examples
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
    SINS,
    TOWER,
    Json,
    at,
    commit,
    mercury,
    offer,
    plan,
    sin,
    swap,
)


def view(
    round: int = 1, points: int = 0, visited: tuple[str, ...] = (), declared: tuple[str, ...] = (), **held: int
) -> View:
    seats = ("Ada", "Bo")
    effects = Effects(declared=declared)
    return View(
        seat="Ada", seats=seats, round=round, rounds=9, points=points, sin=sin(**held), visited=visited, effects=effects
    )


def ahead(orders: Json, **where: Any) -> Forecast:
    return forecast(view(**where), msgspec.convert(orders, Orders))


def test_DM_10_a_gather_counts_at_the_middle_yield() -> None:
    found = ahead(plan(at(TOWER, GATHER, GATHER), at(GARDEN, GATHER)), pride=1)
    assert found.sin == sin(pride=7, lust=3)
    assert (found.shrine.points, found.offered, found.random) == (7 + 3 * 2, 0, 0)


def test_DM_12_only_a_place_that_one_declared_oneself_brings_one_more() -> None:
    effects = Effects(declared=(TOWER, SHRINE))
    assert [expected_yield(effects, place) for place in (TOWER, GARDEN, SHRINE)] == [4, 3, 3]
    assert ahead(plan(at(TOWER, GATHER), at(GARDEN, GATHER)), declared=(TOWER,)).sin == sin(pride=4, lust=3)


def test_DM_11_DM_25_DM_32_random_sins_are_counted_and_not_guessed() -> None:
    found = ahead(plan(at(SHRINE, GATHER), at(CATACOMBS, offer()), at(RINGED, commit("Bo"))), sloth=6)
    assert found.sin == sin()
    assert found.random == 2 + 6 + 2


def test_DM_36_offers_spend_what_gathers_the_trade_and_earlier_offers_brought() -> None:
    lust = offer(player="Bo", sin="lust")
    found = ahead(
        plan(at(RINGED, GATHER), at(GARDEN, lust), at(ABIGAILS, offer()), trade=swap("Bo", "gluttony", "envy"))
    )
    assert found.sin == sin(gluttony=1, envy=1)
    assert found.short == ()
    other_way = ahead(plan(at(ABIGAILS, offer()), at(GARDEN, lust)), gluttony=1)
    assert [(s.what, s.location, s.sin, s.needs, s.has) for s in other_way.short] == [("offer", ABIGAILS, "lust", 2, 0)]
    assert other_way.sin == sin(lust=2)


def test_DM_40_a_trade_without_the_sin_is_told_and_changes_nothing() -> None:
    found = ahead(plan(at(TOWER), at(GARDEN), trade=swap("Bo", "envy", "sloth")), sloth=1)
    assert [(s.what, s.sin, s.needs, s.has) for s in found.short] == [("trade", "envy", 1, 0)]
    assert found.sin == sin(sloth=1)


def test_DM_51_interest_follows_the_offering() -> None:
    found = ahead(plan(at(TOWER, GATHER), at(SHRINE, offer())), points=34, pride=2, lust=3, greed=3, wrath=1)
    assert found.offered == 20
    assert (found.interest, found.points) == (5, 59)


def test_DM_52_the_plan_completes_the_seven_places() -> None:
    visited = (RINGED, TOWER, CATACOMBS, ABIGAILS, CATHEDRAL)
    assert ahead(plan(at(DISTRICT), at(GARDEN)), visited=visited).bonus
    assert not ahead(plan(at(DISTRICT), at(SHRINE)), visited=visited).bonus


def test_DM_53_after_the_last_round_everything_is_converted() -> None:
    visited = (RINGED, TOWER, CATACOMBS, ABIGAILS, CATHEDRAL)
    where = {"round": 9, "points": 100, "visited": visited}
    assert ahead(plan(at(DISTRICT), at(SHRINE)), **where, pride=5, greed=3, lust=3, wrath=1).points == 100 + 10 + 20
    assert ahead(plan(at(DISTRICT), at(GARDEN)), **where, pride=5).points == 100 + 10 + 6 + 6 * 2
    offered = ahead(plan(at(DISTRICT, GATHER), at(SHRINE, offer())), **where, pride=5)
    assert offered.points == 100 + (5 + 3 * 2) + 11


deeds = st.lists(st.just(GATHER) | st.just(offer()), max_size=2)


@settings(max_examples=examples(30))
@given(
    st.dictionaries(st.sampled_from(SINS), st.integers(0, 9)),
    st.lists(st.sampled_from([RINGED, ABIGAILS, CATHEDRAL, DISTRICT]), min_size=2, max_size=2, unique=True),
    deeds,
    st.integers(0, 60),
)
def test_DM_36_where_three_to_six_stand_the_preview_is_what_the_close_brings(
    held: dict[str, int], places: list[str], actions: list[Json], points: int
) -> None:
    m = mercury(sin={"Ada": held}, points={"Ada": points})
    orders = plan(at(places[0], *actions), at(places[1], *actions[:1]))
    m.seal("Ada", orders)
    for seat in ("Bo", "Cy", "Di"):
        m.seal(seat, plan(at(places[0]), at(places[1])))
    for seat in m.match.seats[4:]:
        m.seal(seat, plan(at(SHRINE), at(GARDEN)))
    found = forecast(m.match.game.view(m.match.state, "Ada"), msgspec.convert(orders, Orders))
    report = m.close()["Ada"]
    assert found.sin == report["sin"]
    assert (found.points, found.random) == (report["points"], 0)
    assert [s.what for s in found.short] == ["offer"] * sum(a["reason"] == "cannot_pay" for a in report["actions"])


def test_DM_02_every_place_can_stand_in_a_plan() -> None:
    for place in SIN_PLACES:
        assert ahead(plan(at(place, GATHER), at(SHRINE))).shrine.points == 3
