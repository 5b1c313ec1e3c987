"""What a seat may choose now, with the reason for everything that is closed."""

from __future__ import annotations

from core.contract import Asks
from core.games.black_and_white.checking import RULING, not_held
from core.games.black_and_white.spec import SPEC, TILES, colour
from core.games.black_and_white.structs import Orders, State
from core.games.duel.course import asked


def asks(state: State, seat: str, sealed: Orders | None = None) -> Asks:
    """Every tile, open if it can be played now."""
    return asked(
        state, seat, SPEC, RULING, "tile", TILES, lambda tile: not_held(state, seat, tile),
        label=lambda tile: f"{tile} ({colour(tile)})",
    )  # fmt: skip
