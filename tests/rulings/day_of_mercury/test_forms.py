"""The JSON forms: set-up keys and host state."""

from __future__ import annotations

from typing import Any

import pytest

from core.refusal import NotAMatch
from tests.rulings.day_of_mercury.script import (
    CATACOMBS,
    GARDEN,
    PLACES,
    RINGED,
    SHRINE,
    SINS,
    TOWER,
    at,
    close,
    commit,
    mercury,
    plan,
    player,
    sin,
)


def test_DM_01_set_up_gives_positions_to_start_from() -> None:
    m = mercury(
        sin={"Ada": {"pride": 4}}, points={"Ada": 30}, round=5, visited={"Ada": [CATACOMBS, RINGED]}, commits={"Ada": 3}
    )
    assert m.round == 5
    assert player(m, "Ada") == {
        "points": 30,
        "sin": sin(pride=4),
        "visited": [RINGED, CATACOMBS],
        "successful_commits": 3,
        "attempted": [],
    }
    assert player(m, "Bo") == {"points": 0, "sin": sin(), "visited": [], "successful_commits": 0, "attempted": []}


@pytest.mark.parametrize(
    "setup",
    [
        {"sin": {"Zoe": {"pride": 1}}},
        {"sin": {"Ada": {"vanity": 1}}},
        {"sin": {"Ada": {"pride": -1}}},
        {"sin": {"Ada": {"pride": "1"}}},
        {"sin": {"Ada": {"pride": 1.5}}},
        {"points": {"Zoe": 1}},
        {"points": {"Ada": -1}},
        {"points": {"Ada": True}},
        {"round": 0},
        {"round": 10},
        {"visited": {"Zoe": []}},
        {"visited": {"Ada": ["atlantis"]}},
        {"visited": {"Ada": [SHRINE]}},
        {"visited": {"Ada": [RINGED, RINGED]}},
        {"visited": {"Ada": list(PLACES[:7])}},
        {"commits": {"Zoe": 1}},
        {"commits": {"Ada": -1}},
        {"commits": {"Ada": 13}},
        {"garnets": {"Ada": 1}},
    ],
)
def test_DM_52_set_up_that_there_cannot_be_is_no_match(setup: dict[str, Any]) -> None:
    with pytest.raises(NotAMatch) as caught:
        mercury(**setup)
    assert caught.value.message


def test_DM_04_DM_52_the_host_state_lists_visits_by_place_and_attempts_as_made() -> None:
    m = mercury()
    close(m, {"Ada": plan(at(GARDEN, commit("Max")), at(TOWER, commit("Bo")))})
    close(m, {"Ada": plan(at(RINGED, commit("Cy")), at(TOWER))})
    assert player(m, "Ada")["visited"] == [RINGED, TOWER, GARDEN]
    assert player(m, "Ada")["attempted"] == ["Max", "Bo", "Cy"]
    assert player(m, "Ada")["successful_commits"] == 3
    assert list(player(m, "Ada")["sin"]) == list(SINS)


def test_DM_01_thirteen_seats_nine_rounds_and_open_talk() -> None:
    from core.games import game

    spec = game("day_of_mercury").spec
    assert (spec.seats, spec.rounds, spec.policy) == (13, 9, "open")
    m = mercury()
    m.say("Ada", ["Bo"], "deal?")
    m.say("Ada", "lounge", "good morning")
    assert [message["text"] for message in m.view("Bo")["messages"]] == ["deal?", "good morning"]
