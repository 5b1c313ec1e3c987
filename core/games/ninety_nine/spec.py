"""Ninety-nine: two seats, 99 points each to bid over nine bouts."""

from __future__ import annotations

from core.contract import Spec
from core.games.duel.course import ROUNDS, TURN_SECONDS, Colour

SPEC = Spec(
    id="ninety_nine",
    title="Ninety-nine",
    blurb="A duel: 99 points to bid over nine bouts; of a bid you see only whether it has one digit or two.",
    learning="easy: the higher bid wins",
    best_for="two at a table, or alone with a bot, in between",
    seats=2,
    rounds=ROUNDS,
    policy="open",
    ruling_prefix="NN",
    counts=False,
    parts=2,
    parts_word="bout",
    turn_seconds=TURN_SECONDS,
)

PURSE = 99
"""Points to spend at the start (NN-01)."""
WON = 5
"""Bouts that win at once (NN-05)."""
SURE = 10
"""The lowest bid above every black one (NN-02)."""
SCALE = 20
"""Points for each light (NN-04)."""


def colour(bid: int) -> Colour:
    """Return black for one digit, white for two (NN-02)."""
    return "black" if bid < 10 else "white"


def lights(left: int) -> int:
    """Return the number of lights: 1 for 0-19 points left to 5 for 80-99 (NN-04)."""
    return left // SCALE + 1


def span(lit: int) -> tuple[int, int]:
    return SCALE * (lit - 1), SCALE * lit - 1
