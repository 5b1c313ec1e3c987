"""Finds what was said at a table, in all that its reader may read (HH-82)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import tzinfo

from textual.widget import Widget
from textual.widgets import Input

from core.parts import Spec
from core.talk.channels import Message
from core.talk.finding import find_said, heading
from tui.screens.dialogs import SearchedPick
from tui.widgets.choices import Choices, Row
from tui.widgets.writing import Field
from tui.words import text

MOST = 200
"""Most rows of a list."""


class FindSaid(SearchedPick):
    """Messages by words, names and rounds, newest first; the answer is a place in `messages`."""

    def __init__(self, spec: Spec, messages: Sequence[Message], zone: tzinfo | None) -> None:
        super().__init__("Find what was said")
        self._spec, self._messages, self._zone = spec, messages, zone
        self._places = {id(message): str(place) for place, message in enumerate(messages)}

    def body(self) -> Iterable[Widget]:
        yield Field(placeholder="words, a name, r5 for round 5", id="find")
        yield Choices(self._rows(""), id="pick", empty="Nothing that was said has all these words.")

    def _rows(self, query: str) -> list[Row]:
        return [self._row(message) for message in find_said(self._messages, query)[:MOST]]

    def _row(self, message: Message) -> Row:
        label = text.line((f"{heading(message)}: ", "$strong"), " ".join(message.text.split()))
        when = f"{text.round_title(self._spec, message.round)} {text.hour(message.at, self._zone)}"
        return Row(self._places[id(message)], label, note=(when, "$faint"), more=True)

    def on_input_changed(self, message: Input.Changed) -> None:
        self.query_one("#pick", Choices).show(self._rows(message.value), keep=False)
