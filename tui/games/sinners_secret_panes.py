"""The panes beside the grid of A Sinner's Secret: the query, and the lists of answers, queries sent and claims.

A pane shows what it is given and says what was chosen in it (`Chosen`); it knows nothing of the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from textual.app import ComposeResult

from tui import text
from tui.games.sinners_secret_grid import Chosen
from tui.games.sinners_secret_spot import Spot
from tui.widgets.boxes import Vertical
from tui.widgets.choices import Choices, Row

ListName = Literal["answers", "sent", "heard"]
LISTS: tuple[ListName, ...] = ("answers", "sent", "heard")


class QueryPane(Vertical):
    """The query of the round, field by field."""

    def __init__(self) -> None:
        super().__init__(id="query-box", classes="sin-box")

    def compose(self) -> ComposeResult:
        yield Choices(id="query", empty="No queries now.")

    def show(self, rows: Sequence[Row], title: text.Part) -> None:
        """Other fields under another title."""
        self.border_title = text.line(title)
        self.query_one(Choices).show(rows)

    def on_choices_picked(self, message: Choices.Picked) -> None:
        message.stop()
        self.post_message(Chosen(Spot("field", attribute=message.row.id)))


class ListPane(Vertical):
    """One of the lists, the newest row first."""

    def __init__(self, kind: ListName, empty: str) -> None:
        super().__init__(id=f"{kind}-box", classes="sin-box sin-list")
        self.kind: ListName = kind
        self._empty = empty

    def compose(self) -> ComposeResult:
        yield Choices(id=self.kind, empty=self._empty)

    @property
    def choices(self) -> Choices:
        return self.query_one(Choices)

    @property
    def spot(self) -> Spot | None:
        """What is under its cursor."""
        row = self.choices.row
        return None if row is None else Spot(self.kind, number=int(row.id))

    def show(self, rows: Sequence[Row], title: text.Part) -> None:
        """Other rows, numbered as in the View, under another title."""
        self.border_title = text.line(title)
        if len(rows) > len(self.choices.rows) and not self.choices.has_focus:
            self.choices.show(())  # what came in is on top: so is the cursor
        self.choices.show(rows)

    def on_choices_picked(self, message: Choices.Picked) -> None:
        message.stop()
        self.post_message(Chosen(Spot(self.kind, number=int(message.row.id))))
