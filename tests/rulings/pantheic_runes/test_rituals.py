"""Rituals, basic effects, and how blessings are granted and scored: PR-20 to PR-25."""

from __future__ import annotations

import itertools

import pytest

from core.games.pantheic_runes import runes, spec
from core.games.pantheic_runes.closing import pleased
from tests.rulings.pantheic_runes.altar import combine, deity, match, of, propose, rituals, rotate

DRAWINGS = {
    "zeus": ["+ o x + o x", "+ o x + o x"],
    "hera": ["x o", "+ +"],
    "poseidon": ["+ + + o", "o + + +"],
    "demeter": ["x + + x", "+ o x o"],
    "apollo": ["o +", "o x"],
    "artemis": ["o o o + o x", "+ x + x + x"],
    "ares": ["+ + + +", "x + + x"],
    "athena": ["o x x o o o", "o + o + x +"],
    "hephaestus": ["+ x", "o x"],
    "aphrodite": ["o x x o o o x x", "x o o x x x o o"],
    "hermes": ["x + + o o x", "o x x + + o"],
}
"""The patterns as the source draws them: side by side, two columns each."""


def drawn(name: str) -> tuple[str, ...]:
    upper, lower = (row.split() for row in DRAWINGS[name])
    return tuple("".join((*upper[at : at + 2], *lower[at : at + 2])) for at in range(0, len(upper), 2))


GRANTING = [(pattern, name) for name in DRAWINGS if name != "zeus" for pattern in drawn(name)]


# --- the table of patterns
def test_PR_23_the_patterns_are_those_that_the_source_draws() -> None:
    assert {d.id: d.patterns for d in spec.DEITIES if d.patterns} == {name: drawn(name) for name in DRAWINGS}
    assert len(spec.DEITIES) == 13


def test_PR_23_no_pattern_belongs_to_two_deities_and_all_are_full() -> None:
    every = [pattern for d in spec.DEITIES for pattern in d.patterns]
    assert len(set(every)) == len(every) == 25
    assert all(runes.is_full(pattern) for pattern in every)


@pytest.mark.parametrize(("pattern", "name"), GRANTING)
def test_PR_23_each_pattern_grants_its_deity(pattern: str, name: str) -> None:
    m = match(tableaux={"Ada": [pattern]})
    m.seal("Ada", rituals(pattern))
    report = m.close()["Ada"]
    assert report["blessings"] == [name]
    assert report["rituals"] == [{"tableau": pattern, "ok": True}]
    assert (report["points"], of(m, "Ada")["blessings"]) == (2, [name])


@pytest.mark.parametrize(("pattern", "name"), [*GRANTING, *((p, "zeus") for p in drawn("zeus"))])
def test_PR_23_a_turned_pattern_is_another_pattern(pattern: str, name: str) -> None:
    others = [runes.rotate(pattern, angle) for angle in runes.ANGLES]
    own = drawn(name)
    assert all(pleased(turned, "none") != name for turned in others if turned not in own)
    assert pleased(pattern, "none") == name


def test_PR_23_whom_each_of_the_81_full_tableaux_pleases() -> None:
    full = ["".join(cells) for cells in itertools.product("+ox", repeat=4)]
    told = [pleased(tableau, "xo+x") for tableau in full]
    assert told.count("dionysus") == 1
    assert told.count("hestia") == 21
    assert told.count(None) == 81 - 25 - 22
    assert all(pleased(t, "xo+x") is None for t in ("++++", "oooo", "xxxx", "+oo+"))


def test_PR_23_a_blessing_held_is_not_granted_again_but_the_ritual_counts() -> None:
    m = match(tableaux={"Ada": ["xo++"]}, blessings={"Ada": ["hera"]})
    m.seal("Ada", rituals("xo++"))
    report = m.close()["Ada"]
    assert (report["blessings"], report["points"], report["mana"], report["tokens"]) == ([], 1, 4, 1)
    assert of(m, "Ada")["rituals"] == 1
    m = match(tableaux={"Ada": ["++o+", "+o++"]})
    m.seal("Ada", rituals("++o+", "+o++"))
    report = m.close()["Ada"]
    assert (report["blessings"], report["points"]) == (["poseidon"], 2)
    assert of(m, "Ada")["rituals"] == 2


