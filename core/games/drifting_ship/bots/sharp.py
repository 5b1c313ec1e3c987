"""`sharp`: walks each crewmate through the best course of several rounds, and the second one round the first.

Where rivals are likely to be and what they are likely to bid for it follows from close to close (crowd.py), so that a
room that others are after is worth as much less as it is likely to be lost. What the Parasite brings stands in
parasite.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from typing import NamedTuple

from msgspec import UNSET

from core.dice import Draw
from core.games.drifting_ship.board import neighbour, wall
from core.games.drifting_ship.bots.crowd import Crowd
from core.games.drifting_ship.bots.steady import WINS, Step, lead, weighted
from core.games.drifting_ship.bots.steady_plan import (
    best_planting,
    claim_worth,
    completed,
    near_vault,
    planted,
    together,
)
from core.games.drifting_ship.reach import forecast, gain, reach
from core.games.drifting_ship.spec import (
    BONUSES,
    COMPONENTS,
    DIRECTIONS,
    LETTERS,
    PARASITE_ROOM,
    ROUNDS,
    is_component,
    letter,
    number,
)
from core.games.drifting_ship.structs import Crewmate, Orders, Player, View
from core.json import Json

AHEAD = 4
"""How many rounds a course is thought through, this one included."""
SPARE = 0.8
"""What one energy is worth at the end of a course, while rounds are left."""
MOST_BID = 4
"""The highest bid that is considered for rooms of later rounds."""
BIDS = (0.38, 0.33, 0.20, 0.07, 0.02)
"""How often a rival bids 1, 2, 3, 4 and 5."""
FIRST_BIDS = (0.18, 0.22, 0.45, 0.13, 0.02)
"""The same in round 1."""
PIECE = 2.0
"""What a component is worth beside its number."""
CLOSE = 6.0
"""What a piece more counts in a Sequence that is nearly complete and in which this seat leads."""
TEMPER = 0.5
"""How far below the best a choice may lie and still be made: sharp bots of one mind would strike each other out."""
CHOICES = 24
"""First steps of a crewmate that are thought through to their end."""


class Course(NamedTuple):
    """A crewmate's step now, with what it and the rounds after it promise."""

    step: Step
    rooms: tuple[str, ...]
    """Which rooms it is after, this round and the next ones."""


def plan(view: View, draw: Draw) -> Json:
    """Orders for both crewmates: the best course of one, and of the other what is left."""
    own = view.own
    assert own is not None
    worths = room_worths(view)
    crowd = Crowd(view, min(AHEAD, ROUNDS - view.round + 1))
    plant = best_planting(view, own)
    if plant is not None:
        other = _courses(view, own, own.crew[1 - plant.carrier], {**worths, plant.last: WINS}, crowd)[0].step
        return planted(view, own, plant, other)
    best: tuple[float, list[Step]] | None = None
    for first in (0, 1):
        courses = _courses(view, own, own.crew[first], worths, crowd)
        one = courses[weighted(draw, [course.step.score for course in courses], TEMPER)]
        rest = {room: worth for room, worth in worths.items() if room not in one.rooms}
        others = _courses(view, own, own.crew[1 - first], rest, crowd)
        two = others[weighted(draw, [course.step.score for course in others], TEMPER)]
        total = one.step.score + two.step.score + together(view, one.step.takes, two.step.takes)
        if best is None or total > best[0]:
            best = (total, [one.step, two.step] if first == 0 else [two.step, one.step])
    assert best is not None
    return completed(view, own, (best[1][0], best[1][1]))


def hope(view: View, orders: Orders) -> float | None:
    """What orders promise by the same reckoning: what both crewmates get now by their chances, and what the rounds
    after it promise from where they will stand. None before the crew is placed."""
    own = view.own
    if own is None or len(own.crew) < 2 or view.round < 1:
        return None
    worths = room_worths(view)
    crowd = Crowd(view, min(AHEAD, ROUNDS - view.round + 1))
    totals = []
    for first in (0, 1):
        one, rooms = _hoped(view, own, first, orders, worths, crowd)
        rest = {room: worth for room, worth in worths.items() if room not in rooms}
        two, _ = _hoped(view, own, 1 - first, orders, rest, crowd)
        totals.append(one + two)
    return max(totals)


