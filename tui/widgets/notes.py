"""A seat's private notes: shown at rest, an editor when it has the keyboard. Kept as one writes."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.timer import Timer
from textual.widgets import TextArea

from core.refusal import Refused
from core.table.seat import Seat
from tui.widgets.boxes import Vertical, VerticalScroll
from tui.widgets.lines import Paper
from tui.words import text

PAUSE = 2.0
"""Seconds after the last key until notes are kept; leaving the editor keeps them at once."""


class Notes(Vertical):
    """The pane. The editor is made when it is first asked for."""

    def __init__(self, seat: Seat, *, frozen: bool = False) -> None:
        super().__init__(id="notes", classes="house-pane")
        self.seat = seat
        self._frozen = frozen
        self._pause: Timer | None = None
        self._written: str | None = None
        """What stands in the editor: where the app ends, that is gone before the pane is."""

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="notes-rest", can_focus=False):
            yield Paper(id="notes-text")

    def on_mount(self) -> None:
        self.border_title = "Notes (only you)"
        self.show()

    def show(self) -> None:
        """Paint the notes at rest."""
        kept = self.seat.notes() if self.seat.name is not None else ""
        shown: text.Part = kept if kept.strip() else ("n to write something down.", "$faint")
        self.query_one("#notes-text", Paper).update(text.line(shown))

    async def write(self) -> None:
        """Give the keyboard to the editor."""
        if self._frozen:
            return
        if not self.query("#notes-editor"):
            editor = TextArea(self.seat.notes(), id="notes-editor", tab_behavior="focus")
            await self.mount(editor)
        self.query_one("#notes-rest").display = False
        editor = self.query_one("#notes-editor", TextArea)
        editor.display = True
        editor.focus()

    def keep(self) -> None:
        """Keep what stands in the editor."""
        for editor in self.query(TextArea):
            self._written = editor.text
        if self._written is not None and self._written != self.seat.notes():
            try:
                self.seat.keep_notes(self._written)
            except Refused as refusal:
                self.screen.refuse(refusal)  # type: ignore[attr-defined]

    def on_text_area_changed(self, message: TextArea.Changed) -> None:
        self._written = message.text_area.text
        if self._pause is not None:
            self._pause.stop()
        self._pause = self.set_timer(PAUSE, self.keep)

    def on_descendant_blur(self) -> None:
        self.keep()
        for editor in self.query(TextArea):
            editor.display = False
        self.query_one("#notes-rest").display = True
        self.show()

    def on_unmount(self) -> None:
        self.keep()
