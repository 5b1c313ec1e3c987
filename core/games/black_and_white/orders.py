"""What may be played now, and why not."""

from __future__ import annotations

from core.contract import Asks, Choice
from core.games.black_and_white.spec import SPEC, TILES, colour
from core.games.black_and_white.state import Orders, State
from core.games.duel.course import check_turn, not_on_turn
from core.refusal import Refused

RULING = "BW-08"


def check(state: State, seat: str, orders: Orders) -> None:
    """Refused unless the seat is on turn and holds the tile (BW-02, BW-08)."""
    check_turn(state, seat, SPEC, RULING)
    if (refusal := _not_held(state, seat, orders.tile)) is not None:
        raise refusal


def asks(state: State, seat: str) -> Asks:
    """Every tile, open if it can be played now."""
    waiting = not_on_turn(state, seat, SPEC, RULING)
    choices = []
    for tile in TILES:
        refusal = waiting or _not_held(state, seat, tile)
        choices.append(
            Choice(
                slot="tile",
                value=tile,
                label=f"{tile} ({colour(tile)})",
                closed=None if refusal is None else refusal.message,
                ruling=None if refusal is None else refusal.ruling,
                probe={"tile": tile},
            )
        )
    return Asks(orders=waiting is None, choices=tuple(choices))


def _not_held(state: State, seat: str, tile: int) -> Refused | None:
    """Why this tile cannot be played: there is none such, or it is spent."""
    if tile not in TILES:
        return Refused("no_such_tile", f"There is no tile {tile}: tiles are numbered 0 to {TILES[-1]}.", RULING)
    if tile in state.hands[seat]:
        return None
    held = ", ".join(map(str, state.hands[seat]))
    return Refused("not_in_hand", f"You do not hold the {tile} any more; you hold {held}.", RULING)
