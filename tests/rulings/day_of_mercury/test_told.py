"""DM-60: what a seat is told at a close, and what nobody is told."""

from __future__ import annotations

import json
from typing import get_args

from core.games.day_of_mercury.structs import Failure
from core.games.day_of_mercury.words import REASONS
from tests.kit import NAMES, play
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
    at,
    close,
    commit,
    mercury,
    offer,
    plan,
    sin,
    swap,
)

NOTHING_PAID = {"points": 0, "paid": 0, "converted": 0}
REPORT_KEYS = {
    "points",
    "sin",
    "visits",
    "actions",
    "trade",
    "announced",
    "suffered",
    "readings",
    "other_gains",
    "next_round",
}


def test_DM_60_the_form_of_a_report() -> None:
    m = mercury(sin={"Ada": {"pride": 2}}, points={"Ada": 20})
    reports = close(m, {"Ada": plan(at(RINGED, GATHER, offer()), at(TOWER, commit("Bo")))})
    assert reports["Ada"] == {
        "points": 22,
        "sin": sin(gluttony=4),
        "visits": {RINGED: [], TOWER: []},
        "actions": [
            {"location": RINGED, "do": "gather", "ok": True, "gained": {"gluttony": 4}, "reason": None},
            {"location": RINGED, "do": "offer", "ok": True, "gained": {}, "reason": None},
            {"location": TOWER, "do": "commit", "ok": True, "gained": {}, "reason": None},
        ],
        "trade": None,
        "announced": [],
        "suffered": [],
        "readings": {},
        "other_gains": [],
        "next_round": {"forced": None, "extra": 0, "protected": True},
    }
    assert all(set(report) == REPORT_KEYS for report in reports.values())
    assert list(reports["Bo"]["sin"]) == list(sin())


def test_DM_60_who_else_was_where_in_seat_order() -> None:
    m = mercury()
    reports = close(
        m, {"Di": plan(at(RINGED), at(TOWER)), "Bo": plan(at(RINGED), at(GARDEN)), "Max": plan(at(TOWER), at(RINGED))}
    )
    assert reports["Di"]["visits"] == {RINGED: ["Bo", "Max"], TOWER: ["Max"]}
    assert reports["Bo"]["visits"] == {RINGED: ["Di", "Max"], GARDEN: []}
    assert len(reports["Ada"]["visits"][SHRINE]) == 9


def test_DM_60_causes_come_in_the_order_in_which_they_arrive() -> None:
    """Bo in one round: a Lambs share, a promised gain, a gift and the visit bonus."""
    m = mercury(
        sin={"Ada": {"wrath": 2}, "Di": {"gluttony": 1}},
        visited={"Bo": [TOWER, CATACOMBS, ABIGAILS, CATHEDRAL, DISTRICT]},
    )
    close(m, {"Ada": plan(at(CATHEDRAL, offer()), at(TOWER)), "Bo": plan(at(CATACOMBS, commit("Cy")), at(TOWER))})
    reports = close(
        m,
        {
            "Ada": plan(at(GARDEN, GATHER, GATHER), at(TOWER)),
            "Bo": plan(at(GARDEN), at(RINGED)),
            "Cy": plan(at(TOWER, GATHER), at(SHRINE)),
            "Di": plan(at(GARDEN, offer(player="Bo", sin="pride")), at(CATHEDRAL)),
        },
    )
    assert [gain["cause"] for gain in reports["Bo"]["other_gains"]] == ["lambs", "catacombs", "gift", "visit_bonus"]


def test_DM_60_nobody_learns_anothers_points_or_sin() -> None:
    """Only Ada's and Bo's position differs; Bo is even met and named, and nobody else sees a difference."""
    seen = []
    for points, amount in ((0, 1), (77, 9)):
        m = mercury(points={"Bo": points, "Ada": points}, sin={"Bo": {"pride": amount}, "Ada": {"greed": amount}})
        close(m, {"Bo": plan(at(SHRINE, offer()), at(TOWER)), "Cy": plan(at(TOWER, commit("Bo")), at(SHRINE))})
        close(m, {"Bo": plan(at(GARDEN, GATHER), at(TOWER)), "Cy": plan(at(GARDEN), at(TOWER))})
        seen.append({s: m.view(s) for s in NAMES[2:]})
    assert seen[0] == seen[1]


