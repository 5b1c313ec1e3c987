"""A ship of square rooms with walls, people and a cursor. Flat rooms show one thing beside the label, people first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from textual import events
from textual.binding import Binding
from textual.content import Content
from textual.geometry import Size
from textual.message import Message

from tui.widgets.grid import Place, choose_near, places_near
from tui.widgets.lines import Lines
from tui.words import text

FLAT, SMALL, LOW, TALL, LARGE, GREAT, HUGE = SIZES = (5, 0), (5, 1), (5, 2), (5, 3), (9, 3), (13, 4), (16, 5)
"""Columns and lines inside a room. No lines: flat, without a border."""


def board_size(inside: tuple[int, int], side: int = 7) -> tuple[int, int]:
    if inside == FLAT:
        return inside[0] * side, side
    return (inside[0] + 1) * side + 1, (inside[1] + 1) * side + 1


LINES = "$closed"
STANDING, PLANNED = ("\u2501", "\u2503", "$warn"), ("\u2505", "\u2507", "$key")
"""Walls: drawn below a room, beside it, and the colour. A planned wall is broken."""


class Tile(NamedTuple):
    label: str
    style: str
    mark: str = " "
    mark_style: str = "$faint"
    left: str = ""
    """Energy left on arrival, if the room can be reached."""
    own: tuple[text.Part, ...] = ()
    others: tuple[text.Part, ...] = ()
    foot: text.Part = ""
    """Owner or contents, at the lower end of a room with lines."""
    name: str = ""
    lit: bool = False
    """True if it can be reached: its floor is lit."""


class ShipBoard(Lines, can_focus=True):
    """The board. Posts `Picked` (Enter, or a click on the room of the cursor) and `Moved`."""

    BINDINGS = [
        Binding("up", "move(-1, 0)", "up", show=False, id="board.up", tooltip="The room to the north."),
        Binding("down", "move(1, 0)", "down", show=False, id="board.down", tooltip="The room to the south."),
        Binding("left", "move(0, -1)", "left", show=False, id="board.left", tooltip="The room to the west."),
        Binding("right", "move(0, 1)", "right", show=False, id="board.right", tooltip="The room to the east."),
        Binding(
            "enter,space", "pick", "walk, bid", id="board.pick", key_display="Enter",
            tooltip="Walk to this room; again there: bid one more.",
        ),
    ]  # fmt: skip

    @dataclass
    class Picked(Message):
        room: str

    class Moved(Picked):
        """The cursor moved to this room."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self.rooms: tuple[tuple[str, ...], ...] = ()
        self.tiles: Mapping[str, Tile] = {}
        self.walls: tuple[tuple[str, str], ...] = ()
        self.at = (0, 0)
        self.planned: tuple[tuple[str, str], ...] = ()
        self.paths: tuple[tuple[str, str], ...] = ()
        self.inside = SMALL
        self._kept: Kept = {}

    # --- what is on it
    def show(
        self,
        rooms: Sequence[Sequence[str]],
        tiles: Mapping[str, Tile],
        walls: Sequence[tuple[str, str]] = (),
        inside: tuple[int, int] = SMALL,
        planned: Sequence[tuple[str, str]] = (),
        paths: Sequence[tuple[str, str]] = (),
    ) -> None:
        """Replace the rooms, each of `inside` columns and lines. `walls` and `planned` are pairs of rooms; `paths` are
        the draft's steps."""
        changed = inside != self.inside or len(rooms) != len(self.rooms)
        self.rooms, self.tiles, self.inside = tuple(tuple(row) for row in rooms), tiles, inside
        self.walls, self.planned, self.paths = tuple(walls), tuple(planned), tuple(paths)
        self._kept.clear()
        self.redraw(layout=changed)

    @property
    def room(self) -> str:
        return self.rooms[self.at[0]][self.at[1]] if self.rooms else ""

    @property
    def spoken(self) -> str:
        tile = self.tiles.get(self.room)
        words = () if tile is None else (tile.name, tile.left and f"{tile.left} energy left", *tile.own, *tile.others)
        return ", ".join(filter(None, (self.room, *(text.line(word).plain.strip() for word in words))))

    def point(self, room: str) -> None:
        for row, rooms in enumerate(self.rooms):
            if room in rooms:
                self._go(row, rooms.index(room))

    def _go(self, row: int, column: int) -> None:
        if not self.rooms:
            return
        at = max(0, min(row, len(self.rooms) - 1)), max(0, min(column, len(self.rooms[0]) - 1))
        if at != self.at:
            self.at = at
            self.redraw()
            self.post_message(self.Moved(self.room))

    # --- keys and mouse
    def action_move(self, down: int, right: int) -> None:
        self._go(self.at[0] + down, self.at[1] + right)

    def action_pick(self) -> None:
        if self.rooms:
            self.post_message(self.Picked(self.room))

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset_capture(self)
        width, height = self.inside
        row, column = offset.y // (height + 1), offset.x // (width + (self.inside != FLAT))
        if not (self.rooms and 0 <= row < len(self.rooms) and 0 <= column < len(self.rooms[0])):
            return
        if getattr(self.app, "by_thumb", False):
            near = [(place, self.rooms[place[0]][place[1]]) for place in places_near(row, column, self.rooms)]
            names = [(place, ", ".join(filter(None, (room, self.tiles[room].name)))) for place, room in near]
            choose_near(self, names, self._pick_at)
        else:
            repeated = (row, column) == self.at
            self._go(row, column)
            if repeated:
                self.action_pick()

    def _pick_at(self, place: Place) -> None:
        self._go(*place)
        self.action_pick()

    # --- painting
    def get_content_width(self, container: Size, viewport: Size) -> int:
        return board_size(self.inside, max(1, len(self.rooms)))[0]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return board_size(self.inside, max(1, len(self.rooms)))[1]

    def drawn(self) -> Sequence[Content]:
        lively = self.has_focus
        return board_rows(
            self.rooms, self.tiles, self.walls, self.inside, self.at, lively, self.planned, self.paths, self._kept
        )


