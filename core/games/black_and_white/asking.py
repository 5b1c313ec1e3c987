"""What a seat may choose now, with the reason for everything that is closed."""

from __future__ import annotations

from core.contract import Asks
from core.games.black_and_white.spec import SPEC, TILES, colour
from core.games.black_and_white.structs import Orders, State
from core.games.duel.course import asked, check_turn
from core.refusal import Refused

RULING = "BW-08"


def check(state: State, seat: str, orders: Orders) -> None:
    """Refused unless the seat is on turn and holds the tile (BW-02, BW-08)."""
    check_turn(state, seat, SPEC, RULING)
    if (refusal := not_held(state, seat, orders.tile)) is not None:
        raise refusal


def not_held(state: State, seat: str, tile: int) -> Refused | None:
    """Why this tile cannot be played: there is none such, or it is spent."""
    if tile not in TILES:
        return Refused("no_such_tile", f"There is no tile {tile}: tiles are numbered 0 to {TILES[-1]}.", RULING)
    if tile in state.hands[seat]:
        return None
    held = ", ".join(map(str, state.hands[seat]))
    return Refused("not_in_hand", f"You do not hold the {tile} any more; you hold {held}.", RULING)


def asks(state: State, seat: str, sealed: Orders | None = None) -> Asks:
    """Every tile, open if it can be played now."""
    return asked(
        state, seat, SPEC, RULING, "tile", TILES, lambda tile: not_held(state, seat, tile),
        label=lambda tile: f"{tile} ({colour(tile)})",
    )  # fmt: skip
