"""The host's console: what it shows, what it does, and what it keeps closed."""

from __future__ import annotations

import re
import time
from datetime import UTC, datetime
from typing import get_args
from zoneinfo import ZoneInfo

import pytest

from core.contract import Policy
from core.house.settings import HouseSettings
from core.match import views
from core.match.seating import NAMES
from core.refusal import Refused
from core.table.host_controls import HostControls
from core.words.moments import read_moment
from tests.kit.depth import ends
from tests.kit.hall import Hall, SessionServices
from tests.kit.screens import LARGE, SMALL, drive
from tui.app.house_zone import HouseZone
from tui.app.session import SessionApp
from tui.games import panel_class
from tui.games.base import GamePanel
from tui.screens.dialogs import Pick
from tui.screens.host.console import Console
from tui.screens.host.newmatch import HostedMatch, HostedPlan
from tui.screens.host.pages import DryRunPage, OpenedPage
from tui.screens.host.seat import OpenedSeat, Rewriting
from tui.screens.lobby.newmatch import TALK
from tui.screens.lobby.screen import Lobby
from tui.screens.table.screen import TableScreen
from tui.widgets.frame import shown_keys
from tui.words import text


def hall_with_match(**more):
    hall = Hall("Ada", "Bo", "Gwen", host="Gwen", **more.pop("door", {}))
    return hall, hall.match(**more)


async def at_console(at: SessionServices) -> None:
    at.app.host_match("parley-open-1")
    await at.settle()
    assert isinstance(at.screen, Console)


def opened(table):
    return [news.text for news in table.match.host_looks]


async def test_seats_by_state_with_last_seen_and_no_contents():
    hall, table = hall_with_match(
        presence=True, holders={"Cy": "local"}, setup={"words": dict.fromkeys(("Ada", "Bo", "Cy", "Di"), "canary")}
    )
    hall.seat(table, "Ada").seal({"number": 7})
    hall.seat(table, "Bo").keep_draft({"number": 8})
    async with hall.enter("Bo"):
        pass
    hall.clock.advance(7200)
    async with hall.enter("Gwen") as at:
        await at_console(at)
        lines = {name: next(line for line in at.text.splitlines() if f" {name} " in line) for name in ("Ada", "Bo")}
        assert "✓ sealed" in lines["Ada"]
        assert "never here" in lines["Ada"]
        assert "~ draft" in lines["Bo"]
        assert "seen 2h 00m ago" in lines["Bo"]
        assert "canary" not in at.text
        assert opened(table) == []
        async with hall.enter("Ada"):
            await at.settle()
            assert "here now" in at.text
        hall.seat(table, "Bo").keep_draft(None)
        await at.settle()
        assert "~ draft" not in at.text


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_the_console_has_room_for_everything_and_says_whom_it_waits_for(size):
    hall, table = hall_with_match(round_seconds=3600.0)
    hall.seat(table, "Ada").seal({"number": 7})
    HostControls(table).announce(
        "Dinner break until eight, and the deadline moves with it, so that nobody is to worry."
    )
    hall.clock.advance(300)
    async with hall.enter("Gwen", size) as at:
        await at_console(at)
        lines = at.text.splitlines()
        ada = next(line for line in lines if " Ada " in line)
        assert "\u2026" not in ada
        assert "never here" in ada
        assert next(line for line in lines if "Dinner break" in line).partition("22:13  ")[2]
        assert "missing" in at.text
        assert "invites people to 2 free seats" in at.text
        assert "round 1 22:13" not in at.text
        assert ("Closes: round 1 23:13, round 2 Wed 00:13" in at.text) == (size == SMALL)
        if size == LARGE:
            assert at.find("#host-missing").plain.splitlines()[0] == "Bo"
            hall.seat(table, "Bo").seal({"number": 7})
            await at.settle()
            assert "Nobody. Not ready yet: Ada and Bo." in at.text
            hall.seat(table, "Ada").ready()
            await at.settle()
            assert "Nobody. Not ready yet: Bo." in at.text


