"""The end of the match: PR-50 to PR-54."""

from __future__ import annotations

from typing import Any

from core.narration.telling import story
from tests.kit import Script, ending, play
from tests.rulings.pantheic_runes.altar import SEATS, match, of, play_on, rituals, rotate


def ended(m: Script) -> Script:
    play_on(m)
    return m


def finished(m: Script) -> dict[str, Any]:
    """The outcome, the candidate having named the first seat it can."""
    if m.pending is not None:
        m.do(m.pending.by[0], {"kind": "choose_opponent", "player": m.pending.among[0]})
    assert m.outcome is not None
    return m.outcome


def why(m: Script, kind: str) -> str:
    """The one reason of a kind that the story of the finished match gives."""
    finished(m)
    return next(reason.text for reason in story(m.match, None, whole=True).reasons if reason.kind == kind)


HELD = {"Ada": ["hera", "ares"], "Bo": ["hera"], "Cy": ["hera", "ares", "apollo"], "Di": ["zeus"]}


# --- PR-50
def test_PR_50_the_most_points_win_a_token_of_life_and_there_are_no_garnets() -> None:
    outcome = finished(ended(match(blessings=HELD)))
    assert outcome["winners"] == ["Di"]
    assert outcome["tokens_of_life"] == {"Di": 1}
    assert outcome["garnets"] == {}
    assert outcome["elimination_candidate"] == "Ed"
    assert outcome["ranking"] == [["Di"], ["Cy"], ["Ada"], ["Bo"], ["Ed"]]


def test_PR_50_then_the_most_rituals() -> None:
    m = match(round=6)
    for seat, laid in (
        ("Cy", ("++++", "oooo", "xxxx")),
        ("Bo", ("++++", "oooo")),
        ("Ed", ("++++",)),
        ("Ada", ("oooo",)),
    ):
        m.seal(seat, rituals(*laid))
    m.close()
    outcome = finished(m)
    assert outcome["winners"] == ["Cy"]
    assert outcome["ranking"] == [["Cy"], ["Bo"], ["Ada", "Ed"], ["Di"]]
    assert outcome["elimination_candidate"] == "Di"


def test_PR_50_failed_rituals_do_not_count() -> None:
    m = match(round=6, tableaux={"Ada": ["oo+x"], "Bo": ["oooo", "xxxx"], "Cy": ["+++o", "xxxx"], "Di": [], "Ed": []})
    m.seal("Ada", rituals("oo+x", forbid="oooo"))
    m.seal("Bo", rituals("oooo", "xxxx"))
    m.seal("Cy", rituals("+++o", "xxxx"))
    m.close()
    assert [group for group in finished(m)["ranking"] if "Bo" in group] == [["Bo"]]
    assert of(m, "Bo")["rituals"] == 1


def test_PR_50_then_whoever_was_ahead_at_the_latest_unequal_close() -> None:
    """Ada and Bo end with 2 points and 2 rituals. After round 4 Bo led by rituals, after round 5 Ada."""
    m = match(round=4, tableaux={"Ada": ["xo++", "++++"], "Bo": ["++++", "o+ox"]})
    m.seal("Bo", rituals("++++"))
    m.close()
    m.seal("Ada", rituals("xo++", "++++"))
    m.close()
    m.seal("Bo", rituals("o+ox"))
    m.close()
    assert [(of(m, s)["points"], of(m, s)["rituals"]) for s in ("Ada", "Bo")] == [(2, 2), (2, 2)]
    assert ending(m).ranking[:2] == (("Ada",), ("Bo",))
    assert ending(m).winners == ("Ada",)


def test_PR_50_going_back_points_come_before_rituals() -> None:
    """After round 5 Ada has 2 points by 1 ritual, Bo 0 points by 2: Ada was ahead."""
    m = match(round=5, tableaux={"Ada": ["xo++", "++++"], "Bo": ["++++", "oooo", "o+ox"], "Cy": ["xxxx"] * 4})
    m.seal("Ada", rituals("xo++"))
    m.seal("Bo", rituals("++++"))
    m.close()
    m.seal("Ada", rituals("++++"))
    m.seal("Bo", rituals("o+ox"))
    m.close()
    assert [(of(m, s)["points"], of(m, s)["rituals"]) for s in ("Ada", "Bo")] == [(2, 2), (2, 2)]
    assert ending(m).winners == ("Ada",)


def test_PR_50_closes_at_which_they_were_equal_are_passed_over() -> None:
    m = match(round=3, tableaux={"Ada": ["++++", "oooo"], "Bo": ["++++", "oooo"]})
    m.seal("Bo", rituals("++++"))
    m.close()  # Bo ahead
    m.seal("Ada", rituals("++++"))
    m.close()  # equal
    for seat in ("Ada", "Bo"):
        m.seal(seat, rituals("oooo"))
    m.close()  # equal
    m.close()  # equal
    assert ending(m).ranking[:2] == (("Bo",), ("Ada",))


