"""Nobody to hide from: one person at the keyboard plays without a curtain, and records are replayed."""

from __future__ import annotations

import pytest

from core.talk.channels import Deal
from tests.kit.house import open_house
from tests.kit.screens import drive
from tests.tui.keyboard import ALL, CANARY, SEATS, hotseat, quiet_match, screen
from tui.app import shared_keyboard
from tui.app.hotseat import IDLE, HotseatApp
from tui.screens.curtain import Curtain, Handover, PublicPage
from tui.screens.result.replay import ReplayScreen
from tui.screens.table.log import ReportScreen
from tui.screens.table.screen import TableScreen


async def test_a_kept_record_is_replayed_only_through_ones_own_eyes():
    house = open_house()
    hands = {seat: [] for seat in SEATS}
    table = house.make(
        "exodus", SEATS, holders=ALL, options={"reveal": False},
        setup={"round": 7, "hands": hands, "points": {"Ada": 5, "Cy": -4}},
    )  # fmt: skip
    for name in SEATS:
        house.seat("exodus-1", name).ready()
    while table.match.phase == "decision":
        chooser = house.seat("exodus-1", table.match.game.pending(table.match.state).by[0])
        chooser.do({"kind": chooser.pending().kind, "player": chooser.pending().among[0]})
    async with drive(hotseat(house, replay="exodus-1")) as at:
        assert screen(at) is Handover
        await at.press("enter")
        assert "Ada's eyes" in at.text
        assert "*" not in at.screen.allowed


async def test_a_replay_shows_no_conversations():
    house = open_house()
    hands = {seat: ["red"] for seat in SEATS}
    setup = {"round": 7, "hands": hands, "points": {"Ada": 5, "Cy": -4}}
    house.make("exodus", SEATS, holders=ALL, setup=setup)
    house.seat("exodus-1", "Bo").say(["Ada"], CANARY, Deal(give="green", want="red"))
    house.seat("exodus-1", "Ada").keep_notes(CANARY)
    for name in SEATS:
        house.seat("exodus-1", name).ready()
    chooser = house.seat("exodus-1", "Cy")
    chooser.do({"kind": "choose_opponent", "player": "Bo"})
    async with drive(hotseat(house, replay="exodus-1", eyes="Ada"), size=(160, 45)) as at:
        assert "Ada's eyes · the table" in at.text
        assert CANARY not in at.text
        assert "green for red" not in at.text


async def test_a_replay_of_a_running_match_is_refused():
    house = open_house()
    quiet_match(house)
    async with drive(hotseat(house, replay="exodus-1")) as at:
        assert "is still being played" in at.find("#status").message


async def test_one_person_at_the_keyboard_plays_without_a_curtain():
    """Nobody to hide anything from: the table at once, seal, report, table."""
    house = open_house()
    table = house.make("exodus", SEATS, holders=dict.fromkeys(SEATS, "bot:random") | {"Ada": "local"}, seed=5)
    async with drive(hotseat(house, match_id="exodus-1")) as at:
        await table.quiet()
        await at.settle()
        assert screen(at) is TableScreen
        house.clock.advance(IDLE + 1)
        at.screen.tick()
        await at.settle()
        assert screen(at) is TableScreen, "whoever is alone and reads sees no blank screen"
        await at.press("s", "enter")
        await table.quiet()
        await at.settle()
        assert table.match.round == 2
        assert screen(at) is ReportScreen
        await at.press("enter")
        assert screen(at) is TableScreen


async def test_one_person_who_leaves_the_table_goes_back_with_one_key():
    house = open_house()
    house.make("exodus", SEATS, holders=dict.fromkeys(SEATS, "bot:random") | {"Ada": "local"}, seed=5)
    async with drive(hotseat(house, match_id="exodus-1")) as at:
        await at.settle()
        await at.press("q", "q")
        assert screen(at) is Curtain
        assert "looks away" not in at.text
        await at.press("enter")
        assert screen(at) is TableScreen


async def test_a_finished_match_of_bots_alone_is_replayed_with_enter():
    house = open_house()
    house.make("exodus", SEATS, holders=dict.fromkeys(SEATS, "bot:random"), seed=5).play_bots()
    async with drive(hotseat(house, match_id="exodus-1")) as at:
        assert screen(at) is PublicPage
        await at.press("enter")
        assert screen(at) is Curtain
        assert "Enter replays it." in " ".join(at.text.split())
        await at.press("enter")
        assert screen(at) is ReplayScreen


async def test_a_pin_keeps_its_handover_for_one_person_too():
    house = open_house()
    house.make("exodus", SEATS, holders=dict.fromkeys(SEATS, "bot:random") | {"Ada": "local"}, seed=5)
    house.store.put("pins", "exodus-1", {"Ada": shared_keyboard.hash_pin("1234", "00ff")})
    async with drive(hotseat(house, match_id="exodus-1")) as at:
        assert screen(at) is Curtain
        await at.press("enter")
        assert "Ada's PIN" in at.text


@pytest.mark.parametrize("game", ["black_and_white", "ninety_nine"])
async def test_one_person_in_a_duel_sees_no_curtain_no_handover_and_no_public_page(game):
    house = open_house()
    table = house.make(game, ("Ada", "Bo"), holders={"Ada": "local", "Bo": "bot:random"}, seed=5)
    seen = set()
    async with drive(hotseat(house, match_id=table.match.header.match)) as at:
        await at.settle()
        for _ in range(12):
            await table.quiet()
            await at.settle()
            seen.add(screen(at))
            await at.press("enter")
        assert TableScreen in seen
        assert not seen & {Curtain, Handover, PublicPage}
        assert table.match.round > 1
    table.stop()


async def test_an_escape_too_many_at_the_start_leaves_nothing():
    async with drive(HotseatApp(open_house())) as at:
        await at.press("escape")
        assert at.app.is_running
        assert "q leaves the house." in at.text
