"""What a seat may order and do now, every choice with the smallest orders that use it.

Slots: `start` in the pregame; in rounds, for crewmate 0 and 1, `crew.0.move`, `.activate`, `.disable` (values are
rooms), `.step`, `.wall` (directions), `.plant` (Sequences), `.eat`, `.drain` (value `yes`), and `buy_cap`;
`action.open_channel.0` with a seat. What a crewmate does not carry is not listed.
Limits: `energy.0`, `energy.1`, `buy_cap` (how many caps can be bought now).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from core.contract import Asks, Choice
from core.games.drifting_ship.acting import judge_channel
from core.games.drifting_ship.checking import judge
from core.games.drifting_ship.reach import Reached, reach
from core.games.drifting_ship.spec import (
    BONUSES,
    CAP_PRICE,
    DIRECTIONS,
    LETTERS,
    MOST_CAPS,
    PLANT_LEAST,
    ROOMS,
    STARTS,
    TITLES,
    VAULT,
)
from core.games.drifting_ship.structs import OpenChannel, Orders, View
from core.refusal import Refused


def asks(view: View) -> Asks:
    """Everything that the seat of `view` may order and do now."""
    if view.own is None or view.over:
        return Asks(orders=False)
    if view.round == 0:
        return Asks(orders=True, choices=tuple(_starts(view)))
    caps = min(MOST_CAPS - view.own.caps, max(0, view.garnets) // CAP_PRICE)
    limits = {f"energy.{index}": crewmate.energy for index, crewmate in enumerate(view.own.crew)}
    found = [choice for index in (0, 1) for choice in _crewmate(view, index)]
    found += [_choice(view, "buy_cap", n, f"+{n} cap for {n * CAP_PRICE} garnets", {"buy_cap": n}) for n in (1, 2)]
    return Asks(orders=True, limits={**limits, "buy_cap": caps}, choices=(*found, *_channels(view)))


def _choice(view: View, slot: str, value: str | int, label: str, probe: dict[str, Any]) -> Choice:
    """A choice that is closed exactly if its probe would be refused, with that refusal's sentence."""
    try:
        judge(view, msgspec.convert(probe, Orders))
    except Refused as refusal:
        return Choice(slot, value, label, refusal.message, refusal.ruling, probe)
    return Choice(slot, value, label, probe=probe)


def _starts(view: View) -> Iterator[Choice]:
    """SH-02: the starting rooms; every other room closed."""
    for room in ROOMS:
        other = STARTS[0]
        probe = {"crew": [{"name": "One", "start": room}, {"name": "Two", "start": other}]}
        yield _choice(view, "start", room, room, probe)


def _crewmate(view: View, index: int) -> Iterator[Choice]:
    assert view.own is not None
    crewmate = view.own.crew[index]

    def choice(key: str, value: str | int, label: str, order: dict[str, Any]) -> Choice:
        probe: dict[str, Any] = {"crew": [order, {}] if index == 0 else [{}, order]}
        return _choice(view, f"crew.{index}.{key}", value, label, probe)

    meal = {"eat": True} if crewmate.can_use("Y") else {}
    reached = reach(view.chart, crewmate, view.own.cap, eat=True)
    far = {there.room for there in reached if there.cost > crewmate.energy}  # only after the banana
    for room in ROOMS:
        yield choice("move", room, room, {"move": room, **(meal if room in far else {})})
    for there in reached:
        bid = PLANT_LEAST if there.room == VAULT else 1
        short = there.cost + bid > crewmate.energy
        way = {**_way(there), **(meal if short else {})}
        plant = {"plant": "A"} if there.room == VAULT else {}
        yield choice("activate", there.room, there.room, {**way, "activate": bid, **plant})
        yield choice("disable", there.room, there.room, {**way, "disable": True})
        if there.room == VAULT and crewmate.parasite:
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


def _way(there: Reached) -> dict[str, Any]:
    """The keys of orders that lead to a reached room."""
    found: dict[str, Any] = {}
    if there.move is not None:
        found["move"] = there.move
    if there.step is not None:
        found["step"] = there.step
    return found


def _channels(view: View) -> Iterator[Choice]:
    """SH-24: whom the device can call; nothing where nobody carries it."""
    assert view.own is not None
    for index, crewmate in enumerate(view.own.crew):
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
