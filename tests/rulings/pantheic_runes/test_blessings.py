"""What the blessings do: PR-30 to PR-37."""

from __future__ import annotations

import pytest

from core.games.pantheic_runes import spec
from core.games.pantheic_runes.runes import has_all_runes
from core.refusal import NotAMatch
from tests.kit import Script, ending, play
from tests.rulings.pantheic_runes.altar import (
    SEATS,
    accept,
    adjust,
    combine,
    create,
    deity,
    match,
    mine,
    of,
    play_on,
    propose,
    rituals,
    rotate,
)


# --- PR-30: Dionysus
def test_PR_30_the_pattern_is_drawn_among_the_unclaimed_of_three_runes() -> None:
    drawn = {play("pantheic_runes", seed=seed).host["dionysus"] for seed in range(150)}
    assert all(has_all_runes(pattern) and pattern not in spec.OWNER for pattern in drawn)
    assert len(spec.UNCLAIMED) == 22
    assert len(drawn) == 22, "every one of them can be drawn"


@pytest.mark.parametrize("pattern", ["xo++", "++oo", "xo+.", "++++", "", "xo+"])
def test_PR_30_a_setup_cannot_give_another_kind_of_pattern(pattern: str) -> None:
    with pytest.raises(NotAMatch):
        match(dionysus=pattern)


def test_PR_30_it_is_in_no_view_until_learned_by_athena_or_by_performing_it() -> None:
    m = match(dionysus="xo+x", tableaux={"Ada": ["xo+x"], "Bo": ["oxo+"], "Cy": ["oooo"]})

    def knowing() -> list[str]:
        return [s for s in SEATS if deity(m, s, "dionysus")["patterns"] or mine(m, s)["dionysus"]]

    assert knowing() == []
    assert "xo+x" not in str([m.view(seat) for seat in ("Bo", "Cy", "Di", "Ed", None)])
    m.seal("Ada", rituals("xo+x"))
    m.seal("Bo", rituals("oxo+"))
    reports = m.close()
    assert knowing() == ["Ada", "Bo"]
    assert {seat: reports[seat]["dionysus"] for seat in SEATS} == {
        "Ada": "xo+x",
        "Bo": "xo+x",
        "Cy": None,
        "Di": None,
        "Ed": None,
    }
    assert deity(m, "Ada", "dionysus")["patterns"] == ["xo+x"]
    assert "xo+x" not in str([m.view(seat) for seat in ("Cy", "Di", "Ed", None)])


def test_PR_30_performing_it_grants_dionysus_and_hestia_does_not_count_it() -> None:
    m = match(dionysus="xo+x", tableaux={"Ada": ["xo+x", "xxo+", "xxo+"]})
    m.seal("Ada", rituals("xo+x", "xxo+", "xxo+"))
    assert m.close()["Ada"]["blessings"] == ["dionysus"]
    assert deity(m, "Ada", "hestia")["done"] == 2


def test_PR_30_a_holder_by_setup_has_not_performed_it_and_does_not_know_it() -> None:
    m = match(blessings={"Ada": ["dionysus"], "Bo": ["athena"]}, dionysus="xo+x")
    assert mine(m, "Ada")["dionysus"] is None
    assert mine(m, "Bo")["dionysus"] == "xo+x"


# --- PR-31
def earned(pattern: str, round: int = 1) -> Script:
    """The round after Ada performed `pattern`."""
    m = match(round=round, tableaux={"Ada": [pattern]}, tokens={"Ada": 3}, temple=[["+..."] * 6] * 6)
    m.seal("Ada", rituals(pattern))
    m.close()
    return m


def test_PR_31_hera_one_more_pick_in_every_later_round() -> None:
    m = earned("xo++")
    assert of(m, "Ada")["picks"] == 3  # the + of the ritual counts for this round
    for _ in range(3):
        m.close()
        assert of(m, "Ada")["picks"] == 2
    m.seal("Ada", {"temple": [0, 5]})
    assert m.close()["Ada"]["tableaux"] == ["+...", "+..."]


