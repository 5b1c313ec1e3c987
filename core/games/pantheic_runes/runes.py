"""Tableaux as values: parsed, drawn, turned, adjusted and combined (PR-10, PR-11).

A tableau is the text of its four cells, row by row. Inside, a symbol has two bits, so that combining is exclusive or:
empty (0) changes nothing, equal symbols cancel, and two different ones of `+` (1), `o` (2) and `x` (3) give the third.
"""

from __future__ import annotations

import re
from functools import cache

EMPTY = "."
RUNES = "+ox"
SYMBOLS = ".+ox"
"""A symbol's number is its index."""
CELLS = 4
CORNERS = ("upper left", "upper right", "lower left", "lower right")
ANGLES = (90, 180, 270)
"""Degrees, clockwise."""
NOTHING = EMPTY * CELLS

_TURNED = {90: (2, 0, 3, 1), 180: (3, 2, 1, 0), 270: (1, 3, 0, 2)}
"""Source cells of a turned tableau's cells: "abcd" by 90 becomes "cadb" (PR-10)."""


def is_tableau(text: str) -> bool:
    return len(text) == CELLS and all(symbol in SYMBOLS for symbol in text)


def is_full(tableau: str) -> bool:
    return EMPTY not in tableau


def has_all_runes(tableau: str) -> bool:
    return is_full(tableau) and all(rune in tableau for rune in RUNES)


@cache
def number(tableau: str) -> int:
    """Return the tableau as a number from 0 to 255, two bits a cell, the first cell highest."""
    value = 0
    for symbol in tableau:
        value = value << 2 | SYMBOLS.index(symbol)
    return value


@cache
def text(value: int) -> str:
    return "".join(SYMBOLS[value >> shift & 3] for shift in (6, 4, 2, 0))


def combine(first: str, second: str) -> str:
    """Combine cell by cell (PR-11). Order and grouping do not matter."""
    return text(number(first) ^ number(second))


def rotate(tableau: str, degrees: int) -> str:
    """Turn clockwise by 90, 180 or 270 degrees (PR-10)."""
    return "".join(tableau[cell] for cell in _TURNED[degrees])


def adjust(tableau: str, cell: int, symbol: str) -> str:
    return tableau[:cell] + symbol + tableau[cell + 1 :]


def unlike(first: str, second: str) -> tuple[int, ...]:
    return tuple(cell for cell in range(CELLS) if first[cell] != second[cell])


def parse(written: str) -> str | None:
    """Parse a tableau written as "xo++", "x o / + +" or on two lines; None if it is none.

    Capital letters, 0 for o, and _ or - for an empty cell are accepted.
    """
    bare = re.sub(r"[\s/|,]", "", written).lower().replace("0", "o").replace("_", EMPTY).replace("-", EMPTY)
    return bare if is_tableau(bare) else None


def tableaux_in_text(written: str) -> tuple[str, ...]:
    texts = re.findall(r"(?<![^\s\"'(,;:=])[.+oxOX]{4}(?![^\s\"'),;:=.!?])", written)
    return tuple(tableau.lower() for tableau in texts)
