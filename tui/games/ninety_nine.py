"""Ninety-nine's panel: the bid in big figures, the rest, the lights, and past bouts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec import UnsetType
from textual.binding import Binding
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

from core.games.duel.course import DuelPast
from core.games.ninety_nine.rules import is_decided
from core.games.ninety_nine.spec import PURSE, colour, lights, span
from core.games.ninety_nine.structs import Orders, Report, View
from core.games.ninety_nine.views import DIGITS
from core.json import Json
from tui.drawings.tiles import FACES, TALL, Scale, big, lamps, row_of
from tui.games.duel import DuelPanel
from tui.widgets.lines import Lines
from tui.words import text

BAR = 50


class Bid(Lines, can_focus=True):
    """The bid, typed or moved by arrows, beside the rest it leaves."""

    BINDINGS = [
        Binding("up", "change(1)", "one more", show=False, id="bid.up", tooltip="One more."),
        Binding("down", "change(-1)", "one less", show=False, id="bid.down", tooltip="One less."),
        Binding("right", "change(10)", "ten more", show=False, id="bid.right", tooltip="Ten more."),
        Binding("left", "change(-10)", "ten less", show=False, id="bid.left", tooltip="Ten less."),
        Binding("backspace", "drop", "last digit", show=False, id="bid.drop", tooltip="Take the last digit back."),
        Binding("enter,space", "pick", "bid it", id="bid.pick", key_display="Enter", tooltip="Bid this."),
        *(Binding(str(n), f"digit({n})", "type", show=False, id=f"bid.{n}", tooltip="Type it.") for n in range(10)),
    ]

    @dataclass
    class Picked(Message):
        """The player wants to bid this; None if nothing was typed yet."""

        bid: int | None

    def __init__(self) -> None:
        super().__init__(id="hand")
        self.left = PURSE
        self.bid: int | None = None
        self.live = False
        self.scale: Scale = "usual"

    def show(self, left: int, live: bool, scale: Scale) -> None:
        larger = scale != self.scale
        if live and not self.live:
            self.bid = None
        self.left, self.live, self.scale = left, live, scale
        if self.bid is not None:
            self.bid = min(self.bid, left)
        self.redraw(layout=larger)

    def put(self, bid: int | None) -> None:
        self.bid = None if bid is None else max(0, min(self.left, bid))
        self.redraw()

    def action_change(self, by: int) -> None:
        self.put((self.bid or 0) + by)

    def action_digit(self, digit: int) -> None:
        typed = (self.bid or 0) * 10 + digit
        self.put(typed if typed <= PURSE else digit)

    def action_drop(self) -> None:
        self.put(None if self.bid is None or self.bid < 10 else self.bid // 10)

    def action_pick(self) -> None:
        self.post_message(self.Picked(self.bid))

    # --- painting
    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return 2 if self.scale == "small" else TALL + 2

    def drawn(self) -> Sequence[Content]:
        bid = self.bid or 0
        after = self.left - bid
        shade = colour(bid)
        band = text.line((f" {shade}, {DIGITS[shade]} ", FACES[shade]))
        least, most = span(lights(after))
        leaves = text.line(f"leaves {after}: ", lamps(lights(after)), (f" ({least}-{most})", "$faint"))
        if not self.live:
            resting = text.line("You have ", (str(self.left), "$strong"), " left.")
            return [resting] if self.scale == "small" else [text.line(""), resting]
        if self.scale == "small":
            if self.bid is None:
                return [text.line(f"Bid 0 to {self.left}: type it"), text.line(("Enter bids", "$faint"))]
            return [text.line(f"Bid {bid} of {self.left} ", band), leaves]
        figures = [text.fit(row, 8) for row in big(self.bid, "$key" if self.has_focus else "$strong")]
        title = [text.line("Your bid  "), text.line((f"of {self.left:<7}", "$faint")), text.line(" " * 10)]
        hint = text.line(("type it, or use the arrows; Enter bids", "$faint"))
        words = [text.line(""), hint, text.line("")] if self.bid is None else [band, leaves, hint]
        return [text.line(""), *row_of([title, figures, words], 2), self._bar(bid, min(BAR, self.size.width - 4))]

    def _bar(self, bid: int, width: int) -> Content:
        stays = (self.left - bid) * width // PURSE
        goes = self.left * width // PURSE - stays
        spent = width - stays - goes
        return text.line(("\u2588" * stays, "$good"), ("\u2592" * goes, "$key"), ("\u00b7" * spent, "$faint"))


class NinetyNinePanel(DuelPanel[Orders, View, Report]):
    WHAT, THING = "bout", "bid"
    PASSED = "You sealed nothing in time, so 0 was bid for you."
    DIGITS = 2
    is_over = staticmethod(is_decided)
    TOPIC = (
        "Type your bid, or change it by 1 with up and down and by 10 with right and left; Backspace takes a digit "
        "back. Enter bids it, and asks once more. The bar shows what stays, what this bid takes (\u2592), and what is "
        "spent.\n\n"
        "Beside the names are the points and the lights that everybody sees: five for 80 or more, one for less than "
        "20. In the middle is the table: the colour that was led, or how the last bout came out. Below are the bouts "
        "so far: \u203a led, * took the point, = nobody did; of your own bids you see the numbers, and the lights "
        "after each."
    )

    def empty(self) -> Json:
        return {"bid": None}

    def hand(self) -> Widget:
        return Bid()

    def show_hand(self) -> None:
        view = self.seat.view()
        if view.seat is None:
            return
        assert not isinstance(view.left, UnsetType)
        hand = self.query_one("#hand", Bid)
        live = self.seat.asks().orders and not self.read_only
        hand.show(view.left, live, self.scale)
        if live and hand.bid is None and self.orders.get("bid") is not None:
            hand.put(self.orders["bid"])

    def rest_rows(self, name: str, view: View) -> list[text.Part]:
        least, most = span(view.lights[name])
        known = f"{view.left} left" if view.seat == name else f"{least}-{most} left"
        if self.scale == "small":
            return [lamps(view.lights[name]), (known, "$faint")]
        return [lamps(view.lights[name]), (known, "$strong" if view.seat == name else "$faint")]

    def extra_past(self, name: str, past: DuelPast) -> text.Part | None:
        return (f"\u25cf{past.lights[name]}", "$yellow")  # type: ignore[attr-defined]

    def on_bid_picked(self, message: Bid.Picked) -> None:
        if self.read_only:
            return
        asks = self.seat.asks()
        if not asks.orders:
            choice = asks.choices[0] if asks.choices else None
            self.tell(choice.closed if choice and choice.closed else "No bid is taken now.", "warn")
            return
        if message.bid is None:
            self.tell("Type your bid first; 0 is a bid too.", "warn")
            return
        self.edit({"bid": message.bid})
        self.action_play()
