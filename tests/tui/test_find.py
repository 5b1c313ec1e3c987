"""Many finished matches: the lobby lists the latest and opens none, and every one is found by a word or two."""

from __future__ import annotations

from datetime import UTC

import pytest

from core.match import journal as j
from core.table.host_controls import HostControls
from core.table.seat import Seat
from storage.memory import MemoryStore
from tests.kit.hall import Hall
from tests.kit.house import open_house
from tests.kit.screens import SMALL, drive
from tui.app.hotseat import HotseatApp
from tui.screens.lobby.picking import FEW, PickMatch
from tui.screens.lobby.screen import LATEST
from tui.screens.result.replay import ReplayScreen
from tui.screens.table.screen import TableScreen

TITLES = ("Tuesday", "Rematch", "The long evening")


def finished(hall, number, **more):
    """So many finished matches, the latest last."""
    found = []
    for n in range(number):
        hall.clock.advance(86_400)
        table = hall.match(title=TITLES[n % 3], **more)
        HostControls(table).close()
        while table.match.phase != "finished":
            HostControls(table).close()
        found.append(table.match.header.match)
    return found


def opened_anew(hall):
    """The house as it is after a restart: no table of a finished match is open."""
    hall.house.stop()
    hall.house.store.close()
    hall.house = open_house(MemoryStore(hall.house.store.contents), hall.clock)
    hall.people._store = hall.house.store
    return hall


@pytest.fixture
def hall():
    hall = Hall("Ada", "Bo", "Eve")
    finished(hall, 4, holders={"Ada": "open"})
    finished(hall, LATEST + 2)
    return opened_anew(hall)


async def test_a_tall_lobby_lists_more_of_what_is_finished_and_a_narrow_one_keeps_its_words_apart():
    hall = Hall("Ada")
    finished(hall, LATEST + 10)
    for size, listed, first in (((120, 40), 20, "Garnet"), ((40, 15), LATEST, "Ada")):
        async with hall.enter("Ada", size=size) as at:
            shown = [row for row in at.find("#matches").rows if not row.heading and row.id != "find:"]
            assert len(shown) == listed
            assert at.text.split()[0] == first
            assert "Ada nothing" in " ".join(at.text.splitlines()[0].split())


async def test_the_lobby_lists_the_latest_own_ones_and_opens_no_table(hall):
    async with hall.enter("Ada") as at:
        names = [f"parley-open-{n}" for n in range(LATEST + 6, 6, -1)]
        listed = [row for row in at.rows if not row.startswith("head:")]
        assert listed == [*(f"mine:{name}\nAda" for name in names), "find:"]
        assert "6 more  / finds them" in at.text
        assert "won by " in at.text
        assert hall.house.tables == {}


async def test_slash_finds_a_match_by_words_of_its_title_and_enter_replays_it(hall):
    async with hall.enter("Ada") as at:
        await at.press("slash")
        assert isinstance(at.screen, PickMatch)
        assert "Finished matches (18)" in at.text
        await at.type("evening bo")
        assert "Finished matches (5 of 18)" in at.text
        assert "Rematch" not in at.text.split("Finished matches")[1].split("╰")[0]
        await at.press("down", "down", "enter")
        await at.app.workers.wait_for_complete()
        await at.settle()
        assert isinstance(at.screen, ReplayScreen)
        assert hall.house.tables == {}, "a replay reads the journal, and opens no table"


async def test_no_match_with_these_words_is_said_and_back_leads_to_the_lobby(hall):
    async with hall.enter("Ada") as at:
        await at.press("slash")
        await at.type("nothing like this")
        assert "No match has all these words." in at.text
        await at.press("enter")
        assert isinstance(at.screen, PickMatch)
        await at.press("escape")
        assert at.screen is at.app.lobby


async def test_the_last_row_finds_the_others_too(hall):
    async with hall.enter("Eve") as at:
        assert at.rows[-1] == "find:"
        await at.press("end", "enter")
        assert isinstance(at.screen, PickMatch)
        await at.type("tuesday")
        await at.press("end", "enter")
        await at.app.workers.wait_for_complete()
        await at.settle()
        assert isinstance(at.screen, TableScreen)
        assert at.screen.seat.name is None
        assert len(hall.house.tables) == 1


async def test_without_a_finished_match_there_is_nothing_to_find():
    hall = Hall("Ada")
    hall.match()
    async with hall.enter("Ada") as at:
        await at.press("q", "slash")
        assert not isinstance(at.screen, PickMatch)


async def test_a_seat_at_a_match_that_is_put_away_is_still_ones_own():
    hall = Hall("Ada", "Bo")
    (name,) = finished(hall, 1)
    async with hall.enter("Ada") as at:
        at.app.sit(name, "Ada")
        await at.settle()
        hall.clock.advance(3_600)
        hall.house.tend()
        await at.settle()
        assert hall.house.tables == {}
        assert any(isinstance(screen, TableScreen) for screen in at.app.screen_stack)
        await at.press("q")
        while at.screen is not at.app.lobby:
            await at.press("q")
        assert at.rows == ["head:Finished in November 2023", f"mine:{name}\nAda"]


async def test_what_is_said_at_a_table_that_was_opened_again_is_heard_in_the_lobby(hall):
    async with hall.enter("Ada") as at:
        name = f"parley-open-{LATEST + 6}"
        Seat(hall.house.table(name), "Bo").say("lounge", "that was close")
        await at.settle()
        assert "(1)" in at.text


@pytest.mark.parametrize("number", [FEW, FEW + 1])
async def test_at_one_keyboard_many_matches_are_searched_as_one_types(number):
    house = open_house()
    for n in range(number):
        house.make("parley-open", ("Ada", "Bo", "Cy", "Di"), title=f"Evening {n}")
    async with drive(HotseatApp(house, zone=UTC), size=SMALL) as at:
        await at.press("down", "enter")
        assert isinstance(at.screen, PickMatch)
        assert bool(at.screen.query("#find")) is (number > FEW)
        if number > FEW:
            await at.type("evening 3")
            await at.press("enter")
            assert at.app.shared.match == "parley-open-4"


@pytest.mark.parametrize("size", [SMALL, (40, 15), (120, 40)])
async def test_HH_82_a_search_in_talk_opens_the_place_where_it_was_said(size):
    hall = Hall("Ada", "Bo", "Cy", "Di")
    table = hall.match()
    for n in range(60):
        hall.clock.advance(1)
        words = "The white one is mine." if n == 7 else f"Word {n}."
        table.submit(j.Said(at=hall.clock(), author="Bo", to=("Ada",) if n % 2 else "lounge", text=words))
    async with hall.enter("Ada", size) as at:
        at.app.sit(table.match.header.match, "Ada")
        await at.settle()
        await at.press("t", "slash")
        await at.press(*"white bo")
        assert [row.id for row in at.find("#pick").rows] == ["7"]
        await at.press("enter")
        await at.settle()
        assert at.screen.id == "table"
        assert "The white one is mine." in at.text
        assert "Word 59." not in at.text
