"""The screen of One, Two, Three. The contract is the docstring of `tui.games.base`."""

from __future__ import annotations

from typing import Any

from textual.app import ComposeResult
from textual.widget import Widget

from one_two_three.structs import Orders, Report, View
from one_two_three.words import told
from tui.games.base import GamePanel
from tui.layout import ANY, Columns, Table, part
from tui.widgets.block import Block
from tui.widgets.choices import Choices, Row, row_of
from tui.words import text


class OneTwoThreePanel(GamePanel[Orders, View, Report]):
    """The hand, a card to show, and what was met."""

    TOPIC = "Enter on a card plays it. Further down a card can be shown to somebody, at once and for good."
    LEAST = (40, 11)
    TABLE = Table(
        Columns("all"),
        part("hand", "all", (36, 5), worth=100, up_to=(ANY, ANY)),
        part("met", "all", (36, 4), worth=60, up_to=(ANY, 12)),
    )

    def empty(self) -> dict[str, Any]:
        return {"card": None}

    def compose(self) -> ComposeResult:
        yield Choices(id="hand", empty="Nothing can be done now.")
        yield Block("So far", id="met")

    def preferred_focus(self) -> Widget | None:
        return next(iter(self.query("#hand")), None)

    def show(self) -> None:
        view, asks = self.seat.view(), self.seat.asks()
        other = view.other or "-"
        seen = ", ".join(card[0] for card in view.seen.get(other, ()))
        rows = [Row("head", f"You meet {other}{f', who has shown you: {seen}' if seen else ''}", heading=True)]
        cards = [choice for choice in asks.choices if choice.slot == "card"]
        rows += [row_of(one)._replace(chosen=one.value == self.orders.get("card")) for one in cards]
        shows = [choice for choice in asks.choices if choice.slot.startswith("action")]
        if shows:
            rows.append(Row("shows", "Show a card to one other", heading=True))
            rows += [row_of(one)._replace(id=f"{one.slot} {one.value}") for one in shows]
        self.query_one("#hand", Choices).show(rows)
        points = ", ".join(f"{seat} {n}" for seat, n in view.points.items())
        own = [told(met) for met in reversed(view.met)]
        self.query_one("#met", Block).show([text.line("Points: ", (points, "$strong")), *own])

    def on_choices_picked(self, message: Choices.Picked) -> None:
        slot, _, card = message.row.id.rpartition(" ")
        if not slot:
            self.edit({"card": card})
            return
        to = slot.removeprefix("action.show.")
        action = {"kind": "show", "to": to, "card": card}
        self.do(action, [f"{to} sees your {card[0]}. You need not play it."], "Show it?")
