"""The messages of a conversation, with a mark of how many lines are cut above and below."""

from __future__ import annotations

from collections.abc import Sequence

from tui.widgets.boxes import Vertical
from tui.widgets.lines import Paper
from tui.words import text


class SaidPane(Vertical):
    """Holds `#said` with `#messages` in it, and `#said-cut` for the mark."""

    def on_mount(self) -> None:
        for cut in self.query("#said-cut"):
            cut.display = False

    def show(self, rows: Sequence[text.Part]) -> None:
        self.query_one("#messages", Paper).update(text.lines(rows))
        self.query_one("#said").scroll_end(animate=False)
        self.call_after_refresh(self._show_end)

    def show_row(self, rows: Sequence[text.Part], place: int) -> None:
        """Show messages with the row at `place` in view."""
        paper, pane = self.query_one("#messages", Paper), self.query_one("#said")
        paper.update(text.lines(rows))
        above = sum(len(text.wrapped(row, paper.size.width)) for row in rows[:place])

        def scroll() -> None:
            pane.scroll_to(y=above, animate=False)
            self.call_after_refresh(self._mark_cut)

        self.call_after_refresh(self.call_after_refresh, scroll)

    def turn_pages(self, by: int) -> None:
        pane = self.query_one("#said")
        pane.scroll_relative(y=by * max(1, pane.size.height - 1), animate=False)
        self.call_after_refresh(self._mark_cut)

    def on_resize(self) -> None:
        self.call_after_refresh(self._mark_cut)
        self.call_after_refresh(self.call_after_refresh, self._mark_cut)

    def _show_end(self) -> None:
        self._mark_cut()
        for pane in self.query("#said"):
            pane.scroll_end(animate=False)
        self.call_after_refresh(self._mark_cut)

    def _mark_cut(self) -> None:
        if not self.query("#said-cut"):
            return
        pane, cut = self.query_one("#said"), self.query_one("#said-cut", Paper)
        above, below = round(pane.scroll_y), round(pane.max_scroll_y - pane.scroll_y)
        parts: list[text.Part] = []
        if above > 0:
            parts += [(f"\u2191 {text.counted(above, 'line')}", "$warn"), " (", ("\u2190", "$key"), ")  "]
        if below > 0:
            parts += [(f"\u2193 {text.counted(below, 'line')}", "$warn"), " (", ("\u2192", "$key"), ")"]
        cut.update(text.line(*parts))
        cut.display = bool(parts)
