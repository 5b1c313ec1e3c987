"""SH-40 to SH-45: the end, the winner, the candidate, what everyone takes away, and the ranking."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from core.ledger import Ending, Lots
from core.narration.telling import story
from tests.kit import Script, play, the
from tests.rulings.drifting_ship.script import Json, crew, go, mate, owned, ship


def finish(match: Script) -> Json:
    """Close until the match has finished; its outcome."""
    while match.phase != "finished":
        match.close()
    assert match.outcome is not None
    return match.outcome


def ending(seed: int = 7, **rooms: str) -> Script:
    """Round 8 closes with these components owned."""
    match = ship(round=8, claimed=owned(**rooms), seed=seed)
    match.close()
    return match


def completing(claimed: dict[str, str], last: dict[str, tuple[str, ...]], *, seed: int = 7, **keys: Any) -> Script:
    """The close at which each seat of `last` claims those rooms, standing in them."""
    crews = {seat: tuple(mate(room, name=f"at {room}") for room in rooms) for seat, rooms in last.items()}
    match = ship(crews, claimed=claimed, seed=seed, **keys)
    for seat, rooms in last.items():
        match.seal(seat, {"crew": [go(None, 1)] * len(rooms) + [{}] * (2 - len(rooms))})
    match.close()
    return match


# --- SH-40 -------------------------------------------------------------------------------------------------------
def test_SH_40_the_match_ends_when_a_sequence_is_complete() -> None:
    rest = " ".join(f"{n}B" for n in range(2, 14))
    match = completing(owned(Ada=rest), {"Bo": ("1B",)}, round=3)
    assert match.match.state.ending is not None
    assert match.round == 3
    assert match.view("Cy")["view"]["complete"] == ["B"]


def test_SH_40_twelve_parts_are_not_enough() -> None:
    rest = " ".join(f"{n}B" for n in range(3, 14))
    match = completing(owned(Ada=rest), {"Bo": ("1B",)}, round=3)
    assert (match.phase, match.round) == ("round", 4)


def test_SH_40_or_after_round_8() -> None:
    match = play("drifting_ship")
    for round_ in range(9):
        assert match.round == round_
        assert match.phase in ("pregame", "round")
        match.close()
    assert match.round == 8
    assert match.phase == "decision"


# --- SH-41 -------------------------------------------------------------------------------------------------------
def test_SH_41_composer_example_of_the_source() -> None:
    """Five pieces each: 2 + 4 + 6 + 8 + 10 = 30 beats 1 + 3 + 5 + 7 + 13 = 29."""
    claimed = owned(Ada="1C 3C 5C 7C 13C", Bo="2C 4C 6C 8C 10C", Cy="9C 11C")
    match = completing(claimed, {"Di": ("12C",)})
    assert finish(match)["winners"] == ["Bo"]


THREE = owned(
    Ada="13A 12A 11A 10A 3A 8B 11C 5C 2C",
    Bo="9A 13B 12B 11B 10B 3B 10C 9C",
    Cy="8A 7A 2A 9B 7B 6B 13C 12C",
    Di="4A 5A 6A 2B 4B 5B 8C 6C 4C 3C 1C",
)
"""The source's second example: Ada is Spadez, Bo Marcer, Cy uri. 1A, 1B and 7C are still to be claimed."""


def test_SH_41_three_sequences_example_of_the_source() -> None:
    """49 for two of them; 49 + 8 + 18 = 75 against 9 + 49 + 19 = 77. The third is out with 32."""
    match = completing(THREE, {"Di": ("1A", "1B"), "Cy": ("7C",)})
    values = {bar["letter"]: bar["value"] for bar in match.view("Ada")["view"]["sequences"]}
    assert values == {"A": 49, "B": 8, "C": 18}
    assert {b["letter"]: b["value"] for b in match.view("Bo")["view"]["sequences"]} == {"A": 9, "B": 49, "C": 19}
    assert {b["letter"]: b["value"] for b in match.view("Cy")["view"]["sequences"]} == {"A": 17, "B": 22, "C": 32}
    assert match.view("Ada")["view"]["complete"] == ["A", "B", "C"]
    assert finish(match)["winners"] == ["Bo"]


