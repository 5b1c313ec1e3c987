"""Text painted line by line, so that only changed lines are painted again; and wrapped text with hanging indents.

Textual paints whole widgets. For a grid of thirteen players that is most of a key's cost.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence

from rich.cells import cell_len
from rich.segment import Segment
from textual import events
from textual.content import Content
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.reactive import Reactive
from textual.strip import Strip
from textual.style import Style
from textual.visual import Visual
from textual.widget import Widget

from tui.app.fitting import is_covered
from tui.widgets.boxes import Rooms
from tui.words import text

LEFT_TOP = ("left", "top")


class Lines(Widget):
    """A widget with its content as rows, none wider than itself."""

    DEFAULT_CSS = "Lines { text-wrap: nowrap; text-overflow: clip; }"
    virtual_size: Reactive[Size] = Reactive(Size(0, 0))
    """No scroll bars: a new size needs no second layout."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes, markup=False)
        self.auto_links = False  # there are no links, and searching for them costs a pass over every line
        self._painted: dict[int, Strip] = {}
        self._shown: list[Content] = []
        self._shown_size: Size | None = None
        self._simple = False
        """True if every row can be painted alone: left-aligned, without a selection."""
        self._due = False

    def drawn(self) -> Sequence[Content]:
        raise NotImplementedError

    @property
    def spoken(self) -> str:
        """Text at the cursor for a screen reader."""
        return " ".join(row.plain for row in self.drawn())

    @property
    def allow_select(self) -> bool:
        """False under a thumb, where the second of two taps would select all text."""
        return super().allow_select and not getattr(self.app, "by_thumb", False)

    def redraw(self, *, layout: bool = False) -> None:
        """Paint changed lines when idle. `layout`: the size changes too, unless a table of parts decides it."""
        if layout and not self.placed:
            self.refresh(layout=True)
        else:
            self._due = True
            self.check_idle()

    @property
    def placed(self) -> bool:
        return isinstance(self.parent, Widget) and isinstance(self.parent.layout, Rooms)

    def on_unmount(self) -> None:
        self._painted.clear()  # a reference to the widget must not keep its content alive

    def on_idle(self) -> None:
        if self._due:
            self._due = False
            self._compare()

    def _compare(self) -> None:
        if self._shown_size != self.size or is_covered(self.screen):
            self.refresh()
            return
        before, self._shown = self._shown, list(self.drawn())
        pairs = itertools.zip_longest(before, self._shown)
        changed = [y for y, (old, new) in enumerate(pairs) if old is None or new is None or not looks_same(old, new)]
        for y in changed:
            self._painted.pop(y, None)
        if changed:
            super().refresh(*(Region(0, y, self.size.width, 1) for y in changed))

    def refresh(self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False) -> Lines:
        """Paint all of it again, or regions."""
        if repaint and not regions:
            self._shown_size = None
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)

    def render(self) -> Content:
        return text.lines(self.drawn())

    def render_line(self, y: int) -> Strip:
        if self._shown_size != self.size:
            self._shown, self._shown_size = list(self.drawn()), self.size
            self._painted = {}
            rules = self.styles
            self._simple = (
                self.text_selection is None
                and (rules.text_align, rules.content_align) in (("left", LEFT_TOP), ("start", LEFT_TOP))
            )  # fmt: skip
            if not self._simple:  # a selection spans lines
                self._painted = dict(enumerate(self._strips(text.lines(self._shown), self.size.height)))
        strip = self._painted.get(y)
        if strip is None:
            strip = self._painted[y] = self._line(y)
        return strip

    def _line(self, y: int) -> Strip:
        if y >= len(self._shown):
            return Strip.blank(self.size.width, self.visual_style.rich_style)
        row = self._shown[y]
        if self._simple and row.cell_length <= self.size.width and not ("\t" in row.plain or "\n" in row.plain):
            return paint_row(row, self.visual_style, self.app.stylesheet.parse_style)
        if self.text_selection is not None:
            return self._strips(text.lines(self._shown), self.size.height)[y]
        strips = self._strips(row, 1)
        return strips[0] if strips else Strip.blank(0)

    def place_at(self, x: int, y: int) -> Offset | None:
        """Return the text position in this cell, for selecting with the mouse: column and row; behind a row's end
        its end. None if there is no text."""
        inside = self.content_region
        if y >= inside.bottom:
            x, y = inside.bottom_right_inclusive
        x, y = x - inside.x, y - inside.y
        if x < 0 or y < 0:  # on the border
            return Offset(max(0, x), max(0, y))
        if y >= len(self._shown):
            return None
        row = self._shown[y].plain
        return Offset(next((n for n in range(len(row)) if cell_len(row[:n]) >= x), len(row)), y)

    def _strips(self, content: Content, height: int) -> list[Strip]:
        return Visual.to_strips(self, content, self.size.width, height, self.visual_style)

    def on_focus(self) -> None:
        self.redraw()

    def on_blur(self) -> None:
        self.redraw()


