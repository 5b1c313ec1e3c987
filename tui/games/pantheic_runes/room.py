"""The parts of Pantheic Runes' panel and the room that each needs (tui/layout.py)."""

from __future__ import annotations

from functools import lru_cache

from core.games.pantheic_runes import spec
from core.games.pantheic_runes.views import View
from tui.games.pantheic_runes.cards import BARE, FRAMED, HEIGHTS, LARGE, WIDTHS
from tui.layout import ANY, Columns, Part, Table, part

LEFT, RIGHT = 43, 37
"""Columns that hand and workbench need, and the deities as a list."""
HAND, TEMPLE = 6, spec.USUALLY_SHOWN
"""Cards for which the table is written; more or fewer change it (`table`)."""
SHRINE = (31, 4)
"""Columns and lines of one deity's shrine."""
ROUTE = 11
"""Lines of the pane of a deity with the way to it."""
TALL = 6
"""Lines of a shrine with all that the deity gives."""
BENCH = (5, 8, 12)
"""Lines of the workbench, by how tableaux are drawn; its border is one."""
DEITIES = len(spec.DEITIES)
BESIDE = 3
"""Columns of a sign between two cards."""


def shelf(name: str, cards: int, worths: tuple[int, int, int]) -> Part:
    """A shelf with a title, for so many cards. Large ones stand in rows of four, or more if that saves a row."""
    bare = 1 + _rows(cards, LEFT, WIDTHS[BARE] + 4) * HEIGHTS[BARE]
    found = part(name, "left", (LEFT, bare), worths[BARE], up_to=(ANY, bare))
    high = 1 + _rows(cards, LEFT, WIDTHS[FRAMED]) * HEIGHTS[FRAMED]
    found = found.larger((LEFT, high), worths[FRAMED], up_to=(ANY, high))
    before = 0
    for across in (4, 5, 6):
        wide = across * WIDTHS[LARGE] + 2
        high = 1 + _rows(cards, wide, WIDTHS[LARGE]) * HEIGHTS[LARGE]
        if high != before:
            found = found.larger((wide, high), worths[LARGE] - across, up_to=(ANY, high))
        before = high
    return found


def _rows(cards: int, width: int, step: int) -> int:
    return max(1, -(-cards // (width // step)))


@lru_cache(maxsize=64)
def _table(hand: int, temple: int, shown: int) -> Table:
    bench = part("bench", "left", (LEFT, BENCH[BARE]), 95, up_to=(ANY, BENCH[BARE]))
    bench = bench.larger((LEFT, BENCH[FRAMED]), 55, up_to=(ANY, BENCH[FRAMED]))
    bench = bench.larger((3 * WIDTHS[LARGE] + 2 * BESIDE + 2, BENCH[LARGE]), 25, up_to=(ANY, BENCH[LARGE]))
    gods = part("gods-box", "right", (RIGHT, shown + 1), 90, up_to=(ANY, shown + 1))
    for across, worth in ((2, 40), (3, 22), (4, 21)):
        least = (across * SHRINE[0], -(-shown // across) * SHRINE[1] + 1)
        gods = gods.larger(least, worth, up_to=(ANY, -(-shown // across) * TALL + 1))
    return Table(
        Columns("left", "right"),
        part("asked", "left", (LEFT, 1), 98, up_to=(ANY, 2)),
        shelf("hand-box", hand, (100, 60, 28)),
        bench,
        part("altar", "left", (LEFT, 4), 80, up_to=(ANY, 7)),
        shelf("temple-box", temple, (85, 50, 19)),
        part("held", "left", (LEFT, 3), 45, up_to=(ANY, 24)),
        gods,
        part("detail", "right", (RIGHT, 5), 70, up_to=(ANY, ANY)).larger((RIGHT, ROUTE + 1), 38, up_to=(ANY, ANY)),
    )


TABLE = _table(HAND, TEMPLE, DEITIES)


def table(view: View) -> Table:
    """The parts for what there is to show now."""
    mine = view.mine
    gone = [] if mine is not None else ["hand-box", "bench", "altar", "held"]
    if mine is None or not (mine.asked_by or mine.offered):
        gone.append("asked")
    if not view.deities:
        gone.append("detail")
    hand = 0 if mine is None else len(mine.tableaux)
    return _table(hand, len(view.temple), len(view.deities) or 2).without(*gone)
