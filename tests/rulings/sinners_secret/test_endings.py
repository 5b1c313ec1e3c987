"""SS-22 to SS-25: who falls, who ascends, the candidate and the opponent, Marks."""

from __future__ import annotations

from typing import Final

import pytest

from core.games.sinners_secret import GAME
from core.games.sinners_secret.structs import Report, State
from core.ledger import Pending
from tests.kit import NAMES, Script, the
from tests.rulings.sinners_secret.scene import HELL, ended, order_of

ASCEND: Final = "choose_ascendant"
OPPOSE: Final = "choose_opponent"


def choose(match: Script, seat: str, kind: str, player: str) -> None:
    match.do(seat, {"kind": kind, "player": player})


# --- SS-22 ----------------------------------------------------------------------------------------------------------
def test_SS_22_the_first_in_heaven_chooses_who_else_ascends() -> None:
    match = ended()
    assert match.phase == "decision"
    assert match.host["pending"] == [{"kind": ASCEND, "by": ["Di"], "from": ["Gus", "Hal", "Ivy", "Jo", "Kit", "Lou"]}]
    for seat in NAMES:
        told = match.view(seat)["decision"]
        assert told["winners"] == ["Di", "Ed"]
        assert told["elimination_candidate"] == "Max"
        assert told["marked"] == "Ada"
        assert told["pending"] == match.host["pending"]
        assert "realms" not in told
        assert match.view(seat)["view"]["ascended"] == ["Ed", "Flo"]
    choose(match, "Di", ASCEND, "Jo")
    assert match.view("Max")["view"]["ascended"] == ["Ed", "Flo", "Jo"]
    assert match.view("Max")["decision"]["realms"]["heaven"] == ["Bo", "Cy", "Di", "Ed", "Flo", "Jo"]


@pytest.mark.parametrize("player", ["Ed", "Flo", "Max", "Ada", "Bo", "Di", "Zoe"])
def test_SS_22_nobody_else_can_be_chosen(player: str) -> None:
    """Not who has ascended, not the candidate, not the fallen player, nobody of Heaven."""
    match = ended()
    match.refused_do("Di", {"kind": ASCEND, "player": player})
    match.refused_do("Cy", {"kind": ASCEND, "player": "Jo"})
    match.refused_do("Di", {"kind": OPPOSE, "player": "Jo"})


def test_SS_22_the_whole_course_to_the_outcome() -> None:
    match = ended()
    choose(match, "Di", ASCEND, "Jo")
    assert match.outcome is None
    choose(match, "Max", OPPOSE, "Kit")
    assert match.phase == "finished"
    assert match.outcome == {
        "winners": ["Di", "Ed"],
        "elimination_candidate": "Max",
        "death_match_opponent": "Kit",
        "tokens_of_life": {},
        "garnets": {},
        "ranking": [[s] for s in ("Di", "Cy", "Bo", "Ada", *HELL)],
        "marked": "Ada",
        "realms": {
            "heaven": ["Bo", "Cy", "Di", "Ed", "Flo", "Jo"],
            "hell": ["Ada", "Gus", "Hal", "Ivy", "Kit", "Lou", "Max"],
        },
    }


def test_SS_22_host_realms_stay_those_of_the_match() -> None:
    match = ended()
    choose(match, "Di", ASCEND, "Jo")
    choose(match, "Max", OPPOSE, "Kit")
    assert match.host["players"]["Ada"]["realm"] == "heaven"
    assert match.host["players"]["Ed"]["realm"] == "hell"
    assert match.host["round"] == 10


def test_SS_22_CM_07_deadlines_settle_one_choice_at_a_time() -> None:
    match = ended()
    match.close()
    assert match.phase == "decision"
    assert len(the(State, match.match.state).ascended) == 3
    assert match.pending is not None
    assert match.pending.kind == OPPOSE
    match.close()
    assert match.phase == "finished"
    assert match.result["death_match_opponent"] in match.result["realms"]["hell"]


