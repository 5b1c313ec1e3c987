"""Winners, tokens, garnets, the Elimination Candidate and the ranking: FA-11 to FA-13."""

from __future__ import annotations

import pytest

from tests.rulings.famine.hands import SEATS, ended

APART = {seat: 10 * (8 - place) for place, seat in enumerate(SEATS)}
"""Ada 80 Favor, Bo 70, down to Hal with 10."""


def test_FA_11_one_winner_gets_two_tokens() -> None:
    match = ended(APART, Bo="onyx ruby")
    match.do("Bo", {"kind": "choose_opponent", "player": "Cy"})
    outcome = match.outcome
    assert outcome is not None
    assert (outcome["winners"], outcome["tokens_of_life"]) == (["Ada"], {"Ada": 2})
    assert (outcome["elimination_candidate"], outcome["death_match_opponent"]) == ("Bo", "Cy")


@pytest.mark.parametrize("tied", [2, 3])
def test_FA_11_two_or_three_tied_winners_get_one_token_each(tied: int) -> None:
    match = ended({**APART, **dict.fromkeys(SEATS[:tied], 80)}, Hal="onyx ruby")
    match.do("Hal", {"kind": "choose_opponent", "player": "Gus"})
    outcome = match.outcome
    assert outcome is not None
    assert outcome["winners"] == list(SEATS[:tied])
    assert outcome["tokens_of_life"] == dict.fromkeys(SEATS[:tied], 1)


def test_FA_11_four_tied_for_first_there_are_no_winners_and_no_tokens() -> None:
    """Ada, tied for first, holds the most onyx, and without winners can be the candidate."""
    match = ended({**APART, **dict.fromkeys(SEATS[:4], 80)}, Ada="onyx onyx ruby", Gus="onyx ruby")
    assert match.pending is not None
    assert (match.pending.kind, match.pending.by) == ("choose_opponent", ("Ada",))
    assert match.pending.among == SEATS[1:]
    match.do("Ada", {"kind": "choose_opponent", "player": "Bo"})
    outcome = match.outcome
    assert outcome is not None
    assert (outcome["winners"], outcome["tokens_of_life"]) == ([], {})
    assert outcome["ranking"][0] == ["Ada", "Bo", "Cy", "Di"]


def test_FA_12_the_most_onyx_then_the_fewest_favor_then_the_winners_choose() -> None:
    match = ended(APART, Ada="onyx onyx onyx ruby", Bo="onyx onyx ruby", Hal="onyx ruby")
    assert match.pending is not None
    assert match.pending.by == ("Bo",)
    match = ended(APART, Bo="onyx ruby", Cy="onyx ruby")
    assert match.pending is not None
    assert match.pending.by == ("Cy",)
    match = ended({**APART, "Bo": 5, "Cy": 5}, Bo="onyx ruby", Cy="onyx ruby")
    assert match.pending is not None
    assert (match.pending.kind, match.pending.by, match.pending.among) == ("choose_candidate", ("Ada",), ("Bo", "Cy"))
    match.do("Ada", {"kind": "choose_candidate", "player": "Bo"})
    assert match.pending is not None
    assert match.pending.by == ("Bo",)


def test_FA_12_no_onyx_but_with_winners_the_fewest_favor() -> None:
    match = ended(APART, Ada="onyx ruby")
    assert match.pending is not None
    assert match.pending.by == ("Hal",)
    match = ended({**APART, "Gus": 10}, Ada="onyx ruby")
    assert match.pending is not None
    assert (match.pending.kind, match.pending.among) == ("choose_candidate", ("Gus", "Hal"))


def test_FA_12_without_winners_lots_decide_what_is_tied() -> None:
    """All eight level without onyx: any of them can be drawn, and the record says so."""
    match = ended(dict.fromkeys(SEATS, 5))
    assert match.pending is not None
    assert match.pending.kind == "choose_opponent"
    (drawn,) = match.pending.by
    assert drawn in SEATS
    lots = match.view("Cy")["decision"]["lots"]
    assert len(lots) == 1
    assert drawn in lots[0]
    assert "lot" in lots[0]
    assert match.pending.among == tuple(seat for seat in SEATS if seat != drawn)


def test_FA_12_without_winners_the_onyx_still_decides_first() -> None:
    match = ended(dict.fromkeys(SEATS, 5), Bo="onyx ruby", Ed="onyx ruby")
    assert match.pending is not None
    assert match.pending.by[0] in ("Bo", "Ed")


@pytest.mark.parametrize(("favor", "garnets"), [(-80, 0), (0, 0), (74, 0), (75, 1), (149, 1), (150, 2)])
def test_FA_13_a_garnet_for_every_75_favor(favor: int, garnets: int) -> None:
    match = ended({**dict.fromkeys(SEATS, 0), "Ada": 500, "Bo": favor})
    assert match.host["garnets"]["Bo"] == garnets


def test_FA_13_ranking_by_favor_tied_seats_together() -> None:
    match = ended({**APART, "Cy": 70, "Hal": -5}, Di="onyx ruby")
    match.close()
    outcome = match.outcome
    assert outcome is not None
    assert outcome["ranking"] == [["Ada"], ["Bo", "Cy"], ["Di"], ["Ed"], ["Flo"], ["Gus"], ["Hal"]]