@pytest.mark.parametrize("size", ends(SMALL, (120, 40), LARGE))
async def test_what_waits_for_a_host_stands_on_the_console_without_a_key(size):
    hall, table = hall_with_match(round_seconds=3600.0)
    hall.seat(table, "Ada").say("host", "May I offer twice?")
    HostControls(table).close()
    HostControls(table).close()
    async with hall.enter("Gwen", size) as at:
        await at_console(at)
        side = " ".join(" ".join(block.plain for block in at.screen.query("#host-side Block") if block.display).split())
        asks = "Ada waits for an answer (m)" if size == SMALL else "Ada 22:13 m reads and answers"
        for told in (asks, "Ada and Bo sealed nothing in the last two", "had ordered"):
            assert told in side, told
        assert "offer twice" not in at.text, "what was asked is opened with a key"
        assert at.find("#host-side").max_scroll_y == 0, "nothing has to be scrolled to"
        HostControls(table).answer(1, "No.")
        await at.settle()
        assert "(m)" not in at.text
        assert "reads and answers" not in at.text


async def test_HH_57_of_the_last_close_a_host_reads_how_many_orders_came_to_what_and_not_who_plays():
    hall = Hall("Ada", "Bo", "Gwen", host="Gwen")
    hands = {seat: ["white"] for seat in ("Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ivy")} | {"Bo": ["green"]}
    for seats in (("Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ivy"),
                  ("Gwen", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ivy")):  # fmt: skip
        table = hall.match("exodus", seats=seats, setup={"hands": hands | {seats[0]: ["red", "blue"]}})
        for seat, offers in (("Bo", [(seats[0], "green")]), (seats[0], [("Bo", "red"), ("Cy", "blue")])):
            hall.seat(table, seat).seal({"offers": [{"to": to, "give": give} for to, give in offers]})
        HostControls(table).close()
    told = "2 orders succeeded, 1 failed"
    async with hall.enter("Gwen", LARGE) as at:
        at.app.host_match("exodus-1")
        await at.settle()
        assert told in at.find("#host-last").plain
        assert "blue" not in at.find("#host-last").plain
        assert hall.house.table("exodus-1").match.host_looks == (), "nothing was opened for it"
        await at.press("q")
        at.app.host_match("exodus-2")
        await at.settle()
        assert "2 of 9 had ordered" in at.find("#host-last").plain
        assert "succeeded" not in at.text


async def test_a_wide_console_shows_the_board_as_everybody_may_see_it():
    hall = Hall("Gwen", host="Gwen")
    table = hall.match("drifting_ship", seats=NAMES[:4])
    HostControls(table).close()
    async with hall.enter("Gwen", LARGE) as at:
        at.app.host_match("drifting-ship-1")
        await at.settle()
        board = at.find("#host-board")
        watched = panel_class("drifting_ship").watched(hall.seat(table, None), 78, 36)
        assert board.plain.splitlines()[:5] == [text.line(row).plain for row in watched[:5]]
        await at.pilot.resize_terminal(*SMALL)
        await at.settle()
        assert not board.display


async def test_two_keys_in_haste_on_a_seat_open_nothing_that_goes_on_record():
    hall, table = hall_with_match()
    async with hall.enter("Gwen") as at:
        await at_console(at)
        await at.press("enter", "enter")
        assert isinstance(at.screen, Pick)
    assert opened(table) == []


async def test_opening_a_seat_is_recorded():
    hall, table = hall_with_match()
    hall.seat(table, "Ada").seal({"number": 7})
    async with hall.enter("Gwen") as at:
        await at_console(at)
        await at.press("enter", "down", "down", "down", "enter")
        assert isinstance(at.screen, OpenedSeat)
        assert at.screen.query(GamePanel)
        assert "It is on record that you looked" in at.text
        await at.press("enter")
        assert "Name 7." in at.text
        await at.press("q", "o")
        assert isinstance(at.screen, OpenedPage)
    assert opened(table) == ["The host looked at Ada's seat in round 1.", "The host looked at everything in round 1."]


async def test_an_opened_seat_is_the_game_s_own_panel_and_offers_nothing():
    hall = Hall("Gwen", host="Gwen")
    table = hall.match("exodus", seats=NAMES[:9])
    hall.seat(table, "Ada").keep_notes("canary")
    async with hall.enter("Gwen") as at:
        at.app.host_match("exodus-1")
        await at.settle()
        await at.press("enter", "down", "down", "down", "enter")
        assert "What Ada sees" in at.text
        assert "give" in at.text
        assert "canary" not in at.text
        offered = [word for _, word in shown_keys(at.screen)]
        assert offered == ["help", "table or words", "rules", "back"] or "rounds" in offered
        await at.press("tab", "x", "s", "a")
        assert hall.seat(table, "Ada").draft() is None
    assert opened(table) == ["The host looked at Ada's seat in round 1."]


async def test_the_clock():
    hall, table = hall_with_match(round_seconds=3600.0)
    async with hall.enter("Gwen") as at:
        await at_console(at)
        await at.press("p")
        assert "Everybody is told:\n  The host stopped the clock." in at.screen.plain()
        assert not table.match.paused
        await at.press("enter")
        assert table.match.paused
        assert "clock stopped" in at.text
        await at.press("p", "enter")
        assert not table.match.paused
        before = table.match.deadline
        await at.press("d", "down", "enter")
        assert "Everybody is told:\n  The deadline was moved to Wed 00:13 UTC." in at.screen.plain()
        await at.press("enter")
        assert table.match.deadline == before + 3600
        assert at.told == "The deadline is Wed 00:13 UTC. Everybody is told, each by their own clock."
        await at.press("d", "down", "down", "down", "enter")
        await at.type("yesterday")
        await at.press("enter")
        assert "is no moment" in at.told
        await at.press("escape", "d", "end", "enter", "enter")
        assert table.match.deadline is None


async def test_a_deadline_moved_while_the_clock_is_stopped_is_told_as_the_time_there_will_be():
    hall, table = hall_with_match(round_seconds=3600.0)
    async with hall.enter("Gwen") as at:
        await at_console(at)
        await at.press("p", "enter", "d", "enter", "enter")
        assert at.told == "The clock is stopped; when it runs again there are 1h 05m left. Everybody is told."
        hall.clock.advance(7200)
        await at.press("p", "enter")
        assert table.match.deadline == hall.clock() + 3900
        await at.press("p", "enter", "d", "end", "enter", "enter")
        assert at.told == "There is no deadline. Everybody is told."


async def test_a_dry_run_closes_nothing_and_is_then_published():
    hall, table = hall_with_match()
    hall.seat(table, "Ada").seal({"number": 7})
    async with hall.enter("Gwen") as at:
        await at_console(at)
        await at.press("t")
        assert isinstance(at.screen, DryRunPage)
        assert "You have 1 points." in at.text
        assert table.match.round == 1
        hall.seat(table, "Bo").seal({"number": 9})
        await at.press("c")
        assert "Since this dry run Bo changed what is sealed" in at.text
        await at.press("enter")
        await at.settle()
        assert table.match.round == 2
        assert isinstance(at.screen, Console)
    assert opened(table) == ["The host looked at a dry run of round 1."]


async def test_going_back_tells_which_reports_change():
    hall, table = hall_with_match()
    hall.seat(table, "Ada").seal({"number": 7})
    async with hall.enter("Gwen") as at:
        await at_console(at)
        await at.press("c", "enter")
        assert table.match.round == 2
        HostControls(table).move_deadline(hall.clock() + 5 * 86_400)
        await at.press("g", "down", "enter")
        assert "There is no deadline now; it was Sun 22:13 UTC." in " ".join(at.text.replace("\u2502", " ").split())
        await at.press("enter")
        assert table.match.round == 1
        assert "Reports changed" not in at.text
        hall.seat(table, "Ada").seal({"number": 7})
        hall.seat(table, "Bo").seal({"number": 9})
        await at.press("t")
        assert "Told otherwise than before you went back: Ada and Bo" in at.text
        await at.press("q", "c", "enter")
        assert "Reports changed since you went back: round 1: Ada, Bo" in at.text


async def test_seats_are_handed_over_and_announcements_reach_everybody():
    hall, table = hall_with_match()
    async with hall.enter("Gwen") as at:
        await at_console(at)
        await at.press("enter", "enter", "down", "down", "enter", "enter")
        assert table.match.holders["Ada"] == "person:gwen"
        await at.press("a")
        await at.type("Be quick.")
        await at.press("enter")
        assert table.match.news[-1].text == "Be quick."
        await at.press("E", "enter", "enter")
        assert table.match.abandoned
        assert "end it" not in at.text


async def test_invitations_to_free_seats_are_shown_once_and_can_be_revoked():
    hall, _ = hall_with_match()
    async with hall.enter("Gwen") as at:
        await at_console(at)
        await at.press("i")
        await at.press("end", "y")
        words = at.app.clipboard.splitlines()
        for told in ("ssh -p 2222 join@house.example", "SHA256:abc", "seats at parley-open-1"):
            assert told in at.app.clipboard
        assert "y copies" not in at.app.clipboard
        codes = {seat: words[words.index(f"{seat}:") + 1].strip() for seat in ("Cy", "Di")}
        assert {seat: hall.people.examine(code).seat for seat, code in codes.items()} == {"Cy": "Cy", "Di": "Di"}
        await at.press("q", "I")
        assert "Di at parley-open-1" in at.text
        assert codes["Di"] not in at.text
        await at.press("enter", "enter")
        with pytest.raises(Refused):
            hall.people.examine(codes["Di"])
        assert hall.people.examine(codes["Cy"]).seat == "Cy"
        await at.press("enter")
        assert "It is revoked already." in at.told


async def test_the_missing_are_nudged_where_there_is_a_webhook():
    asked = []
    hall, _ = hall_with_match(door={"nudge": lambda match: asked.append(match) or "Nudged."})
    async with hall.enter("Gwen") as at:
        await at_console(at)
        await at.press("n")
        assert asked == ["parley-open-1"]
        assert at.told == "Nudged."
    hall, _ = hall_with_match()
    async with hall.enter("Gwen") as at:
        await at_console(at)
        await at.press("n")
        assert "Missing: Ada, Bo." in at.told, "at the free seats there is nobody to miss"


async def test_hosts_alone_see_and_change_the_webhook():
    hall, _ = hall_with_match()
    async with hall.enter("Gwen") as at:
        await at_console(at)
        await at.press("colon")
        await at.type("webhook")
        await at.press("enter")
        at.find("#answer").value = "chat.example"
        await at.press("enter")
        assert "begins with http://" in at.told
        await at.press("q", "colon")
        await at.type("webhook")
        await at.press("enter")
        at.find("#answer").value = "https://chat.example/canary"
        await at.press("enter")
        assert "the next nudge goes there" in at.told
        assert HouseSettings(hall.house.store).webhook == "https://chat.example/canary"
    async with hall.enter("Ada") as at:
        await at.press("q", "colon")
        await at.type("webhook")
        assert "Nothing is called that here." in at.text
        assert "canary" not in at.text


async def test_the_result_as_text_and_as_a_table():
    hall, table = hall_with_match(setup={"round": 3, "points": {"Ada": 5, "Bo": 1, "Cy": 2, "Di": 3}})
    async with hall.enter("Gwen") as at:
        await at_console(at)
        while table.match.phase != "finished":
            await at.press("c", "enter")
        await at.press("x")
        assert "Winner: Ada" in at.text
        await at.press("t")
        assert "place,seat,tokens_of_life,garnets,role" in at.text


async def test_a_match_of_any_game_is_made_with_its_options():
    hall = Hall("Ada", "Gwen", host="Gwen")
    async with hall.enter("Gwen", LARGE) as at:
        await at.press("n")
        assert "Pantheic Runes" in at.text
        at.find("#pick").point("pantheic_runes")
        await at.press("enter")
        await at.press("b", "down", "enter")
        for _ in range(4):  # the cursor goes on by itself
            await at.press("b", "end", "enter")
        rows = {row.id: number for number, row in enumerate(at.find("#form").rows)}
        at.find("#form").point("setting:briefing")
        await at.press("enter")
        assert "option:reveal" in rows
        at.find("#form").point("option:reveal")
        await at.press("enter", "s")
        table = hall.house.table("pantheic-runes-1")
        header = table.match.header
        assert header.holders == {"Ada": "person:ada", **dict.fromkeys(("Bo", "Cy", "Di", "Ed"), "bot:random")}
        assert (header.briefing, header.options, header.round_seconds) == (True, {"reveal": False}, 86_400.0)
        assert header.host == "person:gwen"
        assert isinstance(at.screen, Console)
        await at.press("b", "enter")
        assert table.match.phase == "pregame"
        await at.press("q")
        assert isinstance(at.screen, Lobby)


async def test_BW_91_the_form_of_a_duel_has_a_minute_a_part_and_a_briefing():
    hall = Hall("Ada", "Gwen", host="Gwen")
    async with hall.enter("Gwen", LARGE) as at:
        await at.press("n")
        assert [row.label for row in at.find("#pick").rows if row.heading] == ["Matches", "Duels"]
        at.find("#pick").point("ninety_nine")
        await at.press("enter", "s")
        header = hall.house.table("ninety-nine-1").match.header
        assert (header.round_seconds, header.briefing) == (60.0, True)


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_CM_28_counts_that_are_kept_back_are_on_no_screen_but_the_host_s(size):
    hall, table = hall_with_match(counts=False, round_seconds=3600.0)
    hall.seat(table, "Bo").seal({"number": 7})
    hall.seat(table, "Bo").ready()
    async with hall.enter("Ada", size) as at:
        seen = [at.text]
        await at.press("q")
        seen.append(at.text)
        at.app.spectate("parley-open-1")
        await at.settle()
        seen.append(at.text)
        assert all("Parley" in page for page in seen)
        assert not any(word in page for page in seen for word in ("/4", "1 ready", "sealed"))
        assert "orders NONE" in seen[0]
    async with hall.enter("Gwen", size) as at:
        assert "1/4 sealed" in at.text, "in the list of what she hosts"
        await at_console(at)
        assert "✓ sealed" in at.text
        assert "only you see the counts" in at.text


async def test_CM_28_the_form_asks_whether_seats_see_the_counts_but_for_games_that_never_show_them():
    hall = Hall("Gwen", host="Gwen")
    async with hall.enter("Gwen", LARGE) as at:
        at.app.push_screen(HostedMatch(HostedPlan.usual("parley-turns"), at.app))
        await at.settle()
        assert "Seats see who is connected" in at.text
        assert "Seats see the counts" not in at.text
        await at.press("q")
        at.app.push_screen(HostedMatch(HostedPlan.usual("parley-open"), at.app))
        await at.settle()
        at.find("#form").point("setting:counts")
        await at.press("enter", "s")
        assert not hall.house.table("parley-open-1").match.shows_counts


@pytest.mark.parametrize(
    ("game", "told"),
    [("exodus", "Everybody may talk"), ("sinners_secret", "within a realm"), ("drifting_ship", "in the lounge")],
)
async def test_the_form_says_who_may_talk_with_whom(game, told):
    assert set(TALK) == set(get_args(Policy))
    hall = Hall("Gwen", host="Gwen")
    async with hall.enter("Gwen") as at:
        at.app.push_screen(HostedMatch(HostedPlan.usual(game), at.app))
        await at.settle()
        assert told in at.text


@pytest.mark.parametrize("plays", [True, False])
async def test_a_host_who_plays_sits_down_at_the_new_match(plays):
    hall = Hall("Gwen", host="Gwen")
    async with hall.enter("Gwen") as at:
        plan = HostedPlan.usual("parley-open")
        if plays:
            plan.seats[1], plan.holders[1] = "Gwen", "person:gwen"
        at.app.push_screen(HostedMatch(plan, at.app))
        await at.settle()
        await at.press("s")
        await at.settle()
        assert isinstance(at.screen, TableScreen if plays else Console)
        assert not plays or at.screen.seat.name == "Gwen"


async def test_only_hosts_come_to_a_console():
    hall, _ = hall_with_match()
    async with hall.enter("Ada") as at:
        at.app.host_match("parley-open-1")
        await at.settle()
        assert isinstance(at.screen, TableScreen)
        assert "You do not host" in at.told
        await at.press("q", "n")
        assert isinstance(at.screen, Lobby)


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ("+10m", 1600.0),
        ("+2h", 8200.0),
        ("00:20", 1200.0),
        ("00:10", 87_000.0),
        ("1970-01-01 01:00", 3600.0),
        ("none", None),
    ],
)
def test_moments_as_people_write_them(given, wanted):
    assert read_moment(given, 1000.0, UTC) == wanted


