"""The shell around every game: leaving, sealing with warnings, help, rules, and what stays said."""

from __future__ import annotations

import pytest

from core.games import MODULES
from core.talk.channels import Deal
from core.words.rulebook import book, paragraphs
from storage.memory import MemoryStore
from tests.kit.house import Clock, open_house
from tests.kit.screens import LARGE, SMALL, drive, sit
from tui.app.hotseat import HotseatApp
from tui.screens.curtain import Curtain
from tui.screens.table.screen import TableScreen


# --- leaving ----------------------------------------------------------------------------------------------------------
async def test_from_hotseat_the_table_is_left_by_a_second_press():
    house = open_house(MemoryStore(), Clock())
    seats = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ivy")
    house.make("exodus", seats, holders=dict.fromkeys(seats, "local"))
    async with drive(HotseatApp(house, match_id="exodus-1")) as at:
        await at.press("enter", "enter")
        assert isinstance(at.screen, TableScreen)
        await at.press("q")
        assert at.find("#status").message.startswith("q again leaves the table")
        await at.press("down", "q")
        assert isinstance(at.screen, TableScreen), "not the second press in a row"
        await at.press("escape")
        assert isinstance(at.screen, Curtain)


@pytest.mark.parametrize("key", ["q", "escape"])
async def test_a_look_at_another_round_closes_before_the_table_is_left(key):
    async with sit("exodus", "Ada") as at:
        await at.press("greater_than_sign", key)
        assert isinstance(at.screen, TableScreen)
        assert at.find("#panel").round_shown == at.screen.seat.frame().round
        await at.press(key)
        assert not isinstance(at.app.screen, TableScreen)


@pytest.mark.parametrize("key", ["q", "escape"])
async def test_the_list_of_who_was_seen_closes_before_the_table_is_left(key):
    async with sit("drifting_ship", "Ada", setup={"round": 2}) as at:
        await at.press("v")
        assert at.find("#panel").listing
        await at.press(key)
        assert isinstance(at.screen, TableScreen)
        assert not at.find("#panel").listing


@pytest.mark.parametrize("key", ["q", "escape"])
async def test_what_is_on_the_workbench_is_put_back_before_the_table_is_left(key):
    async with sit("pantheic_runes", "Ada", setup={"round": 1}) as at:
        await at.press("greater_than_sign", key)
        assert isinstance(at.screen, TableScreen)
        await at.press(key)
        assert not isinstance(at.app.screen, TableScreen)


# --- sealing ----------------------------------------------------------------------------------------------------------
async def test_what_the_table_warned_of_stands_where_orders_are_sealed():
    async with sit("day_of_mercury", "Ada", setup={"sin": {"Ada": {"pride": 1}}}) as at:
        at.seat("Bo").say(["Ada"], "Trade in the Ringed City?", Deal("lust", "pride"))
        at.seat("Ada").keep_draft(
            {
                "visits": [{"location": "catacombs", "actions": []}, {"location": "lost_district", "actions": []}],
                "trade": {"with": "Bo", "give": "pride", "want": "lust"},
            }
        )
        await at.settle()
        await at.press("s")
        told = " ".join(at.screen.plain().split())
        assert "! Bo and you were to meet in the Ringed City for your trade, and it is not in your plan" in told


async def test_DM_40_a_place_named_for_another_trade_is_no_warning():
    """Bo answers Ada's proposal with another trade somewhere else: the two were to meet nowhere yet."""
    async with sit("day_of_mercury", "Ada", setup={"sin": {"Ada": {"pride": 1}}}) as at:
        at.seat("Ada").keep_draft(
            {
                "visits": [{"location": "catacombs", "actions": []}, {"location": "lost_district", "actions": []}],
                "trade": {"with": "Bo", "give": "pride", "want": "lust"},
            }
        )
        at.seat("Ada").say(["Bo"], "In the Catacombs?", Deal("pride", "lust"))
        at.seat("Bo").say(["Ada"], "Rather in the Ringed City.", Deal("sloth", "pride"))
        await at.settle()
        await at.press("s")
        told = " ".join(at.screen.plain().split())
        assert "were to meet" not in told
        assert "! Bo has not said yes to this trade" in told


