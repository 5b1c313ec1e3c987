"""A shelf of small cards in rows, with a cursor: tableaux of runes, two lines each, numbered and marked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from textual import events
from textual.binding import Binding
from textual.content import Content
from textual.geometry import Size
from textual.message import Message

from tui import text
from tui.widgets.lines import Lines

LINES = 2
"""Lines of a card."""
SIDE = 3
"""Columns before the picture: number above, mark below."""


class Card(NamedTuple):
    """One card: two lines of a picture, with a number and a mark at its side."""

    number: int
    picture: tuple[text.Part, text.Part]
    mark: str = " "
    """One character below the number; it says what the colour says."""
    mark_style: str = "$faint"
    dim: bool = False
    """Drawn as closed."""


class OnCard(Message):
    """Something about one card of a shelf."""

    def __init__(self, shelf: Shelf, place: int) -> None:
        super().__init__()
        self.shelf = shelf
        self.place = place

    @property
    def control(self) -> Shelf:
        return self.shelf


class Shelf(Lines, can_focus=True):
    """The cards. Posts `Moved` and `Picked` (Enter, click), `Over` when the cursor would leave it above or below, and
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
        """The cursor is on this card now."""

    class Over(OnCard):
        """The cursor wants to leave the shelf; `down` is 1 below and -1 above."""

        def __init__(self, shelf: Shelf, place: int, down: int) -> None:
            super().__init__(shelf, place)
            self.down = down

    class Nudged(OnCard):
        """An arrow was pressed while the arrows work inside the card."""

        def __init__(self, shelf: Shelf, place: int, down: int, right: int) -> None:
            super().__init__(shelf, place)
            self.down, self.right = down, right

    def __init__(self, *, id: str, empty: str = "Nothing here.", picture_width: int = 3, keeps: bool = True) -> None:
        """`keeps`: the cursor shows also while something else has the keyboard."""
        super().__init__(id=id)
        self.cards: tuple[Card, ...] = ()
        self.at = 0
        self.inner = False
        self.roomy = False
        self._empty = empty
        self._picture_width = picture_width
        self._keeps = keeps
        self._top = 0

    # --- what is on it
    def show(self, cards: Sequence[Card], roomy: bool = False) -> None:
        """Other cards. The cursor stays at its place as far as there is one."""
        changed = len(cards) != len(self.cards) or roomy != self.roomy
        self.cards, self.roomy = tuple(cards), roomy
        self.at = max(0, min(self.at, len(cards) - 1))
        self.redraw(layout=changed)

    def point(self, place: int) -> None:
        """Put the cursor on a card."""
        if 0 <= place < len(self.cards) and place != self.at:
            self.at = place
            self.redraw()
            self.post_message(self.Moved(self, place))

    @property
    def _step(self) -> int:
        """Columns from one card to the next."""
        return SIDE + self._picture_width + (2 if self.roomy else 1)

    @property
    def _rise(self) -> int:
        """Lines from one row of cards to the next."""
        return LINES + self.roomy

    def across(self, width: int | None = None) -> int:
        """Cards in a row."""
        return max(1, ((self.size.width if width is None else width) + 1) // self._step)

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
        column, row = offset.x // self._step, self._top + offset.y // self._rise
        place = row * self.across() + column
        if column < self.across() and 0 <= place < len(self.cards):
            again = place == self.at
            self.point(place)
            if again:
                self.action_pick()

    # --- painting
    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        rows = -(-len(self.cards) // self.across(width))
        return max(1, rows * self._rise - self.roomy)

    def drawn(self) -> Sequence[Content]:
        width, height = self.size
        if not self.cards:
            return text.wrapped((f" {self._empty}", "$faint"), width)[: max(1, height)]
        across = self.across()
        rows = -(-len(self.cards) // across)
        shown = max(1, (height + self.roomy) // self._rise)
        here = self.at // across
        self._top = max(0, min(self._top, here, rows - shown))
        self._top = max(self._top, here - shown + 1)
        found: list[Content] = []
        for row in range(self._top, min(rows, self._top + shown)):
            places = range(row * across, min(len(self.cards), (row + 1) * across))
            drawn = [self._card(place) for place in places]
            found += [text.line(*[card[layer] for card in drawn]) for layer in range(LINES)]
            if self.roomy:
                found.append(Content(""))
        return found

    def _card(self, place: int) -> tuple[Content, Content]:
        card = self.cards[place]
        here = place == self.at and (self.has_focus or self._keeps)
        sides: tuple[text.Part, text.Part] = (
            (f"{card.number:>2} ", "$faint"),
            (f" {card.mark} ", card.mark_style),
        )
        layers = []
        for side, picture in zip(sides, card.picture, strict=True):
            content = text.line(side, text.fit(picture, self._picture_width))
            if here:
                content = text.line((content.plain, "$pick" if self.has_focus else "$held"))
            elif card.dim:
                content = text.line((content.plain, "$closed"))
            layers.append(content.pad_right(self._step - content.cell_length))
        return layers[0], layers[1]
