"""`sharp`: plans several rounds for each crewmate, the second one around the first, against the crowd (crowd.py)."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from typing import NamedTuple

from msgspec import UNSET

from core.dice import Draw
from core.games.drifting_ship.board import neighbour, wall
from core.games.drifting_ship.bots.crowd import Crowd
from core.games.drifting_ship.bots.steady import WINS, Step, part_worth, weighted
from core.games.drifting_ship.bots.steady_plan import (
    best_planting,
    claim_worth,
    full_orders,
    last_rooms_worth,
    near_vault,
    orders_with_plant,
)
from core.games.drifting_ship.reach import forecast, gain, reach
from core.games.drifting_ship.spec import BONUSES, COMPONENTS, DIRECTIONS, PARASITE_ROOM, ROUNDS, is_component
from core.games.drifting_ship.structs import Crewmate, Orders, Player, View
from core.json import Json

AHEAD = 4
"""Rounds planned, this one included."""
SPARE = 0.8
"""Worth of one energy at the end of a course, while rounds are left."""
MOST_BID = 4
"""The highest bid considered for later rounds."""
BIDS = (0.38, 0.33, 0.20, 0.07, 0.02)
"""Shares of rivals' bids of 1, 2, 3, 4 and 5."""
FIRST_BIDS = (0.18, 0.22, 0.45, 0.13, 0.02)
"""The same for round 1."""
PIECE = 2.0
"""Worth of a component in addition to its number."""
TEMPER = 0.5
"""How far below the best a choice may score: equal sharp bots would strike each other out."""
CHOICES = 24
"""First steps of a crewmate that are evaluated to the end."""


class Course(NamedTuple):
    """A crewmate's next step, with the expected worth of it and the later rounds."""

    step: Step
    rooms: tuple[str, ...]
    """The rooms it aims at, this round and the next ones."""


def plan(view: View, draw: Draw) -> Json:
    own = view.me
    worths = room_worths(view)
    crowd = Crowd(view, min(AHEAD, ROUNDS - view.round + 1))
    plant = best_planting(view, own)
    if plant is not None:
        other = _courses(view, own, own.crew[1 - plant.carrier], {**worths, plant.last: WINS}, crowd)[0].step
        return orders_with_plant(view, own, plant, other)
    best: tuple[float, list[Step]] | None = None
    for first in (0, 1):
        courses = _courses(view, own, own.crew[first], worths, crowd)
        course_a = courses[weighted(draw, [course.step.score for course in courses], TEMPER)]
        free_worths = {room: worth for room, worth in worths.items() if room not in course_a.rooms}
        others = _courses(view, own, own.crew[1 - first], free_worths, crowd)
        course_b = others[weighted(draw, [course.step.score for course in others], TEMPER)]
        total = (
            course_a.step.score + course_b.step.score + last_rooms_worth(view, course_a.step.takes, course_b.step.takes)
        )
        if best is None or total > best[0]:
            best = (total, [course_a.step, course_b.step] if first == 0 else [course_b.step, course_a.step])
    assert best is not None
    return full_orders(view, own, (best[1][0], best[1][1]))


def hope(view: View, orders: Orders) -> float | None:
    """Return the expected worth of `orders`: the chances of both crewmates now, and the later rounds from where they
    end. None before the crew is placed."""
    own = view.own
    if own is None or len(own.crew) < 2 or view.round < 1:
        return None
    worths = room_worths(view)
    crowd = Crowd(view, min(AHEAD, ROUNDS - view.round + 1))
    totals = []
    for first in (0, 1):
        value_a, rooms = _hoped(view, own, first, orders, worths, crowd)
        free_worths = {room: worth for room, worth in worths.items() if room not in rooms}
        value_b, _ = _hoped(view, own, 1 - first, orders, free_worths, crowd)
        totals.append(value_a + value_b)
    return max(totals)


def _hoped(
    view: View, own: Player, index: int, orders: Orders, worths: Mapping[str, float], crowd: Crowd
) -> tuple[float, tuple[str, ...]]:
    crewmate, order = own.crew[index], orders.of(index)
    spending = forecast(view, index, order)
    left, room = max(0, spending.after_bid), spending.room
    walk = _Walk(view, own, crewmate, worths, crowd)
    value = walk.after(room, left, 1)
    takes = ""
    if order.activate is not UNSET and order.activate and worths.get(room, 0.0) > 0:
        chance, takes = _chances(crowd, room), room
        is_sure = crewmate.can_use("U") and is_component(room)
        value += (1.0 if is_sure else chance[min(order.activate, len(chance)) - 1]) * worths[room]
    return value, (takes, *walk.course(room, left))


def odds(view: View, rooms: Mapping[str, int]) -> dict[str, tuple[float, float]]:
    """Return, for each room and bid in this round, the expected number of rival bids and the chance, 0 to 1, that
    none is as high."""
    crowd = Crowd(view, 1)
    by_room = {}
    for room, bid in rooms.items():
        chance = _chances(crowd, room)
        by_room[room] = (crowd.bids[0].get(room, 0.0), chance[min(bid, len(chance)) - 1])
    return by_room


