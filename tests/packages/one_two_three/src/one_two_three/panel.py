"""The screen of One, Two, Three. The contract is the docstring of `tui.games.base`."""

from __future__ import annotations

from typing import Any

from textual.app import ComposeResult
from textual.widget import Widget

from one_two_three.structs import Orders, Report, View
from one_two_three.words import told
from tui.games.base import GamePanel
from tui.widgets.block import Block
from tui.widgets.choices import Choices, Row, row_of
from tui.widgets.layout import ANY, Columns, Rows, Table, part
from tui.words import text


class OneTwoThreePanel(GamePanel[Orders, View, Report]):
    """The hand, to whom the card under the cursor can be shown, and what was met."""

    TOPIC = "Enter on a card plays it. The list beside it shows that card to somebody, at once and for good."
    LEAST = (40, 11)
    TABLE = Table(
        Rows(Columns("left", "right"), "below"),
        part("hand", "left", (20, 5), worth=100, up_to=(ANY, 7)),
        part("shows", "right", (18, 5), worth=80, up_to=(ANY, 7)),
        part("met", "below", (36, 3), worth=60, up_to=(ANY, ANY)),
    )

    def empty(self) -> dict[str, Any]:
        return {"card": None}

    def compose(self) -> ComposeResult:
        yield Choices(id="hand", empty="Nothing can be done now.")
        yield Choices(id="shows", empty="")
        yield Block("So far", id="met")

    def preferred_focus(self) -> Widget | None:
        return next(iter(self.query("#hand")), None)

    def show(self) -> None:
        view = self.seat.view()
        other = view.other or "-"
        seen = ", ".join(card[0] for card in view.seen.get(other, ()))
        rows = [Row("head", f"You meet {other}{f': showed {seen}' if seen else ''}", heading=True)]
        cards = [choice for choice in self.seat.asks().choices if choice.slot == "card"]
        chosen = self.orders.get("card")
        rows += [row_of(one)._replace(chosen=one.value == chosen, note=(str(one.value), "$faint")) for one in cards]
        self.query_one("#hand", Choices).show(rows)
        self._show_shows()
        points = ", ".join(f"{seat} {n}" for seat, n in view.points.items())
        own = [told(met) for met in reversed(view.met)]
        self.query_one("#met", Block).show([text.line("Points: ", (points, "$strong")), *own])

    def _show_shows(self) -> None:
        """To whom the card under the cursor can be shown."""
        card = self.query_one("#hand", Choices).row
        shows = [one for one in self.seat.asks().choices if card is not None and one.value == card.id
                 and one.slot.startswith("action")]  # fmt: skip
        rows = [row_of(one, one.slot.removeprefix("action.show."))._replace(id=one.slot) for one in shows]
        heads = [Row("shows", f"Show this {card.id[0]} to", heading=True)] if card is not None and rows else []
        self.query_one("#shows", Choices).show([*heads, *rows])

    def on_choices_moved(self, message: Choices.Moved) -> None:
        if message.choices.id == "hand":
            self._show_shows()

    def on_choices_picked(self, message: Choices.Picked) -> None:
        card = self.query_one("#hand", Choices).row
        if message.choices.id == "hand":
            self.edit({"card": message.row.id})
        elif card is not None:
            to = message.row.id.removeprefix("action.show.")
            action = {"kind": "show", "to": to, "card": card.id}
            self.do(action, [f"{to} sees your {card.id[0]}. You need not play it."], "Show it?")