def test_PR_31_apollo_one_mana_at_the_start_of_every_later_round() -> None:
    m = earned("o+ox")
    told = [of(m, "Ada")["mana"]]
    for _ in range(3):
        m.close()
        told.append(of(m, "Ada")["mana"])
    assert told == [5, 6, 7, 8]  # 3, 1 for the o of the ritual, then 1 a round


def test_PR_31_hephaestus_a_token_a_round_and_cheap_adjusting_from_the_next_round_on() -> None:
    m = match(tableaux={"Ada": ["+xox", "++++"]}, tokens={"Ada": 1}, mana={"Ada": 4})
    m.seal("Ada", rituals("+xox"))
    m.do("Ada", adjust("++++", 0, "o"))
    assert of(m, "Ada")["mana"] == 2, "still 2 mana in the round of the ritual"
    m.close()
    assert (of(m, "Ada")["mana"], of(m, "Ada")["tokens"]) == (3, 2)
    m.do("Ada", adjust("o+++", 0, "x"))
    assert (of(m, "Ada")["mana"], of(m, "Ada")["tokens"]) == (2, 1), "1 mana, and the token"
    m.do("Ada", adjust("x+++", 1, "x"))
    assert m.refused_do("Ada", adjust("xx++", 1, "+")).code == "not_enough_tokens"
    m.close()
    assert of(m, "Ada")["tokens"] == 1


def test_PR_31_given_at_setup_they_pay_at_the_start_of_the_first_round() -> None:
    m = match(round=3, blessings={"Ada": ["apollo", "hephaestus", "hera"]}, mana={"Ada": 0}, tokens={"Ada": 5})
    assert (of(m, "Ada")["mana"], of(m, "Ada")["tokens"], of(m, "Ada")["picks"]) == (1, 6, 2)
    m = match(round=None, blessings={"Ada": ["apollo", "hephaestus", "hera"]})
    assert (of(m, "Ada")["mana"], of(m, "Ada")["tokens"]) == (3, 0)
    m.close()
    assert (of(m, "Ada")["mana"], of(m, "Ada")["tokens"], of(m, "Ada")["picks"]) == (4, 1, 2)


# --- PR-32: Poseidon
def test_PR_32_next_round_mana_is_unlimited_then_0_for_good() -> None:
    m = match(tableaux={"Ada": ["++o+", "oooo", "oooo", "oooo"]}, mana={"Ada": 9})
    m.seal("Ada", rituals("++o+"))
    assert m.close()["Ada"]["mana"] == 10
    assert of(m, "Ada")["mana"] is None
    assert mine(m, "Ada")["uses_left"] == {"rotate": 3, "adjust": 3, "combine": 3}
    m.seal("Ada", rituals("oooo"))
    assert m.close()["Ada"]["mana"] is None
    assert of(m, "Ada")["mana"] == 0
    assert mine(m, "Ada")["drained"] is True
    m.seal("Ada", rituals("oooo"))
    assert m.close()["Ada"]["mana"] == 0
    assert of(m, "Ada")["mana"] == 0
    refusal = m.refused_do("Ada", rotate("oooo"))
    assert refusal.code == "not_enough_mana"
    assert "for good" in refusal.message


def test_PR_32_each_action_three_times_and_no_more() -> None:
    m = match(blessings={"Ada": ["poseidon"]}, tableaux={"Ada": ["+ox.", *["++++"] * 5]}, tokens={"Ada": 9})
    for tableau in ("+ox.", "x+.o", ".xo+"):
        m.do("Ada", rotate(tableau))
    for tableau, rune in (("o.+x", "+"), ("++++", "o"), ("++++", "x")):
        m.do("Ada", adjust(tableau, 1, rune))
    for _ in range(3):
        m.do("Ada", combine(*of(m, "Ada")["tableaux"][:2]))
    one, other = of(m, "Ada")["tableaux"][:2]
    for action in (rotate(one), adjust(one, 0, "o"), combine(one, other), propose("Bo", one)):
        refusal = m.refused_do("Ada", action)
        assert (refusal.code, refusal.ruling) == ("no_uses_left", "PR-32")
    assert of(m, "Ada")["mana"] is None
    assert of(m, "Ada")["tokens"] == 6, "tokens are still needed and paid"


def test_PR_32_tokens_are_still_needed() -> None:
    m = match(blessings={"Ada": ["poseidon"]})
    assert m.refused_do("Ada", adjust("++++", 0, "o")).code == "not_enough_tokens"