def test_SH_41_one_sequence_most_pieces_before_value() -> None:
    claimed = owned(Ada="1A 2A 3A 4A 5A 6A", Bo="13A 12A 11A 10A 9A", Cy="8A")
    assert finish(completing(claimed, {"Di": ("7A",)}))["winners"] == ["Ada"]


def test_SH_41_pieces_do_not_count_when_several_are_complete() -> None:
    claimed = owned(
        Ada="1A 2A 3A 4A 5A 6A 7A 1B 2B 3B 4B 5B 6B",  # thirteen pieces, values 28 and 21
        Bo="13A 12A 11A",  # 36
        Cy="8A 9A 7B 8B 9B 10B",  # 17 and 34
        Di="11B 12B",  # 10 and 36 at the end
    )
    match = completing(claimed, {"Di": ("10A", "13B")})
    assert match.view("Di")["view"]["complete"] == ["A", "B"]
    assert finish(match)["winners"] == ["Di"]


@pytest.mark.parametrize(
    ("claimed", "last", "title", "most"),
    [
        (owned(Ada="1A 2A 3A 4A 5A 6A", Bo="13A 12A 11A 10A 9A", Cy="8A"), ("7A",), "Components of Frontier", 6),
        (THREE, ("1A", "1B"), "Highest value in a complete Sequence", 49),
        (owned(Ada="13A 12A"), (), "Sequence Value over all components", 25),
    ],
)
def test_SH_41_the_first_curve_of_the_story_is_of_what_decided(
    claimed: dict[str, str], last: tuple[str, ...], title: str, most: int
) -> None:
    match = completing(claimed, {"Di": last}, round=8)
    finish(match)
    first = story(match.match, None, whole=True).series[0]
    assert (first.title, max(curve[-1] or 0 for curve in first.curves.values())) == (title, most)


def test_SH_41_no_sequence_the_highest_value_over_all_components() -> None:
    match = ending(Ada="1A 2A 3A 4A", Bo="13C", Cy="5B 6B")
    assert finish(match)["winners"] == ["Bo"]


def test_SH_41_the_gamewide_tie_break_is_the_value_over_everything_owned() -> None:
    claimed = owned(Ada="1A 4A", Bo="2A 3A 9C", Cy="5A 7A", Di="6A")  # pieces and value of A tied below
    claimed |= owned(Ada="12A 13A 1B", Bo="11A 10A", Cy="8A")
    match = completing(claimed, {"Di": ("9A",)})
    # Ada 1+4+12+13 = 30 with four pieces, Bo 2+3+11+10 = 26 with four
    assert finish(match)["winners"] == ["Ada"]
    tied = owned(Ada="1A 4A 12A 11A 3B", Bo="2A 3A 13A 10A 9C", Cy="5A 7A 8A", Di="6A")  # 28 and 28
    assert finish(completing(tied, {"Di": ("9A",)}))["winners"] == ["Bo"]


def test_SH_41_CM_05_then_lots_and_the_record_says_so() -> None:
    drawn = set()
    for seed in range(12):
        match = ending(seed, Ada="10A", Bo="10B", Cy="9A", Di="8A")
        outcome = finish(match)
        drawn |= set(outcome["winners"])
        assert outcome["ranking"][0] == ["Ada", "Bo"]
        assert the(Ending, match.match.state.ending).lots == (
            Lots(f"Lots decided the win among Ada, Bo: {outcome['winners'][0]}.", ("Ada", "Bo")),
        )
    assert drawn == {"Ada", "Bo"}


# --- SH-42 -------------------------------------------------------------------------------------------------------
OWNED = owned(Ada="2A 3A 4A 5A 6A 7A", Bo="13A 12A", Cy="11A 10A 9A", Di="8A")


def planted(seat: str, claimed: dict[str, str] = OWNED, energy: int = 3) -> Script:
    """Sequence A is completed by Di, and `seat` plants there."""
    crews = {seat: (mate("V", 7, parasite=True),)}
    match = ship({**crews, "Di": (*crews.get("Di", (mate("13B"),)), mate("1A", name="last"))}, claimed=claimed)
    orders = {"activate": energy, "plant": "A"}
    if seat == "Di":
        match.seal("Di", crew(orders, go(None, 1)))
    else:
        match.seal(seat, crew(orders))
        match.seal("Di", crew(None, go(None, 1)))
    match.close()
    return match


