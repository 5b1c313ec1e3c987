"""The box before sealing says what the orders break, waste or leave unused."""

from __future__ import annotations

from core.talk.channels import Deal
from tests.kit.screens import sit
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
