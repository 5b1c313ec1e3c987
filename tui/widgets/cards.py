"""A list that is drawn as cards in columns where there is room for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import events
from textual.content import Content

from tui.widgets.choices import Choices, Row
from tui.words import text

Draw = Callable[[int, int, int, bool, bool], list[Content]]
"""Draws one card: (row number, columns, lines, is the cursor on it, has the list the keyboard)."""


class CardList(Choices):
    """The list. Its columns are filled one after the other; without `draw`, or without room, each row is a line."""

    def __init__(self, *, id: str, empty: str = "") -> None:
        super().__init__((), id=id, empty=empty)
        self.add_class("-fill")
        self._draw: Draw | None = None
        self.columns = 0
        """Columns of cards; 0 if each row is a line."""
        self._least = self._most = 1
        self._kept: dict[tuple[int, int, int, bool, bool], list[Content]] = {}

    def draw(
        self, rows: Sequence[Row], draw: Draw | None = None, columns: int = 1, least: int = 1, most: int = 1
    ) -> None:
        """Replace the rows. A card has `least` lines, or more where there is room, at most `most`."""
        self._draw, self._least, self._most = draw, least, most
        self.columns = 0 if draw is None else columns
        self._kept.clear()
        self.show(rows)

    @property
    def _high(self) -> int:
        return -(-len(self.rows) // self.columns)

    @property
    def _lines(self) -> int:
        """Lines of a card; 0 where each row is a line."""
        if not self.columns or not self.rows or self.size.height < self._high * self._least:
            return 0
        return min(self._most, self.size.height // self._high)

    def drawn(self) -> Sequence[Content]:
        lines, draw = self._lines, self._draw
        if not lines or draw is None:
            return super().drawn()
        rows: list[Content] = []
        for place in range(self._high):
            cards = [self._card(draw, number, lines) for number in range(place, len(self.rows), self._high)]
            rows += [text.line(*(card[layer] for card in cards)) for layer in range(lines)]
        return rows

    def _card(self, draw: Draw, number: int, lines: int) -> list[Content]:
        at_cursor = number == self.cursor
        key = number, self.size.width // self.columns, lines, at_cursor, at_cursor and self.has_focus
        if key not in self._kept:
            self._kept[key] = draw(*key)
        return self._kept[key]

    def on_click(self, event: events.Click) -> None:
        lines = self._lines
        if not lines:
            return  # `Choices` handles a list
        event.prevent_default()
        offset = event.get_content_offset_capture(self)
        column = min(self.columns - 1, offset.x * self.columns // max(1, self.size.width))
        number = column * self._high + offset.y // lines
        if offset.y // lines < self._high and 0 <= number < len(self.rows):
            repeated = number == self.cursor
            self._go(number)
            if repeated:
                self.action_pick()
