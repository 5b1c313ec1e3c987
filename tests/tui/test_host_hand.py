"""The host's hand: seats handed over and named, moments understood and told, invitations copied."""

from __future__ import annotations

from zoneinfo import ZoneInfo

import pytest

from core.house.guest import Guest
from core.match.seating import unnamed
from core.refusal import Refused
from core.table.host_controls import HostControls
from core.words.moments import read_moment
from tests.kit.hall import Hall, SessionServices
from tests.kit.screens import LARGE, SMALL
from tui.screens.dialogs import AskLine
from tui.screens.host.console import Console

PARLEY = "parley-open-1"
NOON = 1_784_548_800.0
"""Monday, 20 July 2026, 12:00 UTC."""


async def at_console(at: SessionServices, match: str = PARLEY) -> None:
    at.app.host_match(match)
    await at.settle()
    assert isinstance(at.screen, Console)


# --- seats that change hands ------------------------------------------------------------------------------------------
async def test_handing_over_asks_first_and_says_who_reads_what():
    hall = Hall("Ada", "Bo", "Cy", "Gwen", host="Gwen")
    table = hall.match(holders={"Cy": "open"})
    hall.seat(table, "Ada").say(("Bo",), "canary")
    async with hall.enter("Gwen") as at:
        await at_console(at)
        await at.press("enter", "enter")
        at.find("#pick").point("person:cy")
        await at.press("enter")
        told = " ".join(at.screen.plain().split())
        for words in ("Ada: from Ada to Cy.", "Cy reads from then on", "its private notes", "1 message of its talk"):
            assert words in told
        assert "canary" not in at.text
        await at.press("q")
        assert table.match.holders["Ada"] == "person:ada", "nothing is done before Enter"
        await at.press("enter", "enter")
        at.find("#pick").point("person:cy")
        await at.press("enter", "enter")
        assert table.match.holders["Ada"] == "person:cy"
        assert at.told == "Ada is now played by Cy."


async def test_somebody_who_sits_there_cannot_be_given_another_seat():
    hall = Hall("Ada", "Bo", "Gwen", host="Gwen")
    table = hall.match()
    async with hall.enter("Gwen", LARGE) as at:
        await at_console(at)
        await at.press("enter", "enter")
        at.find("#pick").point("person:bo")
        await at.press("enter")
        assert "The player of Bo cannot hold Ada as well" in at.told
        assert table.match.holders["Ada"] == "person:ada"


async def test_where_one_person_may_hold_several_seats_it_is_said_what_they_read():
    hall = Hall("Ada", "Bo", "Gwen", host="Gwen")
    table = hall.match(several=True)
    async with hall.enter("Gwen", LARGE) as at:
        await at_console(at)
        await at.press("enter", "enter")
        at.find("#pick").point("person:bo")
        await at.press("enter")
        assert "Bo plays Bo already, and reads what all of these seats are told." in at.screen.plain()
        await at.press("enter")
        assert table.match.holders["Ada"] == "person:bo"


# --- names ------------------------------------------------------------------------------------------------------------
async def test_at_the_console_names_are_left_open_and_who_sits_down_brings_their_own():
    hall = Hall("Ada", "Bo", "Gwen", host="Gwen")
    async with hall.enter("Gwen", LARGE) as at:
        await at.press("n")
        at.find("#pick").point("exodus")
        await at.press("enter")
        assert "open seat 9" in at.text
        await at.press("enter")
        at.find("#answer").value = "Zoe"
        await at.press("enter", "b")  # after a choice the cursor goes on
        at.find("#pick").point("person:ada")
        await at.press("enter", "b")
        at.find("#pick").point("bot:steady")
        await at.press("enter", "s")
        match = hall.house.table("exodus-1").match
        assert match.seats[:4] == ("Zoe", "Ada", "Cy", "open seat 4"), "a bot takes no name of a person of the house"
        assert [match.holders[seat] for seat in match.seats[:4]] == ["open", "person:ada", "bot:steady", "open"]
        await at.press("b")
        assert "open seat 4" in at.text
    async with hall.enter("Bo", LARGE) as at:
        await at.press("enter")
        at.find("#pick").point("open seat 4")
        await at.press("enter")
        match = hall.house.table("exodus-1").match
        assert match.seats[3] == "Bo"
        assert match.holders["Bo"] == "person:bo"
        assert "Bo" in at.text


async def test_a_seat_is_renamed_at_the_console_until_round_1():
    hall = Hall("Ada", "Bo", "Gwen", host="Gwen")
    table = hall.match(briefing=True)
    async with hall.enter("Gwen") as at:
        await at_console(at)
        await at.press("enter", "down", "down", "enter")
        at.find("#answer").value = "bo"
        await at.press("enter")
        assert "same name" in at.told
        assert at.find("#answer").value == "bo"
        at.find("#answer").value = "Zoe"
        await at.press("enter")
        assert table.match.seats[0] == "Zoe"
        assert "Zoe" in at.text
        await at.press("b", "enter", "enter", "down", "down", "enter")
        assert "Seats are renamed before round 1 begins" in at.told


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_who_sits_at_a_seat_that_is_renamed_plays_on(size):
    hall = Hall("Ada", "Bo")
    table = hall.match(briefing=True)
    async with hall.enter("Ada", size) as at:
        at.app.sit(PARLEY, "Ada")
        await at.settle()
        HostControls(table).rename("Ada", "Zoe")
        await at.settle()
        assert at.told == "Ada is called Zoe now."
        assert "Zoe" in at.text.splitlines()[1]
        await at.press("n")
        await at.type("kept")
        await at.press("escape")
        assert table.match.notes == {"Zoe": "kept"}
        await at.press("q")
        assert at.rows[-1] == "mine:parley-open-1\nZoe"


