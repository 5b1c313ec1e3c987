"""Winners, tokens, garnets, the Elimination Candidate and the ranking: EX-11 to EX-14."""

from __future__ import annotations

import pytest

from tests.rulings.exodus.hands import SEATS, ended

APART = {seat: 10 * (9 - place) for place, seat in enumerate(SEATS)}
"""Ada 90 points, Bo 80, down to Ivy with 10."""


def test_EX_11_one_winner_gets_two_tokens() -> None:
    match = ended(APART, Bo="black")
    match.do("Bo", {"kind": "choose_opponent", "player": "Cy"})
    outcome = match.outcome
    assert outcome is not None
    assert outcome["winners"] == ["Ada"]
    assert outcome["tokens_of_life"] == {"Ada": 2}
    assert outcome["death_match_opponent"] == "Cy"


@pytest.mark.parametrize("tied", [2, 3])
def test_EX_11_two_or_three_tied_winners_get_one_token_each(tied: int) -> None:
    match = ended({**APART, **dict.fromkeys(SEATS[:tied], 90)}, Ivy="black")
    match.do("Ivy", {"kind": "choose_opponent", "player": "Hal"})
    outcome = match.outcome
    assert outcome is not None
    assert outcome["winners"] == list(SEATS[:tied])
    assert outcome["tokens_of_life"] == dict.fromkeys(SEATS[:tied], 1)


def test_EX_11_four_tied_winners_get_none_but_stay_winners() -> None:
    """They hold the black cubes, and still the candidate is another seat."""
    match = ended({**APART, **dict.fromkeys(SEATS[:4], 90)}, Ada="black black", Gus="black")
    assert match.pending is not None
    assert match.pending.by == ("Gus",)
    assert "Ada" in match.pending.among, "without a token a winner can be chosen as opponent (CM-08)"
    match.do("Gus", {"kind": "choose_opponent", "player": "Ada"})
    outcome = match.outcome
    assert outcome is not None
    assert outcome["winners"] == ["Ada", "Bo", "Cy", "Di"]
    assert outcome["tokens_of_life"] == {}
    assert outcome["elimination_candidate"] == "Gus"


def test_EX_12_the_most_black_cubes_among_those_that_did_not_win() -> None:
    match = ended(APART, Ada="black black black", Bo="black black", Ivy="black")
    assert match.pending is not None
    assert (match.pending.kind, match.pending.by) == ("choose_opponent", ("Bo",))


def test_EX_12_as_many_black_cubes_the_fewest_points() -> None:
    match = ended(APART, Bo="black black", Di="black black", Ivy="black")
    assert match.pending is not None
    assert match.pending.by == ("Di",)


def test_EX_12_still_tied_the_winners_choose() -> None:
    match = ended({**APART, "Ada": 95, "Bo": 95, "Di": 5, "Ed": 5}, Di="black", Ed="black", Cy="black")
    assert match.pending is not None
    assert (match.pending.kind, match.pending.by, match.pending.among) == (
        "choose_candidate",
        ("Ada", "Bo"),
        ("Di", "Ed"),
    )
    assert match.refused_do("Cy", {"kind": "choose_candidate", "player": "Di"}).code == "not_yours"
    assert match.refused_do("Ada", {"kind": "choose_candidate", "player": "Cy"}).code == "cannot_be_chosen"
    match.do("Ada", {"kind": "choose_candidate", "player": "Ed"})
    match.do("Bo", {"kind": "choose_candidate", "player": "Ed"})
    assert match.pending is not None
    assert (match.pending.kind, match.pending.by) == ("choose_opponent", ("Ed",))
    assert match.pending.among == ("Cy", "Di", "Flo", "Gus", "Hal", "Ivy"), "not the token holders, not Ed"


def test_EX_12_no_black_cube_but_with_winners_the_fewest_points() -> None:
    match = ended(APART, Ada="black black")
    assert match.pending is not None
    assert match.pending.by == ("Ivy",)


def test_EX_12_no_black_cube_and_as_few_points_the_winner_chooses() -> None:
    match = ended({**APART, "Hal": 10}, Ada="black")
    assert match.pending is not None
    assert (match.pending.kind, match.pending.by, match.pending.among) == ("choose_candidate", ("Ada",), ("Hal", "Ivy"))
    match.do("Ada", {"kind": "choose_candidate", "player": "Hal"})
    match.do("Hal", {"kind": "choose_opponent", "player": "Ivy"})
    outcome = match.outcome
    assert outcome is not None
    assert (outcome["elimination_candidate"], outcome["death_match_opponent"]) == ("Hal", "Ivy")


def test_EX_12_if_every_seat_is_a_winner_the_match_is_over_at_once() -> None:
    match = ended(dict.fromkeys(SEATS, 7), Ada="black black")
    assert match.phase == "finished"
    outcome = match.outcome
    assert outcome is not None
    assert outcome["winners"] == list(SEATS)
    assert outcome["elimination_candidate"] is None
    assert outcome["death_match_opponent"] is None
    assert outcome["tokens_of_life"] == {}
    assert outcome["ranking"] == [list(SEATS)]


def test_EX_12_a_lone_loser_is_the_candidate() -> None:
    match = ended({**dict.fromkeys(SEATS, 50), "Flo": 49})
    assert match.pending is not None
    assert match.pending.by == ("Flo",)
    assert len(match.pending.among) == 8


@pytest.mark.parametrize(("points", "garnets"), [(-61, 0), (0, 0), (29, 0), (30, 1), (59, 1), (60, 2), (97, 3)])
def test_EX_13_a_garnet_for_every_30_points(points: int, garnets: int) -> None:
    match = ended({**dict.fromkeys(SEATS, 0), "Ada": 500, "Bo": points})
    assert match.host["garnets"]["Bo"] == garnets
    assert match.host["garnets"]["Ada"] == 16


def test_EX_13_garnets_are_in_the_outcome() -> None:
    match = ended(APART, Bo="black")
    match.close()
    outcome = match.outcome
    assert outcome is not None
    assert outcome["garnets"] == {"Ada": 3, "Bo": 2, "Cy": 2, "Di": 2, "Ed": 1, "Flo": 1, "Gus": 1}


def test_EX_14_ranking_by_points_tied_seats_together() -> None:
    match = ended({**APART, "Cy": 80, "Ivy": -5}, Bo="black", Cy="black")
    match.do("Ada", {"kind": "choose_candidate", "player": "Cy"})
    match.close()
    outcome = match.outcome
    assert outcome is not None
    assert outcome["ranking"] == [["Ada"], ["Bo", "Cy"], ["Di"], ["Ed"], ["Flo"], ["Gus"], ["Hal"], ["Ivy"]]