@pytest.mark.parametrize("seat", ["Bo", "Cy", "Di"])
def test_SH_42_a_winning_plant_makes_the_natural_winner_the_candidate(seat: str) -> None:
    outcome = finish(planted(seat))
    assert outcome["winners"] == [seat]
    assert outcome["elimination_candidate"] == "Ada"
    assert outcome["ranking"][0] == [seat]
    assert outcome["ranking"][-1] == ["Ada"]


def test_SH_42_a_planter_who_would_have_won_anyway_leaves_the_smallest_value() -> None:
    outcome = finish(planted("Ada"))
    assert outcome["winners"] == ["Ada"]
    assert outcome["elimination_candidate"] == "Di"  # 8 + 1, the others 25 and 30


def test_SH_42_improper_planters_or_not() -> None:
    """Cy planted in vain earlier; Ada wins by plant and naturally: the candidate is still the smallest value."""
    match = ship(
        {"Ada": (mate("V", 7, parasite=True),), "Cy": (mate("V", 7, parasite=True),), "Di": (mate("1A"),)},
        claimed=OWNED,
    )
    match.seal("Cy", crew({"activate": 3, "plant": "B"}))
    match.close()
    match.seal("Ada", crew({"activate": 3, "plant": "A"}))
    match.seal("Di", crew(go(None, 1)))
    match.close()
    assert finish(match)["elimination_candidate"] == "Di"


# --- SH-43 -------------------------------------------------------------------------------------------------------
def improper(*seats: str, claimed: dict[str, str] = OWNED, seed: int = 7) -> Script:
    """These seats plant wrongly in round 1; A is completed by Di in round 2."""
    crews: dict[str, tuple[Json, ...]] = {seat: (mate("V", 7, parasite=True),) for seat in seats}
    crews["Di"] = (*crews.get("Di", (mate("13B"),)), mate("1A", name="last"))
    match = ship(crews, claimed=claimed, seed=seed)
    for seat in seats:
        match.seal(seat, crew({"activate": 3, "plant": "C"}))
    match.close()
    match.seal("Di", crew(None, go(None, 1)))
    match.close()
    return match


@pytest.mark.parametrize(
    ("seats", "candidate"),
    [
        ((), "Di"),
        (("Cy",), "Cy"),
        (("Bo", "Cy"), "Bo"),
        (("Ada",), "Di"),  # the winner is the only improper planter: all others
        (("Ada", "Cy"), "Cy"),
        (("Bo", "Cy", "Di"), "Di"),
    ],
)
def test_SH_43_the_candidate_comes_from_the_improper_planters(seats: tuple[str, ...], candidate: str) -> None:
    outcome = finish(improper(*seats))
    assert outcome["winners"] == ["Ada"]
    assert outcome["elimination_candidate"] == candidate
    assert outcome["ranking"][-1] == [candidate]


def test_SH_43_the_value_is_that_of_the_complete_sequence() -> None:
    outcome = finish(improper(claimed=OWNED | owned(Di="13B 12B 11B 10B")))
    assert outcome["elimination_candidate"] == "Di"
    assert outcome["ranking"] == [["Ada"], ["Cy"], ["Bo"], ["Di"]]


def test_SH_43_the_sum_over_several_complete_sequences() -> None:
    match = completing(THREE, {"Di": ("1A", "1B"), "Cy": ("7C",)})
    # Ada 75, Bo 77, Cy 71, Di 50
    outcome = finish(match)
    assert outcome["elimination_candidate"] == "Di"
    assert outcome["ranking"] == [["Bo"], ["Ada"], ["Cy"], ["Di"]]


def test_SH_43_over_all_components_if_none_is_complete() -> None:
    outcome = finish(ending(Ada="13A", Bo="1A 2B", Cy="4C", Di="5B 1C"))
    assert outcome["elimination_candidate"] == "Bo"
    assert outcome["ranking"] == [["Ada"], ["Di"], ["Cy"], ["Bo"]]


