"""A list to choose from with arrows and Enter. Closed choices stay in it, grey, with their reason."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from textual import events
from textual.binding import Binding
from textual.content import Content
from textual.geometry import Size
from textual.message import Message

from core.contract import Choice
from tui.widgets.lines import Lines
from tui.words import text

PICKED, CURSOR, CLOSED = "\u25c6", "\u203a", "\u00d7"
"""Marks beside the colour: chosen already, under the cursor, closed."""
THUMB_LINES = 4
"""Lines from which a longer list has rows of two for a thumb."""


class Row(NamedTuple):
    """A line of a list."""

    id: str
    label: text.Part
    closed: str | None = None
    """Reason why it cannot be chosen, or None."""
    ruling: str | None = None
    note: text.Part = ""
    """Text at the right end."""
    chosen: bool = False
    heading: bool = False
    """A title between rows: the cursor passes over it."""
    more: bool = False
    """The note only adds to the label, and is dropped if both do not fit."""


def row_of(choice: Choice, label: str = "") -> Row:
    return Row(str(choice.value), label or choice.label or str(choice.value), choice.closed, choice.ruling)


@dataclass
class OnRow(Message):
    """An event about one row of a list."""

    choices: Choices
    row: Row

    @property
    def control(self) -> Choices:
        return self.choices


class Choices(Lines, can_focus=True):
    """The list. Posts `Picked` for an open row, `PickedClosed` for a closed one, and `Moved` when the cursor moves."""

    BINDINGS = [
        Binding("up,k", "move(-1)", "up", show=False, id="list.up", tooltip="The row above."),
        Binding("down,j", "move(1)", "down", show=False, id="list.down", tooltip="The row below."),
        Binding("pageup", "move(-10)", "up", show=False, id="list.pageup", tooltip="Ten rows up."),
        Binding("pagedown", "move(10)", "down", show=False, id="list.pagedown", tooltip="Ten rows down."),
        Binding("home", "edge(0)", "first", show=False, id="list.home", tooltip="The first row."),
        Binding("end", "edge(-1)", "last", show=False, id="list.end", tooltip="The last row."),
        Binding("enter,space", "pick", "choose", id="list.pick", key_display="Enter", tooltip="Choose this row."),
    ]

    class Picked(OnRow):
        """An open row was chosen."""

    class PickedClosed(OnRow):
        """A closed row was chosen or reached: its reason should be shown."""

    class Moved(OnRow):
        """The cursor moved to this row."""

    def __init__(self, rows: Iterable[Row] = (), *, id: str, empty: str = "Nothing here.") -> None:
        super().__init__(id=id)
        self.rows = tuple(rows)
        self.cursor = self._next(0, 1)
        self._top = self._wheel = 0
        self._empty = empty

    # --- what is in it
    def show(self, rows: Iterable[Row], keep: bool = True) -> None:
        """Replace the rows. The cursor stays on the row of the same id, else at its place."""
        under = self.row.id if keep and self.row else None
        before, self.rows = self.rows, tuple(rows)
        same_row = next((i for i, row in enumerate(self.rows) if row.id == under and not row.heading), None)
        self.cursor = same_row if same_row is not None else self._next(min(self.cursor, max(0, len(self.rows) - 1)), 1)
        self.redraw(layout=len(before) != len(self.rows))

    @property
    def row(self) -> Row | None:
        """Row under the cursor, or None."""
        return self.rows[self.cursor] if 0 <= self.cursor < len(self.rows) else None

    def point(self, row_id: str) -> bool:
        """Move the cursor to a row. Return False if there is none with that id."""
        for number, row in enumerate(self.rows):
            if row.id == row_id:
                self._go(number)
                return True
        return False

    # --- keys and mouse
    def action_move(self, by: int) -> None:
        if not self.rows:
            return
        wanted = max(0, min(len(self.rows) - 1, self.cursor + by))
        self._go(self._next(wanted, 1 if by > 0 else -1))

    def action_edge(self, which: int) -> None:
        if self.rows:
            self._go(self._next(0 if which == 0 else len(self.rows) - 1, 1 if which == 0 else -1))

    def action_pick(self) -> None:
        if (row := self.row) is not None and not row.heading:
            self.post_message(self.Picked(self, row) if row.closed is None else self.PickedClosed(self, row))

    def on_click(self, event: events.Click) -> None:
        number = self._top + event.get_content_offset_capture(self).y // self.pitch
        if 0 <= number < len(self.rows) and not self.rows[number].heading:
            repeated = number == self.cursor
            self._go(number)
            if repeated:
                self.action_pick()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown | events.MouseScrollUp) -> None:
        """Scroll by a line of a wheel or finger. The cursor stays in sight."""
        if len(self.rows) * self.pitch <= self.size.height:
            return
        event.stop()
        self._wheel += 1 if isinstance(event, events.MouseScrollDown) else -1
        if abs(self._wheel) >= self.pitch:
            step, self._wheel = (1 if self._wheel > 0 else -1), 0
            last = max(1, self.size.height // self.pitch) - 1
            self._top = max(0, min(self._top + step, len(self.rows) - 1 - last))
            self._go(self._next(max(self._top, min(self.cursor, self._top + last)), step))

    on_mouse_scroll_up = on_mouse_scroll_down

    def _next(self, number: int, step: int) -> int:
        """Nearest row from `number` on that is no heading, first in the direction of `step`."""
        if not self.rows:
            return 0
        ahead = range(number, len(self.rows) if step > 0 else -1, step)
        behind = range(number, -1 if step > 0 else len(self.rows), -step)
        return next((i for i in (*ahead, *behind) if not self.rows[i].heading), number)

    def _go(self, number: int) -> None:
        moved, self.cursor = number != self.cursor, number
        self.redraw()
        if moved and self.row is not None:
            self.post_message(self.Moved(self, self.row))
            if self.row.closed is not None:
                self.post_message(self.PickedClosed(self, self.row))

    @property
    def spoken(self) -> str:
        row = self.row
        words = () if row is None else (text.line(row.label).plain, text.line(row.note).plain, row.closed)
        return ", ".join(filter(None, (*words, "chosen" if row is not None and row.chosen else "")))

    # --- painting
    @property
    def pitch(self) -> int:
        """Lines of a row: two under a thumb, unless too few rows would be seen."""
        if not getattr(self.app, "by_thumb", False):
            return 1
        return 2 if self.size.height >= min(2 * len(self.rows), THUMB_LINES) else 1

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self.rows) * (1 + getattr(self.app, "by_thumb", False)) or len(text.hung(f" {self._empty}", width))

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return max((text.line(row.label, row.note).cell_length + 5 for row in self.rows), default=12)

    def drawn(self) -> Sequence[Content]:
        width, height = self.size
        if not self.rows:
            return text.hung((f" {self._empty}", "$faint"), width)[: max(1, height)]
        pitch = self.pitch
        seen = max(1, height // pitch)
        self._top = max(0, min(self._top, self.cursor, len(self.rows) - seen))
        if self.cursor >= self._top + seen:
            self._top = self.cursor - seen + 1
        if self._top == 1 and self.rows[0].heading and self.cursor < seen:
            self._top = 0
        shown = self.rows[self._top : self._top + seen + 1]  # a line that is left has the first line of one more row
        drawn = [line for i, row in enumerate(shown) for line in self._in_lines(self._top + i, row, width)]
        return cut_marks(drawn[: max(1, height)], self._top, len(self.rows) - self._top - seen)

    def _in_lines(self, number: int, row: Row, width: int) -> list[Content]:
        """The lines of a row; of two, the second has the note."""
        if self.pitch == 1:
            return [self._row(number, row, width)]
        if row.heading:
            return [text.line(""), self._row(number, row, width)]
        label, *rest = text.hung(row.label, width - 4)
        first = self._row(number, row._replace(note="", label=label), width)
        return [first, self._row(number, Row("", rest[0] if rest else "", note=row.note), width, mark=" ")]

    def _row(self, number: int, row: Row, width: int, mark: str = "") -> Content:
        if row.heading:
            return text.fit(text.line((f" {text.line(row.label).plain}", "$faint")), width)
        at_cursor = number == self.cursor
        mark = mark or (PICKED if row.chosen else CLOSED if row.closed is not None else CURSOR if at_cursor else " ")
        note = text.line(row.note)
        label = text.line(row.label)
        if row.more and note.cell_length + label.cell_length + 4 > width:
            note = text.line("")
        if row.closed is not None:
            label = text.line((label.plain, "$closed"))
        room = max(1, width - note.cell_length - (1 if note.plain else 0))
        content = text.line(text.fit(text.line(f" {mark} ", label), room), " " if note.plain else "", note)
        content = text.fit(content, width)
        if at_cursor:
            return text.line((content.plain, "$pick" if self.has_focus else "$held"))
        return content


def cut_marks(drawn: list[Content], above: int, below: int, column: int = 0) -> list[Content]:
    for place, more, arrow in ((0, above, "\u2191"), (-1, below, "\u2193")):
        if more > 0 and len(drawn) > 1:
            drawn[place] = text.line(drawn[place][:column], (arrow, "$key"), drawn[place][column + 1 :])
    return drawn
