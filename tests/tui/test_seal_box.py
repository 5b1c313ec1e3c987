"""The box before sealing says what the orders break, waste or leave unused."""

from __future__ import annotations

import pytest

from core.games import MODULES
from core.talk.acts import Accept, Clause, Offer
from core.talk.channels import Deal
from tests.kit.screens import sit
from tests.kit.script import NAMES
from tests.tui.desk_of_exodus import FOUR


async def test_an_agreement_that_the_offers_break_and_what_is_expected_of_whom():
    async with sit("exodus", setup=FOUR) as at:
        at.seat("Bo").say(["Ada"], "deal", Deal(give="green", want="red"))
        at.seat("Ada").say(["Bo"], "yes", Deal(give="red", want="green"))
        at.seat("Ada").keep_draft({"offers": [{"to": "Bo", "give": "red"}]})
        await at.settle()
        await at.press("s")
        assert "I offer Bo 1 red cube.  You expect green (only you see this)." in at.text
        assert "breaks" not in at.text
        await at.press("q")
        at.seat("Ada").keep_draft({"offers": [{"to": "Bo", "give": "yellow"}]})
        await at.settle()
        await at.press("s")
        shown = " ".join(at.screen.plain().split())
        assert "You agreed with Bo: your red for their green. This breaks it: you offer yellow." in shown


async def test_a_blessing_that_is_ready_and_a_pick_that_is_left():
    hand = {"round": 3, "tableaux": {"Ada": ["xo++", "+.o."]}}
    async with sit("pantheic_runes", setup=hand) as at:
        await at.press("s")
        shown = " ".join(at.screen.plain().split())
        assert "Hera: ready, and not laid down." in shown
        assert "1 pick of the temple unused" in shown


async def test_actions_that_are_left_on_a_day_of_mercury():
    async with sit("day_of_mercury") as at:
        await at.press("1", "g", "2", "s")
        assert "2 of your 3 actions unused." in at.screen.plain()


THREE = {"round": 3}


def visits(first):
    """Two places, with these actions in the first."""
    return [{"location": "ringed_city", "actions": first}, {"location": "lakeside_garden", "actions": []}]


PROMISES = {
    # game: the term and what, the room, the position, orders that keep it, orders that break it
    "exodus": ("give", "red", ["Ada"], FOUR, {"offers": [{"to": "Bo", "give": "red"}]}, {"offers": []}),
    "famine": ("give", "ruby", ["Ada"], {"hands": {s: ["ruby"] if s == "Ada" else [] for s in NAMES[:8]}},
               {"offers": [{"to": "Bo", "give": "ruby"}]}, {"offers": []}),
    "pantheic_runes": ("leave", "2", ["Ada"], THREE, {"temple": [1]}, {"temple": [2]}),
    "drifting_ship": ("leave", "3A", "lounge", THREE, {"crew": [{"move": "8C", "activate": 1}, {"activate": 1}]},
                      {"crew": [{"activate": 1}, {"activate": 1}]}),
    "sinners_secret": ("lock", "Cy", ["Ada"], THREE, {"locks": {"F": "I"}}, {"locks": {"F": "K"}}),
    "day_of_mercury": ("commit", "Cy", ["Ada"], THREE, {"visits": visits([{"do": "commit", "target": "Cy"}])},
                       {"visits": visits([])}),
}  # fmt: skip


@pytest.mark.parametrize("game", PROMISES)
async def test_terms_that_the_orders_break_or_keep_and_what_others_owe(game):
    """Also where the panel restates the orders in its own way."""
    term, what, to, setup, keeping, breaking = PROMISES[game]
    async with sit(game, setup=setup) as at:
        now = at.table.match.round
        to_bo, to_ada = ("", "") if term in ("lock", "commit") else ("Bo", "Ada")
        mine = Clause("Ada", term, now, now + 1, what, to_bo)
        theirs = Clause("Bo", term, now, now + 1, THEIRS[game], to_ada)
        at.seat("Bo").say(to, "Both of us, this time and the next?", act=Offer((mine, theirs)))
        at.seat("Ada").say(["Bo"] if to != "lounge" else to, "Yes.", act=Accept("Bo-1"))
        kept = await box(at, keeping)
        assert "As promised: " in kept
        assert "breaks your word" not in kept
        assert "You expect: Bo" in kept
        assert "This breaks your word: " in await box(at, breaking)


THEIRS = {
    "exodus": "green", "famine": "onyx", "pantheic_runes": "3", "drifting_ship": "13C", "sinners_secret": "Di",
    "day_of_mercury": "Di",
}  # fmt: skip


async def box(at, orders) -> str:
    """What the box says of these orders, in one line."""
    at.seat("Ada").keep_draft(orders)
    await at.settle()
    await at.press("s")
    assert "Seal these orders?" in at.text, at.text
    shown = " ".join(at.screen.plain().split())
    await at.press("q")
    return shown


async def test_on_a_day_of_mercury_a_trade_that_is_agreed_unanswered_or_broken():
    trade = {"with": "Bo", "give": "pride", "want": "greed"}
    async with sit("day_of_mercury", setup={"round": 3, "sin": {"Ada": {"pride": 3}}}) as at:
        ordered = {"visits": visits([]), "trade": trade}
        assert "Bo has said nothing of this trade" in await box(at, ordered)
        at.seat("Bo").say(["Ada"], "deal", Deal(give="greed", want="pride"))
        at.seat("Ada").say(["Bo"], "yes", Deal(give="pride", want="greed"))
        agreed = await box(at, ordered)
        assert "You expect: Bo says yes to this trade." in agreed
        assert "This breaks it" not in agreed
        broken = "You agreed with Bo: your pride for their greed. This breaks it: "
        assert f"{broken}no such trade is ordered." in await box(at, {"visits": visits([])})
        assert f"{broken}you trade elsewhere." in await box(at, {"visits": visits([]), "trade": trade | {"with": "Cy"}})


async def test_energy_over_the_cap_and_a_query_that_is_not_made():
    async with sit("drifting_ship", setup={"round": 3}) as at:
        cap = at.seat("Ada").view().own.cap
        energy = at.seat("Ada").view().own.crew[0].energy
        shown = await box(at, {"crew": [{}, {"activate": 5}]})
        assert f"Ada 1 ends with {energy}: {energy + 3 - cap} energy of the next round is lost." in shown
        assert "Ada 2 ends" not in shown
    async with sit("sinners_secret", setup={"round": 3}) as at:
        assert "No query: there is one in each round (g composes it)." in await box(at, {"locks": {"F": "K"}})


@pytest.mark.parametrize("game", MODULES)
async def test_a_draft_from_elsewhere_that_says_little_is_shown_and_can_be_sealed_or_is_refused(game):
    """A script or a bot may have left a draft without every key."""
    async with sit(game) as at:
        turn = at.table.match.stage
        name = "Ada" if turn is None or at.seat("Ada").my_turn else "Bo"
        at.seat(name).keep_draft({})
        await at.settle()
        await at.press("s")
        assert "Seal these orders?" in at.text or at.find("#status").message
