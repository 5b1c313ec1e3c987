"""The board of the ship at one moment, as a document to draw: for everyone's eyes, and for one seat's."""

from __future__ import annotations

from typing import Any

from core.games.drifting_ship.reports import Key
from core.games.drifting_ship.spec import BONUSES, PARASITE_ROOM
from core.games.drifting_ship.structs import Crewmate, State, View


def whereabouts(key: Key, mate: Crewmate) -> dict[str, Any]:
    return {"seat": key[0], "crew": key[1], "name": mate.name, "room": mate.room, "energy": mate.energy}


def picture(state: State) -> dict[str, Any]:
    """The board as everyone's eyes see it: owners, crews, walls, disabled rooms."""
    return {
        "board": [list(row) for row in state.chart.board],
        "activated": list(state.chart.activated),
        "walls": [list(wall) for wall in state.chart.walls],
        "disabled": dict(state.disabled),
        "owners": {room: seat for seat, player in state.players.items() for room in player.components},
        "bonuses": {b: s for s, player in state.players.items() for mate in player.crew for b in mate.bonuses},
        "crews": [whereabouts((s, at), m) | {"parasite": m.parasite, "bonuses": list(m.bonuses)}
                  for s, player in state.players.items() for at, m in enumerate(player.crew)],
    }  # fmt: skip


def own_picture(view: View) -> dict[str, Any]:
    """The board as one seat, or a spectator, sees it."""
    own = view.own
    return {
        "board": [list(row) for row in view.chart.board],
        "activated": list(view.chart.activated),
        "walls": [list(wall) for wall in view.chart.walls],
        "disabled": {},
        "owners": {room: seat for room, seat in view.owners.items() if room not in BONUSES and room != PARASITE_ROOM},
        "bonuses": {room: seat for room, seat in view.owners.items() if room in BONUSES},
        "crews": [] if own is None else [whereabouts((str(view.seat), at), mate) for at, mate in enumerate(own.crew)],
    }
