"""What The Drifting Ship's panes show: a look at one seat's View and draft, and the table of its parts. No widgets."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from core.contract import Asks
from core.games.drifting_ship.reach import Reached
from core.games.drifting_ship.spec import STARTS
from core.games.drifting_ship.structs import Page, View
from core.json import Json
from core.refusal import Refused
from tui.games.drifting_ship import draft, rows
from tui.games.drifting_ship.board import SIZES, board_size
from tui.widgets.layout import (
    ANY,
    Columns,
    Rows,
    Table,
    part,
)
from tui.words import text

BOARD_WORTH = (100, 78, 55, 50, 45, 40, 35)
"""What each size of the board is worth, the smallest first."""


def _board() -> Any:
    (first, *others), (worth, *worths) = (board_size(inside) for inside in SIZES), BOARD_WORTH
    found = part("board", "left", first, worth, up_to=first)
    for size, more in zip(others, worths, strict=True):
        found = found.larger(size, more, up_to=size)
    return found


SIDE, NARROW_SIDE = 36, 19
"""Columns of what stands beside the board; on a small terminal the past makes do with fewer."""


def _table(past: int) -> Table:
    """With so many columns at the least for what tells of earlier rounds."""
    return Table(
        Rows(Columns("left", "right", "far"), "foot"),
        _board(),
        part("crew", "right left", (SIDE, 4), worth=79),
        part("orders-box", "right left", (SIDE, 6), worth=90, up_to=(ANY, 11)),
        part("room", "right left", (SIDE, 2), worth=80).larger((SIDE, 4), worth=76, up_to=(ANY, 8)),
        part("page", "right left far", (past, 5), worth=60, up_to=(ANY, 10)),
        part("seen", "far right left", (past, 4), worth=58, up_to=(ANY, 20)),
        part("news", "far right left", (past, 4), worth=56, up_to=(ANY, 12)),
        part("words", "foot", (SIDE, 2), worth=85),
        part("bars", "foot", (SIDE, 3), worth=77)
        .larger((78, 3), worth=75)
        .larger((78, 6), worth=30)
        .larger((99, 15), worth=20),
    )


TABLE, NARROW_TABLE = _table(SIDE), _table(NARROW_SIDE)
"""At 80x24 the board, the crew and its orders; what was seen joins them as soon as there are rows or columns for it. At
40x15 the board alone, flat, and what is planned; the lists take its place (`m`)."""

LISTS = ("orders-box", "crew")
"""Parts that come in the board's place where there is not room for all."""

BOTH = board_size(SIZES[0])[0] + SIDE
"""Columns with less than which there is no room for the crew beside the board."""

PAST = ("page", "seen", "news")
"""Parts that tell of earlier rounds."""


class Look(NamedTuple):
    """All that the panes need, for one painting."""

    view: View
    orders: Mapping[str, Any]
    chosen: int
    """Which of the two crewmates."""
    page: Page | None
    """The earlier round that is looked back at."""
    asks: Asks
    refusal: Refused | None
    """Why the draft could not be sealed."""
    ways: Mapping[str, Reached]
    """Where the chosen crewmate can go."""

    @property
    def crewed(self) -> bool:
        """Has the reader a crew on board?"""
        return self.view.own is not None and bool(self.view.own.crew)

    @property
    def order(self) -> Json:
        """The chosen crewmate's orders."""
        return draft.order_of(self.orders, self.chosen)

    @property
    def last(self) -> Page | None:
        """The round that is looked back at, else the last one."""
        pages = () if self.view.own is None else self.view.own.pages
        return self.page or (pages[-1] if pages else None)

    def closed(self, room: str) -> tuple[str, str | None] | None:
        """Why the chosen crewmate cannot get to a room, with its ruling; None if it can, or nothing is to be said."""
        view = self.view
        if self.crewed and room and room not in self.ways and self.page is None:
            refusal = draft.why_not(view, self.chosen, self.order, room)
            return refusal.message, refusal.ruling
        if view.round == 0 and view.own is not None and room not in STARTS:
            return f"No crewmate starts here; start in {', '.join(STARTS)}.", "SH-02"
        return None


def look(
    view: View,
    orders: Mapping[str, Any],
    chosen: int,
    *,
    back: int | None = None,
    asks: Asks | None = None,
    refusal: Refused | None = None,
    reach: bool = True,
) -> Look:
    """One look; without `reach` not where the crewmate can go. `back` is the number of the page of one's own
    past to look at; one that is not there is none."""
    pages = () if view.own is None else view.own.pages
    page = pages[back] if back is not None and back < len(pages) else None
    crewed = view.own is not None and bool(view.own.crew)
    ways = draft.ways(view, chosen, draft.order_of(orders, chosen)) if crewed and reach else {}
    return Look(view, orders, chosen, page, asks or Asks(orders=False), refusal, ways)


def _needed(seen: Look, side: int) -> dict[str, int]:
    """Rows that there are to be said of the past, in so many columns at the least, with their titles."""
    told: dict[str, list[text.Part]] = {"seen": rows.seen_rows(seen.view), "news": rows.news_rows(seen.view)}
    if seen.last is not None:
        told["page"] = rows.page_rows(seen.view, seen.last)
    return {name: 1 + sum(len(text.hung(row, side - 2)) for row in said) for name, said in told.items()}


@lru_cache(maxsize=64)
def _fitted(table: Table, page: bool, needed: tuple[tuple[str, int], ...]) -> Table:
    return (table if page else table.without("page")).fitted(dict(needed))


def table_for(seen: Look, width: int, height: int, *, listing: bool, lists: bool = False) -> Table:
    """The parts for what there is to show. Where there is no room for the past (`listing` or looking back) beside what
    can be ordered, it takes its place; so do the `lists`."""
    table, side = (TABLE, SIDE) if width >= BOTH else (NARROW_TABLE, max(NARROW_SIDE, width - BOTH + SIDE))
    parts = _fitted(table, seen.last is not None, tuple(_needed(seen, side).items()))
    if lists and not listing and seen.page is None:
        return parts.bring(*LISTS)
    if seen.page is not None and not listing:
        parts = parts.bring("page")
    wanted = PAST[1:] if listing else PAST[:1]
    if (listing or seen.page is not None) and any(name in parts.arrange(width, height).hidden for name in wanted):
        parts = parts.without("orders-box", "room", *(() if seen.page is not None else ("page",)))
        parts = parts if seen.page is not None and not listing else parts.bring("seen")
    return parts
