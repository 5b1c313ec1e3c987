"""SS-20, SS-21: points, and the order inside a realm with its whole chain of tie-breaks."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.games.sinners_secret.spec import LETTERS as ALL_LETTERS
from core.games.sinners_secret.spec import are_allies
from core.narration.recall import record_of
from tests.kit import Script
from tests.kit.depth import examples
from tests.rulings.sinners_secret.scene import FULL, HEAVEN, HELL, LETTERS, PAIRS, ended, last_round, locks, order_of

SEEDS = range(6)
"""Lots would show a wrong order under at least one of these."""


def players(match: Script) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = match.host["players"]
    return found


def pair(letter: str) -> tuple[str, str]:
    sin, virtue = PAIRS[letter]
    return sin, virtue


def before(made: list[list[Any]], first: str, second: str) -> bool:
    """Does `first` come before `second` after these locks, whatever the lots say?"""
    found = []
    for seed in SEEDS:
        match = ended(made, seed=seed)
        order = order_of(match, players(match)[first]["realm"])
        found.append(order.index(first) < order.index(second))
    return all(found)


# --- SS-20 ----------------------------------------------------------------------------------------------------------
def test_SS_20_two_for_a_correct_lock_and_minus_one_for_a_wrong_one() -> None:
    match = ended([["M", "A", 1], ["M", "D", 2], ["M", "B", 3]])
    assert players(match)["Ed"] == {
        "realm": "hell",
        "letters": ["M"],
        "score": 3,
        "correct_locks": 2,
        "locked_by_allies": 0,
    }


def test_SS_20_minus_three_each_time_an_ally_locks_a_letter() -> None:
    match = ended([["M", "A", 1], ["N", "A", 1], ["P", "A", 1]])  # P is no ally of A
    assert players(match)["Ada"]["score"] == -6
    assert players(match)["Ada"]["locked_by_allies"] == 2


def test_SS_20_being_locked_wrongly_costs_nothing() -> None:
    match = ended([["P", "A", 1], ["Q", "A", 1]])
    assert players(match)["Ada"]["score"] == 0


def test_SS_20_allies_may_lock_each_other() -> None:
    match = ended([["M", "N", 1], ["N", "M", 1]])
    assert (players(match)["Ed"]["score"], players(match)["Flo"]["score"]) == (-1, -1)


def test_SS_20_a_heaven_player_scores_the_sum_of_three_letters() -> None:
    match = ended([["A", "D", 1], ["B", "P", 1], ["C", "M", 1], ["N", "A", 1], ["Q", "B", 1]])
    assert players(match)["Ada"] == {
        "realm": "heaven",
        "letters": ["A", "B", "C"],
        "score": 2 + 2 - 1 - 3 - 3,
        "correct_locks": 2,
        "locked_by_allies": 2,
    }
    assert match.match.game.full_story(record_of(match.match)).cells["Ada"]["letters"] == "A\u22121 B\u22121 C\u22121"


def test_SS_20_scores_of_the_host_count_closed_rounds_alone() -> None:
    match = last_round([["M", "A", 1]])
    match.seal("Ed", locks(M="D"))
    assert players(match)["Ed"]["score"] == 2
    match.close()
    assert players(match)["Ed"]["score"] == 4


@settings(max_examples=examples(40))
@given(st.lists(st.tuples(st.sampled_from(ALL_LETTERS), st.sampled_from(ALL_LETTERS), st.integers(1, 9)), max_size=60))
def test_SS_20_points_add_up(made: list[tuple[str, str, int]]) -> None:
    """Every correct lock brings its two letters -1 together, every wrong one -1: the sum is minus the locks."""
    kept: list[tuple[str, str, int]] = []
    seen: set[tuple[str, str | int]] = set()
    for letter, locked, number in made:
        fresh = letter != locked and not {(letter, locked), (letter, number)} & seen
        if fresh and sum(lock[0] == letter for lock in kept) < 8:
            seen |= {(letter, locked), (letter, number)}
            kept.append((letter, locked, number))
    found = players(ended(kept))
    assert sum(player["score"] for player in found.values()) == -len(kept)
    right = sum(are_allies(pair(a), pair(b)) for a, b, _ in kept)
    assert sum(player["correct_locks"] for player in found.values()) == right
    assert sum(player["locked_by_allies"] for player in found.values()) == right


# --- SS-21 ----------------------------------------------------------------------------------------------------------
def test_SS_21_more_points_come_first() -> None:
    match = ended(FULL)
    assert order_of(match, "hell") == list(HELL)
    assert order_of(match, "heaven") == ["Di", "Cy", "Bo", "Ada"]
    assert [players(match)[seat]["score"] for seat in HELL] == [10, 8, 6, 4, 2, 0, -1, -2, -3]
    assert [players(match)[seat]["score"] for seat in HEAVEN] == [-15, -13, -12, -6]


def test_SS_21_then_more_correct_locks_made() -> None:
    # Ed 2 - 1 - 1 = 0 with one correct lock; Flo 0 with none.
    made = [["M", "A", 9], ["M", "B", 1], ["M", "C", 2]]
    assert all(before(made, "Ed", other) for other in HELL[1:])


@pytest.mark.parametrize(
    ("ed", "flo"),
    [
        ([2], [3]),
        ([1, 5], [2, 3]),  # the first difference decides, not the sum
        ([1, 4], [1, 5]),
        ([3, 1], [3, 2]),  # the lists are put in order first
    ],
)
def test_SS_21_then_the_earlier_correct_locks(ed: list[int], flo: list[int]) -> None:
    for one, two, first, second in (("M", "N", "Ed", "Flo"), ("N", "M", "Flo", "Ed")):
        made = [[one, locked, n] for locked, n in zip("AD", ed, strict=False)]
        made += [[two, locked, n] for locked, n in zip("GJ", flo, strict=False)]
        assert before(made, first, second)


def test_SS_21_wrong_locks_do_not_enter_the_list_of_rounds() -> None:
    # One wrong lock each, Flo's earlier: only Ed's earlier correct lock counts.
    made = [["M", "A", 2], ["M", "B", 9], ["N", "D", 3], ["N", "B", 1]]
    assert before(made, "Ed", "Flo")


def test_SS_21_in_heaven_the_locks_of_all_three_letters_are_one_list() -> None:
    # Ada: B in round 1, A in round 3; Bo: D in round 2, E in round 2. Cy and Di: nothing, fewer points.
    made = [["A", "M", 3], ["B", "Q", 1], ["D", "N", 2], ["E", "P", 2]]
    assert before(made, "Ada", "Bo")
    made = [["A", "M", 3], ["B", "Q", 2], ["D", "N", 1], ["E", "P", 9]]
    assert before(made, "Bo", "Ada")


def test_SS_21_then_fewer_times_ones_letters_were_locked() -> None:
    # Both -3 without a correct lock: Ed was locked once, Flo locked wrongly three times.
    made = [["A", "M", 9], ["N", "B", 1], ["N", "C", 2], ["N", "E", 3]]
    assert before(made, "Flo", "Ed")
    # Both -6: Ed was locked twice, at the very end; Flo once, at once, and locked wrongly three times. Fewer wins.
    made = [["A", "M", 9], ["D", "M", 9], ["G", "N", 1], ["N", "B", 1], ["N", "C", 2], ["N", "E", 3]]
    assert before(made, "Flo", "Ed")


def test_SS_21_correct_locks_come_before_times_locked() -> None:
    # Both -1: Ed locked right once and was locked once; Flo locked wrongly once and was never locked.
    made = [["M", "A", 9], ["D", "M", 1], ["N", "B", 1]]
    assert before(made, "Ed", "Flo")


@pytest.mark.parametrize(
    ("ed", "flo"),
    [
        ([5], [7]),
        ([1, 9], [2, 3]),  # ascending, the first difference decides, larger is better
        ([4, 5], [4, 6]),
    ],
)
def test_SS_21_then_the_later_times(ed: list[int], flo: list[int]) -> None:
    for one, two, first, second in (("M", "N", "Ed", "Flo"), ("N", "M", "Flo", "Ed")):
        made = [[letter, one, n] for letter, n in zip("AD", ed, strict=False)]
        made += [[letter, two, n] for letter, n in zip("GJ", flo, strict=False)]
        assert before(made, second, first)


def test_SS_21_being_locked_wrongly_does_not_count_among_the_times() -> None:
    # Ed: by an ally in round 5, wrongly in round 1. Flo: by an ally in round 4.
    made = [["A", "M", 5], ["B", "M", 1], ["D", "N", 4], ["E", "N", 4]]
    assert before(made, "Ed", "Flo")


def test_SS_21_then_lots_which_split_ties_completely() -> None:
    orders = set()
    for seed in range(12):
        match = ended([], seed=seed)
        assert sorted(order_of(match, "hell")) == sorted(HELL)
        orders.add(tuple(order_of(match, "hell")))
        while match.phase != "finished":
            match.close()
        ranking = match.result["ranking"]
        assert len(ranking) == 13
        assert all(len(group) == 1 for group in ranking)
        assert len(match.host["lots"]) == 2
    assert len(orders) == 12
    assert ended([], seed=3).digest == ended([], seed=3).digest


def test_SS_21_lots_touch_only_those_who_are_tied() -> None:
    match = ended([["M", "A", 1], ["N", "B", 1]])
    hell = order_of(match, "hell")
    assert (hell[0], hell[-1]) == ("Ed", "Flo")
    assert order_of(match, "heaven")[-1] == "Ada"
    told = match.host["lots"][1]
    assert "Ed" not in told
    assert "Flo" not in told
    assert "SS-21" in told


def test_SS_21_lots_depend_neither_on_sealing_order_nor_on_locks() -> None:
    one, two = last_round(), last_round()
    for match, seats in ((one, ("Ed", "Flo")), (two, ("Flo", "Ed"))):
        for seat in seats:
            match.seal(seat, locks(**{LETTERS[seat][0]: "B"}))
        match.close()
    assert one.digest == two.digest
