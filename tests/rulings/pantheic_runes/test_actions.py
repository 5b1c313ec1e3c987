"""Live actions of one seat: PR-10, PR-11, PR-13, and free tableaux (PR-20)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.games.pantheic_runes import runes
from core.match import views
from tests.kit.depth import examples
from tests.rulings.pantheic_runes.altar import adjust, combine, create, match, mine, of, propose, rituals, rotate

tableaux = st.text(alphabet=runes.SYMBOLS, min_size=4, max_size=4)


# --- PR-10: turning
@pytest.mark.parametrize(("degrees", "result"), [(90, "xo++"), (180, "+x+o"), (270, "++ox")])
def test_PR_10_turning_is_clockwise_and_costs_1_mana(degrees: int, result: str) -> None:
    m = match(tableaux={"Ada": ["o+x+"]})
    m.do("Ada", rotate("o+x+", degrees))
    assert of(m, "Ada")["tableaux"] == [result]
    assert of(m, "Ada")["mana"] == 2


def test_PR_10_abcd_turned_by_90_becomes_cadb() -> None:
    assert runes.rotate("abcd", 90) == "cadb"
    assert runes.rotate("abcd", 180) == "dcba"
    assert runes.rotate("abcd", 270) == "bdac"


@pytest.mark.parametrize("degrees", [0, 45, 360, -90, 1])
def test_PR_10_other_angles_are_refused(degrees: int) -> None:
    refusal = match().refused_do("Ada", rotate("++++", degrees))
    assert (refusal.code, refusal.ruling) == ("bad_angle", "PR-10")


@given(tableaux)
@settings(max_examples=examples(50))
def test_PR_10_four_quarter_turns_and_two_half_turns_change_nothing(tableau: str) -> None:
    turned = tableau
    for _ in range(4):
        turned = runes.rotate(turned, 90)
    assert turned == tableau
    assert runes.rotate(runes.rotate(tableau, 180), 180) == tableau
    assert runes.rotate(runes.rotate(tableau, 90), 180) == runes.rotate(tableau, 270)


# --- PR-10: adjusting
@pytest.mark.parametrize("cell", range(4))
@pytest.mark.parametrize("rune", list("+ox."))
def test_PR_10_adjusting_sets_one_cell_for_2_mana_and_a_token(cell: int, rune: str) -> None:
    m = match(tableaux={"Ada": ["o+x."]}, tokens={"Ada": 1})
    m.do("Ada", adjust("o+x.", cell, rune))
    expected = list("o+x.")
    expected[cell] = rune
    assert of(m, "Ada")["tableaux"] == ["".join(expected)]
    assert (of(m, "Ada")["mana"], of(m, "Ada")["tokens"]) == (1, 0)


@pytest.mark.parametrize("cell", [-1, 4])
def test_PR_10_cells_are_0_to_3(cell: int) -> None:
    assert match(tokens={"Ada": 1}).refused_do("Ada", adjust("++++", cell, "o")).code == "bad_cell"


@pytest.mark.parametrize("rune", ["", "y", "++", "O", " "])
def test_PR_10_a_cell_holds_a_rune_or_nothing(rune: str) -> None:
    assert match(tokens={"Ada": 1}).refused_do("Ada", adjust("++++", 0, rune)).code == "bad_rune"


# --- PR-10: combining
def test_PR_10_combining_two_own_costs_2_mana_and_uses_both_up() -> None:
    m = match()
    m.do("Ada", combine("++++", "oooo"))
    assert of(m, "Ada")["tableaux"] == ["xxxx", "xxxx"]
    assert of(m, "Ada")["mana"] == 1
    [notice] = m.notices("Ada")
    assert notice["data"]["result"] == "xxxx"


def test_PR_10_combining_a_tableau_with_itself_needs_two_copies() -> None:
    m = match(tableaux={"Ada": ["++++", "++++", "oooo"]}, mana={"Ada": 4})
    assert m.refused_do("Ada", combine("oooo", "oooo")).code == "no_such_tableau"
    m.do("Ada", combine("++++", "++++"))
    assert of(m, "Ada")["tableaux"] == ["....", "oooo"]


@pytest.mark.parametrize("named", [[], ["++++"], ["++++", "oooo", "xxxx"]])
def test_PR_10_combining_takes_two(named: list[str]) -> None:
    refusal = match().refused_do("Ada", {"kind": "combine", "tableaux": named})
    assert refusal.code == "two_tableaux"


def test_PR_10_actions_that_change_nothing_are_legal_and_paid() -> None:
    m = match(mana={"Ada": 5}, tokens={"Ada": 1}, tableaux={"Ada": ["++++", "...."]})
    m.do("Ada", rotate("++++", 180))
    assert of(m, "Ada")["mana"] == 4
    m.do("Ada", adjust("++++", 0, "+"))
    assert (of(m, "Ada")["mana"], of(m, "Ada")["tokens"]) == (2, 0)
    m.do("Ada", combine("++++", "...."))
    assert (of(m, "Ada")["tableaux"], of(m, "Ada")["mana"]) == (["++++"], 0)


def test_PR_10_only_the_actor_learns_of_it() -> None:
    m = match()
    m.do("Ada", rotate("++++"))
    assert len(m.notices("Ada")) == 1
    assert all(m.notices(seat) == [] for seat in ("Bo", "Cy", "Di", "Ed"))


@pytest.mark.parametrize(
    ("named", "code"),
    [("xo++", "no_such_tableau"), ("xo+", "not_a_tableau"), ("", "not_a_tableau"), ("XO++", "not_a_tableau")],
)
def test_PR_10_only_own_tableaux_can_be_used(named: str, code: str) -> None:
    m = match(tokens={"Ada": 1}, tableaux={"Bo": ["xo++"]})
    for action in (rotate(named), adjust(named, 0, "o"), combine("++++", named), propose("Bo", named)):
        assert m.refused_do("Ada", action).code == code


# --- PR-11
def test_PR_11_the_combination_worked_in_the_source() -> None:
    """o x / + . with x + / + o gives + o / . o."""
    assert runes.combine("ox+.", "x++o") == "+o.o"
    m = match(tableaux={"Ada": ["ox+.", "x++o"]})
    m.do("Ada", combine("ox+.", "x++o"))
    assert of(m, "Ada")["tableaux"] == ["+o.o"]


TABLE = [
    ("....", "....", "...."),
    ("....", "+ox.", "+ox."),
    ("+ox.", "+ox.", "...."),
    ("++oo", "oxx+", "xo+x"),
    ("xx..", "+o..", "o+.."),
]


@pytest.mark.parametrize(("one", "other", "result"), TABLE)
def test_PR_11_the_combination_rule_line_by_line(one: str, other: str, result: str) -> None:
    assert runes.combine(one, other) == result


@given(tableaux, tableaux, tableaux)
@settings(max_examples=examples(200))
def test_PR_11_combining_is_commutative_and_associative(a: str, b: str, c: str) -> None:
    assert runes.combine(a, b) == runes.combine(b, a)
    assert runes.combine(runes.combine(a, b), c) == runes.combine(a, runes.combine(b, c))


@given(tableaux, tableaux)
@settings(max_examples=examples(100))
def test_PR_11_empty_is_neutral_equal_cancels_and_turning_goes_through(a: str, b: str) -> None:
    assert runes.combine(a, "....") == a
    assert runes.combine(a, a) == "...."
    assert runes.combine(runes.combine(a, b), b) == a
    for angle in runes.ANGLES:
        turned = runes.combine(runes.rotate(a, angle), runes.rotate(b, angle))
        assert runes.rotate(runes.combine(a, b), angle) == turned


# --- PR-13
@pytest.mark.parametrize(
    ("mana", "tokens", "action", "code"),
    [
        (0, 0, rotate("++++"), "not_enough_mana"),
        (1, 1, adjust("++++", 0, "o"), "not_enough_mana"),
        (9, 0, adjust("++++", 0, "o"), "not_enough_tokens"),
        (1, 0, combine("++++", "oooo"), "not_enough_mana"),
        (0, 0, propose("Bo", "++++"), "not_enough_mana"),
    ],
)
def test_PR_13_what_cannot_be_paid_is_refused(mana: int, tokens: int, action: dict[str, object], code: str) -> None:
    m = match(mana={"Ada": mana}, tokens={"Ada": tokens})
    refusal = m.refused_do("Ada", action)
    assert (refusal.code, refusal.ruling) == (code, "PR-13")
    assert (of(m, "Ada")["mana"], of(m, "Ada")["tokens"]) == (mana, tokens)


def test_PR_13_the_last_mana_and_token_can_be_spent_and_no_more() -> None:
    m = match(tokens={"Ada": 1}, mana={"Ada": 3})
    m.do("Ada", adjust("++++", 0, "o"))
    m.do("Ada", rotate("oooo"))
    assert (of(m, "Ada")["mana"], of(m, "Ada")["tokens"]) == (0, 0)
    assert m.refused_do("Ada", rotate("oooo")).code == "not_enough_mana"


# --- PR-20: what is free
def test_PR_20_every_action_needs_a_free_tableau() -> None:
    m = match(mana={"Ada": 9}, tokens={"Ada": 2})
    m.seal("Ada", rituals("++++"))
    for action in (rotate("++++"), adjust("++++", 0, "o"), combine("++++", "oooo"), propose("Bo", "++++")):
        refusal = m.refused_do("Ada", action)
        assert (refusal.code, refusal.ruling) == ("tableau_not_free", "PR-20")
    m.do("Ada", rotate("oooo"))
    m.withdraw("Ada")
    m.do("Ada", rotate("++++"))


def test_PR_20_equal_tableaux_are_counted() -> None:
    m = match(tableaux={"Ada": ["++++", "++++"]}, mana={"Ada": 9}, tokens={"Ada": 2})
    m.seal("Ada", rituals("++++"))
    assert m.refused_do("Ada", combine("++++", "++++")).code == "tableau_not_free"
    m.do("Ada", adjust("++++", 0, "o"))
    assert m.refused_do("Ada", rotate("++++")).code == "tableau_not_free"
    assert of(m, "Ada")["tableaux"] == ["++++", "o+++"]


def test_PR_20_asks_tells_which_tableaux_are_free() -> None:
    m = match()
    m.seal("Ada", rituals("++++"))
    found = {c.value: c.closed for c in views.asks(m.match, "Ada").choices if c.slot == "action.rotate"}
    assert found["oooo"] is None
    assert "laid down" in str(found["++++"])


def test_PR_10_PR_33_actions_of_the_wrong_form_are_refused() -> None:
    m = match()
    for action in (
        {"kind": "rotate", "tableau": "++++"},
        {"kind": "rotate", "tableau": "++++", "degrees": "90"},
        {"kind": "rotate", "tableau": "++++", "degrees": 90, "cell": 1},
        {"kind": "spin", "tableau": "++++"},
        {"kind": "combine", "tableaux": "++++"},
        {"tableau": "++++"},
        {"kind": "propose_combine", "to": "Bo", "tableau": "++++"},
        {"kind": "adjust", "tableau": "++++", "cell": True, "rune": "o"},
    ):
        assert m.refused_do("Ada", action).ruling == "CM-25"
    assert m.refused_do("Ada", create("++++")).code == "no_creation"
    assert mine(m, "Ada")["mana"] == 3
