"""DM-50 to DM-53: tiers, interest, the visit bonus and the last conversion; and the preview of an offering."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.games.day_of_mercury.shrine import interest, preview, tiers, worth
from tests.kit.depth import examples
from tests.rulings.day_of_mercury.script import (
    CATHEDRAL,
    GARDEN,
    GATHER,
    RINGED,
    SHRINE,
    SIN_PLACES,
    SINS,
    TOWER,
    at,
    close,
    first,
    held,
    mercury,
    offer,
    plan,
    player,
    sin,
)

OFFER = plan(at(SHRINE, offer()), at(TOWER))
HOLDINGS = st.fixed_dictionaries({s: st.integers(0, 12) for s in SINS})


def test_DM_50_the_example_5_3_3_1_pays_20() -> None:
    m = mercury(sin={"Ada": {"pride": 5, "greed": 3, "sloth": 3, "wrath": 1}})
    report = close(m, {"Ada": OFFER})["Ada"]
    assert report["points"] == 20 + 2, "and two of interest"
    assert report["sin"] == sin()
    assert first(report) == {"location": SHRINE, "do": "offer", "ok": True, "gained": {}, "reason": None}


@pytest.mark.parametrize(
    ("held_", "points"),
    [
        ({}, 0),
        ({"pride": 7}, 7),
        ({"pride": 4, "lust": 4}, 8),
        ({"pride": 7, "greed": 6, "lust": 5, "envy": 4, "gluttony": 3, "wrath": 2, "sloth": 1}, 84),
        (dict.fromkeys(SINS, 3), 21),
        ({"pride": 3, "greed": 2, "lust": 1, "envy": 0}, 3 + 4 + 3),
    ],
)
def test_DM_50_tiers_rank_the_different_amounts(held_: dict[str, int], points: int) -> None:
    assert worth(held_) == points


@given(HOLDINGS)
@settings(max_examples=examples(50))
def test_DM_50_the_definition_by_amounts_gives_the_same(held_: dict[str, int]) -> None:
    """a + 2b + 3c + ... over the different amounts, each as often as there are types of it."""
    amounts = sorted({n for n in held_.values() if n}, reverse=True)
    expected = sum(rank * n * list(held_.values()).count(n) for rank, n in enumerate(amounts, 1))
    assert worth(held_) == expected
    assert sum(tier.points for tier in tiers(held_)) == expected
    assert [tier.rank for tier in tiers(held_)] == list(range(1, len(amounts) + 1))


@given(HOLDINGS)
@settings(max_examples=examples(30))
def test_DM_50_the_preview_tells_what_one_more_sin_would_add(held_: dict[str, int]) -> None:
    shown = preview(held_)
    assert shown.points == worth(held_)
    for s in SINS:
        assert shown.one_more[s] == worth({**held_, s: held_[s] + 1}) - shown.points
    most = max(shown.one_more.values())
    assert shown.best == tuple(s for s in SINS if shown.one_more[s] == most)


def test_DM_50_the_view_previews_the_offering() -> None:
    m = mercury(sin={"Ada": {"pride": 5, "greed": 3, "sloth": 3, "wrath": 1}}, points={"Ada": 34})
    shown = m.view("Ada")["view"]
    assert shown["shrine"]["points"] == 20
    assert shown["shrine"]["tiers"] == [
        {"rank": 1, "amount": 5, "sins": ["pride"], "points": 5},
        {"rank": 2, "amount": 3, "sins": ["greed", "sloth"], "points": 12},
        {"rank": 3, "amount": 1, "sins": ["wrath"], "points": 3},
    ]
    assert shown["shrine"]["one_more"]["greed"] == 4 * 2 + 3 * 3 + 4 + 5 - 20
    assert shown["shrine"]["best"] == ["greed", "sloth"]
    assert shown["interest"] == 3


def test_DM_50_an_offer_of_nothing_brings_nothing_and_is_no_failure() -> None:
    m = mercury(sin={"Ada": {"pride": 4}})
    report = close(m, {"Ada": plan(at(SHRINE, offer(), offer()), at(TOWER))})["Ada"]
    assert [a["ok"] for a in report["actions"]] == [True, True]
    assert report["points"] == 4


def test_DM_50_gathering_comes_before_the_offer_whatever_the_order() -> None:
    m = mercury()
    report = close(m, {"Ada": plan(at(SHRINE, offer()), at(RINGED, GATHER, GATHER))})["Ada"]
    assert report["points"] == 8
    assert held(m, "Ada") == {}


@pytest.mark.parametrize(("points", "after"), [(0, 0), (9, 9), (10, 11), (19, 20), (99, 108), (110, 121)])
def test_DM_51_interest_of_one_point_per_full_ten(points: int, after: int) -> None:
    m = mercury(points={"Ada": points})
    assert close(m, {})["Ada"]["points"] == after
    assert interest(points) == after - points


def test_DM_51_the_offering_of_the_round_earns_interest_at_once() -> None:
    m = mercury(sin={"Ada": {"pride": 6}}, points={"Ada": 4})
    assert close(m, {"Ada": OFFER})["Ada"]["points"] == 11


def test_DM_51_interest_compounds() -> None:
    m = mercury(points={"Ada": 100})
    assert [close(m, {})["Ada"]["points"] for _ in range(3)] == [110, 121, 133]


def test_DM_52_visiting_all_seven_brings_one_of_each_and_empties_the_list() -> None:
    m = mercury(visited={"Ada": SIN_PLACES[:5]})
    report = close(m, {"Ada": plan(at(SIN_PLACES[5]), at(SIN_PLACES[6]))}, rest=(SHRINE, CATHEDRAL))["Ada"]
    assert report["sin"] == dict.fromkeys(SINS, 1)
    assert report["other_gains"] == [{"cause": "visit_bonus", "sin": dict.fromkeys(SINS, 1)}]
    assert player(m, "Ada")["visited"] == []


def test_DM_52_this_rounds_other_visit_does_not_carry_over() -> None:
    m = mercury(visited={"Ada": SIN_PLACES[:6]})
    close(m, {"Ada": plan(at(SIN_PLACES[0]), at(SIN_PLACES[6]))})
    assert player(m, "Ada")["visited"] == []


def test_DM_52_the_shrine_is_not_needed_and_not_counted() -> None:
    m = mercury(visited={"Ada": SIN_PLACES[:6]})
    close(m, {"Ada": plan(at(SHRINE), at(SIN_PLACES[0]))})
    assert player(m, "Ada")["visited"] == list(SIN_PLACES[:6])
    assert held(m, "Ada") == {}
    assert m.view("Ada")["view"]["lacking"] == [SIN_PLACES[6]]


def test_DM_52_visiting_is_enough_and_a_second_bonus_can_follow() -> None:
    m = mercury()
    rounds = [SIN_PLACES[0:2], SIN_PLACES[2:4], SIN_PLACES[4:6], (SIN_PLACES[6], SHRINE)]
    for _ in range(2):
        for places in rounds:
            close(m, {"Ada": plan(*map(at, places))})
    assert held(m, "Ada") == dict.fromkeys(SINS, 2)


def test_DM_51_DM_52_the_bonus_comes_after_all_offers() -> None:
    m = mercury(visited={"Ada": SIN_PLACES[:6]})
    report = close(m, {"Ada": plan(at(SHRINE, offer()), at(SIN_PLACES[6]))})["Ada"]
    assert report["points"] == 0
    assert report["sin"] == dict.fromkeys(SINS, 1)


def test_DM_53_after_round_nine_interest_then_bonus_then_conversion() -> None:
    """100 + 10 of interest; then 3 lust with one of each on top are 4 and six times 1 of the second tier."""
    m = mercury(round=9, points={"Ada": 100}, sin={"Ada": {"lust": 3}}, visited={"Ada": SIN_PLACES[:6]})
    report = close(m, {"Ada": plan(at(SIN_PLACES[6]), at(TOWER))})["Ada"]
    assert report["points"] == 110 + 4 + 6 * 2
    assert report["sin"] == sin()
    assert player(m, "Ada")["points"] == 126


def test_DM_53_not_before_round_nine() -> None:
    m = mercury(round=8, sin={"Ada": {"lust": 3}})
    assert close(m, {})["Ada"]["points"] == 0
    assert m.round == 9
    assert m.phase == "round"


def test_DM_53_an_offer_in_round_nine_earns_interest_and_a_conversion_does_not() -> None:
    m = mercury(round=9, sin={"Ada": {"lust": 30}, "Bo": {"lust": 30}})
    reports = close(m, {"Ada": OFFER, "Bo": plan(at(GARDEN), at(TOWER))})
    assert reports["Ada"]["points"] == 33
    assert reports["Bo"]["points"] == 30
