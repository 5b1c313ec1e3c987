"""A few pictures of the main screens, each with what one should see on it."""

from __future__ import annotations

from datetime import UTC

import pytest

from core.talk.channels import Deal
from tests.kit.house import open_house
from tests.kit.screens import LARGE, SMALL, OneScreen, position
from tui.app.hotseat import HotseatApp
from tui.app.memory import StoredShelf
from tui.screens.table.screen import TableScreen

SEATS = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ivy")
HANDS = {"Ada": ["red", "yellow", "green", "black"], "Bo": ["green"], **{seat: [] for seat in SEATS[2:]}}


def desk() -> OneScreen:
    house, _ = position("exodus", setup={"round": 4, "hands": HANDS, "points": {"Ada": 12}})
    house.seat("exodus-1", "Bo").say(["Ada"], "red for green, last chance", Deal(give="green", want="red"))
    house.seat("exodus-1", "Cy").say("lounge", "Good morning, everybody.")
    return OneScreen(lambda: TableScreen(house.seat("exodus-1", "Ada")), memory=StoredShelf(house.store))


async def take_the_deal(pilot) -> None:
    await pilot.pause()
    await pilot.press("a")
    await pilot.pause()


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x45"])
def test_the_trade_desk(snap_compare, size):
    """You should see: DRAFT; the matrix of round 4 with faint blue and white rows and `10/0*` at red for green; one
    offer, red to Bo expecting green, +10 as expected; Bo's proposal; `? help` leftmost below. Wide: talk with the
    lounge and Bo unread or shown, notes, how the round pays, and round 5 after it."""
    assert snap_compare(desk(), terminal_size=size, run_before=take_the_deal)


def test_the_seal_dialog(snap_compare):
    """You should see a box in the middle over the desk: "I offer Bo 1 red cube." and what Enter and q do."""

    async def seal(pilot) -> None:
        await take_the_deal(pilot)
        await pilot.press("s")
        await pilot.pause()

    assert snap_compare(desk(), terminal_size=SMALL, run_before=seal)


def test_the_start_menu(snap_compare):
    """You should see the house's name and six entries, Continue and Replay closed with a cross."""
    assert snap_compare(HotseatApp(open_house(), zone=UTC), terminal_size=SMALL)


def test_the_curtain(snap_compare):
    """You should see that Ada and Bo owe orders, Gus is ready, and nothing else about anybody."""
    house = open_house()
    holders = {seat: "local" if seat in ("Ada", "Bo", "Gus") else "bot:random" for seat in SEATS}
    house.make("exodus", SEATS, holders=holders, setup={"hands": HANDS})
    house.seat("exodus-1", "Gus").seal({"offers": []})
    house.seat("exodus-1", "Gus").ready()
    for table in house.tables.values():
        table.start = lambda: None  # the bots stay asleep, so that the picture is always the same
    assert snap_compare(HotseatApp(house, zone=UTC, match_id="exodus-1"), terminal_size=SMALL)


def test_the_result(snap_compare):
    """You should see Ada first with 2 Tokens of Life, Cy as candidate, the opponent, the ledger with its reasons, and
    that the dice were fixed beforehand."""
    house, table = position("exodus", setup={"round": 7, "hands": HANDS, "points": {"Ada": 65, "Cy": -4}})
    for seat in SEATS:
        house.seat("exodus-1", seat).ready()
    while table.match.phase == "decision":
        choice = table.match.game.pending(table.match.state)
        house.seat("exodus-1", choice.by[0]).do({"kind": choice.kind, "player": choice.among[0]})
    app = OneScreen(lambda: TableScreen(house.seat("exodus-1", "Ada")), memory=StoredShelf(house.store))
    assert snap_compare(app, terminal_size=LARGE)
