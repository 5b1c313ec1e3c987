"""The parts of A Sinner's Secret's panel and the room that each needs (tui/layout.py)."""

from __future__ import annotations

from tui.games.sinners_secret.sight import Sight
from tui.layout import ANY, Columns, Table, part

CELL_WIDTHS = (2, 2, 3, 4, 5)
"""Columns of a cell of the grid, by its form."""
GRID_WIDTHS = (53, 53, 77, 98, 119)
"""Columns of the grid with the gaps between its hands, by its form."""
PLAIN, RULED, SPACED = 0, 1, 2
"""Forms of the grid: dense, with a line over the query, and with room for percentages."""
HEADS, LINES, LINES_SPACED = 3, 1, 3
"""Rows of the grid beside its cells: names and letters, and the lines between its groups."""
OWN_LETTERS = 3
"""The most that anybody has to lock for."""
SIDE, BROAD = 27, 60
"""Columns that the lists need, and from which more are of no use."""
CELL_ROWS = 12
"""Rows of cells above the locks: attributes, the query."""


def _table(own: int, heads: int, rows: int = CELL_ROWS - 1) -> Table:
    """For so many own letters, rows of heads, and rows of cells above the locks."""
    high = heads + rows + own
    letters = part("letters", "grid", (GRID_WIDTHS[0], high), worth=100, up_to=(GRID_WIDTHS[0], high))
    for form, worth in ((RULED, 62), (SPACED, 40), (3, 12), (4, 8)):
        least = (GRID_WIDTHS[form], high + (LINES if form < SPACED else LINES_SPACED))
        letters = letters.larger(least, worth, up_to=least)
    return Table(
        Columns("grid", "side", "far"),
        letters,
        part("cell", "grid", (53, 3), worth=95, up_to=(80, 5)),
        part("board", "grid far", (53, 10), worth=44, up_to=(80, 10)).larger((80, 14), worth=10, up_to=(80, 14)),
        part("pairs", "grid far", (53, 9), worth=20, up_to=(80, 9)),
        part("legend", "grid far", (53, 3), worth=46, up_to=(80, 3)),
        part("query-box", "side", (SIDE, 4), worth=90, up_to=(BROAD, 4)),
        part("recipients", "side", (SIDE, 3), worth=30, up_to=(BROAD, 4)),
        part("locks", "side", (SIDE, 1 + own), worth=85, up_to=(BROAD, 1 + own)),
        part("lines", "side", (SIDE, 2), worth=80, up_to=(BROAD, 3)),
        part("standings", "side", (SIDE, 5), worth=84, up_to=(BROAD, 16)),
        part("lists", "side far", (SIDE, 8), worth=75, up_to=(BROAD, 20)).larger((SIDE, 12), 50, up_to=(BROAD, ANY)),
    )


TABLE = _table(OWN_LETTERS, HEADS)


def table(sight: Sight, heads: int) -> Table:
    """The parts for what there is to show now; `heads`: rows of names and letters over the grid."""
    view = sight.view
    own = len(view.pairs)
    gone: list[str] = []
    if not view.dealt:
        gone += ["locks", "lists", "board", "pairs", "legend"]
    if view.realm is None:
        gone += ["locks", "lists", "lines"]
    if view.realm is None or not view.dealt or not sight.asks.orders:
        gone += ["query-box", "recipients"]
    if view.orders is None:
        gone.append("standings")
    if not view.dealt:
        return _table(0, 1, 0).without(*dict.fromkeys(gone)).fitted({"cell": ANY})
    return _table(own, heads, CELL_ROWS - 1 if view.realm is not None else CELL_ROWS - 2).without(*dict.fromkeys(gone))
