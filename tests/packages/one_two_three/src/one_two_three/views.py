"""What one seat may know, built up from nothing, and what the host may."""

from __future__ import annotations

from typing import Any

from one_two_three.start import meets
from one_two_three.structs import State, View


def view(state: State, seat: str | None) -> View:
    """Points are public; the hand, its meetings and what it was shown are the seat's own. What it was shown stays as it
    was, whether it is played or not (OT-04, OT-05)."""
    if seat is None:
        return View((), None, state.points, (), {}, False)
    seen = {other: tuple(sorted({*held(state, other)} & {*state.seen[seat]})) for other in state.seats if other != seat}
    return View(
        hand=state.hands[seat],
        other=meets(state.seats, state.round, seat),
        points=state.points,
        met=state.met[seat],
        seen={other: cards for other, cards in seen.items() if cards},
        may_show=state.shown[seat] != state.round,
    )


def held(state: State, seat: str) -> tuple[str | None, ...]:
    """Every card that was dealt to a seat: those it holds, and those it has played."""
    return (*state.hands[seat], *(met.own for met in state.met[seat]))


def host(state: State) -> dict[str, Any]:
    """Everything, as the rulings list it under Host state."""
    players = {seat: {"hand": list(state.hands[seat]), "points": state.points[seat]} for seat in state.seats}
    return {"players": players, "removed": list(state.removed)}