# --- courses -----------------------------------------------------------------------------------------------------
def _courses(view: View, own: Player, crewmate: Crewmate, worths: Mapping[str, float], crowd: Crowd) -> list[Course]:
    walk = _Walk(view, own, crewmate, worths, crowd)
    scored: list[tuple[float, Step]] = []
    eat = crewmate.can_use("Y") and crewmate.energy + 3 <= own.cap
    for way in reach(view.chart, crewmate, own.cap, eat=eat):
        near = near_vault(view, own, crewmate, way.room, way.left)
        scored.append((near, Step(way, 0, near + walk.after(way.room, way.left, 1), eat)))
        worth = worths.get(way.room, 0.0)
        if worth <= 0:
            continue
        chance = _chances(crowd, way.room)
        is_sure = crewmate.can_use("U") and is_component(way.room)
        for bid in range(1, min(way.left, 6) + 1):
            wins, left = 1.0 if is_sure else chance[min(bid, len(chance)) - 1], way.left - bid
            near = near_vault(view, own, crewmate, way.room, left)
            scored.append((0.0, Step(way, bid, wins * worth + near + walk.after(way.room, left, 1), eat)))
    steps = sorted((step for _, step in scored), key=lambda step: -step.score)[:CHOICES]
    return [Course(step, (step.takes or "", *walk.course(step.way.room, step.way.left - step.bid))) for step in steps]


def _chances(crowd: Crowd, room: str, ahead: int = 0) -> list[float]:
    bids = crowd.bids[ahead].get(room, 0.0)
    shares = FIRST_BIDS if crowd.view.round + ahead == 1 else BIDS
    return [exp(-bids * sum(shares[n:])) for n in range(len(shares) + 1)]


class _Walk:
    """Expected worth of a crewmate's coming rounds, from any room."""

    def __init__(self, view: View, own: Player, crewmate: Crewmate, worths: Mapping[str, float], crowd: Crowd) -> None:
        self.view, self.own, self.crowd = view, own, crowd
        self.rose = "R" in crewmate.bonuses
        self.toe = "T" in crewmate.bonuses
        self.last = min(AHEAD, ROUNDS - view.round + 1)
        self.worths = [
            {room: worth * crowd.free[ahead].get(room, 0.0) for room, worth in worths.items() if worth > 0}
            for ahead in range(self.last)
        ]
        self.ways: dict[str, list[tuple[str, int]]] = {}
        self.offers: dict[tuple[int, str], list[tuple[int, float]]] = {}
        self.known: dict[tuple[int, str, int], tuple[float, str]] = {}

    def after(self, room: str, left: int, ahead: int) -> float:
        """Return the expected worth of the rounds from `ahead` on, for a crewmate that ends the round before in
        `room` with `left` energy."""
        return self._best(ahead, room, left)[0]

    def course(self, room: str, left: int) -> tuple[str, ...]:
        rooms = []
        for ahead in range(1, self.last):
            goal, left = self._goal(ahead, room, left)
            if goal == "":
                break
            rooms.append(goal)
            room = goal
        return tuple(rooms)

    def _goal(self, ahead: int, room: str, left: int) -> tuple[str, int]:
        goal = self._best(ahead, room, left)[1]
        energy = gain(left, self.own.cap, self.rose)
        cost = next((cost for target, cost in self._reach(room) if target == goal), 0)
        return goal, max(0, energy - cost - 2)

    def _best(self, ahead: int, room: str, left: int) -> tuple[float, str]:
        if ahead >= self.last:
            rounds = ROUNDS - self.view.round + 1 - self.last
            return (SPARE * min(left, self.own.cap) if rounds > 0 else 0.0), ""
        key = (ahead, room, left)
        if key not in self.known:
            self.known[key] = self._best_step(ahead, room, gain(left, self.own.cap, self.rose))
        return self.known[key]

    def _best_step(self, ahead: int, room: str, energy: int) -> tuple[float, str]:
        best, goal = self._best(ahead + 1, room, energy)[0], ""
        for target, cost in self._reach(room):
            left = energy - cost
            if left < 1 or target == room:
                continue
            for bid, worth in self._offers(ahead, target):
                if bid > left:
                    break
                value = worth + self._best(ahead + 1, target, left - bid)[0]
                if value > best:
                    best, goal = value, target
        return best, goal

    def _offers(self, ahead: int, room: str) -> list[tuple[int, float]]:
        key = (ahead, room)
        if key not in self.offers:
            worth = self.worths[ahead].get(room, 0.0)
            chances = _chances(self.crowd, room, ahead)
            self.offers[key] = [] if worth <= 0 else [
                (bid, worth * chances[bid - 1]) for bid in range(1, MOST_BID + 1)
            ]  # fmt: skip
        return self.offers[key]

    def _reach(self, room: str) -> list[tuple[str, int]]:
        if room not in self.ways:
            costs = {room: 0}
            for direction in DIRECTIONS:
                halt, cost = room, 0
                while (target := neighbour(self.view.chart.board, halt, direction)) is not None:
                    if wall(halt, target) in self.view.chart.walls:
                        break
                    cost += 1
                    costs[target] = cost
                    halt = target
            if self.toe:
                for stop, cost in tuple(costs.items()):
                    for direction in DIRECTIONS:
                        beyond = neighbour(self.view.chart.board, stop, direction)
                        if beyond is not None and wall(stop, beyond) not in self.view.chart.walls:
                            costs[beyond] = min(costs.get(beyond, 99), cost + 1)
            self.ways[room] = list(costs.items())
        return self.ways[room]


# --- what a room is worth ----------------------------------------------------------------------------------------
def room_worths(view: View) -> dict[str, float]:
    own = view.me
    left = ROUNDS - view.round
    worths = {room: part_worth(view, room, PIECE) for room in COMPONENTS if room not in view.chart.activated}
    tools = {"R": 0.9 * left, "T": 0.5 * left, "U": 4.0, "Y": 2.5, "W": 0.5, "S": 0.5, "Z": 0.2, "X": 0.1}
    worths |= {room: tools[room] if left else 0.0 for room in BONUSES if room not in view.chart.activated}
    worths[PARASITE_ROOM] = claim_worth(view, own)
    return worths
