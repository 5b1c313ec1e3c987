"""Seating a match: who plays a seat, and what seats are called that nobody has named.

Who plays a seat is written `person:<name>`, `local` (somebody at the house's keyboard), `bot:<level>`, or `open`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from core.levels import LEVEL_WORDS, LEVELS, USUAL
from core.match.naming import alike
from core.refusal import Refused

NAMES: Final = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ivy", "Jo", "Kit", "Lou", "Max")
"""As many as the largest match has seats."""

OPEN: Final = "open"
"""Nobody yet: whoever sits down, or is invited."""

_BOT: Final = "bot:"

BOTS: Final = tuple(f"{_BOT}{level}" for level in LEVELS)
"""Every bot that can hold a seat, in the order in which people are offered them."""

USUAL_BOT: Final = f"{_BOT}{USUAL}"

_UNNAMED = re.compile(r"open seat [1-9][0-9]?")


def is_bot(holder: str) -> bool:
    """Is it a bot?"""
    return holder.startswith(_BOT)


def is_person(holder: str) -> bool:
    """Is it somebody: neither a bot nor nobody yet?"""
    return holder != OPEN and not is_bot(holder)


def bot_words(holder: str) -> str:
    """What to expect of a bot, as `bot:steady`: a few words, or none for a level that the house does not know."""
    return LEVEL_WORDS.get(bot_level(holder), "")


def bot_level(holder: str) -> str:
    """The level of the bot that holds a seat, as in `bot:steady`."""
    return holder.removeprefix(_BOT)


def spare_names(taken: Iterable[str]) -> list[str]:
    """Those of `NAMES` that nobody has, in whatever case."""
    folded = {name.casefold() for name in taken}
    return [name for name in NAMES if name.casefold() not in folded]


# --- names that are left open (HH-10) ---------------------------------------------------------------------------------
def unnamed(place: int) -> str:
    """What the seat at a place (0 is the first) is called until somebody sits down there."""
    return f"open seat {place + 1}"


def is_unnamed(seat: str) -> bool:
    """Was the name of this seat left open?"""
    return _UNNAMED.fullmatch(seat) is not None


def name_for(seats: Iterable[str], wanted: str) -> str:
    """The name under which somebody called `wanted` can sit among `seats`: with a number, where that name is taken."""
    taken = tuple(seats)
    tries = (wanted, *(f"{wanted[:21]} {number}" for number in range(2, 100)))
    return next(name for name in tries if not any(alike(name, seat) for seat in taken))


def bot_name(taken: Iterable[str]) -> str:
    """A name for a bot that is not among `taken`: one of `NAMES`, or one with a number where all are."""
    names = tuple(taken)
    spare = spare_names(names)
    return spare[0] if spare else name_for(names, NAMES[0])


# --- one seat for each person (HH-09) ---------------------------------------------------------------------------------
def check_only_seat(holders: Mapping[str, str], seat: str, holder: str) -> None:
    """Refused if `holder` is somebody of the house who sits at another seat already: `second_seat`."""
    for other, held in holders.items():
        if held == holder and other != seat and holder.startswith("person:"):
            raise Refused(
                "second_seat",
                f"Whoever plays {other} cannot hold {seat} as well: one person holds one seat of a match. "
                f"Give {other} to somebody else first.",
                "HH-09",
            )
