"""Day of Mercury's eight places: a list that is drawn as lines, pairs of lines or cards, as there is room.

The keys, the rows and what it posts are those of the list. Cards stand in two columns, so that up and down go through
them in the order of their numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import events
from textual.content import Content

from tui import text
from tui.widgets.choices import Choices, Row

Draw = Callable[[int, int, bool, bool], list[Content]]
"""(number of the row, columns, is the cursor there, has the list the keyboard) to the lines of one item."""


class Spots(Choices):
    """The list. `draw` is None where each row is a line."""

    def __init__(self, *, id: str, empty: str = "") -> None:
        super().__init__((), id=id, empty=empty)
        self._draw: Draw | None = None
        self._columns = 1
        self._lines = 1
        self._kept: dict[tuple[int, int, bool, bool], list[Content]] = {}
        """Cards as they were drawn."""

    def draw(self, rows: Sequence[Row], draw: Draw | None, columns: int, lines: int) -> None:
        """Other rows, each drawn by `draw` in so many lines, in one or two columns."""
        self._draw, self._columns, self._lines = draw, columns, lines
        self._kept.clear()
        self.show(rows)
        self.redraw()

    @property
    def _high(self) -> int:
        """Items in a column."""
        return -(-len(self.rows) // self._columns)

    def on_click(self, event: events.Click) -> None:
        if self._draw is None:
            super().on_click(event)
            return
        event.prevent_default()
        offset = event.get_content_offset_capture(self)
        column = min(self._columns - 1, offset.x * self._columns // max(1, self.size.width))
        number = column * self._high + offset.y // self._lines
        if offset.y // self._lines < self._high and 0 <= number < len(self.rows):
            again = number == self.cursor
            self._go(number)
            if again:
                self.action_pick()

    def drawn(self) -> Sequence[Content]:
        draw, width = self._draw, self.size.width // self._columns
        if draw is None or not self.rows or self.size.height < self._high * self._lines:
            return super().drawn()
        found: list[Content] = []
        for place in range(self._high):
            numbers = range(place, len(self.rows), self._high)
            cards = [self._card(draw, number, width) for number in numbers]
            found += [text.line(*[card[layer] for card in cards]) for layer in range(self._lines)]
        return found

    def _card(self, draw: Draw, number: int, width: int) -> list[Content]:
        here = number == self.cursor
        key = number, width, here, here and self.has_focus
        if key not in self._kept:
            self._kept[key] = draw(*key)
        return self._kept[key]
