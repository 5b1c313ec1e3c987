"""The page with what the last close brought."""

from __future__ import annotations

from core.table.host_controls import HostControls
from tests.kit.hall import Hall
from tests.kit.screens import sit
from tui.screens.dialogs import Blank
from tui.screens.table.catch_up import CatchUpScreen
from tui.screens.table.log import ReportScreen
from tui.screens.table.screen import TableScreen


async def test_a_close_while_the_last_one_is_being_read_goes_on_the_same_page():
    async with sit("exodus") as at:
        for _ in range(2):
            for name in at.table.match.seats:
                at.seat(name).ready()
            await at.settle()
            assert isinstance(at.screen, ReportScreen)
        assert "Round 1" in at.text
        assert "Round 2" in at.text
        await at.press("enter")
        assert at.screen.id == "table"


async def test_the_ship_stands_whole_on_a_phone():
    async with sit("drifting_ship", size=(42, 26)) as at:
        for name in at.table.match.seats:
            at.seat(name).ready()
        await at.settle()
        board = next(row for row in at.text.splitlines() if "4B" in row)
        assert [label in board for label in ("1A", "4B", "3C", "2B", "6A", "7C", "1B")] == [True] * 7


async def test_what_closes_under_a_blanked_screen_is_one_page_when_it_is_back():
    async with sit("exodus") as at:
        await at.press("z")
        for _ in range(3):
            for name in at.table.match.seats:
                at.seat(name).ready()
            await at.settle()
            assert isinstance(at.screen, Blank), "nothing private comes over a blanked screen"
        await at.press("x")
        assert isinstance(at.screen, ReportScreen)
        assert "what happened while you were busy, 3 rounds" in at.text
        shown = at.screen.text_to_copy()
        assert shown.index("Round 1") < shown.index("Round 2") < shown.index("Round 3")
        await at.press("enter")
        assert at.screen.id == "table"


async def test_what_closes_over_the_page_of_a_returning_player_goes_on_that_page():
    hall = Hall("Ada", "Bo")
    table = hall.match()
    async with hall.enter("Ada"):
        pass
    HostControls(table).close()
    async with hall.enter("Ada") as at:
        assert isinstance(at.screen, CatchUpScreen)
        for _ in range(2):
            HostControls(table).close()
            await at.settle()
        assert isinstance(at.screen, CatchUpScreen)
        shown = at.screen.text_to_copy()
        assert "While you were away" in shown
        assert shown.index("Round 1") < shown.index("Round 2") < shown.index("Round 3")
        await at.press("enter")
        assert isinstance(at.screen, TableScreen)
    async with hall.enter("Ada") as at:
        assert not isinstance(at.screen, CatchUpScreen)
