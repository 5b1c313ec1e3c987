"""The grid of A Sinner's Secret: letters across under their owners; attributes, query and locks down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.message import Message

from core.games.sinners_secret.spec import ATTRIBUTES
from tui.games.sinners_secret.notebook import Spot
from tui.widgets.choices import cut_marks
from tui.widgets.grid import Grid, GridCell
from tui.words import text

TITLE, SHORT_TITLE = 9, 3
"""Columns of a row's title, and of a short title beside cells of one column."""
RULE, AIR = -1, -2
"""Lines between rows: drawn across, and empty."""
NOT_DEALT = "The letters are dealt when round 1 starts."


QUERY_ROW = len(ATTRIBUTES)
"""Row below the attributes. The locks of the own letters follow."""


@dataclass
class Chosen(Message):
    """Enter, or a click, on a place: sent from a pane to its panel."""

    spot: Spot


class Column(NamedTuple):
    letter: str
    style: str
    gap: bool = False


class Owner(NamedTuple):
    name: str
    columns: int
    style: str
    tier: int = 0
    """Row of names that it is in, the uppermost first."""


class LettersGrid(Grid):
    """A Grid with owners over the letters, gaps between groups of letters, and lines between groups of rows."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id, cell_width=2, title_width=TITLE)
        self._top = 0
        self.heads: tuple[Column, ...] = ()
        self.owners: tuple[Owner, ...] = ()
        self.lines: frozenset[int] = frozenset()
        """Rows with a line before them."""
        self.airy = False
        """True if all other rows have an empty line before them."""
        self.corner: text.Part = ""
        """Text left of the letters."""
        self.own: tuple[str, ...] = ()

    def lay(
        self,
        cells: Sequence[Sequence[GridCell]],
        heads: Sequence[Column],
        owners: Sequence[Owner],
        titles: Sequence[text.Part],
        lines: Sequence[int],
        cell_width: int,
        corner: text.Part = "",
        own_letters: Sequence[str] = (),
        airy: bool = False,
    ) -> None:
        """Replace the contents. `own_letters`: own letters, for the rows of locks below the query. `airy`: empty lines
        between all rows."""
        before = (len(self.cells), self.cell_width, len(self.lines), self.tiers, self.airy)
        self.airy = airy
        self.heads, self.owners, self.lines, self.cell_width = tuple(heads), tuple(owners), frozenset(lines), cell_width
        self.title_width = SHORT_TITLE if cell_width == 1 else TITLE
        self.corner, self.own = corner, tuple(own_letters)
        self.show(cells, [head.letter for head in heads], titles)
        if before != (len(self.cells), self.cell_width, len(self.lines), self.tiers, self.airy):
            self.redraw(layout=True)

    @property
    def letter(self) -> str | None:
        return self.heads[self.at[1]].letter if self.heads and self.cells else None

    @property
    def spot(self) -> Spot | None:
        letter, row = self.letter, self.at[0]
        if letter is None:
            return None
        if row < QUERY_ROW:
            return Spot("cell", letter, ATTRIBUTES[row])
        return Spot("query", letter) if row == QUERY_ROW else Spot("lock", letter, own=self.own[row - QUERY_ROW - 1])

    def on_grid_picked(self, message: Grid.Picked) -> None:
        message.stop()
        if (spot := self.spot) is not None:
            self.post_message(Chosen(spot))

    @property
    def tiers(self) -> int:
        return 1 + max((owner.tier for owner in self.owners), default=-1)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self.tiers + 1 + len(self._under) if self.cells else 1

    def get_content_width(self, container: Size, viewport: Size) -> int:
        if not self.cells:
            return len(NOT_DEALT)
        return self.title_width + sum(self.cell_width + head.gap for head in self.heads)

    def drawn(self) -> Sequence[Content]:
        if not self.cells:
            return [text.line((NOT_DEALT, "$faint"))]
        rows = [*(self._names(tier) for tier in range(self.tiers)), self._letters()]
        under, room = self._under, max(1, self.size.height - len(rows))
        cursor_line = under.index(self.at[0])
        self._top = max(0, min(self._top, cursor_line, len(under) - room), cursor_line - room + 1)
        drawn: list[Content] = []
        for number in under[self._top : self._top + room]:
            if number == AIR:
                drawn.append(text.line())
            elif number == RULE:
                drawn.append(text.line(("\u2500" * self.get_content_width(self.size, self.size), "$faint")))
            else:
                drawn += self.row(number)
        return [
            *rows,
            *cut_marks(drawn, self._top, len(under) - self._top - len(drawn), self.title_width - (self.cell_width > 1)),
        ]

    @property
    def _under(self) -> list[int]:
        lines: list[int] = []
        for number in range(len(self.cells)):
            if number in self.lines:
                lines.append(RULE)
            elif self.airy and number:
                lines.append(AIR)
            lines.append(number)
        return lines

    def _draw(self, number: int) -> list[Content]:
        title = text.fit(self.titles[number], self.title_width)
        if number == self.at[0]:
            title = text.line((title.plain, "$held"))
        parts: list[text.Part] = [title]
        for place, cell in enumerate(self.cells[number]):
            parts += [" " * self.heads[place].gap, self._one(cell, (number, place) == self.at)]
        return [text.line(*parts)]

    @property
    def _lead(self) -> int:
        return (self.cell_width - 1) // 2

    def _one(self, cell: GridCell, at_cursor: bool) -> Content:
        content = text.line(cell.label)
        lead = min(self._lead, self.cell_width - content.cell_length)
        content = text.fit(text.line(" " * lead, content), self.cell_width)
        return text.line((content.plain, "$pick" if self.has_focus else "$held")) if at_cursor else content

    def _names(self, tier: int) -> Content:
        starts, at, column = [], self.title_width, 0
        for owner in self.owners:
            at += self.heads[column].gap
            starts.append(at + self._lead)
            mine = self.heads[column : column + owner.columns]
            at += owner.columns * self.cell_width + sum(head.gap for head in mine[1:])
            column += owner.columns
        row = text.line("")
        in_tier = [(start, owner) for start, owner in zip(starts, self.owners, strict=True) if owner.tier == tier]
        ends = [start for start, _ in in_tier[1:]] + [at + 2]
        for (start, owner), end in zip(in_tier, ends, strict=True):
            row = row.pad_right(start - row.cell_length)
            row = text.line(row, text.line((owner.name, owner.style)).truncate(end - start - 1, ellipsis=True))
        return row

    def _letters(self) -> Content:
        parts: list[text.Part] = [text.fit(self.corner, self.title_width)]
        for place, head in enumerate(self.heads):
            label = f"{' ' * self._lead}{head.letter}".ljust(self.cell_width)
            parts += [" " * head.gap, (label, "$held" if place == self.at[1] else head.style)]
        return text.line(*parts)

    def on_click(self, event: events.Click) -> None:
        event.prevent_default()  # `Grid` does not know names, gaps and lines
        offset = event.get_content_offset_capture(self)
        row, column = self._row_at(offset.y), self._column_at(offset.x)
        if row is not None and column is not None:
            repeated = (row, column) == self.at
            self.point(row, column)
            if repeated:
                self.action_pick()

    def _row_at(self, y: int) -> int | None:
        under, line = self._under, y - self.tiers - 1 + self._top
        row = under[line] if y > self.tiers and 0 <= line < len(under) else RULE
        return row if row >= 0 else None

    def _column_at(self, x: int) -> int | None:
        at = self.title_width
        for column, head in enumerate(self.heads):
            at += head.gap
            if at <= x < at + self.cell_width:
                return column
            at += self.cell_width
        return None
