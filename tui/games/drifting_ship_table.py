"""What The Drifting Ship's panel shows: the board with the draft on it, energy, the Sequences, and what was seen."""

from __future__ import annotations

from typing import Any

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widget import Widget

from core.contract import Asks
from core.games.drifting_ship.reach import Reached
from core.games.drifting_ship.spec import STARTS
from core.games.drifting_ship.state import Orders, Page, Report, View
from tui import text
from tui.games import drifting_ship_draft as draft
from tui.games import drifting_ship_rows as rows
from tui.games.base import GamePanel
from tui.games.drifting_ship_list import order_rows
from tui.games.drifting_ship_tiles import tiles_now, tiles_then, walls_planned, walls_then
from tui.widgets.block import Block
from tui.widgets.boxes import Horizontal, Vertical
from tui.widgets.choices import Choices
from tui.widgets.ship_board import LARGE, SMALL, TALL, ShipBoard

TALL_ROWS = 34
"""Rows from which there is room for tall rooms, and beside them for what was seen, however narrow the panel is."""


class ShipTable(GamePanel[Orders, View, Report]):
    """One seat's board and panes, painted; the keys are in tui/games/drifting_ship.py."""

    DEFAULT_CSS = """
    ShipTable { height: 1fr; }
    ShipTable #ship-top { height: 15; }
    ShipTable.-roomy #ship-top { height: 29; }
    ShipTable #board { width: auto; height: auto; }
    ShipTable #ship-right { width: 1fr; }
    ShipTable #orders-box { height: 1fr; border-top: solid $line; border-title-color: $ink; }
    ShipTable #orders { height: 1fr; }
    ShipTable #orders-box:focus-within { border-top: solid $line-live; }
    ShipTable.-roomy #orders-box, ShipTable.-roomy #orders { height: auto; }
    ShipTable #seen-box { height: 1fr; }
    """

    # --- putting it together -----------------------------------------------------------------------------------------
    def compose(self) -> ComposeResult:
        self.chosen = 0
        self.looked_at: int | None = None
        """The page of the seat's own past that the board shows, or None for now."""
        self.listing = False
        """Whether those seen are listed where there is little room."""
        self.opened = -1
        """The round in which the cursor was put where it may be wanted."""
        with Horizontal(id="ship-top"):
            yield ShipBoard(id="board")
            with Vertical(id="ship-right"):
                yield Block("Crew", id="crew")
                with Vertical(id="orders-box"):
                    yield Choices(id="orders", empty="Nothing can be ordered now.")
                yield Block("Room", id="room")
                with VerticalScroll(id="seen-box", can_focus=False):
                    yield Block("Last round", id="page")
                    yield Block("Seen, round:room", id="seen")
                    yield Block("Activated, round by round", id="news")
        yield Block(id="words", classes="-bare")
        yield Block(id="bars", classes="-bare")

    def preferred_focus(self) -> Widget | None:
        return self.board

    @property
    def board(self) -> ShipBoard:
        return self.query_one("#board", ShipBoard)

    @property
    def view(self) -> View:
        return self.seat.view()

    @property
    def order(self) -> dict[str, Any]:
        """The chosen crewmate's orders."""
        return draft.order_of(self.orders, self.chosen)

    @property
    def rooms(self) -> tuple[int, int]:
        """Columns and lines of a room on the board: width and height are looked at apart."""
        return LARGE if self.wide else TALL if self.size.height >= TALL_ROWS else SMALL

    # --- painting ----------------------------------------------------------------------------------------------------
    def show(self) -> None:
        view, orders, wide = self.view, self.orders, self.wide
        roomy = self.rooms != SMALL
        self.set_class(roomy, "-roomy")
        pages = () if view.own is None else view.own.pages
        if self.looked_at is not None and self.looked_at >= len(pages):
            self.looked_at = None
        self._show_board(view, orders, wide)
        self._show_crew(view, orders)
        refusal = None if self.read_only or not orders else self.preview()
        self.query_one("#words", Block).show(rows.word_rows(view, orders, refusal, self.size.width - 2))
        self.query_one("#bars", Block).show(rows.bar_rows(view, wide))
        self._show_seen(view, roomy)
        self._show_room()
        if self.opened != view.round and view.own is not None:
            self.opened = view.round
            self.board.point(view.own.crew[self.chosen].room if view.own.crew else STARTS[0])

    def _show_board(self, view: View, orders: dict[str, Any], wide: bool) -> None:
        page = self._page(view)
        if page is None:
            tiles = tiles_now(view, orders, self.chosen, self.ways(view), wide)
        else:
            tiles = tiles_then(view, page, wide)
        planned = walls_planned(view, orders) if page is None else ()
        self.board.show(view.chart.board, tiles, walls_then(view, page), self.rooms, planned)

    def _page(self, view: View) -> Page | None:
        return None if self.looked_at is None or view.own is None else view.own.pages[self.looked_at]

    def ways(self, view: View) -> dict[str, Reached]:
        """Where the chosen crewmate can go."""
        return draft.ways(view, self.chosen, self.order) if view.own is not None and view.own.crew else {}

    def _show_crew(self, view: View, orders: dict[str, Any]) -> None:
        crew = self.query_one("#crew", Block)
        crew.head(rows.crew_title(view, orders))
        board = self.board.get_content_width(self.size, self.size)
        crew.show(rows.crew_rows(view, orders, self.chosen, max(33, self.size.width - board - 2)))
        names = rows.names_of(view, orders)
        asks = Asks(orders=False) if self.read_only else self.seat.asks()
        listed = [] if self.read_only else order_rows(view, asks, orders, self.chosen)
        self.query_one("#orders", Choices).show(listed)
        self.query_one("#orders-box").border_title = text.line(
            (f"{rows.SOLID[self.chosen]} {names[self.chosen]}", "$strong"), " · ", ("c", "$key"),
            f" {names[1 - self.chosen]}",
        )  # fmt: skip

    def _show_seen(self, view: View, roomy: bool) -> None:
        looking, pages = self._page(view), () if view.own is None else view.own.pages
        beside = looking is not None or self.listing
        self.query_one("#orders-box").display = roomy or not beside
        room = self.query_one("#room")
        room.display = roomy or not beside
        room.styles.height = "auto" if roomy else 4  # the list above it stays where it is while the cursor moves
        self.query_one("#seen-box").display = roomy or beside
        page = looking or (pages[-1] if pages else None)
        block = self.query_one("#page", Block)
        block.display = page is not None and (roomy or looking is not None)
        if page is not None:
            block.head((rows.page_title(page), "$strong"), "> forward" if looking else "< back")
            block.show(rows.page_rows(view, page))
        self.query_one("#seen").display = roomy or (self.listing and looking is None)
        self.query_one("#seen", Block).show(rows.seen_rows(view))
        self.query_one("#news").display = self.query_one("#seen").display
        self.query_one("#news", Block).show(rows.news_rows(view))

    def _show_room(self) -> None:
        view, room = self.view, self.board.room
        ways = self.ways(view)
        closed: tuple[str, str | None] | None = None
        if view.own is not None and view.own.crew and room and room not in ways and self.looked_at is None:
            refusal = draft.why_not(view, self.chosen, self.order, room)
            closed = (refusal.message, refusal.ruling)
        elif view.round == 0 and view.own is not None and room not in STARTS:
            closed = (f"No crewmate starts here; start in {', '.join(STARTS)}.", "SH-02")
        block = self.query_one("#room", Block)
        block.head(rows.room_head(room) if room else "Room")
        block.show(rows.room_rows(view, room, ways, self.chosen, closed) if room else [])
