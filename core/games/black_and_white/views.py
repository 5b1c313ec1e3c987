"""What one seat may know of Black and White, and what the host knows."""

from __future__ import annotations

from typing import Any

from core.decoding import plain
from core.games.black_and_white.spec import colour
from core.games.black_and_white.structs import Past, Rest, State, Trick, View


def view(state: State, seat: str | None) -> View:
    """The seat's own tiles; of the other's nothing but colours (BW-07). A spectator sees what both know."""
    facts: dict[str, Any] = {
        "seat": seat,
        "round": state.round,
        "leader": state.leading,
        "turn": state.turn,
        "table": None if state.table is None else colour(state.table),
        "score": state.score,
        "past": tuple(past(trick, seat) for trick in state.tricks),
    }
    if seat is None:
        return View(**facts)
    led = state.table if seat == state.leader else None
    return View(**facts, led=led, hand=state.hands[seat], other=rest(state.hands[state.other(seat)]))


def past(trick: Trick, seat: str | None) -> Past:
    """A trick as one seat remembers it: colours, who took it, and its own number."""
    return Past(
        leader=trick.leader,
        colours={name: colour(tile) for name, tile in trick.tiles.items()},
        taken=trick.taken,
        own=None if seat is None else trick.tiles[seat],
    )


def rest(hand: tuple[int, ...]) -> Rest:
    """A hand by colour."""
    white = sum(colour(tile) == "white" for tile in hand)
    return Rest(black=len(hand) - white, white=white)


def host(state: State) -> dict[str, Any]:
    """Everything, as the rulings list it under Host state."""
    return {
        "leader": state.leading,
        "turn": state.turn,
        "hands": plain(state.hands),
        "table": state.table,
        "score": state.score,
        "tricks": plain(state.tricks),
    }
