"""What One, Two, Three is, and the numbers of its rules."""

from __future__ import annotations

from core.contract import Spec

SPEC = Spec(
    id="one_two_three",
    title="One, Two, Three",
    blurb="Meet everybody once, each with a card of your hand: the higher takes both numbers.",
    learning="easy: a card a round",
    best_for="six at a table, a quarter of an hour; alone with bots",
    seats=6,
    rounds=5,
    policy="open",
    ruling_prefix="OT",
)

CARDS = tuple(f"{number}{letter}" for number in (1, 2, 3) for letter in "abcdefghijklmn")
"""Number and a letter that only tells cards apart (OT-01)."""
HAND = 6
"""Cards of each seat; six more are removed unseen."""


def number(card: str) -> int:
    return int(card[0])
