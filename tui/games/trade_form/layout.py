"""The parts of the trade desk and the room that each needs, for either game. Pure: see tui/widgets/layout.py."""

from __future__ import annotations

from tui.widgets.layout import Columns, Part, Table, part

LEFT = 46
"""Columns that the matrix needs at least; the offers under it have them too."""
SIDE = 34
"""Columns that the list of partners needs at least, a proposal beside each."""
PAGE = 64
"""Columns from which more are of no use to text."""

SLIM = 40
"""Columns of a terminal of the smallest kind: the matrix is drawn in them too, with a letter before each row."""
SLIM_MATRIX = (6, 4, 1)
"""Columns of a cell, columns before a row and lines of a cell there."""
MATRIX = ((6, 10, 1), (8, 12, 1), (10, 14, 2), (12, 16, 3), (14, 18, 4), (16, 20, 5))
"""By form of the matrix: columns of a cell, columns before a row, lines of a cell."""
KINDS = 6
"""Rows and columns of the matrix."""


def matrix_size(form: int) -> tuple[int, int]:
    """Columns and rows of the matrix in a form, with its border, its head and a line for the cell one is at."""
    cell, title, lines = MATRIX[form]
    return title + KINDS * cell, 2 + KINDS * lines + 1


def desk_table(slots: int, partners: int, *own: Part) -> Table:
    """The table of a game with so many slots and other seats, and parts of its `own`: they stand above how the round
    pays, under the offers or under what is known of a partner."""
    forms = [matrix_size(form) for form in range(len(MATRIX))]
    matrix = part("matrix-box", "left", forms[0], 100, up_to=(PAGE, forms[0][1] + 1))
    for (wide, high), worth in zip(forms[1:], (56, 36, 26, 16, 12), strict=True):
        matrix = matrix.larger((wide, high), worth, up_to=(max(PAGE, wide), high + 1))
    coming = part("next-round", "right left middle", (LEFT, 8), 40, up_to=(PAGE, 8))
    for rounds, worth in ((2, 30), (3, 20), (4, 11), (5, 10), (6, 9)):
        coming = coming.larger((LEFT, 1 + 7 * rounds), worth, up_to=(PAGE, 1 + 7 * rounds))
    return Table(
        Columns("left", "middle", "right"),
        matrix,
        part("stars", "left", (LEFT, 3), 70, up_to=(PAGE, 3)),
        part("offers-box", "left", (LEFT, 5 + slots), 96, up_to=(PAGE + 24, 6 + slots)),
        part("you", "middle", (SIDE, 3), 92, up_to=(PAGE, 3)),
        part("partners-box", "middle", (SIDE, 1 + partners), 94, up_to=(PAGE, 1 + partners)),
        part("reminders", "middle right", (SIDE, 3), 80, up_to=(PAGE, 7)).larger((SIDE, 7), 76, up_to=(PAGE, 7)),
        part("about", "middle right", (SIDE, 3), 78, up_to=(PAGE, 8)),
        *own,
        part("lines", "left middle right", (SIDE, 6), 60, up_to=(PAGE, 16)).larger((LEFT, 16), 48, up_to=(PAGE, 16)),
        part("accounts", "right middle left", (SIDE, 4), 58, up_to=(PAGE, 40)),
        coming,
    )


def slim_table(slots: int, partners: int, *own: Part) -> Table:
    """The same desk on less than 80 columns or 19 rows: the offers and the partners, and beside them whatever has room;
    the rest comes one after the other when it is asked for."""
    high = matrix_size(0)[1]
    return Table(
        Columns("left", "right"),
        part("offers-box", "left", (SLIM, 3 + slots), 100, up_to=(PAGE, 5 + slots)),
        part("matrix-box", "left right", (SLIM, high), 94, up_to=(PAGE, high)),
        part("partners-box", "left right", (SIDE, 4), 96, up_to=(PAGE, 1 + partners))
        .larger((SIDE, 6), 95, up_to=(PAGE, 1 + partners))
        .larger((SIDE, 1 + partners), 90, up_to=(PAGE, 1 + partners)),
        part("you", "right left", (SIDE, 3), 92, up_to=(PAGE, 3)),
        part("stars", "left right", (SIDE, 3), 70, up_to=(PAGE, 3)),
        part("reminders", "right left", (SIDE, 3), 80, up_to=(PAGE, 7)),
        part("about", "right left", (SIDE, 3), 78, up_to=(PAGE, 8)),
        *own,
        part("lines", "left right", (SIDE, 6), 60, up_to=(PAGE, 16)),
        part("accounts", "right left", (SIDE, 4), 58, up_to=(PAGE, 40)),
    )


def in_full(table: Table, name: str, rows: int, high: int) -> Table:
    """With a part that was asked for as high as its words are, if the panel is (`high` rows): it is to be read."""
    parts = []
    for one in table.parts:
        if one.name == name:
            least = one.forms[0]
            full = min(max(rows, least.height), high)
            one = one._replace(forms=(least._replace(height=full, most_height=full),))
        parts.append(one)
    return Table(table.shape, *parts)
