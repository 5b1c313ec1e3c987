"""The trade desk of The Exodus Game: matrix, previews, the rules of a round in words. EX-05 to EX-08 as previews."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import core.games.exodus
from core.games import game
from core.games.exodus import GAME
from core.games.exodus.structs import View
from core.games.trading.results import Plan
from core.match.views import game_view
from tests.kit import the
from tests.kit.depth import examples
from tests.kit.swaps import trade
from tests.rulings.exodus.hands import start
from tests.rulings.exodus.test_scoring import CELLS, CUBES

DESK = GAME.desk


@pytest.mark.parametrize("round_", range(1, 8))
def test_EX_05_the_matrix_says_what_both_seats_get(round_: int) -> None:
    matrix = DESK.matrix(round_)
    assert list(matrix) == [(give, got) for give in CUBES for got in CUBES]
    for (give, got), cell in matrix.items():
        assert (cell.mine, cell.theirs) == (CELLS[round_][give, got], CELLS[round_][got, give])


def test_EX_06_EX_07_cells_tell_of_multipliers_on_either_side() -> None:
    assert DESK.payoff(3, "yellow", "black", 0).notes == ("your gains x2",)
    assert DESK.payoff(3, "black", "yellow", 0).notes == ("their gains x2",)
    assert DESK.payoff(5, "yellow", "blue", 0).notes == ("their gains /2, rounded down",)
    assert DESK.payoff(5, "blue", "yellow", 0).notes == ("your gains /2, rounded down",)
    assert DESK.payoff(4, "green", "red", 0).notes == ("your losses do not count",)
    assert DESK.payoff(1, "red", "red", 0).notes == ()


def test_EX_08_a_preview_of_the_plan_the_best_and_the_worst() -> None:
    """Round 4 with two white and a yellow: whatever comes back, the end of the round is counted in."""
    view = the(View, game_view(start(4, Ada="yellow white white").match, "Ada"))
    outlook = DESK.preview(view, (Plan("Bo", "yellow", "white"),), 0)
    assert outlook.planned.total == 2 + 2 + 10
    assert outlook.best.total == 14
    assert [swap.got for swap in outlook.best_swaps] == ["white"]
    assert outlook.worst.total == 0, "the offer may fail"
    assert outlook.worst_swaps == ()
    assert outlook.unguessed == 0


def test_EX_04_without_a_guess_the_plan_counts_the_offer_as_failed() -> None:
    view = the(View, game_view(start(4, Ada="green blue").match, "Ada"))
    outlook = DESK.preview(view, (Plan("Bo", "green"), Plan("Cy", "blue", "blue")), 0)
    assert outlook.unguessed == 1
    assert outlook.planned.total == 5
    assert outlook.worst.total == -4
    assert [swap.gave for swap in outlook.worst_swaps] == ["green"], "at worst the blue cube stays"
    assert outlook.best.total == (4 - 2) + (5 + 3)
    assert [swap.got for swap in outlook.best_swaps] == ["black", "yellow"]


def test_EX_06_the_preview_multiplies_over_both_trades() -> None:
    view = the(View, game_view(start(3, Ada="yellow blue").match, "Ada"))
    outlook = DESK.preview(view, (Plan("Bo", "yellow", "black"), Plan("Cy", "blue", "white")), 0)
    assert outlook.planned.total == 2 * (1 + 4 + 1) - 2
    assert outlook.planned.notes() == ("your gains x2",)


@settings(max_examples=examples(40))
@given(st.integers(1, 7), st.lists(st.sampled_from(CUBES), min_size=2, max_size=5), st.data())
def test_EX_05_the_preview_of_a_plan_that_comes_true_is_what_the_close_brings(
    round_: int, hand: list[str], data: st.DataObject
) -> None:
    backs = [data.draw(st.sampled_from(CUBES)) for _ in range(2)]
    match = start(round_, Ada=" ".join(hand), Bo=backs[0], Cy=backs[1])
    view = the(View, game_view(match.match, "Ada"))
    plans = (Plan("Bo", hand[0], backs[0]), Plan("Cy", hand[1], backs[1]))
    outlook = DESK.preview(view, plans, 0)
    reports = trade(match, f"Ada {hand[0]} Bo {backs[0]}", f"Ada {hand[1]} Cy {backs[1]}")
    assert reports["Ada"]["points"] == outlook.planned.total
    assert outlook.worst.total <= outlook.planned.total <= outlook.best.total


def test_EX_08_reminders_and_the_rounds_in_words() -> None:
    view = the(View, game_view(start(4, Ada="white white black").match, "Ada"))
    assert DESK.reminders(view)[:2] == ("Round 4: 2 of 3 white for +10.", "Round 5: 1 of 3 black for +25.")
    lines = DESK.lines(4)
    assert lines[3] == ("Give green: you -4; for black you +4 instead; for red your losses of the round do not count.")
    assert lines[-1] == "At the end, holding at least 3 white: +10, never multiplied."
    assert all(len(DESK.lines(round_)) == (7 if round_ in (4, 5) else 6) for round_ in range(1, 8))
    assert "Give white: they +3." in DESK.lines(7)


def test_EX_02_the_desk_hangs_on_the_game() -> None:
    assert game("exodus") is GAME
    assert DESK.goods.limit == 2
    assert DESK.goods.risk == "black"
    assert DESK.stepped is None


def test_EX_05_the_help_has_every_line_of_every_round() -> None:
    page = (Path(core.games.exodus.__file__).parent / "help.md").read_text()
    assert page.startswith(f"# {GAME.spec.title}\n")
    for round in range(1, 8):
        section = page.split(f"### Round {round}\n")[1].split("#")[0]
        told = [line.removeprefix("- ") for line in section.splitlines() if line]
        assert told == list(DESK.lines(round))
