"""The scoring of every year, played through the match: FA-04 to FA-06."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kit.swaps import trade
from tests.rulings.famine.hands import ALL_BUT_EACH_OTHER, GEMS, start

# What a trade alone brings the giver: a row for each gem given, in it a number for each gem received, both in the
# order ruby, sapphire, emerald, topaz, diamond, onyx. Without what the end of the year brings. Worked out by hand.
MATRIX = {
    1: """  3  6  3  3  3  1
            2  0  2  2  2  0
            4  0  0  0  4  1
           12  9 12  6 12 10
            3  0  3  3  3  1
            2  0  2  2  2  0 """,
    2: """  1  7  3  3  3  0
            2 -2  2  2  2 -1
            5  0 -2  0  6  1
           14 10 14  5 14 11
            4  0  4  4  2  1
            2  0  2  2  2 -3 """,
    3: """  4  8  4  4  4  1
            3  0  3  3  3  0
            7  1  0  0  8  3
           16 11 16  8 16 13
            5  0  5  5  5  2
            3  0  3  3  3  0 """,
    4: """  4  9  4  4  4  0
            3  0  3  3  3 -1
            8  1  0  0 10  3
           18 12 18  9 18 14
            6  0  6  6  6  2
            3  0  3  3  3 -1 """,
    5: """  5 10  5  5  5  1
            4  0  4  4  4  0
           10  2  0  0 12  5
           20 13 20 10 20 16
            7  0  7  7  7  3
            4  0  4  4  4  0 """,
    6: """  5 11  5  5  5  0
            4  0  4  4  4 -1
           11  2  0  0 14  5
           22 14 22 11 22 17
            8  0  8  8  8  3
            4  0  4  4  4 -1 """,
    7: """  6 12  6  6  6  1
            5  0  5  5  5  0
           13  3  0  0 16  7
           24 15 24 12 24 19
            9  0  9  9  9  4
            5  0  5  5  5  0 """,
}
CELLS = {
    year: {
        (give, got): int(number)
        for give, row in zip(GEMS, text.strip().splitlines(), strict=True)
        for got, number in zip(GEMS, row.split(), strict=True)
    }
    for year, text in MATRIX.items()
}
BESIDE = {7: " ruby onyx"}
"""Two kinds more in year 7, so that nobody's gems are all alike."""


@pytest.mark.parametrize("give", GEMS)
@pytest.mark.parametrize("year", range(1, 8))
def test_FA_04_FA_05_every_line_of_every_year(year: int, give: str) -> None:
    for got in GEMS:
        hands = {"Ada": give + BESIDE.get(year, ""), "Bo": got + BESIDE.get(year, "")}
        match = start(year, partners=ALL_BUT_EACH_OTHER if year == 3 else None, hands=hands)
        reports = trade(match, f"Ada {give} Bo {got}")
        kinds_paid = 3 if year == 6 else 0  # FA-06: one kind owned afterwards, for the diamond given
        mine = CELLS[year][give, got] + (kinds_paid if give == "diamond" else 0)
        theirs = CELLS[year][got, give] + (kinds_paid if got == "diamond" else 0)
        assert reports["Ada"]["favor"] == mine, f"{give} for {got}"
        assert reports["Bo"]["favor"] == theirs, f"{got} for {give}"


