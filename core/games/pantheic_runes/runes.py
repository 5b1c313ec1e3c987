"""Tableaux as values: read, drawn, turned, adjusted and combined (PR-10, PR-11). Pure helpers, used by everyone.

A tableau is the text of its four cells, row by row: the source's `x o / + +` is "xo++". Inside, a symbol is a number
of two bits and a tableau one of eight, so that combining is exclusive or: empty (0) changes nothing, equal symbols
cancel, and of `+` (1), `o` (2) and `x` (3) two different ones give the third.
"""

from __future__ import annotations

import re
from functools import cache

EMPTY = "."
RUNES = "+ox"
SYMBOLS = ".+ox"
"""A symbol's place in this text is its number."""
CELLS = 4
CORNERS = ("upper left", "upper right", "lower left", "lower right")
"""What the cells are called, wherever one is named."""
ANGLES = (90, 180, 270)
"""Degrees, clockwise."""
NOTHING = EMPTY * CELLS

_TURNED = {90: (2, 0, 3, 1), 180: (3, 2, 1, 0), 270: (1, 3, 0, 2)}
"""For each cell of the turned tableau, the cell that its symbol comes from: "abcd" by 90 becomes "cadb" (PR-10)."""


def is_tableau(text: str) -> bool:
    """Four symbols out of `.+ox`."""
    return len(text) == CELLS and all(symbol in SYMBOLS for symbol in text)


def is_full(tableau: str) -> bool:
    """Every cell holds a rune: what a ritual needs."""
    return EMPTY not in tableau


def has_all_runes(tableau: str) -> bool:
    """Full, with each of the three runes at least once."""
    return is_full(tableau) and all(rune in tableau for rune in RUNES)


@cache
def number(tableau: str) -> int:
    """The tableau as a number from 0 to 255, two bits a cell, the first cell highest."""
    value = 0
    for symbol in tableau:
        value = value << 2 | SYMBOLS.index(symbol)
    return value


@cache
def text(value: int) -> str:
    """The tableau of a number from 0 to 255."""
    return "".join(SYMBOLS[value >> shift & 3] for shift in (6, 4, 2, 0))


def combine(one: str, other: str) -> str:
    """Both cell by cell (PR-11). In any order, and in any grouping of several, the result is the same."""
    return text(number(one) ^ number(other))


def rotate(tableau: str, degrees: int) -> str:
    """Turned clockwise by 90, 180 or 270 degrees (PR-10)."""
    return "".join(tableau[cell] for cell in _TURNED[degrees])


def adjust(tableau: str, cell: int, symbol: str) -> str:
    """With cell 0 to 3 (row by row) set to `symbol`."""
    return tableau[:cell] + symbol + tableau[cell + 1 :]


def unlike(one: str, other: str) -> tuple[int, ...]:
    """The cells in which two tableaux differ."""
    return tuple(cell for cell in range(CELLS) if one[cell] != other[cell])


def parse(written: str) -> str | None:
    """The tableau that someone wrote as "xo++", "x o / + +" or on two lines; None if it is none.

    Accepts capital letters, 0 for o, and _ or - for an empty cell.
    """
    bare = re.sub(r"[\s/|,]", "", written).lower().replace("0", "o").replace("_", EMPTY).replace("-", EMPTY)
    return bare if is_tableau(bare) else None


def rows_of(tableau: str, gap: str = " ") -> tuple[str, str]:
    """The two rows of a tableau as text: ("x o", "+ +")."""
    return gap.join(tableau[:2]), gap.join(tableau[2:])


def mentioned(written: str) -> tuple[str, ...]:
    """Every tableau named in a message as four symbols in a row, in the order of the message."""
    found = re.findall(r"(?<![^\s\"'(,;:=])[.+oxOX]{4}(?![^\s\"'),;:=.!?])", written)
    return tuple(tableau.lower() for tableau in found)
