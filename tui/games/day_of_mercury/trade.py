"""The one trade of a round of Day of Mercury: its questions and what is said of it. The panel lends its hands."""

from __future__ import annotations

from collections.abc import Callable

from core.games.day_of_mercury.spec import LOCATIONS
from core.games.day_of_mercury.structs import Orders, Report, View
from core.games.day_of_mercury.words import meeting
from core.seat import Seat
from core.talk import Deal, Message
from tui.games.base import GamePanel
from tui.games.day_of_mercury import pickers, plan
from tui.games.day_of_mercury.deals import Heard, deal_words
from tui.games.day_of_mercury.plan import Json
from tui.games.day_of_mercury.strip import TRADE
from tui.screens.dialogs import Pick
from tui.widgets.choices import Row


class Trades:
    """The trade of one panel. `heard()` is what was said and planned, `held()` what one expects to hold then,
    `change(visits, trade)` writes both into the orders, `point(place or TRADE)` puts the cursor there."""

    def __init__(
        self,
        panel: GamePanel[Orders, View, Report],
        heard: Callable[[], Heard],
        held: Callable[[], dict[str, int]],
        change: Callable[[list[Json], Json | None], None],
        point: Callable[[str], None],
    ) -> None:
        self._panel = panel
        self._heard, self._held, self._change, self._point = heard, held, change, point

    @property
    def _seat(self) -> Seat[Orders, View, Report]:
        return self._panel.seat

    def order(self) -> None:
        """Order the round's trade, or change the one there is."""
        trade = self._heard().trade
        if self._panel.read_only:
            self._panel.tell("Nothing can be ordered here.", "warn")
        elif trade is None:
            self._ask()
        else:
            words = f"{trade['give']} for {trade['want']} with {trade['with']}"
            second = "One trade a round: change this one, or take it back."
            options = [
                Row("change", "Change it"),
                Row("tell", f"Tell {trade['with']}, and where to meet"),
                Row("back", "Take it back"),
                Row("second", "Order a second trade", second, "DM-06"),
            ]
            self._panel.ask(Pick(f"Your trade: {words}", options), self._menu)

    def _ask(self, old: Json | None = None, whom: str | None = None) -> None:
        pickers.ask_trade(self._panel, self._heard().proposals, old, self._held(), self._ordered, whom)

    def _menu(self, what: str) -> None:
        heard = self._heard()
        if what == "change":
            self._ask(heard.trade)
        elif what == "back":
            self._change(heard.visits, None)
        elif heard.trade is not None:
            self._offer_words(heard.trade)

    def _ordered(self, trade: Json) -> None:
        self._change(self._heard().visits, trade)
        self._point(TRADE)
        self._offer_words(trade)

    def _offer_words(self, trade: Json) -> None:
        """Propose the trade to its partner, naming where to meet: both must order it, and be there."""
        partner, here, seat = trade["with"], plan.places(self._heard().visits), self._seat
        if not here or partner not in seat.partners():
            words = f"{partner} must order the same from their side, and share a place with you."
            self._panel.tell(words, "faint", "DM-40")
            return

        def chosen(place: str) -> None:
            if place in LOCATIONS:
                words = meeting(place, trade["give"], trade["want"])
                deal = Deal(give=trade["give"], want=trade["want"])
                self._panel.attempt(lambda: seat.say([partner], words, deal), f"Proposed to {partner}.")

        options = [Row(place, f"Propose it: meet in {LOCATIONS[place].title}") for place in here]
        self._panel.ask(Pick(f"Tell {partner}?", [*options, Row("no", "Say nothing")]), chosen)

    def propose(self, to: str) -> bool:
        """A proposal is the round's trade itself, and names where to meet (DM-40)."""
        trade = self._heard().trade
        if self._panel.read_only:
            return False
        if trade is None:
            self._ask(whom=to)
        elif trade["with"] == to:
            self._offer_words(trade)
        else:
            self.order()
        return True

    def take(self) -> None:
        """Take a received proposal into the plan; several: ask which."""
        received = self._heard().received

        def take(name: str) -> None:
            self._panel.attempt(lambda: self.accept(received[name]))

        if not received:
            self._panel.tell("Nobody has proposed a trade to you this round.")
        elif len(received) == 1:
            take(next(iter(received)))
        else:
            options = [Row(name, name, note=(deal_words(received[name]), "$faint")) for name in received]
            self._panel.ask(Pick("Take which proposal?", options), take)

    def accept(self, message: Message) -> None:
        """Take one proposal, and tell its speaker. Raises Refused if it cannot be."""
        heard = self._heard()
        taken = heard.taken(message, self._seat.asks().limits.get("visits", 0))
        self._change(taken.visits, taken.trade)
        if taken.meet is not None:
            self._point(taken.meet)
        yes = heard.yes_to(message, taken.meet)
        if yes is not None:
            self._seat.say([message.by], *yes)
        self._panel.tell(taken.words(told=yes is not None), "warn" if taken.missing else "good")