Kept = dict[tuple[int, int | None, bool], list[Content]]
"""Cache of drawn rows with the line below: by row number, column of the cursor (None if elsewhere), and cursor
focus."""


def board_rows(
    rooms: Sequence[Sequence[str]],
    tiles: Mapping[str, Tile],
    walls: Iterable[tuple[str, str]] = (),
    inside: tuple[int, int] = SMALL,
    cursor: tuple[int, int] | None = None,
    lively: bool = False,
    planned: Iterable[tuple[str, str]] = (),
    paths: Iterable[tuple[str, str]] = (),
    cache: Kept | None = None,
) -> list[Content]:
    """Return the board as rows of text. `paths` are arrows. `cache` keeps rows: a moving cursor changes two."""
    if not rooms:
        return []
    between: Between = {pair: PLANNED for a, b in planned for pair in ((a, b), (b, a))}
    between |= {pair: STANDING for a, b in walls for pair in ((a, b), (b, a))}
    steps = {**dict.fromkeys(paths, ("↓", "→", "$key")), **{(b, a): ("↑", "←", "$key") for a, b in paths}}
    if inside == FLAT:
        return [_flat(line, below, tiles, (between, steps), (cursor, row, lively)) for row, (line, below) in
                enumerate(zip(rooms, [*rooms[1:], None], strict=True))]  # fmt: skip
    width, height = inside
    drawn = [text.line(("┌" + "┬".join("─" * width for _ in rooms[0]) + "┐", LINES))]
    cache = {} if cache is None else cache
    for row, line in enumerate(rooms):
        cursor_column = cursor[1] if cursor is not None and cursor[0] == row else None
        key = (row, cursor_column, lively and cursor_column is not None)
        if key in cache:
            drawn += cache[key]
            continue
        cells = [_inside(tiles[room], (row, n) == cursor, lively, width, height) for n, room in enumerate(line)]
        below = rooms[row + 1] if row < len(rooms) - 1 else None
        border = _border(line, below, tiles, (between, steps), inside)
        cache[key] = [*_layers(line, cells, between, steps, height), border]
        drawn += cache[key]
    return drawn


Between = dict[tuple[str, str], tuple[str, str, str]]
"""Signs below and beside a room and their colour, by pair of rooms, the northern or western first."""


def _layers(
    rooms: Sequence[str], cells: Sequence[list[Content]], between: Between, steps: Between, height: int
) -> Iterator[Content]:
    for layer in range(height):
        parts: list[text.Part] = [("│", LINES)]
        for column, room in enumerate(rooms):
            parts.append(cells[column][layer])
            pair = (room, rooms[column + 1] if column + 1 < len(rooms) else "")
            _, bar, style = between.get(pair, ("", "│", LINES))
            if layer == height // 2 and pair in steps:
                _, bar, style = steps[pair]
            parts.append((bar, style))
        yield text.line(*parts)


