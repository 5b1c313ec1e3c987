"""The start menu."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from textual import events
from textual.content import Content
from textual.widget import Widget

from tui.screens.base import GarnetScreen
from tui.widgets.boxes import Vertical
from tui.widgets.choices import Choices, Row
from tui.widgets.lines import Paper
from tui.words import text

NAME = "G A R N E T   H O U S E"


class StartMenu(GarnetScreen[None]):
    """What the hotseat opens with. `entries`: id, word, blurb, what it does, and why it is closed (or None)."""

    TOPIC = "Arrows and Enter choose. Everything here works with the keyboard alone."
    AUTO_FOCUS = "#menu"

    def __init__(
        self,
        entries: Callable[[], Sequence[tuple[str, str, str, Callable[[], object], str | None]]],
        notices: Sequence[str],
    ) -> None:
        super().__init__(id="start")
        self._entries = entries
        self._notices = notices

    def body(self) -> Iterable[Widget]:
        head: list[text.Part] = ["", (NAME, "$accent"), ("Matches of The Genius, around one keyboard", "$faint"), ""]
        yield Vertical(
            Paper(text.lines(head), id="menu-head"),
            Choices(id="menu"),
            Paper(self._warned(), id="menu-notices", classes="house-words"),
            classes="house-menu house-pane",
        )

    def _warned(self) -> Content:
        return text.lines(["", *(text.line(("! ", "$warn"), notice) for notice in self._notices)])

    def warn(self, notices: Iterable[str]) -> None:
        """Say these sentences too, below the entries."""
        if told := list(notices):
            self._notices = [*self._notices, *told]
            self.query_one("#menu-notices", Paper).update(self._warned())

    def on_mount(self) -> None:
        self.show()

    def on_screen_resume(self, event: events.ScreenResume) -> None:
        self.show()

    def show(self) -> None:
        """The entries as they are now."""
        rows = [
            Row(key, text.line(text.fit((word, "$strong"), 12), " ", (blurb, "$faint")), closed)
            for key, word, blurb, _, closed in self._entries()
        ]
        self.query_one("#menu", Choices).show(rows)

    def on_choices_picked(self, message: Choices.Picked) -> None:
        for key, _, _, do, _ in self._entries():
            if key == message.row.id and self.is_current:
                do()

    def action_back(self) -> None:
        self.query_one("#menu", Choices).point("leave")
