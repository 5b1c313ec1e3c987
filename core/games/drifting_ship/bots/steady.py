"""Evaluation of rooms, ways and bids from a View. Worths are in points of a component's number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.contract import Struct
from core.dice import Draw
from core.games.drifting_ship.reach import Reached, gain, meal, reach
from core.games.drifting_ship.spec import (
    BONUSES,
    COMPONENTS,
    LETTERS,
    PARASITE_ROOM,
    PLANT_LEAST,
    ROUNDS,
    STARTS,
    VAULT,
    is_component,
    letter,
    number,
)
from core.games.drifting_ship.structs import Crewmate, Player, View
from core.json import Json

ENERGY_WORTH = 0.7
"""Worth of one energy kept for later."""
LATER = 0.8
"""Weight of a room of the next round."""
RIVAL_BIDS = {1: 0.4, 2: 0.3, 3: 0.2, 4: 0.07, 5: 0.03}
TEMPER = 1.2
"""How far below the best a choice may score: equal bots must not all choose alike."""
CLAIM, NEARLY = 8.0, 7
"""Worth of the Parasite once a Sequence lacks at most so many pieces; earlier it wastes a round."""
PIECE = 3.5
"""Worth of a component in addition to its number."""
CLOSE = 6.0
"""Extra worth of a piece in a nearly complete Sequence in which this seat leads."""
WINS = 60.0
"""Worth of completing a Sequence in which the seat leads."""


class Step(Struct, frozen=True):
    way: Reached
    bid: int
    """0 for walking only."""
    score: float
    eat: bool = False

    @property
    def takes(self) -> str | None:
        return self.way.room if self.bid else None


# --- the pregame -------------------------------------------------------------------------------------------------
def start_rooms(view: View, draw: Draw) -> tuple[str, str]:
    """Return two starting rooms with good parts in reach, drawn so that seats spread out."""
    worths = room_worths(view)
    near = []
    for start in STARTS:
        ways = reach(view.chart, Crewmate("", start, 5), 7)
        best = sorted((worths.get(way.room, 0.0) - way.cost for way in ways), reverse=True)
        near.append(sum(best[:5]))
    first = weighted(draw, near, 8.0)
    near[first] = min(near)
    return STARTS[first], STARTS[weighted(draw, near, 8.0)]


def weighted(draw: Draw, scores: Sequence[float], temper: float) -> int:
    """Draw an index of `scores`, higher scores likelier; those far below the best are very rare."""
    best = max(scores)
    weights = [int(1_000_000 * 2 ** ((score - best) / temper)) for score in scores]
    roll = draw.below(sum(weights))
    for place, weight in enumerate(weights):
        roll -= weight
        if roll < 0:
            return place
    raise AssertionError("a draw lies below the sum of its weights")


# --- orders ------------------------------------------------------------------------------------------------------
def order_of(crewmate: Crewmate, step: Step) -> Json:
    order: Json = {"eat": True} if step.eat else {}
    if step.way.move is not None:
        order["move"] = step.way.move
    if step.way.step is not None:
        order["step"] = step.way.step
    if step.bid:
        order["activate"] = step.bid
    if crewmate.can_use("W") and step.bid:
        order["drain"] = True
    return order


# --- what a crewmate could do ------------------------------------------------------------------------------------
def steps(
    view: View, own: Player, crewmate: Crewmate, worths: Mapping[str, float], risks: Mapping[str, Sequence[float]]
) -> list[Step]:
    options = []
    eat = crewmate.can_use("Y") and crewmate.energy + 3 <= own.cap
    for way in reach(view.chart, crewmate, own.cap, eat=eat):
        options.append(Step(way, 0, _worth_next_round(view, own, crewmate, way, way.left, worths), eat))
        if worths.get(way.room, 0.0) <= 0:
            continue
        for bid in range(1, min(way.left, 5) + 1):
            wins = winning(risks[way.room], bid, sure=crewmate.can_use("U") and is_component(way.room))
            score = wins * worths[way.room] + _worth_next_round(view, own, crewmate, way, way.left - bid, worths)
            options.append(Step(way, bid, score, eat))
    return sorted(options, key=lambda step: -step.score)


def _worth_next_round(
    view: View, own: Player, crewmate: Crewmate, way: Reached, left: int, worths: Mapping[str, float]
) -> float:
    """Return the best worth in the next round from there, with the energy it would then have."""
    if view.round >= ROUNDS:
        return 0.0
    energy = gain(left, own.cap, "R" in crewmate.bonuses)
    moved = Crewmate(crewmate.name, way.room, energy, {b: u for b, u in crewmate.bonuses.items() if b == "T"})
    best = max(
        (
            worths.get(next_way.room, 0.0) + ENERGY_WORTH * (next_way.left - 1)
            for next_way in reach(view.chart, moved, own.cap)
            if next_way.room != way.room and next_way.left >= 1
        ),
        default=0.0,
    )
    return LATER * best + vault_near(view, crewmate, way, energy)


def winning(risks: Sequence[float], bid: int, *, sure: bool) -> float:
    """Return the chance that a bid activates a room. `risks` has each rival's chance to bid for it; a rival with the
    same energy or more blocks it."""
    if sure:
        return 1.0
    above = sum(part for energy, part in RIVAL_BIDS.items() if energy >= bid)
    chance = 1.0
    for rival in risks:
        chance *= 1 - rival * above
    return chance


# --- what a room is worth ----------------------------------------------------------------------------------------
def room_worths(view: View) -> dict[str, float]:
    own = view.me
    rounds_left = ROUNDS - view.round
    worths = {room: part_worth(view, room) for room in COMPONENTS if room not in view.chart.activated}
    tools = {
        "R": 1.2 * rounds_left,
        "T": 0.8 * rounds_left,
        "U": 6.5 if rounds_left else 0.0,
        "Y": 5.0 if rounds_left else 0.0,
        "W": 1.5 if rounds_left else 0.0,
        "Z": 2.5,
        "S": 2.0,
        "X": 1.5,
    }
    worths |= {room: tools[room] for room in BONUSES if room not in view.chart.activated}
    if not own.claimed and rounds_left >= 1:
        worths[PARASITE_ROOM] = CLAIM if min(len(bar.free) for bar in view.sequences) <= NEARLY else 4.0
    return worths


def part_worth(view: View, room: str, piece: float = PIECE) -> float:
    """`piece`: worth of a component in addition to its number."""
    bar = view.sequences[LETTERS.index(letter(room))]
    ahead = lead_in_sequence(view, bar.letter)
    closeness = (13 - len(bar.free)) / 13
    if len(bar.free) == 1:
        return WINS if ahead + 1 > 0 else -5.0
    if len(bar.free) == 2 and ahead + 1 <= 0:
        return number(room) * 0.4
    return number(room) + piece + (CLOSE * closeness if ahead >= -1 else -CLOSE / 2 * closeness)


def lead_in_sequence(view: View, sequence: str) -> float:
    bar = view.sequences[LETTERS.index(sequence)]
    values = {seat: 0 for seat in view.seats if seat != view.seat}
    for room, owner in view.owners.items():
        if is_component(room) and letter(room) == sequence and owner in values:
            values[owner] += 1
    unknown = len(bar.taken) - sum(values.values())
    return len(bar.mine) - (max(values.values(), default=0) + unknown / 2)


def risks_at(view: View, own: Player, room: str) -> tuple[float, ...]:
    """Return the chance to bid for `room` of each possible rival: those seen near it, those that beat or tied this
    seat there, and one for all unseen."""
    free = sum(1 for part in COMPONENTS if part not in view.chart.activated)
    risks = [min(0.4, 5 / max(free, 1))]
    for sighting in view.sightings:
        if sighting.round == view.round - 1 and any(
            way.room == room for way in reach(view.chart, Crewmate("", sighting.room, 5), 7)
        ):
            risks.append(0.5 if sighting.room == room else 0.25)
    for page in own.pages[-2:]:
        risks += [0.5 for tried in page.report.activations if tried.room == room and not tried.ok]
    return tuple(risks)


# --- the Parasite ------------------------------------------------------------------------------------------------
def vault_near(view: View, crewmate: Crewmate, way: Reached, energy: int) -> float:
    if not crewmate.parasite or min(len(bar.free) for bar in view.sequences) > 4:
        return 0.0
    moved = Crewmate(crewmate.name, way.room, energy, crewmate.bonuses)
    reaches = any(w.room == VAULT and w.left >= PLANT_LEAST for w in reach(view.chart, moved, 9))
    return 8.0 if reaches else 0.0


def planting_step(view: View, own: Player, crewmate: Crewmate) -> Step | None:
    """Return the way into the Vault with all energy bid there; None without enough for a plant."""
    eat = crewmate.can_use("Y")
    way = next((w for w in reach(view.chart, crewmate, own.cap, eat=eat) if w.room == VAULT), None)
    if way is None or way.left < PLANT_LEAST:
        return None
    return Step(way, way.left, 0.0, eat and meal(crewmate.energy, own.cap) > crewmate.energy)


def with_plant(view: View, own: Player, crew: list[Json], chosen: tuple[Step, Step]) -> list[Json]:
    for index, crewmate in enumerate(own.crew):
        if not crewmate.parasite:
            continue
        vault, sequence = planting_step(view, own, crewmate), likely_complete(view, chosen[1 - index])
        if vault is None or sequence is None:
            continue
        planter = {**order_of(crewmate, vault), "plant": sequence}
        return [planter, crew[1]] if index == 0 else [crew[0], planter]
    return crew


def likely_complete(view: View, other: Step) -> str | None:
    """Return the Sequence that is likely to be completed at this close: by the own other crewmate, else by a rival."""
    for bar in view.sequences:
        last = [f"{n}{bar.letter}" for n in bar.free]
        if len(last) == 1 and other.takes == last[0]:
            return bar.letter
    for bar in view.sequences:
        if len(bar.free) == 1 and lead_in_sequence(view, bar.letter) <= 0:
            return bar.letter
    return None
