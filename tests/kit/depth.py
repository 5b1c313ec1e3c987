"""How deep to look: every property runs over every game in `make test`; `make deep` tries it with more examples,
longer walks and more seeds (docs/testing.md)."""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import product
from typing import Any, TypeVar

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


def paired(*axes: Sequence[Any]) -> list[tuple[Any, ...]]:
    """All of these with all of those; or each of them once, with one of those."""
    return deep(list(product(*axes)), [tuple(axis[n % len(axis)] for axis in axes) for n in range(max(map(len, axes)))])


def examples(number: int) -> int:
    """How many examples a property is tried with: all of them, or two fifths."""
    return deep(number, max(5, number * 2 // 5))