CANARIES = tuple(f"canary {n}" for n in range(13))


def test_DM_60_no_report_names_a_committer_or_a_giver() -> None:
    """Canary 0 does everything it can to canary 1, from places where nobody else is; its name reaches nobody who
    did not stand beside it."""
    for place, more in ((RINGED, {}), (ABIGAILS, {"sins": ["lust", "envy"]}), (DISTRICT, {"location": GARDEN})):
        m = play(
            "day_of_mercury",
            players=CANARIES,
            setup={"sin": {CANARIES[0]: {"gluttony": 3, "wrath": 4}, CANARIES[1]: {"pride": 9}}},
        )
        deeds = [
            at(place, commit(CANARIES[1], **more)),
            at(GARDEN, offer(player=CANARIES[1], sin="envy"), offer(player=CANARIES[2], sin="lust")),
        ]
        m.seal(CANARIES[0], plan(*deeds, trade=swap(CANARIES[3], "wrath", "pride")))
        for seat in CANARIES[1:]:
            m.seal(seat, plan(at(SHRINE, GATHER), at(CATHEDRAL, GATHER)))
        reports = m.close()
        for seat in CANARIES[1:]:
            assert CANARIES[0] not in json.dumps(reports[seat])
            assert CANARIES[0] not in json.dumps(m.view(seat)["view"]["sightings"])
        assert reports[CANARIES[1]]["suffered"] != []


def test_DM_60_lambs_shares_do_not_say_who_shared() -> None:
    """Cy or Di offered to the Lambs; both then gather the same beside everyone."""
    seen = []
    for author in ("Cy", "Di"):
        m = mercury(sin={"Cy": {"wrath": 2}, "Di": {"wrath": 2}})
        orders = {s: plan(at(CATHEDRAL), at(DISTRICT)) for s in ("Cy", "Di")}
        orders[author] = plan(at(CATHEDRAL, offer()), at(DISTRICT))
        close(m, orders, rest=(SHRINE, GARDEN))
        close(m, {s: plan(at(RINGED, GATHER), at(TOWER, GATHER)) for s in ("Cy", "Di")}, rest=(RINGED, TOWER))
        seen.append({s: m.view(s) for s in NAMES if s not in ("Cy", "Di")})
    assert seen[0] == seen[1]
    assert seen[0]["Ada"]["log"][1]["report"]["other_gains"] == [{"cause": "lambs", "sin": {"pride": 1, "gluttony": 1}}]


def test_DM_60_sealed_orders_of_others_show_nowhere_before_the_close() -> None:
    seen = []
    for orders in ({}, {"Bo": plan(at(RINGED, commit("Ada")), at(TOWER), trade=swap("Ada", "lust", "envy"))}):
        m = mercury()
        for seat, sealed in orders.items():
            m.seal(seat, sealed)
        seen.append({s: m.view(s) for s in NAMES if s != "Bo"})
    assert seen[0] == seen[1]


def test_DM_60_CM_10_the_view_keeps_what_the_seat_saw_by_round() -> None:
    m = mercury()
    close(
        m,
        {
            "Ada": plan(at(GARDEN), at(TOWER)),
            "Bo": plan(at(GARDEN), at(RINGED)),
            "Cy": plan(at(DISTRICT, commit("Bo", location=RINGED)), at(TOWER)),
        },
    )
    close(m, {"Ada": plan(at(RINGED), at(TOWER)), "Bo": plan(at(GARDEN), at(RINGED))})
    assert m.view("Ada")["view"]["sightings"] == [
        {"round": 1, "places": {GARDEN: ["Bo"], TOWER: ["Cy"]}, "announced": ["Bo"], "stolen": {}, **NOTHING_PAID},
        {"round": 2, "places": {RINGED: ["Bo"], TOWER: []}, "announced": [], "stolen": {}, **NOTHING_PAID},
    ]