@pytest.mark.parametrize(("year", "shared"), [(1, 12), (2, 14), (3, 16), (4, 18), (5, 20), (6, 22), (7, 24)])
def test_FA_04_topaz_is_shared_by_all_topaz_of_the_year(year: int, shared: int) -> None:
    """Ada gives one, Cy and Di swap two: n is 3 for everybody. Ed's offer fails and does not count. The end of the
    year comes on top, so the gains themselves are looked at."""
    beside = BESIDE.get(year, "")
    hands = {"Ada": "topaz", "Bo": "onyx", "Cy": "topaz", "Di": "topaz", "Ed": "topaz"}
    match = start(year, hands={seat: hand + beside for seat, hand in hands.items()})
    match.seal("Ed", {"offers": [{"to": "Flo", "give": "topaz"}]})
    trade(match, "Ada topaz Bo onyx", "Cy topaz Di topaz")
    account = match.view("Ada")["view"]["accounts"][-1]["result"]
    assert account["gains"] == [{"amount": shared // 3, "why": "topaz given for onyx"}]
    for seat in ("Cy", "Di"):
        account = match.view(seat)["view"]["accounts"][-1]["result"]
        assert account["gains"] == [{"amount": shared // 3, "why": "topaz given for topaz"}]


def test_FA_04_topaz_rounds_down() -> None:
    """Year 1 with five topaz: 12 by 5 is 2."""
    hands = {"Ada": "topaz topaz topaz", "Bo": "onyx topaz", "Cy": "onyx topaz", "Di": "onyx"}
    match = start(1, hands=hands)
    reports = trade(match, "Ada topaz Bo topaz", "Ada topaz Cy topaz", "Ada topaz Di onyx")
    assert reports["Ada"]["favor"] == 3 * 2 - 2
    assert reports["Di"]["favor"] == 2


def test_FA_04_the_emerald_looks_at_the_first_step_not_at_what_a_sapphire_leaves() -> None:
    """Emerald for sapphire in year 4: 3 + 4, then the sapphire takes 6. The sapphire's giver keeps its 3."""
    reports = trade(start(4, Ada="emerald", Bo="sapphire"), "Ada emerald Bo sapphire")
    assert (reports["Ada"]["favor"], reports["Bo"]["favor"]) == (1, 3)


def test_FA_04_an_emerald_for_an_emerald_or_a_topaz_gains_nothing() -> None:
    """A topaz gains its giver something; the emerald's giver still gets nothing."""
    for got in ("emerald", "topaz"):
        for year in range(3, 7):
            partners = ALL_BUT_EACH_OTHER if year == 3 else None
            reports = trade(start(year, partners=partners, Ada="emerald", Bo=got), f"Ada emerald Bo {got}")
            assert reports["Ada"]["favor"] == 0


def test_FA_04_a_sapphire_works_on_its_own_trade_only() -> None:
    hands = {"Ada": "ruby diamond", "Bo": "sapphire", "Cy": "ruby"}
    reports = trade(start(1, hands=hands), "Ada diamond Bo sapphire", "Ada ruby Cy ruby")
    assert reports["Ada"]["favor"] == max(0, 3 - 3) + 3


def test_FA_05_losses_stand_apart_and_favor_can_be_negative() -> None:
    hands = {"Ada": "emerald ruby topaz", "Bo": "onyx", "Cy": "emerald"}
    reports = trade(start(1, {"Ada": -4}, hands=hands), "Ada emerald Cy emerald", "Ada ruby Bo onyx")
    assert reports["Ada"]["favor"] == -4 + 0 + 3 - 2
    reports = trade(start(2, Ada="onyx", Bo="onyx"), "Ada onyx Bo onyx")
    assert reports["Ada"]["favor"] == 2 - 3 - 2


def test_FA_05_FA_06_the_penalty_of_year_2_is_paid_for_each_such_trade() -> None:
    hands = {"Ada": "ruby ruby diamond", "Bo": "ruby", "Cy": "ruby", "Di": "ruby"}
    reports = trade(start(2, hands=hands), "Ada ruby Bo ruby", "Ada ruby Cy ruby", "Ada diamond Di ruby")
    assert reports["Ada"]["favor"] == (3 - 2) + (3 - 2) + 4
    assert reports["Bo"]["favor"] == 3 - 2
    assert reports["Di"]["favor"] == 3


# --- the end of a year (FA-06) --------------------------------------------------------------------------------------
def test_FA_06_year_3_costs_5_for_each_seat_never_traded_with() -> None:
    match = start(3, partners=[["Ada", "Bo", 1], ["Cy", "Ada", 2]], Ada="ruby", Di="ruby", Ed="ruby")
    match.seal("Ed", {"offers": [{"to": "Ada", "give": "ruby"}]})  # fails, and is no trade
    reports = trade(match, "Ada ruby Di ruby")
    assert reports["Ada"]["favor"] == 4 - 5 * 4
    assert reports["Bo"]["favor"] == -5 * 6
    assert reports["Hal"]["favor"] == -5 * 7


def test_FA_06_year_3_costs_nothing_once_everybody_was_met() -> None:
    match = start(3, partners=ALL_BUT_EACH_OTHER, Ada="ruby", Bo="ruby")
    assert trade(match, "Ada ruby Bo ruby")["Ada"]["favor"] == 4


@pytest.mark.parametrize("year", [1, 2, 4, 5, 6, 7])
def test_FA_06_no_other_year_asks_for_strangers(year: int) -> None:
    assert start(year).close()["Ada"]["favor"] == 0


def test_FA_06_year_5_pays_20_for_three_onyx_at_its_end() -> None:
    hands = {"Ada": "onyx onyx ruby", "Bo": "onyx onyx onyx", "Cy": "onyx onyx onyx onyx", "Di": "onyx onyx"}
    reports = trade(start(5, hands=hands), "Ada ruby Bo onyx")
    assert reports["Ada"]["favor"] == 5 - 4 + 20
    assert reports["Bo"]["favor"] == 4
    assert reports["Cy"]["favor"] == 20
    assert reports["Di"]["favor"] == 0


@pytest.mark.parametrize("year", [1, 2, 4, 6])
def test_FA_06_no_other_year_pays_for_onyx(year: int) -> None:
    assert start(year, Ada="onyx onyx onyx ruby").close()["Ada"]["favor"] == 0


def test_FA_06_year_6_pays_3_for_each_kind_owned_for_each_diamond_given() -> None:
    """After the trades Ada owns onyx, topaz and ruby: 3 kinds, 2 diamonds given."""
    hands = {"Ada": "diamond diamond onyx onyx topaz", "Bo": "ruby", "Cy": "ruby"}
    reports = trade(start(6, hands=hands), "Ada diamond Bo ruby", "Ada diamond Cy ruby")
    assert reports["Ada"]["favor"] == 2 * 8 + 2 * 3 * 3
    assert reports["Bo"]["favor"] == 5, "only the giver is paid"


def test_FA_06_owning_kinds_without_giving_a_diamond_pays_nothing() -> None:
    assert start(6, Ada="diamond onyx topaz ruby emerald").close()["Ada"]["favor"] == 0


def met_in_five_years(last: tuple[str, ...]) -> list[list[Any]]:
    """Ada has met Bo, Cy, Di, Ed and Flo twice, Gus and Hal once; in year 5 it met `last` besides."""
    years = {1: ("Bo", "Cy", "Di"), 2: ("Ed", "Flo", "Gus"), 3: ("Hal", "Bo", "Cy"), 4: ("Di", "Ed", "Flo"), 5: last}
    return [["Ada", other, year] for year, others in years.items() for other in others]


def test_FA_06_year_6_pays_25_for_having_traded_with_everybody_twice() -> None:
    match = start(6, partners=met_in_five_years(("Gus",)), Ada="ruby", Hal="ruby")
    reports = trade(match, "Ada ruby Hal ruby")
    assert reports["Ada"]["favor"] == 5 + 25
    assert reports["Hal"]["favor"] == 5


def test_FA_06_year_6_pays_nothing_if_one_trade_is_lacking() -> None:
    match = start(6, partners=met_in_five_years(()), Ada="ruby", Hal="ruby")
    assert trade(match, "Ada ruby Hal ruby")["Ada"]["favor"] == 5
    match = start(6, partners=met_in_five_years(("Gus", "Hal")))
    assert match.close()["Ada"]["favor"] == 25, "no trade of year 6 itself is needed"


def test_FA_06_year_7_pays_30_for_gemstones_of_one_kind() -> None:
    hands = {"Ada": "ruby ruby topaz", "Bo": "ruby onyx", "Cy": "onyx onyx", "Di": "onyx ruby", "Ed": "topaz"}
    reports = trade(start(7, hands=hands), "Ada topaz Bo ruby")
    assert reports["Ada"]["favor"] == 24 + 30
    assert reports["Bo"]["favor"] == 6
    assert reports["Cy"]["favor"] == 30
    assert reports["Di"]["favor"] == 0
    assert reports["Ed"]["favor"] == 30
    assert reports["Flo"]["favor"] == 0, "at least one gemstone is needed"


def test_FA_06_the_end_of_a_year_is_no_gain_from_a_trade() -> None:
    """Year 5: the sapphire shrinks the gain of the trade to 0 and leaves the 20 for onyx alone."""
    reports = trade(start(5, Ada="onyx onyx onyx onyx", Bo="sapphire"), "Ada onyx Bo sapphire")
    assert reports["Ada"]["favor"] == max(0, 4 - 7) + 20