# --- SS-23 ----------------------------------------------------------------------------------------------------------
def test_SS_23_marked_players_are_passed_over_and_keep_their_place() -> None:
    match = ended(options={"marked": ["Ed", "Lou", "Max"]})
    assert order_of(match, "hell") == list(HELL)
    assert match.view("Ed")["view"]["ascended"] == ["Flo", "Gus"]
    assert match.view("Ed")["view"]["candidate"] == "Kit"
    assert match.pending == Pending(ASCEND, ("Di",), ("Hal", "Ivy", "Jo"))
    choose(match, "Di", ASCEND, "Hal")
    assert match.pending == Pending(OPPOSE, ("Kit",), ("Ada", "Ed", "Ivy", "Jo", "Lou", "Max"))
    choose(match, "Kit", OPPOSE, "Ed")
    assert match.result["winners"] == ["Di", "Ed"]  # SS-25: Marks disregarded
    assert match.result["marked"] == "Ada"  # old Marks end
    assert match.result["realms"]["heaven"] == ["Bo", "Cy", "Di", "Flo", "Gus", "Hal"]


def test_SS_23_five_marks_leave_one_to_ascend_and_the_match_chooses_it() -> None:
    match = ended(options={"marked": ["Ed", "Flo", "Gus", "Hal", "Max"]})
    assert match.pending == Pending(OPPOSE, ("Lou",), ("Ada", "Ed", "Flo", "Gus", "Hal", "Max"))
    assert the(State, match.match.state).ascended == ("Ivy", "Jo", "Kit")


def test_SS_23_marked_players_can_be_chosen_as_opponent_only() -> None:
    match = ended(options={"marked": ["Hal"]})
    match.refused_do("Di", {"kind": ASCEND, "player": "Hal"})
    choose(match, "Di", ASCEND, "Gus")
    choose(match, "Max", OPPOSE, "Hal")
    assert match.result["death_match_opponent"] == "Hal"


# --- SS-24 ----------------------------------------------------------------------------------------------------------
def test_SS_24_the_opponent_is_one_of_those_in_hell_after_the_moves() -> None:
    match = ended()
    choose(match, "Di", ASCEND, "Jo")
    assert match.pending == Pending(OPPOSE, ("Max",), ("Ada", "Gus", "Hal", "Ivy", "Kit", "Lou"))
    for player in ("Jo", "Ed", "Flo", "Max", "Bo", "Cy", "Di"):
        match.refused_do("Max", {"kind": OPPOSE, "player": player})
    match.refused_do("Ada", {"kind": OPPOSE, "player": "Gus"})
    choose(match, "Max", OPPOSE, "Ada")
    assert match.result["death_match_opponent"] == "Ada"


def test_SS_24_orders_are_refused_in_the_decision_phase() -> None:
    match = ended()
    assert match.refused("Ed", {}).code == "no_orders_now"


# --- SS-25 ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seed", range(5))
def test_SS_25_no_tokens_and_no_garnets_come_from_this_match(seed: int) -> None:
    match = ended([], seed=seed)
    while match.phase != "finished":
        match.close()
    assert match.match.state.ledger == ()
    assert match.result["tokens_of_life"] == {}
    assert set(match.host["garnets"].values()) == {0}
    heaven = match.result["ranking"][0][0]
    hell = match.result["ranking"][4][0]
    assert match.result["winners"] == [seat for seat in NAMES if seat in (heaven, hell)]


# --- SS-12 ----------------------------------------------------------------------------------------------------------
def test_SS_12_pairs_and_points_are_in_the_words_of_the_last_report_once_the_match_has_finished() -> None:
    match = ended()
    report = the(Report, match.match.rounds[-1].reports["Ada"])
    before = GAME.tell_to(report, GAME.view(the(State, match.match.state), "Ada"))
    assert not any("wrath" in line for line in before)
    choose(match, "Di", ASCEND, "Jo")
    choose(match, "Max", OPPOSE, "Ada")
    after = GAME.tell_to(report, GAME.view(the(State, match.match.state), "Ada"))
    assert "Ed, Flo and Jo ascend to Heaven." in after
    assert "Max is the Elimination Candidate and named Ada." in after
    assert "Ed 10 (5 right, 0 wrong, found 0 times): M gluttony+faith." in after
