"""Talk under each policy, lists and grids with the mouse, settings."""

from __future__ import annotations

import asyncio

import pytest
from textual import events

import themes
from core.match import journal as j
from tests.kit.house import open_house
from tests.kit.screens import LARGE, OneScreen, drive, sit
from tui.app.hotseat import HotseatApp
from tui.widgets.choices import Choices, Row
from tui.widgets.threads import ROOM, is_apart, threads


def labels(at, seat="Ada"):
    return [thread.label for thread in threads(at.seat(seat)) if not is_apart(thread)]


async def test_a_few_long_messages_do_not_make_everybody_wait_until_they_are_drawn():
    async with sit("parley-open", size=LARGE) as at:
        for number in range(200):
            at.table.submit(j.Said(author="Bo", to="lounge", text=f"{number}\n" + "x\n" * 990))
        at.table.submit(j.Said(author="Bo", to="lounge", text="the latest"))
        await at.press("t")
        await at.settle()
        assert at.find("#messages").size.height <= ROOM + 5
        assert "the latest" in at.text
        at.find("#said").scroll_home(animate=False)
        await at.settle()
        assert "-- 200 earlier messages --" in at.text
        at.table.submit(j.Said(author="Bo", to="lounge", text="y\n" * 990))
        await at.settle()
        assert at.find("#messages").size.height > ROOM, "one that is too long alone is drawn all the same"


async def test_under_realms_one_talks_to_ones_realm_and_across_only_on_open_lines():
    async with sit("parley-realms", size=LARGE) as at:
        assert labels(at) == ["Your realm", "Bo", "Lounge (everyone)"]
        await at.press("t", "enter")
        await at.type("north only")
        await at.press("enter")
        assert at.seat("Bo").messages()[-1].text == "north only"
        assert at.seat("Cy").messages() == ()
        at.seat("Ada").do({"kind": "line", "to": "Cy"})
        at.seat("Cy").say(["Ada"], "across")
        await at.settle()
        assert labels(at) == ["Your realm", "Bo", "Cy", "Lounge (everyone)"]
        for name in at.table.match.seats:
            at.seat(name).ready()
        await at.settle()
        await at.press("enter", "t")
        at.find("#threads").action_edge(-1)
        await at.settle()
        assert "across" in at.text, "a line that closed stays readable"
        assert at.find("#say").disabled


async def test_under_limited_there_is_the_lounge_alone():
    async with sit("parley-limited", size=LARGE) as at:
        assert labels(at) == ["Lounge (everyone)", "A player alone"]
        await at.press("t", "enter")
        await at.type("hello")
        await at.press("enter")
        assert at.seat("Di").messages()[-1].text == "hello"


async def test_an_empty_message_is_not_sent():
    async with sit("parley-limited") as at:
        await at.press("t", "enter")
        at.find("#say").value = "   "
        await at.press("enter")
        assert at.seat("Ada").messages() == ()


async def test_a_crash_prints_no_private_things():
    def opening():
        secret = "hand: red"
        raise ZeroDivisionError(secret)

    app = OneScreen(opening)
    with pytest.raises(ZeroDivisionError):
        async with app.run_test():
            pass
    assert app._exit_renderables == [], "Textual would print every local variable"


async def test_a_click_goes_to_a_row_and_a_second_one_chooses_it():
    async with sit("exodus", size=LARGE) as at:
        await at.pilot.click("#partners", offset=(5, 3))
        await at.settle()
        assert at.find("#partners").row.id == "Ed"
        await at.pilot.click("#partners", offset=(5, 3))
        await at.settle()
        assert at.seat("Ada").draft().orders["offers"][0]["to"] == "Ed"


async def test_a_click_finds_the_cell_of_a_grid():
    async with sit("exodus", size=LARGE) as at:
        grid = at.find("#matrix")
        await at.pilot.click("#matrix", offset=(grid.title_width + 2 * grid.cell_width + 3, 1 + 4 * grid.cell_height))
        await at.settle()
        assert grid.at == (4, 2)


