"""Orders and reports in sentences."""

from __future__ import annotations

import msgspec
import pytest

from core.dice import Dice
from core.games import game
from core.games.day_of_mercury.bots import any_orders
from core.games.day_of_mercury.structs import Effects, Orders, Report
from core.games.day_of_mercury.words import in_force
from tests.kit import NAMES, the
from tests.rulings.day_of_mercury.script import (
    ABIGAILS,
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
    mercury,
    offer,
    plan,
    swap,
)

GAME = game("day_of_mercury")


def restated(orders: Json) -> list[str]:
    return list(GAME.restate(msgspec.convert(orders, Orders)))


def test_DM_06_orders_in_the_players_words() -> None:
    orders = plan(
        at(RINGED, GATHER, commit("Bo")), at(TOWER, offer(location=SHRINE)), trade=swap("Cy", "pride", "lust")
    )
    assert restated(orders) == [
        "The Ringed City: gather and commit against Bo.",
        "The Drowned Tower: offer 1 envy to the Hanged Men, declaring the Shrine of Flies.",
        "Trade with Cy: your pride for their lust.",
    ]


@pytest.mark.parametrize(
    ("visit", "line"),
    [
        (at(ABIGAILS, commit("Bo", sins=["lust", "envy"])), "commit against Bo, denying lust and envy."),
        (at(DISTRICT, commit("Bo", location=GARDEN)), "commit against Bo, sending them to the Lakeside Garden."),
        (at(GARDEN, offer(player="Bo", sin="envy")), "offer 1 gluttony to Those Lacking Eyes, for 2 envy and 1 to Bo."),
        (at(SHRINE, offer()), "offer all your sin."),
        (at(SHRINE), "only be there."),
    ],
)
def test_DM_03_every_action_has_its_words(visit: Json, line: str) -> None:
    assert restated(plan(visit, at(RINGED)))[0].endswith(line)


def test_DM_08_empty_orders_say_what_they_mean() -> None:
    assert "random" in restated({})[0]


def test_DM_60_a_report_in_words_tells_nature_and_never_the_author() -> None:
    m = mercury(sin={"Bo": {"pride": 1}})
    close(
        m,
        {
            "Max": plan(at(ABIGAILS, commit("Bo", sins=["lust", "envy"])), at(TOWER)),
            "Bo": plan(at(GARDEN, GATHER, offer(player="Cy", sin="envy")), at(DISTRICT)),
        },
    )
    lines = list(GAME.tell(m.match.rounds[0].reports["Bo"]))
    assert lines[0] == "You have 0 points and hold 1 pride."
    assert (
        "A sin was committed against you from the Abigails' Quarters: no lust and no envy reached you this round."
        in lines
    )
    assert "The Lakeside Garden: your gathering left you nothing." in lines
    assert any("could not pay" in line for line in lines)
    assert "Max" not in " ".join(lines)


def test_DM_60_what_the_shrine_paid_is_said_in_points() -> None:
    m = mercury(sin={"Ada": {"pride": 5, "lust": 3, "envy": 3, "sloth": 1}}, points={"Ada": 30})
    close(m, {"Ada": plan(at(SHRINE, offer()), at(TOWER))})
    state, report = m.match.state, the(Report, m.match.rounds[0].reports["Ada"])
    assert report.points == 55, "30, the offering, and the interest on both"
    lines = list(GAME.tell_to(report, GAME.view(state, "Ada")))
    assert "The Shrine of Flies: all the sin you held was turned into points: 20 points." in lines


def test_DM_53_what_the_last_conversion_paid_is_said() -> None:
    m = mercury(round=9, sin={"Ada": {"pride": 2}}, points={"Ada": 3})
    close(m, {"Ada": plan(at(DISTRICT), at(TOWER))})
    lines = list(GAME.tell_to(m.match.rounds[0].reports["Ada"], GAME.view(m.match.state, "Ada")))
    assert "After the last round the Shrine turned the sin you had left into 2 points." in lines


def test_DM_23_a_target_reads_once_what_befell_it() -> None:
    m = mercury()
    close(m, {"Max": plan(at(TOWER, commit("Bo")), at(ABIGAILS)), "Bo": plan(at(GARDEN), at(DISTRICT))})
    lines = [*GAME.tell_to(m.match.rounds[0].reports["Bo"], GAME.view(m.match.state, "Bo"))]
    assert [line for line in lines if "committed against" in line] == [
        "A sin was committed against you from the Drowned Tower: what you offered to residents was paid for and did "
        "nothing."
    ]


def test_DM_60_every_report_of_random_play_can_be_told_and_every_order_restated() -> None:
    for seed in range(4):
        m = mercury(seed, sin={seat: {"pride": 4, "sloth": 7, "wrath": 3, "greed": 3} for seat in NAMES})
        for _ in range(4):
            draw = Dice(seed).draw(f"round {m.round}")
            for seat in NAMES:
                orders = any_orders(GAME.view(m.match.state, seat), draw)
                assert len(restated(msgspec.to_builtins(orders))) == len(orders.visits) + (orders.trade is not None)
                m.seal(seat, msgspec.to_builtins(orders))
            m.close()
            for report in m.match.rounds[-1].reports.values():
                lines = list(GAME.tell(report))
                assert all(line.strip() and line.endswith((".", ":")) for line in lines)


def test_DM_26_DM_30_DM_31_DM_34_DM_35_effects_in_force_in_words() -> None:
    lines = in_force(Effects(GARDEN, 2, True, 2, (RINGED, TOWER), ("Bo",)))
    assert len(lines) == 6
    assert lines[0] == "You must visit the Lakeside Garden this round."
    assert "2 more locations and 2 more actions" in lines[1]
    assert in_force(Effects()) == []
