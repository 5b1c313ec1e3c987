"""DM-01 to DM-08: what may be sealed, and where those are who sealed nothing."""

from __future__ import annotations

import pytest

from core.match import journal as j
from tests.kit import Script
from tests.rulings.day_of_mercury.script import (
    ABIGAILS,
    CATACOMBS,
    CATHEDRAL,
    DISTRICT,
    GARDEN,
    GATHER,
    PLACES,
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
    player,
    swap,
)


def with_maidens(effects: int = 1) -> Script:
    """A match in round 2 in which Ada has this many Maidens effects."""
    m = mercury(sin={"Ada": {"lust": 2 * effects}})
    visits = [at(ABIGAILS, *[offer()] * min(effects, 2)), at(TOWER)]
    close(m, {"Ada": plan(*visits)})
    return m


def forced(to: str = DISTRICT) -> Script:
    """A match in round 2 in which Ada must visit a location."""
    m = mercury()
    close(m, {"Bo": plan(at(DISTRICT, commit("Ada", location=to)), at(TOWER))})
    return m


@pytest.mark.parametrize("places", [(RINGED,), (RINGED, TOWER, GARDEN)])
def test_DM_01_exactly_two_locations(places: tuple[str, ...]) -> None:
    refused = mercury().refused("Ada", plan(*map(at, places)))
    assert (refused.code, refused.ruling) == ("number_of_visits", "DM-01")
    assert "exactly 2" in refused.message
    assert str(len(places)) in refused.message


def test_DM_01_the_two_locations_differ() -> None:
    refused = mercury().refused("Ada", plan(at(RINGED, GATHER), at(RINGED)))
    assert (refused.code, refused.ruling) == ("visited_twice", "DM-01")
    assert "Ringed City" in refused.message


def test_DM_01_an_unknown_location_is_refused() -> None:
    assert mercury().refused("Ada", plan(at("atlantis"), at(RINGED))).code == "unknown_location"


def test_DM_01_DM_34_maidens_open_a_third_location_that_is_optional() -> None:
    m = with_maidens()
    m.seal("Ada", plan(at(RINGED), at(TOWER), at(GARDEN)))
    m.seal("Ada", plan(at(RINGED), at(TOWER)))
    refused = m.refused("Ada", plan(*map(at, (RINGED, TOWER, GARDEN, SHRINE))))
    assert "2 to 3" in refused.message
    assert m.refused("Ada", plan(at(RINGED))).code == "number_of_visits"


def test_DM_02_at_most_three_actions() -> None:
    m = mercury()
    m.seal("Ada", plan(at(RINGED, GATHER, GATHER), at(TOWER, GATHER)))
    refused = m.refused("Ada", plan(at(RINGED, GATHER, GATHER), at(TOWER, GATHER, GATHER)))
    assert (refused.code, refused.ruling) == ("too_many_actions", "DM-02")
    assert "3" in refused.message
    assert "4" in refused.message


def test_DM_02_at_most_two_in_one_location() -> None:
    refused = mercury().refused("Ada", plan(at(RINGED, GATHER, GATHER, GATHER), at(TOWER)))
    assert (refused.code, refused.ruling) == ("too_many_actions_here", "DM-02")


def test_DM_02_the_same_action_twice_in_a_location() -> None:
    m = mercury()
    reports = close(m, {"Ada": plan(at(RINGED, GATHER, GATHER), at(TOWER))})
    assert [a["gained"] for a in reports["Ada"]["actions"]] == [{"gluttony": 4}, {"gluttony": 4}]
    assert held(m, "Ada") == {"gluttony": 8}


def test_DM_02_DM_34_the_maidens_action_may_be_used_without_the_location() -> None:
    m = with_maidens()
    m.seal("Ada", plan(at(RINGED, GATHER, GATHER), at(TOWER, GATHER, GATHER)))
    assert m.refused("Ada", plan(at(RINGED, GATHER, GATHER, GATHER), at(TOWER))).code == "too_many_actions_here"
    five = plan(at(RINGED, GATHER, GATHER), at(TOWER, GATHER, GATHER), at(GARDEN, GATHER))
    assert m.refused("Ada", five).code == "too_many_actions"


