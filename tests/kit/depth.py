"""How deep to look: every property runs over every game in `make test`; `make deep` tries it with more examples,
longer walks and more seeds (docs/testing.md)."""

from __future__ import annotations

import os
from typing import TypeVar

from core.games import MODULES

T = TypeVar("T")

DEEP = os.environ.get("GARNET_DEEP", "") not in ("", "0")
"""Is this run the deep one?"""


def deep(much: T, little: T) -> T:
    """So much where one looks deep, else so little."""
    return much if DEEP else little


def games(*these: str) -> tuple[str, ...]:
    """All games of the house, or these: for what is not a game's own but the house's, and looked at over the wire."""
    return deep(tuple(MODULES), these)


def examples(number: int) -> int:
    """How many examples a property is tried with: all of them, or two fifths."""
    return deep(number, max(5, number * 2 // 5))
