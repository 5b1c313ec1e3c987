"""The scoring of every round, played through the match: EX-05 to EX-09."""

from __future__ import annotations

import pytest

from tests.kit.swaps import trade
from tests.rulings.exodus.hands import start

CUBES = ("red", "blue", "yellow", "green", "white", "black")

# What a trade alone brings the giver: a row for each cube given, in it a number for each cube received, both in the
# order red, blue, yellow, green, white, black. Worked out by hand from the rules.
MATRIX = {
    1: """  2  2  3  2  3  1
            2  2  3  2  3  1
            1  1  2  1  2  0
           -1 -1  0 -1  0 -2
            2  2  3  2  3  1
            1  1  2  1  2  0 """,
    2: """  2  2  4  5  3  1
            3  3  5  3  4  2
            1  1  3  1  2  0
           -2 -2  0 -2 -1 -3
            3  3  5  3  4  2
            1  1  3  1  2  0 """,
    3: """  3 -2  5  7  4  1
            4  4  6  4  5  2
            1  1  3  1  2  0
           -3 -3 -1 -3 -2 -5
            3  3  5  3  4  1
            1  1  3  1  2 -1 """,
    4: """  3 -3  6 10  5  1
            5  5  8  5  7  3
            2  2  5  2  4  2
            0 -4 -1 -4 -2  2
            5  5 11  5  7  3
            1  1  4  1  3 -1 """,
    5: """  4 -4  0 13  6  3
            5  5  4  5  7  4
            3  3  7  3  5  2
           -5 -5 -1 -5 -3 -6
            2  2  6  2  4  1
            1  1  5  1  3  0 """,
    6: """  4 -5 -1 16  7  0
            6  6 10  6  9  2
            5  5  9  5  8  1
           -6 -6 -2 -6 -3 -10
            0  0  7  0  3 -4
            0  0  4  0  3 -4 """,
    7: """  8 -5 -2  8 11  4
            6  6  9  6  9  2
            6  6  9  6  9  2
           -7 -7 -4 -7 -4 -11
            0  0  6  0  3 -4
            0  0  3  0  3 -4 """,
}
CELLS = {
    round_: {
        (give, got): int(number)
        for give, row in zip(CUBES, text.strip().splitlines(), strict=True)
        for got, number in zip(CUBES, row.split(), strict=True)
    }
    for round_, text in MATRIX.items()
}


@pytest.mark.parametrize("give", CUBES)
@pytest.mark.parametrize("round_", range(1, 8))
def test_EX_05_every_line_of_every_round(round_: int, give: str) -> None:
    for got in CUBES:
        reports = trade(start(round_, Ada=give, Bo=got), f"Ada {give} Bo {got}")
        assert reports["Ada"]["points"] == CELLS[round_][give, got], f"{give} for {got}"
        assert reports["Bo"]["points"] == CELLS[round_][got, give], f"{got} for {give}"


def test_EX_05_every_if_looks_at_the_same_trade_only() -> None:
    """Red is 10 in round 4 only in the trade in which green comes back."""
    reports = trade(start(4, Ada="red red", Bo="green", Cy="white"), "Ada red Bo green", "Ada red Cy white")
    assert reports["Ada"]["points"] == 10 + (3 + 2)


def test_EX_05_additional_adds_to_what_the_recipient_gains() -> None:
    """Yellow for white in round 6: 4 + 3 to the giver of the white, whose own white brings it nothing."""
    reports = trade(start(6, Ada="yellow", Bo="white"), "Ada yellow Bo white")
    assert (reports["Ada"]["points"], reports["Bo"]["points"]) == (5 + 3, 7)


def test_EX_06_a_doubling_works_on_the_gains_of_all_trades() -> None:
    """Round 3: yellow for black gains 1 and loses 2; blue for white gains 4 and 1. Gains double, the loss does not."""
    reports = trade(start(3, Ada="yellow blue", Bo="black", Cy="white"), "Ada yellow Bo black", "Ada blue Cy white")
    assert reports["Ada"]["points"] == 2 * (1 + 4 + 1) - 2