def test_SH_43_CM_05_ties_go_to_lots_without_the_gamewide_tie_break() -> None:
    claimed = owned(Ada="13A 12A 11A 10A 9A", Bo="2A 3A 6A 13B", Cy="4A 7A", Di="5A 8A 1B")
    drawn = set()
    for seed in range(12):
        match = completing(claimed, {"Ada": ("1A",)}, seed=seed)  # A: Ada 56, Bo 11, Cy 11, Di 13
        outcome = finish(match)
        drawn.add(outcome["elimination_candidate"])
        assert outcome["ranking"] == [["Ada"], ["Di"], ["Bo", "Cy"]]
        assert (
            "Lots decided the Elimination Candidate among Bo, Cy" in the(Ending, match.match.state.ending).lots[0].text
        )
    assert drawn == {"Bo", "Cy"}  # Bo owns 13B on top, and it does not help


def test_SH_43_the_winner_is_never_the_candidate() -> None:
    for seed in range(12):
        match = ending(seed)
        outcome = finish(match)
        assert outcome["elimination_candidate"] not in outcome["winners"]


# --- SH-44 -------------------------------------------------------------------------------------------------------
def test_SH_44_one_token_and_a_garnet_for_three_components_on_top_of_the_purse() -> None:
    match = ship(
        {"Ada": (mate("1A", 5, "Z"),)},
        round=8,
        claimed=owned(Ada="1A 2A 3A 4A 5A", Bo="6A 7A 8A", Cy="9A 10A", Di="1B 2B 3B 4B 5B 6B"),
    )
    match.seal("Di", {"buy_cap": 2})
    match.close()
    outcome = finish(match)
    assert outcome["garnets"] == {"Ada": 6 + 1 + 4, "Bo": 6 + 1, "Cy": 6, "Di": 0 + 2}
    assert outcome["tokens_of_life"] == {outcome["winners"][0]: 1}


def test_SH_44_CM_06_every_garnet_has_its_reason() -> None:
    match = ending(Ada="1A 2A 3A")
    reasons = [(entry.amount, entry.reason) for entry in match.match.state.ledger if entry.seat == "Ada"]
    assert reasons == [(6, "purse"), (1, "won the match"), (1, "3 components")]


# --- SH-45 -------------------------------------------------------------------------------------------------------
def test_SH_45_the_winner_first_then_by_value_the_candidate_last() -> None:
    outcome = finish(improper("Cy"))  # Ada wins; values Bo 25, Cy 30, Di 9
    assert outcome["ranking"] == [["Ada"], ["Bo"], ["Di"], ["Cy"]]
    outcome = finish(planted("Di"))
    assert outcome["ranking"] == [["Di"], ["Cy"], ["Bo"], ["Ada"]]


def test_SH_45_SH_90_CM_05_seats_that_only_lots_told_apart_stay_together() -> None:
    outcome = finish(ending())
    assert outcome["ranking"] == [["Ada", "Bo", "Cy", "Di"]]
    outcome = finish(ending(Ada="13A", Bo="5B", Cy="5C", Di="6A"))
    assert outcome["ranking"] == [["Ada"], ["Di"], ["Bo", "Cy"]]


def test_SH_45_equal_values_in_the_middle_stand_together() -> None:
    outcome = finish(ending(Ada="13A", Bo="5B", Cy="5C", Di="4A"))
    assert outcome["ranking"] == [["Ada"], ["Bo", "Cy"], ["Di"]]


def test_SH_45_values_never_rise_along_the_ranking_between_first_and_last() -> None:
    match = ending(Ada="13A 3C", Bo="5B 12C", Cy="5C 1A", Di="4A 9B")
    ranking = finish(match)["ranking"]
    value = {"Ada": 16, "Bo": 17, "Cy": 6, "Di": 13}
    assert ranking == [["Bo"], ["Ada"], ["Di"], ["Cy"]]
    assert all(value[a[0]] >= value[b[0]] for a, b in pairwise(ranking))


def test_SH_45_CM_08_the_candidate_then_names_the_opponent() -> None:
    match = ending(Ada="13A", Bo="5B", Cy="6C", Di="4A")
    assert match.pending is not None
    assert (match.pending.kind, match.pending.by, match.pending.among) == ("choose_opponent", ("Di",), ("Bo", "Cy"))
    match.do("Di", {"kind": "choose_opponent", "player": "Cy"})
    assert match.outcome is not None
    assert match.outcome["death_match_opponent"] == "Cy"
