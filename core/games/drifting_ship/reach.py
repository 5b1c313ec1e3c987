"""Reachable rooms and their costs, from the public chart and the seat's own crew alone."""

from __future__ import annotations

from itertools import pairwise

from msgspec import UNSET

from core.contract import Struct
from core.games.drifting_ship.board import line, neighbour, places, wall
from core.games.drifting_ship.spec import BANANA_ENERGY, DIRECTIONS, ROSE_ENERGY, ROUND_ENERGY, ROUNDS, Direction
from core.games.drifting_ship.structs import Chart, Crewmate, CrewOrders, View
from core.refusal import Refused, quoted


class Reached(Struct, frozen=True):
    """A room that a crewmate can reach, with the cheapest way."""

    room: str
    cost: int
    """Energy for the way: 1 a tile, 0 for staying."""
    left: int
    """Energy left on arrival, for a bid or a disable."""
    move: str | None
    step: Direction | None


class Forecast(Struct, frozen=True):
    """A crewmate's energy along its orders. Below zero: the orders cost more than it has."""

    now: int
    after_meal: int
    """After the banana; equal to `now` without one."""
    room: str
    after_move: int
    after_bid: int
    """After the bid; 0 after a disable."""
    next_round: int
    """At the start of the next round without drains or new rooms' bonus; after the last round, the energy left."""


def tiles(chart: Chart, start: str, goal: str) -> int:
    """Return the tiles of the move from `start` to `goal`. Raises Refused for an impossible move (SH-06)."""
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
    """Return the room one step from `room`. Raises Refused at the outer edge or at a wall (SH-21)."""
    goal = neighbour(chart.board, room, direction)
    if goal is None:
        raise Refused("off_the_board", f"There is no room {direction} of {room}.", "SH-21")
    if wall(room, goal) in chart.walls:
        raise Refused("walled_off", f"A wall between {room} and {goal} stands in the way.", "SH-21")
    return goal


def wall_at(chart: Chart, room: str, direction: Direction) -> tuple[str, str]:
    """Return the wall on that side of `room`. Raises Refused at the outer edge or an existing wall (SH-20)."""
    other = neighbour(chart.board, room, direction)
    if other is None:
        raise Refused("wall_at_edge", f"The {direction} side of {room} is the outer edge already.", "SH-20")
    if wall(room, other) in chart.walls:
        raise Refused("wall_stands", f"A wall stands between {room} and {other} already.", "SH-20")
    return wall(room, other)


def meal(energy: int, cap: int) -> int:
    """Return the energy after the banana (SH-21)."""
    return min(cap, energy + BANANA_ENERGY)


def gain(energy: int, cap: int, rose: bool) -> int:
    """Return the energy at the start of the next round, from the rest of this one (SH-03, SH-20)."""
    return min(cap, energy + ROUND_ENERGY + (ROSE_ENERGY if rose else 0))


def reach(chart: Chart, crewmate: Crewmate, cap: int, eat: bool = False) -> tuple[Reached, ...]:
    """Return the rooms that `crewmate` can reach by move and step, its own included, each by the cheapest way. `eat`
    adds a banana's energy."""
    energy = meal(crewmate.energy, cap) if eat and crewmate.can_use("Y") else crewmate.energy
    by_room = {crewmate.room: Reached(crewmate.room, 0, energy, None, None)}
    for goal in _lines(chart, crewmate.room):
        cost = tiles(chart, crewmate.room, goal)
        if cost <= energy:
            by_room[goal] = Reached(goal, cost, energy - cost, goal, None)
    if crewmate.can_use("T"):
        for halt in tuple(by_room.values()):
            for direction in DIRECTIONS:
                try:
                    goal = step_to(chart, halt.room, direction)
                except Refused:
                    continue
                cost = halt.cost + 1
                if cost <= energy and (goal not in by_room or cost < by_room[goal].cost):
                    by_room[goal] = Reached(goal, cost, energy - cost, halt.move, direction)
    return tuple(by_room[room] for room in places(chart.board) if room in by_room)


def _lines(chart: Chart, start: str) -> tuple[str, ...]:
    ends = []
    for direction in DIRECTIONS:
        room = start
        while (goal := neighbour(chart.board, room, direction)) is not None:
            if wall(room, goal) in chart.walls:
                break
            ends.append(goal)
            room = goal
    return tuple(ends)


def forecast(view: View, index: int, order: CrewOrders, buy_cap: int = 0) -> Forecast:
    """Return the energy of own crewmate `index` now, after the move, after the bid and in the next round. Impossible
    parts of `order` are skipped. Raises ValueError for a spectator's view, or before the crew is placed."""
    if not view.crew:
        raise ValueError("there is no crewmate to forecast")
    crewmate, cap = view.crew[index], view.me.cap
    eats = order.eat is True and crewmate.can_use("Y")
    after_meal = meal(crewmate.energy, cap) if eats else crewmate.energy
    room, spent = _walk(view.chart, crewmate, order)
    after_move = after_meal - spent
    after_bid = after_move - (order.activate if order.activate is not UNSET else 0)
    if order.disable is True:
        after_bid = min(after_move, 0)
    last = view.round >= ROUNDS
    next_round = after_bid if last else gain(after_bid, cap + buy_cap, "R" in crewmate.bonuses)
    return Forecast(crewmate.energy, after_meal, room, after_move, after_bid, next_round)


def _walk(chart: Chart, crewmate: Crewmate, order: CrewOrders) -> tuple[str, int]:
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