def _hoped(
    view: View, own: Player, index: int, orders: Orders, worths: Mapping[str, float], crowd: Crowd
) -> tuple[float, tuple[str, ...]]:
    """What one crewmate's orders promise, and which rooms it is after."""
    crewmate, order = own.crew[index], orders.of(index)
    then = forecast(view, index, order)
    left, room = max(0, then.after_bid), then.room
    walk = _Walk(view, own, crewmate, worths, crowd)
    value = walk.after(room, left, 1)
    takes = ""
    if order.activate is not UNSET and order.activate and worths.get(room, 0.0) > 0:
        chance, takes = _chances(crowd, room), room
        sure = crewmate.can_use("U") and is_component(room)
        value += (1.0 if sure else chance[min(order.activate, len(chance)) - 1]) * worths[room]
    return value, (takes, *walk.course(room, left))


def odds(view: View, rooms: Mapping[str, int]) -> dict[str, tuple[float, float]]:
    """By room, for a bid there in this round (a room and its bid each): how many bids of rivals are expected for it,
    and the chance that none of them is as high, 0 to 1."""
    crowd = Crowd(view, 1)
    found = {}
    for room, bid in rooms.items():
        chance = _chances(crowd, room)
        found[room] = (crowd.bids[0].get(room, 0.0), chance[min(bid, len(chance)) - 1])
    return found


# --- courses -----------------------------------------------------------------------------------------------------
def _courses(view: View, own: Player, crewmate: Crewmate, worths: Mapping[str, float], crowd: Crowd) -> list[Course]:
    """Everything worth considering for a crewmate, the best first."""
    walk = _Walk(view, own, crewmate, worths, crowd)
    found: list[tuple[float, Step]] = []
    eat = crewmate.can_use("Y") and crewmate.energy + 3 <= own.cap
    for way in reach(view.chart, crewmate, own.cap, eat=eat):
        near = near_vault(view, own, crewmate, way.room, way.left)
        found.append((near, Step(way, 0, near + walk.after(way.room, way.left, 1), eat)))
        worth = worths.get(way.room, 0.0)
        if worth <= 0:
            continue
        chance = _chances(crowd, way.room)
        sure = crewmate.can_use("U") and is_component(way.room)
        for bid in range(1, min(way.left, 6) + 1):
            wins, left = 1.0 if sure else chance[min(bid, len(chance)) - 1], way.left - bid
            near = near_vault(view, own, crewmate, way.room, left)
            found.append((0.0, Step(way, bid, wins * worth + near + walk.after(way.room, left, 1), eat)))
    steps = sorted((step for _, step in found), key=lambda step: -step.score)[:CHOICES]
    return [Course(step, (step.takes or "", *walk.course(step.way.room, step.way.left - step.bid))) for step in steps]


def _chances(crowd: Crowd, room: str, ahead: int = 0) -> list[float]:
    """The chance to get a room with a bid of 1, 2, ...: that no rival bids as much or more."""
    bids = crowd.bids[ahead].get(room, 0.0)
    return [exp(-bids * above) for above in _above(crowd.view.round + ahead)]


def _above(round_: int) -> list[float]:
    """How often a rival's bid is as high as 1, 2, ... or higher."""
    bids = FIRST_BIDS if round_ == 1 else BIDS
    return [sum(bids[n:]) for n in range(len(bids) + 1)]