def test_DM_02_DM_37_two_maidens_effects_add_up() -> None:
    m = with_maidens(2)
    m.seal("Ada", plan(at(RINGED, GATHER, GATHER), at(TOWER, GATHER, GATHER), at(GARDEN, GATHER), at(SHRINE)))
    assert m.refused("Ada", plan(*map(at, PLACES[:5]))).code == "number_of_visits"


def test_DM_03_no_commit_at_the_shrine() -> None:
    refused = mercury().refused("Ada", plan(at(SHRINE, commit("Bo")), at(RINGED)))
    assert (refused.code, refused.ruling) == ("no_commit_at_shrine", "DM-03")


def test_DM_03_every_location_takes_its_actions() -> None:
    m = mercury()
    extra: dict[str, Json] = {ABIGAILS: {"sins": ["lust", "envy"]}, DISTRICT: {"location": RINGED}}
    offers: dict[str, Json] = {TOWER: {"location": SHRINE}, GARDEN: {"player": "Bo", "sin": "pride"}}
    for place in PLACES:
        other = TOWER if place == RINGED else RINGED
        m.seal("Ada", plan(at(place, GATHER, offer(**offers.get(place, {}))), at(other)))
        if place != SHRINE:
            m.seal("Ada", plan(at(place, commit("Bo", **extra.get(place, {}))), at(other)))


def test_DM_03_an_unknown_action_is_refused() -> None:
    refused = mercury().refused("Ada", plan(at(RINGED, {"do": "pray"}), at(TOWER)))
    assert refused.code == "wrong_form"


def test_DM_04_a_target_need_not_share_a_location() -> None:
    m = mercury()
    close(m, {"Ada": plan(at(RINGED, commit("Bo")), at(TOWER)), "Bo": plan(at(GARDEN), at(SHRINE))})
    assert player(m, "Ada")["successful_commits"] == 1


def test_DM_04_not_against_oneself() -> None:
    refused = mercury().refused("Ada", plan(at(RINGED, commit("Ada")), at(TOWER)))
    assert (refused.code, refused.ruling) == ("commit_on_oneself", "DM-04")


def test_DM_04_not_against_someone_who_is_not_seated() -> None:
    assert mercury().refused("Ada", plan(at(RINGED, commit("Zoe")), at(TOWER))).code == "not_seated"


def test_DM_04_one_target_once_within_the_orders() -> None:
    m = mercury()
    same = m.refused("Ada", plan(at(RINGED, commit("Bo")), at(TOWER, commit("Bo"))))
    assert (same.code, same.ruling) == ("target_twice", "DM-04")
    m.seal("Ada", plan(at(RINGED, commit("Bo"), commit("Cy")), at(TOWER, commit("Di"))))


def test_DM_04_one_target_once_in_the_match_after_a_success() -> None:
    m = mercury()
    close(m, {"Ada": plan(at(RINGED, commit("Bo")), at(TOWER))})
    refused = m.refused("Ada", plan(at(TOWER, commit("Bo")), at(RINGED)))
    assert (refused.code, refused.ruling) == ("target_tried", "DM-04")
    assert "Bo" in refused.message
    m.seal("Ada", plan(at(RINGED, commit("Cy")), at(TOWER)))


def test_DM_04_one_target_once_in_the_match_after_a_failure() -> None:
    m = mercury()
    close(m, {"Ada": plan(at(RINGED, commit("Cy")), at(TOWER)), "Bo": plan(at(CATACOMBS, commit("Cy")), at(TOWER))})
    assert player(m, "Ada")["successful_commits"] == 0
    assert player(m, "Ada")["attempted"] == ["Cy"]
    assert m.refused("Ada", plan(at(RINGED, commit("Cy")), at(TOWER))).code == "target_tried"


def test_DM_04_only_orders_in_force_at_a_close_are_attempts() -> None:
    m = mercury()
    m.seal("Ada", plan(at(RINGED, commit("Bo")), at(TOWER)))
    close(m, {"Ada": plan(at(RINGED, commit("Cy")), at(TOWER))})
    assert player(m, "Ada")["attempted"] == ["Cy"]
    m.seal("Ada", plan(at(RINGED, commit("Bo")), at(TOWER)))
    m.withdraw("Ada")
    m.close()
    assert player(m, "Ada")["attempted"] == ["Cy"]


