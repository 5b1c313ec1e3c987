"""The panes of The Drifting Ship: each paints one look, and posts what was chosen in it."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.message import Message

from tui import text
from tui.games.drifting_ship import rows
from tui.games.drifting_ship.list import order_rows
from tui.games.drifting_ship.look import Look
from tui.games.drifting_ship.tiles import paths, tiles_now, tiles_then, walls_planned, walls_then
from tui.layout import Room
from tui.widgets.block import Block
from tui.widgets.boxes import Vertical
from tui.widgets.choices import Choices
from tui.widgets.ship_board import SIZES, TALL, ShipBoard


class CrewPane(Block):
    """Both crewmates with their energy. Posts `Chosen` when one of them is clicked."""

    class Chosen(Message):
        """This crewmate was clicked."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    def paint(self, seen: Look, width: int) -> None:
        """`width`: the columns for its words, which it may not have been laid out in yet."""
        self.head(rows.crew_title(seen.view, seen.orders))
        self.show(rows.crew_rows(seen.view, seen.orders, seen.chosen, max(33, width)))

    def on_click(self, event: events.Click) -> None:
        line = event.screen_y - self.region.y - 2
        if line in (0, 1):
            self.post_message(self.Chosen(line))


class OrdersPane(Vertical):
    """The list of what the chosen crewmate can be ordered to do, under the names of both."""

    DEFAULT_CSS = """
    OrdersPane { border-top: solid $line; border-title-color: $ink; }
    OrdersPane:focus-within { border-top: solid $line-live; }
    """

    def compose(self) -> ComposeResult:
        yield Choices(id="orders", empty="Nothing can be ordered now.").add_class("-fill")

    def paint(self, seen: Look, *, read_only: bool, way: str = "") -> None:
        """`way`: where the key leads that stands at the end of the title; empty for none."""
        listed = [] if read_only else order_rows(seen.view, seen.asks, seen.orders, seen.chosen)
        self.query_one("#orders", Choices).show(listed)
        names = rows.names_of(seen.view, seen.orders)
        self.border_title = text.line(
            (f"{rows.SOLID[seen.chosen]} {names[seen.chosen]}", "$strong"), " · ", ("c", "$key"),
            f" {names[1 - seen.chosen]}", *((" · ", ("m", "$key"), f" {way}") if way else ()),
        )  # fmt: skip


def paint_board(board: ShipBoard, seen: Look, form: int) -> None:
    """The board in one of its sizes (-1: it is not shown, and smallest), now or as it was."""
    view, inside = seen.view, SIZES[max(0, form)]
    large = inside[0] > TALL[0]
    if seen.page is None:
        tiles = tiles_now(view, seen.orders, seen.chosen, seen.ways, large)
        planned, ways = walls_planned(view, seen.orders), paths(view, seen.orders)
    else:
        tiles, planned, ways = tiles_then(view, seen.page, large), (), ()
    board.show(view.chart.board, tiles, walls_then(view, seen.page), inside, planned, ways)


def paint_room(pane: Block, seen: Look, room: str, given: Room | None = None, way: str = "") -> None:
    """The room under the cursor, in the room that it was given: where that is one row, all in one. `way` as in
    `OrdersPane.paint`."""
    tail = text.line(*((" · ", ("m", "$key"), f" {way}") if way else ()))
    room_words = text.line(rows.room_head(room) if room else "Room")
    if given is not None:
        room_words = text.fit(room_words, min(room_words.cell_length, given.width - 4 - tail.cell_length))
    pane.head(text.line(room_words, tail))
    brief = given is not None and given.form == 0
    closed = seen.closed(room)
    said = rows.room_rows(seen.view, room, seen.ways, seen.chosen, closed, brief=brief) if room else []
    if brief and given is not None and said:
        spaced = [piece for row in said for piece in (row, " ")]
        said = [text.fit(text.line(*spaced), given.width - 2)]
    pane.show(said)


def paint_past(page: Block, met: Block, news: Block, seen: Look) -> None:
    """What a close brought, everybody who was seen, and what was activated."""
    if seen.last is not None:
        page.head((rows.page_title(seen.last), "$strong"), "> forward" if seen.page else "< back")
        page.show(rows.page_rows(seen.view, seen.last))
    met.show(rows.seen_rows(seen.view))
    news.show(rows.news_rows(seen.view))
