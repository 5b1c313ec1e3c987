"""What whoever watches a Day of Mercury sees: the eight places with all that can be done there. Who is where is known
to those who met."""

from __future__ import annotations

from textual.content import Content

from core.games.day_of_mercury.spec import LOCATIONS
from core.games.day_of_mercury.structs import View
from tui.games.day_of_mercury.rows import HUES, SHORT, about_place, full, yields
from tui.words import text

CARD, GAP = 46, 3
"""Columns of a place told in full, and between two."""


def board(view: View, width: int, height: int) -> list[Content]:
    """The places as cards, where there is room for all of them; else a row each."""
    for columns in (4, 2, 1):
        each = (width - GAP * (columns - 1)) // columns
        if each < CARD and columns > 1:
            continue
        rows = _cards(view, columns, each)
        if len(rows) <= height:
            return rows
    return _table(width)[:height]


def _cards(view: View, columns: int, width: int) -> list[Content]:
    places, rows = list(LOCATIONS), list[Content]()
    for first in range(0, len(places), columns):
        cards = [_card(view, place, width) for place in places[first : first + columns]]
        rows += [*([text.line("")] if rows else []), *text.beside(cards, [width] * len(cards), GAP)]
    return rows


def _card(view: View, place: str, width: int) -> list[Content]:
    sin = LOCATIONS[place].sin or ""
    head = text.line((full(place), "$strong"), (f"  {sin or 'sin becomes points'}", HUES.get(sin, "$faint")))
    return [head, *(row for line in about_place(view, place) for row in text.hung(line, width, 2))]


def _table(width: int) -> list[Content]:
    """Name, what is gathered and how much by the crowd, what an offering costs."""
    broad = width >= 56
    name = max(len(full(one) if broad else SHORT[one]) for one in LOCATIONS)
    rows = [text.line((f"{'':{name}} {'gather':<9} {'few/some/many':<14}offering", "$faint"))]
    for place, one in LOCATIONS.items():
        cost = f"{one.cost} {one.cost_sin}" if one.cost else "everything"
        rows.append(
            text.line(
                (f"{full(place) if broad else SHORT[place]:<{name}} ", "$strong"),
                (f"{one.sin or 'random':<9} ", HUES.get(one.sin or "", "$faint")),
                f"{yields(place):<14}",
                (cost, HUES.get(one.cost_sin, "$faint")),
            )
        )
    return [text.fit(row, width) for row in rows]
