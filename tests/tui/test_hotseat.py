"""One keyboard passed around: from the start menu to the replay, and nothing private on the curtain."""

from __future__ import annotations

import pytest

from core.match import journal as j
from core.refusal import Refused
from core.talk.channels import Deal
from storage.memory import MemoryStore
from tests.kit import NAMES
from tests.kit.house import open_house
from tests.kit.screens import drive
from tests.tui.keyboard import ALL, CANARY, SEATS, TWO, hotseat, quiet_match, screen
from tui.app import shared_keyboard
from tui.app.hotseat import HotseatApp
from tui.screens.curtain import Curtain, Handover, PublicPage
from tui.screens.table.log import ReportScreen
from tui.screens.table.screen import TableScreen


async def test_from_the_menu_to_the_first_curtain_with_names_bots_and_a_pin():
    house = open_house()
    async with drive(hotseat(house)) as at:
        assert "No match" not in at.text
        await at.press("down", "enter")
        assert at.find("#status").message == "No match is going on: start a new one."
        await at.press("up", "enter")
        at.find("#pick").point("exodus")
        await at.press("enter")
        assert "9 seats, 7 rounds" in at.text
        await at.press("enter")
        at.find("#answer").value = "Bo"
        await at.press("enter")
        assert "There is a 'Bo' already" in at.find("#status").message
        assert at.find("#answer").value == "Bo", "what was typed stays"
        at.find("#answer").value = "[red]x"
        await at.press("enter")
        assert "no brackets" in at.find("#status").message
        await at.press("escape", "p")
        at.find("#answer").value = "1234"
        await at.press("enter")
        at.find("#form").point("seat:2")
        await at.press("b")
        assert at.find("#pick").point("bot:sharp")
        await at.press("enter")
        assert at.find("#form").row.id == "seat:3", "the cursor goes on"
        at.find("#form").point("option:reveal")
        await at.press("enter")
        at.find("#form").point("go")
        await at.press("enter")
        table = house.table("exodus-1")
        assert screen(at) is Curtain
        assert table.match.header.options == {"reveal": False}
        assert [table.match.holders[s] for s in SEATS[:4]] == ["local", "bot:steady", "bot:sharp", "bot:steady"]
        assert "1234" not in str(house.store.get("pins", "exodus-1"))
        table.stop()


async def test_a_match_without_a_person_is_refused_and_nothing_is_lost():
    house = open_house()
    async with drive(hotseat(house)) as at:
        await at.press("enter")
        at.find("#pick").point("exodus")
        await at.press("enter", "b", "down", "enter", "b", "enter", "s")  # the second is offered what the first has
        assert "Seat at least one person" in at.find("#status").message
        assert house.matches() == ()


async def test_CM_29_the_curtain_waits_for_no_seat_that_has_nothing_to_do():
    house = open_house()
    house.make("parley-turns", SEATS[:4])
    async with drive(hotseat(house, match_id="parley-turns-1")) as at:
        assert "Waiting for Ada." in at.text
        assert at.text.count("has nothing to do now") == 3


async def test_two_people_and_seven_bots_play_to_the_end_and_replay():
    house = open_house()
    table = house.make("exodus", SEATS, holders=TWO, seed=5, setup={"round": 6})
    seen = set()
    async with drive(hotseat(house, match_id="exodus-1")) as at:
        for _ in range(120):
            await table.quiet()
            await at.settle()
            seen.add(screen(at))
            if table.match.phase == "finished" and screen(at) is Curtain:
                break
            if screen(at) is TableScreen:
                assert at.text.splitlines()[1].rstrip().endswith("ready")
                await at.press("s", "enter")
            else:
                await at.press("enter")
        assert seen >= {Curtain, PublicPage, ReportScreen, TableScreen}
        assert Handover not in seen, "choosing a name is the handover"
        assert table.match.phase == "finished"
        await at.press("v")
        assert "replay · round 6/7 · everyone's eyes" in at.text
        await at.press("enter")
        for name in SEATS:
            assert f"{name} ordered" in at.find("#replay-text").content.plain
        await at.press("right", "e", "home", "enter")
        assert "round 7/7 · Ada's eyes · the table before the close" in at.text
        assert at.find("#panel").read_only
        await at.press("enter")
        assert "Ada's eyes · what came of it" in at.text
        await at.press("right")
        assert "the dice were fixed beforehand" in at.find("#replay-text").plain