async def test_a_ritual_that_pleases_nobody_is_warned_of_where_it_is_sealed():
    async with sit("pantheic_runes", "Ada", setup={"round": 1, "tableaux": {"Ada": ["++++", "xxxx"]}}) as at:
        at.seat("Ada").keep_draft({"rituals": [{"tableau": "++++"}], "temple": []})
        await at.settle()
        pleased = at.find("#panel").warnings()
        await at.press("s")
        assert all(sentence in " ".join(at.screen.plain().split()) for sentence in pleased)
        assert "The ritual ++++ pleases no deity." in pleased


# --- help and rules ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("keys", [(), ("L",), ("R",), ("t",)])
async def test_help_has_what_is_special_first_movement_last_and_no_key_twice(keys):
    async with sit("exodus", "Ada", size=(100, 90)) as at:
        await at.press(*keys, "question_mark")
        lines = at.text.splitlines()
        heads = [lines.index(f"  {head}") for head in ("Keys here", "Everywhere", "To get about")]
        assert heads == sorted(heads)
        assert "Ctrl+PAGEUP" not in at.text
        named = [key for line in lines[heads[0] :] if line.startswith("    ") for key in line[4:22].split()]
        assert sorted(named) == sorted(set(named))
        about = [key for line in lines[heads[2] :] if line.startswith("    ") for key in line[4:22].split()]
        assert {"Tab"} <= set(about)
        assert not {"s", "?", "q"} & set(about)


@pytest.mark.parametrize("game", MODULES)
def test_tables_and_boards_fit_on_a_page_of_80_columns(game):
    drawn = [line for one in book(game) if one.kind == "columns" for line in one.words.split("\n")]
    assert all(len(line) <= 72 for line in drawn)


async def test_a_wide_table_stays_a_table_at_80_columns():
    found = paragraphs("| room | what it does |\n|---|---|\n| R | " + "word " * 30 + "|\n| S | short |\n")
    assert [one.kind for one in found] == ["columns", "table", "table"]
    assert all(len(line) <= 72 for one in found for line in one.words.split("\n"))
    async with sit("drifting_ship", "Ada", size=(80, 100)) as at:
        await at.press("R", "home")
        lines = at.text.splitlines()
        assert "    1A  4B  3C  2B  6A  7C  1B" in lines, "the board is drawn"
        assert any(line.split() == ["room", "tool", "effect"] for line in lines)
        wiwaxia = next(number for number, line in enumerate(lines) if line.startswith("    W     Wiwaxia"))
        column = lines[wiwaxia].index("twice:")
        assert lines[wiwaxia + 1][:column].isspace(), "what is too long goes on in its own column"


# --- what stays said --------------------------------------------------------------------------------------------------
async def test_why_a_row_is_closed_is_not_said_at_the_next():
    house = open_house(MemoryStore(), Clock())
    async with drive(HotseatApp(house), LARGE) as at:
        at.find("#menu").point("continue")
        await at.settle()
        assert "No match is going on" in at.find("#status").message
        await at.press("up")
        assert at.find("#status").message == ""


async def test_the_replay_keeps_no_stale_notice():
    house = open_house(MemoryStore(), Clock())
    seats = ("Ada", "Bo", "Cy", "Di")
    table = house.make("parley-open", seats, holders=dict.fromkeys(seats, "local"))
    while table.match.phase != "finished":
        from core.table.host_controls import HostControls

        HostControls(table).close()
    async with drive(HotseatApp(house, replay="parley-open-1"), SMALL) as at:
        for key in ("right", "enter", "greater_than_sign"):
            await at.app.screen.action_turn_to(9)
            assert "turning points" in at.find("#status").message
            await at.press(key)
            assert at.find("#status").message == ""
