"""A grid of cells with a cursor: payoff matrices, boards, letters by attributes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from textual import events
from textual.binding import Binding
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

from tui.widgets.choices import Row
from tui.widgets.lines import Lines
from tui.words import text

Place = tuple[int, int]
"""Row and column."""


class GridCell(NamedTuple):
    label: text.Part
    closed: str | None = None
    """Reason why it cannot be picked, or None."""
    ruling: str | None = None
    mark: bool = False
    """Shown in brackets: chosen already."""
    lead: text.Part = ""
    """Piece or mark before the label, if there is room."""
    tone: str = ""
    """Theme's name of the cell's background, `$best`; the label keeps its own colours."""


Cell = GridCell
"""Old name, for panels from outside."""


@dataclass
class OnCell(Message):
    """An event about one cell of a grid."""

    grid: Grid
    row: int
    column: int

    @property
    def control(self) -> Grid:
        return self.grid

    @property
    def cell(self) -> GridCell:
        return self.grid.cells[self.row][self.column]


def choose_near(widget: Widget, near: Sequence[tuple[Place, str]], pick: Callable[[Place], object]) -> None:
    """Ask which of a few places was meant: a thumb is larger than a cell. `near`: places with their words, the hit
    place first."""
    rows = [Row(str(number), words) for number, (_, words) in enumerate(near)]
    widget.app.choose("Which do you mean?", rows, lambda number: pick(near[int(number)][0]))  # type: ignore[attr-defined]


def places_near(row: int, column: int, cells: Sequence[Sequence[object]]) -> list[Place]:
    """Return a place and those around it, the nearest first."""
    around = [(row + down, column + right) for down in (0, -1, 1) for right in (0, -1, 1)]
    return [(r, c) for r, c in around if 0 <= r < len(cells) and 0 <= c < len(cells[r])]


FEW_ROWS = 3
"""Most rows of a grid that a thumb hits without a list of what is near."""


class Grid(Lines, can_focus=True):
    """Rows of cells under column titles. Posts `Picked` (Enter, click), `PickedClosed` (closed cell) and `Moved`."""

    BINDINGS = [
        Binding("up", "move(-1, 0)", "up", show=False, id="grid.up", tooltip="The cell above."),
        Binding("down", "move(1, 0)", "down", show=False, id="grid.down", tooltip="The cell below."),
        Binding("left", "move(0, -1)", "left", show=False, id="grid.left", tooltip="The cell to the left."),
        Binding("right", "move(0, 1)", "right", show=False, id="grid.right", tooltip="The cell to the right."),
        Binding("enter,space", "pick", "choose", id="grid.pick", key_display="Enter", tooltip="Choose this cell."),
    ]

    class Picked(OnCell):
        """An open cell was chosen."""

    class PickedClosed(OnCell):
        """A closed cell was chosen or reached."""

    class Moved(OnCell):
        """The cursor moved to this cell."""

    def __init__(self, *, id: str, cell_width: int = 6, title_width: int = 8, cell_height: int = 1) -> None:
        super().__init__(id=id)
        self.cells: tuple[tuple[GridCell, ...], ...] = ()
        self.columns: tuple[text.Part, ...] = ()
        self.titles: tuple[text.Part, ...] = ()
        self.at = (0, 0)
        """Row and column of the cursor."""
        self.cell_width = cell_width
        self.title_width = title_width
        self.cell_height = cell_height
        self._shape = (0, 0)
        """Columns and rows of the last layout."""
        self._kept: dict[tuple[int, int | None, bool], list[Content]] = {}
        """Cache of drawn rows: by number, column of the cursor or None, and focus."""

    def show(
        self, cells: Sequence[Sequence[GridCell]], columns: Sequence[text.Part] = (), titles: Sequence[text.Part] = ()
    ) -> None:
        """Replace the cells, with titles for columns and rows (none: no line or column for them)."""
        self.cells = tuple(tuple(row) for row in cells)
        self.columns, self.titles = tuple(columns), tuple(titles)
        self.at = self._inside(*self.at)
        self._kept.clear()
        shape = (self._wide(), self._high())
        before, self._shape = self._shape, shape
        self.redraw(layout=shape != before)

    def point(self, row: int, column: int) -> None:
        moved, self.at = (row, column) != self.at, self._inside(row, column)
        self.redraw()
        if moved and self.cells:
            self.post_message(self.Moved(self, *self.at))
            if self.cells[self.at[0]][self.at[1]].closed is not None:
                self.post_message(self.PickedClosed(self, *self.at))

    def _inside(self, row: int, column: int) -> tuple[int, int]:
        row = max(0, min(row, len(self.cells) - 1))
        width = len(self.cells[row]) if self.cells else 0
        return row, max(0, min(column, width - 1))

    def action_move(self, down: int, right: int) -> None:
        self.point(self.at[0] + down, self.at[1] + right)

    def action_pick(self) -> None:
        if self.cells:
            cell = self.cells[self.at[0]][self.at[1]]
            self.post_message(self.Picked(self, *self.at) if cell.closed is None else self.PickedClosed(self, *self.at))

    @property
    def spoken(self) -> str:
        return self._words(*self.at)

    def _words(self, row: int, column: int) -> str:
        parts = [titles[place] for titles, place in ((self.titles, row), (self.columns, column)) if place < len(titles)]
        cell = self.cells[row][column] if self.cells else GridCell("")
        words = (text.line(part).plain.strip() for part in (*parts, cell.label))
        return ", ".join(filter(None, (*words, cell.closed, "chosen" if cell.mark else "")))

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset_capture(self)
        row = (offset.y - bool(self.columns)) // self.cell_height
        column = (offset.x - (self.title_width if self.titles else 0)) // self.cell_width
        if not (0 <= row < len(self.cells) and 0 <= column < len(self.cells[row])):
            return
        if getattr(self.app, "by_thumb", False) and self.cell_height == 1 and len(self.cells) > FEW_ROWS:
            near = [(place, self._words(*place)) for place in places_near(row, column, self.cells)]
            choose_near(self, near, self._pick_at)
            return
        repeated = (row, column) == self.at
        self.point(row, column)
        if repeated:
            self.action_pick()

    def _pick_at(self, place: Place) -> None:
        self.point(*place)
        self.action_pick()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self._high()

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return self._wide()

    def _high(self) -> int:
        return max(1, bool(self.columns) + len(self.cells) * self.cell_height)

    def _wide(self) -> int:
        widest = max((len(row) for row in self.cells), default=0)
        return (self.title_width if self.titles else 0) + widest * self.cell_width

    def drawn(self) -> Sequence[Content]:
        rows: list[Content] = []
        side = self.title_width if self.titles else 0
        if self.columns:
            heads = [
                text.centred(c if isinstance(c, Content) else (text.line(c).plain, "$faint"), self.cell_width)
                for c in self.columns
            ]
            rows.append(text.line(" " * side, *heads))
        for number in range(len(self.cells)):
            rows += self.row(number)
        return rows

    def row(self, number: int) -> list[Content]:
        """Return the lines of one row of cells, cached."""
        key = (number, self.at[1] if number == self.at[0] else None, self.has_focus)
        if key not in self._kept:
            self._kept[key] = self._draw(number)
        return self._kept[key]

    def _draw(self, number: int) -> list[Content]:
        side = self.title_width if self.titles else 0
        title = text.fit(self.titles[number], side) if self.titles else ""
        drawn = [self._cell(cell, (number, place) == self.at) for place, cell in enumerate(self.cells[number])]
        return [
            text.line(title if layer == (self.cell_height - 1) // 2 else " " * side, *[cell[layer] for cell in drawn])
            for layer in range(self.cell_height)
        ]

    def _cell(self, cell: GridCell, at_cursor: bool) -> list[Content]:
        layers = text.line(cell.label).split("\n", allow_blank=True)[: self.cell_height]
        layers += [Content("")] * (self.cell_height - len(layers))
        lines = []
        lead = text.line(cell.lead)
        if lead.plain and lead.cell_length + layers[0].cell_length <= self.cell_width:
            layers[0] = text.line(lead, layers[0])
        for layer in layers:
            if cell.mark:
                layer = text.line(("[", "$key"), layer, ("]", "$key"))
            content = text.centred(layer, self.cell_width)
            if cell.tone:
                content = content.stylize_before(cell.tone)
            if cell.closed is not None:
                content = text.line((content.plain, "$closed"))
            if at_cursor:
                content = text.line((content.plain, "$pick" if self.has_focus else "$held"))
            lines.append(content)
        return lines