async def test_the_curtain_and_everything_on_it_is_free_of_private_things():
    house = open_house()
    table = quiet_match(house)
    seat = house.seat("exodus-1", "Ada")
    seat.keep_notes(f"{CANARY} notes")
    house.seat("exodus-1", "Bo").say(["Ada"], f"{CANARY} said", Deal(give="green", want="red"))
    async with drive(hotseat(house, match_id="exodus-1"), size=(160, 45)) as at:
        await at.press("enter", "enter")
        assert screen(at) is TableScreen
        assert CANARY in at.text
        await at.press("y", "a")
        assert "red" in at.app.clipboard
        seat.keep_notes(CANARY)
        await at.press("z")
        assert screen(at) is Curtain
        everything = at.text + at.app.clipboard + at.app.title + at.app.sub_title + str(list(at.app._notifications))
        await at.press("question_mark")
        everything += at.text
        await at.press("q", "colon")
        everything += at.text
        await at.press("q", "y")
        everything += at.text + at.app.clipboard
        for secret in (CANARY, "I offer", "DRAFT", "unread"):
            assert secret not in everything, secret
        assert "red" not in at.app.clipboard  # how a round pays stands beside the names: it is public
        assert "Waiting for Ada, Bo" in at.text
    assert table.match.drafts["Ada"].orders == {"offers": [{"to": "Bo", "give": "red"}]}


async def test_sealing_makes_ready_and_drops_the_curtain_and_anyone_may_go_next():
    house = open_house()
    table = quiet_match(house)
    async with drive(hotseat(house, match_id="exodus-1")) as at:
        at.find("#next").point("Gus")
        await at.settle()
        await at.press("enter")
        assert screen(at) is TableScreen
        assert "Gus" in at.text.splitlines()[1]
        await at.press("s", "enter")
        assert screen(at) is Curtain
        assert table.match.ready == ("Gus",)
        assert "Gus" in table.match.sealed
        assert at.find("#next").row.id == "Ada", "the next that still owes orders"


async def test_a_double_enter_after_sealing_does_not_open_the_next_private_screen():
    house = open_house()
    quiet_match(house)
    async with drive(hotseat(house, match_id="exodus-1")) as at:
        await at.press("enter", "enter", "s", "enter", "enter")
        assert screen(at) is Curtain
        assert at.find("#status").message == "Enter again, or a number, opens Bo's seat. Everybody else looks away."
        await at.press("enter")
        assert screen(at) is TableScreen


async def test_a_number_is_a_handover_and_so_is_enter_on_a_name_that_one_went_to():
    house = open_house()
    quiet_match(house)
    async with drive(hotseat(house, match_id="exodus-1")) as at:
        await at.press("3")
        assert screen(at) is TableScreen
        assert "Cy" in at.text.splitlines()[1]
        await at.press("s", "enter", "down", "enter")
        assert screen(at) is TableScreen
        assert "Bo" in at.text.splitlines()[1]


async def rounds_of_two(at, table, rounds, ways):
    """Two people seal nothing but their orders; how many Enters each round of each took beyond `s`, Enter."""
    counted = []
    for _ in range(rounds):
        for way in ways:
            await table.quiet()
            await at.settle()
            assert screen(at) is Curtain, "no page stands between the seats"
            enters = 0
            for key in way:
                await at.press(key)
                enters += key == "enter"
            while screen(at) is not TableScreen:
                assert screen(at) is ReportScreen
                await at.press("enter")
                enters += 1
            await at.press("s", "enter")
            counted.append(enters)
    await table.quiet()
    await at.settle()
    return counted


@pytest.mark.parametrize(
    ("ways", "expected"),
    [((("1",), ("2",)), [0, 0, 1, 1, 1, 1]), ((("down", "up", "enter"), ("up", "down", "enter")), [1, 1, 2, 2, 2, 2])],
    ids=["by number", "by arrows"],
)
async def test_two_people_need_at_most_two_enters_a_round_beyond_the_play_itself(ways, expected):
    house = open_house()
    table = house.make("exodus", SEATS, holders=TWO, seed=5, setup={"round": 3})
    async with drive(hotseat(house, match_id="exodus-1")) as at:
        assert await rounds_of_two(at, table, 3, ways) == expected
        assert table.match.round == 6


