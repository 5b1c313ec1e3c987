"""HH-73: bots leave a person the first word of a round."""

from __future__ import annotations

import pytest

from core.games import game
from core.match import journal as j
from core.match.seating import OPEN
from core.table.seat import Seat
from core.table.table import Table
from core.table.table_bots import EARLY, EARLY_WITH_FREE_SEATS
from core.talk.channels import Deal
from tests.kit import NAMES
from tests.kit.house import Clock, open_house


def sitting(game_id: str) -> tuple[Table, Seat, Clock]:
    clock = Clock()
    house = open_house(clock=clock)
    names = NAMES[: game(game_id).spec.seats]
    holders = {"Ada": "local", **dict.fromkeys(names[1:], "bot:steady")}
    table = house.make(game_id, names, holders=holders, seed=3)
    table.start()
    table.play_bots()
    return table, Seat(table, "Ada"), clock


def among_bots(table: Table) -> list[object]:
    return [m for m in table.match.messages if m.deal is not None and "Ada" not in m.readers]


@pytest.mark.parametrize("game_id", ["exodus", "famine", "day_of_mercury"])
def test_HH_73_bots_settle_nothing_among_themselves_before_a_person_s_first_word(game_id: str) -> None:
    table, _, clock = sitting(game_id)
    assert among_bots(table) == []
    assert not {*table.match.ready} >= {*NAMES[1:3]}, "the round does not close before they have traded"
    clock.advance(EARLY + 1)
    table.catch_up()
    table.play_bots()
    assert among_bots(table)
    assert {*table.match.seats} - {*table.match.ready} == {"Ada"}


def test_HH_73_bots_wait_for_who_sits_down_on_a_free_seat() -> None:
    clock = Clock()
    house = open_house(clock=clock)
    names = NAMES[: game("exodus").spec.seats]
    table = house.make("exodus", names, holders={"Ada": OPEN, **dict.fromkeys(names[1:], "bot:steady")}, seed=3)
    table.start()
    table.play_bots()
    clock.advance(EARLY_WITH_FREE_SEATS - 10)
    table.catch_up()
    table.play_bots()
    assert among_bots(table) == []
    table.submit(j.HandedOver(seat="Ada", holder="person:Eve"))
    clock.advance(EARLY - 1)
    table.catch_up()
    table.play_bots()
    assert among_bots(table) == [], "half a minute is left to Eve"
    clock.advance(2)
    table.catch_up()
    table.play_bots()
    assert among_bots(table)


@pytest.mark.parametrize("game_id", ["exodus", "famine"])
def test_HH_73_a_bot_that_has_heard_a_person_is_free(game_id: str) -> None:
    table, seat, _ = sitting(game_id)
    kinds = list(table.match.game.goods.kinds)
    seat.say(["Bo"], f"My {kinds[0]} for your {kinds[1]}?", Deal(kinds[0], kinds[1]))
    table.play_bots()
    assert any(m.sender == "Bo" and "Ada" in m.readers for m in table.match.messages), "it answers at once"
    assert {m.sender for m in among_bots(table)} <= {"Bo"}


@pytest.mark.parametrize("game_id", ["exodus", "day_of_mercury"])
def test_HH_73_where_all_people_are_ready_the_bots_go_on_at_once(game_id: str) -> None:
    table, seat, _ = sitting(game_id)
    seat.ready()
    table.play_bots()
    assert among_bots(table)
    assert table.match.round == 2, "and the round closes"