def test_PR_32_creating_refused_actions_and_unanswered_proposals_do_not_count() -> None:
    m = match(blessings={"Ada": ["poseidon", "demeter"]})
    m.do("Ada", create("xo++"))
    m.refused_do("Ada", rotate("+++."))
    m.refused_do("Ada", adjust("++++", 0, "o"))
    m.do("Ada", propose("Bo", "++++"))
    m.do("Ada", propose("Cy", "oooo"))
    assert mine(m, "Ada")["uses_left"] == {"rotate": 3, "adjust": 3, "combine": 3}
    m.do("Bo", accept("Ada", "oooo"))
    assert mine(m, "Ada")["uses_left"] == {"rotate": 3, "adjust": 3, "combine": 2}
    assert of(m, "Ada")["mana"] is None


def test_PR_32_the_limit_is_for_the_unlimited_round_alone_and_apollo_gives_nothing_after_it() -> None:
    m = match(blessings={"Ada": ["poseidon", "apollo"]})
    for _ in range(3):
        m.do("Ada", rotate("++++"))
    m.close()
    assert mine(m, "Ada")["uses_left"] is None
    for _ in range(3):
        assert of(m, "Ada")["mana"] == 0
        m.close()


def test_PR_32_received_in_round_6_it_has_no_further_effect() -> None:
    m = match(round=6, tableaux={"Ada": ["+o++"]})
    m.seal("Ada", rituals("+o++"))
    assert m.close()["Ada"]["mana"] == 4
    assert (of(m, "Ada")["mana"], of(m, "Ada")["blessings"]) == (4, ["poseidon"])


def test_PR_32_given_at_setup_the_first_round_is_the_unlimited_one() -> None:
    m = match(round=4, blessings={"Ada": ["poseidon"]}, mana={"Ada": 7})
    assert of(m, "Ada")["mana"] is None
    m.close()
    assert of(m, "Ada")["mana"] == 0
    m = match(round=None, blessings={"Ada": ["poseidon"]})
    assert of(m, "Ada")["mana"] == 3
    m.close()
    assert of(m, "Ada")["mana"] is None
    m.close()
    assert of(m, "Ada")["mana"] == 0


# --- PR-33: Demeter
def test_PR_33_every_seat_the_giver_included_receives_a_copy_at_once() -> None:
    m = match(blessings={"Ada": ["demeter"]}, mana={"Ada": 0})
    m.do("Ada", create("xo.+"))
    for seat in SEATS:
        assert "xo.+" in of(m, seat)["tableaux"]
    assert of(m, "Ada")["mana"] == 0, "it costs nothing"
    m.do("Bo", rotate("xo.+"))


def test_PR_33_PR_90_all_are_told_of_it_and_not_from_whom() -> None:
    m = match(blessings={"Ada": ["demeter"], "Cy": ["demeter"]})
    for seat in SEATS:
        m.ready(seat)
    m.do("Cy", create("xo.+"))
    told = [m.notices(seat) for seat in SEATS]
    assert all(notices == told[0] for notices in told)
    assert told[0] == [
        {"kind": "gift", "text": "Demeter's gift: every seat received xo.+.", "data": {"tableau": "xo.+"}}
    ]
    assert m.match.ready == (), "a ready mark that stayed would show the giver"


def test_PR_33_once_and_any_tableau() -> None:
    m = match(blessings={"Ada": ["demeter"], "Bo": ["demeter"]})
    assert m.refused_do("Ada", create("xo+")).code == "not_a_tableau"
    m.do("Ada", create("...."))
    assert "...." in of(m, "Di")["tableaux"]
    refusal = m.refused_do("Ada", create("xo++"))
    assert (refusal.code, refusal.ruling) == ("no_creation", "PR-33")
    m.do("Bo", create("xo++"))


def test_PR_33_from_the_round_after_receiving_it_and_only_with_the_blessing() -> None:
    m = match(tableaux={"Ada": ["x++o"]})
    m.seal("Ada", rituals("x++o"))
    assert m.refused_do("Ada", create("xo++")).code == "no_creation"
    m.close()
    assert m.refused_do("Bo", create("xo++")).code == "no_creation"
    for _ in range(3):
        m.close()
    m.do("Ada", create("xo++"))