@pytest.mark.parametrize("given", ["", "+", "25:00", "tomorrow", "2026-13-01", "9" * 400])
def test_what_is_no_moment_is_refused(given):
    with pytest.raises(Refused, match="Write"):
        read_moment(given, 1000.0, None)


def test_the_house_s_own_clock_is_labelled_for_those_who_sent_no_zone(monkeypatch):
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    try:
        at = datetime(2026, 7, 1, 12, 2, tzinfo=UTC).timestamp()
        assert text.moment(at, at, HouseZone()) == "14:02 CEST"
        assert text.moment(at, at, ZoneInfo("Asia/Tokyo")) == "21:02"
        assert text.moment(at + 180 * text.DAY, at, HouseZone()) == "28 Dec 13:02 CET"
        assert read_moment("15:00", at, HouseZone()) == at + 58 * 60
    finally:
        monkeypatch.undo()
        time.tzset()


async def test_without_a_zone_the_deadline_is_told_by_the_house_s_clock():
    hall = Hall("Ada")
    hall.match(round_seconds=3600.0)
    app = SessionApp(hall.house, hall.people, hall.people.find("Ada"), door=hall.door)
    async with drive(app) as at:
        assert f"({text.moment(hall.clock() + 3600, hall.clock(), HouseZone())})" in at.text


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_HH_40_and_HH_42_a_seat_is_corrected_on_its_own_panel(size):
    hall, table = hall_with_match()
    hall.seat(table, "Ada").seal({"number": 7})
    async with hall.enter("Gwen", size) as at:
        await at_console(at)
        await at.press("enter")
        at.find("#pick").point("correct")
        await at.press("enter")
        assert isinstance(at.screen, Rewriting)
        assert "Correcting Ada's orders for round 1" in at.text
        at.screen.panel.edit({"number": 3})
        await at.settle()
        assert table.match.sealed["Ada"].orders.number == 7
        assert table.match.drafts == {}
        await at.press("s", "enter")
        assert "Say why" in at.told
        await at.type("She meant three")
        await at.press("enter")
        shown = " ".join(at.screen.plain().split())
        assert "Everybody is told: The host corrected one seat's orders for round 1: She meant three." in shown
        assert "Ada alone is told: A host corrected your orders for round 1." in shown
        await at.press("enter")
        assert isinstance(at.screen, Console)
        assert table.match.sealed["Ada"].orders.number == 3
    assert opened(table) == ["The host looked at Ada's seat in round 1."]


