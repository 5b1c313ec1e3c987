"""How bots play and talk: the levels and the tempers, in one place for menus, commands, benches and games."""

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
"""By level, what one has to expect, in the order in which people are offered them: the usual one first."""

LEVELS: Final = tuple(LEVEL_WORDS)

USUAL: Final = "steady"
"""How a bot plays of which nothing else was said; also in a game that lacks the level that somebody asked for."""

BASIC: Final = ("steady", "random")
"""What every game has."""

BEST: Final = "sharp"

COACH: Final = "coach"
"""Somebody who does what the coach's page says (core.botplay.playing). It is measured beside the levels in every game,
and holds no seat of a match that people play."""

WHO: Final = f"a person, {', '.join(f'bot:{level}' for level in LEVELS)} or open"
"""Who can hold a seat (`core.match.seating`), for the help of commands: it stands here so that help imports no more."""


def best(levels: Sequence[str]) -> str:
    """The best of a game's levels."""
    return BEST if BEST in levels else USUAL


TEMPERS: Final = ("warm", "dry", "grand", "blunt", "sly")
"""Each a word that the seat list may show."""


def temper_of(nonce: str, place: int) -> str:
    """The temper of the bot at a place of a match (0 is the first seat). It follows from the nonce and not from the
    dice, so that it shows nothing of them; among five neighbours every temper is met once."""
    told = hashlib.sha256(f"tempers:{nonce}".encode()).digest()
    order = sorted(range(len(TEMPERS)), key=lambda at: told[at : at + 4])
    return TEMPERS[order[place % len(TEMPERS)]]
