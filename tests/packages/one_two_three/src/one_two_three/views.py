"""What one seat may know, built up from nothing, and what the host may."""

from __future__ import annotations

from typing import Any

from one_two_three.start import meets
from one_two_three.structs import State, View


def view(state: State, seat: str | None) -> View:
    """Points are public; the hand, its meetings and what it was shown are the seat's own (OT-05)."""
    if seat is None:
        return View((), None, state.points, (), {}, False)
    seen = {
        other: tuple(card for card in hand if card in state.seen[seat])
        for other, hand in state.hands.items()
        if other != seat
    }
    return View(
        hand=state.hands[seat],
        other=meets(state.seats, state.round, seat),
        points=state.points,
        met=state.met[seat],
        seen={other: cards for other, cards in seen.items() if cards},
        may_show=state.shown[seat] != state.round,
    )


def host(state: State) -> dict[str, Any]:
    """Everything, as the rulings list it under Host state."""
    players = {seat: {"hand": list(state.hands[seat]), "points": state.points[seat]} for seat in state.seats}
    return {"players": players, "removed": list(state.removed)}
