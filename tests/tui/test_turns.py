"""The table of a game with turns: the frame, keys, help and curtain speak of turns, and of nothing that it has not."""

from __future__ import annotations

import pytest

from core.games import register
from core.table.host_controls import HostControls
from core.table.seat import Seat
from tests.kit.depth import ends
from tests.kit.hall import Hall
from tests.kit.house import open_house
from tests.kit.lots import Lots
from tests.kit.screens import drive, sit
from tests.tui.keyboard import hotseat, screen
from tui.screens.curtain import Curtain
from tui.screens.table.screen import TableScreen

SIZES = ends((40, 15), (80, 24), (120, 40), (160, 45))


@pytest.fixture(autouse=True)
def _lots():
    register(Lots())


@pytest.mark.parametrize("size", SIZES)
async def test_the_frame_says_whose_turn_it_is_and_nothing_of_orders_seals_or_rounds(size):
    async with sit("lots", "Ada", size=size) as at:
        assert "YOUR TURN" in at.text
        for word in ("orders", "sealed", " seal", "round", " ready"):
            assert word not in at.text.replace("Your orders", ""), word
        assert "lot 1/6" in at.text or "1/6" in at.text
    async with sit("lots", "Bo", size=size) as at:
        assert "Ada's turn" in at.text


async def test_moves_come_to_the_others_and_a_bell_rings_for_who_is_on_turn():
    async with sit("lots", "Bo", size=(80, 24)) as at:
        rung = []
        at.app.bell = lambda: rung.append(1)
        at.seat("Ada").do({"kind": "pay"})
        await at.settle()
        assert "YOUR TURN" in at.text
        assert "It is your turn: pay a chip, or take." in at.text
        assert rung == [1]
        await at.press("?")
        assert "The player on turn moves on the table" in at.text
        assert "seals" not in at.text


async def test_what_is_told_of_a_lot_says_nothing_of_orders():
    async with sit("lots", "Ada", size=(80, 40)) as at:
        at.seat("Ada").do({"kind": "take"})
        await at.settle()
        assert "what happened" in at.text
        assert "You were told" in at.text
        assert "ordered" not in at.text
        HostControls(at.table).rewind(1)
        await at.settle()
        assert "Lot 1 is open again." in at.text
        assert "ordered" not in at.text


async def test_keys_that_seal_are_not_there_and_a_move_asked_for_counts_in_no_later_turn():
    async with sit("lots", "Ada", size=(80, 24)) as at:
        await at.press("s")
        assert "Seal these" not in at.text
        await at.press("enter")
        assert "Do this now?" in at.text
        for seat in ("Ada", "Bo", "Cy", "Di"):  # Ada's own, somewhere else; it comes round to her again
            at.seat(seat).do({"kind": "pay"})
        await at.settle()
        await at.press("enter")
        assert "That was meant for an earlier turn of yours." in at.text


async def test_the_time_of_a_turn_and_of_its_bank_stand_in_the_frame():
    async with sit("lots", "Ada", size=(120, 40), round_seconds=60.0, bank_seconds=120.0) as at:
        assert "1m + 2m bank" in at.text
        at.house.clock.advance(90)
        at.screen.tick()
        await at.settle()
        assert "of the bank" in at.text
        assert isinstance(at.seat("Ada"), Seat)


def at_one_keyboard():
    house = open_house()
    seats = ("Ada", "Bo", "Cy", "Di")
    return house, house.make("lots", seats, holders=dict.fromkeys(seats, "local"))


async def test_at_one_keyboard_the_curtain_falls_after_a_move_to_whose_turn_it_is():
    house, table = at_one_keyboard()
    async with drive(hotseat(house, match_id="lots-1"), size=(80, 24)) as at:
        assert screen(at) is Curtain
        assert "Waiting for Ada." in at.text
        await at.press("1")
        assert screen(at) is TableScreen
        assert "YOUR TURN" in at.text
        await at.press("enter", "enter")
        assert table.match.state.chips["Ada"] == 2
        assert screen(at) is Curtain, "nobody else sees what Ada sees"
        assert "Waiting for Bo." in at.text
        assert at.find("#next").row.id == "Bo"
        assert [line.count("is on turn") for line in at.text.splitlines() if " Bo " in line][-1:] == [1]
        assert at.text.count("waits for their turn") == 3
        assert "chips" not in at.text


async def test_at_one_keyboard_nobody_s_seat_falls_when_others_move_and_it_falls_for_a_turn_that_lapsed():
    house, table = at_one_keyboard()
    async with drive(hotseat(house, match_id="lots-1"), size=(80, 24)) as at:
        await at.press("3")
        assert "Ada's turn" in at.text
        house.seat("lots-1", "Ada").do({"kind": "pay"})
        await at.settle()
        assert screen(at) is TableScreen, "Cy was looking, and had no turn that ended"
        HostControls(table).lapse()
        await at.settle()
        assert "YOUR TURN" in at.text
        HostControls(table).lapse()
        await at.settle()
        assert screen(at) is Curtain
        assert "Waiting for Di." in at.text


async def test_the_lobby_says_whose_turn_it_is():
    hall = Hall("Ada", "Bo")
    seats = ("Ada", "Bo", "Cy", "Di")
    holders = {"Ada": "person:ada", "Bo": "person:bo", "Cy": "bot:steady", "Di": "bot:steady"}
    hall.house.make("lots", seats, holders=holders)
    hall.house.make("lots", seats, holders=holders)  # with one alone it would open at once
    for person, told in (("Ada", "YOUR TURN"), ("Bo", "Ada's turn")):
        async with hall.enter(person) as at:
            assert at.text.count(told) >= 2
            assert "orders" not in at.text
