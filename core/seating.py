"""Seating a match: who plays a seat, and what seats are called that nobody has named.

Who plays a seat is written `person:<name>`, `local` (somebody at the house's keyboard), `bot:<level>`, or `open`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

NAMES: Final = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ivy", "Jo", "Kit", "Lou", "Max")
"""As many as the largest match has seats."""

OPEN: Final = "open"
"""Nobody yet: whoever sits down, or is invited."""

_BOT: Final = "bot:"


def is_bot(holder: str) -> bool:
    """Is it a bot?"""
    return holder.startswith(_BOT)


def is_person(holder: str) -> bool:
    """Is it somebody: neither a bot nor nobody yet?"""
    return holder != OPEN and not is_bot(holder)


def bot_level(holder: str) -> str:
    """The level of the bot that holds a seat, as in `bot:steady`."""
    return holder.removeprefix(_BOT)


def spare_names(taken: Iterable[str]) -> list[str]:
    """Those of `NAMES` that nobody has, in whatever case."""
    folded = {name.casefold() for name in taken}
    return [name for name in NAMES if name.casefold() not in folded]