async def test_a_pin_guards_the_handover():
    house = open_house()
    quiet_match(house)
    async with drive(hotseat(house, match_id="exodus-1")) as at:
        house.store.put("pins", "exodus-1", {"Ada": shared_keyboard.hash_pin("1234", "00ff")})
        for wrong, seconds in (("", 2), ("1235", 4), ("12345", 8)):
            await at.press("enter")
            at.find("#answer").value = wrong
            await at.press("enter")
            assert screen(at) is Curtain
            wait = f"{seconds}s"
            assert at.find("#status").message == f"That was not Ada's PIN. Another is heard in {wait}."
            await at.press("enter")
            assert screen(at) is Curtain, "not yet"
            assert at.find("#status").message == f"Another PIN for Ada is heard in {wait}."
            house.clock.advance(seconds)
        await at.press("enter")
        at.find("#answer").value = "1234"
        await at.press("enter")
        assert screen(at) is TableScreen
        await at.press("q", "q")
        assert at.find("#status").message == "", "what was said to somebody else is over"
        await at.press("enter")
        at.find("#answer").value = "1"
        await at.press("enter")
        assert "heard in 2s" in at.find("#status").message, "whoever knew it begins anew"


async def test_an_idle_private_screen_drops_the_curtain_whatever_is_open_on_it():
    house = open_house()
    quiet_match(house)
    async with drive(hotseat(house, match_id="exodus-1")) as at:
        await at.press("enter", "enter", "s")
        house.clock.advance(600)
        table_screen = next(s for s in at.app.screen_stack if isinstance(s, TableScreen))
        table_screen.tick()
        await at.settle()
        assert screen(at) is Curtain
        assert house.table("exodus-1").match.sealed == {}


async def test_after_a_close_what_is_public_is_shown_as_a_picture_to_everybody():
    """On the ship the rooms that were activated are public: they are seen on the board, and nothing private is."""
    house = open_house()
    table = house.make("drifting_ship", NAMES[:4], holders=dict.fromkeys(NAMES[:4], "local"), seed=5)
    table.submit(j.Closed())
    room = table.match.state.players["Bo"].crew[0].room
    house.seat("drifting-ship-1", "Bo").seal({"crew": [{"activate": 1}, {}]})
    async with drive(hotseat(house, match_id="drifting-ship-1")) as at:
        await at.press("enter")
        table.submit(j.Closed())
        await at.settle()
        assert screen(at) is PublicPage
        assert f"Activated this round: {room}" in at.text
        assert "\u253c" in at.text, "the board"
        assert "Bo" not in at.text


async def test_after_a_close_without_public_news_the_curtain_follows_and_each_report_by_handover():
    house = open_house()
    quiet_match(house)
    house.seat("exodus-1", "Bo").seal({"offers": [{"to": "Ada", "give": "green"}]})
    for name in SEATS[1:]:
        house.seat("exodus-1", name).ready()
    async with drive(hotseat(house, match_id="exodus-1")) as at:
        house.seat("exodus-1", "Ada").keep_draft({"offers": [{"to": "Bo", "give": "red"}]})
        await at.settle()
        await at.press("enter", "enter", "s", "enter")
        assert screen(at) is Curtain
        assert "red" not in at.text
        await at.press("2")
        assert screen(at) is ReportScreen
        assert "Ada  you gave green, got red" in at.text
        await at.press("enter")
        assert screen(at) is TableScreen
        await at.press("q", "q")
        assert screen(at) is Curtain


async def test_quitting_keeps_drafts_and_what_one_expects_and_the_match_goes_on():
    store = MemoryStore()
    house = open_house(store)
    quiet_match(house)
    async with drive(hotseat(house, match_id="exodus-1")) as at:
        await at.press("enter", "enter", "enter", "enter", "enter", "enter", "enter", "end", "enter")
        assert house.seat("exodus-1", "Ada").draft().orders == {"offers": [{"to": "Bo", "give": "red"}]}
        at.app.exit()
    store.close()
    again = open_house(MemoryStore(store.contents))
    async with drive(hotseat(again)) as at:
        await at.press("down", "enter", "enter")
        assert screen(at) is Curtain
        await at.press("enter", "enter")
        assert "DRAFT" in at.text
        assert at.find("#panel").draft.expected_from("Bo") == "black"


