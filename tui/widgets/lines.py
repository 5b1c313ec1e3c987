"""What is painted line by line: after a change only the lines that differ are painted again.

A key that moves a cursor changes two lines of a list. Textual paints a widget as a whole, which for a grid of thirteen
players is most of what a key costs; and text that is put into a `Static` is measured and laid out anew each time.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from textual.content import Content
from textual.geometry import Region, Size
from textual.reactive import Reactive
from textual.strip import Strip
from textual.visual import Visual
from textual.widget import Widget

from tui import text
from tui.fitting import covered
from tui.widgets.rooms import Rooms

LONG = 100
"""Rows from which only those are painted that are asked for: of a page that scrolls most are never seen."""


class Lines(Widget):
    """A widget that says what it shows as rows, none of them wider than itself."""

    DEFAULT_CSS = "Lines { text-wrap: nowrap; text-overflow: clip; }"
    virtual_size: Reactive[Size] = Reactive(Size(0, 0))
    """No scroll bars: another size asks for no second layout."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes, markup=False)
        self.auto_links = False  # there are none, and looking for them costs a pass over every line
        self._painted: dict[int, Strip] = {}
        self._shown: list[Content] = []
        self._shown_size: Size | None = None
        self._due = False

    def drawn(self) -> Sequence[Content]:
        """What it shows now, for its present size."""
        raise NotImplementedError

    def redraw(self, *, layout: bool = False) -> None:
        """Something changed: compare with what is painted, once nothing else is to be done. `layout`: it needs
        another size too, unless a table of parts says how large it is."""
        if layout and not self.placed:
            self.refresh(layout=True)
        else:
            self._due = True
            self.check_idle()

    @property
    def placed(self) -> bool:
        """Is its size a matter of the table it stands on (tui/layout.py), whatever it shows?"""
        return isinstance(self.parent, Widget) and isinstance(self.parent.layout, Rooms)

    def on_unmount(self) -> None:
        self._painted.clear()  # whoever held the widget need not hold what was seen of it

    def on_idle(self) -> None:
        if self._due:
            self._due = False
            self._compare()

    def _compare(self) -> None:
        if self._shown_size != self.size or covered(self.screen):
            self.refresh()
            return
        before, self._shown = self._shown, list(self.drawn())
        pairs = itertools.zip_longest(before, self._shown)
        changed = [y for y, (old, new) in enumerate(pairs) if old is None or new is None or not same(old, new)]
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
            whole = [] if self.size.height > LONG else self._strips(text.lines(self._shown), self.size.height)
            self._painted = dict(enumerate(whole))
        strip = self._painted.get(y)
        if strip is None:
            strip = self._painted[y] = self._line(y)
        return strip

    def _line(self, y: int) -> Strip:
        if y >= len(self._shown):
            return Strip.blank(self.size.width, self.visual_style.rich_style)
        if self.text_selection is not None:  # it goes over lines
            return self._strips(text.lines(self._shown), self.size.height)[y]
        painted = self._strips(self._shown[y], 1)
        return painted[0].apply_offsets(0, y) if painted else Strip.blank(0)

    def _strips(self, content: Content, height: int) -> list[Strip]:
        return Visual.to_strips(self, content, self.size.width, height, self.visual_style)

    def on_focus(self) -> None:
        self.redraw()

    def on_blur(self) -> None:
        self.redraw()


def same(one: Content, other: Content) -> bool:
    """Do they look the same? (Contents are equal for Textual when their words are.)"""
    return one is other or (one.plain == other.plain and one.spans == other.spans)
