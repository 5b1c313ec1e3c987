"""What may be sealed, and why not: `judge` reads a View and nothing else, so it can rest only on what a seat knows."""

from __future__ import annotations

from msgspec import UNSET, Struct

from core.games.drifting_ship.reach import meal, step_to, tiles, wall_at
from core.games.drifting_ship.spec import (
    CAP_PRICE,
    LONGEST_NAME,
    MOST_CAPS,
    PARASITE_ROOM,
    PLANT_LEAST,
    STARTS,
    VAULT,
    is_component,
)
from core.games.drifting_ship.structs import Chart, Crewmate, CrewOrders, Orders, Player, View
from core.refusal import Refused, quoted

PREGAME_KEYS = ("name", "start")


class Trace(Struct, frozen=True):
    """One crewmate's orders followed to their end."""

    room: str
    """Where it ends."""
    left: int
    """Energy after banana, move, step and bid; a disable takes what is left."""


def judge(view: View, orders: Orders) -> None:
    """Refused if a seat that sees `view` may not seal `orders`. For drafts on the screen too."""
    assert view.own is not None
    if view.round == 0:
        _judge_muster(orders)
        return
    _judge_form(orders)
    _judge_caps(view, orders)
    for index, crewmate in enumerate(view.own.crew):
        judge_crewmate(view.chart, view.own, crewmate, orders.of(index))
    if all(orders.of(index).disable is True for index in (0, 1)):
        raise Refused("two_disables", "One disable a match: only one of your crewmates can order it.", "SH-14")


# --- the pregame -------------------------------------------------------------------------------------------------
def _judge_muster(orders: Orders) -> None:
    """SH-02: both crewmates named and placed, and nothing else."""
    if orders.buy_cap is not UNSET:
        raise Refused("not_in_pregame", "Caps are bought in rounds, not in the pregame.", "SH-02")
    if orders.crew is UNSET or len(orders.crew) != 2:
        given = 0 if orders.crew is UNSET else len(orders.crew)
        raise Refused("place_both", f"Name and place both crewmates; these orders have {given}.", "SH-02")
    for at, order in enumerate(orders.crew, start=1):
        for key in order.__struct_fields__:
            if key not in PREGAME_KEYS and getattr(order, key) is not UNSET:
                raise Refused("not_in_pregame", f"Crewmate {at}: {key} is for rounds, not the pregame.", "SH-02")
        if order.name is UNSET or order.start is UNSET:
            raise Refused("place_both", f"Crewmate {at} needs both a name and a start.", "SH-02")
        if order.start not in STARTS:
            raise Refused(
                "not_a_start", f"{quoted(order.start)} is no starting room: choose {', '.join(STARTS)}.", "SH-02"
            )
    first, second = (crew_name(order) for order in orders.crew)
    if first == second:
        raise Refused("same_name", f"Both crewmates are called {quoted(first)}: give each its own name.", "SH-02")


def crew_name(order: CrewOrders) -> str:
    """The trimmed name in pregame orders. Refused unless it has 1 to 16 printable characters (SH-02)."""
    assert order.name is not UNSET
    return checked_name(order.name)


def checked_name(given: str) -> str:
    """`given` trimmed. Refused unless 1 to 16 printable characters are left (SH-02)."""
    name = given.strip()
    if not 1 <= len(name) <= LONGEST_NAME:
        raise Refused(
            "bad_name",
            f"A crewmate's name has 1 to {LONGEST_NAME} characters; {quoted(name)} has {len(name)}.",
            "SH-02",
        )
    if not name.isprintable():
        raise Refused("bad_name", f"A crewmate's name has printable characters only: {quoted(name)} does not.", "SH-02")
    return name


# --- a round -----------------------------------------------------------------------------------------------------
def _judge_form(orders: Orders) -> None:
    """Two entries or none, and no keys of the pregame."""
    if orders.crew is UNSET:
        return
    if len(orders.crew) != 2:
        raise Refused(
            "two_crewmates", f"crew has one entry for each of your two crewmates; here are {len(orders.crew)}.", "SH-07"
        )
    for at, order in enumerate(orders.crew, start=1):
        for key in PREGAME_KEYS:
            if getattr(order, key) is not UNSET:
                raise Refused("only_in_pregame", f"Crewmate {at}: {key} was for the pregame.", "SH-02")


def _judge_caps(view: View, orders: Orders) -> None:
    """SH-04."""
    assert view.own is not None
    if orders.caps < 0:
        raise Refused("negative_caps", f"buy_cap is 0 to {MOST_CAPS}; you gave {orders.caps}.", "SH-04")
    left = MOST_CAPS - view.own.caps
    if orders.caps > left:
        raise Refused(
            "too_many_caps",
            f"The cap rises at most {MOST_CAPS} times a match: {left} left, you ordered {orders.caps}.",
            "SH-04",
        )
    if orders.caps * CAP_PRICE > view.garnets:
        raise Refused(
            "not_enough_garnets",
            f"{orders.caps} x {CAP_PRICE} garnets for the cap, and your purse holds {view.garnets}.",
            "SH-04",
        )