# --- PR-20
def test_PR_20_any_number_of_own_full_tableaux() -> None:
    many = ["++++"] * 4 + ["oooo"] * 3
    m = match(tableaux={"Ada": many})
    m.seal("Ada", rituals(*many))
    report = m.close()["Ada"]
    assert (len(report["rituals"]), report["tableaux"], report["mana"]) == (7, [], 6)


@pytest.mark.parametrize("tableau", ["+++.", "....", ".oxx"])
def test_PR_20_only_full_tableaux(tableau: str) -> None:
    refusal = match(tableaux={"Ada": [tableau]}).refused("Ada", rituals(tableau))
    assert (refusal.code, refusal.ruling) == ("not_full", "PR-20")


def test_PR_20_only_own_tableaux_and_equal_ones_are_counted() -> None:
    m = match(tableaux={"Ada": ["oooo", "oooo"], "Bo": ["xo++"]})
    assert m.refused("Ada", rituals("xo++")).code == "no_such_tableau"
    assert m.refused("Ada", rituals("oooo", "oooo", "oooo")).code == "no_such_tableau"
    assert m.refused("Ada", rituals("ooo")).code == "not_a_tableau"
    m.seal("Ada", rituals("oooo", "oooo"))


def test_PR_20_what_the_replaced_orders_had_laid_down_is_free_for_the_new_ones() -> None:
    m = match()
    m.seal("Ada", rituals("++++", "oooo"))
    m.seal("Ada", rituals("oooo", "xxxx"))
    m.do("Ada", rotate("++++"))
    assert [r["tableau"] for r in m.close()["Ada"]["rituals"]] == ["oooo", "xxxx"]


def test_PR_20_refused_orders_leave_the_old_ones_in_force() -> None:
    m = match()
    m.seal("Ada", rituals("++++"))
    m.refused("Ada", rituals("++++", "++++"))
    assert m.refused_do("Ada", rotate("++++")).code == "tableau_not_free"
    assert m.close()["Ada"]["rituals"] == [{"tableau": "++++", "ok": True}]


def test_PR_20_withdrawing_frees() -> None:
    m = match()
    m.seal("Ada", rituals("++++"))
    m.withdraw("Ada")
    m.do("Ada", rotate("++++"))
    assert m.close()["Ada"]["rituals"] == []


def test_PR_20_orders_cannot_lay_down_what_is_set_aside() -> None:
    m = match()
    m.do("Ada", propose("Bo", "++++"))
    refusal = m.refused("Ada", rituals("++++"))
    assert (refusal.code, refusal.ruling) == ("tableau_not_free", "PR-20")
    assert "withdraw" in refusal.message


def test_PR_20_orders_of_the_wrong_form_are_refused() -> None:
    m = match()
    for orders in (
        {"rituals": ["++++"]},
        {"rituals": [{"tableau": "++++", "with": "Bo"}]},
        {"rituals": [{"tableau": "++++", "forbid": None}]},
        {"rituals": None},
        {"temple": 0},
        {"temple": ["0"]},
        {"temple": [True]},
        {"temple": [0.5]},
        {"picks": [0]},
    ):
        assert m.refused("Ada", orders).ruling == "CM-25"
    m.seal("Ada", {})
    m.seal("Ada", {"temple": []})
    m.seal("Ada", {"rituals": []})


# --- PR-21
@pytest.mark.parametrize(
    ("tableau", "mana", "tokens", "picks"),
    [("++++", 3, 0, 2), ("oooo", 4, 0, 1), ("xxxx", 3, 1, 1), ("+oo+", 4, 0, 2), ("+o+x", 4, 1, 2), ("xoxo", 4, 1, 1)],
)
def test_PR_21_each_kind_of_rune_counts_once_a_ritual(tableau: str, mana: int, tokens: int, picks: int) -> None:
    m = match(tableaux={"Ada": [tableau]})
    m.seal("Ada", rituals(tableau))
    report = m.close()["Ada"]
    assert (report["mana"], report["tokens"], report["tableaux"]) == (mana, tokens, [])
    assert of(m, "Ada")["picks"] == picks


