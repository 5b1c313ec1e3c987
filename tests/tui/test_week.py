"""A host's week on the screen: times, announcements that stay, bots for the rest, templates, names put down."""

from __future__ import annotations

from datetime import UTC

import pytest

from core.house.guest import Guest
from core.house.templates import Templates
from core.match.settings import MatchSettings
from core.table.host_controls import HostControls
from core.words.deadlines import draft
from tests.kit.hall import Hall
from tests.kit.screens import LARGE, SMALL
from tui.screens.host.newmatch import HostedMatch
from tui.screens.host.times import HostTimes
from tui.screens.table.announcements import Announcements, Pinned
from tui.screens.table.screen import TableScreen
from tui.words import notices, text

MATCH = "parley-open-1"
ESCAPES = "\x1b[2J\x07[red]not markup[/red] \u202eabc"


def hall_with_match(**more):
    hall = Hall("Ada", "Bo", "Gwen", host="Gwen")
    return hall, hall.match(**more)


async def console(at):
    at.app.host_match(MATCH)
    await at.settle()


async def typed(at, words):
    at.find("#answer").value = words
    await at.press("enter")


# --- announcements that stay ------------------------------------------------------------------------------------------
@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_HH_24_an_announcement_is_pinned_until_it_was_read(size):
    hall, table = hall_with_match()
    async with hall.enter("Ada", size) as at:
        assert not at.find(Pinned).display
        HostControls(table).announce("Dinner is **served**.")
        await at.settle()
        assert at.find(Pinned).display
        assert "Dinner is served." in at.text
        assert "N reads" in at.text
        await at.press("q")  # the table is left, and found again
    async with hall.enter("Ada", size) as at:
        await at.press("enter")
        if not isinstance(at.screen, TableScreen):
            await at.press("enter")
        assert isinstance(at.screen, TableScreen)
    other = hall.match(seats=("Bo", "Cy", "Di", "Ed"))
    HostControls(other).announce("Elsewhere.")
    async with hall.enter("Bo", size) as at:
        at.app.sit(MATCH, "Bo")
        await at.settle()
        assert at.find(Pinned).display
        await at.press("N")
        assert isinstance(at.screen, Announcements)
        assert "new" in at.text
        await at.press("q")
        assert not at.find(Pinned).display


async def test_HH_24_unread_ones_are_told_at_the_next_visit_and_in_the_lobby():
    hall, table = hall_with_match()
    async with hall.enter("Ada"):
        pass
    hall.clock.advance(3600)
    HostControls(table).announce("Dinner is **served**.")
    HostControls(table).close()
    async with hall.enter("Ada") as at:
        assert "The host announced, " in at.text
        assert "Dinner is served." in at.text
        await at.press("enter")
        assert not at.find(Pinned).display
        HostControls(table).announce("Second helping.")
        await at.press("q")
        assert "1 announcement to read at the table" in at.text


def test_markdown_is_shown_as_far_as_a_terminal_can_and_nothing_acts():
    rows = text.lines(
        notices.rows("# Head\n\nA **b** *c* `d` [e](http://f)\nnext\n\n- one\n- two\n  1. three\n\n> said")
    )
    assert rows.plain.split("\n") == [
        "Head", "", "A b c d e (http://f)", "next", "", "\u2022 one", "\u2022 two", "  1. three", "", "\u2502 said",
    ]  # fmt: skip
    assert {span.style for span in rows.spans} >= {"bold", "italic", "$accent", "$strong"}
    shown = text.lines(notices.rows(ESCAPES)).plain
    assert "\x1b" not in shown
    assert "\x07" not in shown
    assert "\u202e" not in shown
    assert "[red]not markup[/red]" in shown
    assert notices.plain("**") == "**"
    assert notices.plain("<script>x</script> ![p](q)") == "<script>x</script> p (q)"
    assert notices.plain("> " * 300 + "deep")


async def test_what_a_host_plans_is_on_the_hosts_page_alone():
    hall, table = hall_with_match()
    async with hall.enter("Gwen") as at:
        await console(at)
        await at.press("A", "l")
        await typed(at, "yesterday")
        assert "no moment" in at.told
        await typed(at, "+2h")
        await typed(at, "Dinner is **served**.")
        assert len(table.match.planned) == 1
        assert "waits for" in at.text
        assert "Dinner is served." in at.text
    async with hall.enter("Ada") as at:
        assert "Dinner" not in at.text
    async with hall.enter("Gwen") as at:
        await console(at)
        await at.press("A", "enter", "enter")
        assert table.match.planned == ()


