"""The coach at the table: comes once, follows the draft, is sent away with one key, and pushes nothing away."""

from __future__ import annotations

import pytest

from core.games import MODULES
from core.games import game as find_game
from core.match.pace import MESSAGES
from core.refusal import Refused
from core.table.host_controls import HostControls
from core.talk.channels import Deal
from tests.kit.depth import paired
from tests.kit.house import open_house
from tests.kit.screens import drive, sit
from tests.kit.script import NAMES
from tui.app.hotseat import HotseatApp
from tui.games import panel_class
from tui.screens.table.coach import CoachLine
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


async def test_where_nothing_is_agreed_it_says_what_to_ask_and_drafts_nothing():
    async with sit("exodus", "Ada", size=(80, 40)) as at:
        await at.press("C")
        assert "Enter says it to" in at.screen.plain()
        await at.press("enter")
        said = [message for message in at.table.match.said if message.by == "Ada"]
        assert said
        assert all(message.deal is not None for message in said)
        assert "been told" in at.text
        assert at.find("#panel").orders["offers"] == []


async def test_what_is_agreed_goes_into_the_draft_and_what_was_told_is_not_told_again():
    async with sit("exodus", "Ada", size=(80, 40)) as at:
        await at.press("C", "p")
        asked = next(message for message in at.table.match.said if message.by == "Ada")
        other = next(reader for reader in asked.readers if reader != "Ada")
        at.seat(other).say(["Ada"], "Agreed.", Deal(give=asked.deal.want, want=asked.deal.give))
        await at.press("escape", "C")
        assert f"Agreed with {other}" in at.screen.plain()
        await at.press("enter")
        assert at.find("#panel").orders["offers"] == [{"to": other, "give": asked.deal.give}]
        said = [(message.readers, message.deal) for message in at.table.match.said if message.by == "Ada"]
        assert len(set(said)) == len(said), "nobody is told twice"


async def test_what_waits_to_be_said_is_not_said_again():
    async with sit("exodus", "Ada", size=(80, 40)) as at:
        for _ in range(MESSAGES):
            at.seat("Ada").say("lounge", "Hello.")
        await at.press("C", "enter", "C")
        waiting = at.seat("Ada").waiting()
        assert waiting
        assert "waits to be said" in at.screen.plain()
        assert "Enter says it" not in at.screen.plain()
        await at.press("enter")
        assert at.seat("Ada").waiting() == waiting


async def test_what_its_page_would_tell_is_not_told_in_the_next_round():
    async with sit("exodus", "Ada", size=(80, 40)) as at:
        await at.press("C")
        telling = at.screen._telling
        assert telling.to
        HostControls(at.table).close()
        with pytest.raises(Refused) as refused:
            telling.send()
        assert refused.value.code == "round_over"
        assert not [message for message in at.table.match.said if message.by == "Ada"]


async def test_what_can_only_be_done_at_the_table_is_done_by_enter():
    setup = {"round": 2, "tableaux": {"Ada": ["o+x+"]}, "mana": {"Ada": 4}}
    async with sit("pantheic_runes", "Ada", setup=setup) as at:
        assert at.seat("Ada").view().own.tableaux == ("o+x+",)
        await at.press("C")
        assert "Enter does it at the table" in at.screen.plain()
        await at.press("enter")
        assert at.seat("Ada").view().own.tableaux == ("xo++",)


@pytest.mark.parametrize(("name", "size"), paired(tuple(MODULES), [(80, 24), (120, 40), (40, 15)]))
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
