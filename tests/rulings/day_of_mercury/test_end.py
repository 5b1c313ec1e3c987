"""DM-70 to DM-75: winners, tokens, candidate, opponent, garnets and ranking."""

from __future__ import annotations

from tests.kit import NAMES, Script
from tests.rulings.day_of_mercury.script import (
    CATHEDRAL,
    DISTRICT,
    RINGED,
    SHRINE,
    TOWER,
    Json,
    at,
    close,
    mercury,
    offer,
    plan,
)

OTHERS = NAMES[5:]


def finish(
    points: dict[str, int],
    commits: dict[str, int] | None = None,
    seed: int = 7,
    sin: dict[str, dict[str, int]] | None = None,
    orders: dict[str, Json] | None = None,
) -> Script:
    """Round nine closed with these points (nobody reaches ten, so no interest moves them)."""
    m = mercury(seed, round=9, points=points, commits=commits or {}, sin=sin or {})
    close(m, orders or {})
    return m


def ladder(**special: int) -> dict[str, int]:
    """Points 1 to 9 so that only the named seats stand out: everyone else has 4."""
    return {seat: special.get(seat, 4) for seat in NAMES}


def tokens(m: Script) -> dict[str, int]:
    return {seat: n for seat, n in m.host["tokens_of_life"].items() if n}


def kinds(m: Script) -> tuple[str, tuple[str, ...]] | None:
    return None if m.pending is None else (m.pending.kind, m.pending.by)


def test_DM_70_a_single_winner_wins_four_tokens_and_keeps_one() -> None:
    m = finish(ladder(Ada=9, Bo=1))
    assert kinds(m) == ("give_tokens", ("Ada",))
    m.do("Ada", {"kind": "give_tokens", "players": ["Cy", "Di", "Ed"]})
    assert tokens(m) == {"Ada": 1, "Cy": 1, "Di": 1, "Ed": 1}
    assert m.view("Max")["decision"]["winners"] == ["Ada"]


def test_DM_70_two_to_four_tied_winners_have_one_each() -> None:
    for tied in (2, 3, 4):
        m = finish(ladder(**dict.fromkeys(NAMES[:tied], 9), Max=1))
        assert tokens(m) == dict.fromkeys(NAMES[:tied], 1)
        assert kinds(m) == ("choose_opponent", ("Max",)), "nothing to give away"


def test_DM_70_five_tied_win_nothing() -> None:
    m = finish(ladder(**dict.fromkeys(NAMES[:5], 9), Max=1))
    assert tokens(m) == {}
    assert kinds(m) == ("choose_opponent", ("Max",))
    m.do("Max", {"kind": "choose_opponent", "player": "Ada"})
    assert m.result["winners"] == []
    assert m.result["garnets"] == {}


def test_DM_71_the_fewest_points_make_the_candidate() -> None:
    m = finish(ladder(Ada=9, Bo=1))
    assert m.view("Cy")["decision"]["elimination_candidate"] == "Bo"


def test_DM_71_tied_last_the_single_winner_chooses() -> None:
    m = finish(ladder(Ada=9, Bo=1, Cy=1))
    assert m.host["pending"] == [{"kind": "choose_candidate", "by": ["Ada"], "from": ["Bo", "Cy"]}]
    m.do("Ada", {"kind": "choose_candidate", "player": "Cy"})
    assert m.view("Di")["decision"]["elimination_candidate"] == "Cy"
    assert kinds(m) == ("give_tokens", ("Ada",))


def test_DM_71_CM_07_tied_winners_choose_together() -> None:
    m = finish(ladder(Ada=9, Bo=9, Cy=9, Di=1, Ed=1))
    assert m.pending is not None
    assert m.pending.by == ("Ada", "Bo", "Cy")
    for seat, named in (("Ada", "Di"), ("Bo", "Ed"), ("Cy", "Ed")):
        m.do(seat, {"kind": "choose_candidate", "player": named})
    assert m.view("Di")["decision"]["elimination_candidate"] == "Ed"


