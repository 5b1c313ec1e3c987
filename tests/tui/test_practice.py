"""Practice from the start menu and from the lobby: a coach that goes along, and no clock."""

from __future__ import annotations

from tests.kit.hall import Hall
from tests.kit.house import open_house
from tests.kit.screens import drive
from tui.app.hotseat import HotseatApp
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
        await house.running()[0].quiet()
        await at.settle()
        assert at.screen.id == "table"
        assert "round 4/7" in at.text
        assert "no deadline" in at.text
        assert "of 4: " in at.text


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
