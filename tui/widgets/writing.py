"""Inputs: the line for a message, and a seat's private notes. Pasted text stays whole."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import NamedTuple
from weakref import WeakKeyDictionary

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.geometry import Offset, Size
from textual.reactive import Reactive
from textual.timer import Timer
from textual.widgets import Input, TextArea

from core.refusal import Refused
from core.table.seat import Seat
from core.talk.channels import LONGEST
from tui.widgets.boxes import Vertical, VerticalScroll
from tui.widgets.lines import Paper
from tui.words import text

BREAK = "\u240a"
NEARLY = 200
"""Characters before the limit from which they are counted."""


class Addressee(NamedTuple):
    """Where words that are written beside the terminal go, on a phone's page."""

    key: str
    label: str
    say: Callable[[str, Callable[[bool], None]], None]
    """Says the words, and calls back once with whether they were said."""


_numbers: WeakKeyDictionary[Input | TextArea, int] = WeakKeyDictionary()
_next_number = count(1)


def field_addressee(field: Input | TextArea, label: str) -> Addressee:
    number = _numbers.setdefault(field, next(_next_number))

    def say(words: str, answered: Callable[[bool], None]) -> None:
        if isinstance(field, TextArea):
            field.insert(words + "\n")
        else:
            field.insert_text_at_cursor(words)
            field.call_later(field.action_submit)
        answered(True)

    return Addressee(f"field {number}", label, say)


class Field(Input):
    """A single-line input with a fixed place on the screen."""

    virtual_size: Reactive[Size] = Reactive(Size(0, 0))
    """The line scrolls within itself: a letter needs no second layout of the screen."""

    @property
    def cursor_screen_offset(self) -> Offset:
        """Cell of the drawn cursor. Textual's is one further behind the last letter."""
        x, y, _, _ = self.content_region
        return Offset(x + cell_len(self.value[: self.cursor_position]) - int(self.scroll_offset.x), y)


class SayLine(Field):
    """The input of a message. `words` is its content with pasted line breaks restored."""

    @property
    def words(self) -> str:
        return self.value.replace(BREAK, "\n")

    def checked_text(self) -> str:
        """Text of the message. Raises Refused, and keeps the text, if it is too long (CM-25)."""
        if (over := len(self.words) - LONGEST) > 0:
            more = f"this one has {over:,} more: shorten it, or say it in two."
            raise Refused("too_long", f"A message has at most {LONGEST:,} characters, and {more}", "CM-25")
        return self.words

    def length_words(self) -> str:
        left = LONGEST - len(self.words)
        if left < 0:
            return f"{-left:,} too many: shorten it, or say it in two."
        return f"{left:,} left" if left <= NEARLY else ""

    def on_paste(self, event: events.Paste) -> None:
        """Textual would take only the first line."""
        event.prevent_default()
        event.stop()
        pasted = BREAK.join(event.text.strip("\r\n").splitlines())
        if self.selection.is_empty:
            self.insert_text_at_cursor(pasted)
        else:
            self.replace(pasted, *self.selection)


PAUSE = 2.0
"""Seconds after the last key until notes are stored. Leaving the editor stores them at once."""


class Notes(Vertical):
    """The notes pane. The editor is made on first use."""

    def __init__(self, seat: Seat, *, frozen: bool = False) -> None:
        super().__init__(id="notes", classes="house-pane")
        self.seat = seat
        self._frozen = frozen
        self._pause: Timer | None = None
        self._written: str | None = None
        """Last text of the editor: when the app ends, the editor is removed before the pane."""

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="notes-rest", can_focus=False):
            yield Paper(id="notes-text")

    def on_mount(self) -> None:
        self.border_title = "Notes (only you)"
        self.show()

    def show(self) -> None:
        notes = self.seat.notes() if self.seat.name is not None else ""
        shown: text.Part = notes if notes.strip() else ("n to write something down.", "$faint")
        self.query_one("#notes-text", Paper).update(text.line(shown))

    async def write(self) -> None:
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
