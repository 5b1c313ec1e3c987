"""The bots of The Drifting Ship: `random` tries everything that the rules allow, `steady` plays to win.

crowd.py        likely places and bids of rivals
sharp.py        `sharp`
steady.py       `steady`
steady_plan.py  plans of `steady`
"""

from __future__ import annotations

from typing import Any

from msgspec import structs

from core.bots.contract import Do, Done, Move, Say, Seal, strangers
from core.dice import Dice, Draw
from core.games.drifting_ship.bots import sharp
from core.games.drifting_ship.bots.steady import Step, order_of, start_rooms
from core.games.drifting_ship.bots.steady_plan import plan
from core.games.drifting_ship.company import rooms_bid_for
from core.games.drifting_ship.reach import meal, reach, wall_at
from core.games.drifting_ship.spec import (
    DIRECTIONS,
    LETTERS,
    MOST_CAPS,
    PARASITE_ROOM,
    PLANT_LEAST,
    STARTS,
    VAULT,
    is_component,
    number,
)
from core.games.drifting_ship.structs import Chart, Crewmate, Player, Sight, View
from core.json import Json
from core.refusal import Refused

NAMES = ("Red", "Blue", "Lime", "Rose", "Teal", "Onyx", "Sky", "Rust", "Fern", "Plum")
CHATTER = ("All quiet over here.", "Somebody was in my room.", "Who needs numbers?", "Mind the walls.", "Good luck!")


def rooms_left_to_others(sight: Sight) -> frozenset[str]:
    return frozenset(clause.what for clause in sight.due if clause.who == sight.seat and clause.term == "leave")


def without(view: View, rooms: frozenset[str]) -> View:
    if not rooms:
        return view
    chart = structs.replace(view.chart, activated=tuple(sorted({*view.chart.activated, *rooms})))
    return structs.replace(view, chart=chart)


def trespasses(sight: Sight) -> bool:
    """Return True if the sealed orders try for a room that the seat has promised to leave."""
    rooms = rooms_left_to_others(sight)
    return bool(rooms) and sight.sealed is not None and not rooms.isdisjoint(rooms_bid_for(sight.view, sight.sealed))


class _ShipBot:
    """Base of both bots: one seal a round, a drawn opponent, and ready."""

    def __init__(self, seat: str, seed: int) -> None:
        self.seat = seat
        self.dice = Dice(seed)

    def draw(self, sight: Sight, name: str) -> Draw:
        return self.dice.draw(f"{self.seat} round {sight.round}: {name}")

    def turn(self, sight: Sight) -> list[Move]:
        if sight.pending is not None:
            named = self.draw(sight, "decision").pick(self.prefer(sight, sight.pending.among))
            return [Do({"kind": sight.pending.kind, "player": named})]
        if sight.phase == "round" and (answers := self.replies(sight)):
            return [*answers, *([] if sight.sealed is not None else self.orders(sight)), Done()]
        if sight.phase == "round" and sight.sealed is not None and trespasses(sight):
            return [*self.orders(sight), Done()]
        if sight.ready or sight.phase in ("decision", "finished"):
            return []
        if sight.sealed is not None or sight.phase == "briefing":
            return [Done()]
        return [*self.orders(sight), Done()]

    def prefer(self, sight: Sight, among: tuple[str, ...]) -> tuple[str, ...]:
        return among

    def replies(self, sight: Sight) -> list[Move]:
        return []

    def orders(self, sight: Sight) -> list[Move]:
        raise NotImplementedError


