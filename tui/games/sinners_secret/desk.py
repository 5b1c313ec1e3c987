"""What the dialogs of A Sinner's Secret ask of the panel that opens them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from textual.screen import Screen

from core.games.sinners_secret.claims import Claim
from core.games.sinners_secret.structs import Orders, Report, View
from core.seat import Seat
from tui.games.sinners_secret.draft import Draft
from tui.games.sinners_secret.notebook import Notebook
from tui.games.sinners_secret.sight import Sight
from tui.widgets.frame import Tone

T = TypeVar("T")


class Desk(Protocol):
    """The panel, as far as dialogs know it."""

    @property
    def seat(self) -> Seat[Orders, View, Report]: ...

    @property
    def sight(self) -> Sight:
        """What is before the player now; anew after each change."""
        ...

    @property
    def claims(self) -> Sequence[Claim]:
        """What others claimed in talk, oldest first."""
        ...

    def order(self, draft: Draft) -> None:
        """Other orders in the making."""
        ...

    def write(self, book: Notebook) -> None:
        """Another notebook."""
        ...

    def say(self, to: str | tuple[str, ...], words: str) -> None:
        """Say something to a room or to seats."""
        ...

    def ask(self, dialog: Screen[T], then: Callable[[T], object]) -> None:
        """Open a dialog; `then` hears the answer."""
        ...

    def tell(self, sentence: str, tone: Tone = "faint", ruling: str | None = None) -> None:
        """A word in the status line."""
        ...
