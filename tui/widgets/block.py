"""A titled pane of text."""

from __future__ import annotations

from collections.abc import Iterable

from textual.content import Content

from tui.widgets.lines import Paper, looks_same
from tui.words import text


class Block(Paper):
    """A pane with a title in its border. Its text is plain content, never markup."""

    LEAD = 0
    """Columns of names before the words, kept free in continued lines."""

    def __init__(self, title: text.Part = "", *, id: str, classes: str = "") -> None:
        super().__init__(id=id, classes=f"house-block {classes}".strip())
        self._rows: list[Content] = []
        self._head = self._foot = Content("")
        self.head(title)

    def head(self, title: text.Part, tail: text.Part = "") -> None:
        """Change the title; `tail` is shown at the right end of the lower border, if it has one."""
        head, foot = text.line(title), text.line(tail)
        if looks_same(head, self._head) and looks_same(foot, self._foot):
            return
        self._head, self._foot = head, foot
        self.border_title = head
        self.border_subtitle = foot if tail else None

    def show(self, rows: Iterable[text.Part]) -> None:
        self._rows = [text.line(row) for row in rows]
        self.update(text.lines(self._rows))

    def fit(self, width: int) -> list[Content]:
        """Return the text in lines of `width` columns, with hanging marks."""
        return text.hung(self.content, width, self.LEAD)

    @property
    def plain(self) -> str:
        return "\n".join(row.plain for row in self._rows)

    @property
    def copied(self) -> str:
        """Text with the title; empty for an empty pane."""
        return "\n".join(part for part in (self._head.plain, self.plain.rstrip()) if part) if self.plain.strip() else ""
