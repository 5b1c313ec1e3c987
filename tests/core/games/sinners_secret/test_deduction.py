"""The deduction engine: what follows from marks and answers, and nothing that does not."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.games.sinners_secret.deduction import EVERY, PAIRS, Clue, Mark, ally, deduce, marks_from, marks_of
from core.games.sinners_secret.deduction import _each_pair_once as each_pair_once
from core.games.sinners_secret.spec import ATTRIBUTES, LETTERS, SINS, VIRTUES, are_allies
from tests.kit import play
from tests.kit.depth import examples
from tests.rulings.sinners_secret.scene import LETTERS as OWNED
from tests.rulings.sinners_secret.scene import PAIRS as DEALT


def yes(letter: str, attribute: str) -> Mark:
    return Mark(letter, attribute, "yes")


def no(letter: str, attribute: str) -> Mark:
    return Mark(letter, attribute, "no")


def test_SS_01_without_marks_everything_is_open():
    found = deduce(OWNED)
    assert {value for row in found.grid.values() for value in row.values()} == {"maybe"}
    assert all(len(pairs) == 21 for pairs in found.pairs.values())
    assert found.conflict is None
    assert ally(found, "M", "N") == "maybe"


def test_SS_01_a_letter_has_one_sin_and_one_virtue():
    found = deduce(OWNED, [yes("M", "lust"), no("M", "faith"), no("M", "hope")])
    assert found.pairs["M"] == (("lust", "charity"),)
    assert [name for name, value in found.grid["M"].items() if value == "yes"] == ["lust", "charity"]


def test_SS_01_every_pair_belongs_to_one_letter():
    found = deduce(OWNED, [yes("M", "lust"), yes("M", "faith")])
    assert all(("lust", "faith") not in found.pairs[letter] for letter in LETTERS if letter != "M")
    two = [yes("N", "lust"), no("N", "charity"), yes("O", "lust"), no("O", "charity")]
    found = deduce(OWNED, two)  # N and O share lust with faith and with hope between them
    assert found.pairs["U"] == tuple(p for p in PAIRS if p not in (("lust", "faith"), ("lust", "hope")))
    found = deduce(OWNED, [*two, yes("U", "lust")])
    assert found.pairs["U"] == (("lust", "charity"),)


def test_SS_01_the_last_place_of_a_pair_is_found():
    others = [no(letter, "lust") for letter in LETTERS if letter not in "MNO"]
    found = deduce(OWNED, [*others, no("M", "faith"), no("N", "faith")])
    assert found.pairs["O"] == (("lust", "faith"),)
    assert found.grid["M"]["lust"] == "yes"


def test_SS_01_the_letters_of_a_heaven_player_are_pairwise_different():
    found = deduce(OWNED, [yes("A", "lust"), yes("A", "faith"), yes("B", "hope")])
    assert found.grid["B"]["lust"] == found.grid["C"]["lust"] == "no"
    assert found.grid["C"]["charity"] == "yes"  # the third virtue is left
    assert ally(found, "A", "B") == "no"


def test_SS_01_hell_has_three_letters_of_each_virtue():
    found = deduce(OWNED, [yes("M", "faith"), yes("N", "faith"), yes("O", "faith")])
    assert {found.grid[letter]["faith"] for letter in "PQRSTU"} == {"no"}
    found = deduce(OWNED, [no(letter, "hope") for letter in "MNOPQR"])
    assert {found.grid[letter]["hope"] for letter in "STU"} == {"yes"}


def test_SS_04_SS_10_two_yes_in_one_answer_make_allies():
    found = deduce(OWNED, clues=[Clue({"A": True, "M": True, "N": False})])
    assert found.proven == (("A", "M"),)
    assert ally(found, "A", "M") == ally(found, "M", "A") == "yes"
    assert ally(found, "A", "N") == "maybe"
    three = deduce(OWNED, clues=[Clue({"N": True, "A": True, "M": True})])
    assert three.proven == (("A", "M"), ("A", "N"), ("M", "N"))


def test_SS_04_an_own_letter_narrows_what_was_asked():
    own = marks_of({"M": ("gluttony", "faith")})
    found = deduce(OWNED, own, [Clue({"M": True, "A": True, "N": False})])
    assert found.asked == (("gluttony", "faith"),)
    assert all("gluttony" in pair or "faith" in pair for pair in found.pairs["A"])
    found = deduce(OWNED, own, [Clue({"M": False, "A": True, "N": False})])
    assert "faith" not in found.asked[0]
    assert len(found.asked[0]) == 8


def test_SS_04_an_attribute_that_was_told_is_as_good_as_marks():
    clue = {"A": True, "M": False, "N": False}
    told = deduce(OWNED, clues=[Clue(clue, "lust")])
    assert told.grid == deduce(OWNED, marks_from(clue, "lust", "Ed")).grid
    assert told.asked == (("lust",),)


def test_SS_04_answers_chain():
    """One letter of Hell shares its attribute with a known letter; a second answer then settles which."""
    own = marks_of({"M": ("gluttony", "faith")})
    clues = [Clue({"M": True, "A": True, "N": False}), Clue({"M": False, "A": True, "D": True})]
    found = deduce(OWNED, [*own, no("A", "gluttony")], clues)
    assert found.grid["A"]["faith"] == "yes"
    assert "faith" not in found.asked[1]


def test_marks_that_are_not_believed_or_only_maybe_conclude_nothing():
    marks = [
        Mark("M", "lust", "yes", "Ada", believed=False),
        Mark("M", "greed", "yes", "Bo"),
        Mark("M", "faith", "maybe"),
    ]
    found = deduce(OWNED, marks)
    assert found.grid["M"]["greed"] == "yes"
    assert found.grid["M"]["faith"] == "maybe"
    assert found.conflict is None


@pytest.mark.parametrize(
    ("marks", "clues", "names"),
    [
        ([yes("M", "lust"), yes("M", "greed")], [], "M"),
        ([yes("A", "lust"), yes("B", "lust")], [], ""),
        ([yes("M", "lust"), yes("M", "hope"), yes("N", "lust"), yes("N", "hope")], [], ""),
        ([yes(letter, "hope") for letter in "MNOP"], [], "hope"),
        ([yes(letter, "lust") for letter in "MNOP"], [], ""),
        ([], [Clue({"A": True, "M": False, "N": True}, "lust"), Clue({"A": False, "M": True, "O": True}, "lust")], "A"),
        (
            marks_of({"M": ("lust", "hope"), "N": ("greed", "faith")}),
            [Clue({"M": True, "N": True, "A": False})],
            "A, M, N",
        ),
    ],
)
def test_a_conflict_is_told_and_the_marks_stay_on_the_grid(marks, clues, names):
    found = deduce(OWNED, marks, clues)
    assert found.conflict is not None
    assert found.conflict.startswith("These cannot all be true")
    assert names in found.conflict
    assert len(found.grid) == 21


@settings(max_examples=examples(40))
@given(st.integers(0, 2**32), st.data())
def test_SS_01_SS_04_what_is_true_is_never_excluded(seed, data):
    """Whatever true marks and true answers of any deal are put in, the deal itself stays possible."""
    host = play("sinners_secret", seed=seed).host
    owned = {seat: tuple(player["letters"]) for seat, player in host["players"].items()}
    pairs = {letter: tuple(pair) for letter, pair in host["pairs"].items()}
    cells = data.draw(st.lists(st.tuples(st.sampled_from(LETTERS), st.sampled_from(ATTRIBUTES)), max_size=60))
    asked = data.draw(
        st.lists(
            st.tuples(st.sets(st.sampled_from(LETTERS), min_size=3, max_size=3), st.sampled_from(ATTRIBUTES)),
            max_size=25,
        )
    )
    marks = [Mark(letter, name, "yes" if name in pairs[letter] else "no") for letter, name in cells]
    clues = [Clue({letter: name in pairs[letter] for letter in sorted(three)}) for three, name in asked]
    found = deduce(owned, marks, clues)
    assert found.conflict is None
    for letter, pair in pairs.items():
        assert pair in found.pairs[letter]
    for (_, name), about in zip(asked, found.asked, strict=True):
        assert name in about
    for one, two in combinations(LETTERS, 2):
        assert ally(found, one, two) in ("maybe", "yes" if are_allies(pairs[one], pairs[two]) else "no")


@settings(max_examples=examples(25))
@given(st.data())
def test_SS_01_each_pair_once_keeps_exactly_what_some_dealing_has(data):
    """Held against a plain search for a dealing with each letter and pair."""
    domains = [EVERY] * 21
    for _ in range(data.draw(st.integers(5, 40))):
        letter, name = data.draw(st.integers(0, 20)), data.draw(st.sampled_from(SINS + VIRTUES))
        keep = sum(1 << n for n, pair in enumerate(PAIRS) if name not in pair or pair == DEALT_PAIRS[letter])
        domains[letter] &= keep
    kept = each_pair_once(domains)
    for letter in range(21):
        for pair in range(21):
            possible = bool(domains[letter] >> pair & 1) and dealing_exists(domains, letter, pair)
            assert bool(kept[letter] >> pair & 1) == possible


DEALT_PAIRS = [tuple(DEALT[letter]) for letter in LETTERS]


def dealing_exists(domains, letter, pair):
    """Can all other letters get all other pairs?"""
    holder: dict[int, int] = {}

    def place(one, tried):
        for n in range(21):
            if n != pair and domains[one] >> n & 1 and n not in tried:
                tried.add(n)
                if n not in holder or place(holder[n], tried):
                    holder[n] = one
                    return True
        return False

    return all(place(one, set()) for one in range(21) if one != letter)