def test_EX_06_two_doublings_stack() -> None:
    hands = {"Ada": "yellow yellow", "Bo": "black", "Cy": "black"}
    reports = trade(start(4, hands=hands), "Ada yellow Bo black", "Ada yellow Cy black")
    assert reports["Ada"]["points"] == 4 * (2 + 2) - 2 - 2


def test_EX_06_the_doubling_falls_to_the_giver_of_the_yellow_cube() -> None:
    reports = trade(start(3, Ada="yellow", Bo="black"), "Ada yellow Bo black")
    assert reports["Bo"]["points"] == 1 + 2


def test_EX_06_a_halving_falls_to_the_recipient_over_all_its_trades_rounded_down_once() -> None:
    """Round 5: blue for yellow gains 5 + 4, blue for blue 5: 14 halved is 7. Alone 9 halved is 4."""
    reports = trade(start(5, Ada="blue blue", Bo="yellow", Cy="blue"), "Ada blue Bo yellow", "Ada blue Cy blue")
    assert reports["Ada"]["points"] == (5 + 4 + 5) // 2
    assert reports["Bo"]["points"] == 3, "the giver of the yellow is not halved"
    assert reports["Cy"]["points"] == 5


def test_EX_06_two_halvings_stack_and_losses_are_not_halved() -> None:
    hands = {"Ada": "blue blue", "Bo": "yellow", "Cy": "yellow"}
    reports = trade(start(5, hands=hands), "Ada blue Bo yellow", "Ada blue Cy yellow")
    assert reports["Ada"]["points"] == (5 + 4 + 5 + 4) // 4
    reports = trade(start(5, Ada="blue green", Bo="yellow", Cy="red"), "Ada blue Bo yellow", "Ada green Cy red")
    assert reports["Ada"]["points"] == (5 + 4) // 2 - 5


def test_EX_07_nullified_losses_are_those_of_all_trades() -> None:
    """Round 4: green for red; the black received in the other trade costs nothing either, its gains stay."""
    reports = trade(start(4, Ada="green white", Bo="red", Cy="black"), "Ada green Bo red", "Ada white Cy black")
    assert reports["Ada"]["points"] == 5
    assert reports["Bo"]["points"] == 10


@pytest.mark.parametrize(("round_", "cube", "bonus"), [(4, "white", 10), (5, "black", 25)])
def test_EX_08_three_of_a_cube_at_the_end_of_the_round(round_: int, cube: str, bonus: int) -> None:
    match = start(round_, Ada=f"{cube} {cube} {cube}", Bo=f"{cube} {cube}", Cy=" ".join([cube] * 6))
    reports = match.close()
    assert [reports[seat]["points"] for seat in ("Ada", "Bo", "Cy")] == [bonus, 0, bonus]


def test_EX_08_the_bonus_looks_at_the_hand_after_the_trades() -> None:
    hands = {"Ada": "white white blue", "Bo": "white white white"}
    reports = trade(start(4, hands=hands), "Ada blue Bo white")
    assert reports["Ada"]["points"] == 5 + 2 + 10
    assert reports["Bo"]["points"] == 5


def test_EX_08_EX_06_the_bonus_is_not_multiplied() -> None:
    hands = {"Ada": "yellow white white white", "Bo": "black"}
    reports = trade(start(4, hands=hands), "Ada yellow Bo black")
    assert reports["Ada"]["points"] == 2 * 2 - 2 + 10
    hands = {"Ada": "blue black black black", "Bo": "yellow"}
    reports = trade(start(5, hands=hands), "Ada blue Bo yellow")
    assert reports["Ada"]["points"] == (5 + 4) // 2 + 25


@pytest.mark.parametrize("round_", [1, 2, 3, 6, 7])
def test_EX_08_no_other_round_has_a_bonus(round_: int) -> None:
    reports = start(round_, Ada="white white white", Bo="black black black").close()
    assert reports["Ada"]["points"] == 0
    assert reports["Bo"]["points"] == 0


def test_EX_09_points_may_be_negative() -> None:
    match = start(7, {"Ada": -3}, Ada="green", Bo="black")
    reports = trade(match, "Ada green Bo black")
    assert reports["Ada"]["points"] == -3 - 7 - 4
    assert match.host["players"]["Ada"]["points"] == -14
