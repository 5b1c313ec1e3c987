"""The page with what the last close brought."""

from __future__ import annotations

from tests.kit.screens import sit
from tui.screens.log import ReportScreen


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
