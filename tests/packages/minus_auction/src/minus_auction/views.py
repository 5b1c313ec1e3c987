"""What one seat may know, built up from nothing, and what the host may."""

from __future__ import annotations

from typing import Any

from minus_auction.closing import minus, points
from minus_auction.structs import State, View


def view(state: State, seat: str | None) -> View:
    """Cards that were taken are public, chips their owner's; the deck is nobody's (MN-05, MN-06)."""
    return View(
        chips=None if seat is None else state.chips[seat],
        turn=state.turn,
        up=state.up,
        pot=state.pot,
        left=len(state.deck),
        cards=state.cards,
        minus={other: minus(state.cards[other]) for other in state.seats},
        past=state.past,
    )


def host(state: State) -> dict[str, Any]:
    """Everything, as the rulings list it under Host state."""
    players = {
        seat: {"chips": state.chips[seat], "cards": list(state.cards[seat]), "points": points(state, seat)}
        for seat in state.seats
    }
    return {"players": players, "turn": state.turn, "up": state.up, "pot": state.pot, "deck": list(state.deck),
            "removed": list(state.removed)}  # fmt: skip


def outcome_facts(state: State) -> dict[str, Any]:
    """What had been removed, once it is over (MN-06)."""
    return {"removed": sorted(state.removed)}
