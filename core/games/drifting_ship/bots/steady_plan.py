"""Decisions of the steady bot: steps, plants, disables, walls and caps. Also the Parasite's worth to the sharp bot."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from core.dice import Draw
from core.games.drifting_ship.board import neighbour, wall
from core.games.drifting_ship.bots.steady import (
    TEMPER,
    WINS,
    Step,
    lead_in_sequence,
    order_of,
    planting_step,
    risks_at,
    room_worths,
    steps,
    weighted,
    with_plant,
)
from core.games.drifting_ship.reach import forecast, reach
from core.games.drifting_ship.spec import (
    CAP_PRICE,
    DIRECTIONS,
    LETTERS,
    PLANT_LEAST,
    ROSE_ENERGY,
    ROUND_ENERGY,
    ROUNDS,
    VAULT,
    is_component,
    letter,
)
from core.games.drifting_ship.structs import Bar, Crewmate, CrewOrders, Player, View
from core.json import Json

CLAIM = 4.0
"""Worth of fetching the Parasite to `sharp` while it can still be planted: little, as it costs a crewmate a round or
two of components. Measured in 80 matches: 28 wins by going for it, 41 by taking it in passing, 38 without."""
FILLED = 8
"""The fullest Sequence lacks at most so many pieces."""
NEAR, NEAR_AT = 15.0, 3
"""Worth to a carrier of reaching the Vault next round, once a Sequence lacks at most so many pieces."""


class Planting(NamedTuple):
    carrier: int
    step: Step
    """Into the Vault with all energy: of several right plants the single highest wins (SH-32)."""
    bar: Bar

    @property
    def last(self) -> str:
        return f"{self.bar.free[0]}{self.bar.letter}"

    def order(self, crewmate: Crewmate) -> Json:
        return {**order_of(crewmate, self.step), "plant": self.bar.letter}


def claim_worth(view: View, own: Player) -> float:
    left = ROUNDS - view.round
    if own.claimed or left < 1 or min(len(bar.free) for bar in view.sequences) > FILLED:
        return 0.0
    return CLAIM


def near_vault(view: View, own: Player, crewmate: Crewmate, room: str, left: int) -> float:
    """Return the worth to a carrier of ending the round in `room` with `left` energy: it may plant in the next."""
    if not crewmate.parasite or min(len(bar.free) for bar in view.sequences) > NEAR_AT or view.round >= ROUNDS:
        return 0.0
    gains = ROUND_ENERGY + (ROSE_ENERGY if "R" in crewmate.bonuses else 0)
    moved = Crewmate(crewmate.name, room, min(own.cap, left + gains), crewmate.bonuses)
    reaches = [w.left for w in reach(view.chart, moved, own.cap) if w.room == VAULT]
    return NEAR if reaches and max(reaches) >= PLANT_LEAST else 0.0


def best_planting(view: View, own: Player) -> Planting | None:
    """Return the plant to make now: the carrier reaches the Vault and a Sequence lacks its last piece. Prefer the
    Sequence in which this seat leads least: completing it would not win."""
    bars = sorted(
        (bar for bar in view.sequences if len(bar.free) == 1), key=lambda bar: lead_in_sequence(view, bar.letter)
    )
    for index, crewmate in enumerate(own.crew):
        if crewmate.parasite and bars and (step := planting_step(view, own, crewmate)) is not None:
            return Planting(index, step, bars[0])
    return None


# --- the round ---------------------------------------------------------------------------------------------------
def plan(view: View, draw: Draw) -> Json:
    own = view.me
    worths = room_worths(view)
    risks = {room: risks_at(view, own, room) for room in worths}
    options = [steps(view, own, crewmate, worths, risks) for crewmate in own.crew]
    pairs, scores = [], []
    for step_a in options[0][:20]:
        for step_b in options[1][:20]:
            if step_a.takes is None or step_a.takes != step_b.takes:
                pairs.append((step_a, step_b))
                scores.append(step_a.score + step_b.score + last_rooms_worth(view, step_a.takes, step_b.takes))
    first, second = pairs[weighted(draw, scores, TEMPER)]
    return full_orders(view, own, (first, second))


def full_orders(view: View, own: Player, chosen: tuple[Step, Step]) -> Json:
    crew = [order_of(own.crew[0], chosen[0]), order_of(own.crew[1], chosen[1])]
    orders_with_plant = with_plant(view, own, crew, chosen)
    crew = with_disable(view, own, crew, chosen) if orders_with_plant == crew else orders_with_plant
    orders: Json = {"crew": [with_wall(view, mate, order) for mate, order in zip(own.crew, crew, strict=True)]}
    return {**orders, "buy_cap": 1} if wants_cap(view, orders) else orders


def orders_with_plant(view: View, own: Player, plant: Planting, other: Step) -> Json:
    crew = [order_of(mate, other) for mate in own.crew]
    crew[plant.carrier] = plant.order(own.crew[plant.carrier])
    return {"crew": [with_wall(view, mate, order) for mate, order in zip(own.crew, crew, strict=True)]}


def last_rooms_worth(view: View, room_a: str | None, room_b: str | None) -> float:
    """Value taking both last rooms of a Sequence at once: only good for the leader."""
    if (
        room_a is None
        or room_b is None
        or not (is_component(room_a) and is_component(room_b))
        or letter(room_a) != letter(room_b)
    ):
        return 0.0
    bar = view.sequences[LETTERS.index(letter(room_a))]
    if len(bar.free) != 2:
        return 0.0
    return WINS if lead_in_sequence(view, bar.letter) + 2 > 0 else -WINS / 2


# --- the seldom used ---------------------------------------------------------------------------------------------
def with_disable(view: View, own: Player, crew: list[Json], chosen: tuple[Step, Step]) -> list[Json]:
    """Disable the last room of a Sequence that a rival would win, if a crewmate gets there."""
    if own.disable is not None:
        return crew
    for bar in view.sequences:
        if len(bar.free) != 1 or lead_in_sequence(view, bar.letter) + 1 > 0:
            continue
        last = f"{bar.free[0]}{bar.letter}"
        ways = [
            next((w for w in reach(view.chart, mate, own.cap) if w.room == last and w.left), None) for mate in own.crew
        ]
        near = sorted((n for n in (0, 1) if ways[n] is not None), key=lambda n: chosen[n].score)
        if near:
            way = ways[near[0]]
            assert way is not None
            order = {**order_of(own.crew[near[0]], Step(way, 0, 0.0)), "disable": True}
            return [order, crew[1]] if near[0] == 0 else [crew[0], order]
    return crew


def with_wall(view: View, crewmate: Crewmate, order: Json) -> Json:
    """Add a wall towards the neighbouring room that is worth least, once a rival was near or half the match is over."""
    was_seen = any(sighting.round == view.round - 1 for sighting in view.sightings)
    if not crewmate.can_use("S") or not (was_seen or view.round > ROUNDS // 2):
        return order
    room, worths = forecast_room(view, crewmate, order), room_worths(view)
    sides = [(side, neighbour(view.chart.board, room, side)) for side in DIRECTIONS]
    open_sides = [
        (side, beyond) for side, beyond in sides if beyond is not None and wall(room, beyond) not in view.chart.walls
    ]
    if not open_sides:
        return order
    side, _ = min(open_sides, key=lambda pair: worths.get(pair[1], 0.0))
    return {**order, "wall": side}


def forecast_room(view: View, crewmate: Crewmate, order: Json) -> str:
    room: str = order.get("move", crewmate.room)
    if "step" in order:
        room = neighbour(view.chart.board, room, order["step"]) or room
    return room


def wants_cap(view: View, orders: Json) -> bool:
    """Return True if much energy would be lost to the cap and a higher cap still pays."""
    own = view.me
    if own.caps or view.garnets < CAP_PRICE or ROUNDS - view.round < 3:
        return False
    spilt = []
    for index, crewmate in enumerate(own.crew):
        left = forecast(view, index, msgspec.convert(orders["crew"][index], CrewOrders)).after_bid
        spilt.append(left + ROUND_ENERGY + (ROSE_ENERGY if "R" in crewmate.bonuses else 0) - own.cap)
    return max(spilt) >= 2 or min(spilt) >= 1
