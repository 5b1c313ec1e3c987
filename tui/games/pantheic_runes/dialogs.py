"""What the dialogs of Pantheic Runes ask of the panel that opens them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from textual.screen import Screen

from core.games.pantheic_runes.structs import Orders, Report
from core.games.pantheic_runes.views import View
from core.json import Json
from core.table.seat import Seat
from tui.games.pantheic_runes.draft import Draft
from tui.games.pantheic_runes.view_model import Sight
from tui.widgets.frame import Tone
from tui.words import text

T = TypeVar("T")


class Desk(Protocol):
    """The panel, as far as dialogs know it."""

    @property
    def seat(self) -> Seat[Orders, View, Report]: ...

    @property
    def sight(self) -> Sight:
        """What is before the player now; anew after each change."""
        ...

    def order(self, draft: Draft) -> None:
        """Other orders in the making."""
        ...

    def say(self, to: str, words: str, give: str, want: str) -> None:
        """Say to a seat that one tableau is offered for another."""
        ...

    def do(self, action: Json, rows: Sequence[text.Part], title: str = ...) -> None:
        """A live action, after a question."""
        ...

    def do_now(self, action: Json) -> bool:
        """A live action without one."""
        ...

    def ask(self, dialog: Screen[T], then: Callable[[T], object]) -> None:
        """Open a dialog; `then` hears the answer."""
        ...

    def tell(self, sentence: str, tone: Tone = "faint", ruling: str | None = None) -> None:
        """A word in the status line."""
        ...
