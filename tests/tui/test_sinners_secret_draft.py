"""A Sinner's Secret without a screen: the orders in the making, and what keys do with the notebook."""

from __future__ import annotations

import pytest

from core.games.sinners_secret.structs import Received, Sent, View
from core.games.sinners_secret.words import AnswersClaim, AttributeClaim
from core.refusal import Refused
from tests.rulings.sinners_secret.scene import HEAVEN, LETTERS, PAIRS
from tui.games.sinners_secret.notebook import (
    AssumedAttribute,
    Notebook,
    ReportedAnswers,
    Spot,
    clear_spot,
    cycle_belief,
    cycle_mark,
    received_key,
    sent_key,
    toggle_belief,
)
from tui.games.sinners_secret.view_model import EMPTY, Draft

GOT = Received(round=1, by="Ed", letters=("D", "G", "M"), answers={"D": True, "G": True, "M": True})
SENT = Sent(round=1, letters=("E", "M", "N"), attribute="wrath", to="Flo")
VIEW = View(
    realms={seat: "heaven" if seat in HEAVEN else "hell" for seat in LETTERS},
    marked=(),
    dealt=True,
    assistance=True,
    letters={seat: tuple(own) for seat, own in LETTERS.items()},
    realm="heaven",
    pairs={letter: (PAIRS[letter][0], PAIRS[letter][1]) for letter in "ABC"},
    sent=(SENT,),
    received=(GOT,),
)
CELL = Spot("cell", "D", "lust")


# --- the orders -------------------------------------------------------------------------------------------------------
def test_a_draft_is_the_same_after_it_was_orders():
    draft = (
        Draft()
        .toggle_letter("M", "lust")
        .toggle_letter("A")
        .toggle_letter("D")
        ._replace(to="Flo")
        .toggle_lock("A", "J")
    )
    orders = {"query": {"letters": ["A", "D", "M"], "attribute": "lust", "to": "Flo"}, "locks": {"A": "J"}}
    assert draft.orders == orders
    assert Draft.of(orders) == draft
    assert Draft().orders == EMPTY
    assert Draft.of(EMPTY) == Draft()


def test_a_query_says_what_it_lacks_in_the_order_in_which_it_is_asked_for():
    draft, lacks = Draft(), []
    for change in ("A", "D", "M"):
        lacks.append(draft.lacks)
        draft = draft.toggle_letter(change)
    lacks += [draft.lacks, draft._replace(attribute="lust").lacks]
    assert lacks == ["letters", "letters", "letters", "attribute", "to"]
    assert draft._replace(attribute="lust", to="Flo").lacks == ""


def test_the_first_cell_says_what_a_query_is_about_and_later_ones_do_not_change_it():
    draft = Draft().toggle_letter("D", "lust").toggle_letter("A", "envy")
    assert (draft.letters, draft.attribute) == (("A", "D"), "lust")
    assert draft.toggle_letter("D").letters == ("A",)


def test_what_was_put_in_last_is_taken_back_first():
    draft = Draft(("A", "D", "M"), "lust", "Flo")
    seen = [draft := draft.without_last_part() for _ in range(5)]
    assert [(len(one.letters), one.attribute, one.to) for one in seen] == [
        (3, "lust", ""), (3, "", ""), (2, "", ""), (1, "", ""), (0, "", "")
    ]  # fmt: skip


def test_a_lock_is_one_for_each_own_letter_and_goes_when_it_is_made_again():
    draft = Draft().toggle_lock("A", "J").toggle_lock("B", "E").toggle_lock("A", "D")
    assert draft.locks == {"A": "D", "B": "E"}
    assert draft.toggle_lock("A", "D").locks == {"B": "E"}
    assert draft.without_lock("B").without_lock("A").orders == EMPTY


# --- the notebook's keys ----------------------------------------------------------------------------------------------
def test_a_mark_goes_round_and_an_own_letter_has_none():
    book, seen = Notebook(), []
    for _ in range(4):
        book = cycle_mark(book, VIEW, CELL)
        seen += [mark.value for mark in book.marks] or [None]
    assert seen == ["yes", "no", "maybe", None]
    with pytest.raises(Refused, match="A is yours"):
        cycle_mark(book, VIEW, Spot("cell", "A", "lust"))


def test_belief_is_turned_round_wherever_a_claim_is_noted():
    about = Notebook().with_attribute(GOT, AssumedAttribute("charity", "Ed"))
    assert not toggle_belief(about, VIEW, (), Spot("answers", number=0)).about[received_key(GOT)].believed
    assert not toggle_belief(about, VIEW, (), Spot("cell", "D", "charity")).about[received_key(GOT)].believed
    told = Notebook().with_report(SENT, ReportedAnswers({"E": False, "M": False, "N": True}))
    assert not toggle_belief(told, VIEW, (), Spot("sent", number=0)).told[sent_key(SENT)].believed
    said = AttributeClaim("Ed", GOT, "charity")
    assert cycle_belief(Notebook(), (said,), Spot("heard", number=0)).stance(said) is True
    assert toggle_belief(Notebook(), VIEW, (said,), Spot("heard", number=0)).stance(said) is True


@pytest.mark.parametrize("spot", [CELL, Spot("answers", number=0), Spot("sent", number=0)], ids=lambda s: s.kind)
def test_where_nobody_claims_anything_there_is_nothing_to_doubt(spot):
    with pytest.raises(Refused) as refused:
        toggle_belief(Notebook(), VIEW, (), spot)
    assert refused.value.code == "no_claim"


def test_what_is_noted_at_a_place_is_taken_back():
    answers = AnswersClaim("Flo", SENT, {"E": False, "M": False, "N": True})
    book = (
        Notebook()
        .with_mark("D", "lust", "yes")
        .with_attribute(GOT, AssumedAttribute("charity"))
        .with_claim(answers, True)
    )
    assert clear_spot(book, VIEW, (), CELL).marks == ()
    assert clear_spot(book, VIEW, (), Spot("answers", number=0)).about == {}
    assert clear_spot(book, VIEW, (), Spot("sent", number=0)).told == {}
    assert clear_spot(book, VIEW, (answers,), Spot("heard", number=0)).told == {}
