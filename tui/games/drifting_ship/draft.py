"""Changes to a draft for The Drifting Ship: pure, from what the seat sees and the orders so far to other orders.

Every change is judged as sealing would judge it, for one crewmate: what cannot be is Refused with the rule's sentence.
Orders are JSON as in the rulings and are never changed in place.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from core.games.drifting_ship.asking import follow, judge, judge_crewmate
from core.games.drifting_ship.reach import Reached, reach, tiles
from core.games.drifting_ship.spec import LONGEST_NAME, MOST_CAPS, PARASITE_ROOM, VAULT
from core.games.drifting_ship.structs import Crewmate, CrewOrders, Orders, View
from core.json import Json
from core.refusal import Refused


class Changed(NamedTuple):
    """An order after a change, and in words what had to give way."""

    order: Json
    lost: tuple[str, ...] = ()


# --- reading and writing -----------------------------------------------------------------------------------------
def order_of(orders: Mapping[str, Any], index: int) -> Json:
    """The orders of crewmate 0 or 1, empty where there are none."""
    crew = orders.get("crew") or []
    return dict(crew[index]) if index < len(crew) else {}


def with_order(orders: Mapping[str, Any], index: int, order: Json) -> Json:
    """The orders with those of one crewmate replaced; what means nothing is left out."""
    crew = [order_of(orders, 0), order_of(orders, 1)]
    crew[index] = dict(order)
    return _tidy({**orders, "crew": crew})


def with_caps(orders: Mapping[str, Any], caps: int) -> Json:
    """The orders with so many caps bought."""
    return _tidy({**orders, "buy_cap": caps})


def _tidy(orders: Json) -> Json:
    found = {key: value for key, value in orders.items() if key not in ("crew", "buy_cap")}
    if any(orders.get("crew") or ()):
        found["crew"] = orders["crew"]
    if orders.get("buy_cap"):
        found["buy_cap"] = orders["buy_cap"]
    return found


def typed(order: Mapping[str, Any]) -> CrewOrders:
    """The order as the rules read it; an empty one if it is not of the right form."""
    try:
        return msgspec.convert(dict(order), CrewOrders)
    except msgspec.ValidationError:
        return CrewOrders()


def typed_all(orders: Mapping[str, Any]) -> Orders:
    """All orders as the rules read them."""
    return Orders(crew=(typed(order_of(orders, 0)), typed(order_of(orders, 1))), buy_cap=orders.get("buy_cap", 0))


# --- walking -----------------------------------------------------------------------------------------------------
def ways(view: View, index: int, order: Mapping[str, Any]) -> dict[str, Reached]:
    """Every room that a crewmate can be in after move and step, with the energy left there."""
    assert view.own is not None
    crewmate = view.own.crew[index]
    return {way.room: way for way in reach(view.chart, crewmate, view.own.cap, eat=order.get("eat") is True)}


def end(view: View, index: int, order: Mapping[str, Any]) -> tuple[str, int]:
    """Where the order leads, and the energy left there before a bid; where it stands, if it leads nowhere."""
    assert view.own is not None
    crewmate = view.own.crew[index]
    way = {key: order[key] for key in ("eat", "move", "step") if key in order}
    try:
        trace = follow(view.chart, view.own.cap, crewmate, typed(way))
    except Refused:
        return crewmate.room, crewmate.energy
    return trace.room, trace.left


def walk(view: View, index: int, order: Mapping[str, Any], room: str) -> Changed:
    """The order with the walk to `room`, by the cheapest way. What does not fit there gives way."""
    way = ways(view, index, order).get(room)
    if way is None:
        raise why_not(view, index, order, room)
    kept = {key: value for key, value in order.items() if key not in ("move", "step")}
    kept |= {} if way.move is None else {"move": way.move}
    kept |= {} if way.step is None else {"step": way.step}
    return settle(view, index, kept)


def why_not(view: View, index: int, order: Mapping[str, Any], room: str) -> Refused:
    """Why a room cannot be reached."""
    assert view.own is not None
    crewmate = view.own.crew[index]
    try:
        cost = tiles(view.chart, crewmate.room, room)
    except Refused as refusal:
        return refusal.with_traceback(None)
    energy = end(view, index, {key: order[key] for key in ("eat",) if key in order})[1]
    return Refused(
        "not_enough_energy", f"{crewmate.name} has {energy} energy; the walk to {room} costs {cost}.", "SH-06"
    )


def settle(view: View, index: int, order: Json) -> Changed:
    """The order without what is impossible where it ends now; a bid falls to what is left."""
    found, lost = dict(order), []
    if "activate" in found:
        left = end(view, index, found)[1]
        low = {**found, "activate": min(found["activate"], left)}
        if low["activate"] >= 1 and fits(view, index, low):
            if low["activate"] < found["activate"]:
                lost.append(f"the bid falls to {left}")
            found = low
        else:
            found = without(found, "activate", "plant")
            lost.append("no bid")
    for key, words in (("disable", "no disable"), ("wall", "no wall"), ("drain", "no drain")):
        if key in found and not fits(view, index, found):
            found = without(found, key)
            lost.append(words)
    return Changed(found, tuple(lost))


def fits(view: View, index: int, order: Mapping[str, Any]) -> bool:
    """Whether these orders of one crewmate could be sealed."""
    return closed(view, index, order) is None


def closed(view: View, index: int, order: Mapping[str, Any]) -> Refused | None:
    """Why these orders of one crewmate cannot be sealed, or None."""
    try:
        _judge(view, index, order)
    except Refused as refusal:
        return refusal.with_traceback(None)
    return None


def _judge(view: View, index: int, order: Mapping[str, Any]) -> None:
    assert view.own is not None
    judge_crewmate(view.chart, view.own, view.own.crew[index], typed(order))


def without(order: Mapping[str, Any], *keys: str) -> Json:
    """The order without these keys."""
    return {key: value for key, value in order.items() if key not in keys}


# --- everything else ---------------------------------------------------------------------------------------------
def bid(view: View, index: int, order: Mapping[str, Any], energy: int) -> Json:
    """The order with a bid of `energy` for the room it ends in; 0 takes the bid back. Refused if it cannot be."""
    if energy <= 0:
        return without(order, "activate", "plant")
    found = {**without(order, "disable"), "activate": energy}
    _judge(view, index, found)
    return found


def plant(view: View, index: int, order: Mapping[str, Any], letter: str, energy: int) -> Json:
    """The order with a planted Parasite."""
    found = {**without(order, "disable"), "activate": energy, "plant": letter}
    _judge(view, index, found)
    return found


def toggled(view: View, orders: Mapping[str, Any], index: int, key: str) -> Json:
    """All orders with `disable`, `eat` or `drain` of one crewmate turned on or off. Refused if it cannot be on."""
    order = order_of(orders, index)
    if order.get(key) is True:
        return with_order(orders, index, settle(view, index, without(order, key)).order if key == "eat" else
                          without(order, key))  # fmt: skip
    found = {**(without(order, "activate", "plant") if key == "disable" else order), key: True}
    _judge(view, index, found)
    changed = with_order(orders, index, found)
    if key == "disable":
        judge(view, typed_all(changed))  # one disable for both crewmates
    return changed


def sided(view: View, index: int, order: Mapping[str, Any], key: str, side: str) -> Json:
    """The order with a `wall` or `step` on a side; the same side again takes it back. Refused if it cannot be."""
    if order.get(key) == side:
        return settle(view, index, without(order, key)).order
    found = {**order, key: side}
    if key == "step":
        found = settle(view, index, found).order
    _judge(view, index, found)
    return found


def next_caps(view: View, orders: Mapping[str, Any]) -> int:
    """One cap more than ordered, or none after the last that can be had. Refused if none can be had."""
    wanted = int(orders.get("buy_cap", 0)) + 1
    try:
        judge(view, Orders(buy_cap=wanted))
    except Refused:
        if wanted == 1 or wanted > MOST_CAPS + 1:
            raise
        return 0
    return wanted


def lowest(room: str, least: int) -> int:
    """The smallest bid in a room."""
    return least if room == VAULT else 1


def biddable(view: View, crewmate: Crewmate, room: str) -> bool:
    """Whether this seat may bid for a room at all, energy aside."""
    assert view.own is not None
    if room == VAULT:
        return crewmate.parasite
    return room not in view.chart.activated and not (room == PARASITE_ROOM and view.own.claimed)


# --- the pregame -------------------------------------------------------------------------------------------------
def usual_name(seat: str, index: int) -> str:
    """The name of a crewmate whose seat gives it none (SH-02), cut to what a name may have."""
    return f"{seat[: LONGEST_NAME - 2].rstrip()} {index + 1}"


def mustered(seat: str, orders: Mapping[str, Any], index: int, **fields: str) -> Json:
    """Pregame orders with a crewmate's `name` or `start` changed; both have a name from the beginning."""
    crew = []
    for at in (0, 1):
        order = {"name": usual_name(seat, at), **order_of(orders, at)}
        crew.append(order | fields if at == index else order)
    return {"crew": crew}
