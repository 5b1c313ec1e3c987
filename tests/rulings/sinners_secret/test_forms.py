"""The JSON of orders, reports and host state; sentences for people; what is asked."""

from __future__ import annotations

from typing import Any

import msgspec

from core.games import game
from core.games.sinners_secret.structs import Orders
from tests.kit import NAMES, play
from tests.rulings.sinners_secret.scene import LETTERS, PAIRS, ended, locks, query, scene

RULES = game("sinners_secret")


def test_SS_04_SS_12_a_report_has_exactly_the_keys_of_the_rulings() -> None:
    match = scene()
    match.seal("Ada", query("AMN", "lust", "Ed"))
    reports = match.close()
    assert list(reports) == list(NAMES)
    assert set(reports["Ed"]) == {"answers", "channels"}
    assert set(reports["Ed"]["answers"][0]) == {"from", "letters", "answers"}
    for _ in range(8):
        assert set(match.close()["Ada"]) == {"answers", "channels"}
    assert set(match.close()["Ada"]) == {"answers", "channels", "orders"}


def test_SS_01_host_state_has_the_keys_of_the_rulings() -> None:
    match = scene([["M", "A", 2], ["A", "M", 1], ["A", "D", 2]], round=3)
    host = match.host
    assert {seat: player["letters"] for seat, player in host["players"].items()} == LETTERS
    assert host["pairs"] == PAIRS
    assert list(host["pairs"]) == sorted(host["pairs"])
    assert host["locks"] == [["A", "M", 1], ["A", "D", 2], ["M", "A", 2]]
    assert host["players"]["Ada"] == {
        "realm": "heaven",
        "letters": ["A", "B", "C"],
        "score": 2 + 2 - 3,
        "correct_locks": 2,
        "locked_by_allies": 1,
    }
    assert (host["phase"], host["round"]) == ("round", 3)
    assert host["garnets"] == dict.fromkeys(NAMES, 0)


def test_SS_11_locks_are_listed_by_round_then_letter_whoever_owns_it() -> None:
    turned = {**LETTERS, "Ed": ["U"], "Max": ["M"]}
    match = play("sinners_secret", setup={"letters": turned, "pairs": PAIRS})
    for made in ({"Ed": {"U": "C"}, "Max": {"M": "A"}}, {"Ed": {"U": "B"}, "Ada": {"B": "U", "A": "M"}}):
        for seat, of_seat in made.items():
            match.seal(seat, locks(**of_seat))
        match.close()
    assert match.host["locks"] == [["M", "A", 1], ["U", "C", 1], ["A", "M", 2], ["B", "U", 2], ["U", "B", 2]]


def test_SS_02_either_part_of_orders_may_be_null_or_absent() -> None:
    match = scene()
    same: tuple[dict[str, Any], ...] = (
        {},
        {"query": None},
        {"locks": None},
        {"locks": {}},
        {"query": None, "locks": {"A": "M"}},
    )
    for orders in same:
        match.seal("Ada", orders)


def test_CM_10_orders_and_reports_in_words() -> None:
    match = scene()
    match.seal("Ada", query("AMN", "lust", "Ed"))
    assert RULES.restate(Orders()) == ["Ask nothing and lock nothing."]
    begun = msgspec.convert({"query": {"letters": [], "attribute": "lust", "to": "Ed"}}, Orders)
    assert RULES.restate(begun)[0].startswith("Ask which of nobody have lust"), "a draft that is not finished"
    sealed = match.match.sealed["Ada"].orders
    assert RULES.restate(sealed) == ["Ask which of A, M and N have lust; Ed is told the answers, not the attribute."]
    match.seal("Ada", locks(B="N", A="M"))
    assert RULES.restate(match.match.sealed["Ada"].orders) == [
        "Lock in M as an ally of A: final once the round closes.",
        "Lock in N as an ally of B: final once the round closes.",
    ]
    match.seal("Bo", query("AMN", "faith", "Ed"))
    match.close()
    told = RULES.tell(match.match.rounds[0].reports["Ed"])
    assert told == [
        "Bo asked about an attribute unknown to you: A yes, M yes, N yes.",
        "This round you may talk across the realms with Bo.",
    ]
    last = RULES.tell(ended().match.rounds[-1].reports["Ada"])
    assert last[1:] == [
        "Heaven: 1. Di, 2. Cy, 3. Bo, 4. Ada.",
        "Hell: 1. Ed, 2. Flo, 3. Gus, 4. Hal, 5. Ivy, 6. Jo, 7. Kit, 8. Lou, 9. Max.",
    ]


def test_CM_01_asks_names_what_is_left() -> None:
    match = scene([["A", "D", 1]], round=2)
    asks = RULES.asks(match.match.state, "Ada", None)
    assert asks.limits == {"queries": 1, **{f"to {s}": 1 for s in NAMES[4:]}, "locks A": 7, "locks B": 8, "locks C": 8}
    assert {choice.slot for choice in asks.choices} == {
        "query.letter",
        "query.attribute",
        "query.to",
        "lock.A",
        "lock.B",
        "lock.C",
    }
    assert [c.value for c in asks.choices if c.slot == "lock.A" and c.closed] == ["A", "D"]
    assert [c.value for c in asks.open("query.to")] == list(NAMES[4:])
    assert len(asks.open("query.letter")) == 21
    assert len(asks.open("query.attribute")) == 10


def test_CM_12_asks_is_empty_in_the_decision_phase() -> None:
    asks = RULES.asks(ended().match.state, "Ada", None)
    assert (asks.orders, asks.choices) == (False, ())


def test_CM_01_refusals_are_sentences_that_name_the_way_out() -> None:
    match = scene()
    assert match.refused("Ada", query("ABM", "lust", "Ed")).message == (
        "A and B both belong to Ada; the three letters need three owners."
    )
    assert match.refused("Ada", query("ADG", "lust", "Ed")).message == (
        "A, D, G all belong to Heaven; ask a letter of each realm."
    )
    assert match.refused("Ada", locks(M="A")).message == "'M' is not yours; you lock for A, B, C."


def test_SS_90_assistance_is_told_to_the_screens_and_changes_no_rule() -> None:
    with_it, without = (play("sinners_secret", options={"assistance": on}) for on in (True, False))
    assert [m.view("Ada")["view"].pop("assistance") for m in (with_it, without)] == [True, False]
    assert with_it.close() == without.close()
    assert with_it.digest == without.digest