def test_DM_04_a_rewind_takes_the_attempt_back() -> None:
    m = mercury()
    close(m, {"Ada": plan(at(RINGED, commit("Bo")), at(TOWER))})
    m.apply(j.Rewound(round=1))
    m.seal("Ada", plan(at(RINGED, commit("Bo")), at(TOWER)))
    assert player(m, "Ada")["attempted"] == []


def test_DM_05_DM_26_a_forced_location_must_be_in_the_orders() -> None:
    m = forced(GARDEN)
    refused = m.refused("Ada", plan(at(RINGED, GATHER), at(TOWER)))
    assert (refused.code, refused.ruling) == ("forced_location", "DM-05")
    assert "Lakeside Garden" in refused.message
    m.seal("Ada", plan(at(GARDEN), at(TOWER)))


def test_DM_05_the_duty_lasts_one_round() -> None:
    m = forced(GARDEN)
    close(m, {"Ada": plan(at(GARDEN), at(TOWER))})
    m.seal("Ada", plan(at(RINGED), at(TOWER)))


def test_DM_06_a_trade_costs_no_action_and_may_be_of_one_sin_for_the_same() -> None:
    m = mercury()
    m.seal("Ada", plan(at(RINGED, GATHER, GATHER), at(TOWER, GATHER), trade=swap("Bo", "pride", "pride")))


@pytest.mark.parametrize(
    ("trade", "code"),
    [
        (swap("Ada", "pride", "lust"), "trade_with_oneself"),
        (swap("Zoe", "pride", "lust"), "not_seated"),
        (swap("Bo", "vanity", "lust"), "unknown_sin"),
        (swap("Bo", "lust", "vanity"), "unknown_sin"),
        ({"with": "Bo", "give": "lust"}, "wrong_form"),
        ([swap("Bo", "lust", "envy"), swap("Cy", "lust", "envy")], "wrong_form"),
    ],
)
def test_DM_06_trades_that_cannot_be(trade: object, code: str) -> None:
    assert mercury().refused("Ada", {"visits": [at(RINGED), at(TOWER)], "trade": trade}).code == code


def test_DM_07_what_cannot_be_paid_yet_is_not_refused() -> None:
    m = mercury()
    m.seal(
        "Ada", plan(at(RINGED, offer()), at(TOWER, GATHER, offer(location=SHRINE)), trade=swap("Bo", "pride", "lust"))
    )
    reports = close(m, {"Ada": plan(at(RINGED, offer()), at(TOWER, GATHER))})
    assert [a["ok"] for a in reports["Ada"]["actions"]] == [True, True], "the gathered pride pays the Angels"


def test_DM_08_without_orders_two_random_different_locations_and_nothing_done() -> None:
    seen = set()
    for seed in range(24):
        m = mercury(seed)
        report = m.close()["Ada"]
        assert report["actions"] == []
        assert report["trade"] is None
        assert len(report["visits"]) == 2
        seen |= set(report["visits"])
    assert len(seen) == 8, "any location, the Shrine included"


def test_DM_08_the_random_visits_count_for_crowd_announcements_and_bonus() -> None:
    for seed in range(20):
        m = mercury(seed, visited={"Ada": [TOWER]})
        everyone = {s: plan(at(SHRINE), at(CATHEDRAL)) for s in m.host["seats"] if s not in ("Ada", "Bo")}
        for seat, orders in everyone.items():
            m.seal(seat, orders)
        m.seal("Bo", plan(at(RINGED, GATHER), at(GARDEN, commit("Ada"))))
        m.seal("Cy", plan(at(RINGED), at(TOWER)))
        reports = m.close()
        where = list(reports["Ada"]["visits"])
        if RINGED in where:
            assert first(reports["Bo"])["gained"] == {"gluttony": 3}, "the third visitor counts"
            assert reports["Ada"]["visits"][RINGED] == ["Bo", "Cy"]
            assert reports["Cy"]["announced"] == ["Ada"]
            assert set(player(m, "Ada")["visited"]) == {TOWER, *where} - {SHRINE}
            return
    pytest.fail("no seed sent Ada to the Ringed City")


