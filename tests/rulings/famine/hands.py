"""Positions for the tests of The Seven Years' Famine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.kit import NAMES, Script, play

SEATS = NAMES[:8]
GEMS = ("ruby", "sapphire", "emerald", "topaz", "diamond", "onyx")


def start(
    year: int = 1,
    favor: dict[str, int] | None = None,
    partners: list[list[Any]] | None = None,
    locked: dict[str, int] | None = None,
    hands: Mapping[str, str] | None = None,
    **more: str,
) -> Script:
    """A match at the start of a year: `hands` as words (or `Ada="ruby ruby onyx"`), everybody else with nothing."""
    held = {**(hands or {}), **more}
    setup: dict[str, Any] = {"round": year, "hands": {seat: held.get(seat, "").split() for seat in SEATS}}
    if favor is not None:
        setup["favor"] = favor
    if partners is not None:
        setup["partners"] = partners
    if locked is not None:
        setup["locked_diamonds"] = locked
    return play("famine", setup=setup)


def ended(favor: dict[str, int], **hands: str) -> Script:
    """A match after year 7 in which nobody traded in it. A lone kind of gem brings 30: give each two kinds, or none."""
    match = start(7, favor, hands=hands)
    match.close()
    return match


ALL_BUT_EACH_OTHER = [
    [seat, other, year] for seat in ("Ada", "Bo") for other, year in zip(SEATS[2:], (1, 1, 1, 2, 2, 2), strict=True)
]
"""Ada and Bo have met everybody but each other by year 3."""
