"""Combining with another seat: PR-12, and what it lays open."""

from __future__ import annotations

from typing import Any

import pytest

from core.match import views
from tests.kit import Script
from tests.rulings.pantheic_runes.altar import (
    SEATS,
    accept,
    adjust,
    combine,
    decline,
    match,
    mine,
    of,
    propose,
    rituals,
    rotate,
    withdraw,
)


def test_PR_12_each_pays_1_mana_gives_its_tableau_and_receives_the_result() -> None:
    m = match()
    m.do("Ada", propose("Bo", "++++"))
    assert of(m, "Ada")["mana"] == 3
    m.do("Bo", accept("Ada", "oooo"))
    assert (of(m, "Ada")["tableaux"], of(m, "Ada")["mana"]) == (["oooo", "xxxx", "xxxx"], 2)
    assert (of(m, "Bo")["tableaux"], of(m, "Bo")["mana"]) == (["++++", "xxxx", "xxxx"], 2)


def test_PR_12_the_proposed_tableau_is_kept_from_the_other() -> None:
    m = match(tableaux={"Ada": ["xo+."]})
    m.do("Ada", propose("Bo", "xo+."))
    assert "xo+." not in str(m.view("Bo"))
    assert mine(m, "Bo")["asked_by"] == ["Ada"]
    assert mine(m, "Ada")["offered"] == [{"to": "Bo", "tableau": "xo+."}]


def test_PR_12_only_both_partners_learn_of_it() -> None:
    def others(m: Script) -> list[object]:
        return [m.view(seat) for seat in ("Cy", "Di", "Ed", None)]

    m = match()
    before = others(m)
    m.do("Ada", propose("Bo", "++++"))
    assert others(m) == before
    m.do("Bo", accept("Ada", "oooo"))
    m.do("Bo", propose("Ada", "++++"))
    m.do("Ada", decline("Bo"))
    m.do("Bo", propose("Ada", "++++"))
    m.do("Bo", withdraw("Ada"))
    assert others(m) == before
    kinds = {seat: [notice["kind"] for notice in m.notices(seat)] for seat in SEATS}
    assert kinds["Ada"] == ["proposed", "combined_with", "proposal", "declined", "proposal", "was_withdrawn"]
    assert kinds["Bo"] == ["proposal", "combined_with", "proposed", "was_declined", "proposed", "withdrawn"]
    assert kinds["Cy"] == kinds["Di"] == kinds["Ed"] == []


def test_PR_12_both_are_told_the_result_at_once() -> None:
    m = match()
    m.do("Ada", propose("Bo", "++++"))
    m.do("Bo", accept("Ada", "oooo"))
    for seat, partner, gave in (("Ada", "Bo", "++++"), ("Bo", "Ada", "oooo")):
        assert m.notices(seat)[-1]["data"] == {"partner": partner, "tableau": gave, "result": "xxxx"}


def test_PR_12_a_proposed_tableau_is_set_aside_until_answered() -> None:
    m = match(mana={"Ada": 9}, tokens={"Ada": 1})
    m.do("Ada", propose("Bo", "++++"))
    actions = (rotate("++++"), adjust("++++", 0, "o"), combine("++++", "oooo"), propose("Cy", "++++"))
    for action in actions:
        assert m.refused_do("Ada", action).code == "tableau_not_free"
    assert m.refused("Ada", rituals("++++")).code == "tableau_not_free"
    m.do("Bo", decline("Ada"))
    m.do("Ada", rotate("++++"))
    m.seal("Ada", rituals("++++"))


def test_PR_12_withdrawing_frees_it_too() -> None:
    m = match()
    m.do("Ada", propose("Bo", "++++"))
    m.do("Ada", withdraw("Bo"))
    m.seal("Ada", rituals("++++"))
    assert m.refused_do("Bo", accept("Ada", "oooo")).code == "no_proposal"
    assert m.refused_do("Ada", withdraw("Bo")).code == "no_proposal"


def test_PR_12_proposing_reserves_no_mana() -> None:
    m = match(mana={"Ada": 1})
    m.do("Ada", propose("Bo", "++++"))
    m.do("Ada", propose("Cy", "oooo"))
    m.do("Ada", rotate("xxxx"))
    assert of(m, "Ada")["mana"] == 0


