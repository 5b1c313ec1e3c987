"""Pure changes to a draft. Each is checked as sealing checks it and raises Refused; orders are JSON, never changed in
place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from core.games.drifting_ship.asking import follow, judge_crewmate, judge_orders
from core.games.drifting_ship.reach import Reached, reach, tiles
from core.games.drifting_ship.spec import LONGEST_NAME, MOST_CAPS, PARASITE_ROOM, VAULT
from core.games.drifting_ship.structs import Crewmate, CrewOrders, Orders, View
from core.json import Json
from core.refusal import Refused


class Changed(NamedTuple):
    """An order after a change, and a description of each part that was dropped."""

    order: Json
    lost: tuple[str, ...] = ()


# --- reading and writing -----------------------------------------------------------------------------------------
def order_of(orders: Mapping[str, Any], index: int) -> Json:
    crew = orders.get("crew") or []
    return dict(crew[index]) if index < len(crew) else {}


def with_order(orders: Mapping[str, Any], index: int, order: Json) -> Json:
    crew = [order_of(orders, 0), order_of(orders, 1)]
    crew[index] = dict(order)
    return _tidy({**orders, "crew": crew})


def with_caps(orders: Mapping[str, Any], caps: int) -> Json:
    return _tidy({**orders, "buy_cap": caps})


def _tidy(orders: Json) -> Json:
    others = {key: value for key, value in orders.items() if key not in ("crew", "buy_cap")}
    if any(orders.get("crew") or ()):
        others["crew"] = orders["crew"]
    if orders.get("buy_cap"):
        others["buy_cap"] = orders["buy_cap"]
    return others


def parse_order(order: Mapping[str, Any]) -> CrewOrders:
    """Parse the order as the rules do; return an empty order if the form is wrong."""
    try:
        return msgspec.convert(dict(order), CrewOrders)
    except msgspec.ValidationError:
        return CrewOrders()


def typed_all(orders: Mapping[str, Any]) -> Orders:
    crew = parse_order(order_of(orders, 0)), parse_order(order_of(orders, 1))
    return Orders(crew=crew, buy_cap=orders.get("buy_cap", 0))


# --- walking -----------------------------------------------------------------------------------------------------
def ways(view: View, index: int, order: Mapping[str, Any]) -> dict[str, Reached]:
    crewmate = view.crew[index]
    return {way.room: way for way in reach(view.chart, crewmate, view.me.cap, eat=order.get("eat") is True)}


def end(view: View, index: int, order: Mapping[str, Any]) -> tuple[str, int]:
    """Return the room where the order ends and the energy left before a bid. An illegal order ends where it began."""
    crewmate = view.crew[index]
    way = {key: order[key] for key in ("eat", "move", "step") if key in order}
    try:
        trace = follow(view.chart, view.me.cap, crewmate, parse_order(way))
    except Refused:
        return crewmate.room, crewmate.energy
    return trace.room, trace.left


def walk(view: View, index: int, order: Mapping[str, Any], room: str) -> Changed:
    """Add the cheapest walk to `room`; parts that no longer fit are dropped.

    Raises:
        Refused: The room cannot be reached.
    """
    way = ways(view, index, order).get(room)
    if way is None:
        raise why_not(view, index, order, room)
    others = {key: value for key, value in order.items() if key not in ("move", "step")}
    others |= {} if way.move is None else {"move": way.move}
    others |= {} if way.step is None else {"step": way.step}
    return settle(view, index, others)


def why_not(view: View, index: int, order: Mapping[str, Any], room: str) -> Refused:
    crewmate = view.crew[index]
    try:
        cost = tiles(view.chart, crewmate.room, room)
    except Refused as refusal:
        return refusal.with_traceback(None)
    energy = end(view, index, {key: order[key] for key in ("eat",) if key in order})[1]
    return Refused(
        "not_enough_energy", f"{crewmate.name} has {energy} energy; the walk to {room} costs {cost}.", "SH-06"
    )


def settle(view: View, index: int, order: Json) -> Changed:
    """Drop the parts that are impossible at the order's end. A bid falls to the energy left."""
    settled, lost = dict(order), []
    if "activate" in settled:
        left = end(view, index, settled)[1]
        low = {**settled, "activate": min(settled["activate"], left)}
        if low["activate"] >= 1 and fits(view, index, low):
            if low["activate"] < settled["activate"]:
                lost.append(f"the bid falls to {left}")
            settled = low
        else:
            settled = without(settled, "activate", "plant")
            lost.append("no bid")
    for key, words in (("disable", "no disable"), ("wall", "no wall"), ("drain", "no drain")):
        if key in settled and not fits(view, index, settled):
            settled = without(settled, key)
            lost.append(words)
    return Changed(settled, tuple(lost))