def test_DM_71_five_tied_for_most_leave_the_candidate_to_lots_and_the_record_says_so() -> None:
    chosen = set()
    for seed in range(10):
        m = finish(ladder(**dict.fromkeys(NAMES[:5], 9), Jo=1, Kit=1), seed=seed)
        decision = m.view("Jo")["decision"]
        assert m.view("Ada")["decision"] == {**decision, "lots": []}, "CM-13: the others are not told who is equal"
        assert kinds(m) == ("choose_opponent", (decision["elimination_candidate"],))
        assert len(decision["lots"]) == 1
        assert "Jo, Kit" in decision["lots"][0]
        chosen.add(decision["elimination_candidate"])
    assert chosen == {"Jo", "Kit"}


def test_DM_71_everyone_tied_means_no_candidate_and_no_opponent() -> None:
    m = finish({})
    assert m.phase == "finished"
    assert m.outcome == {
        "winners": [],
        "elimination_candidate": None,
        "death_match_opponent": None,
        "tokens_of_life": {},
        "garnets": {},
        "ranking": [list(NAMES)],
    }


def test_DM_72_most_successful_commits_win_a_token() -> None:
    m = finish(ladder(Ada=9, Bo=1), commits={"Cy": 3, "Di": 2})
    assert tokens(m) == {"Ada": 1, "Cy": 1}


def test_DM_72_whatever_tokens_the_seat_holds_already() -> None:
    m = finish(ladder(Ada=9, Bo=1), commits={"Ada": 3, "Di": 2})
    assert tokens(m) == {"Ada": 2}


def test_DM_72_nobody_if_tied_or_if_none_succeeded() -> None:
    assert tokens(finish(ladder(Ada=9, Bo=1), commits={"Cy": 3, "Di": 3})) == {"Ada": 1}
    assert tokens(finish(ladder(Ada=9, Bo=1))) == {"Ada": 1}


def test_DM_72_nobody_if_that_seat_is_the_candidate() -> None:
    m = finish(ladder(Ada=9, Bo=1), commits={"Bo": 3, "Di": 2})
    assert tokens(m) == {"Ada": 1}, "nor does it pass to the next"


def test_DM_72_it_waits_until_the_candidate_is_known() -> None:
    for candidate, most in (("Cy", {"Ada": 1, "Bo": 1}), ("Bo", {"Ada": 1})):
        m = finish(ladder(Ada=9, Bo=1, Cy=1), commits={"Bo": 3})
        assert tokens(m) == {"Ada": 1}
        m.do("Ada", {"kind": "choose_candidate", "player": candidate})
        assert tokens(m) == most


def test_DM_72_given_also_where_nobody_is_a_candidate() -> None:
    m = finish({}, commits={"Cy": 1})
    assert m.result["tokens_of_life"] == {"Cy": 1}
    assert m.result["garnets"] == {"Cy": 1}


def test_DM_73_exactly_three_different_other_seats_not_the_candidate() -> None:
    m = finish(ladder(Ada=9, Bo=1))
    for players in (
        ["Cy", "Di"],
        ["Cy", "Di", "Ed", "Flo"],
        ["Cy", "Cy", "Di"],
        ["Ada", "Cy", "Di"],
        ["Bo", "Cy", "Di"],
        ["Cy", "Di", "Zoe"],
    ):
        m.refused_do("Ada", {"kind": "give_tokens", "players": players})
    m.refused_do("Cy", {"kind": "give_tokens", "players": ["Di", "Ed", "Flo"]})
    m.do("Ada", {"kind": "give_tokens", "players": ["Di", "Cy", "Ed"]})
    assert kinds(m) == ("choose_opponent", ("Bo",))


def test_DM_73_DM_72_a_seat_with_the_most_sins_token_may_be_given_another() -> None:
    m = finish(ladder(Ada=9, Bo=1), commits={"Cy": 3})
    m.do("Ada", {"kind": "give_tokens", "players": ["Cy", "Di", "Ed"]})
    assert tokens(m) == {"Ada": 1, "Cy": 2, "Di": 1, "Ed": 1}


