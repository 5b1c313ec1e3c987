"""The line to write in. What is pasted stays whole, and what is too long stays in it until it is shortened."""

from __future__ import annotations

from textual import events
from textual.geometry import Size
from textual.reactive import Reactive
from textual.widgets import Input

from core.refusal import Refused
from core.talk.channels import LONGEST

BREAK = "\u240a"
"""Stands for a line break in the one line that there is to write in."""
NEARLY = 200
"""Characters before the limit from which they are counted for the writer."""


class Field(Input):
    """A line to write in, whose place on the screen does not depend on what is written."""

    virtual_size: Reactive[Size] = Reactive(Size(0, 0))
    """It scrolls within itself: another letter asks for no second layout of the whole screen."""


class Say(Field):
    """The line to write in. `words` is what is meant: line breaks that were pasted are breaks again."""

    @property
    def words(self) -> str:
        return self.value.replace(BREAK, "\n")

    def checked(self) -> str:
        """What is to be said. Refused, with nothing lost, if it is longer than a message may be (CM-25)."""
        if (over := len(self.words) - LONGEST) > 0:
            more = f"this one has {over:,} more: shorten it, or say it in two."
            raise Refused("too_long", f"A message has at most {LONGEST:,} characters, and {more}", "CM-25")
        return self.words

    def counted(self) -> str:
        """How much room is left, once that matters; empty before."""
        left = LONGEST - len(self.words)
        if left < 0:
            return f"{-left:,} too many: shorten it, or say it in two."
        return f"{left:,} left" if left <= NEARLY else ""

    def on_paste(self, event: events.Paste) -> None:
        """Textual's takes the first line of it."""
        event.prevent_default()
        event.stop()
        pasted = BREAK.join(event.text.strip("\r\n").splitlines())
        if self.selection.is_empty:
            self.insert_text_at_cursor(pasted)
        else:
            self.replace(pasted, *self.selection)
