"""Choices and limits of a seat, every choice with the smallest orders that use it.

Slots: `start` in the pregame; in rounds, for crewmate 0 and 1, `crew.0.move`, `.activate`, `.disable` (values are
rooms), `.step`, `.wall` (directions), `.plant` (Sequences), `.eat`, `.drain` (value `yes`), and `buy_cap`;
`action.open_channel.0` with a seat. The live action is the XCommunications Device (SH-24, CM-22, CM-27). Limits:
`energy.0`, `energy.1`, `buy_cap` (caps left to buy now).
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import UNSET, Struct

from core.contract import ActionResult, Asks, Choice, Notice
from core.dice import Dice
from core.games.drifting_ship.reach import Reached, meal, reach, step_to, tiles, wall_at
from core.games.drifting_ship.spec import (
    BONUSES,
    CAP_PRICE,
    DIRECTIONS,
    LETTERS,
    LONGEST_NAME,
    MOST_CAPS,
    PARASITE_ROOM,
    PLANT_LEAST,
    ROOMS,
    STARTS,
    TITLES,
    VAULT,
    is_component,
)
from core.games.drifting_ship.structs import Chart, Crewmate, CrewOrders, OpenChannel, Orders, Player, State, View
from core.games.drifting_ship.views import view
from core.json import Json
from core.refusal import Refused, quoted


def judge_channel(view: View, action: OpenChannel) -> None:
    """Refused if the seat of `view` may not open this channel now. Use the seat's knowledge alone."""
    if not view.crew or view.over:
        raise Refused("no_round", "The device works while a round is open.", "SH-24")
    if action.crew not in (0, 1):
        raise Refused("no_such_crewmate", f"Your crewmates are 0 and 1; you named {action.crew}.", "SH-24")
    if action.player not in view.seats:
        raise Refused("not_seated", f"Nobody called {quoted(action.player)} is seated here.", "SH-24")
    if action.player == view.seat:
        raise Refused("to_oneself", "The device calls another seat, not your own.", "SH-24")
    crewmate = view.crew[action.crew]
    if "X" not in crewmate.bonuses:
        raise Refused("no_device", f"{crewmate.name} does not carry the {BONUSES['X']}.", "SH-24")
    if not crewmate.can_use("X"):
        raise Refused("device_used", f"{crewmate.name} has used up the {BONUSES['X']}.", "SH-24")
    if action.player not in shared_with(view, action.crew):
        raise Refused(
            "not_shared",
            f"No crewmate of {action.player} shared {crewmate.room} with {crewmate.name} at the end of the last round.",
            "SH-24",
        )


def shared_with(view: View, index: int) -> tuple[str, ...]:
    """Return the other seats with a crewmate beside crewmate `index` at the end of the last round, in seat order."""
    met = view.me.pages[-1].report.met if view.me.pages else ()
    return tuple(seat for seat in view.seats if any(m.crew == index and m.player == seat for m in met))


def act(state: State, seat: str, action: OpenChannel, sealed: Orders | None, dice: Dice) -> ActionResult[State]:
    """Open the channel, use up the device and notify both seats. Raises Refused."""
    judge_channel(view(state, seat), action)
    player = state.players[seat]
    carrier = player.crew[action.crew]
    carrier = msgspec.structs.replace(carrier, bonuses={**carrier.bonuses, "X": 0})
    crew = tuple(carrier if index == action.crew else other for index, other in enumerate(player.crew))
    players = {**state.players, seat: msgspec.structs.replace(player, crew=crew)}
    pair = (
        (seat, action.player) if state.seats.index(seat) < state.seats.index(action.player) else (action.player, seat)
    )
    messages = {seat: _notice(action.player), action.player: _notice(seat)}
    return ActionResult(
        state=msgspec.structs.replace(state, players=players, lines=(*state.lines, pair)),
        notices={name: (messages[name],) for name in state.seats if name in messages},
        asked=(action.player,),  # CM-27
    )