def test_DM_60_CM_10_the_view_keeps_the_seats_own_commits() -> None:
    m = mercury(commits={"Ada": 3}, sin={"Di": {"pride": 2}})
    close(m, {"Di": plan(at(RINGED, offer()), at(TOWER))})
    close(
        m,
        {
            "Ada": plan(at(RINGED, commit("Bo"), commit("Di")), at(CATACOMBS, commit("Cy"))),
            "Ed": plan(at(RINGED, commit("Cy")), at(TOWER)),
        },
    )
    shown = m.view("Ada")["view"]
    assert shown["commits"] == 4
    assert shown["attempts"] == [
        {"round": 2, "target": "Bo", "location": RINGED, "ok": True, "reason": None},
        {"round": 2, "target": "Di", "location": RINGED, "ok": False, "reason": "turned_away"},
        {"round": 2, "target": "Cy", "location": CATACOMBS, "ok": False, "reason": "several_commits"},
    ]
    assert shown["targets"] == list(NAMES[4:])


def test_DM_92_why_an_action_failed_is_one_of_four_codes() -> None:
    m = mercury(sin={"Di": {"pride": 2}, "Flo": {"pride": 2}})
    close(m, {"Di": plan(at(RINGED, offer()), at(TOWER))})
    reports = close(
        m,
        {
            "Ada": plan(at(RINGED, commit("Bo"), commit("Di")), at(CATACOMBS, GATHER)),
            "Bo": plan(at(RINGED, offer()), at(TOWER)),
            "Cy": plan(at(RINGED, commit("Ed")), at(TOWER, commit("Flo"))),
            "Ed": plan(at(RINGED), at(CATACOMBS, commit("Gus"))),
            "Flo": plan(at(RINGED, offer()), at(CATACOMBS, commit("Ed"))),
        },
    )
    told = {seat: [a["reason"] for a in reports[seat]["actions"]] for seat in ("Ada", "Bo", "Cy", "Ed", "Flo")}
    assert told == {
        "Ada": [None, "turned_away", None],
        "Bo": ["cannot_pay"],
        "Cy": ["several_commits", None],
        "Ed": [None],
        "Flo": ["negated", "several_commits"],
    }
    assert set(REASONS) == set(get_args(Failure)) == {r for seat in told.values() for r in seat if r}
    assert [a["ok"] for a in reports["Flo"]["actions"]] == [False, False]


def test_DM_60_the_view_shows_what_holds_for_the_seat() -> None:
    m = mercury(sin={"Ada": {"wrath": 2, "envy": 1, "pride": 2}})
    first = plan(at(CATHEDRAL, offer()), at(TOWER, offer(location=GARDEN)))
    close(m, {"Ada": first, "Bo": plan(at(DISTRICT, commit("Ada", location=RINGED)), at(SHRINE))})
    assert m.view("Ada")["view"]["effects"] == {
        "forced": RINGED,
        "extra": 0,
        "protected": False,
        "lambs": 1,
        "declared": [GARDEN],
        "promises": [],
    }
    close(m, {"Ada": plan(at(RINGED, offer()), at(CATACOMBS, commit("Cy")))})
    effects = m.view("Ada")["view"]["effects"]
    assert effects["protected"] is True
    assert effects["promises"] == ["Cy"]
    assert effects["lambs"] == 0


def test_DM_60_a_spectator_sees_the_round_and_nothing_of_anyone() -> None:
    rich = mercury(points={"Ada": 50}, sin={"Ada": {"pride": 9}})
    poor = mercury()
    for m in (rich, poor):
        close(m, {"Ada": plan(at(RINGED, GATHER, commit("Bo")), at(TOWER))})
    assert rich.view(None)["view"] == poor.view(None)["view"]
    assert rich.view(None)["view"]["round"] == 2
