"""Every game of the house can be sat at, looked at and played with the generic panel; sessions share a process."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace

from core.games import MODULES
from core.parts import Asks
from core.table.seat import Seat
from tests.kit.depth import paired
from tests.kit.screens import LARGE, SMALL, OneScreen, position, sit
from tui import games
from tui.games.filling import merge
from tui.games.generic import GenericPanel
from tui.games.known import tree
from tui.screens.table.screen import TableScreen


@pytest.fixture
def generic(monkeypatch):
    monkeypatch.setattr(games, "PANELS", {})


@pytest.mark.usefixtures("generic")
@pytest.mark.parametrize("game", MODULES)
async def test_the_generic_panel_plays_any_game(game):
    async with sit(game) as at:
        panel = at.find("#panel", GenericPanel)
        asks = at.seat("Ada").asks()
        if asks.orders:
            open_now = [
                n for n, c in enumerate(asks.choices) if c.closed is None and c.probe and "action" not in c.slot
            ]
            if open_now:
                at.find("#choices").focus()
                at.find("#choices").point(str(open_now[0]))
                await at.press("enter")
                if asks.choices[open_now[0]].entry is not None:
                    await at.press("x", "enter")
            await at.press("s", "enter")
            assert at.seat("Ada").sealed() is not None, at.find("#status").message
        assert panel.query_one("#view").plain


@pytest.mark.parametrize(("game", "seat_size"), paired(tuple(MODULES), [("Ada", SMALL), ("Ada", LARGE), (None, SMALL)]))
async def test_every_game_has_a_screen_for_a_player_and_for_a_spectator(game, seat_size):
    seat, size = seat_size
    async with sit(game, seat, size=size) as at:
        assert at.find("#watching" if seat is None else "#panel") is not None
        assert at.text.splitlines()[-1].startswith(" ? help")


@pytest.mark.usefixtures("generic")
async def test_orders_are_written_as_json_only_where_choosing_does_not_suffice(monkeypatch):
    async with sit("parley-open") as at:
        at.find("#choices").focus()
        await at.press("e")
        assert not at.screen.query("#json")
        asks = Seat.asks

        def bare(seat: Seat) -> Asks:
            choices = tuple(replace(choice, probe=None) for choice in asks(seat).choices)
            return replace(asks(seat), choices=choices)

        monkeypatch.setattr(Seat, "asks", bare)
        await at.press("e")
        at.find("#json").text = "{nonsense"
        await at.press("tab")
        assert "This is not JSON" in at.find("#status").message
        at.find("#json").text = '{"number": 12}'
        await at.press("tab", "s")
        assert at.find("#status").message == "Name a number from 0 to 9, not 12."
        await at.press("e")
        at.find("#json").text = '{"number": 7}'
        await at.press("tab", "s", "enter")
        assert at.seat("Ada").sealed().number == 7


@pytest.mark.usefixtures("generic")
async def test_a_live_action_is_confirmed_and_then_done():
    async with sit("parley-open") as at:
        choices = at.find("#choices")
        first = next(n for n, c in enumerate(at.seat("Ada").asks().choices) if c.slot == "action.wave")
        choices.focus()
        choices.point(str(first))
        await at.press("enter", "q")
        assert at.seat("Bo").log()[-1].notices == ()
        await at.press("enter", "enter")
        assert at.seat("Bo").log()[-1].notices[0].text == "Ada turned to you."


def test_a_probe_is_added_to_the_draft_without_losing_what_is_there():
    assert merge({"a": [1], "b": {"c": 1}}, {"a": [2], "b": {"d": 2}, "e": 3}) == {
        "a": [1, 2],
        "b": {"c": 1, "d": 2},
        "e": 3,
    }


def test_a_view_is_shown_as_an_indented_list():
    rows = [
        row if isinstance(row, str) else row.plain for row in tree({"points": 3, "hand": {"red": 1}, "past": []}, {})
    ]
    assert rows == ["Points: 3", "Hand: red 1", "Past: none"]


@pytest.mark.usefixtures("drawn")
async def test_several_sessions_of_one_process_are_told_apart_and_hear_of_each_other():
    house, table = position("exodus")
    apps = {name: OneScreen(lambda name=name: TableScreen(house.seat("exodus-1", name))) for name in ("Ada", "Bo")}
    ready = asyncio.Event()

    async def session(name: str) -> str:
        async with apps[name].run_test(size=SMALL) as pilot:
            await pilot.pause()
            if name == "Ada":
                await pilot.press("s", "enter")
                ready.set()
            await ready.wait()
            for _ in range(4):
                await pilot.pause()
            strips = apps[name].screen._compositor.render_strips(apps[name].size)
            return "".join(segment.text for strip in strips[:2] for segment in strip)

    ada, bo = await asyncio.gather(session("Ada"), session("Bo"))
    assert "SEALED" in ada
    assert "orders NONE" in bo
    assert "1/9 sealed" in bo
    assert table._subscribers == [table._subscribers[0]], "the house alone still listens"


@pytest.mark.usefixtures("generic")
async def test_the_general_panel_marks_what_is_chosen():
    async with sit("parley-open") as at:
        at.find("#choices").focus()
        await at.press("down", "enter")
        assert [row.label for row in at.find("#choices").rows if row.chosen] == ["1"]
        assert "\u25c6 1" in at.text
