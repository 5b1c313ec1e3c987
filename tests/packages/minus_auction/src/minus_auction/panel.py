"""The screen of Minus Auction. The contract is the docstring of `tui.games.base`."""

from __future__ import annotations

from collections.abc import Iterable

from textual.app import ComposeResult
from textual.widget import Widget

from core.contract import NoOrders
from minus_auction.structs import Report, View
from minus_auction.words import counted
from tui.games.base import GamePanel
from tui.widgets.block import Block
from tui.widgets.choices import Choices, row_of
from tui.widgets.layout import ANY, Columns, Table, part
from tui.words import text


class MinusAuctionPanel(GamePanel[NoOrders, View, Report]):
    """The card that is up with what lies on it, the two moves, and everybody's cards."""

    TOPIC = "Enter pays a chip or takes the card. Of a run of numbers only the lowest counts; a chip is a point."
    LEAST = (40, 11)
    TABLE = Table(
        Columns("left", "right"),
        part("lot", "left", (36, 3), worth=100, up_to=(44, 4)),
        part("moves", "left", (30, 2), worth=90, up_to=(44, 3)),
        part("cards", "right left", (36, 3), worth=80, up_to=(ANY, 9)).larger((36, 6), worth=30, up_to=(ANY, 9)),
        part("past", "left", (36, 3), worth=20, up_to=(44, ANY)),
    )

    def compose(self) -> ComposeResult:
        yield Block("On the table", id="lot")
        yield Choices(id="moves", empty="Nothing can be done now.")
        yield Block("Cards", id="cards")
        yield Block("Lots before", id="past")

    def preferred_focus(self) -> Widget | None:
        return next(iter(self.query("#moves")), None)

    def show(self) -> None:
        view, name = self.seat.view(), self.seat.name
        whose = "Your turn" if view.turn == name else f"{view.turn} decides"
        up = text.line(("Card ", "$faint"), (f" {view.up} ", "$badge"), f"  {'●' * view.pot or 'nothing'} on it")
        own = "" if view.chips is None else f"You have {counted(view.chips)}. "
        self.query_one("#lot", Block).head("On the table", (f"{view.left} to come", "$faint"))
        self.query_one("#lot", Block).show([up, text.line(own, (f"{whose}.", "$strong"))])
        self.query_one("#moves", Choices).show([row_of(choice) for choice in self.seat.asks().choices])
        self.query_one("#cards", Block).show(list(self._cards(view)))
        past = [
            f"{lot.lot:>2}  {lot.seat} took the {lot.card} with {counted(lot.chips)}" for lot in reversed(view.past)
        ]
        self.query_one("#past", Block).show(past or ["No card was taken yet."])

    def _cards(self, view: View) -> Iterable[text.Part]:
        for seat, cards in view.cards.items():
            mark = ("> ", "$good") if seat == view.turn else "  "
            name = text.fit((seat, "$strong" if seat == self.seat.name else ""), 8)
            minus = text.fit((f"-{view.minus[seat]}" if view.minus[seat] else "0", "$bad"), 6)
            yield text.line(mark, name, minus, " ".join(map(str, sorted(cards))))

    def on_choices_picked(self, message: Choices.Picked) -> None:
        choice = next(one for one in self.seat.asks().choices if str(one.value) == message.row.id)
        if choice.value == "pay":
            self.do_now(choice.probe or {})
        else:
            view = self.seat.view()
            rows = [f"You take the {view.up} with {counted(view.pot)} on it, and begin the next lot."]
            self.do(choice.probe or {}, rows, "Take the card?")