# --- times ------------------------------------------------------------------------------------------------------------
async def test_a_host_sets_moves_and_takes_away_the_times():
    hall, table = hall_with_match(round_seconds=3600.0)
    async with hall.enter("Gwen") as at:
        await console(at)
        await at.press("D")
        assert isinstance(at.screen, HostTimes)
        await at.press("s")
        await typed(at, "at moonrise")
        assert "every day 21:00" in at.told
        await typed(at, "every day 21:00 Europe/Berlin")
        assert "Close at these times?" in at.text or "Round 1" in at.text
        assert table.match.schedule is None
        await at.press("enter")
        assert table.match.schedule.rule == "every day 21:00 Europe/Berlin"
        was = table.match.deadline
        await at.press("enter")
        await typed(at, "+2h")
        await at.press("enter")
        assert table.match.deadline == was + 7200
        await at.press("down", "enter")
        await typed(at, "+1h")
        await at.press("enter")
        assert "Round 2 closes" in table.match.news[-1].text
        await at.press("m")
        await typed(at, "+1d")
        await at.press("enter")
        assert table.match.deadline == was + 7200 + 86_400
        await at.press("e", "enter")
        assert not table.match.schedule.keep
        await at.press("x", "enter")
        assert table.match.schedule is None


async def test_everybody_sees_all_times_in_their_own_time_and_the_lobby_tells_the_next():
    hall, table = hall_with_match(grace_seconds=900.0)
    draft(HostControls(table), "every day 21:00 Europe/Berlin", UTC).apply(HostControls(table))
    async with hall.enter("Ada", LARGE) as at:
        await at.press("D")
        assert "every day 21:00 Europe/Berlin" in at.text
        assert "20:00 UTC" in at.text
        assert "waits 15m" in at.text
        await at.press("q", "q")
        assert "Closes: round 1" in at.text


# --- setting up -------------------------------------------------------------------------------------------------------
async def test_bots_take_the_rest_in_one_key():
    hall = Hall("Ada", "Gwen", host="Gwen")
    table = hall.house.make("exodus", tuple(f"open seat {n}" for n in range(1, 10)), holders={
        "open seat 1": "person:ada", **{f"open seat {n}": "open" for n in range(2, 10)}
    })  # fmt: skip
    async with hall.enter("Gwen") as at:
        at.app.host_match("exodus-1")
        await at.settle()
        await at.press("f", "enter")
        assert list(table.match.holders.values()).count("bot:steady") == 8


async def test_a_form_is_kept_as_a_template_and_filled_in_from_it():
    hall = Hall("Ada", "Gwen", host="Gwen")
    async with hall.enter("Gwen") as at:
        await at.press("n", "enter")
        assert isinstance(at.screen, HostedMatch)
        form = at.screen
        form.plan.schedule = "every day 21:00 Europe/Berlin"
        form.plan.settings = MatchSettings(grace_seconds=900.0, hindsight=False)
        await at.press("f", "enter", "T")
        await typed(at, "weekly")
        assert Templates(hall.house.store).get("weekly").grace_seconds == 900.0
        await at.press("q", "n", "end", "enter")
        assert isinstance(at.screen, HostedMatch)
        assert at.screen.plan.schedule == "every day 21:00 Europe/Berlin"
        assert at.screen.plan.holders == ["bot:steady"] * 9
        await at.press("s")
        assert hall.house.table("exodus-1").match.schedule.rule == "every day 21:00 Europe/Berlin"
        assert hall.house.table("exodus-1").match.header.host == "person:gwen"
        assert not hall.house.table("exodus-1").match.header.hindsight


async def test_the_clock_and_the_grace_are_lines_of_the_form():
    hall = Hall("Gwen", host="Gwen")
    async with hall.enter("Gwen", LARGE) as at:
        await at.press("n", "down", "down", "down", "enter")
        at.find("#form").point("setting:round_seconds")
        await at.press("enter", "end", "enter")
        await typed(at, "every day 21:00 Europe/Berlin")
        at.find("#form").point("setting:grace_seconds")
        await at.press("enter")
        await typed(at, "15")
        at.find("#form").point("setting:signup")
        await at.press("enter")
        plan = at.screen.plan
        assert (plan.schedule, plan.settings.grace_seconds) == ("every day 21:00 Europe/Berlin", 900.0)
        assert plan.settings.signup
        assert plan.settings.briefing
        assert "every day 21:00 Europe/Berlin" in at.text


async def test_a_match_once_more_is_the_form_with_the_same_people():
    hall, table = hall_with_match()
    HostControls(table).end()
    async with hall.enter("Gwen") as at:
        await console(at)
        command = next(one for one in at.screen.commands() if one.word == "Make it once more")
        command.do()
        await at.settle()
        await at.press("s")
        again = hall.house.table("parley-open-2").match
        assert again.holders == table.match.holders


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_HH_25_names_are_put_down_and_taken_back_in_the_lobby(size):
    hall = Hall("Ada", "Bo", "Gwen", host="Gwen")
    seats = {f"open seat {n}": "open" for n in range(1, 5)}
    table = hall.house.make("parley-open", tuple(seats), holders=seats, briefing=True, signup=True)
    Guest(hall.house, "bo").sign_up(MATCH, "Bo")
    async with hall.enter("Ada", size) as at:
        assert "Open: put your name down" in at.text
        assert "1 name for 4 seats" in at.text
        await at.press("enter")
        assert "Your name is down" in at.told
        assert [name.name for name in table.match.names] == ["Bo", "Ada"]
        await at.press("enter")
        assert "off the list" in at.told
        await at.press("enter")
        HostControls(table).begin()
        await at.settle()
        assert any(row.startswith("mine:") for row in at.rows)
