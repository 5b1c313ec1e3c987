"""The panes of The Drifting Ship: each paints one look, and posts what was chosen in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.message import Message

from core.contract import Choice
from core.games.drifting_ship.reach import Reached
from core.games.drifting_ship.spec import LETTERS, TITLES
from core.games.drifting_ship.structs import View
from core.refusal import Refused
from tui.games.drifting_ship import draft, rows
from tui.games.drifting_ship.board import SIZES, TALL, ShipBoard
from tui.games.drifting_ship.lists import order_rows
from tui.games.drifting_ship.look import Look
from tui.games.drifting_ship.tiles import paths, room_name, tiles_now, tiles_then, walls_planned, walls_then
from tui.screens.dialogs import Pick
from tui.widgets.block import Block
from tui.widgets.boxes import Vertical
from tui.widgets.choices import Choices, Row
from tui.widgets.layout import Room
from tui.words import text


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


SIDES = ("north", "east", "south", "west")


def pick_way(ways: Mapping[str, Reached], goal: str) -> Pick:
    """Where to, from a list: those rooms first that leave most energy. `goal`: where the draft leads."""
    picks = []
    for room in sorted(ways, key=lambda room: (-ways[room].left, room)):
        words, left = text.line((room, rows.hue(room)), f" {room_name(room)}"), (f"{ways[room].left} left", "$good")
        picks.append(Row(room, words, note=left, chosen=room == goal))
    return Pick("Walk to which room?", picks, goal)


def pick_sequence(view: View, index: int, order: Mapping[str, Any], energy: int) -> Pick:
    """Which Sequence the Parasite is planted for, by one crewmate with so much energy."""
    bars = {bar.letter: bar for bar in view.sequences}
    picks = []
    for letter in LETTERS:
        then = {**draft.without(order, "disable"), "activate": energy, "plant": letter}
        words = text.line((f"{letter} {TITLES[letter]}", rows.HUES[letter]))
        left = (f"{len(bars[letter].free)} left", "$faint")
        picks.append(_picked(letter, words, draft.closed(view, index, then), left, order.get("plant") == letter))
    return Pick("Which Sequence will be complete at this very close?", picks, order.get("plant"))


def side_rows(view: View, index: int, order: Mapping[str, Any], key: str) -> list[Row]:
    """The sides of a `wall` or a `step` of one crewmate; the one that is drafted can be taken back."""
    picks = []
    for side in SIDES:
        chosen = order.get(key) == side
        shut = None if chosen else draft.closed(view, index, {**order, key: side})
        picks.append(_picked(side, side, shut, "take back" if chosen else "", chosen))
    return picks


def pick_side(view: View, index: int, order: Mapping[str, Any], key: str, picks: Sequence[Row]) -> Pick:
    """On which side of the room where the draft leads, of those `side_rows`."""
    room = draft.end(view, index, order)[0]
    title = f"A wall on which side of {room}?" if key == "wall" else "One step more, to which side?"
    return Pick(title, picks, order.get(key))


def pick_call(calls: Iterable[Choice]) -> Pick:
    """Whom the device calls."""
    picks = [Row(str(one.value), str(one.value), one.closed, one.ruling) for one in calls]
    return Pick("Call whom? Who shared its room last", picks)


def _picked(key: str, words: text.Part, shut: Refused | None, note: text.Part, chosen: bool) -> Row:
    """A row of a dialog, closed by a refusal."""
    reason, ruling = (None, None) if shut is None else (shut.message, shut.ruling)
    return Row(key, words, reason, ruling, note, chosen)
