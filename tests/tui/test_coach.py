"""The coach at the table: comes once, follows the draft, is sent away with one key, and pushes nothing away."""

from __future__ import annotations

import pytest

from core.games import MODULES
from core.games import game as find_game
from tests.kit.house import open_house
from tests.kit.screens import drive, sit
from tests.kit.script import NAMES
from tui.app.hotseat import HotseatApp
from tui.games import panel_class
from tui.widgets.coach import CoachLine
from tui.words import text


def seated(name: str):
    """A house with one match of a person, Ada, among bots that say nothing unusual."""
    house = open_house()
    seats = NAMES[: find_game(name).spec.seats]
    holders = {seat: "local" if seat == "Ada" else "bot:random" for seat in seats}
    return house, house.make(name, seats, holders=holders, seed=5)


async def test_it_comes_by_itself_once_and_never_again_once_sent_away():
    house, table = seated("day_of_mercury")
    async with drive(HotseatApp(house, match_id="day-of-mercury-1")) as at:
        await table.quiet()
        await at.settle()
        assert "1 of 3: Choose two places" in at.text
        await at.press("H")
        assert "1 of 3" not in at.text
        assert "C calls it again" in at.text
    house.make("day_of_mercury", table.match.seats, holders=dict(table.match.holders), seed=6)
    async with drive(HotseatApp(house, match_id="day-of-mercury-2")) as at:
        await at.settle()
        assert "1 of 3" not in at.text
        await at.press("C")
        assert "Coach: step 1 of 3" in at.text
        await at.press("escape")
        assert "1 of 3: Choose two places" in at.text


async def test_its_move_goes_into_the_draft_and_afterwards_it_says_what_came_of_it():
    house, table = seated("day_of_mercury")
    async with drive(HotseatApp(house, match_id="day-of-mercury-1")) as at:
        await table.quiet()
        await at.settle()
        await at.press("C", "enter")
        assert "s seals it" in at.text
        await at.press("s", "enter")
        await table.quiet()
        await at.settle()
        assert at.screen.id == "report"
        await at.press("enter")
        assert "What came of it: +" in at.text
        await at.press("s", "enter")
        await table.quiet()
        await at.settle()
        await at.press("enter")
        assert "What came of it" not in at.text  # the first round is over, and so is the coach


async def test_proposals_that_belong_to_its_move_are_sent_by_a_key_of_their_own():
    async with sit("exodus", "Ada") as at:
        await at.press("C")
        assert "Say" in at.screen.plain()
        await at.press("p")
        said = [message for message in at.table.match.said if message.by == "Ada"]
        assert [message.deal is not None for message in said] == [True] * len(said)
        assert said
        await at.press("enter")
        assert at.find("#panel").orders["offers"][0]["to"] in said[0].readers + said[-1].readers
        assert [message for message in at.table.match.said if message.by == "Ada"] == said, "nobody is told twice"


async def test_enter_alone_drafts_the_move_and_makes_its_proposals_too():
    async with sit("exodus", "Ada", size=(80, 30)) as at:
        await at.press("C")
        assert "Enter puts it into your draft and tells" in at.screen.plain()
        await at.press("enter")
        said = [message for message in at.table.match.said if message.by == "Ada"]
        offers = at.find("#panel").orders["offers"]
        assert [offer["to"] in message.readers for offer, message in zip(offers, said, strict=True)] == [True, True]
        assert "been told" in at.text
        await at.press("C")
        assert "tells" not in at.screen.plain().partition("Enter puts")[2], "they have been told this round"


async def test_where_it_has_no_move_enter_only_closes_its_page():
    async with sit("pantheic_runes", "Ada") as at:
        await at.press("C")
        assert "into my draft" not in at.text
        await at.press("enter")
        assert at.screen.id == "table"
        assert at.seat("Ada").draft() is None


@pytest.mark.parametrize("name", MODULES)
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (40, 15)])
async def test_at_no_size_it_pushes_the_table_away(name, size):
    async with sit(name, "Ada", size=size) as at:
        await at.press("C", "escape")
        hint = at.screen._coach.coaching.hint()
        line = at.find("#coach", CoachLine)
        assert hint is not None
        assert line.display == (size[1] > 24)
        if size[1] > 24:
            assert hint.words[:30] in at.text
            least = panel_class(name).LEAST
            panel = at.find("#panel")
            assert (panel.size.width >= least[0], panel.size.height >= least[1]) == (True, True)
        else:
            said = at.text.splitlines()[-2]
            assert (hint.words if size[0] >= 80 else hint.brief) in said
            assert text.CUT not in said, "nothing of it is cut off"
            assert "New to" not in at.text


async def test_a_spectator_has_no_coach():
    async with sit("exodus", None) as at:
        await at.press("C")
        assert "Coach" not in at.text