def _flat(
    rooms: Sequence[str],
    below: Sequence[str] | None,
    tiles: Mapping[str, Tile],
    drawn: tuple[Between, Between],
    cursor: tuple[tuple[int, int] | None, int, bool],
) -> Content:
    (between, steps), (at, row, lively) = drawn, cursor
    parts: list[text.Part] = []
    for column, room in enumerate(rooms):
        tile = tiles[room]
        south = between.get((room, below[column] if below is not None else ""))
        label: text.Part = (f"{tile.label:<3}", tile.style if south is None else f"underline {south[2]}")
        own = text.line(*tile.own)
        people = own[: FLAT[0] - 3] if own.cell_length > 1 else text.line(own, *tile.others)
        state = (tile.mark, tile.mark_style) if tile.mark.strip() else (tile.left, "bold $good")
        shown = people if people.cell_length else text.line(state)
        east = (room, rooms[column + 1] if column + 1 < len(rooms) else "")
        if (line := between.get(east) or steps.get(east)) is not None:
            shown = text.line(text.fit(shown[:1], 1), (line[1], line[2]))
        cell = text.line(label, text.fit(shown, FLAT[0] - 3))
        if at == (row, column):
            cell = text.line((cell.plain, "$pick" if lively else "$held"))
        parts.append(cell.stylize_before(FLOOR) if tile.lit and at != (row, column) else cell)
    return text.line(*parts)


FLOOR = "on $bar"


def _inside(tile: Tile, at_cursor: bool, lively: bool, width: int, height: int) -> list[Content]:
    name = f"{tile.label:<3}"
    spare = " " * (width - len(name) - len(tile.mark) - len(tile.left))
    head = text.line((name, tile.style), (tile.mark, tile.mark_style), spare, (tile.left, "bold $good"))
    layers = [text.fit(layer, width) for layer in (head, *_room(tile, width, height - 1))]
    if at_cursor:
        style = "$pick" if lively else "$held"
        return [text.line((layer.plain, style)) for layer in layers]
    return [layer.stylize_before(FLOOR) for layer in layers] if tile.lit else layers


def _room(tile: Tile, width: int, height: int) -> list[Content]:
    if not height:
        return []
    lead, spaced = (" ", _spaced) if width > SMALL[0] else ("", list)
    own, others = spaced(tile.own), spaced(tile.others)
    together = text.line(lead, *own, " " if own and others else "", *others)
    if not (own or others):
        people = []
    elif height == 1 or together.cell_length <= width:
        people = [together]
    else:
        people = [text.line(lead, *row) for row in (own, others) if row][:height]
    foot = text.line(tile.foot)
    feet = [text.line(lead, foot)] if foot.plain and len(people) < height else []
    left = height - len(people) - len(feet)
    names = _name(tile, width, left) if width > SMALL[0] else []
    blank = [Content("")] * (left - len(names))
    return [*names, *blank, *people, *feet] if height > 2 else [*people, *names, *blank, *feet]


def _name(tile: Tile, width: int, height: int) -> list[Content]:
    if not tile.name or height < 1:
        return []
    lead = "" if max(map(len, tile.name.split())) >= width else " "
    width -= len(lead)
    lines: list[str] = []
    for word in tile.name.split():
        if lines and (len(lines) == height or len(lines[-1]) + 1 + len(word) <= width):
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    style = tile.style.removeprefix("bold ")
    return [text.line(lead, (line if len(line) <= width else line[: width - 1] + text.CUT, style)) for line in lines]


def _border(
    rooms: Sequence[str],
    below: Sequence[str] | None,
    tiles: Mapping[str, Tile],
    drawn: tuple[Between, Between],
    inside: tuple[int, int],
) -> Content:
    width, height = inside
    between, steps = drawn
    first, cross, end = ("├", "┼", "┤") if below is not None else ("└", "┴", "┘")
    parts: list[text.Part] = [(first, LINES)]
    for column, room in enumerate(rooms):
        pair = (room, below[column] if below is not None else "")
        dash, _, style = between.get(pair, ("─", "", LINES))
        tags = text.line() if height > 1 else text.line(*tiles[room].own, *tiles[room].others)
        arrow = text.line((steps[pair][0], steps[pair][2])) if pair in steps else text.line()
        tags = text.line(tags.truncate(width - arrow.cell_length, ellipsis=True), arrow)
        spare = width - tags.cell_length
        before = width // 2 if tags.plain == arrow.plain else 1
        before = min(before, spare) if tags.cell_length else spare
        parts += [(dash * before, style), tags, (dash * (spare - before), style)]
        parts.append((cross if column + 1 < len(rooms) else end, LINES))
    return text.line(*parts)


def _spaced(parts: Sequence[text.Part]) -> list[text.Part]:
    return [piece for number, part in enumerate(parts) for piece in ((" ", part) if number else (part,))]
