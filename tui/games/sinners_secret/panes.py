"""The panes beside the grid of A Sinner's Secret: the query, and the lists of answers, queries sent and claims.

A pane shows what it is given and says what was chosen in it (`Chosen`); it knows nothing of the others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from textual.app import ComposeResult

from tui.games.sinners_secret.grid import Chosen
from tui.games.sinners_secret.notebook import Spot
from tui.widgets.boxes import Vertical
from tui.widgets.choices import Choices, Row
from tui.words import text

ListName = Literal["answers", "sent", "heard"]
TITLES: dict[ListName, tuple[str, str]] = {"answers": ("3", "Answers"), "sent": ("4", "Sent"), "heard": ("5", "Said")}
"""By list, its key and its name."""
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


class Lists(Vertical):
    """The three lists: one with the names of all in its title, or all under one another."""

    def __init__(self, empty: Mapping[ListName, str]) -> None:
        super().__init__(id="lists")
        self._empty = empty

    def compose(self) -> ComposeResult:
        for name in LISTS:
            yield ListPane(name, self._empty[name])

    def show(self, rows: Mapping[ListName, Sequence[Row]], which: Sequence[ListName]) -> None:
        """Other rows. `which`: those that there is room for."""
        for pane in self.query(ListPane):
            pane.display = pane.kind in which
            pane.show(rows[pane.kind], _tab(pane.kind, rows) if len(which) > 1 else _tabs(pane.kind))


def pane_keys(active: str) -> text.Part:
    """Every pane with its key, where there is room for one at a time."""
    parts: list[text.Part] = []
    for name, (key, word) in (("letters", ("1", "Grid")), ("query", ("2", "Query")), *TITLES.items()):
        parts += [" " if parts else "", (key, "$key"), " ", (word, "bold underline" if name == active else "$faint")]
    return text.line(*parts)


def _tab(name: ListName, rows: Mapping[ListName, Sequence[Row]]) -> text.Part:
    key, word = TITLES[name]
    return text.line((key, "$key"), f" {word} ({len(rows[name])})")


def _tabs(active: ListName) -> text.Part:
    parts: list[text.Part] = []
    for name, (key, word) in TITLES.items():
        parts += [" " if parts else "", (key, "$key"), (f" {word}", "$strong" if name == active else "$faint")]
    return text.line(*parts)


class ListPane(Vertical):
    """One of the lists, the newest row first."""

    def __init__(self, kind: ListName, empty: str) -> None:
        super().__init__(id=f"{kind}-box", classes="sin-box sin-list")
        self.kind: ListName = kind
        self._empty = empty

    def compose(self) -> ComposeResult:
        choices = Choices(id=self.kind, empty=self._empty)
        choices.add_class("-fill")  # what is longer than the pane is marked by arrows
        yield choices

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
