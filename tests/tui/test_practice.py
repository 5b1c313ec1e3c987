"""Practice from the start menu and from the lobby: a coach that goes along, and no clock."""

from __future__ import annotations

from contextlib import suppress

import pytest

from cli.commands.play import finished_round
from core.botplay.playing import entry_for, make_bot
from core.match import views
from core.match.journal import Closed, Lapsed
from core.refusal import Refused
from tests.kit.hall import Hall
from tests.kit.house import open_house
from tests.kit.screens import SMALL, drive
from tui.app.hotseat import HotseatApp
from tui.screens.settings import SettingsScreen
from tui.screens.table.screen import TableScreen


async def test_the_start_menu_practises_a_game_from_a_position_with_the_coach_on():
    house = open_house()
    async with drive(HotseatApp(house)) as at:
        at.find("#menu").point("practice")
        await at.press("enter")
        at.find("#pick").point("exodus")
        await at.press("enter")
        assert "From the start" in at.text
        assert "The lesson: 7 exercises" in at.text
        await at.press("down", "down", "enter")
        assert "What are you called at the table?" in at.text
        await at.press(*"Zoe", "enter")
        await house.running()[0].quiet()
        await at.settle()
        assert at.screen.id == "table"
        assert "round 4/7" in at.text
        assert "no deadline" in at.text
        assert "of 4: " in at.text
        assert house.running()[0].match.seats[0] == "Zoe"
        assert at.app.settings()["called"] == "Zoe", "it is asked once"
        at.app.practise("ninety_nine", None)
        await at.settle()
        assert house.running()[0].match.seats[0] == "Zoe"
        at.app.push_screen(SettingsScreen())
        await at.settle()
        at.find("#settings").point("called")
        await at.press("enter", *["backspace"] * 3, *"Yan", "enter")
        assert at.app.settings()["called"] == "Yan"


async def test_HH_28_the_coach_comes_to_every_practice_also_to_who_has_sent_it_away():
    house = open_house()
    async with drive(HotseatApp(house, practice=("ninety_nine", None, "Ada"))) as at:
        await at.settle()
        assert at.screen.id == "table"
        await at.press("H")
    async with drive(HotseatApp(house, practice=("ninety_nine", None, "Ada"))) as at:
        await at.settle()
        assert any(words in at.text for words in ("1 of 2: ", "1/2 ", "leads this bout"))


async def test_HH_31_practice_in_the_lobby_is_ones_own():
    hall = Hall("Ada", "Bo", "Gwen", host="Gwen")
    async with hall.enter("Ada") as at:
        await at.press("p")
        at.find("#pick").point("black_and_white")
        await at.press("enter", "down", "enter")
        await at.settle()
        assert isinstance(at.screen, TableScreen)
        assert at.screen.seat.name == "Ada"
        assert any(words in at.text for words in ("1 of 2: ", "1/2 ", "leads this bout"))
        await at.press("q")
        assert at.rows[0] in ("head:Waits for you", "head:Your other matches")
        assert [row for row in at.rows if row.startswith("host:")] == []
    for other in ("Bo", "Gwen"):
        async with hall.enter(other) as at:
            assert at.rows == []
            assert "Practice" not in at.text


async def play_to_the_end(at, table):
    while table.match.phase != "finished":
        bots = {seat: make_bot(table.match, seat, "random") for seat in table.match.seats}
        for seat, bot in bots.items():
            for move in bot.turn(views.sight(table.match, seat)):
                with suppress(Refused):
                    table.submit(entry_for(move, seat))
        if table.match.phase not in ("finished", "decision"):
            table.submit(Lapsed(author="house") if table.match.turns else Closed())
    await table.quiet()
    await at.settle()