def test_PR_33_unused_it_lapses_at_the_end_of_round_6() -> None:
    m = match(round=6, blessings={"Ada": ["demeter"]})
    m.close()
    assert m.refused_do("Ada", create("xo++")).ruling in ("CM-07", "CM-25")


# --- PR-34: Artemis
def test_PR_34_every_other_ritual_of_a_forbidden_pattern_fails() -> None:
    m = match(tableaux={"Ada": ["oo+x", "xo++"], "Bo": ["xo++"], "Cy": ["xo++", "o+ox"]})
    m.seal("Ada", rituals("oo+x", "xo++", forbid="xo++"))
    m.seal("Bo", rituals("xo++"))
    m.seal("Cy", rituals("xo++", "o+ox"))
    reports = m.close()
    assert reports["Ada"]["rituals"] == [{"tableau": "oo+x", "ok": True}, {"tableau": "xo++", "ok": False}]
    assert reports["Ada"]["blessings"] == ["artemis"]
    assert reports["Bo"]["rituals"] == [{"tableau": "xo++", "ok": False}]
    assert (reports["Bo"]["tableaux"], reports["Bo"]["mana"], reports["Bo"]["points"]) == ([], 3, 0)
    assert (reports["Cy"]["blessings"], of(m, "Cy")["rituals"]) == (["apollo"], 1)
    assert "xo++" not in str(reports["Di"])
    assert m.notices("Di") == []


def test_PR_34_the_granting_ritual_never_fails_whoever_forbids_its_pattern() -> None:
    m = match(tableaux={"Ada": ["oo+x", "oo+x"], "Bo": ["oo+x"], "Cy": ["oo+x"]}, blessings={"Cy": ["artemis"]})
    m.seal("Ada", rituals("oo+x", "oo+x", forbid="oo+x"))
    m.seal("Bo", rituals("oo+x"))
    m.seal("Cy", rituals("oo+x"))
    reports = m.close()
    assert [r["ok"] for r in reports["Ada"]["rituals"]] == [True, False]
    assert [r["ok"] for r in reports["Bo"]["rituals"]] == [True]
    assert [r["ok"] for r in reports["Cy"]["rituals"]] == [False]
    assert (reports["Ada"]["points"], reports["Bo"]["points"]) == (1, 1)


def test_PR_34_the_first_artemis_pattern_in_the_orders_grants() -> None:
    m = match(tableaux={"Ada": ["oo+x", "o++x"], "Bo": ["ox+x"]})
    m.seal("Ada", rituals("o++x", "oo+x"))
    m.seal("Bo", rituals("ox+x", forbid="oo+x"))
    assert [r["ok"] for r in m.close()["Ada"]["rituals"]] == [True, False]
    assert deity(m, "Ada", "artemis")["blessing"]["pattern"] == "o++x"


def test_PR_34_prohibitions_by_several_seats_all_hold() -> None:
    m = match(tableaux={"Ada": ["oo+x"], "Bo": ["o++x"], "Cy": ["xo++", "o+ox"]})
    m.seal("Ada", rituals("oo+x", forbid="xo++"))
    m.seal("Bo", rituals("o++x", forbid="o+ox"))
    m.seal("Cy", rituals("xo++", "o+ox"))
    assert [r["ok"] for r in m.close()["Cy"]["rituals"]] == [False, False]


def test_PR_34_a_prohibition_holds_for_this_close_alone() -> None:
    m = match(tableaux={"Ada": ["oo+x"], "Cy": ["xo++", "xo++"]})
    m.seal("Ada", rituals("oo+x", forbid="xo++"))
    m.seal("Cy", rituals("xo++"))
    m.close()
    m.seal("Cy", rituals("xo++"))
    assert m.close()["Cy"]["blessings"] == ["hera"]


def test_PR_34_forbidding_is_optional() -> None:
    m = match(tableaux={"Ada": ["oo+x"]})
    m.seal("Ada", rituals("oo+x"))
    assert m.close()["Ada"]["blessings"] == ["artemis"]