def judge_crewmate(chart: Chart, own: Player, crewmate: Crewmate, order: CrewOrders) -> None:
    """Refused if `order` may not be sealed for this crewmate of the seat `own`."""
    who = crewmate.name
    if order.activate is not UNSET and order.disable is True:
        raise Refused("one_of_both", f"{who} can activate or disable in one round, not both.", "SH-07")
    if order.activate is not UNSET and order.activate < 1:
        raise Refused("bid_too_low", f"{who} activates with at least 1 energy, not {order.activate}.", "SH-07")
    trace = follow(chart, own.cap, crewmate, order)
    if order.activate is not UNSET:
        _judge_activation(chart, own, crewmate, order, trace.room)
    elif order.plant is not UNSET:
        raise Refused("plant_alone", f"{who} plants by activating {VAULT}: give plant and activate together.", "SH-07")
    if order.disable is True:
        _judge_disable(own, who, trace)
    if order.wall is not UNSET:
        _need(crewmate, "S", "no_meme", "Summoner's Meme", "SH-20")
        wall_at(chart, trace.room, order.wall)
    if order.drain is True:
        _need(crewmate, "W", "no_wiwaxia", "the Wiwaxia", "SH-23")


def follow(chart: Chart, cap: int, crewmate: Crewmate, order: CrewOrders) -> Trace:
    """Where `order` leads the crewmate and what energy is left. Refused if it cannot go or pay (SH-06)."""
    energy, room, costs = crewmate.energy, crewmate.room, []
    if order.eat is True:
        _need(crewmate, "Y", "no_banana", "the Yellow Banana", "SH-21")
        energy = meal(energy, cap)
    if order.move is not UNSET:
        costs.append(tiles(chart, room, order.move))
        room = order.move
    if order.step is not UNSET:
        _need(crewmate, "T", "no_toe", "the Take Back Toe", "SH-21")
        room = step_to(chart, room, order.step)
        costs.append(1)
    if order.activate is not UNSET:
        costs.append(order.activate)
    if sum(costs) > energy:
        added = f"{' + '.join(str(cost) for cost in costs)} = {sum(costs)}" if len(costs) > 1 else str(costs[0])
        raise Refused("not_enough_energy", f"{crewmate.name} has {energy} energy; these orders cost {added}.", "SH-06")
    return Trace(room, energy - sum(costs))


def _need(crewmate: Crewmate, bonus: str, code: str, title: str, ruling: str) -> None:
    if bonus not in crewmate.bonuses:
        raise Refused(code, f"{crewmate.name} does not carry {title}.", ruling)
    if not crewmate.can_use(bonus):
        raise Refused(code, f"{crewmate.name} has used up {title}.", ruling)


def _judge_activation(chart: Chart, own: Player, crewmate: Crewmate, order: CrewOrders, room: str) -> None:
    """SH-07, SH-10, SH-30, SH-31."""
    who = crewmate.name
    if room == VAULT:
        _judge_plant(crewmate, order)
        return
    if order.plant is not UNSET:
        raise Refused("plant_elsewhere", f"{who} would be in {room}: a Parasite is planted only in {VAULT}.", "SH-07")
    if room == PARASITE_ROOM and own.claimed:
        raise Refused("parasite_claimed", "You have claimed your one Parasite of this match already.", "SH-30")
    if room in chart.activated:
        kind = "component" if is_component(room) else "bonus"
        raise Refused("already_activated", f"{room} has been activated: its {kind} is gone.", "SH-10")


def _judge_plant(crewmate: Crewmate, order: CrewOrders) -> None:
    """SH-31."""
    who = crewmate.name
    if not crewmate.parasite:
        raise Refused("no_parasite", f"{who} carries no Parasite, and {VAULT} takes nothing else.", "SH-31")
    if order.plant is UNSET:
        raise Refused("plant_missing", f"{who} activates {VAULT}: name the Sequence to plant in, A, B or C.", "SH-31")
    assert order.activate is not UNSET
    if order.activate < PLANT_LEAST:
        raise Refused(
            "plant_too_low", f"Planting takes at least {PLANT_LEAST} energy; {who} gives {order.activate}.", "SH-31"
        )


def _judge_disable(own: Player, who: str, trace: Trace) -> None:
    """SH-14."""
    if own.disable is not None:
        raise Refused("disable_used", f"You have used your one disable, on {own.disable.room}.", "SH-14")
    if trace.room in (PARASITE_ROOM, VAULT):
        raise Refused("cannot_disable", f"{who} would be in {trace.room}, which cannot be disabled.", "SH-14")
    if trace.left < 1:
        raise Refused("no_energy_left", f"A disable takes at least 1 energy; {who} would have none left.", "SH-14")
