"""Facts and tables of Black and White: two seats, nine tiles each."""

from __future__ import annotations

from core.contract import Spec
from core.games.duel.course import PAIRS, ROUNDS, TURN_SECONDS, Colour

SPEC = Spec(
    id="black_and_white",
    title="Black and White",
    blurb="A duel: nine tiles each, the higher one takes the trick, and of the other's you see only the colour.",
    learning="easy: the higher tile wins",
    best_for="two at a table, or alone with a bot, in between",
    seats=2,
    rounds=ROUNDS,
    policy="open",
    ruling_prefix="BW",
    counts=False,
    parts=2,
    parts_word="trick",
    turn_seconds=TURN_SECONDS,
)

TILES = tuple(range(PAIRS))
"""0 to 8 (BW-01)."""


def colour(tile: int) -> Colour:
    """Return a tile's colour: even tiles are black, odd ones white (BW-01)."""
    return "white" if tile % 2 else "black"
