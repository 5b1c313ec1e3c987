"""SH-03, SH-06, SH-20, SH-21: the previews that screen and bots share agree with what the close does."""

from __future__ import annotations

import msgspec
import pytest

from core.games import game
from core.games.drifting_ship.board import DEFAULT_BOARD, wall
from core.games.drifting_ship.reach import forecast, reach
from core.games.drifting_ship.structs import Chart, Crewmate, CrewOrders
from tests.rulings.drifting_ship.script import Json, crew, go, mate, one, ship

CHART = Chart(DEFAULT_BOARD)
SHIP = game("drifting_ship")


def lefts(crewmate: Crewmate, chart: Chart = CHART, *, eat: bool = False) -> dict[str, int]:
    return {way.room: way.left for way in reach(chart, crewmate, 7, eat)}


def test_SH_06_reach_is_row_and_column_with_the_energy_left() -> None:
    assert lefts(Crewmate("x", "1A", 2)) == {"1A": 2, "4B": 1, "3C": 0, "4A": 1, "6B": 0}
    assert lefts(Crewmate("x", "V", 1)) == {"13B": 0, "12C": 0, "V": 1, "13C": 0, "13A": 0}
    assert lefts(Crewmate("x", "V", 0)) == {"V": 0}
    assert len(lefts(Crewmate("x", "V", 7))) == 13


def test_SH_06_walls_end_the_line() -> None:
    chart = Chart(DEFAULT_BOARD, walls=(wall("4B", "3C"),))
    assert lefts(Crewmate("x", "1A", 7), chart).keys() & {"4B", "3C", "2B"} == {"4B"}


def test_SH_21_reach_with_the_toe_turns_one_corner() -> None:
    found = {way.room: way for way in reach(CHART, Crewmate("x", "1A", 3, {"T": None}), 7)}
    assert (found["R"].cost, found["R"].left) == (2, 1)
    assert (found["R"].move, found["R"].step) in {("4B", "south"), ("4A", "east")}
    assert (found["2B"].cost, found["2B"].move, found["2B"].step) == (3, "2B", None)
    assert "9A" in found  # two along, one down
    assert "12A" not in found


def test_SH_21_the_toe_walks_around_a_wall() -> None:
    chart = Chart(DEFAULT_BOARD, walls=(wall("1A", "4B"),))
    crewmate = Crewmate("x", "1A", 5, {"T": None})
    assert "4B" not in lefts(crewmate, chart)
    assert lefts(crewmate, chart)["R"] == 3


def test_SH_21_reach_after_the_banana() -> None:
    crewmate = Crewmate("x", "1A", 5, {"Y": 1})
    assert lefts(crewmate, eat=True)["1B"] == 1
    assert "1B" not in lefts(crewmate)
    assert "1B" not in lefts(Crewmate("x", "1A", 5, {"Y": 0}), eat=True)


@pytest.mark.parametrize(
    ("start", "order", "bought"),
    [
        (mate("4B", 4), {}, 0),
        (mate("4B", 4), go("3C", 2), 0),
        (mate("10B", 3, "Y"), go("10A", 4, eat=True), 0),
        (mate("1A", 7, "RT"), go("3C", 1, step="south"), 0),
        (mate("4B", 6), {"disable": True}, 0),
        (mate("4B", 7), {}, 2),
        (mate("4B", 7, "R"), {"move": "1A"}, 1),
        (mate("V", 5, parasite=True), {"activate": 3, "plant": "C"}, 0),
    ],
)
def test_SH_03_SH_06_the_forecast_is_what_the_close_brings(start: Json, order: Json, bought: int) -> None:
    match = ship({"Ada": (start,)})
    view = SHIP.view(match.match.state, "Ada")
    told = forecast(view, 0, msgspec.convert(order, CrewOrders), bought)
    match.seal("Ada", crew(order, buy_cap=bought))
    match.close()
    assert (one(match, "Ada")["room"], one(match, "Ada")["energy"]) == (told.room, told.next_round)


def test_SH_06_the_forecast_in_its_four_steps() -> None:
    match = ship({"Ada": (mate("10B", 3, "Y"),)})
    view = SHIP.view(match.match.state, "Ada")
    told = forecast(view, 0, msgspec.convert(go("10A", 3, eat=True), CrewOrders))
    assert (told.now, told.after_meal, told.after_move, told.after_bid, told.next_round) == (3, 6, 4, 1, 4)
    assert told.room == "10A"


def test_SH_06_a_draft_that_cannot_be_paid_or_walked_has_a_forecast_too() -> None:
    match = ship({"Ada": (mate("1A", 3),)})
    view = SHIP.view(match.match.state, "Ada")
    told = forecast(view, 0, msgspec.convert(go("V", 5, step="east", eat=True), CrewOrders))
    assert (told.room, told.after_move, told.after_bid) == ("1A", 3, -2)
    with pytest.raises(ValueError, match="no crewmate"):
        forecast(SHIP.view(match.match.state, None), 0, CrewOrders())


def test_SH_05_after_round_8_nobody_gains() -> None:
    match = ship({"Ada": (mate("1A", 3),)}, round=8)
    told = forecast(SHIP.view(match.match.state, "Ada"), 0, CrewOrders())
    assert told.next_round == 3
