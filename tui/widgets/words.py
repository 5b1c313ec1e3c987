"""Text to read: rows that are too long go on under where their words began, not at the edge."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.geometry import Size

from tui.widgets.lines import Lines, same
from tui.words import text


class Paper(Lines):
    """Text in a widget that is as high as its text needs, measured again only when the text is another. Where it is
    given less room, its last line says how much is missing."""

    DEFAULT_CSS = "Paper { height: auto; }"

    def __init__(self, content: text.Part = "", *, id: str | None = None, classes: str = "") -> None:
        super().__init__(id=id, classes=classes)
        self.content = text.line(content)
        """The text, before it is brought into lines."""
        self._fitted: tuple[int, list[Content]] = (-1, [])

    def update(self, content: text.Part) -> None:
        """Other text."""
        content = text.line(content)
        if same(content, self.content):
            return
        width, before = self._fitted
        self.content, self._fitted = content, (-1, [])
        high = self.styles.height is None or self.styles.height.is_auto
        wide = self.styles.width is not None and self.styles.width.is_auto
        self.redraw(layout=wide or (high and (width < 0 or len(self._fit(width)) != len(before))))

    def drawn(self) -> Sequence[Content]:
        return text.cut(self._fit(self.size.width), self.size.height)

    def _fit(self, width: int) -> list[Content]:
        if self._fitted[0] != width:
            self._fitted = width, self.fit(width)
        return self._fitted[1]

    def fit(self, width: int) -> list[Content]:
        """The text in lines of so many columns: cut between words."""
        return text.wrapped(self.content, width)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._fit(width))

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return max(row.cell_length for row in self.content.split("\n", allow_blank=True))


class Words(Paper):
    """Rows of text, each wrapped with the indent that it has."""

    def __init__(self, rows: text.Part = "", *, id: str | None = None) -> None:
        super().__init__(rows, id=id, classes="house-words")

    def fit(self, width: int) -> list[Content]:
        return text.hung(self.content, width)