def _notice(other: str) -> Notice:
    text = f"A private channel with {other} is open until this round closes. Only the two of you know of it."
    return Notice("channel_opened", text, {"player": other})


PREGAME_KEYS = ("name", "start")


class Trace(Struct, frozen=True):
    """Where a crewmate's orders lead."""

    room: str
    left: int
    """Energy after banana, move, step and bid; a disable spends the rest."""


def judge_orders(view: View, orders: Orders) -> None:
    """Refused if the seat of `view` may not seal `orders`. Also used for drafts on the screen."""
    if view.round == 0:
        _judge_muster(orders)
        return
    _judge_form(orders)
    _judge_caps(view, orders)
    for index, crewmate in enumerate(view.crew):
        judge_crewmate(view.chart, view.me, crewmate, orders.of(index))
    if all(orders.of(index).disable is True for index in (0, 1)):
        raise Refused("two_disables", "One disable a match: only one of your crewmates can order it.", "SH-14")


# --- the pregame -------------------------------------------------------------------------------------------------
def _judge_muster(orders: Orders) -> None:
    """SH-02: Require names and starts for both crewmates, and nothing else."""
    if orders.buy_cap is not UNSET:
        raise Refused("not_in_pregame", "Caps are bought in rounds, not in the pregame.", "SH-02")
    if orders.crew is UNSET or len(orders.crew) != 2:
        count = 0 if orders.crew is UNSET else len(orders.crew)
        raise Refused("place_both", f"Name and place both crewmates; these orders have {count}.", "SH-02")
    for number, order in enumerate(orders.crew, start=1):
        for key in order.__struct_fields__:
            if key not in PREGAME_KEYS and getattr(order, key) is not UNSET:
                raise Refused("not_in_pregame", f"Crewmate {number}: {key} is for rounds, not the pregame.", "SH-02")
        if order.name is UNSET or order.start is UNSET:
            raise Refused("place_both", f"Crewmate {number} needs both a name and a start.", "SH-02")
        if order.start not in STARTS:
            raise Refused(
                "not_a_start", f"{quoted(order.start)} is no starting room: choose {', '.join(STARTS)}.", "SH-02"
            )
    first, second = (crew_name(order) for order in orders.crew)
    if first == second:
        raise Refused("same_name", f"Both crewmates are called {quoted(first)}: give each its own name.", "SH-02")


def crew_name(order: CrewOrders) -> str:
    """Return the trimmed name. Refused unless it has 1 to 16 printable characters (SH-02)."""
    assert order.name is not UNSET
    return checked_name(order.name)


def checked_name(text: str) -> str:
    """Return `text` trimmed. Refused unless 1 to 16 printable characters are left (SH-02)."""
    name = text.strip()
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
    if orders.crew is UNSET:
        return
    if len(orders.crew) != 2:
        raise Refused(
            "two_crewmates", f"crew has one entry for each of your two crewmates; here are {len(orders.crew)}.", "SH-07"
        )
    for number, order in enumerate(orders.crew, start=1):
        for key in PREGAME_KEYS:
            if getattr(order, key) is not UNSET:
                raise Refused("only_in_pregame", f"Crewmate {number}: {key} was for the pregame.", "SH-02")


def _judge_caps(view: View, orders: Orders) -> None:
    """SH-04."""
    if orders.caps < 0:
        raise Refused("negative_caps", f"buy_cap is 0 to {MOST_CAPS}; you gave {orders.caps}.", "SH-04")
    left = MOST_CAPS - view.me.caps
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
    name = crewmate.name
    if order.activate is not UNSET and order.disable is True:
        raise Refused("one_of_both", f"{name} can activate or disable in one round, not both.", "SH-07")
    if order.activate is not UNSET and order.activate < 1:
        raise Refused("bid_too_low", f"{name} activates with at least 1 energy, not {order.activate}.", "SH-07")
    trace = follow(chart, own.cap, crewmate, order)
    if order.activate is not UNSET:
        _judge_activation(chart, own, crewmate, order, trace.room)
    elif order.plant is not UNSET:
        raise Refused("plant_alone", f"{name} plants by activating {VAULT}: give plant and activate together.", "SH-07")
    if order.disable is True:
        if own.disable is not None:
            raise Refused("disable_used", f"You have used your one disable, on {own.disable.room}.", "SH-14")
        if trace.room in (PARASITE_ROOM, VAULT):
            raise Refused("cannot_disable", f"{name} would be in {trace.room}, which cannot be disabled.", "SH-14")
        if trace.left < 1:
            raise Refused("no_energy_left", f"A disable takes at least 1 energy; {name} would have none left.", "SH-14")
    if order.wall is not UNSET:
        _require_bonus(crewmate, "S", "no_meme", "Summoner's Meme", "SH-20")
        wall_at(chart, trace.room, order.wall)
    if order.drain is True:
        _require_bonus(crewmate, "W", "no_wiwaxia", "the Wiwaxia", "SH-23")