def fits(view: View, index: int, order: Mapping[str, Any]) -> bool:
    return why_closed(view, index, order) is None


def why_closed(view: View, index: int, order: Mapping[str, Any]) -> Refused | None:
    try:
        _judge(view, index, order)
    except Refused as refusal:
        return refusal.with_traceback(None)
    return None


def _judge(view: View, index: int, order: Mapping[str, Any]) -> None:
    judge_crewmate(view.chart, view.me, view.crew[index], parse_order(order))


def without(order: Mapping[str, Any], *keys: str) -> Json:
    return {key: value for key, value in order.items() if key not in keys}


# --- everything else ---------------------------------------------------------------------------------------------
def bid(view: View, index: int, order: Mapping[str, Any], energy: int) -> Json:
    """Set a bid of `energy` for the room where the order ends; 0 removes the bid.

    Raises:
        Refused: The bid is not possible.
    """
    if energy <= 0:
        return without(order, "activate", "plant")
    changed = {**without(order, "disable"), "activate": energy}
    _judge(view, index, changed)
    return changed


def plant(view: View, index: int, order: Mapping[str, Any], letter: str, energy: int) -> Json:
    changed = {**without(order, "disable"), "activate": energy, "plant": letter}
    _judge(view, index, changed)
    return changed


def toggle(view: View, orders: Mapping[str, Any], index: int, key: str) -> Json:
    """Turn `disable`, `eat` or `drain` of one crewmate on or off.

    Raises:
        Refused: It cannot be on.
    """
    order = order_of(orders, index)
    if order.get(key) is True:
        return with_order(orders, index, settle(view, index, without(order, key)).order if key == "eat" else
                          without(order, key))  # fmt: skip
    order_on = {**(without(order, "activate", "plant") if key == "disable" else order), key: True}
    _judge(view, index, order_on)
    changed = with_order(orders, index, order_on)
    if key == "disable":
        judge_orders(view, typed_all(changed))  # one disable for both crewmates
    return changed


def toggle_side(view: View, index: int, order: Mapping[str, Any], key: str, side: str) -> Json:
    """Set a `wall` or `step` on a side; the same side again removes it.

    Raises:
        Refused: It is not possible on that side.
    """
    if order.get(key) == side:
        return settle(view, index, without(order, key)).order
    changed = {**order, key: side}
    if key == "step":
        changed = settle(view, index, changed).order
    _judge(view, index, changed)
    return changed


def next_caps(view: View, orders: Mapping[str, Any]) -> int:
    """Return one cap more than ordered, or 0 beyond the maximum.

    Raises:
        Refused: No cap can be bought.
    """
    wanted = int(orders.get("buy_cap", 0)) + 1
    try:
        judge_orders(view, Orders(buy_cap=wanted))
    except Refused:
        if wanted == 1 or wanted > MOST_CAPS + 1:
            raise
        return 0
    return wanted


def lowest(room: str, least: int) -> int:
    return least if room == VAULT else 1


def biddable(view: View, crewmate: Crewmate, room: str) -> bool:
    if room == VAULT:
        return crewmate.parasite
    return room not in view.chart.activated and not (room == PARASITE_ROOM and view.me.claimed)


# --- the pregame -------------------------------------------------------------------------------------------------
def usual_name(seat: str, index: int) -> str:
    """Return the default name of a crewmate (SH-02), cut to the longest name allowed."""
    return f"{seat[: LONGEST_NAME - 2].rstrip()} {index + 1}"


def with_pregame_field(seat: str, orders: Mapping[str, Any], index: int, **fields: str) -> Json:
    """Return pregame orders with a crewmate's `name` or `start` changed. Both crewmates always have a name."""
    crew = []
    for at in (0, 1):
        order = {"name": usual_name(seat, at), **order_of(orders, at)}
        crew.append(order | fields if at == index else order)
    return {"crew": crew}
