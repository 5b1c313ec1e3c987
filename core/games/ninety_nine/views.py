"""What one seat may know of Ninety-nine, and what the host knows."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from core.games.ninety_nine.spec import colour
from core.games.ninety_nine.structs import Bout, Past, State, View


def view(state: State, seat: str | None) -> View:
    """The seat's own rest and bids; of the other's nothing but colours and lights. A spectator sees what both know."""
    return View(
        seat=seat,
        round=state.round,
        leader=state.leading,
        turn=state.turn,
        table=None if state.table is None else colour(state.table),
        score=state.score,
        lights=state.lights,
        past=tuple(past(bout, seat) for bout in state.bouts),
        led=state.table if seat is not None and seat == state.leader else None,
        left=UNSET if seat is None else state.left[seat],
    )


def past(bout: Bout, seat: str | None) -> Past:
    """A bout as one seat remembers it: colours, who took it, the lights after it, and its own number."""
    return Past(
        leader=bout.leader,
        colours={name: colour(bid) for name, bid in bout.bids.items()},
        taken=bout.taken,
        lights=bout.lights,
        own=None if seat is None else bout.bids[seat],
    )


def host(state: State) -> dict[str, Any]:
    """Everything, as the rulings list it under Host state."""
    return {
        "leader": state.leading,
        "turn": state.turn,
        "left": state.left,
        "table": state.table,
        "score": state.score,
        "lights": state.lights,
        "rounds": [{"leader": b.leader, "bids": b.bids, "taken": b.taken} for b in state.bouts],
    }