class _Walk:
    """What a crewmate can still get in the rounds to come, from wherever it will stand."""

    def __init__(self, view: View, own: Player, crewmate: Crewmate, worths: Mapping[str, float], crowd: Crowd) -> None:
        self.view, self.own, self.crowd = view, own, crowd
        self.rose = "R" in crewmate.bonuses
        self.toe = "T" in crewmate.bonuses
        self.last = min(AHEAD, ROUNDS - view.round + 1)
        """Rounds that are thought through."""
        self.worths = [
            {room: worth * crowd.free[ahead].get(room, 0.0) for room, worth in worths.items() if worth > 0}
            for ahead in range(self.last)
        ]
        self.ways: dict[str, list[tuple[str, int]]] = {}
        self.offers: dict[tuple[int, str], list[tuple[int, float]]] = {}
        self.known: dict[tuple[int, str, int], tuple[float, str]] = {}

    def after(self, room: str, left: int, ahead: int) -> float:
        """What the rounds from `ahead` on promise a crewmate that ends the one before in `room` with `left` energy."""
        return self._best(ahead, room, left)[0]

    def course(self, room: str, left: int) -> tuple[str, ...]:
        """Which rooms it is then after, in order."""
        found = []
        for ahead in range(1, self.last):
            goal, left = self._goal(ahead, room, left)
            if goal == "":
                break
            found.append(goal)
            room = goal
        return tuple(found)

    def _goal(self, ahead: int, room: str, left: int) -> tuple[str, int]:
        """Where it goes, and what energy it then has left."""
        goal = self._best(ahead, room, left)[1]
        energy = gain(left, self.own.cap, self.rose)
        cost = next((cost for there, cost in self._reach(room) if there == goal), 0)
        return goal, max(0, energy - cost - 2)

    def _best(self, ahead: int, room: str, left: int) -> tuple[float, str]:
        if ahead >= self.last:
            rounds = ROUNDS - self.view.round + 1 - self.last
            return (SPARE * min(left, self.own.cap) if rounds > 0 else 0.0), ""
        key = (ahead, room, left)
        if key not in self.known:
            self.known[key] = self._look(ahead, room, gain(left, self.own.cap, self.rose))
        return self.known[key]

    def _look(self, ahead: int, room: str, energy: int) -> tuple[float, str]:
        best, goal = self._best(ahead + 1, room, energy)[0], ""
        for there, cost in self._reach(room):
            left = energy - cost
            if left < 1 or there == room:
                continue
            for bid, worth in self._offers(ahead, there):
                if bid > left:
                    break
                value = worth + self._best(ahead + 1, there, left - bid)[0]
                if value > best:
                    best, goal = value, there
        return best, goal

    def _offers(self, ahead: int, room: str) -> list[tuple[int, float]]:
        """Bids for a room in that round, with what each promises."""
        key = (ahead, room)
        if key not in self.offers:
            worth = self.worths[ahead].get(room, 0.0)
            chances = _chances(self.crowd, room, ahead)
            self.offers[key] = [] if worth <= 0 else [
                (bid, worth * chances[bid - 1]) for bid in range(1, MOST_BID + 1)
            ]  # fmt: skip
        return self.offers[key]

    def _reach(self, room: str) -> list[tuple[str, int]]:
        """Rooms in a straight line, with the toe's step beyond them, and the way there."""
        if room not in self.ways:
            found = {room: 0}
            for direction in DIRECTIONS:
                at, cost = room, 0
                while (there := neighbour(self.view.chart.board, at, direction)) is not None:
                    if wall(at, there) in self.view.chart.walls:
                        break
                    cost += 1
                    found[there] = cost
                    at = there
            if self.toe:
                for halt, cost in tuple(found.items()):
                    for direction in DIRECTIONS:
                        beyond = neighbour(self.view.chart.board, halt, direction)
                        if beyond is not None and wall(halt, beyond) not in self.view.chart.walls:
                            found[beyond] = min(found.get(beyond, 99), cost + 1)
            self.ways[room] = list(found.items())
        return self.ways[room]


# --- what a room is worth ----------------------------------------------------------------------------------------
def room_worths(view: View) -> dict[str, float]:
    """Every room that can still be activated, with its worth to this seat now."""
    own = view.own
    assert own is not None
    left = ROUNDS - view.round
    found = {room: part_worth(view, room) for room in COMPONENTS if room not in view.chart.activated}
    tools = {"R": 0.9 * left, "T": 0.5 * left, "U": 4.0, "Y": 2.5, "W": 0.5, "S": 0.5, "Z": 0.2, "X": 0.1}
    found |= {room: tools[room] if left else 0.0 for room in BONUSES if room not in view.chart.activated}
    found[PARASITE_ROOM] = claim_worth(view, own)
    return found


def part_worth(view: View, room: str) -> float:
    """A component's number, and what it does for the race of its Sequence."""
    bar = view.sequences[LETTERS.index(letter(room))]
    ahead = lead(view, bar.letter)
    if len(bar.free) == 1:  # whoever takes it ends the match
        return WINS if ahead + 1 > 0 else -5.0
    if len(bar.free) == 2 and ahead + 1 <= 0:
        return number(room) * 0.4
    closeness = (13 - len(bar.free)) / 13
    return number(room) + PIECE + (CLOSE * closeness if ahead >= -1 else -CLOSE / 2 * closeness)
