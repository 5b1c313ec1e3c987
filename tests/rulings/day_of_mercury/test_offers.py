"""DM-30 to DM-37: offers to the residents."""

from __future__ import annotations

import pytest

from tests.kit import NAMES
from tests.rulings.day_of_mercury.script import (
    ABIGAILS,
    CATACOMBS,
    CATHEDRAL,
    DISTRICT,
    GARDEN,
    GATHER,
    RINGED,
    SHRINE,
    TOWER,
    Json,
    at,
    close,
    commit,
    first,
    held,
    mercury,
    offer,
    plan,
)

PRICES = {
    RINGED: ("pride", 2),
    TOWER: ("envy", 1),
    CATACOMBS: ("sloth", 6),
    ABIGAILS: ("lust", 2),
    CATHEDRAL: ("wrath", 2),
    DISTRICT: ("greed", 3),
    GARDEN: ("gluttony", 1),
}
KEYS = {TOWER: {"location": RINGED}, GARDEN: {"player": "Cy", "sin": "greed"}}
BROUGHT = {GARDEN: 2, CATACOMBS: 6}


def offering(place: str, times: int = 1) -> Json:
    other = TOWER if place != TOWER else RINGED
    return plan(at(place, *[offer(**KEYS.get(place, {}))] * times), at(other))


@pytest.mark.parametrize("place", PRICES)
def test_DM_36_each_offer_is_one_payment_of_exactly_the_price(place: str) -> None:
    kind, price = PRICES[place]
    m = mercury(sin={"Bo": {kind: price}})
    report = close(m, {"Bo": offering(place)})["Bo"]
    assert first(report)["ok"] is True
    assert first(report)["reason"] is None
    assert sum(held(m, "Bo").values()) == BROUGHT.get(place, 0)


@pytest.mark.parametrize("place", PRICES)
def test_DM_37_an_offer_that_cannot_be_paid_fails_and_costs_nothing(place: str) -> None:
    kind, price = PRICES[place]
    m = mercury(sin={"Bo": {kind: price - 1}})
    report = close(m, {"Bo": offering(place)})["Bo"]
    assert report["actions"] == [{"location": place, "do": "offer", "ok": False, "gained": {}, "reason": "cannot_pay"}]
    assert held(m, "Bo") == ({kind: price - 1} if price > 1 else {})
    assert report["next_round"] == {"forced": None, "extra": 0, "protected": False}


@pytest.mark.parametrize("place", [place for place in PRICES if place != CATACOMBS])
def test_DM_37_the_second_offer_fails_if_the_first_took_the_last(place: str) -> None:
    kind, price = PRICES[place]
    m = mercury(sin={"Bo": {kind: 2 * price - 1}})
    report = close(m, {"Bo": offering(place, 2)})["Bo"]
    assert [a["ok"] for a in report["actions"]] == [True, False]


def test_DM_30_DM_37_two_angels_are_no_more_than_one() -> None:
    m = mercury(sin={"Bo": {"pride": 4}})
    report = close(m, {"Bo": offering(RINGED, 2)})["Bo"]
    assert held(m, "Bo") == {}
    assert report["next_round"]["protected"] is True


def test_DM_31_the_declaration_stays_secret() -> None:
    """Whether Cy or Di declared, and what they declared for the round after the last, shows to nobody else."""
    seen = []
    for author in ("Cy", "Di"):
        m = mercury(sin={"Cy": {"envy": 1}, "Di": {"envy": 1}})
        orders = {s: plan(at(TOWER), at(DISTRICT)) for s in ("Cy", "Di")}
        orders[author] = plan(at(TOWER, offer(location=RINGED)), at(DISTRICT))
        close(m, orders)
        seen.append({s: m.view(s) for s in NAMES if s not in ("Cy", "Di")})
        assert m.view(author)["view"]["effects"]["declared"] == [RINGED]
    assert seen[0] == seen[1]


def test_DM_32_the_visitors_give_six_random_sins() -> None:
    drawn = set()
    for seed in range(6):
        m = mercury(seed, sin={"Bo": {"sloth": 6}})
        report = close(m, {"Bo": offering(CATACOMBS)})["Bo"]
        assert first(report)["gained"] == held(m, "Bo")
        assert sum(held(m, "Bo").values()) == 6
        drawn |= set(held(m, "Bo"))
    assert len(drawn) == 7


