"""What the screens offer: every choice with its reason, and a probe that proves it."""

from __future__ import annotations

import pytest

from core.contract import Asks
from core.games import game
from core.match.state import Match
from core.refusal import Refused
from tests.kit import NAMES, Script
from tests.rulings.day_of_mercury.script import (
    ABIGAILS,
    DISTRICT,
    GARDEN,
    PLACES,
    RINGED,
    SHRINE,
    TOWER,
    Json,
    at,
    close,
    commit,
    mercury,
    offer,
    plan,
)

GAME = game("day_of_mercury")


def asks(m: Script, seat: str = "Ada") -> Asks:
    return GAME.asks(m.match.state, seat, None)


def probe_all(m: Script, seat: str = "Ada") -> None:
    """Every open probe is accepted, every closed one refused."""
    match: Match = m.match
    for choice in asks(m, seat).choices:
        assert choice.probe is not None
        script = Script(match)
        if choice.closed is None:
            script.seal(seat, choice.probe)
        else:
            assert choice.ruling is not None
            with pytest.raises(Refused):
                script.seal(seat, choice.probe)


def closed(m: Script, slot: str, seat: str = "Ada") -> dict[object, str | None]:
    return {c.value: c.ruling for c in asks(m, seat).choices if c.slot == slot and c.closed is not None}


def test_DM_01_DM_02_the_usual_limits() -> None:
    m = mercury()
    assert asks(m).limits == {"visits_least": 2, "visits": 2, "actions": 3, "actions_here": 2, "trades": 1}
    assert closed(m, "count.visits") == {3: "DM-01"}
    assert closed(m, "count.actions") == {4: "DM-02"}
    probe_all(m)


def test_DM_03_the_shrine_takes_no_commit_and_everything_else_is_open() -> None:
    m = mercury()
    assert closed(m, f"do.{SHRINE}") == {"commit": "DM-03"}
    assert all(closed(m, f"do.{place}") == {} for place in PLACES[:7])


def test_DM_04_targets_already_tried_are_closed() -> None:
    m = mercury()
    assert closed(m, "commit.target") == {"Ada": "DM-04"}
    close(m, {"Ada": plan(at(RINGED, commit("Bo")), at(TOWER, commit("Di")))})
    assert closed(m, "commit.target") == {"Ada": "DM-04", "Bo": "DM-04", "Di": "DM-04"}
    probe_all(m)


def test_DM_04_when_everyone_has_been_tried_no_place_takes_a_commit() -> None:
    m = mercury()
    others = list(NAMES[1:])
    for n in range(0, 12, 3):
        one, two, three = others[n : n + 3]
        close(m, {"Ada": plan(at(RINGED, commit(one), commit(two)), at(TOWER, commit(three)))})
    assert all("commit" in closed(m, f"do.{place}") for place in PLACES)
    assert m.view("Ada")["view"]["targets"] == []
    probe_all(m)


def test_DM_05_DM_26_a_forced_place_cannot_be_left_out() -> None:
    m = mercury()
    close(m, {"Bo": plan(at(DISTRICT, commit("Ada", location=GARDEN)), at(TOWER))})
    assert closed(m, "leave_out") == {GARDEN: "DM-05"}
    assert closed(m, "visit") == {}
    assert closed(m, "commit.location") == {SHRINE: "DM-26"}
    probe_all(m)


def test_DM_33_gifts_and_trades_are_for_others() -> None:
    m = mercury()
    assert closed(m, "offer.player") == {"Ada": "DM-33"}
    assert closed(m, "trade.with") == {"Ada": "DM-06"}


def test_DM_34_maidens_raise_the_limits() -> None:
    m = mercury(sin={"Ada": {"lust": 4}})
    close(m, {"Ada": plan(at(ABIGAILS, offer(), offer()), at(TOWER))})
    assert (asks(m).limits["visits"], asks(m).limits["actions"]) == (4, 5)
    assert closed(m, "count.visits") == {5: "DM-01"}
    assert closed(m, "count.actions") == {6: "DM-02"}
    probe_all(m)


def test_DM_60_asks_depend_on_what_the_seat_knows_alone() -> None:
    seen = []
    others: tuple[Json, ...] = ({}, {"points": {"Bo": 99}, "sin": {"Bo": {"pride": 9}}, "visited": {"Cy": [RINGED]}})
    for other in others:
        m = mercury(**other)
        m.seal("Di", plan(at(RINGED, commit("Ada")), at(TOWER)))
        seen.append(asks(m))
    assert seen[0] == seen[1]