async def test_a_choice_after_the_match_is_made_by_handover():
    house = open_house()
    hands = {seat: ["black"] if seat in ("Cy", "Di") else [] for seat in SEATS}
    table = house.make("exodus", SEATS, holders=ALL, setup={"round": 7, "hands": hands, "points": {"Ada": 50}})
    for name in SEATS[1:]:
        house.seat("exodus-1", name).ready()
    async with drive(hotseat(house, match_id="exodus-1")) as at:
        await at.press("enter", "enter", "s", "enter")
        assert screen(at) is PublicPage
        assert "Ada must choose the Elimination Candidate, among Cy and Di." in " ".join(at.text.split())
        await at.press("enter")
        assert at.find("#next").row.id == "Ada"
        await at.press("enter", "enter", "enter")
        assert "Who is the Elimination Candidate?" in at.text
        await at.press("question_mark")
        assert "If you have to choose" in at.text
        assert "Write your orders" not in at.text
        await at.press("q")
        at.find("#decide").point("Di")
        await at.press("enter", "enter")
        assert table.match.state.ending.candidate == "Di"
        assert screen(at) is Curtain
        assert "Di must choose." in at.text
        assert at.find("#next").row.id == "Di"


async def test_the_host_at_the_keyboard_closes_pauses_and_hands_over():
    house = open_house()
    table = quiet_match(house, round_seconds=600.0)
    async with drive(hotseat(house, match_id="exodus-1")) as at:
        await at.press("colon")
        at.find("#find").value = "stop the clock"
        await at.settle()
        await at.press("enter")
        assert "The host stopped the clock." in at.screen.plain()
        await at.press("enter")
        assert table.match.paused
        assert "clock stopped" in at.text
        await at.press("colon")
        at.find("#find").value = "hand a seat"
        await at.settle()
        await at.press("enter", "end", "enter", "end", "enter")
        assert "from a person at this keyboard to a random bot" in at.screen.plain()
        await at.press("enter")
        assert table.match.holders["Ivy"] == "bot:random"
        await at.press("c")
        assert "Not ready: Ada, Bo" in at.text
        await at.press("enter")
        assert table.match.round == 2


async def test_a_torn_match_is_told_on_its_curtain():
    house = open_house()
    quiet_match(house)
    house.warnings.append("exodus-1: the last entry was cut off.")
    async with drive(hotseat(house, match_id="exodus-1")) as at:
        assert screen(at) is Curtain
        assert "the last entry was cut off" in at.text


async def test_ctrl_c_says_how_one_leaves():
    house = open_house()
    quiet_match(house)
    async with drive(hotseat(house, match_id="exodus-1")) as at:
        await at.press("ctrl+c")
        assert "Ctrl-Q leaves the house" in at.find("#status").message


async def test_a_full_disk_stops_neither_settings_nor_a_report():
    store = MemoryStore()
    house = open_house(store)
    quiet_match(house)
    for name in SEATS:
        house.seat("exodus-1", name).ready()

    def full(*_, **__):
        raise Refused("house_closed", "the disk is full")

    store.put = full
    async with drive(hotseat(house, match_id="exodus-1")) as at:
        await at.press("enter", "enter")
        assert screen(at) is ReportScreen
        await at.press("enter", "colon")
        at.find("#find").value = "settings"
        await at.settle()
        await at.press("enter", "down", "enter")
        assert "the disk is full" in at.find("#status").message


@pytest.mark.parametrize("wrong", ["\u00b2", "--5", "seven", "9" * 21, "0x7"])
async def test_a_seed_that_is_no_number_is_refused_and_a_good_one_takes_the_reproach_away(wrong):
    house = open_house()
    async with drive(hotseat(house)) as at:
        await at.press("enter")
        at.find("#pick").point("exodus")
        await at.press("enter")
        at.find("#form").point("seed")
        await at.press("enter")
        at.find("#answer").value = wrong
        await at.press("enter")
        assert "A seed is a whole number" in at.find("#status").message
        await at.press("enter")
        at.find("#answer").value = "-7"
        await at.press("enter")
        assert at.find("#status").message == ""
        assert at.screen.plan.seed == -7


@pytest.mark.parametrize("opening", [{}, {"new": "exodus"}, {"practice": (None, None, "Ada")}])
async def test_that_the_first_screen_stands_is_told_once_whatever_is_opened(opening):
    told: list[bool] = []
    async with drive(HotseatApp(open_house(), painted=lambda: told.append(True), **opening)) as at:
        await at.settle()
        assert told == [True]
        await at.press("q")
    assert told == [True]


@pytest.mark.parametrize("size", [(40, 15), (80, 24)])
async def test_the_start_menu_shows_how_to_leave_and_q_leaves(size):
    async with drive(HotseatApp(open_house()), size=size) as at:
        assert "Leave" in at.text
        assert "q leave" in at.text
        await at.press("q")
        assert at.app.return_code == 0
