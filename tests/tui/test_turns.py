"""The table of a game with turns: the frame, keys, help and curtain speak of turns, and of nothing that it has not."""

from __future__ import annotations

import pytest

from core.games import register
from core.table.seat import Seat
from tests.kit.lots import Lots
from tests.kit.screens import sit

SIZES = [(40, 15), (80, 24), (120, 40), (160, 45)]


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
        assert "Whoever is on turn moves on the table" in at.text
        assert "seals" not in at.text


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