class Lettered(Lines, can_focus=True):
    """Lines that take letters. A page offers each on its bar; a tap on a letter in the colour of keys types it."""

    class Typed(Message):
        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    def offered(self) -> Sequence[tuple[str, str]]:
        """Return the letters with an effect now, each with a word."""
        raise NotImplementedError

    def takes(self, letter: str) -> bool:
        """True if the letter is meant for these lines; others are keys of the screen."""
        raise NotImplementedError

    def on_key(self, event: events.Key) -> None:
        if event.character and self.takes(event.character):
            event.stop()
            event.prevent_default()
            self.post_message(self.Typed(event.character))


def paint_row(row: Content, style: Style, look_up: Callable[[str | Style], Style]) -> Strip:
    """Return a row in its colours. Textual stores text positions in each style; here `place_at` computes them on
    demand."""
    plain, at = row.plain, 0
    pieces: list[Segment] = []
    for start, end, own in row.spans:
        if start < at:  # overlapping styles
            rendered = row.render(style, end="", parse_style=look_up)
            return Strip(
                [Segment(words, (style + piece_style).rich_style) for words, piece_style in rendered], row.cell_length
            )
        if start == end:
            continue
        if start > at:
            pieces.append(Segment(plain[at:start], style.rich_style))
        pieces.append(Segment(plain[start:end], (style + (style + look_up(own))).rich_style))
        at = end
    if at < len(plain):
        pieces.append(Segment(plain[at:], style.rich_style))
    return Strip(pieces, row.cell_length)


def looks_same(first: Content, other: Content) -> bool:
    """True if two contents look the same. (Textual compares the words only.)"""
    return first is other or (first.plain == other.plain and first.spans == other.spans)


class Paper(Lines):
    """Text in a widget of its own height, measured after a change. With less room the last line says how much is
    missing."""

    DEFAULT_CSS = "Paper { height: auto; }"

    def __init__(self, content: text.Part = "", *, id: str | None = None, classes: str = "") -> None:
        super().__init__(id=id, classes=classes)
        self.content = text.line(content)
        """Text before it is wrapped."""
        self._fitted: tuple[int, list[Content]] = (-1, [])

    @property
    def copied(self) -> str:
        """Text for the clipboard."""
        return self.content.plain

    def update(self, content: text.Part) -> None:
        content = text.line(content)
        if looks_same(content, self.content):
            return
        width, before = self._fitted
        self.content, self._fitted = content, (-1, [])
        high = self.styles.height is None or self.styles.height.is_auto
        wide = self.styles.width is not None and self.styles.width.is_auto
        self.redraw(layout=wide or (high and (width < 0 or len(self._fit(width)) != len(before))))

    def lay_out(self) -> None:
        """Wrap it anew: something that `fit` reads has changed."""
        self._fitted = (-1, [])
        self.redraw(layout=True)

    def drawn(self) -> Sequence[Content]:
        return text.cut(self._fit(self.size.width), self.size.height)

    def _fit(self, width: int) -> list[Content]:
        if self._fitted[0] != width:
            self._fitted = width, self.fit(width)
        return self._fitted[1]

    def fit(self, width: int) -> list[Content]:
        return text.wrapped(self.content, width)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._fit(width))

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return max(row.cell_length for row in self.content.split("\n", allow_blank=True))


class Words(Paper):
    """Rows of text, each wrapped with its own indent."""

    def __init__(self, rows: text.Part = "", *, id: str | None = None) -> None:
        super().__init__(rows, id=id, classes="house-words")

    def fit(self, width: int) -> list[Content]:
        return text.hung(self.content, width)
