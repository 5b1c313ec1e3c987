"""Where a crewmate can go and what it costs: shared by the rules, the screen's previews and the bots.

All of it is computed from the public chart and the seat's own crew; nothing here knows another seat's secrets.
"""

from __future__ import annotations

from itertools import pairwise

from msgspec import UNSET

from core.contract import Struct
from core.games.drifting_ship.board import line, neighbour, places, wall
from core.games.drifting_ship.spec import BANANA_ENERGY, DIRECTIONS, ROSE_ENERGY, ROUND_ENERGY, ROUNDS, Direction
from core.games.drifting_ship.structs import Chart, Crewmate, CrewOrders, View
from core.refusal import Refused, quoted


class Reached(Struct, frozen=True):
    """One room that a crewmate can be in after moving, by the cheapest way."""

    room: str
    cost: int
    """Energy for the way: 1 a tile, 0 for staying."""
    left: int
    """Energy left on arrival, for a bid or a disable."""
    move: str | None
    """The `move` that leads there, or None."""
    step: Direction | None
    """The `step` that leads there (Take Back Toe), or None."""


class Forecast(Struct, frozen=True):
    """One crewmate's energy as its orders spend it. Below zero means that they cost more than it has."""

    now: int
    after_meal: int
    """After the banana, or the same as `now`."""
    room: str
    """Where it ends."""
    after_move: int
    """After move and step."""
    after_bid: int
    """After the bid; 0 after a disable."""
    next_round: int
    """At the start of the next round, if nobody drains it and it drains nothing; after the last round what is
    left. The bonus of a room bid for now is not counted on."""


def tiles(chart: Chart, start: str, goal: str) -> int:
    """Tiles of the move from `start` to `goal`. Refused for a move that cannot be made (SH-06)."""
    if goal not in places(chart.board):
        raise Refused("no_such_room", f"There is no room {quoted(goal)} on this board.", "SH-06")
    if goal == start:
        raise Refused("already_there", f"It stands in {start} already: leave out the move.", "SH-06")
    rooms = line(chart.board, start, goal)
    if rooms is None:
        raise Refused("not_straight", f"{goal} is not in the row or column of {start}: a move is straight.", "SH-06")
    for a, b in pairwise(rooms):
        if wall(a, b) in chart.walls:
            raise Refused("walled_off", f"A wall between {a} and {b} stands in the way to {goal}.", "SH-06")
    return len(rooms) - 1


def step_to(chart: Chart, room: str, direction: Direction) -> str:
    """The room one step from `room`. Refused at the outer edge or at a wall (SH-21)."""
    goal = neighbour(chart.board, room, direction)
    if goal is None:
        raise Refused("off_the_board", f"There is no room {direction} of {room}.", "SH-21")
    if wall(room, goal) in chart.walls:
        raise Refused("walled_off", f"A wall between {room} and {goal} stands in the way.", "SH-21")
    return goal


def wall_at(chart: Chart, room: str, direction: Direction) -> tuple[str, str]:
    """The wall on that side of `room`. Refused at the outer edge or where one stands (SH-20)."""
    other = neighbour(chart.board, room, direction)
    if other is None:
        raise Refused("wall_at_edge", f"The {direction} side of {room} is the outer edge already.", "SH-20")
    if wall(room, other) in chart.walls:
        raise Refused("wall_stands", f"A wall stands between {room} and {other} already.", "SH-20")
    return wall(room, other)


def meal(energy: int, cap: int) -> int:
    """Energy after the banana (SH-21)."""
    return min(cap, energy + BANANA_ENERGY)


def gain(energy: int, cap: int, rose: bool) -> int:
    """Energy at the start of the next round, from what is left after this one (SH-03, SH-20)."""
    return min(cap, energy + ROUND_ENERGY + (ROSE_ENERGY if rose else 0))


def reach(chart: Chart, crewmate: Crewmate, cap: int, eat: bool = False) -> tuple[Reached, ...]:
    """Every room that `crewmate` can be in after move and step, by the cheapest way, row by row; where it stands
    included. `eat` counts the banana's energy if it has one."""
    energy = meal(crewmate.energy, cap) if eat and crewmate.can_use("Y") else crewmate.energy
    found = {crewmate.room: Reached(crewmate.room, 0, energy, None, None)}
    for goal in _lines(chart, crewmate.room):
        cost = tiles(chart, crewmate.room, goal)
        if cost <= energy:
            found[goal] = Reached(goal, cost, energy - cost, goal, None)
    if crewmate.can_use("T"):
        for halt in tuple(found.values()):
            for direction in DIRECTIONS:
                try:
                    goal = step_to(chart, halt.room, direction)
                except Refused:
                    continue
                cost = halt.cost + 1
                if cost <= energy and (goal not in found or cost < found[goal].cost):
                    found[goal] = Reached(goal, cost, energy - cost, halt.move, direction)
    return tuple(found[room] for room in places(chart.board) if room in found)


def _lines(chart: Chart, start: str) -> tuple[str, ...]:
    """The rooms that a move from `start` can end in, whatever it costs."""
    found = []
    for direction in DIRECTIONS:
        room = start
        while (goal := neighbour(chart.board, room, direction)) is not None:
            if wall(room, goal) in chart.walls:
                break
            found.append(goal)
            room = goal
    return tuple(found)


def forecast(view: View, index: int, order: CrewOrders, buy_cap: int = 0) -> Forecast:
    """The energy of own crewmate `index` now, after the move, after the bid and in the next round, were `order`
    sealed. Parts of the order that cannot be done are passed over, so that a half-made draft has a forecast too.
    ValueError for a spectator's view, or before the crew is placed."""
    if view.own is None or not view.own.crew:
        raise ValueError("there is no crewmate to forecast")
    crewmate, cap = view.own.crew[index], view.own.cap
    eats = order.eat is True and crewmate.can_use("Y")
    after_meal = meal(crewmate.energy, cap) if eats else crewmate.energy
    room, spent = _way(view.chart, crewmate, order)
    after_move = after_meal - spent
    after_bid = after_move - (order.activate if order.activate is not UNSET else 0)
    if order.disable is True:
        after_bid = min(after_move, 0)
    last = view.round >= ROUNDS
    next_round = after_bid if last else gain(after_bid, cap + buy_cap, "R" in crewmate.bonuses)
    return Forecast(crewmate.energy, after_meal, room, after_move, after_bid, next_round)


def _way(chart: Chart, crewmate: Crewmate, order: CrewOrders) -> tuple[str, int]:
    """Where move and step end, and their cost, passing over what cannot be done."""
    room, spent = crewmate.room, 0
    if order.move is not UNSET:
        try:
            spent += tiles(chart, room, order.move)
            room = order.move
        except Refused:
            pass
    if order.step is not UNSET and crewmate.can_use("T"):
        try:
            room = step_to(chart, room, order.step)
            spent += 1
        except Refused:
            pass
    return room, spent