class SteadyBot(_ShipBot):
    """Bot that walks to the parts its Sequences need, bids by likely rivals and uses the Parasite."""

    def orders(self, sight: Sight) -> list[Move]:
        if sight.phase == "pregame":
            draw = self.draw(sight, "start")
            first, second = start_rooms(sight.view, draw)
            return [Seal(_random_names(draw, own_names(sight), first, second))]
        calls = self.calls(sight) if sight.sealed is None else []
        return [*calls, Seal(self.plan(without(sight.view, rooms_left_to_others(sight)), self.draw(sight, "plan")))]

    def plan(self, view: View, draw: Draw) -> Json:
        return plan(view, draw)

    def calls(self, sight: Sight) -> list[Move]:
        """Open the device once another seat is near: tell its wish and ask for the rooms."""
        open_now = [choice for index in (0, 1) for choice in sight.asks.open(f"action.open_channel.{index}")]
        if not open_now or open_now[0].probe is None:
            return []
        text = f"I am after {self.wish(sight)}. Leave me its rooms, and I leave you others."
        return [Do(open_now[0].probe), Say([str(open_now[0].value)], text)]

    def replies(self, sight: Sight) -> list[Move]:
        answered = {m.readers for m in sight.heard if m.sender == self.seat and m.round == sight.round}
        calls = {m.sender for m in sight.heard if m.round == sight.round and m.of_two}
        waiting = [p for p in sight.partners if p in calls and not any(p in r and len(r) == 2 for r in answered)]
        return [Say([p], f"Heard you. I am after {self.wish(sight)}.") for p in waiting]

    def wish(self, sight: Sight) -> str:
        best = max(sight.view.sequences, key=lambda bar: (len(bar.mine), bar.value))
        return f"the {best.title} Sequence"

    def prefer(self, sight: Sight, among: tuple[str, ...]) -> tuple[str, ...]:
        return strangers(sight, among)


class TrustingBot(SteadyBot):
    """Bot that sends each crewmate to the best room in reach and looks no further."""

    def plan(self, view: View, draw: Draw) -> Json:
        return simple_plan(view, draw)


class RogueBot(SteadyBot):
    """Bot that is friendly on the device and lies three times in ten."""

    LIES = 0.3

    def wish(self, sight: Sight) -> str:
        draw = self.draw(sight, "lie")
        others = [
            bar for bar in sight.view.sequences if f"the {bar.title} Sequence" != super(RogueBot, self).wish(sight)
        ]
        return f"the {draw.pick(others).title} Sequence" if draw.chance(self.LIES) else super().wish(sight)


class SharpBot(SteadyBot):
    """Bot that plans its crewmates' courses for several rounds."""

    def plan(self, view: View, draw: Draw) -> Json:
        return sharp.plan(view, draw)


class Adviser(SharpBot):
    """The coach's adviser. It does not call: talk moves no crew."""

    def calls(self, sight: Sight) -> list[Move]:
        return []


def simple_plan(view: View, draw: Draw) -> Json:
    """Return simple orders: each crewmate takes the highest number in reach, for one or two energy. The second
    avoids the first's room."""
    own = view.me
    bid_rooms: list[str] = []
    crew: list[Json] = []
    for crewmate in own.crew:
        ways = [way for way in reach(view.chart, crewmate, own.cap) if way.left >= 1 and way.room not in bid_rooms]
        ways = [way for way in ways if is_component(way.room) and way.room not in view.chart.activated]
        if not ways:
            crew.append({})
            continue
        way = max(ways, key=lambda way: (number(way.room), way.left))
        bid_rooms.append(way.room)
        crew.append(order_of(crewmate, Step(way, min(way.left, 1 + draw.below(2)), 0.0)))
    return {"crew": crew}


# --- random ------------------------------------------------------------------------------------------------------
class RandomBot(_ShipBot):
    def orders(self, sight: Sight) -> list[Move]:
        draw = self.draw(sight, "orders")
        if sight.phase == "pregame":
            return (
                [Seal(_random_names(draw, own_names(sight), draw.pick(STARTS), draw.pick(STARTS)))]
                if draw.chance(0.9)
                else []
            )
        moves: list[Move] = []
        if draw.chance(0.1):
            moves.append(Say("lounge", draw.pick(CHATTER)))
        calls = [choice for index in (0, 1) for choice in sight.asks.open(f"action.open_channel.{index}")]
        if calls and draw.chance(0.5):
            call = draw.pick(calls)
            assert call.probe is not None
            moves += [Do(call.probe), Say([str(call.value)], draw.pick(CHATTER))]
        return [*moves, Seal(_random_orders(sight.view, draw))] if draw.chance(0.95) else moves


