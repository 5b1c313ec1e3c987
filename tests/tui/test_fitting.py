"""Layouts have an end: no order in which sizes come keeps a screen laying itself out."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from typing import Any

import pytest
from textual import events
from textual.geometry import Size
from textual.screen import Screen

from tests.kit.screens import LARGE, SMALL, Driven, sit
from tui.app import fitting
from tui.app.fitting import Fitted
from tui.screens.dialogs import TooSmall
from tui.screens.help import RulesScreen
from tui.screens.table.screen import TableScreen

TOO_SMALL = (40, 12)
ENOUGH = 100
"""Layouts of one screen in one test; more would have no end."""


class WithoutEnd(Exception):
    """A screen is still being laid out."""


@pytest.fixture
def laid_out(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each kind of screen was laid out: Textual's own work, under whatever asks for it."""
    counted: Counter[str] = Counter()
    lay_out = Screen._refresh_layout

    def count(self: Screen[Any], size: Size | None = None, scroll: bool = False) -> None:
        counted[type(self).__name__] += 1
        if counted[type(self).__name__] > ENOUGH:
            raise WithoutEnd
        lay_out(self, size, scroll)

    monkeypatch.setattr(Screen, "_refresh_layout", count)
    return counted


def _told(screen: Screen[Any], width: int, height: int) -> None:
    """A size, and something else to do, wait in a screen's queue."""
    size = Size(width, height)
    screen.post_message(events.Resize(size, size))
    screen.call_later(lambda: None)


async def test_two_sizes_that_wait_in_one_queue_do_not_follow_each_other_for_ever(laid_out: Counter[str]) -> None:
    """Textual lays out for each, and each layout asks for another: while a table was not painted yet this kept the
    loop for itself."""
    async with sit("day_of_mercury", size=(100, 30)) as at:
        laid_out.clear()
        at.app.hold()
        for screen in at.app.screen_stack:
            _told(screen, 79, 24)
            _told(screen, 160, 45)
        at.app.show_after(1)
        await at.settle()
        assert laid_out["TableScreen"] <= 1  # it had this size already
        assert laid_out["Fitted"] == 0
        assert at.screen.outer_size == (100, 30)


async def test_of_sizes_that_come_quickly_the_last_one_is_laid_out(laid_out: Counter[str]) -> None:
    async with sit("day_of_mercury", size=SMALL) as at:
        laid_out.clear()
        for size in (LARGE, TOO_SMALL, (120, 40), SMALL, (100, 30)) * 3:
            at.app.hold()
            await _grow(at, size)
            at.app.show_after(3)
        await at.settle()
        assert isinstance(at.screen, TableScreen)
        assert at.screen.outer_size == (100, 30)
        assert at.find("#frame").region.width == 100
        assert sum(laid_out.values()) < ENOUGH


async def _grow(at: Driven, size: tuple[int, int]) -> None:
    """Another size, and a moment of the loop."""
    at.app._driver._size = size  # type: ignore[union-attr]
    at.app.post_message(events.Resize(Size(*size), Size(*size)))
    for _ in range(20):
        await asyncio.sleep(0)


@pytest.mark.parametrize("page", [False, True], ids=["a cover", "a page and a cover"])
async def test_what_is_covered_is_laid_out_when_it_is_seen(laid_out: Counter[str], page: bool) -> None:
    async with sit("exodus", size=(100, 30)) as at:
        table = at.screen
        if page:
            at.app.push_screen(RulesScreen("exodus"))
            await at.settle()
        laid_out.clear()
        for size in (TOO_SMALL, (50, 11), (60, 13), TOO_SMALL):
            await at.pilot.resize_terminal(*size)
        await at.settle()
        assert isinstance(at.screen, TooSmall)
        assert list(laid_out) == ["TooSmall"]
        await at.pilot.resize_terminal(*LARGE)
        await at.settle()
        assert laid_out["TableScreen"] == 0 or not page
        if page:
            await at.press("q")
        assert at.screen is table
        assert table.query_one("#side").region.right == LARGE[0]
        assert laid_out["TableScreen"] < 6


async def test_a_layout_that_asks_for_itself_is_stopped_and_named(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    asked = 0

    def lay_out(self: Screen[Any], size: Size | None = None, scroll: bool = False) -> None:
        nonlocal asked
        asked += 1
        assert asked < 10_000
        if self.app.screen is self and asked < 9_000:
            self.call_later(self._refresh_layout)

    async with sit("exodus", size=SMALL) as at:
        with caplog.at_level(logging.ERROR, fitting.__name__), monkeypatch.context() as patch:
            patch.setattr(Screen, "_refresh_layout", lay_out)
            at.screen._refresh_layout()
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        assert asked <= 3 * fitting.IN_ONE_TURN
        assert f"TableScreen asked {fitting.IN_ONE_TURN + 1} times for a layout in one turn" in caplog.text
        await at.settle()
        assert isinstance(at.screen, Fitted)
