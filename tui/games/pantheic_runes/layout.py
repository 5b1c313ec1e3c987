"""The parts of Pantheic Runes' panel and the room that each needs (tui/widgets/layout.py)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from core.games.pantheic_runes import spec
from core.games.pantheic_runes.views import View
from tui.games.pantheic_runes.cards import BARE, FRAMED, HEIGHTS, LARGE, WIDTHS
from tui.widgets.layout import (
    ANY,
    Columns,
    Part,
    Table,
    part,
)

LEFT, RIGHT = 43, 37
"""Columns that hand and workbench need, and the deities as a list."""
HAND, TEMPLE = 6, spec.USUALLY_SHOWN
"""Cards for which the table is written; more or fewer change it (`table`)."""
SHRINE = (31, 4)
"""Columns and lines of one deity's shrine."""
ROUTE = 11
"""Lines of the pane of a deity with the way to it."""
TALL = 7
"""Lines of a shrine with all that the deity gives."""
BENCH = (5, 8, 12)
"""Lines of the workbench, by how tableaux are drawn; its border is one."""
DEITIES = len(spec.DEITIES)
UNSEEN = 2
"""Lines of their list before they are shown."""
ROOMY = (80, 19)
"""Columns and rows with less than which there is one pane at a time."""
SLIM = 37
"""Columns of every part there."""
PANES: dict[str, tuple[str, ...]] = {
    "hand": ("hand-box", "bench", "asked"),
    "temple": ("temple-box", "bench", "asked"),
    "gods": ("gods-box", "detail"),
    "altar": ("altar", "hand-box", "held"),
}
"""By the pane that is asked for, what is seen of it before all else where there is little room."""
BESIDE = 3
"""Columns of a sign between two cards."""


def shelf(name: str, cards: int, worths: tuple[int, int, int]) -> Part:
    """A shelf with a title, for so many cards. Large ones stand in rows of four, or more if that saves a row."""
    found = _two(name, "left", LEFT, cards, worths, ANY)
    before = 0
    for across in (4, 5, 6):
        wide = across * WIDTHS[LARGE] + 2
        high = 1 + _rows(cards, wide, WIDTHS[LARGE]) * HEIGHTS[LARGE]
        if high != before:
            found = found.larger((wide, high), worths[LARGE] - across, up_to=(ANY, high))
        before = high
    return found


def _two(name: str, where: str, width: int, cards: int, worths: Sequence[int], lines: int) -> Part:
    """A shelf of bare cards, or of framed ones. Of bare ones no more than so many `lines` must be seen at once."""
    bare = 1 + _rows(cards, width, WIDTHS[BARE] + 4) * HEIGHTS[BARE]
    high = 1 + _rows(cards, width, WIDTHS[FRAMED]) * HEIGHTS[FRAMED]
    found = part(name, where, (width, min(bare, lines)), worths[BARE], up_to=(ANY, bare))
    return found.larger((width, high), worths[FRAMED], up_to=(ANY, high))


def _rows(cards: int, width: int, step: int) -> int:
    return max(1, -(-cards // (width // step)))


@lru_cache(maxsize=64)
def _table(hand: int, temple: int, shown: int) -> Table:
    bench = part("bench", "left", (LEFT, BENCH[BARE]), 95, up_to=(ANY, BENCH[BARE]))
    bench = bench.larger((LEFT, BENCH[FRAMED]), 55, up_to=(ANY, BENCH[FRAMED]))
    bench = bench.larger((3 * WIDTHS[LARGE] + 2 * BESIDE + 2, BENCH[LARGE]), 25, up_to=(ANY, BENCH[LARGE]))
    gods = part("gods-box", "right", (RIGHT, shown + 1), 90, up_to=(ANY, shown + 1))
    for across, worth in ((2, 40), (3, 22), (4, 21)) if shown > UNSEEN else ():
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


@lru_cache(maxsize=64)
def _slim(hand: int, temple: int, shown: int) -> Table:
    """For a small terminal: fewer columns, lists that go on under their edge, any part in any column."""
    where = "left right"
    bench = part("bench", where, (SLIM, BENCH[BARE]), 95, up_to=(ANY, BENCH[BARE]))
    return Table(
        Columns("left", "right"),
        part("asked", where, (SLIM, 1), 98, up_to=(ANY, 2)),
        _two("hand-box", where, SLIM, hand, (100, 60), 5),
        bench.larger((SLIM, BENCH[FRAMED]), 55, up_to=(ANY, BENCH[FRAMED])),
        part("altar", where, (SLIM, 3), 80, up_to=(ANY, 7)),
        _two("temple-box", where, SLIM, temple, (85, 50), 5),
        part("held", where, (SLIM, 3), 45, up_to=(ANY, 24)),
        part("gods-box", "right left", (SLIM, 6), 90, up_to=(ANY, shown + 1)),
        part("detail", "right left", (SLIM, 5), 70, up_to=(ANY, ANY)),
    )


TABLE = _table(HAND, TEMPLE, DEITIES)


def table(view: View, width: int, height: int, pane: str) -> Table:
    """The parts for what there is to show now; `pane` is what was asked for where there is not room for all."""
    mine = view.mine
    gone = [] if mine is not None else ["hand-box", "bench", "altar", "held"]
    if mine is None or not (mine.asked_by or mine.offered):
        gone.append("asked")
    hand = 0 if mine is None else len(mine.tableaux)
    small = is_slim(width, height)
    parts = (_slim if small else _table)(hand, len(view.temple), len(view.deities) or UNSEEN).without(*gone)
    return parts.bring(*PANES[pane]) if small else parts


def is_slim(width: int, height: int) -> bool:
    """Is there room for one pane at a time only?"""
    return width < ROOMY[0] or height < ROOMY[1]