async def test_HH_41_a_closed_round_is_tried_otherwise_on_the_panel():
    hall, table = hall_with_match()
    hall.seat(table, "Ada").seal({"number": 7})
    HostControls(table).close()
    async with hall.enter("Gwen") as at:
        await at_console(at)
        await at.press("enter")
        at.find("#pick").point("what_if")
        await at.press("enter", "enter")
        assert "What if Ada had ordered otherwise in round 1" in at.text
        await at.press("w")
        assert "would have been told" in at.text
        assert table.match.round == 2
    assert len(opened(table)) == 2


async def test_HH_41_a_round_of_a_finished_match_is_tried_otherwise_too():
    hall, table = hall_with_match(setup={"round": 3, "points": dict.fromkeys(NAMES[:4], 1)})
    hall.seat(table, "Ada").seal({"number": 7})
    while table.match.phase != "finished":
        HostControls(table).close()
    async with hall.enter("Gwen") as at:
        await at_console(at)
        await at.press("enter")
        at.find("#pick").point("what_if")
        await at.press("enter", "enter")
        assert "What if Ada had ordered otherwise in round 3" in at.text
        await at.press("w")
        assert "would have been told" in at.text


async def test_HH_50_an_end_names_the_match_and_its_people_and_is_taken_back():
    hall, table = hall_with_match(round_seconds=600.0)
    async with hall.enter("Ada") as ada:
        await ada.press("enter")
        assert isinstance(ada.screen, TableScreen)
        async with hall.enter("Gwen") as at:
            await at_console(at)
            await at.press("E", *"oops", "enter")
            shown = " ".join(at.screen.plain().split())
            assert (
                "parley-open-1, Parley (open), stands in round 1 of 3. Seated: Ada (Ada), Bo (Bo), Cy (free)" in shown
            )
            await at.press("enter")
            assert table.match.abandoned
            await ada.settle()
            assert ada.screen.query("EndingPane")
            await at.press("g")
            assert "end parley-open-1 --undo" in at.told
            await at.press("E")
            assert "the match goes on where it stood" in " ".join(at.screen.plain().split())
            await at.press("enter")
            assert not table.match.abandoned
        await ada.settle()
        assert not ada.screen.query("EndingPane")
        assert ada.screen.panel is not None
        assert "took the end back" in ada.told


