"""SS-10 to SS-12: allies, locks, and that nobody learns whether a lock was right."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.decoding import canonical
from core.games import game
from core.games.sinners_secret.spec import LETTERS, MOST_LOCKS, PAIRS, SINS, VIRTUES, are_allies
from tests.kit import NAMES, play
from tests.kit.depth import examples
from tests.rulings.sinners_secret.scene import FULL, ended, last_round, locks, scene


# --- SS-10 ----------------------------------------------------------------------------------------------------------
@settings(max_examples=examples(25))
@given(st.integers(0, 2**32))
def test_SS_10_every_letter_has_eight_allies(seed: int) -> None:
    """Two share its sin, six its virtue, in every deal."""
    pairs = play("sinners_secret", seed=seed).host["pairs"]
    for letter in LETTERS:
        allies = [
            other for other in LETTERS if other != letter and are_allies(tuple(pairs[letter]), tuple(pairs[other]))
        ]
        assert len(allies) == 8
        assert sum(pairs[other][0] == pairs[letter][0] for other in allies) == 2
        assert sum(pairs[other][1] == pairs[letter][1] for other in allies) == 6


def test_SS_10_allies_share_the_sin_or_the_virtue_and_never_themselves() -> None:
    for one in PAIRS:
        assert not are_allies(one, one)
        for two in PAIRS:
            assert are_allies(one, two) == are_allies(two, one)
    assert len(PAIRS) == len(SINS) * len(VIRTUES) == 21


# --- SS-11 ----------------------------------------------------------------------------------------------------------
def test_SS_11_one_lock_a_round_for_each_own_letter() -> None:
    match = scene()
    match.seal("Ada", locks(A="M", B="M", C="U"))
    match.seal("Ed", locks(M="A"))
    match.close()
    assert match.host["locks"] == [["A", "M", 1], ["B", "M", 1], ["C", "U", 1], ["M", "A", 1]]
    match.seal("Ada", locks(B="P"))
    match.close()
    assert match.host["locks"][-1] == ["B", "P", 2]
    assert match.view("Ada")["view"]["locks"]["B"] == [{"locked": "M", "round": 1}, {"locked": "P", "round": 2}]


@pytest.mark.parametrize(
    ("made", "code"),
    [
        ({"A": "A"}, "locks_itself"),
        ({"M": "A"}, "not_your_letter"),
        ({"V": "A"}, "not_your_letter"),
        ({"A": "V"}, "unknown_letter"),
        ({"A": "a"}, "unknown_letter"),
        ({"A": "M", "B": "B"}, "locks_itself"),
    ],
)
def test_SS_11_a_lock_is_made_for_an_own_letter_and_another_one(made: dict[str, str], code: str) -> None:
    refused = scene().refused("Ada", locks(**made))
    assert (refused.code, refused.ruling) == (code, "SS-11")


def test_SS_11_a_letter_never_locks_the_same_letter_twice() -> None:
    match = scene()
    match.seal("Ada", locks(A="M"))
    match.close()
    assert match.refused("Ada", locks(A="M")).code == "locked_before"
    match.seal("Ada", locks(B="M"))  # another letter of the same player may


def test_SS_11_a_lock_may_fall_on_another_letter_of_its_own_player() -> None:
    match = last_round()
    match.seal("Ada", locks(A="B"))
    match.close()
    assert match.host["players"]["Ada"]["score"] == -1
    assert match.host["players"]["Ada"]["correct_locks"] == 0


def test_SS_11_a_letter_makes_at_most_eight_locks() -> None:
    before = [["A", letter, n] for n, letter in enumerate("DEFGHIJK", 1)]
    match = scene(before, round=9)
    refused = match.refused("Ada", locks(A="M"))
    assert (refused.code, refused.ruling) == ("locks_full", "SS-11")
    assert "8" in refused.message
    match.seal("Ada", locks(B="M"))
    assert game("sinners_secret").asks(match.match.state, "Ada", None).limits["locks A"] == 0
    assert MOST_LOCKS == 8


def test_SS_11_a_lock_is_final_only_once_the_round_closes() -> None:
    match = scene()
    match.seal("Ada", locks(A="M"))
    match.seal("Ada", locks(A="N"))
    match.seal("Bo", locks(D="M"))
    match.withdraw("Bo")
    match.close()
    assert match.host["locks"] == [["A", "N", 1]]
    match.seal("Ada", locks(A="M"))  # M was never locked


def test_SS_11_query_and_locks_go_together_and_a_refusal_leaves_earlier_orders() -> None:
    match = scene()
    match.seal("Ada", {"query": {"letters": ["A", "M", "N"], "attribute": "lust", "to": "Ed"}, "locks": {"A": "M"}})
    match.refused("Ada", {"query": None, "locks": {"A": "A"}})
    assert match.close()["Ed"]["channels"] == ["Ada"]
    assert match.host["locks"] == [["A", "M", 1]]


def test_SS_11_locks_are_made_in_rounds_1_to_10() -> None:
    match = scene()
    for locked in "ADGIJKNO":
        match.seal("Ed", locks(M=locked))
        match.close()
    match.close()
    assert match.round == 10
    match.seal("Flo", locks(N="A"))
    match.close()
    assert [lock[2] for lock in match.host["locks"]] == [1, 2, 3, 4, 5, 6, 7, 8, 10]
    assert match.host["players"]["Ed"]["correct_locks"] == 8


def test_SS_11_locks_given_at_set_up_count_and_bind() -> None:
    match = scene([["A", "D", 2], ["M", "A", 1]], round=3)
    assert match.host["locks"] == [["M", "A", 1], ["A", "D", 2]]  # by round, then letter
    assert match.refused("Ada", locks(A="D")).code == "locked_before"


# --- SS-12 ----------------------------------------------------------------------------------------------------------
def test_SS_12_no_report_speaks_of_locks() -> None:
    match = scene()
    match.seal("Ada", locks(A="M", B="M"))
    match.seal("Ed", locks(M="A"))
    assert set(map(str, match.close().values())) == {"{'answers': [], 'channels': []}"}


def test_SS_12_the_locks_of_others_change_nothing_that_a_seat_is_shown() -> None:
    """Right, wrong or none: to everyone but the owner the matches are one, before the close and after."""
    rules = game("sinners_secret")
    shown = []
    for made in ({}, {"A": "M"}, {"A": "P", "B": "C"}):
        match = scene()
        match.seal("Ada", {"locks": made})
        told = [match.view(seat) for seat in (*NAMES[1:], None)]
        match.close()
        told += [match.view(seat) for seat in (*NAMES[1:], None)]
        asked = [rules.asks(match.match.state, seat, None) for seat in NAMES[1:]]
        shown.append((told, asked))
    assert shown[0] == shown[1] == shown[2]


def test_SS_12_in_the_decisions_every_seat_knows_the_two_orders_and_nothing_more() -> None:
    match = last_round(FULL)
    reports = match.close()
    orders = {
        "heaven": ["Di", "Cy", "Bo", "Ada"],
        "hell": ["Ed", "Flo", "Gus", "Hal", "Ivy", "Jo", "Kit", "Lou", "Max"],
    }
    for seat in NAMES:
        assert reports[seat] == {"answers": [], "channels": [], "orders": orders}
        view = match.view(seat)
        assert view["view"]["orders"] == orders
        assert view["view"]["result"] is None
        assert "record" not in view
        assert b"score" not in canonical(view)
    assert match.view(None)["view"]["orders"] == orders
    assert match.host["players"]["Ed"]["score"] == 10


def test_SS_12_two_ends_with_equal_orders_and_other_scores_look_alike() -> None:
    """Max loses one point more: nobody can tell, Max alone knows of the lock itself."""
    more = [*FULL, ["U", "H", 9]]
    one, two = ended(), ended(more)
    assert one.host["players"]["Max"]["score"] != two.host["players"]["Max"]["score"]
    for seat in (*NAMES, None):
        if seat != "Max":
            assert one.view(seat) == two.view(seat)


def test_SS_12_a_tie_that_lots_decided_is_not_told_before_the_end() -> None:
    match = ended([])
    assert match.host["lots"]
    for seat in NAMES:
        assert match.view(seat)["decision"]["lots"] == []
        assert match.view(seat)["announcements"] == []
    while match.phase != "finished":
        match.close()
    assert match.view("Ada")["decision"]["lots"] == match.host["lots"]


def test_SS_12_CM_09_scores_come_out_when_the_match_has_finished() -> None:
    match = ended()
    match.do("Di", {"kind": "choose_ascendant", "player": "Jo"})
    assert match.view("Ed")["view"]["result"] is None
    match.do("Max", {"kind": "choose_opponent", "player": "Ada"})
    result = match.view("Ed")["view"]["result"]
    assert result["players"]["Ed"] == {"score": 10, "correct_locks": 5, "wrong_locks": 0, "locked_by_allies": 0}
    assert result["players"]["Ada"]["locked_by_allies"] == 5
    assert result["pairs"]["A"] == ["pride", "faith"]
    assert match.view(None)["view"]["result"] is None


def test_CM_09_with_reveal_false_only_the_order_ever_comes_out() -> None:
    match = ended([], options={"reveal": False})
    while match.phase != "finished":
        match.close()
    for seat in NAMES:
        view = match.view(seat)
        assert view["view"]["result"] is None
        assert view["decision"]["lots"] == []
        assert "record" not in view