@pytest.mark.parametrize("pattern", ["xo+.", "xo+", "", "....", "oooO"])
def test_PR_34_a_prohibition_is_a_full_tableau(pattern: str) -> None:
    m = match(tableaux={"Ada": ["oo+x"]})
    assert m.refused("Ada", rituals("oo+x", forbid=pattern)).code == "bad_prohibition"


def test_PR_34_a_prohibition_is_refused_on_any_other_ritual() -> None:
    m = match(tableaux={"Ada": ["oo+x", "o++x", "xo++"]})
    assert m.refused("Ada", rituals("xo++", "oo+x", forbid="oooo")).code == "no_prohibition"
    second = {"rituals": [{"tableau": "oo+x"}, {"tableau": "o++x", "forbid": "oooo"}]}
    assert m.refused("Ada", second).code == "no_prohibition"
    m.seal("Ada", {"rituals": [{"tableau": "xo++"}, {"tableau": "o++x", "forbid": "oooo"}, {"tableau": "oo+x"}]})


def test_PR_34_a_prohibition_is_refused_from_a_holder() -> None:
    m = match(tableaux={"Ada": ["oo+x"]}, blessings={"Ada": ["artemis"]})
    refusal = m.refused("Ada", rituals("oo+x", forbid="oooo"))
    assert (refusal.code, refusal.ruling) == ("artemis_held", "PR-34")
    m.seal("Ada", rituals("oo+x"))


# --- PR-35: Athena and Dionysus
def test_PR_35_athena_teaches_the_pattern_at_the_close() -> None:
    m = match(tableaux={"Ada": ["oxo+"]}, dionysus="xo+x")
    m.seal("Ada", rituals("oxo+"))
    assert mine(m, "Ada")["dionysus"] is None
    assert m.close()["Ada"]["dionysus"] == "xo+x"
    assert m.close()["Ada"]["dionysus"] == "xo+x", "and it stays known"


def test_PR_35_dionysus_combines_alone_for_1_mana_and_two_copies_from_the_next_round_on() -> None:
    m = match(tableaux={"Ada": ["xo+x", "++++", "oooo", "++++"]}, dionysus="xo+x", mana={"Ada": 6})
    m.seal("Ada", rituals("xo+x"))
    m.do("Ada", combine("++++", "oooo"))
    assert (of(m, "Ada")["mana"], of(m, "Ada")["tableaux"]) == (4, ["++++", "xo+x", "xxxx"])
    m.do("Ada", propose("Bo", "++++"))
    m.close()
    mana = of(m, "Ada")["mana"]
    m.do("Ada", combine("++++", "xxxx"))
    assert (of(m, "Ada")["mana"], of(m, "Ada")["tableaux"]) == (mana - 1, ["oooo", "oooo"])
    assert m.refused_do("Ada", propose("Bo", "oooo")).code == "dionysus_alone"
    m.do("Bo", propose("Ada", "++++"))
    refusal = m.refused_do("Ada", accept("Bo", "oooo"))
    assert (refusal.code, refusal.ruling) == ("dionysus_alone", "PR-35")


# --- PR-36: Aphrodite
def lovers(**patterns: str) -> dict[str, int]:
    """Points at the end when these seats receive Aphrodite in round 6 by these patterns."""
    m = match(round=6, tableaux={seat: [pattern] for seat, pattern in patterns.items()})
    for seat, pattern in patterns.items():
        m.seal(seat, rituals(pattern))
    reports = m.close()
    assert {s: reports[s]["points"] for s in SEATS} == {s: of(m, s)["points"] for s in SEATS}
    return {seat: of(m, seat)["points"] for seat in patterns}


def test_PR_36_two_more_points_if_exactly_one_other_used_the_same_pattern() -> None:
    assert lovers(Ada="oxxo", Bo="oxxo") == {"Ada": 3, "Bo": 3}
    assert lovers(Ada="oxxo", Bo="xoox") == {"Ada": 1, "Bo": 1}
    assert lovers(Ada="oxxo") == {"Ada": 2}
    assert lovers(Ada="oxxo", Bo="oxxo", Cy="oxxo") == {"Ada": 1, "Bo": 1, "Cy": 1}
    assert lovers(Ada="ooxx", Bo="xxoo", Cy="ooxx", Di="xxoo") == {"Ada": 3, "Bo": 3, "Cy": 3, "Di": 3}


