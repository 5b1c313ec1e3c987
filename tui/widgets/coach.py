"""The coach's line above the table; where no row is to spare, in the line for answers, beside what is said
there if that leaves room."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from core.bots.coach import Hint
from tui.widgets.lines import Lines
from tui.words import text

OWN_ROW = 26
"""Rows of the terminal from which the coach has one of its own: with fewer it would cost the table a part."""

NARROW = 60
"""Columns below which everything around its words is said as shortly as it can be."""

KEYS: text.Part = text.line((" C", "$key"), (" how, ", "$faint"), ("H", "$key"), (" hush ", "$faint"))


def coach_line(hint: Hint, width: int) -> Content:
    """What the coach says in one row: the step, the words, and its two keys at the end."""
    head = " "
    if hint.step and hint.of > 1:
        head = f" {hint.step} of {hint.of}: " if width >= NARROW else f" {hint.step}/{hint.of} "
    room = max(0, width - len(head) - text.line(KEYS).cell_length)
    if len(hint.words) > room:  # the keys give way before the words do: their names are on the page
        tail = text.line((" C", "$key"), (" how ", "$faint")) if width >= NARROW else text.line((" C", "$key"), " ")
        room = max(0, width - len(head) - tail.cell_length)
    else:
        tail = text.line(KEYS)
    said = hint.words if len(hint.words) <= room else hint.brief or hint.words
    words = text.fit(text.line((said, "$strong")), room)
    return text.fit(text.line((head, "$accent"), words, tail), width)


class CoachLine(Lines):
    """The line; not there while the coach says nothing."""

    DEFAULT_CSS = "CoachLine { height: 1; background: $sheet; display: none; }"

    def __init__(self) -> None:
        super().__init__(id="coach")
        self.hint: Hint | None = None

    def show(self, hint: Hint | None) -> None:
        """Other words; None takes the line away."""
        self.hint = hint
        self.display = hint is not None
        self.redraw()

    def drawn(self) -> Sequence[Content]:
        return [] if self.hint is None else [coach_line(self.hint, self.size.width)]
