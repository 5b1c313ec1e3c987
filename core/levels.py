"""Levels and tempers of bots, for menus, commands, benches and games."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Final

LEVEL_WORDS: Final = {
    "steady": "plays to win, and mostly keeps its word",
    "sharp": "the best there is",
    "rogue": "charming, and breaks three promises in ten",
    "trusting": "simple and honest, for a first match",
    "random": "legal moves without a thought",
}
"""Descriptions by level, in the order of the offer: the default first."""

LEVELS: Final = tuple(LEVEL_WORDS)

USUAL: Final = "steady"
"""Default level; also in a game without the wanted level."""

BASIC: Final = ("steady", "random")
"""Levels of every game."""

BEST: Final = "sharp"

COACH: Final = "coach"
"""A player that obeys the coach's page (`core.table.coached`). Measured beside the levels among bots that answer it;
holds no seat among people."""

WHO: Final = f"a person, {', '.join(f'bot:{level}' for level in LEVELS)} or open"
"""Possible holders of a seat (`core.match.seating`), for the help of commands, which imports no more than this."""


def best(levels: Sequence[str]) -> str:
    return BEST if BEST in levels else USUAL


TEMPERS: Final = ("warm", "dry", "grand", "blunt", "sly")
"""Words that the seat list may show."""


def temper_of(nonce: str, place: int) -> str:
    """Return the temper of the bot at a place from 0. It comes from the nonce, so it reveals no dice. Five neighbours
    have five tempers."""
    hashed = hashlib.sha256(f"tempers:{nonce}".encode()).digest()
    order = sorted(range(len(TEMPERS)), key=lambda at: hashed[at : at + 4])
    return TEMPERS[order[place % len(TEMPERS)]]
