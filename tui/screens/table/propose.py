"""Putting a proposal together: what I give, what I want."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from textual.binding import Binding
from textual.widget import Widget
from textual.widgets import Input

from core.table.seat import Deal
from tui.screens.dialogs import Dialog
from tui.widgets.choices import Choices, Row
from tui.widgets.lines import Paper
from tui.widgets.say import Field
from tui.words import text


class Propose(Dialog[Deal]):
    """Two lists to choose from, or two lines to write where the game has no list."""

    BINDINGS = [Binding("tab", "app.focus_next", "other side", show=False, id="propose.tab", tooltip="The other list.")]

    def __init__(
        self,
        to: str,
        give: Sequence[str],
        want: Sequence[str],
        worth: Callable[[str, str], text.Part] | None = None,
        at: tuple[str, str] = ("", ""),
    ) -> None:
        """`worth(give, want)`: what such a deal would bring, written beside what one wants. `at`: where to begin."""
        super().__init__(f"A proposal to {to}")
        self._give = give
        self._want = want
        self._worth = worth
        self._at = at
        self._chosen = ""

    def body(self) -> Iterable[Widget]:
        yield Paper("I give")
        if self._give:
            yield Choices([Row(kind, kind) for kind in self._give], id="give")
            yield Paper("I want")
            yield Choices([Row(kind, kind) for kind in self._want], id="want")
        else:
            yield Field(placeholder="what you give", id="give-text", max_length=40)
            yield Paper("I want")
            yield Field(placeholder="what you want", id="want-text", max_length=40)

    def on_mount(self) -> None:
        if self._give:
            for widget_id, kind in zip(("#give", "#want"), self._at, strict=True):
                self.query_one(widget_id, Choices).point(kind)
            self._show_worth()
        self.query_one("#give" if self._give else "#give-text").focus()

    def on_choices_moved(self, message: Choices.Moved) -> None:
        if message.choices.id == "give" and not self._chosen:
            self._show_worth()

    def _show_worth(self) -> None:
        """Beside every thing one could want: what it would bring for the thing given."""
        give, want = self.query_one("#give", Choices), self.query_one("#want", Choices)
        chosen = self._chosen or (give.row.id if give.row else "")
        if self._worth is not None and chosen:
            worth = self._worth
            want.show([row._replace(note=worth(chosen, row.id)) for row in want.rows])

    def on_choices_picked(self, message: Choices.Picked) -> None:
        give, want = self.query_one("#give", Choices), self.query_one("#want", Choices)
        if message.choices is give:
            give.show([row._replace(chosen=row.id == message.row.id) for row in give.rows])
            self._chosen = message.row.id
            self._show_worth()
            want.focus()
        else:
            self.dismiss(Deal(give=self._chosen or (give.row.id if give.row else ""), want=message.row.id))

    def on_input_submitted(self, message: Input.Submitted) -> None:
        give, want = (
            self.query_one("#give-text", Input).value.strip(),
            self.query_one("#want-text", Input).value.strip(),
        )
        if give and want:
            self.dismiss(Deal(give=give, want=want))
        else:
            self.tell("Name both what you give and what you want.", "warn")
            self.focus_next()