def follow(chart: Chart, cap: int, crewmate: Crewmate, order: CrewOrders) -> Trace:
    """Return where `order` leads and the energy left. Refused if the way or its cost is impossible (SH-06)."""
    energy, room, costs = crewmate.energy, crewmate.room, []
    if order.eat is True:
        _require_bonus(crewmate, "Y", "no_banana", "the Yellow Banana", "SH-21")
        energy = meal(energy, cap)
    if order.move is not UNSET:
        costs.append(tiles(chart, room, order.move))
        room = order.move
    if order.step is not UNSET:
        _require_bonus(crewmate, "T", "no_toe", "the Take Back Toe", "SH-21")
        room = step_to(chart, room, order.step)
        costs.append(1)
    if order.activate is not UNSET:
        costs.append(order.activate)
    if sum(costs) > energy:
        added = f"{' + '.join(str(cost) for cost in costs)} = {sum(costs)}" if len(costs) > 1 else str(costs[0])
        raise Refused("not_enough_energy", f"{crewmate.name} has {energy} energy; these orders cost {added}.", "SH-06")
    return Trace(room, energy - sum(costs))


def _require_bonus(crewmate: Crewmate, bonus: str, code: str, title: str, ruling: str) -> None:
    if bonus not in crewmate.bonuses:
        raise Refused(code, f"{crewmate.name} does not carry {title}.", ruling)
    if not crewmate.can_use(bonus):
        raise Refused(code, f"{crewmate.name} has used up {title}.", ruling)


def _judge_activation(chart: Chart, own: Player, crewmate: Crewmate, order: CrewOrders, room: str) -> None:
    """SH-07, SH-10, SH-30, SH-31."""
    name = crewmate.name
    if room == VAULT:
        _judge_plant(crewmate, order)
        return
    if order.plant is not UNSET:
        raise Refused("plant_elsewhere", f"{name} would be in {room}: a Parasite is planted only in {VAULT}.", "SH-07")
    if room == PARASITE_ROOM and own.claimed:
        raise Refused("parasite_claimed", "You have claimed your one Parasite of this match already.", "SH-30")
    if room in chart.activated:
        prize = "component" if is_component(room) else "bonus"
        raise Refused("already_activated", f"{room} has been activated: its {prize} is gone.", "SH-10")


def _judge_plant(crewmate: Crewmate, order: CrewOrders) -> None:
    """SH-31."""
    name = crewmate.name
    if not crewmate.parasite:
        raise Refused("no_parasite", f"{name} carries no Parasite, and {VAULT} takes nothing else.", "SH-31")
    if order.plant is UNSET:
        raise Refused("plant_missing", f"{name} activates {VAULT}: name the Sequence to plant in, A, B or C.", "SH-31")
    assert order.activate is not UNSET
    if order.activate < PLANT_LEAST:
        raise Refused(
            "plant_too_low", f"Planting takes at least {PLANT_LEAST} energy; {name} gives {order.activate}.", "SH-31"
        )


