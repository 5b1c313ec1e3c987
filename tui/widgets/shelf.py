"""A shelf of small cards in rows with a cursor: numbered and marked tableaux of runes, framed if they fit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from textual import events
from textual.binding import Binding
from textual.content import Content
from textual.geometry import Size
from textual.message import Message

from tui.widgets.lines import Lines
from tui.words import text

SIDE = 3
"""Columns before the picture of a card without a frame: number above, mark below."""
FRAME = 4
"""Columns of a frame: two lines, and a space beside each."""
RIMS = 2
"""Lines of a frame."""


class Card(NamedTuple):
    number: int
    picture: tuple[text.Part, ...]
    """Lines of the picture; all cards of a shelf have the same size."""
    mark: str = " "
    """A character below the number, with the meaning of the colour."""
    mark_style: str = "$faint"
    dim: bool = False


def frame_lines(
    inner: Sequence[text.Part], width: int, head: text.Part = "", foot: text.Part = "", style: str = "$faint",
    heavy: bool = False,
) -> list[Content]:  # fmt: skip
    """Return lines in a frame of `width` columns, with `head` and `foot` in its borders. `heavy`: with a double
    line."""
    left, right, low_left, low_right, across, down = "╔╗╚╝═║" if heavy else "╭╮╰╯─│"

    def rim(start: str, words: text.Part, end: str) -> Content:
        label = text.line(words).truncate(width - 2, ellipsis=True)
        return text.line((start, style), label, (across * (width - 2 - label.cell_length) + end, style))

    rows = [text.line((f"{down} ", style), text.fit(row, width - FRAME), (f" {down}", style)) for row in inner]
    return [rim(left, head, right), *rows, rim(low_left, foot, low_right)]


@dataclass
class OnCard(Message):
    shelf: Shelf
    place: int

    @property
    def control(self) -> Shelf:
        return self.shelf


class Shelf(Lines, can_focus=True):
    """The cards. Posts `Moved`, `Picked` (Enter, click), `Over` when the cursor would leave above or below, and
    `Nudged` instead of moving while `inner` is set."""

    BINDINGS = [
        Binding("left", "move(0, -1)", "left", show=False, id="shelf.left", tooltip="The card to the left."),
        Binding("right", "move(0, 1)", "right", show=False, id="shelf.right", tooltip="The card to the right."),
        Binding("up", "move(-1, 0)", "up", show=False, id="shelf.up", tooltip="The row above."),
        Binding("down", "move(1, 0)", "down", show=False, id="shelf.down", tooltip="The row below."),
        Binding("enter,space", "pick", "choose", id="shelf.pick", key_display="Enter", tooltip="Choose this card."),
    ]

    class Picked(OnCard):
        """A card was chosen."""

    class Moved(OnCard):
        """The cursor moved to this card."""

    class Over(OnCard):
        """The cursor would leave the shelf; `down` is 1 below and -1 above."""

        def __init__(self, shelf: Shelf, place: int, down: int) -> None:
            super().__init__(shelf, place)
            self.down = down

    class Nudged(OnCard):
        """An arrow was pressed while arrows work inside the card."""

        def __init__(self, shelf: Shelf, place: int, down: int, right: int) -> None:
            super().__init__(shelf, place)
            self.down, self.right = down, right

    def __init__(self, *, id: str, empty: str = "Nothing here.", keeps: bool = True) -> None:
        """`keeps`: the cursor stays visible without focus."""
        super().__init__(id=id)
        self.cards: tuple[Card, ...] = ()
        self.at = 0
        self.inner = False
        self.framed = False
        self._empty = empty
        self._keeps = keeps
        self._top = 0

    # --- what is on it
    def show(self, cards: Sequence[Card], framed: bool = False) -> None:
        before = (len(self.cards), self.framed, self._wide, self._lines)
        self.cards, self.framed = tuple(cards), framed
        self.at = max(0, min(self.at, len(cards) - 1))
        self.redraw(layout=before != (len(self.cards), self.framed, self._wide, self._lines))

    def point(self, place: int) -> None:
        if 0 <= place < len(self.cards) and place != self.at:
            self.at = place
            self.redraw()
            self.post_message(self.Moved(self, place))

    # --- sizes
    @property
    def _picture(self) -> tuple[text.Part, ...]:
        return self.cards[0].picture if self.cards else ("", "")

    @property
    def _wide(self) -> int:
        picture = max(text.line(row).cell_length for row in self._picture)
        return picture + (FRAME if self.framed else SIDE)

    @property
    def _lines(self) -> int:
        return len(self._picture) + (RIMS if self.framed else 0)

    def _step(self, width: int) -> int:
        """Columns from one card to the next: with a gap, unless frames fill the rows better without."""
        wide = self._wide
        if self.framed and self._rows(width, wide) < self._rows(width, wide + 1):
            return wide
        return wide + 1

    def _rows(self, width: int, step: int) -> int:
        across = max(1, (width + step - self._wide) // step)
        return -(-len(self.cards) // across)

    def across(self, width: int | None = None) -> int:
        width = self.size.width if width is None else width
        step = self._step(width)
        return max(1, (width + step - self._wide) // step)

    # --- keys and mouse
    def action_move(self, down: int, right: int) -> None:
        if self.inner:
            self.post_message(self.Nudged(self, self.at, down, right))
            return
        row, last = self.at // self.across(), (len(self.cards) - 1) // self.across()
        if down and not 0 <= row + down <= last:
            self.post_message(self.Over(self, self.at, down))
        elif self.cards:
            self.point(max(0, min(len(self.cards) - 1, self.at + right + down * self.across())))

    def action_pick(self) -> None:
        if self.cards:
            self.post_message(self.Picked(self, self.at))

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset_capture(self)
        column, row = offset.x // self._step(self.size.width), self._top + offset.y // self._lines
        place = row * self.across() + column
        if column < self.across() and 0 <= place < len(self.cards):
            repeated = place == self.at
            self.point(place)
            if repeated:
                self.action_pick()

    # --- painting
    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        rows = -(-len(self.cards) // self.across(width))
        return max(1, rows * self._lines)

    def drawn(self) -> Sequence[Content]:
        width, height = self.size
        if not self.cards:
            return text.wrapped((f" {self._empty}", "$faint"), width)[: max(1, height)]
        across, step = self.across(), self._step(width)
        rows = -(-len(self.cards) // across)
        shown = max(1, height // self._lines)
        cursor_row = self.at // across
        self._top = max(0, min(self._top, cursor_row, rows - shown))
        self._top = max(self._top, cursor_row - shown + 1)
        lines: list[Content] = []
        for row in range(self._top, min(rows, self._top + shown)):
            places = range(row * across, min(len(self.cards), (row + 1) * across))
            drawn = [self._frame_card(place) if self.framed else self._bare(place) for place in places]
            lines += [
                text.line(*[card[layer].pad_right(step - card[layer].cell_length) for card in drawn])
                for layer in range(self._lines)
            ]
        below = rows - self._top - shown
        for line_, more, arrow in ((0, self._top, "↑"), (-1, below, "↓")):
            if more > 0:
                lines[line_] = text.line((arrow, "$key"), lines[line_][1:])
        return lines

    def _is_at_cursor(self, place: int) -> bool:
        return place == self.at and (self.has_focus or self._keeps)

    def _frame_card(self, place: int) -> list[Content]:
        card, at_cursor = self.cards[place], self._is_at_cursor(place)
        style = "$key" if at_cursor and self.has_focus else "$closed" if card.dim else "$faint"
        if not at_cursor and card.mark != " ":
            style = card.mark_style or style
        picture = [(text.line(row).plain, "$closed") for row in card.picture] if card.dim else card.picture
        number = (str(card.number), "$pick" if at_cursor and self.has_focus else "$held" if at_cursor else "$faint")
        mark: text.Part = (
            "" if card.mark == " " else text.line((" ", style), (card.mark, card.mark_style), (" ", style))
        )
        return frame_lines(picture, self._wide, number, mark, style, heavy=at_cursor)

    def _bare(self, place: int) -> list[Content]:
        card = self.cards[place]
        sides: list[text.Part] = [(f"{card.number:>2} ", "$faint"), (f" {card.mark} ", card.mark_style)]
        layers = []
        for layer, picture in enumerate(card.picture):
            content = text.line(sides[layer] if layer < len(sides) else " " * SIDE, picture)
            if self._is_at_cursor(place):
                content = text.line((content.plain, "$pick" if self.has_focus else "$held"))
            elif card.dim:
                content = text.line((content.plain, "$closed"))
            layers.append(content)
        return layers