def test_PR_12_if_the_proposer_cannot_pay_at_that_moment_nothing_changes_and_the_proposal_stays() -> None:
    m = match(mana={"Ada": 2})
    m.do("Ada", propose("Bo", "++++"))
    for _ in range(2):
        m.do("Ada", rotate("oooo"))
    before = m.digest
    refusal = m.refused_do("Bo", accept("Ada", "oooo"))
    assert (refusal.code, refusal.ruling) == ("partner_cannot_pay", "PR-12")
    assert m.digest == before
    assert mine(m, "Bo")["asked_by"] == ["Ada"]
    assert [n["kind"] for n in m.notices("Ada")] == ["proposed", "rotated", "rotated"], "the attempt is told to nobody"
    m.do("Bo", decline("Ada"))


def test_PR_12_whether_mana_or_uses_lack_is_not_told() -> None:
    poor = match(mana={"Ada": 1})
    poor.do("Ada", propose("Bo", "++++"))
    poor.do("Ada", rotate("oooo"))
    spent = match(blessings={"Ada": ["poseidon"]}, tableaux={"Ada": ["++++", "oooo", "xxxx", "oooo", "xxxx"]})
    spent.do("Ada", propose("Bo", "++++"))
    for _ in range(3):
        spent.do("Ada", combine(*of(spent, "Ada")["tableaux"][1:3]))
    one, other = (m.refused_do("Bo", accept("Ada", "oooo")) for m in (poor, spent))
    assert one.as_json() == other.as_json()


def test_PR_12_if_the_acceptor_cannot_pay_the_acceptance_is_refused_and_the_proposal_stays() -> None:
    m = match(mana={"Bo": 0})
    m.do("Ada", propose("Bo", "++++"))
    assert m.refused_do("Bo", accept("Ada", "oooo")).code == "not_enough_mana"
    assert mine(m, "Ada")["offered"] == [{"to": "Bo", "tableau": "++++"}]
    assert (of(m, "Ada")["mana"], of(m, "Bo")["mana"]) == (3, 0)


@pytest.mark.parametrize(
    ("setup", "action", "code"),
    [
        ({"mana": {"Ada": 0}}, propose("Bo", "++++"), "not_enough_mana"),
        ({}, propose("Bo", "xo++"), "no_such_tableau"),
        ({"blessings": {"Ada": ["dionysus"]}}, propose("Bo", "++++"), "dionysus_alone"),
        ({}, propose("Ada", "++++"), "with_yourself"),
        ({}, propose("Zoe", "++++"), "not_seated"),
        ({}, accept("Bo", "++++"), "no_proposal"),
        ({}, accept("Zoe", "++++"), "not_seated"),
        ({}, decline("Bo"), "no_proposal"),
        ({}, withdraw("Bo"), "no_proposal"),
    ],
)
def test_PR_12_what_is_refused_to_the_proposer(setup: dict[str, Any], action: dict[str, object], code: str) -> None:
    assert match(**setup).refused_do("Ada", action).code == code


def test_PR_12_a_proposer_without_a_combine_left_under_poseidon_is_refused() -> None:
    m = match(blessings={"Ada": ["poseidon"]}, tableaux={"Ada": ["++++"] * 5})
    for _ in range(3):
        m.do("Ada", combine(*of(m, "Ada")["tableaux"][:2]))
    refusal = m.refused_do("Ada", propose("Bo", of(m, "Ada")["tableaux"][0]))
    assert (refusal.code, refusal.ruling) == ("no_uses_left", "PR-32")


def test_PR_12_proposing_is_never_refused_for_what_concerns_the_other_seat() -> None:
    m = match(
        mana={"Bo": 0}, tableaux={"Cy": [], "Ada": ["++++"] * 4}, blessings={"Di": ["dionysus"], "Ed": ["poseidon"]}
    )
    for other in ("Bo", "Cy", "Di", "Ed"):
        m.do("Ada", propose(other, "++++"))
    assert m.refused_do("Bo", accept("Ada", "oooo")).code == "not_enough_mana"
    assert m.refused_do("Cy", accept("Ada", "oooo")).code == "no_such_tableau"
    assert m.refused_do("Di", accept("Ada", "oooo")).code == "dionysus_alone"
    m.do("Ed", accept("Ada", "oooo"))


def test_PR_12_at_most_one_open_proposal_to_each_other_seat() -> None:
    m = match()
    m.do("Ada", propose("Bo", "++++"))
    assert m.refused_do("Ada", propose("Bo", "oooo")).code == "proposal_open"
    m.do("Ada", propose("Cy", "oooo"))
    m.do("Bo", decline("Ada"))
    m.do("Ada", propose("Bo", "++++"))


