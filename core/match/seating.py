"""Seating of a match: holders of seats, and names of open seats.

A holder is `person:<name>`, `local` (a person at this keyboard), `bot:<level>` or `open`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from core.levels import LEVEL_WORDS, LEVELS, USUAL
from core.match.naming import alike
from core.refusal import Refused

NAMES: Final = (
    *("Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ivy", "Jo", "Kit", "Lou", "Max"),
    *("Nia", "Oz", "Pia", "Quin", "Rex", "Sue", "Tom", "Uma", "Vic", "Wes", "Xia", "Yan", "Zoe"),
)

OPEN: Final = "open"

_BOT: Final = "bot:"

BOTS: Final = tuple(f"{_BOT}{level}" for level in LEVELS)
"""Holders for all bots, in the order in which people are offered them."""

USUAL_BOT: Final = f"{_BOT}{USUAL}"

_UNNAMED = re.compile(r"open seat [1-9][0-9]?")


def is_bot(holder: str) -> bool:
    return holder.startswith(_BOT)


def is_person(holder: str) -> bool:
    return holder != OPEN and not is_bot(holder)


def bot_words(holder: str) -> str:
    """Return a few words about a bot, as `bot:steady`; empty for an unknown level."""
    return LEVEL_WORDS.get(bot_level(holder), "")


def bot_level(holder: str) -> str:
    return holder.removeprefix(_BOT)


def spare_names(taken: Iterable[str]) -> list[str]:
    folded = {name.casefold() for name in taken}
    return [name for name in NAMES if name.casefold() not in folded]


# --- names that are left open (HH-10) ---------------------------------------------------------------------------------
def unnamed(place: int) -> str:
    return f"open seat {place + 1}"


def is_unnamed(seat: str) -> bool:
    return _UNNAMED.fullmatch(seat) is not None


def name_for(seats: Iterable[str], wanted: str) -> str:
    """Return `wanted`, with a number if the name is taken at `seats`."""
    taken = tuple(seats)
    tries = (wanted, *(f"{wanted[:21]} {number}" for number in range(2, 100)))
    return next(name for name in tries if not any(alike(name, seat) for seat in taken))


def bot_name(taken: Iterable[str]) -> str:
    names = tuple(taken)
    spare = spare_names(names)
    return spare[0] if spare else name_for(names, NAMES[0])


def handover_words(name: str, holder: str, before: str | None) -> str:
    """Return the news of a handover; `before` gave the name up last."""
    if before == holder:
        return f"{name} is played again by who had it before."
    player = "a bot" if is_bot(holder) else "nobody yet" if holder == OPEN else "someone else"
    return f"{name} is now played by {player}."


# --- one seat for each person (HH-09) ---------------------------------------------------------------------------------
def check_only_seat(holders: Mapping[str, str], seat: str, holder: str) -> None:
    """Refused (`second_seat`) if `holder` is a person with another seat."""
    for other, other_holder in holders.items():
        if other_holder == holder and other != seat and holder.startswith("person:"):
            raise Refused(
                "second_seat",
                f"The player of {other} cannot hold {seat} as well: one person holds one seat of a match. "
                f"Give {other} to somebody else first.",
                "HH-09",
            )