async def test_HH_33_a_seat_is_muted_from_the_console():
    hall, table = hall_with_match()
    async with hall.enter("Gwen") as at:
        await at_console(at)
        await at.press("enter")
        at.find("#pick").point("mute")
        await at.press("enter", "s", "enter")
        assert "Ada alone is told: You are muted" in " ".join(at.screen.plain().split())
        await at.press("enter")
        assert table.match.muted["Ada"].rooms == ("lounge", "seats")
        await at.press("enter")
        at.find("#pick").point("unmute")
        await at.press("enter", "enter")
        assert table.match.muted == {}


LAST = {"setup": {"round": 3, "points": dict(zip(NAMES[:4], (3, 1, 1, 0), strict=True))}, "confirm": True}


async def test_HH_53_the_console_shows_what_each_seat_will_read_before_it_is_confirmed():
    hall, table = hall_with_match(**LAST)
    HostControls(table).close()
    async with hall.enter("Gwen", (120, 40)) as at:
        await at_console(at)
        await at.press("c")
        assert "Confirm the result?" in at.text
        assert re.search(r"Winner +Ada", at.text)
        assert "must choose" in at.text
        assert "Ada will read:" in at.text
        await at.press("enter")
    assert table.match.phase == "decision"


async def test_HH_53_the_page_of_a_result_that_waits_says_what_its_key_does():
    hall, table = hall_with_match(**LAST)
    async with hall.enter("Gwen") as at:
        await at_console(at)
        await at.press("t", "c")
        assert "Close now?" in at.text
        await at.press("enter")
        assert table.match.phase == "confirming"
        await at.press("t")
        assert "The result that waits for you: nobody is told yet" in at.text
        await at.press("c")
        assert "Confirm the result?" in at.text
        assert "Everybody is told the result as it stands." in at.text
        await at.press("enter")
        assert "Confirmed; everybody is told." in at.told
    assert table.match.phase == "decision"


