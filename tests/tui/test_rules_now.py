"""The rule book opens at what matters now: what closes the thing under the cursor, the thing itself, the phase."""

from __future__ import annotations

import pytest

from core.games import MODULES
from core.words.rulebook import book
from tests.kit.screens import show, sit
from tui.games import panel_class
from tui.screens.help import RulesScreen

BAR = "\u2581\u2582\u2583\u2584\u2585\u2586\u2587\u2588 "


async def first_line(at) -> str:
    """The first line of the page that has words, without the scroll bar beside it."""
    await at.settle()
    lines = [line for line in at.text.splitlines()[1:] if any(map(str.isalpha, line)) and "searches" not in line]
    return lines[0].strip().rstrip(BAR)


async def test_at_the_trade_desk_it_opens_at_the_round_that_is_shown():
    async with sit("exodus", "Ada", setup={"round": 4}) as at:
        at.find("#matrix").focus()
        await at.press("R")
        assert await first_line(at) == "Round 4"
    async with sit("exodus", "Ada", setup={"round": 4}) as at:
        at.find("#matrix").focus()
        await at.press("greater_than_sign", "R")
        assert await first_line(at) == "Round 5"


async def test_elsewhere_it_opens_at_what_is_under_the_cursor():
    async with sit("day_of_mercury", "Ada") as at:
        at.find("#places").focus()
        await at.press("R")
        assert await first_line(at) == "The locations"
        await at.press("home")
        assert await first_line(at) == "DAY OF MERCURY"


async def test_on_the_ship_a_tool_leads_to_the_tools_and_the_pregame_to_the_pregame():
    async with sit("drifting_ship", "Ada") as at:
        await at.press("R")
        assert await first_line(at) == "Pregame"
    async with sit("drifting_ship", "Ada", setup={"round": 3}) as at:
        board = at.find("#board")
        board.focus()
        board.point("Z")
        await at.press("R")
        assert await first_line(at) == "Tools"


async def test_a_choice_that_is_closed_leads_to_its_ruling():
    async with show(lambda: RulesScreen("exodus", headings=("EX-03", "A round"))) as at:
        assert "EX-03" in await first_line(at)
    async with show(lambda: RulesScreen("exodus", headings=("no such heading", "A round"))) as at:
        assert await first_line(at) == "A round"


@pytest.mark.parametrize("name", MODULES)
def test_every_page_that_a_panel_names_is_a_heading_of_its_help(name):
    headings = {paragraph.words for paragraph in book(name) if paragraph.kind == "heading"}
    assert set(panel_class(name).PAGES.values()) <= headings