def test_DM_73_CM_07_the_deadline_gives_by_lot_and_the_opponent_has_a_deadline_of_its_own() -> None:
    m = finish(ladder(Ada=9, Bo=1))
    m.close()
    given = tokens(m)
    assert sum(given.values()) == 4
    assert len(given) == 4
    assert "Bo" not in given
    assert kinds(m) == ("choose_opponent", ("Bo",))
    m.close()
    assert m.result["death_match_opponent"] not in given


def test_DM_73_CM_08_the_candidate_chooses_among_those_without_a_token() -> None:
    m = finish(ladder(Ada=9, Bo=1), commits={"Flo": 2})
    m.do("Ada", {"kind": "give_tokens", "players": ["Cy", "Di", "Ed"]})
    assert m.pending is not None
    assert m.pending.among == NAMES[6:]
    m.refused_do("Bo", {"kind": "choose_opponent", "player": "Flo"})
    m.do("Bo", {"kind": "choose_opponent", "player": "Gus"})
    assert m.result["death_match_opponent"] == "Gus"


def test_DM_74_garnets_are_entered_when_the_match_finishes() -> None:
    m = finish(ladder(Ada=9, Bo=1), commits={"Cy": 3})
    m.do("Ada", {"kind": "give_tokens", "players": ["Cy", "Di", "Ed"]})
    assert sum(m.host["garnets"].values()) == 0
    m.do("Bo", {"kind": "choose_opponent", "player": "Gus"})
    assert m.result["garnets"] == {"Ada": 2, "Cy": 1, "Di": 1, "Ed": 1}, "one a seat, one more for the winner"
    assert m.host["garnets"]["Ada"] == 2


def test_DM_74_tied_winners_have_one_garnet_each() -> None:
    m = finish(ladder(Ada=9, Bo=9, Max=1))
    m.do("Max", {"kind": "choose_opponent", "player": "Cy"})
    assert m.result["garnets"] == {"Ada": 1, "Bo": 1}


def test_DM_74_DM_33_the_daughters_garnets_are_entered_at_once_and_stay() -> None:
    offers = {"Cy": plan(at(DISTRICT, offer()), at(TOWER))}
    m = finish(ladder(Ada=9, Bo=1), sin={"Cy": {"greed": 3}}, orders=offers)
    assert m.host["garnets"]["Cy"] == 1
    m.do("Ada", {"kind": "give_tokens", "players": ["Cy", "Di", "Ed"]})
    m.do("Bo", {"kind": "choose_opponent", "player": "Gus"})
    assert m.result["garnets"] == {"Ada": 2, "Cy": 2, "Di": 1, "Ed": 1}


def test_DM_75_ranking_is_by_points_and_ties_stay_together() -> None:
    m = finish(ladder(Di=9, Bo=1, Cy=1, Ed=7))
    m.do("Di", {"kind": "choose_candidate", "player": "Bo"})
    m.do("Di", {"kind": "give_tokens", "players": ["Ada", "Cy", "Ed"]})
    m.do("Bo", {"kind": "choose_opponent", "player": "Gus"})
    assert m.result["ranking"] == [["Di"], ["Ed"], ["Ada", *OTHERS], ["Bo", "Cy"]]


def test_DM_53_DM_70_the_last_conversion_decides() -> None:
    m = mercury(round=9, points={"Ada": 9, "Max": 0}, sin={"Bo": {"pride": 6, "lust": 4}}, visited={})
    close(m, {"Bo": plan(at(RINGED), at(CATHEDRAL))}, rest=(SHRINE, TOWER))
    assert m.view("Ada")["decision"]["winners"] == ["Bo"]
    assert m.round == 9


def test_DM_60_CM_12_points_stay_private_while_choices_are_pending() -> None:
    m = finish(ladder(Ada=9, Bo=1))
    shown = m.view("Cy")
    assert "record" not in shown
    assert shown["view"]["points"] == 4
    assert "ranking" not in shown["decision"]