def own_names(sight: Sight) -> tuple[str, ...]:
    """Return at least two crew names that no other seat's bot or coach uses."""
    return NAMES[sight.seats.index(sight.seat) :: len(sight.seats)]


def _random_names(draw: Draw, names: tuple[str, ...], first: str, second: str) -> Json:
    name_a, name_b = draw.sample(names, 2)
    return {"crew": [{"name": name_a, "start": first}, {"name": name_b, "start": second}]}


def _random_orders(view: View, draw: Draw) -> Json:
    own = view.me
    crew: list[Json] = []
    for crewmate in own.crew:
        other_disables = any("disable" in order for order in crew)
        crew.append(_random_crewmate(view, own, crewmate, draw, may_disable=not other_disables))
    orders: Json = {"crew": crew} if draw.chance(0.97) else {}
    caps = min(MOST_CAPS - own.caps, view.garnets // 3)
    if caps > 0 and draw.chance(0.1):
        orders["buy_cap"] = 1 + draw.below(caps)
    return orders


def _random_crewmate(view: View, own: Player, crewmate: Crewmate, draw: Draw, *, may_disable: bool) -> Json:
    order: Json = {}
    energy = crewmate.energy
    if crewmate.can_use("Y") and draw.chance(0.3):
        order["eat"] = True
        energy = meal(energy, own.cap)
    ways = reach(view.chart, crewmate, own.cap, eat="eat" in order)
    room, left = crewmate.room, energy
    if draw.chance(0.9):
        way = draw.pick(_tempting(own, crewmate, ways))
        room, left = way.room, way.left
        order |= {} if way.move is None else {"move": way.move}
        order |= {} if way.step is None else {"step": way.step}
    if may_disable and own.disable is None and left and room not in (PARASITE_ROOM, VAULT) and draw.chance(0.03):
        order["disable"] = True
    elif left and draw.chance(0.9):
        order |= _random_bid(view.chart, own, crewmate, room, left, draw)
    sides = [side for side in DIRECTIONS if _can_wall(view.chart, room, side)]
    if crewmate.can_use("S") and sides and draw.chance(0.4):
        order["wall"] = draw.pick(sides)
    if crewmate.can_use("W") and draw.chance(0.3):
        order["drain"] = True
    return order


def _tempting(own: Player, crewmate: Crewmate, ways: Any) -> list[Any]:
    """Repeat the Parasite's rooms, so that random play meets them often enough."""
    extra = [way for way in ways if way.room == (VAULT if crewmate.parasite else PARASITE_ROOM)]
    return [*ways, *(extra * 4 if crewmate.parasite or not own.claimed else [])]


def _random_bid(chart: Chart, own: Player, crewmate: Crewmate, room: str, left: int, draw: Draw) -> Json:
    if room == VAULT:
        if not crewmate.parasite or left < PLANT_LEAST:
            return {}
        return {"activate": PLANT_LEAST + draw.below(left - PLANT_LEAST + 1), "plant": draw.pick(LETTERS)}
    if room in chart.activated or (room == PARASITE_ROOM and own.claimed):
        return {}
    return {"activate": 1 + min(draw.below(left), draw.below(left))}


def _can_wall(chart: Chart, room: str, side: Any) -> bool:
    try:
        wall_at(chart, room, side)
    except Refused:
        return False
    return True


LEVELS: dict[str, type[_ShipBot]] = {
    "steady": SteadyBot,
    "sharp": SharpBot,
    "rogue": RogueBot,
    "trusting": TrustingBot,
    "random": RandomBot,
}
