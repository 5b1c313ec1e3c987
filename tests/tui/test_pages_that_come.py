"""Pages that come up by themselves: what they take from nobody's hands, and what is told where nothing has a report."""

from __future__ import annotations

from math import inf

import pytest
from textual import events

from core.match import journal as j
from core.table.host_controls import HostControls
from tests.kit.hall import Hall
from tests.kit.screens import LARGE, SMALL, sit
from tui.screens.table.log import ReportScreen
from tui.screens.table.screen import TableScreen
from tui.widgets.writing import BREAK, SayLine

PARLEY = "parley-open-1"


async def writing(at, words: str = "canary") -> SayLine:
    """Somebody in the middle of a line to the lounge, with the caret three characters from its end."""
    await at.press("t", "enter")
    await at.type(words)
    await at.press("left", "left", "left")
    line = at.find("#say")
    assert line.has_focus
    return line


# --- going back, and other closes without a report --------------------------------------------------------------------
async def test_going_back_is_told_over_the_table_in_words():
    async with sit("parley-open", "Ada", size=SMALL) as at:
        at.seat("Ada").seal({"number": 7})
        HostControls(at.table).close()
        await at.settle()
        await at.press("enter")
        HostControls(at.table).rewind(1)
        await at.settle()
        told = " ".join(at.screen.plain().split())
        for words in (
            "The host went back from round 2 to the start of round 1.", "Round 1 is undone.",
            "Your orders of round 1 are your draft", "the dice stay",
        ):  # fmt: skip
            assert words in told
        assert at.screen.is_modal, "over the table"
        await at.press("enter")
        assert isinstance(at.screen, TableScreen)
        assert "DRAFT" in at.text
        HostControls(at.table).close()
        await at.settle()
        assert isinstance(at.screen, ReportScreen)
        assert "Round 1" in at.text


async def test_going_back_to_the_pregame_is_told_in_words_and_takes_the_report_with_it():
    async with sit("pantheic_runes", "Ada", size=SMALL) as at:
        HostControls(at.table).close()
        await at.settle()
        assert isinstance(at.screen, ReportScreen)
        HostControls(at.table).rewind(0)
        await at.settle()
        told = " ".join(at.screen.plain().split())
        assert "The host went back from round 1 to the start of the pregame. The pregame is undone." in told
        assert "round 0" not in told
        await at.press("enter")
        assert "What stood here is undone" in at.text


async def test_the_end_of_a_briefing_shows_no_empty_page():
    hall = Hall("Ada")
    table = hall.match(briefing=True)
    async with hall.enter("Ada") as at:
        at.app.sit(PARLEY, "Ada")
        await at.settle()
        await at.press("H")  # the coach would say what comes first instead
        HostControls(table).begin()
        await at.settle()
        assert isinstance(at.screen, TableScreen)
        assert "Round 1 is open" in at.told


async def test_whoever_watches_is_told_of_going_back():
    hall = Hall("Ada", "Bo")
    table = hall.match(holders={"Ada": "local"})
    async with hall.enter("Ada") as at:
        at.app.spectate(PARLEY)
        await at.settle()
        HostControls(table).rewind(1)
        await at.settle()
        assert "The host went back" in at.told


# --- whoever writes ---------------------------------------------------------------------------------------------------
async def test_a_line_that_is_being_written_stays_with_its_caret_and_the_report_waits_for_it():
    async with sit("parley-open", "Ada", size=LARGE) as at:
        line = await writing(at)
        HostControls(at.table).close()
        await at.settle()
        assert isinstance(at.screen, TableScreen)
        assert (line.value, line.cursor_position, line.has_focus) == ("canary", 3, True)
        assert "What happened is shown when you have written this" in at.find("#status").message
        await at.type("q")
        assert line.value == "canqary"
        await at.press("enter")
        await at.settle()
        assert isinstance(at.screen, ReportScreen)
        assert at.table.match.messages[-1].text == "canqary"
        await at.press("enter")
        assert at.screen.focused is at.find("#threads"), "and not where what is typed is said"


async def test_going_back_waits_for_the_line_too():
    async with sit("parley-open", "Ada", size=LARGE) as at:
        line = await writing(at)
        HostControls(at.table).rewind(1)
        await at.settle()
        assert line.has_focus
        await at.press("escape")
        await at.settle()
        assert "The host went back" in at.screen.plain()


async def test_after_a_page_nobody_is_in_a_line_that_is_said_aloud():
    async with sit("parley-open", "Ada", size=LARGE) as at:
        await at.press("t", "enter")
        assert at.find("#say").has_focus
        HostControls(at.table).close()
        await at.settle()
        assert isinstance(at.screen, ReportScreen)
        await at.press("enter")
        assert at.screen.focused is at.find("#threads")
        await at.type("x")
        assert at.find("#say").value == ""


async def test_after_a_page_the_keyboard_is_where_it_was():
    async with sit("exodus", "Ada", size=LARGE) as at:
        await at.press("tab")
        before = at.screen.focused
        HostControls(at.table).close()
        await at.settle()
        await at.press("enter")
        assert at.screen.focused is before