def test_PR_12_two_seats_may_have_proposed_to_each_other_independently() -> None:
    m = match()
    m.do("Ada", propose("Bo", "++++"))
    m.do("Bo", propose("Ada", "oooo"))
    assert m.refused_do("Ada", accept("Bo", "++++")).code == "tableau_not_free"
    m.do("Ada", accept("Bo", "xxxx"))
    assert (of(m, "Ada")["tableaux"], of(m, "Bo")["tableaux"]) == (["++++", "++++", "oooo"], ["++++", "++++", "xxxx"])
    assert mine(m, "Ada")["offered"] == [{"to": "Bo", "tableau": "++++"}]
    m.do("Bo", accept("Ada", "++++"))
    assert of(m, "Ada")["tableaux"] == ["++++", "....", "oooo"]
    assert of(m, "Bo")["tableaux"] == ["++++", "....", "xxxx"]
    assert (of(m, "Ada")["mana"], of(m, "Bo")["mana"]) == (1, 1)


def test_PR_12_all_proposals_lapse_at_the_close() -> None:
    m = match()
    m.do("Ada", propose("Bo", "++++"))
    assert "++++" in m.close()["Ada"]["tableaux"]
    assert m.refused_do("Bo", accept("Ada", "oooo")).code == "no_proposal"
    assert (mine(m, "Ada")["offered"], mine(m, "Bo")["asked_by"]) == ([], [])
    m.seal("Ada", rituals("++++"))


def test_PR_12_equal_tableaux_are_counted_when_one_is_set_aside() -> None:
    m = match(tableaux={"Ada": ["++++", "++++"]})
    m.do("Ada", propose("Bo", "++++"))
    m.seal("Ada", rituals("++++"))
    assert m.refused("Ada", rituals("++++", "++++")).code == "tableau_not_free"
    m.do("Bo", accept("Ada", "oooo"))
    assert of(m, "Ada")["tableaux"] == ["++++", "xxxx"]
    assert m.close()["Ada"]["rituals"] == [{"tableau": "++++", "ok": True}]


def test_PR_12_an_accepted_tableau_must_be_free() -> None:
    m = match()
    m.do("Ada", propose("Bo", "++++"))
    m.seal("Bo", rituals("oooo"))
    assert m.refused_do("Bo", accept("Ada", "oooo")).code == "tableau_not_free"
    m.do("Bo", propose("Cy", "xxxx"))
    assert m.refused_do("Bo", accept("Ada", "xxxx")).code == "tableau_not_free"
    m.do("Bo", accept("Ada", "++++"))
    assert of(m, "Bo")["tableaux"] == ["....", "oooo", "xxxx"]


def test_PR_12_under_poseidon_it_counts_for_both_who_have_the_limit() -> None:
    m = match(blessings={"Ada": ["poseidon"], "Bo": ["poseidon"]})
    m.do("Ada", propose("Bo", "++++"))
    assert mine(m, "Ada")["uses_left"]["combine"] == 3, "an unanswered proposal does not count"
    m.refused_do("Bo", accept("Ada", "xo++"))
    m.do("Bo", accept("Ada", "oooo"))
    for seat in ("Ada", "Bo"):
        assert mine(m, seat)["uses_left"] == {"rotate": 3, "adjust": 3, "combine": 2}
    m.do("Cy", propose("Ada", "++++"))
    m.do("Ada", accept("Cy", "oooo"))
    assert mine(m, "Ada")["uses_left"]["combine"] == 1
    assert mine(m, "Cy")["uses_left"] is None
    assert of(m, "Cy")["mana"] == 2


def test_PR_12_a_proposal_and_its_result_take_a_ready_mark_away() -> None:
    m = match()
    for seat in SEATS:
        m.ready(seat)
    m.do("Ada", propose("Bo", "++++"))
    assert "Bo" not in m.match.ready
    assert "Ada" in m.match.ready
    m.do("Bo", accept("Ada", "oooo"))
    assert "Ada" not in m.match.ready
    assert {"Cy", "Di", "Ed"} <= set(m.match.ready)


def test_PR_12_asks_does_not_show_a_proposer_what_the_other_lacks_nor_the_other_whether_it_can_pay() -> None:
    def asked(seat: str, **setup: Any) -> object:
        m = match(**setup)
        m.do("Ada", propose("Bo", "++++"))
        m.do("Ada", rotate("oooo"))
        return views.asks(m.match, seat)

    assert asked("Ada") == asked("Ada", mana={"Bo": 0}, blessings={"Bo": ["dionysus"]})
    assert asked("Bo") == asked("Bo", mana={"Ada": 1})
