"""The trade desk of The Seven Years' Famine: matrix, previews with the topaz stepper, the years in words."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import core.games.famine
from core.games.famine import GAME
from core.games.famine.scoring import twice_possible
from core.games.famine.structs import View
from core.games.trading.results import Plan
from core.match.views import game_view
from tests.kit import the
from tests.kit.depth import examples
from tests.kit.swaps import trade
from tests.rulings.famine.hands import ALL_BUT_EACH_OTHER, GEMS, start
from tests.rulings.famine.test_scoring import CELLS

DESK = GAME.desk


@pytest.mark.parametrize("year", range(1, 8))
def test_FA_04_the_matrix_says_what_both_seats_get(year: int) -> None:
    matrix = DESK.matrix(year)
    assert list(matrix) == [(give, got) for give in GEMS for got in GEMS]
    for (give, got), cell in matrix.items():
        assert (cell.mine, cell.theirs) == (CELLS[year][give, got], CELLS[year][got, give])


def test_FA_04_the_stepper_adds_topaz_given_elsewhere() -> None:
    assert DESK.stepped == "topaz"
    assert DESK.payoff(1, "topaz", "ruby", 2).mine == 12 // 3
    assert DESK.payoff(1, "topaz", "topaz", 3).mine == 12 // 5
    assert DESK.payoff(1, "ruby", "emerald", 3) == DESK.payoff(1, "ruby", "emerald", 0)
    assert DESK.matrix(7, 5)["topaz", "diamond"].mine == 4


def test_FA_06_the_preview_counts_strangers_still_left_in_year_3() -> None:
    view = the(View, game_view(start(3, partners=ALL_BUT_EACH_OTHER, Ada="ruby topaz").match, "Ada"))
    outlook = DESK.preview(view, (Plan("Bo", "ruby", "diamond"),), 0)
    assert outlook.planned.total == 4
    assert outlook.worst.total == -5, "the offer may fail, and Bo stays a stranger"
    assert outlook.best.total == 13 - 5, "a sapphire comes back"
    outlook = DESK.preview(view, (Plan("Bo", "topaz", "diamond"), Plan("Cy", "ruby")), 3)
    assert outlook.planned.total == 16 // 4
    assert outlook.unguessed == 1


@settings(max_examples=examples(40))
@given(st.integers(1, 7), st.lists(st.sampled_from(GEMS), min_size=3, max_size=5), st.data())
def test_FA_04_FA_06_the_preview_of_a_plan_that_comes_true_is_what_the_close_brings(
    year: int, hand: list[str], data: st.DataObject
) -> None:
    backs = [data.draw(st.sampled_from(GEMS)) for _ in range(3)]
    match = start(year, Ada=" ".join(hand), Bo=backs[0], Cy=backs[1], Di=backs[2], Ed="topaz", Flo="topaz")
    view = the(View, game_view(match.match, "Ada"))
    plans = tuple(Plan(to, give, back) for to, give, back in zip(("Bo", "Cy", "Di"), hand, backs, strict=False))
    outlook = DESK.preview(view, plans, 2)
    reports = trade(match, *(f"Ada {p.give} {p.to} {p.expect}" for p in plans), "Ed topaz Flo topaz")
    assert reports["Ada"]["favor"] == outlook.planned.total
    assert outlook.worst.total <= outlook.planned.total <= outlook.best.total


def test_FA_06_FA_12_reminders_name_partners_bonuses_and_risk() -> None:
    match = start(4, partners=[["Ada", "Bo", 3]], Ada="onyx onyx ruby")
    assert DESK.reminders(the(View, game_view(match.match, "Ada"))) == (
        "Year 5: 2 of 3 onyx for +20.",
        "Year 6: +25 out of reach.",
        "Year 7: +30 if all one kind.",
        "Most onyx: Candidate. You: 2.",
    )
    match = start(3, partners=ALL_BUT_EACH_OTHER, Ada="ruby ruby")
    assert DESK.reminders(the(View, game_view(match.match, "Ada"))) == (
        "Year 3: -5, no trade with 1.",
        "Year 5: 0 of 3 onyx for +20.",
        "Year 6: 8 more swaps for +25.",
        "Year 7: +30 if all one kind.",
    )
    assert DESK.reminders(the(View, game_view(match.match, None))) == ()


def test_FA_06_FA_02_all_partners_twice_is_out_of_reach_when_years_or_offers_are_too_few() -> None:
    full = [
        ["Ada", other, year]
        for others, years in (("Cy Di Ed", (1, 3)), ("Flo Gus Hal", (2, 4)))
        for other in others.split()
        for year in years
    ]

    def possible(year: int, trades: list[list[object]]) -> bool:
        return twice_possible(the(View, game_view(start(year, partners=trades).match, "Ada")))

    assert not possible(5, full), "two trades with Bo need years 5 and 7"
    assert not possible(6, [*full, ["Ada", "Bo", 5]]), "Bo is closed in year 6"
    assert possible(6, [*full[:-1], ["Ada", "Bo", 4]]), "once more with Bo and with Hal"
    assert not possible(6, [*(trade for trade in full if trade[2] != 4), ["Ada", "Bo", 4]]), (
        "four more trades, three offers"
    )
    assert not twice_possible(the(View, game_view(start(3).match, "Ada"))), "14 trades, 12 offers"
    assert twice_possible(the(View, game_view(start(2).match, "Ada"))), "14 trades, 15 offers"
    assert twice_possible(the(View, game_view(start(1).match, "Ada")))


def test_FA_04_FA_06_the_years_in_words() -> None:
    assert DESK.lines(2)[-1] == "A gem for the same gem: both -2, each time."
    assert DESK.lines(3)[-1] == "At the end: -5 for each player you have never traded with."
    assert DESK.lines(5)[-1] == "At the end, owning at least 3 onyx: +20."
    assert DESK.lines(7)[4] == "Give diamond: you +9; you earn 3 garnets."
    assert [len(DESK.lines(year)) for year in range(1, 8)] == [6, 7, 7, 6, 7, 7, 7]


def test_FA_04_the_help_has_every_line_of_every_year() -> None:
    page = (Path(core.games.famine.__file__).parent / "help.md").read_text()
    assert page.startswith(f"# {GAME.spec.title}\n")
    for year in range(1, 8):
        section = page.split(f"### Year {year}\n")[1].split("#")[0]
        told = [line.removeprefix("- ") for line in section.splitlines() if line]
        assert told == list(DESK.lines(year))