@pytest.mark.parametrize("size", ends((40, 15), (80, 24), (120, 40), (160, 45)))
async def test_HH_53_everybody_reads_that_a_host_looks_at_the_result(size):
    hall, table = hall_with_match(**LAST)
    async with hall.enter("Ada", size) as ada:
        await ada.press("enter")
        HostControls(table).close()
        await ada.settle()
        assert "the host looks" in ada.text
        told = "The last round has closed; a host looks at it before it counts."
        assert told in " ".join(ada.text.split()) or size[0] == 40
        assert "ready" not in ada.text
        assert not ada.screen.query("EndingPane")
        HostControls(table).confirm()
        await ada.settle()
        await ada.press("q")  # its report
        while table.match.phase == "decision":
            pending = views.pending(table.match)
            named = pending.among[: pending.count]
            given = {"players": list(named)} if pending.kind == "give_tokens" else {"player": named[0]}
            hall.seat(table, pending.by[0]).act({"kind": pending.kind, **given})
        await ada.settle()
        assert table.match.phase == "finished"
        assert ada.screen.query("EndingPane"), "who won is known by then"


@pytest.mark.parametrize("size", ends((40, 15), (80, 24), (120, 40), (160, 45)))
async def test_a_setting_shows_its_name_with_its_value_and_what_it_means(size):
    hall = Hall("Gwen", host="Gwen")
    async with hall.enter("Gwen", size) as at:
        await at.press("n", "enter")
        assert at.find("#form").point("setting:confirm")
        await at.press("enter")
        assert "A host confirms the result  yes" in at.text
        assert "What the last close brings" in at.text
