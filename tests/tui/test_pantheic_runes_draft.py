"""Pantheic Runes without a screen: the orders in the making, the workbench, what is before a player, what is told."""

from __future__ import annotations

from typing import Any

import pytest

from core.contract import Notice
from core.refusal import Refused
from tests.kit.screens import position
from tests.tui.test_pantheic_runes_panel import HAND, MID
from tui.games.pantheic_runes.draft import EMPTY, Draft, fruitless
from tui.games.pantheic_runes.editor import Bench
from tui.games.pantheic_runes.rows import Tidings
from tui.games.pantheic_runes.view_model import Searched, Sight


def before(bench: Bench = Bench(at=0), draft: Draft = Draft(), *, live: bool = True, **setup: Any) -> Sight:  # noqa: B008
    """What Ada has before her."""
    house, table = position("pantheic_runes", setup=MID | setup)
    seat = house.seat(table.match.header.match, "Ada")
    return Sight(seat.view(), seat.asks, draft, seat.sealed(), bench, {}, Searched(), live=live)


# --- the orders -------------------------------------------------------------------------------------------------------
def test_a_draft_is_the_same_after_it_was_orders():
    draft = Draft().with_pick(2, 2).with_pick(0, 2).with_ritual("x++o").with_ritual("oo+x").with_forbidden("xo++")
    orders = {"temple": [2, 0], "rituals": [{"tableau": "x++o"}, {"tableau": "oo+x", "forbid": "xo++"}]}
    assert draft.orders == orders
    assert Draft.of(orders) == draft
    assert Draft.of({}).orders == Draft().orders == EMPTY


def test_picks_are_as_many_as_there_are_and_one_alone_moves():
    assert Draft((1,)).with_pick(3, 1).temple == (3,)
    assert Draft((1,)).with_pick(1, 1).temple == ()
    assert Draft((1,)).with_pick(3, 2).temple == (1, 3)
    with pytest.raises(Refused, match="You have 2 picks this round and used them all") as refused:
        Draft((1, 3)).with_pick(0, 2)
    assert refused.value.ruling == "PR-03"


def test_of_two_equal_rituals_the_last_is_lifted():
    laid = Draft().with_ritual("oo+x").with_ritual("oooo").with_ritual("oo+x").with_forbidden("xo++")
    assert laid.without_ritual("oo+x").orders["rituals"] == [{"tableau": "oo+x", "forbid": "xo++"}, {"tableau": "oooo"}]


def test_only_the_ritual_of_artemis_forbids_and_it_can_forbid_nothing():
    assert Draft().with_ritual("oooo").with_forbidden("xo++").rituals == ({"tableau": "oooo"},)
    laid = Draft().with_ritual("oooo").with_ritual("oo+x").with_forbidden("xo++")
    assert laid.artemis_place == 1
    assert laid.with_forbidden("").rituals == ({"tableau": "oooo"}, {"tableau": "oo+x"})


def test_what_an_action_used_up_is_no_longer_on_the_altar():
    mine = before().mine
    assert mine is not None
    laid = Draft().with_ritual("oooo").with_ritual("oooo").with_ritual("x++o")
    assert laid.without_missing(mine).laid == ["oooo", "x++o"], "there is one oooo in the hand"


def test_rituals_without_a_blessing_are_warned_of():
    assert fruitless(["oooo", "xo++"], ["", "Hera"]) == ["The ritual oooo pleases no deity."]


# --- the workbench ----------------------------------------------------------------------------------------------------
def test_the_chosen_cell_goes_round_the_edges():
    bench = Bench(at=2, cell=0)
    assert [bench.with_cell_moved(*by).cell for by in ((0, 1), (1, 0), (0, -1), (-1, 0))] == [1, 2, 1, 2]
    assert Bench(at=2, first=1).is_empty is False
    assert Bench(at=2).with_turn(-90).with_turn(-90) == Bench(at=2, degrees=180)
    assert Bench(at=2).with_rune("x") == Bench(at=2, cell=0, rune="x")


def test_what_enter_would_do_follows_hand_prices_and_asks():
    found = before(Bench(at=3, first=1)).prepared_deed
    assert found is not None
    assert (found.kind, found.result, found.mana, found.reason) == ("combine", "xo++", 2, None)
    poor = before(Bench(at=3, degrees=90), mana={"Ada": 0}).prepared_deed
    assert poor is not None
    assert poor.reason is not None
    assert poor.reason[0].startswith("Rotating costs 1 mana and you have 0.")
    assert before(Bench(at=3)).prepared_deed is None


def test_what_is_under_the_cursor_and_whether_it_is_free():
    assert before(Bench(at=3)).tableau_at_cursor == HAND[3]
    assert before(Bench(at=3)).why_barred is None
    assert before(Bench(at=0), tableaux={"Ada": []}).why_barred == "You hold no tableau."
    assert before(draft=Draft().with_ritual("oo+x")).marks.found[3] == "▼"


# --- what is told -----------------------------------------------------------------------------------------------------
def test_what_happened_is_told_once_and_two_gifts_alike_are_one():
    gift, asked = Notice("gift", "Every seat received xo.+."), Notice("proposal", "Bo proposes to combine.")
    tidings = Tidings()
    assert tidings.spoken_news([3, 0], [3, 2], (gift, gift), ()).words == "Every seat received xo.+."
    told = tidings.spoken_news([3, 2], [3, 3], (gift, gift, asked), ("Bo",))
    assert told == ("Bo proposes to combine. p answers.", True)
    assert tidings.spoken_news([3, 3], [3, 3], (gift, gift, asked), ("Bo",)).words == ""


def test_who_sits_down_to_a_waiting_proposal_is_told_without_a_bell():
    asked = Notice("proposal", "Bo proposes to combine.")
    assert Tidings().spoken_news([3, 1], [3, 1], (asked,), ("Bo",)) == ("Bo asked to combine: p answers.", False)
    assert Tidings().spoken_news([2, 5], [3, 1], (asked,), ("Bo",)).rings, "another round counts from its start"