def test_PR_21_the_two_rituals_worked_in_the_source() -> None:
    """o o / x o and + x / o +: 2 mana, 2 adjustment tokens and 1 additional tableau."""
    m = match(tableaux={"Ada": ["ooxo", "+xo+"]})
    m.seal("Ada", rituals("ooxo", "+xo+"))
    report = m.close()["Ada"]
    assert (report["mana"], report["tokens"]) == (5, 2)
    assert of(m, "Ada")["picks"] == 2


# --- PR-22
def test_PR_22_mana_of_a_ritual_is_there_after_the_close_not_before() -> None:
    m = match(mana={"Ada": 1})
    m.seal("Ada", rituals("oooo"))
    assert m.refused_do("Ada", combine("++++", "xxxx")).code == "not_enough_mana"
    m.close()
    m.do("Ada", combine("++++", "xxxx"))


def test_PR_22_reports_come_before_the_start_of_the_next_round() -> None:
    m = match(tableaux={"Ada": ["o+ox", "+xox"]})
    m.seal("Ada", rituals("o+ox", "+xox"))
    report = m.close()["Ada"]
    assert (report["mana"], report["tokens"]) == (5, 2)
    assert (of(m, "Ada")["mana"], of(m, "Ada")["tokens"]) == (6, 3), "Apollo and Hephaestus pay as the round starts"


def test_PR_22_blessings_come_before_the_temple_but_serve_later() -> None:
    m = match(tableaux={"Ada": ["xo++"]}, temple=[["+..."] * 6] * 2)
    assert m.refused("Ada", rituals("xo++", temple=(0, 1))).code == "too_many_picks"
    m.seal("Ada", rituals("xo++", temple=(0,)))
    assert m.close()["Ada"]["tableaux"] == ["+..."]
    assert of(m, "Ada")["picks"] == 3  # one, one for the + laid down, one for Hera


# --- PR-24
def test_PR_24_zeus_takes_all_three_patterns_in_any_rounds() -> None:
    m = match(tableaux={"Ada": ["+o+o", "x+x+", "oxox"]})
    for number, pattern in enumerate(("x+x+", "oxox", "+o+o"), 1):
        assert deity(m, "Ada", "zeus")["done"] == number - 1
        m.seal("Ada", rituals(pattern))
        report = m.close()["Ada"]
        assert report["blessings"] == (["zeus"] if number == 3 else [])
    assert report["points"] == 6
    assert deity(m, "Ada", "zeus")["performed"] == ["+o+o", "oxox", "x+x+"]


def test_PR_24_zeus_in_one_round_and_not_by_one_pattern_three_times() -> None:
    m = match(tableaux={"Ada": ["+o+o", "x+x+", "oxox"], "Bo": ["+o+o"] * 3})
    m.seal("Ada", rituals("+o+o", "x+x+", "oxox"))
    m.seal("Bo", rituals("+o+o", "+o+o", "+o+o"))
    reports = m.close()
    assert reports["Ada"]["blessings"] == ["zeus"]
    assert (reports["Bo"]["blessings"], reports["Bo"]["points"]) == ([], 0)
    assert deity(m, "Bo", "zeus")["done"] == 1


def test_PR_24_hestia_takes_three_rituals_equal_ones_included_in_any_rounds() -> None:
    m = match(tableaux={"Ada": ["xxo+", "xxo+", "o+x+"], "Bo": ["xxo+"] * 3}, dionysus="xo+x")
    m.seal("Ada", rituals("xxo+", "xxo+"))
    m.seal("Bo", rituals("xxo+", "xxo+", "xxo+"))
    reports = m.close()
    assert (reports["Ada"]["blessings"], reports["Bo"]["blessings"]) == ([], ["hestia"])
    assert deity(m, "Ada", "hestia")["done"] == 2
    m.seal("Ada", rituals("o+x+"))
    assert m.close()["Ada"]["blessings"] == ["hestia"]
    assert (of(m, "Ada")["points"], of(m, "Bo")["points"]) == (1, 2)


