"""What one of the cast does on the page of a season: put a name down, give, talk in its rooms (SE-27 to SE-30)."""

from __future__ import annotations

import pytest

from core.seasons.options import SeasonOptions
from core.seasons.season_controls import SeasonControls
from tests.kit.depth import ends
from tests.kit.hall import Hall

CAST = ("Ada", "Bo", "Cy", "Di")
HELD = {"Ada": "person:ada", "Bo": "person:bo"}


def typed(words):
    return [key if key != " " else "space" for key in words]


def a_season(**options):
    hall = Hall("Ada", "Bo", "Eve", "Hal", host="Hal")
    live = hall.house.seasons.make(CAST, title="Spring", holders=HELD, options=SeasonOptions(**options), seed=1)
    return hall, live, SeasonControls(hall.house.seasons, live)


async def test_SE_30_a_name_is_put_down_on_the_page_and_taken_back():
    hall = Hall("Ada", "Bo")
    live = hall.house.seasons.make((), title="Spring", options=SeasonOptions(places=2), seed=1)
    async with hall.enter("Ada") as at:
        await at.press("S")
        assert "n puts your name down." in at.text
        await at.press("n")
        assert "Names down: Ada" in at.text
        assert "n takes it back" in at.text
        await at.press("n")
        assert "Names down: nobody" in at.text
        await at.press("n")
        hall_guest = live.season.names
        assert [(one.name, one.is_signed_up) for one in hall_guest] == [("Ada", True)]


@pytest.mark.parametrize("size", ends((40, 15), (80, 24), (120, 40), (160, 45)))
async def test_SE_28_the_rooms_of_a_season_are_read_and_written(size):
    hall, live, desk = a_season()
    desk.say("Bo", "cast", "See you on Friday")
    desk.say("Bo", "host", "BO-TO-HOST")
    desk.say("Bo", "confessional", "BO-CONFIDES")
    desk.answer("Ada", "You may.")
    async with hall.enter("Ada", size) as at:
        await at.press("S", "t")
        assert "See you on Friday" in at.text
        assert "BO-" not in at.text
        await at.press("enter", *"Hello", "enter")
        assert live.season.messages[-1].text == "Hello"
        assert "You: Hello" in at.text
        await at.press("escape", "down")
        assert "A host: You may." in at.text
        desk.answer("Ada", "Or not.")
        await at.settle()
        assert "Or not." in at.text
        assert "BO-" not in at.text


async def test_SE_28_a_host_answers_a_line_and_reads_confessionals_on_record():
    hall, live, desk = a_season()
    desk.say("Bo", "host", "May I?")
    desk.say("Bo", "confessional", "BO-CONFIDES")
    async with hall.enter("Hal", (120, 40)) as at:
        await at.press("S", "enter", "t")
        assert "BO-CONFIDES" not in at.text
        await at.press("down", "down")
        assert "May I?" in at.text
        await at.press("enter", *"Yes", "enter")
        assert (live.season.messages[-1].name, live.season.messages[-1].from_host) == ("Bo", True)
        await at.press("escape", "c")
        assert "BO-CONFIDES" in at.text
        assert live.season.entry_count == 4  # two words, an answer, and that it was looked at


async def test_SE_28_nobody_else_comes_to_the_rooms():
    hall, _, _ = a_season()
    async with hall.enter("Eve") as at:
        await at.press("S", "t", "g", "n")
        assert at.app.screen.id == "season"


async def test_SE_27_garnets_are_given_on_the_page():
    hall, live, _ = a_season(gifts="secret", purse=3)
    async with hall.enter("Ada", (120, 40)) as at:
        await at.press("S", "g", "enter", "down", "enter", *"2", "enter")
        assert [(one.name, one.to, one.amount) for one in live.season.gifts] == [("Ada", "Bo", 2)]
        await at.press("g", "enter", "enter", *"9", "enter")
        assert "You can give 1 to 1 garnet, not 9." in at.text


async def test_SE_31_garnets_are_promised_on_the_page():
    hall, live, _ = a_season(gifts="secret", purse=3)
    async with hall.enter("Ada", (80, 24)) as at:
        await at.press("S", "g", "enter", *["down"] * 3, "enter", *typed("2 until Friday"), "enter")
        assert "[SE-31]" in at.text
        await at.press(*["backspace"] * 6, *typed("3 if you stay"), "enter")
        assert "Ada has secretly promised Bo 2 garnets until episode 3 ends" in at.text
        (one,) = live.season.promises
        assert (one.words, one.until, one.secret) == ("you stay", 3, True)