def test_a_list_steps_over_headings_and_keeps_its_place_by_id():
    rows = [Row("h", "People", heading=True), Row("a", "Ada"), Row("h2", "Bots", heading=True), Row("b", "Bo")]
    choices = Choices(rows, id="list")
    assert choices.row.id == "a"
    assert choices._next(2, 1) == 3
    assert choices._next(2, -1) == 1
    assert choices._next(0, -1) == 1


async def test_settings_are_taken_over_at_once_and_kept():
    house = open_house()
    async with drive(HotseatApp(house)) as at:
        at.find("#menu").point("settings")
        await at.press("enter")
        at.find("#settings").point("theme:daylight")
        await at.press("enter")
        assert at.app.theme == "daylight"
        at.find("#settings").point("idle:0")
        await at.press("enter")
    kept = house.store.get("settings", "screens")
    assert kept["theme"] == "daylight"
    assert kept["idle_seconds"] is None
    assert HotseatApp(house).theme == "daylight"
    assert HotseatApp(house, no_color=True).theme == themes.COLOURLESS


async def test_a_damaged_match_is_told_in_the_menu_and_nothing_else_breaks():
    house = open_house()
    house.damaged["exodus-9"] = "The match exodus-9 cannot be opened: entry 3 is cut short."
    async with drive(HotseatApp(house)) as at:
        assert "entry 3 is cut short" in " ".join(at.text.split())


async def test_something_said_while_the_talk_opens_is_in_it_and_crashes_nothing():
    async with sit("exodus") as at:
        key = events.Key("t", "t")
        key.set_sender(at.app)
        at.app.post_message(key)
        async with asyncio.timeout(300):
            while not at.screen.query("#talk"):  # noqa: ASYNC110 - one turn of the loop after the other
                await asyncio.sleep(0)
        assert not at.screen.query("#messages"), "the pane is there, and what is in it is not yet"
        at.seat("Bo").say("lounge", "hello")
        await at.settle()
        assert "Bo: hello" in at.text


async def test_a_key_that_comes_while_a_resize_opens_the_side_waits_for_it():
    async with sit("parley-open", size=(80, 24)) as at:
        await asyncio.gather(at.find("#side").open(), at.screen.action_talk())
        assert at.screen.focused is at.find("#threads")


async def test_the_list_of_talk_stays_as_it_is_under_a_hand_that_writes():
    async with sit("exodus", size=LARGE) as at:
        await at.press("t")
        at.find("#threads").point("seats\nAda\nDi")
        await at.press("enter", "H")
        before = [row.id for row in at.find("#threads").rows]
        at.seat("Ivy").say(["Ada"], "Hello?")
        await at.settle()
        assert [row.id for row in at.find("#threads").rows] == before
        await at.press("escape", "q")
        assert [row.id for row in at.find("#threads").rows] != before, "who waits comes first once nobody is at it"


async def test_t_opens_the_conversation_with_whom_the_cursor_is_at():
    async with sit("exodus") as at:
        at.find("#partners").focus()
        at.find("#partners").point("Ed")
        await at.settle()
        await at.press("t")
        assert at.find("#talk").thread.label == "Ed"
        assert at.find("#threads").row.id == at.find("#talk").thread_id
        await at.press("q", "t")
        assert at.find("#talk").thread.label == "Ed", "elsewhere it is the last one"


async def test_what_is_out_of_sight_in_talk_is_counted_anew_for_another_size():
    async with sit("exodus", size=(120, 40)) as at:
        for number in range(30):
            at.clock.advance(60)
            at.seat("Bo").say(["Ada"], f"{number}: a line that is long enough to be broken in a narrow pane of talk.")
        await at.press("t")
        above = (
            at.find("#said-cut").plain if hasattr(at.find("#said-cut"), "plain") else str(at.find("#said-cut").content)
        )
        await at.pilot.resize_terminal(160, 45)
        await at.settle()
        await at.settle()
        said = at.find("#said")
        assert f"{round(said.scroll_y)} lines" in str(at.find("#said-cut").content), above