@pytest.mark.parametrize("tableau", ["xo++", "++++", "+o+o", "+oo+"])
def test_PR_24_hestia_takes_no_other_god_s_pattern_and_none_of_fewer_runes(tableau: str) -> None:
    m = match(tableaux={"Ada": [tableau] * 3})
    m.seal("Ada", rituals(tableau, tableau, tableau))
    assert "hestia" not in m.close()["Ada"]["blessings"]
    assert deity(m, "Ada", "hestia")["done"] == 0


def test_PR_24_failed_rituals_count_for_nothing_teach_nothing_and_grant_nothing() -> None:
    for forbidden, copies in (("+o+o", 1), ("xxo+", 3), ("xo+x", 1), ("xo++", 1)):
        m = match(tableaux={"Ada": ["oo+x"], "Bo": [forbidden] * copies}, dionysus="xo+x")
        m.seal("Ada", rituals("oo+x", forbid=forbidden))
        m.seal("Bo", rituals(*[forbidden] * copies))
        report = m.close()["Bo"]
        assert report["rituals"] == [{"tableau": forbidden, "ok": False}] * copies
        assert (report["blessings"], report["points"], report["dionysus"]) == ([], 0, None)
        assert (report["mana"], report["tokens"], report["tableaux"]) == (3, 0, [])
        assert (of(m, "Bo")["rituals"], of(m, "Bo")["picks"]) == (0, 1)
        assert (deity(m, "Bo", "zeus")["done"], deity(m, "Bo", "hestia")["done"]) == (0, 0)


# --- PR-25
def test_PR_25_one_point_and_one_more_for_the_sole_first() -> None:
    m = match(tableaux={"Ada": ["xo++"], "Bo": ["xo++"]})
    m.seal("Ada", rituals("xo++"))
    assert m.close()["Ada"]["points"] == 2
    m.seal("Bo", rituals("xo++"))
    reports = m.close()
    assert (reports["Ada"]["points"], reports["Bo"]["points"]) == (2, 1)


def test_PR_25_two_at_the_same_close_are_both_not_sole() -> None:
    m = match(tableaux={"Ada": ["x+ox"], "Bo": ["ox+o"], "Cy": ["+ox+"]})
    m.seal("Ada", rituals("x+ox"))
    m.seal("Bo", rituals("ox+o"))
    reports = m.close()
    assert (reports["Ada"]["points"], reports["Bo"]["points"]) == (1, 1)
    m.seal("Cy", rituals("+ox+"))
    assert m.close()["Cy"]["points"] == 1


def test_PR_25_each_blessing_is_judged_alone() -> None:
    m = match(tableaux={"Ada": ["xo++", "o+ox"], "Bo": ["o+ox"]})
    m.seal("Ada", rituals("xo++", "o+ox"))
    m.seal("Bo", rituals("o+ox"))
    reports = m.close()
    assert (reports["Ada"]["points"], reports["Bo"]["points"]) == (3, 1)


def test_PR_25_zeus_brings_4_more() -> None:
    three = ["+o+o", "x+x+", "oxox"]
    m = match(tableaux={"Ada": three, "Bo": three})
    m.seal("Ada", rituals(*three))
    assert m.close()["Ada"]["points"] == 6
    m.seal("Bo", rituals(*three))
    assert m.close()["Bo"]["points"] == 5


def test_PR_25_a_blessing_of_the_setup_scores_without_the_sole_first_point_and_nobody_gets_it_any_more() -> None:
    m = match(blessings={"Ada": ["hera", "zeus"]}, tableaux={"Bo": ["xo++"]})
    assert of(m, "Ada")["points"] == 6
    assert of(m, "Ada")["blessings"] == ["hera", "zeus"]
    m.seal("Bo", rituals("xo++"))
    assert m.close()["Bo"]["points"] == 1
