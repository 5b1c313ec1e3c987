"""The draft at the trade desk as a value: no screen, no house. Given a hand and what was said; change; expect."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from core.contract import Choice
from core.games import game
from core.refusal import Refused
from core.talk.channels import Deal, Message
from core.talk.deals import bargains
from tui.app.memory import Forgetful, SeatMemory
from tui.games.trade_form.draft import DeskDraft

HELD = {"red": 1, "yellow": 2, "black": 1}


def said(by, to, give, want, round_=4):
    readers = tuple(sorted((by, to)))
    return Message(
        sender=by, at=0.0, round=round_, channel="seats", readers=readers, text="deal", deal=Deal(give=give, want=want)
    )


def draft(*offers, messages=(), closed=None, **more):
    choices = [Choice(slot="offer.to", value=name, closed=(closed or {}).get(name)) for name in ("Bo", "Cy", "Di")]
    choices += [
        Choice(slot="offer.give", value=kind, closed=None if HELD.get(kind) else f"You hold no {kind} cube.")
        for kind in game("exodus").desk.goods.kinds
    ]
    return DeskDraft(
        desk=game("exodus").desk,
        you="Ada",
        round=4,
        view=SimpleNamespace(free=HELD, held=HELD),
        choices=tuple(choices),
        bargains=bargains("Ada", messages, 4),
        offers=tuple({"to": to, "give": give} for to, give in offers),
        **{"expect": {}, "wishes": {}, **more},
    )


def test_a_change_answers_with_another_draft_and_leaves_the_first_as_it_was():
    first = draft(("Bo", "red"))
    second, slot = first.with_fields(1, {"to": "Cy"})
    assert slot == 1
    assert first.offers == ({"to": "Bo", "give": "red"},)
    assert second.offers == ({"to": "Bo", "give": "red"}, {"to": "Cy", "give": ""})
    assert second.without(0).offers == ({"to": "Cy", "give": ""},)


def test_a_partner_brings_what_one_proposed_but_not_what_waits_for_an_answer():
    mine = draft(messages=[said("Ada", "Bo", "red", "green")]).with_fields(0, {"to": "Bo"})[0]
    assert mine.offers == ({"to": "Bo", "give": "red"},)
    assert mine.expected_from("Bo") == "green"
    theirs = draft(messages=[said("Bo", "Ada", "green", "red")]).with_fields(0, {"to": "Bo"})[0]
    assert theirs.offers == ({"to": "Bo", "give": ""},)


def test_a_cell_waits_for_its_partner_and_what_was_wanted_is_expected_then():
    wanting, slot = draft().with_cell(0, "red", "green")
    assert wanting.expected_for(wanting.offer(slot)) == "green"
    assert wanting.plans()[0].to == ""
    with_bo, _ = wanting.with_fields(slot, {"to": "Bo"})
    assert (with_bo.expected_from("Bo"), with_bo.wish("red")) == ("green", None)
    other, _ = wanting.with_cell(0, "yellow", "blue")
    assert (other.wish("red"), other.wish("yellow")) == (None, "blue"), "nothing is wanted for what is not given"


def test_a_cell_fills_the_slot_one_is_at_unless_that_is_complete():
    assert draft().slot_for_a_cell(0) == 0
    assert draft(("Bo", "")).slot_for_a_cell(0) == 0
    assert draft(("Bo", "red")).slot_for_a_cell(0) == 1
    assert draft(("Bo", "red"), ("", "yellow")).slot_for_a_cell(0) == 1


def test_what_is_expected_is_of_its_round_and_kept_apart_from_the_orders():
    memory = SeatMemory(Forgetful(), "exodus-1", "Ada")
    kept = draft(expect={"3:Bo": "blue"}).with_expectation("Bo", "green").with_expectation("Cy", None)
    kept.keep(memory)
    assert memory.get("expect") == {"4:Bo": "green", "4:Cy": "?"}
    assert (kept.expected_from("Bo"), kept.expected_from("Cy")) == ("green", None)
    assert memory.get("wish") is None


def test_taking_a_proposal_takes_the_slot_where_its_kind_waits_or_the_one_that_is_named():
    proposal = said("Bo", "Ada", "green", "red")
    waiting = draft(("", "red"), messages=[proposal], wishes={"4:red": "blue"})
    assert waiting.with_proposal(proposal).offers == ({"to": "Bo", "give": "red"},)
    assert waiting.with_proposal(proposal).wish("red") is None
    full = draft(("Cy", "yellow"), ("Di", "black"), messages=[proposal])
    assert full.with_proposal(proposal, instead=0).offers == (
        {"to": "Di", "give": "black"},
        {"to": "Bo", "give": "red"},
    )


@pytest.mark.parametrize(
    ("offers", "proposal", "closed", "code"),
    [
        ((), said("Bo", "Ada", "soup", "red"), {}, "no_such_kind"),
        ((), said("Bo", "Ada", "green", "blue"), {}, "closed"),
        ((), said("Bo", "Ada", "green", "red"), {"Bo": "You traded with Bo last year."}, "closed"),
        ((("Cy", "red"),), said("Bo", "Ada", "green", "red"), {}, "promised"),
        ((("Cy", "yellow"), ("Di", "black")), said("Bo", "Ada", "green", "red"), {}, "too_many_offers"),
    ],
)
def test_EX_02_EX_03_what_cannot_be_taken_is_refused_and_says_why(offers, proposal, closed, code):
    with pytest.raises(Refused) as refused:
        draft(*offers, messages=[proposal], closed=closed).with_proposal(proposal)
    assert refused.value.code == code


def test_EX_03_two_of_a_kind_can_be_promised_to_two_and_not_to_three():
    two = draft(("Bo", "yellow"), ("Cy", "yellow"))
    assert two.why_none_left("yellow", two.offers) is not None
    assert two.why_none_left("yellow", two.others_than(0)) is None
    assert two.can_give("red", two.offers)
    assert not two.can_give("blue", ())


def test_what_is_unfinished_is_named_by_its_slot():
    assert draft().why_unfinished() is None
    assert draft(("Bo", "red"), ("", "yellow")).why_unfinished().message.startswith("Offer 2 names no partner")
    assert draft(("Bo", "")).why_unfinished().message.startswith("Offer 1 names no cube")


def test_proposals_that_wait_and_agreements_that_are_drafted():
    both = [said("Ada", "Bo", "red", "green"), said("Bo", "Ada", "green", "red"), said("Cy", "Ada", "white", "red")]
    assert list(draft(messages=both).waiting_proposals()) == ["Cy"]
    agreed = draft(messages=both).bargains["Bo"]
    assert not draft(messages=both).has_drafted(agreed)
    assert draft(("Bo", "red"), messages=both).has_drafted(agreed)