def test_PR_50_what_a_setup_gave_counts_at_the_close_before_the_first_round() -> None:
    """Ada began with Apollo; Bo and Cy caught up in round 6. Before it Ada was ahead."""
    m = match(
        round=6,
        blessings={"Di": ["apollo"], "Ed": ["apollo"]},
        tableaux={"Bo": ["o+ox"], "Cy": ["o+ox"], "Di": ["++++"], "Ed": []},
    )
    for seat, laid in (("Bo", "o+ox"), ("Cy", "o+ox"), ("Di", "++++")):
        m.seal(seat, rituals(laid))
    m.close()
    assert [(of(m, s)["points"], of(m, s)["rituals"]) for s in ("Bo", "Cy", "Di")] == [(1, 1)] * 3
    assert ending(m).winners == ("Di",)
    assert ending(m).ranking == (("Di",), ("Bo", "Cy"), ("Ed",), ("Ada",))


def test_PR_50_then_lots_and_the_record_says_so() -> None:
    winners = set()
    for seed in range(40):
        m = play("pantheic_runes", seed=seed, setup={"round": 6})
        m.close()
        found = ending(m)
        assert found.ranking == (SEATS,), "equal seats stay together in the ranking (CM-05)"
        assert len(found.winners) == 1
        assert found.winners[0] in found.lots[0].text
        assert found.candidate not in found.winners
        winners.add(found.winners[0])
    assert winners == set(SEATS)


def test_PR_36_PR_50_aphrodite_s_points_belong_to_the_last_close() -> None:
    m = match(round=6, tableaux={"Ada": ["oxxo"], "Bo": ["oxxo"], "Cy": ["++++"]}, blessings={"Cy": ["hera", "ares"]})
    m.seal("Ada", rituals("oxxo"))
    m.seal("Bo", rituals("oxxo"))
    m.seal("Cy", rituals("++++"))
    m.close()
    assert ending(m).ranking[0] == ("Ada", "Bo")
    assert of(m, "Ada")["points"] == 3


# --- PR-51
def test_PR_51_the_candidate_has_the_fewest_points_then_rituals_then_was_behind_latest() -> None:
    m = ended(match(blessings={"Ada": ["hera"], "Bo": ["hera"], "Cy": ["hera"], "Ed": ["zeus"]}))
    assert ending(m).candidate == "Di"
    m = match(round=6, blessings={"Ada": ["hera"]})
    for seat in ("Bo", "Cy", "Ed"):
        m.seal(seat, rituals("++++"))
    m.close()
    assert ending(m).candidate == "Di"
    assert why(m, "candidate").endswith("the fewest points, 0, as Bo, Cy and Ed had, and the fewest rituals, 0.")
    m = match(round=5, blessings={"Ada": ["hera"]})
    for seat in ("Cy", "Di", "Ed"):
        m.seal(seat, rituals("++++"))
    m.close()
    m.seal("Bo", rituals("++++"))
    m.close()
    assert ending(m).candidate == "Bo", "equal now, but behind after round 5"
    said = "the fewest points, 0, and as few rituals, 1, as Cy, Di and Ed; Bo was behind at the close of round 5."
    assert why(m, "candidate").endswith(said)


def test_PR_51_lots_among_equals_and_never_the_winner() -> None:
    chosen = set()
    for seed in range(40):
        m = play("pantheic_runes", seed=seed, setup={"round": 6, "blessings": {"Cy": ["hera"]}})
        m.close()
        found = ending(m)
        assert found.winners == ("Cy",)
        assert len(found.lots) == 1
        assert why(m, "candidate").endswith("lots decided.")
        chosen.add(found.candidate)
    assert chosen == set(SEATS) - {"Cy"}


# --- PR-52, PR-53
def test_PR_52_the_ranking_is_by_points_rituals_and_closes_and_ignores_hermes() -> None:
    m = ended(match(blessings={**HELD, "Bo": ["hermes"]}))
    assert ending(m).ranking == (("Di",), ("Cy",), ("Ada",), ("Bo",), ("Ed",))


def test_PR_53_the_outcome_says_nothing_of_heaven_and_hell() -> None:
    outcome = finished(ended(match(blessings=HELD)))
    assert set(outcome) == {
        "winners",
        "elimination_candidate",
        "death_match_opponent",
        "tokens_of_life",
        "garnets",
        "ranking",
    }


# --- PR-54
def test_PR_54_the_candidate_names_anyone_but_the_winner_and_itself() -> None:
    m = ended(match(blessings={**HELD, "Bo": ["hermes"]}))
    assert m.phase == "decision"
    assert m.host["pending"] == [{"kind": "choose_opponent", "by": ["Ed"], "from": ["Ada", "Bo", "Cy"]}]
    for wrong in ("Di", "Ed", "Zoe"):
        m.refused_do("Ed", {"kind": "choose_opponent", "player": wrong})
    m.refused_do("Ada", {"kind": "choose_opponent", "player": "Bo"})
    m.refused_do("Ed", rotate("++++"))
    m.refused("Ed", rituals("++++"))
    m.do("Ed", {"kind": "choose_opponent", "player": "Bo"})
    assert m.phase == "finished"
    assert m.outcome is not None
    assert m.outcome["death_match_opponent"] == "Bo", "a holder of Hermes may be named"


def test_PR_54_at_the_deadline_lots_decide() -> None:
    m = ended(match(blessings=HELD))
    m.close()
    assert m.outcome is not None
    assert m.outcome["death_match_opponent"] in ("Ada", "Bo", "Cy")


def test_PR_54_after_the_last_close_the_round_stays_the_last_played() -> None:
    m = ended(match(round=None))
    assert m.round == 6
    assert m.host["round"] == 6