@pytest.mark.parametrize("way", ["table", "replay"])
async def test_HH_31_a_practice_is_played_again_with_one_key(way):
    house = open_house()
    async with drive(HotseatApp(house, practice=("black_and_white", None, "Ada"))) as at:
        await at.settle()
        (first,) = house.running()
        await play_to_the_end(at, first)
        if way == "replay":
            while at.screen.id in ("table", "report"):
                await at.press("q")
            at.app.replay(first.match.header.match)
            await at.settle()
            assert at.screen.id == "replay"
        while at.screen.id not in ("table", "replay"):
            await at.press("enter")
        await at.press("A")
        await at.settle()
        (second,) = house.running()
        assert second.match.holders == first.match.holders
        assert second.match.header.practice
        assert second.match.header.seed != first.match.header.seed
        assert at.screen.id == "table"
        assert at.screen.seat.frame().match == second.match.header.match


async def test_HH_31_who_plays_a_match_with_others_again_practises_with_bots():
    hall = Hall("Ada", "Bo")
    table = hall.match("black_and_white", seats=("Ada", "Bo"))
    async with hall.enter("Bo") as at:
        await play_to_the_end(at, table)
        at.app.replay(table.match.header.match)
        await at.settle()
        await at.press("A")
        await at.settle()
        (again,) = (running for running in hall.house.running() if running is not table)
        assert again.match.header.practice
        assert again.match.holders["Bo"] == "person:bo"
        assert again.match.holders["Ada"].startswith("bot:")
        assert at.screen.seat.frame().match == again.match.header.match
    async with hall.enter("Ada") as at:
        assert "Practice" not in at.text


@pytest.mark.parametrize("size", [SMALL, (40, 15)])
async def test_HH_81_a_replay_is_played_on_from_the_round_shown_and_compared(size):
    hall = Hall("Ada", "Bo")
    table = hall.match("black_and_white", seats=("Ada", "Bo"))
    async with hall.enter("Bo", size) as at:
        await play_to_the_end(at, table)
        at.app.replay(table.match.header.match)
        await at.settle()
        await at.press("home", "down", "down", "V")
        await at.settle()
        assert at.find("#pick").rows[0].id == "Ada"
        at.find("#pick").point("Bo")
        await at.press("enter", "enter")
        await at.settle()
        (branch,) = (running for running in hall.house.running() if running is not table)
        assert branch.match.header.branch.round == 3
        assert branch.match.state.round >= 3
        assert (branch.match.holders["Bo"], branch.match.holders["Ada"][:4]) == ("person:bo", "bot:")
        assert at.screen.seat.frame().match == branch.match.header.match
        await play_to_the_end(at, branch)
        at.app.replay(table.match.header.match)
        await at.settle()
        await at.press("V")
        at.find("#pick").point("compare")
        await at.press("enter")
        await at.settle()
        assert "What came of it" in at.text
        assert "as played" in at.text


async def test_HH_81_who_practises_goes_back_to_an_earlier_round():
    house = open_house()
    async with drive(HotseatApp(house, practice=("exodus", None, "Ada"))) as at:
        await at.settle()
        (table,) = house.running()
        table.submit(Closed())
        await at.settle()
        while at.screen.id != "table":
            await at.press("enter")
        assert table.match.round == 2
        await at.press("V")
        assert "Go back to the start of" in at.text
        at.find("#pick").point("1")
        await at.press("enter")
        await at.settle()
        assert table.match.round == 1


async def test_HH_81_a_command_goes_on_from_a_round_of_a_finished_match():
    house = open_house()
    table = house.make("black_and_white", ("Ada", "Bo"), holders={"Ada": "local", "Bo": "bot:steady"})
    match = table.match.header.match
    with pytest.raises(Refused, match="still being played"):
        finished_round(house, f"{match}:3")
    async with drive(HotseatApp(house)) as at:
        await play_to_the_end(at, table)
    assert finished_round(house, f"{match}:3") == (match, 3)
    for wrong in (f"{match}:99", f"{match}:x", "nothing-7:3"):
        with pytest.raises(Refused):
            finished_round(house, wrong)
    async with drive(HotseatApp(house, practice=(None, (match, 3), "Ada"))) as at:
        await at.settle()
        assert [row.id for row in at.find("#pick").rows] == ["Ada", "Bo"]
        await at.press("enter", "enter")
        await at.settle()
        assert at.screen.seat.frame().match != match
