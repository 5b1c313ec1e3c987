"""Depth of the property tests: `make test` runs every property on every game; `make deep` uses more examples, longer
walks and more seeds (docs/testing.md)."""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import product
from typing import Any, TypeVar

from core.games import MODULES
from core.kit import PROPERTIES
from core.kit.secrecy import SECRECY

T = TypeVar("T")

DEEP = os.environ.get("GARNET_DEEP", "") not in ("", "0")


def deep(much: T, little: T) -> T:
    return much if DEEP else little


def games(*these: str) -> tuple[str, ...]:
    """All games in a deep run, else the given ones; for properties of the house that are tested over the wire."""
    return deep(tuple(MODULES), these)


def paired(*axes: Sequence[Any]) -> list[tuple[Any, ...]]:
    """All pairs in a deep run, else each of the first once."""
    return deep(list(product(*axes)), [tuple(axis[n % len(axis)] for axis in axes) for n in range(max(map(len, axes)))])


def promises(games: Sequence[Any]) -> list[tuple[Any, ...]]:
    """All pairs of a promise and a game in a deep run, else secrecy for each game and each other promise for one."""
    return list(dict.fromkeys([*paired(PROPERTIES, games), *product(SECRECY, games)]))


def ends(*values: T) -> tuple[T, ...]:
    """All values in a deep run, else the first and the last; for the sizes of terminals, in their order."""
    return deep(values, (values[0], values[-1]))


def examples(number: int) -> int:
    """Number of examples of a property: all in a deep run, else a fifth."""
    return deep(number, max(5, number // 5))