def test_DM_33_DM_37_the_daughters_give_a_garnet_for_each_offer() -> None:
    m = mercury(sin={"Bo": {"greed": 7}})
    close(m, {"Bo": offering(DISTRICT, 2)})
    assert m.host["garnets"]["Bo"] == 2
    assert held(m, "Bo") == {"greed": 1}
    assert m.view("Bo")["view"]["garnets"] == 2
    assert m.view("Cy")["view"]["garnets"] == 0


def test_DM_33_those_lacking_eyes_give_two_and_one() -> None:
    m = mercury(sin={"Bo": {"gluttony": 1}})
    reports = close(m, {"Bo": offering(GARDEN)})
    assert first(reports["Bo"])["gained"] == {"greed": 2}
    assert held(m, "Bo") == {"greed": 2}
    assert held(m, "Cy") == {"greed": 1}
    assert reports["Cy"]["other_gains"] == [{"cause": "gift", "sin": {"greed": 1}}]


def test_DM_33_gifts_add_up_and_never_name_the_giver() -> None:
    seen = []
    for first_giver, second_giver in (("Bo", "Di"), ("Di", "Bo")):
        m = mercury(sin={"Bo": {"gluttony": 2}, "Di": {"gluttony": 2}})
        garden = {s: plan(at(GARDEN), at(TOWER)) for s in ("Bo", "Di")}
        garden[first_giver] = plan(
            at(GARDEN, offer(player="Cy", sin="greed"), offer(player="Cy", sin="envy")), at(TOWER)
        )
        garden[second_giver] = plan(at(GARDEN, offer(player="Cy", sin="greed")), at(TOWER))
        reports = close(m, {**garden, "Cy": plan(at(GARDEN), at(RINGED))})
        assert reports["Cy"]["other_gains"] == [{"cause": "gift", "sin": {"greed": 2, "envy": 1}}]
        seen.append({s: m.view(s) for s in NAMES if s not in ("Bo", "Di")})
    assert seen[0] == seen[1]


def test_DM_34_maidens_are_told_with_the_report_and_shown_as_limits() -> None:
    m = mercury(sin={"Bo": {"lust": 2}})
    report = close(m, {"Bo": offering(ABIGAILS)})["Bo"]
    assert report["next_round"] == {"forced": None, "extra": 1, "protected": False}
    view = m.view("Bo")["view"]
    assert (view["visits"], view["actions"]) == (3, 4)
    m.close()
    view = m.view("Bo")["view"]
    assert (view["visits"], view["actions"]) == (2, 3), "one round only"


def test_DM_36_later_offers_may_spend_what_earlier_ones_brought() -> None:
    m = mercury(sin={"Bo": {"gluttony": 1}})
    eyes = offer(player="Cy", sin="pride")
    later = plan(at(GARDEN, eyes), at(RINGED, offer()))
    assert [a["ok"] for a in close(m, {"Bo": later})["Bo"]["actions"]] == [True, True]
    assert held(m, "Bo") == {}
    m = mercury(sin={"Bo": {"gluttony": 1}})
    earlier = plan(at(RINGED, offer()), at(GARDEN, eyes))
    assert [a["ok"] for a in close(m, {"Bo": earlier})["Bo"]["actions"]] == [False, True]
    assert held(m, "Bo") == {"pride": 2}


def test_DM_36_gifts_arrive_after_every_offer_to_a_resident_and_before_the_shrine() -> None:
    """Cy comes after Bo in seat order, Ada before: the gift pays no resident, and the Shrine takes it."""
    for receiver in ("Ada", "Cy"):
        m = mercury(sin={"Bo": {"gluttony": 1}})
        bo = plan(at(GARDEN, offer(player=receiver, sin="envy")), at(RINGED))
        tower = plan(at(TOWER, offer(location=RINGED)), at(SHRINE, offer()))
        reports = close(m, {"Bo": bo, receiver: tower})
        assert [a["ok"] for a in reports[receiver]["actions"]] == [False, True]
        assert reports[receiver]["points"] == 1


def test_DM_36_gathered_and_stolen_sin_pays() -> None:
    m = mercury(sin={"Cy": {"greed": 2}, "Bo": {"greed": 1}})
    reports = close(m, {"Bo": plan(at(RINGED, commit("Cy")), at(DISTRICT, GATHER, offer()))})
    assert [a["ok"] for a in reports["Bo"]["actions"]] == [True, True, True]
    assert m.host["garnets"]["Bo"] == 1
    assert held(m, "Bo") == {"sloth": 4}