def asks(view: View) -> Asks:
    if view.own is None or view.over:
        return Asks(orders=False)
    if view.round == 0:
        return Asks(orders=True, choices=tuple(_start_choices(view)))
    caps = min(MOST_CAPS - view.own.caps, max(0, view.garnets) // CAP_PRICE)
    limits = {f"energy.{index}": crewmate.energy for index, crewmate in enumerate(view.crew)}
    choices = [choice for index in (0, 1) for choice in _crewmate_choices(view, index)]
    choices += [_choice(view, "buy_cap", n, f"+{n} cap for {n * CAP_PRICE} garnets", {"buy_cap": n}) for n in (1, 2)]
    return Asks(orders=True, limits={**limits, "buy_cap": caps}, choices=(*choices, *_channel_choices(view)))


def _choice(view: View, slot: str, value: str | int, label: str, probe: Json) -> Choice:
    try:
        judge_orders(view, msgspec.convert(probe, Orders))
    except Refused as refusal:
        return Choice(slot, value, label, refusal.message, refusal.ruling, probe)
    return Choice(slot, value, label, probe=probe)


def _start_choices(view: View) -> Iterator[Choice]:
    for room in ROOMS:
        second_start = STARTS[0]
        probe = {"crew": [{"name": "One", "start": room}, {"name": "Two", "start": second_start}]}
        yield _choice(view, "start", room, room, probe)


def _crewmate_choices(view: View, index: int) -> Iterator[Choice]:
    crewmate = view.crew[index]

    def choice(key: str, value: str | int, label: str, order: Json) -> Choice:
        probe: Json = {"crew": [order, {}] if index == 0 else [{}, order]}
        return _choice(view, f"crew.{index}.{key}", value, label, probe)

    meal = {"eat": True} if crewmate.can_use("Y") else {}
    reached = reach(view.chart, crewmate, view.me.cap, eat=True)
    beyond_energy = {goal.room for goal in reached if goal.cost > crewmate.energy}  # only after the banana
    for room in ROOMS:
        yield choice("move", room, room, {"move": room, **(meal if room in beyond_energy else {})})
    for goal in reached:
        bid = PLANT_LEAST if goal.room == VAULT else 1
        needs_meal = goal.cost + bid > crewmate.energy
        way = {**_order_to_reach(goal), **(meal if needs_meal else {})}
        plant = {"plant": "A"} if goal.room == VAULT else {}
        yield choice("activate", goal.room, goal.room, {**way, "activate": bid, **plant})
        yield choice("disable", goal.room, goal.room, {**way, "disable": True})
        if goal.room == VAULT and crewmate.parasite:
            for letter in LETTERS:
                yield choice("plant", letter, TITLES[letter], {**way, "activate": bid, "plant": letter})
    if "T" in crewmate.bonuses:
        for direction in DIRECTIONS:
            yield choice("step", direction, direction, {"step": direction, **(meal if crewmate.energy < 1 else {})})
    if "S" in crewmate.bonuses:
        for direction in DIRECTIONS:
            yield choice("wall", direction, f"{direction} of {crewmate.room}", {"wall": direction})
    if "Y" in crewmate.bonuses:
        yield choice("eat", "yes", BONUSES["Y"], {"eat": True})
    if "W" in crewmate.bonuses:
        yield choice("drain", "yes", BONUSES["W"], {"drain": True})


def _order_to_reach(reached: Reached) -> Json:
    order: Json = {}
    if reached.move is not None:
        order["move"] = reached.move
    if reached.step is not None:
        order["step"] = reached.step
    return order


def _channel_choices(view: View) -> Iterator[Choice]:
    """SH-24: Offer the seats that the device can call; none without a carrier."""
    for index, crewmate in enumerate(view.crew):
        if "X" not in crewmate.bonuses:
            continue
        for other in view.seats:
            if other == view.seat:
                continue
            action = OpenChannel(index, other)
            probe = msgspec.to_builtins(action)
            slot = f"action.open_channel.{index}"
            try:
                judge_channel(view, action)
            except Refused as refusal:
                yield Choice(slot, other, other, refusal.message, refusal.ruling, probe)
            else:
                yield Choice(slot, other, other, probe=probe)