def test_DM_08_a_forced_location_is_among_them() -> None:
    for seed in range(8):
        m = mercury(seed)
        close(m, {"Bo": plan(at(DISTRICT, commit("Ada", location=GARDEN)), at(TOWER))})
        visits = list(m.close()["Ada"]["visits"])
        assert GARDEN in visits
        assert len(set(visits)) == 2


def test_DM_08_maidens_effects_lapse() -> None:
    m = with_maidens()
    assert len(m.close()["Ada"]["visits"]) == 2
    assert m.refused("Ada", plan(at(RINGED), at(TOWER), at(GARDEN))).code == "number_of_visits"


def test_DM_08_CM_03_who_else_is_missing_does_not_move_the_dice() -> None:
    alone, both = mercury(), mercury()
    alone.seal("Ada", plan(at(RINGED), at(TOWER)))
    assert list(alone.close()["Bo"]["visits"]) == list(both.close()["Bo"]["visits"])


def test_DM_08_DM_90_CM_01_orders_with_nothing_in_them_are_legal_and_mean_nothing() -> None:
    same: tuple[Json, ...] = ({}, {"visits": []}, {"visits": [], "trade": None})
    for empty in same:
        sealed, missed = mercury(), mercury()
        sealed.seal("Ada", empty)
        assert sealed.close() == missed.close()


def test_DM_08_orders_with_only_a_trade_are_not_nothing() -> None:
    assert mercury().refused("Ada", {"trade": swap("Bo", "pride", "lust")}).code == "number_of_visits"


def test_DM_02_CM_01_a_refusal_leaves_the_earlier_orders_in_force() -> None:
    m = mercury()
    m.seal("Ada", plan(at(RINGED, GATHER), at(TOWER)))
    m.refused("Ada", plan(at(RINGED), at(RINGED)))
    m.close()
    assert player(m, "Ada")["visited"] == [RINGED, TOWER]


@pytest.mark.parametrize(
    ("visit", "code"),
    [
        (at(ABIGAILS, commit("Bo")), "missing_key"),
        (at(ABIGAILS, commit("Bo", sins=["lust"])), "two_sins"),
        (at(ABIGAILS, commit("Bo", sins=["lust", "lust"])), "two_sins"),
        (at(ABIGAILS, commit("Bo", sins=["lust", "envy", "greed"])), "two_sins"),
        (at(ABIGAILS, commit("Bo", sins=["lust", "vanity"])), "unknown_sin"),
        (at(ABIGAILS, commit("Bo", sins=["lust", "envy"], location=RINGED)), "superfluous_key"),
        (at(DISTRICT, commit("Bo")), "missing_key"),
        (at(DISTRICT, commit("Bo", location=SHRINE)), "shrine_not_forced"),
        (at(DISTRICT, commit("Bo", location="atlantis")), "unknown_location"),
        (at(TOWER, offer()), "missing_key"),
        (at(TOWER, offer(location="atlantis")), "unknown_location"),
        (at(TOWER, commit("Bo", location=RINGED)), "superfluous_key"),
        (at(GARDEN, offer(player="Bo")), "missing_key"),
        (at(GARDEN, offer(player="Ada", sin="lust")), "gift_to_oneself"),
        (at(GARDEN, offer(player="Zoe", sin="lust")), "not_seated"),
        (at(GARDEN, offer(player="Bo", sin="vanity")), "unknown_sin"),
        (at(SHRINE, offer(sin="lust")), "superfluous_key"),
        (at(CATHEDRAL, offer(location=RINGED)), "superfluous_key"),
        (at(CATACOMBS, {"do": "gather", "target": "Bo"}), "wrong_form"),
        (at(CATACOMBS, commit("Bo", sins=None)), "wrong_form"),
        ({"location": CATACOMBS, "deeds": []}, "wrong_form"),
    ],
)
def test_DM_03_CM_25_keys_that_an_action_needs_and_keys_that_it_does_not_take(visit: Json, code: str) -> None:
    refused = mercury().refused("Ada", plan(visit, at(RINGED)))
    assert refused.code == code


def test_DM_03_actions_may_be_absent_or_null() -> None:
    m = mercury()
    m.seal("Ada", {"visits": [{"location": RINGED}, {"location": TOWER, "actions": None}]})
    assert m.close()["Ada"]["actions"] == []
