"""What Minus Auction is, and the numbers of its rules."""

from __future__ import annotations

from core.contract import Spec

SPEC = Spec(
    id="minus_auction",
    title="Minus Auction",
    blurb="Nobody wants the card that is up: pay a chip to pass it on, or take it with all chips on it.",
    learning="easy: pay a chip, or take",
    best_for="seven at a table, twenty minutes; alone with bots",
    seats=7,
    rounds=24,
    round_word="lot",
    policy="open",
    ruling_prefix="MN",
)

CARDS = tuple(range(3, 36))
"""Minus points (MN-01)."""
REMOVED = 9
"""Cards that nobody sees before the end (MN-01)."""
CHIPS = 7
"""Of each seat at the start (MN-02)."""
