"""Who sits where, and what seats are called: HH-09 and HH-10."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from core.games import MODULES
from core.games import game as find_game
from core.house.guest import Guest
from core.house.house import House
from core.match import journal as j
from core.match import views
from core.match.records import Change
from core.match.reducer import fold
from core.match.seating import unnamed
from core.match.state import Match, change
from core.refusal import NotAMatch, Refused
from core.table.host_controls import HostControls, hand_over, taken_name
from core.table.seat import Seat
from core.table.table import Table
from tests.kit.house import open_house

FOUR = tuple(unnamed(place) for place in range(4))


def table_of(*seats: str, game: str = "parley-open", **more: Any) -> tuple[House, Table]:
    house = open_house()
    seats = seats or FOUR
    return house, house.make(game, seats, holders=dict.fromkeys(seats, "open") | more.pop("holders", {}), **more)


def refused(doing: Callable[[], object], code: str) -> Refused:
    with pytest.raises(Refused) as caught:
        doing()
    assert caught.value.code == code
    return caught.value


def again(house: House) -> Match:
    """The first match of the house, folded from what was stored."""
    stored = house.store.read(next(iter(house.tables)))
    return fold(j.header_from_json(stored.header), map(j.entry_from_json, stored.entries))


# --- one seat for each person -----------------------------------------------------------------------------------------
def test_HH_09_nobody_is_given_or_takes_a_second_seat() -> None:
    house, table = table_of("Ada", "Bo", "Cy", "Di", holders={"Ada": "person:ada"})
    refusal = refused(lambda: HostControls(table).hand_over("Bo", "person:ada"), "second_seat")
    assert refusal.ruling == "HH-09"
    assert "Ada" in refusal.message
    refused(lambda: Guest(house, "ada").take_seat("parley-open-1", "Cy"), "second_seat")
    assert table.match.holders["Bo"] == table.match.holders["Cy"] == "open"
    HostControls(table).hand_over("Bo", "local")
    HostControls(table).hand_over("Cy", "local")
    with pytest.raises(NotAMatch):
        table_of("Ada", "Bo", "Cy", "Di", holders=dict.fromkeys(("Ada", "Bo"), "person:ada"))


def test_HH_09_a_match_can_be_made_in_which_one_person_holds_several_seats() -> None:
    house, _ = table_of("Ada", "Bo", "Cy", "Di", holders=dict.fromkeys(("Ada", "Bo"), "person:ada"), several=True)
    Guest(house, "ada").take_seat("parley-open-1", "Cy")
    assert [seat for _, seat in house.seats_of("person:ada")] == ["Ada", "Bo", "Cy"]


# --- names that are left open -----------------------------------------------------------------------------------------
def test_HH_10_who_sits_down_first_gives_an_open_seat_their_name() -> None:
    house, table = table_of()
    seat = Guest(house, "zoe").take_seat("parley-open-1", "open seat 3", "Zoe")
    assert seat.name == "Zoe"
    assert table.match.seats == ("open seat 1", "open seat 2", "Zoe", "open seat 4")
    assert table.match.news[-1].text == "Open seat 3 is called Zoe now. Zoe is seated."
    HostControls(table).hand_over("Zoe", "person:bo", "Bo")
    assert table.match.seats[2] == "Zoe", "only the first"
    assert hand_over(table, "open seat 2", "person:eve", "zoe") == "zoe 2"
    assert hand_over(table, "open seat 4", "local") == "open seat 4"
    assert again(house).seats == ("open seat 1", "zoe 2", "Zoe", "open seat 4")


def test_HH_10_a_bot_at_an_open_seat_takes_a_name_of_the_house() -> None:
    assert taken_name(("Ada", "open seat 2"), "open seat 2", "bot:steady") == "Bo"
    assert taken_name(("Ada", "open seat 2"), "open seat 2", "open") == "open seat 2"
    assert taken_name(("Ada", "Bo"), "Bo", "bot:steady") == "Bo"


def test_HH_10_a_name_that_the_host_fixed_stays() -> None:
    house, _ = table_of("Ada", "Bo", "Cy", "Di")
    assert Guest(house, "zoe").take_seat("parley-open-1", "Cy", "Zoe").name == "Cy"


def test_HH_10_who_sits_at_a_renamed_seat_stays_there_and_hears_of_it_alone() -> None:
    _, table = table_of(briefing=True)
    mine, other = Seat(table, "open seat 2"), Seat(table, "open seat 3")
    heard: dict[str, list[Change]] = {"mine": [], "other": []}
    mine.listen(heard["mine"].append)
    other.listen(heard["other"].append)
    mine.keep_notes("canary")
    HostControls(table).rename("open seat 2", "Zoe")
    assert (mine.name, mine.notes(), other.notes()) == ("Zoe", "canary", "")
    HostControls(table).rename("open seat 3", "Bo")
    for told in heard.values():
        told.clear()
    mine.keep_notes("canary 2")
    assert ([one.kind for one in heard["mine"]], heard["other"]) == (["notes"], [])


def test_HH_10_the_host_renames_seats_until_round_1_begins() -> None:
    house, table = table_of("Ada", "Bo", "Cy", "Di", briefing=True, holders={"Bo": "person:bo"})
    desk = HostControls(table)
    Seat(table, "Bo").say(("Ada",), "I am Bo, and you are Ada.")
    desk.rename("Bo", "Zoe")
    assert table.match.seats == ("Ada", "Zoe", "Cy", "Di")
    assert table.match.holders["Zoe"] == "person:bo"
    said = table.match.messages[-1]
    assert (said.sender, said.readers, said.text) == ("Zoe", ("Ada", "Zoe"), "I am Bo, and you are Ada.")
    assert table.match.news[-1].text == "Bo is called Zoe now."
    refused(lambda: desk.rename("Zoe", "ada"), "equal_names")
    refused(lambda: desk.rename("Zoe", "[Zoe]"), "bad_name")
    refused(lambda: desk.rename("Nobody", "Eve"), "not_seated")
    desk.begin()
    refused(lambda: desk.rename("Zoe", "Eve"), "begun")
    assert again(house).seats == table.match.seats


def test_HH_10_an_earlier_name_stays_the_seat_s_own() -> None:
    _, table = table_of("Ada", "Bo", "Cy", "Di", briefing=True)
    desk = HostControls(table)
    desk.rename("Ada", "Eve")
    desk.rename("Eve", "Zoe")
    assert (table.match.now_called("Ada"), table.match.now_called("Eve"), table.match.now_called("Bo")) == (
        "Zoe", "Zoe", "Bo",
    )  # fmt: skip
    refused(lambda: desk.rename("Bo", "Ada"), "name_used")
    desk.rename("Zoe", "Ada")
    assert table.match.now_called("Ada") == "Ada"
    assert table.match.now_called("Eve") == "Ada"


def test_HH_10_a_seat_called_like_something_in_the_game_is_not_renamed() -> None:
    seats = ("red", *FOUR, *(unnamed(place) for place in range(4, 8)))
    _, table = table_of(*seats, game="exodus", briefing=True)
    refused(lambda: HostControls(table).rename("red", "Eve"), "word_of_game")
    HostControls(table).rename("open seat 1", "Eve")


@pytest.mark.parametrize("game", MODULES)
def test_HH_10_a_seat_is_renamed_in_everything_that_was_told(game: str) -> None:
    spec = find_game(game).spec
    seats = tuple(unnamed(place) for place in range(spec.seats))
    house = open_house()
    table = house.make(game, seats, holders=dict.fromkeys(seats, "bot:random"), seed=1, early_close=False, judged=False)
    for _ in range(2):
        table.play_bots()
        HostControls(table).close()
    for place, seat in enumerate(seats):
        table.submit(j.HandedOver(seat=seat, holder="person:zoe", new_name=f"Zoe{place}"))
    silent = change(table.match, messages=())  # what was said stays as it was said
    told = [views.host(silent), *(views.view(silent, seat) for seat in silent.seats)]
    assert silent.rounds
    assert "open seat" not in msgspec.json.encode([told, silent.rounds, silent.starts, silent.news]).decode()
    assert again(house) == table.match
    HostControls(table).close()
    HostControls(table).rewind(1)
    assert "open seat" not in msgspec.json.encode(views.host(table.match)).decode()
