"""What the halves of A Sinner's Secret's panel share: what is before the player, and where the cursor is."""

from __future__ import annotations

from textual.widget import Widget

from core.games.sinners_secret.claims import Claim
from core.games.sinners_secret.spec import ATTRIBUTES
from tui.games.base import GamePanel
from tui.games.sinners_secret_grid import LettersGrid
from tui.games.sinners_secret_notebook import Notebook, kept, opened
from tui.games.sinners_secret_sight import Sight
from tui.widgets.choices import Choices

LISTS = ("answers", "sent", "heard")
QUERY_ROW = len(ATTRIBUTES)
"""The row of the grid under the attributes; the locks of the own letters follow."""


class Common(GamePanel):
    """The panel without keys and looks."""

    sight_now: Sight | None = None
    claims_now: tuple[tuple[str, Claim], ...] = ()
    """What was said, and the claim in it; in the order of the list."""

    @property
    def sight(self) -> Sight:
        """What is before the player now."""
        if self.sight_now is None:
            self.sight_now = Sight(
                self.seat.view(),
                self.seat.asks(),
                self.orders,
                self.book,
                self.seat.frame().round,
                deducing=self.remembered("follow", False),
                by_owner=self.remembered("by_owner", True),
                live=not self.read_only,
            )
        return self.sight_now

    @property
    def book(self) -> Notebook:
        return opened(self.remembered("notebook"))

    @property
    def grid(self) -> LettersGrid:
        return self.query_one("#letters", LettersGrid)

    @property
    def place(self) -> str:
        """The pane with the keyboard: `letters`, `query`, `answers`, `sent` or `heard`."""
        focus = self.screen.focused
        return focus.id if isinstance(focus, Widget) and focus.id else "letters"

    @property
    def own_letters(self) -> list[str]:
        return list(self.sight.view.pairs)

    def write(self, book: Notebook) -> None:
        """Keep another notebook, and show it."""
        if self.read_only:
            self.tell("Nothing can be noted here.", "warn")
            return
        self.remember("notebook", kept(book))
        self.tell("")
        self.show()

    def at(self) -> tuple[str, str] | None:
        """Letter and attribute under the cursor; None on another row, with a word about it."""
        letter, row = self.grid.letter, self.grid.at[0]
        if letter is None or row >= QUERY_ROW:
            self.tell("Put the cursor on a letter and an attribute first.", "warn")
            return None
        return letter, ATTRIBUTES[row]

    def row_number(self) -> int | None:
        """The number of the row under the cursor of the list with the keyboard."""
        if self.place not in LISTS:
            return None
        row = self.query_one(f"#{self.place}", Choices).row
        return None if row is None else int(row.id)
