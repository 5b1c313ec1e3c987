"""A page with something long to read."""

from __future__ import annotations

from collections.abc import Iterable

from textual.binding import Binding
from textual.geometry import Size
from textual.widget import Widget

from tui import text
from tui.screens.base import GarnetScreen
from tui.widgets.boxes import VerticalScroll
from tui.widgets.words import Words


class ReadScreen(GarnetScreen[None]):
    """Something long to read, with arrows and pages."""

    AUTO_FOCUS = "#read"
    _written: Size | None = None
    """The terminal for which it was written."""
    BINDINGS = [Binding("enter", "back", "go on", id="read.on", tooltip="Close this page.")]

    def rows(self) -> list[text.Part]:
        """What there is to read."""
        raise NotImplementedError

    def body(self) -> Iterable[Widget]:
        self._written = self.app.size
        shown = Words(text.lines(self.rows()), id="read-text")
        yield VerticalScroll(shown, id="read", classes="house-pane")

    def on_resize(self) -> None:
        super().on_resize()
        if self._written not in (None, self.app.size):  # what is drawn was drawn for so many columns
            self._written = self.app.size
            self.reflow()

    def reflow(self) -> None:
        """Write it anew, for another size."""
        self.query_one("#read-text", Words).update(text.lines(self.rows()))

    def copied(self) -> str:
        return text.lines(self.rows()).plain