# --- moments ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("given", "later"),
    [
        ("21:00 CET", 7.0), ("21:00 cest", 7.0), ("21:00 Europe/Berlin", 7.0), ("21:00 europe/berlin", 7.0),
        ("21:00", 8.0), ("21:00 BST", 8.0), ("21:00 UTC", 9.0), ("21:00Z", 9.0), ("11:00", 22.0), ("Tue 21:00", 32.0),
        ("2026-07-20 21:00 CET", 7.0), ("2026-07-20T21:00+00:00", 9.0), ("mon 11:00 UTC", 167.0), ("+2h", 2.0),
    ],
)  # fmt: skip
def test_a_moment_is_understood_with_its_zone_or_by_the_host_s_own_clock(given, later):
    assert read_moment(given, NOON, ZoneInfo("Europe/London")) == NOON + later * 3600


@pytest.mark.parametrize(
    ("given", "code"), [("21:00 XYZ", "bad_zone"), ("25:00 CET", "bad_moment"), ("x", "bad_moment")]
)
def test_what_is_no_moment_is_refused_in_few_words(given, code):
    with pytest.raises(Refused) as caught:
        read_moment(given, NOON, ZoneInfo("Europe/London"))
    assert caught.value.code == code
    with pytest.raises(Refused) as caught:
        read_moment("x" * 500, NOON, None)
    assert "x" * 61 not in caught.value.message


@pytest.mark.parametrize(("given", "wanted"), [("9:30pm", "21:30"), ("12am", "00:00"), ("Fri 9 p.m.", "21:00")])
def test_a_clock_of_twelve_hours_is_answered_with_the_hour_of_the_day(given, wanted):
    with pytest.raises(Refused, match=f"Write {wanted}: 24 hours a day"):
        read_moment(given, NOON, ZoneInfo("Europe/London"))


async def test_a_mistyped_moment_keeps_the_dialog_and_the_text():
    hall = Hall("Ada", "Gwen", host="Gwen")
    table = hall.match(round_seconds=3600.0)
    async with hall.enter("Gwen") as at:
        await at_console(at)
        await at.press("d", "down", "down", "down", "enter")
        assert "Your clock: 22:13 UTC" in " ".join(at.screen.plain().split())
        await at.type("21:61")
        await at.press("enter")
        assert isinstance(at.screen, AskLine)
        assert at.find("#answer").value == "21:61"
        assert "is no moment" in at.told
        at.find("#answer").value = "23:45 Europe/Berlin"
        await at.press("enter", "enter")
        assert isinstance(at.screen, Console)
        assert at.told == "The deadline is 22:45 UTC. Everybody is told, each by their own clock."
        assert table.match.deadline == hall.clock() + (31 * 60 + 40)


async def test_a_deadline_that_was_moved_is_told_by_the_host_s_clock_and_by_one_s_own():
    hall = Hall("Ada", "Gwen", host="Gwen")
    table = hall.match(round_seconds=3600.0)
    async with hall.enter("Ada", LARGE) as at:
        async with hall.enter("Gwen") as host:
            host.app.zone = ZoneInfo("Europe/Berlin")
            await at_console(host)
            await host.press("d", "enter", "enter")
        await at.settle()
        assert table.match.news[-1].text == "The deadline was moved to Wed 00:18 CET."
        assert at.told == "The deadline was moved to Wed 00:18 CET. That is 23:18 UTC for you."
        await at.press("L")
        assert "That is 23:18 UTC for you." in at.text


# --- invitations ------------------------------------------------------------------------------------------------------
async def test_each_invitation_is_copied_by_itself_and_all_of_them_with_the_names_above_the_codes():
    hall = Hall("Ada", "Bo", "Gwen", host="Gwen")
    hall.match()
    async with hall.enter("Gwen") as at:
        await at_console(at)
        await at.press("i", "y")
        first = at.app.clipboard
        assert "the seat Cy at parley-open-1" in first
        assert "Di" not in first
        await at.press("down", "y")
        assert "the seat Di at parley-open-1" in at.app.clipboard
        await at.press("down", "y")
        lines = at.app.clipboard.splitlines()
        assert lines[lines.index("Cy:") + 1] == first.splitlines()[-1]
        assert "Di:" in lines


async def test_thirteen_invitations_fit_on_a_small_screen_with_what_y_answers():
    hall = Hall("Gwen", host="Gwen")
    seats = tuple(unnamed(place) for place in range(13))
    hall.match("day_of_mercury", seats=seats)
    async with hall.enter("Gwen", SMALL) as at:
        await at_console(at, "day-of-mercury-1")
        await at.press("i")
        assert "y copies this." in at.text
        await at.press("end", "y")
        assert "Copied, if your terminal allows it." in at.text
        assert at.app.clipboard.count("open seat") == 13


async def test_a_single_invitation_is_copied_whole():
    hall = Hall("Ada", "Bo", "Gwen", host="Gwen")
    hall.match()
    async with hall.enter("Gwen") as at:
        await at_console(at)
        await at.press("enter", "down", "enter", "y")
        assert at.app.clipboard.startswith("You are invited to the seat Ada at parley-open-1.")
        await at.press("q", "I", "y")
        assert "is not kept" in at.told


def test_an_invitation_to_a_seat_that_was_renamed_is_still_good():
    hall = Hall("Ada", "Gwen", host="Gwen")
    table = hall.match(briefing=True)
    HostControls(table).rename("Cy", "Zoe")
    assert table.match.now_called("Cy") == "Zoe"
    assert Guest(hall.house, "gwen").take_seat(PARLEY, "Zoe").name == "Zoe"
