"""Text to read: rows that are too long go on under where their words began, not at the edge."""

from __future__ import annotations

from textual.content import Content
from textual.geometry import Size
from textual.widgets import Static

from tui import text


class Words(Static):
    """Rows of text, each wrapped with the indent that it has."""

    def __init__(self, rows: text.Part = "", *, id: str | None = None) -> None:
        super().__init__(text.line(rows), id=id, classes="words", markup=False)

    def render(self) -> Content:
        return text.lines(text.hung(self.content, self.content_size.width))  # type: ignore[arg-type]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(text.hung(self.content, width))  # type: ignore[arg-type]
