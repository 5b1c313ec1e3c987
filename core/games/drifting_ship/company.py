"""What a bot on the ship may say of its match."""

from __future__ import annotations

from core.company.gist import Gist, Plan
from core.games.drifting_ship.reach import forecast
from core.games.drifting_ship.spec import COMPONENTS, ROOMS, TITLES, is_component, letter, number
from core.games.drifting_ship.structs import Sight

WORTH = "{} counts {} for whoever has it, in the {} Sequence."


def gist(sight: Sight) -> Gist:
    """From one seat's Sight."""
    mine = 0 if sight.view.own is None else len(sight.view.own.components)
    return Gist(
        own=f"I have {mine} component{'' if mine == 1 else 's'}",
        rule="The highest bid gets the room, equal bids strike each other out, and nobody sees who went where.",
        opening="aboard",
        alone=sight.view.line,
        worths={room.casefold(): _worth(sight, room) for room in ROOMS if len(room) > 1},
        plan=_plan(sight),
        spots={room.casefold(): room for room in ROOMS if len(room) > 1},
    )


def _worth(sight: Sight, room: str) -> str:
    """What everybody may know of a room."""
    gone = " Somebody has it already, though." if room in sight.view.chart.activated else ""
    return WORTH.format(room, number(room), TITLES[letter(room)]) + gone


def _plan(sight: Sight) -> Plan | None:
    """Which rooms it bids for in this round, once it has sealed that; never how much."""
    own, orders = sight.view.own, sight.sealed
    if own is None or not own.crew or orders is None or sight.phase != "round":
        return None
    rooms = [
        forecast(sight.view, index, orders.of(index)).room
        for index in (0, 1)
        if isinstance(orders.of(index).activate, int)
    ]
    goals = {room: f"I am after {room}" for room in rooms}
    sought = [TITLES[letter(room)] for room in rooms if is_component(room)]
    free = [room for room in COMPONENTS if room not in sight.view.chart.activated and room not in rooms]
    feint = max(free, key=number, default="")
    return Plan(
        truth=f"I am after {' and '.join(rooms)}" if rooms else "I keep my energy in this round",
        half=f"I am after the {sought[0]} Sequence" if sought else "I have other things to do than components",
        feint=f"I am after {feint}" if feint else "I keep my energy in this round",
        goals=goals,
    )