def test_PR_36_rounds_may_differ_and_the_points_come_at_the_last_close() -> None:
    m = match(tableaux={"Ada": ["oxxo"], "Bo": ["oxxo"]})
    m.seal("Ada", rituals("oxxo"))
    m.close()
    m.seal("Bo", rituals("oxxo"))
    m.close()
    for _ in range(3):
        m.close()
    assert (of(m, "Ada")["points"], of(m, "Bo")["points"]) == (2, 1)
    reports = m.close()
    assert (reports["Ada"]["points"], reports["Bo"]["points"]) == (4, 3)


def test_PR_36_the_first_in_the_orders_that_did_not_fail_counts() -> None:
    m = match(round=6, tableaux={"Ada": ["oxxo", "xoox"], "Bo": ["xoox"], "Cy": ["oo+x"], "Di": ["oxxo"]})
    m.seal("Ada", rituals("oxxo", "xoox"))
    m.seal("Bo", rituals("xoox"))
    m.seal("Cy", rituals("oo+x", forbid="oxxo"))
    m.seal("Di", rituals("oxxo"))
    reports = m.close()
    assert (reports["Ada"]["points"], reports["Bo"]["points"], reports["Di"]["points"]) == (3, 3, 0)


def test_PR_36_of_several_that_succeed_the_first_in_the_orders_counts() -> None:
    m = match(round=6, tableaux={"Ada": ["ooxx", "oxxo"], "Bo": ["oxxo"], "Cy": ["ooxx"]})
    m.seal("Ada", rituals("ooxx", "oxxo"))
    m.seal("Bo", rituals("oxxo"))
    m.seal("Cy", rituals("ooxx"))
    reports = m.close()
    assert [reports[seat]["points"] for seat in ("Ada", "Bo", "Cy")] == [3, 1, 3]


def test_PR_36_what_first_granted_the_blessing_counts_not_later_rituals() -> None:
    m = match(round=5, tableaux={"Ada": ["oxxo", "xoox"], "Bo": ["xoox"]})
    m.seal("Ada", rituals("oxxo"))
    m.close()
    m.seal("Ada", rituals("xoox"))
    m.seal("Bo", rituals("xoox"))
    reports = m.close()
    assert (reports["Ada"]["points"], reports["Bo"]["points"]) == (2, 1)


def test_PR_36_an_aphrodite_from_setup_has_no_pattern_and_pairs_with_nobody() -> None:
    m = match(round=6, blessings={"Ada": ["aphrodite"], "Bo": ["aphrodite"]}, tableaux={"Cy": ["oxxo"]})
    m.seal("Cy", rituals("oxxo"))
    reports = m.close()
    assert [reports[seat]["points"] for seat in ("Ada", "Bo", "Cy")] == [1, 1, 1]


# --- PR-37: Hermes
def test_PR_37_a_holder_cannot_be_the_candidate() -> None:
    m = match(blessings={"Bo": ["hermes"], "Ada": ["hera", "ares"], "Cy": ["hera", "ares"], "Di": ["hera", "zeus"]})
    m.seal("Ed", rituals("++++"))
    play_on(m)
    assert ending(m).candidate == "Ed", "no points at all"
    held = {"Ed": ["hermes"], "Bo": ["hera", "ares"], "Ada": ["hera", "ares", "apollo"], "Cy": ["zeus"], "Di": ["zeus"]}
    m = match(blessings=held)
    play_on(m)
    assert ending(m).candidate == "Bo", "Ed has fewest points but holds Hermes"


def test_PR_37_ignored_if_every_seat_but_the_winner_holds_it() -> None:
    held = {seat: ["hermes"] for seat in SEATS if seat != "Ada"} | {"Ada": ["zeus"]}
    held |= {"Bo": ["hermes", "ares"], "Cy": ["hermes", "ares"], "Di": ["hermes", "ares"]}
    m = match(blessings=held)
    play_on(m)
    assert ending(m).winners == ("Ada",)
    assert ending(m).candidate == "Ed"
    m = match(blessings=held | {"Ada": ["zeus", "hermes"]})
    play_on(m)
    assert ending(m).candidate == "Ed"