async def test_keys_typed_before_a_page_was_painted_never_answer_it():
    async with sit("parley-open", "Ada") as at:
        early = events.Key("enter", "\r")
        HostControls(at.table).close()
        await at.settle()
        assert isinstance(at.screen, ReportScreen)
        at.app.post_message(early)
        await at.settle()
        assert isinstance(at.screen, ReportScreen), "it was typed before that page could be seen"
        await at.press("enter")
        assert isinstance(at.screen, TableScreen)


# --- what is written --------------------------------------------------------------------------------------------------
async def test_a_line_that_was_not_sent_is_kept_for_its_thread():
    async with sit("parley-open", "Ada", size=LARGE) as at:
        line = await writing(at, "for all")
        await at.press("escape", "down")
        assert line.value == "", "what was meant for all is not said to one"
        await at.press("enter")
        await at.type("for Bo")
        await at.press("escape", "up")
        assert line.value == "for all"
        await at.press("enter", "enter")
        assert [said.text for said in at.table.match.messages] == ["for all"]
        await at.press("escape", "down")
        assert line.value == "for Bo"


async def test_an_unsent_line_survives_leaving():
    hall = Hall("Ada")
    table = hall.match()
    for _ in range(2):
        async with hall.enter("Ada", LARGE) as at:
            await at.press("t", "enter")
            if not at.find("#say").value:
                await at.type("canary")
            else:
                await at.press("enter")
    assert [said.text for said in table.match.messages] == ["canary"]


async def test_a_line_whose_thread_closes_while_it_is_written_stays_in_the_hand():
    async with sit("parley-realms", "Ada", size=LARGE) as at:
        at.seat("Ada").do({"kind": "line", "to": "Cy"})
        await at.settle()
        await at.press("t")
        at.find("#threads").point(next(one.id for one in at.find("#talk").threads() if one.to == ("Cy",)))
        await at.settle()
        await at.press("enter")
        await at.type("canary")
        HostControls(at.table).close()
        await at.settle()
        await at.type("s")
        assert at.find("#say").value == "canarys", "and s was no command"


async def test_what_is_pasted_is_kept_and_sent_whole():
    async with sit("parley-open", "Ada", size=LARGE) as at:
        line = await writing(at, "onetwo")
        at.app.post_message(events.Paste("A\r\nB\n\nC\n"))
        await at.settle()
        assert line.value == f"oneA{BREAK}B{BREAK}{BREAK}Ctwo"
        await at.press("enter")
        assert at.table.match.messages[-1].text == "oneA\nB\n\nCtwo"


async def test_no_control_is_pasted_and_a_typed_emoji_keeps_its_joiners():
    async with sit("parley-open", "Ada", size=LARGE) as at:
        line = await writing(at, "")
        at.app.post_message(events.Paste("A\x1b[201~\x07B"))
        await at.settle()
        for letter in "\U0001f468\u200d\U0001f467":
            at.app.post_message(events.Key("x", letter))
            await at.settle()
        assert line.value == "A[201~B\U0001f468\u200d\U0001f467"
        await at.press("enter")
        assert at.table.match.messages[-1].text == "A[201~B\U0001f468\u200d\U0001f467"


async def test_what_is_too_long_stays_is_counted_and_says_what_to_do():
    async with sit("parley-open", "Ada", size=LARGE) as at:
        line = await writing(at, "onetwo")
        at.app.post_message(events.Paste("x" * 1990))
        await at.settle()
        assert "4 left" in at.text
        at.app.post_message(events.Paste("y" * 138))
        await at.settle()
        assert "134 too many: shorten it, or say it in two." in at.text
        await at.press("enter")
        assert "this one has 134 more: shorten it, or say it in two." in at.find("#status").message
        assert len(line.value) == 2134
        assert at.table.match.messages == ()
        await at.press("escape")
        assert at.app.screen.focused is at.find("#threads")


@pytest.mark.parametrize("size", [SMALL, (120, 30)])
async def test_talk_that_is_cut_off_has_a_mark_and_a_key_that_shows_it(size):
    async with sit("exodus", "Ada", size=size) as at:
        for number in range(40):
            at.table.submit(j.Said(author="Bo", to="lounge", text=f"message {number}"))
        await at.settle()
        await at.press("t")
        cut = at.find("#said-cut")
        assert "message 39" in at.text
        assert "message 0" not in at.text
        assert "\u2191" in str(cut.content)
        for _ in range(20):
            await at.press("left")
        assert "message 0" in at.text
        assert "\u2193" in str(cut.content)
        assert "\u2191" not in str(cut.content)


async def test_a_list_that_is_cut_off_has_a_mark():
    async with sit("day_of_mercury", "Ada", size=(120, 30)) as at:
        await at.press("t")
        shown = [line.plain for line in at.find("#threads").drawn()]
        assert shown[-1].startswith("↓")
        assert not shown[0].startswith("↑")
        await at.press("end")
        shown = [line.plain for line in at.find("#threads").drawn()]
        assert shown[0].startswith("↑")
        assert not shown[-1].startswith("↓")


async def test_whoever_leaves_while_a_page_comes_up_has_left():
    """Other keys typed before it could be seen were meant for something else."""
    async with sit("parley-open", "Ada", size=SMALL) as at:
        page = ReportScreen(at.seat("Ada"))
        page.withhold_keys()
        at.app.open_screen(page)
        at.app.post_message(events.Key("q", "q"))
        at.app.post_message(events.Key("ctrl+q", "\x11"))
        assert page.seen_from == inf
        await at.settle()
        assert at.app.exiting
