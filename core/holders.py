"""Who plays a seat: `person:<name>`, `local` (somebody at the house's keyboard), `bot:<level>`, or `open`."""

from __future__ import annotations

from typing import Final

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
