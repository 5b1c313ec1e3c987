"""Editing a plan of Day of Mercury, and its one trade: ordering it, proposing it, taking a proposal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.deals import deals_by_partner
from core.games.day_of_mercury.forecast import Forecast, forecast
from core.games.day_of_mercury.spec import LOCATIONS, SINS
from core.games.day_of_mercury.state import Orders, Report, View
from core.games.day_of_mercury.words import meeting, place_in
from core.refusal import Refused
from core.talk import Deal, Message
from tui.games import day_of_mercury_pickers as pickers
from tui.games import day_of_mercury_plan as plan
from tui.games.base import GamePanel
from tui.games.day_of_mercury_plan import Json
from tui.games.day_of_mercury_strip import TRADE
from tui.screens.dialogs import Pick
from tui.widgets.choices import Choices, Row


class Trading(GamePanel[Orders, View, Report]):
    """The plan of one seat and its trade; the panel itself paints it."""

    def empty(self) -> dict[str, Any]:
        return plan.empty()

    # --- what the seat knows and plans -------------------------------------------------------------------------------
    @property
    def visits(self) -> list[Json]:
        """The places of the plan; a forced one is always among them."""
        return plan.visits(self.orders, self.seat.view().effects.forced)

    def outlook(self) -> Forecast | None:
        """What the plan brings if it works; None while it changes nothing."""
        orders = self.orders
        if self.seat.name is None or not (orders.get("visits") or orders.get("trade")):
            return None
        return forecast(self.seat.view(), plan.read(orders))

    @property
    def held(self) -> dict[str, int]:
        """What one expects to hold when offers are due: what the pickers reckon with."""
        found = self.outlook()
        return dict(self.seat.view().sin if found is None else found.sin)

    def change(self, visits: list[Json], trade: Json | bool | None = True) -> None:
        """Other visits, or another trade (True: as it is)."""
        orders = {**self.orders, "trade": self.orders.get("trade") if trade is True else trade}
        self.edit(plan.written(orders, visits, self.seat.view().effects.forced))

    def deals_heard(self) -> dict[str, Message]:
        """The latest proposal of this round in each conversation of two."""
        return deals_by_partner(self.seat.name, self.seat.messages(), self.seat.frame().round)

    def received(self) -> dict[str, Message]:
        """The proposals made to this seat."""
        return {name: message for name, message in self.deals_heard().items() if message.by != self.seat.name}

    def answer(self) -> str:
        """What the partner of the trade said last to this seat alone this round; a mirrored deal is a yes."""
        trade, round_ = self.orders.get("trade"), self.seat.frame().round
        if not trade:
            return ""
        theirs = [
            message
            for message in self.seat.messages()
            if message.by == trade["with"] and message.round == round_ and message.of_two
        ]
        if not theirs:
            return ""
        deal = theirs[-1].deal
        if deal is not None and (deal.give, deal.want) == (trade["want"], trade["give"]):
            return f"{trade['with']} says yes to this trade."
        return f"{trade['with']}: {theirs[-1].text}"

    def apart(self) -> str:
        """What is wrong with a trade whose proposal names a place that is not in the plan. Empty if nothing is."""
        trade = self.orders.get("trade")
        message = self.deals_heard().get(trade["with"]) if trade else None
        meet = None if message is None else place_in(message.text)
        if message is None or not trade or meet is None or meet in plan.places(self.visits):
            return ""
        title = LOCATIONS[meet].title
        return f"{trade['with']} and you were to meet in {title} for your trade, and it is not in your plan (DM-40)."

    # --- trading -----------------------------------------------------------------------------------------------------
    def action_trade(self) -> None:
        """Order the round's trade, or change the one there is."""
        trade = self.orders.get("trade")
        if self.read_only:
            self.tell("Nothing can be ordered here.", "warn")
        elif trade is None:
            pickers.ask_trade(self, self.deals_heard(), None, self.held, self._traded)
        else:
            words = f"{trade['give']} for {trade['want']} with {trade['with']}"
            second = "One trade a round: change this one, or take it back."
            options = [
                Row("change", "Change it"),
                Row("tell", f"Tell {trade['with']}, and where to meet"),
                Row("back", "Take it back"),
                Row("second", "Order a second trade", second, "DM-06"),
            ]
            self.ask(Pick(f"Your trade: {words}", options), self._trade_menu)

    def _trade_menu(self, what: str) -> None:
        trade = self.orders.get("trade")
        if what == "change":
            pickers.ask_trade(self, self.deals_heard(), trade, self.held, self._traded)
        elif what == "back":
            self.change(self.visits, None)
        elif trade is not None:
            self._offer_words(trade)

    def _traded(self, trade: Json) -> None:
        self.change(self.visits, trade)
        self.query_one("#plan", Choices).point(TRADE)
        self._offer_words(trade)

    def _offer_words(self, trade: Json) -> None:
        """Propose the trade to its partner, naming where to meet: both must order it, and be there."""
        partner, here = trade["with"], plan.places(self.visits)
        if not here or partner not in self.seat.partners():
            self.tell(f"{partner} must order the same from their side, and share a place with you.", "faint", "DM-40")
            return

        def chosen(place: str) -> None:
            if place in LOCATIONS:
                words = meeting(place, trade["give"], trade["want"])
                deal = Deal(give=trade["give"], want=trade["want"])
                self.screen_.attempt(lambda: self.seat.say([partner], words, deal), f"Proposed to {partner}.")

        options = [Row(place, f"Propose it: meet in {LOCATIONS[place].title}") for place in here]
        self.ask(Pick(f"Tell {partner}?", [*options, Row("no", "Say nothing")]), chosen)

    def propose(self, to: str) -> bool:
        """A proposal is the round's trade itself, and names where to meet (DM-40)."""
        trade = self.orders.get("trade")
        if self.read_only:
            return False
        if trade is None:
            pickers.ask_trade(self, self.deals_heard(), None, self.held, self._traded, to)
        elif trade["with"] == to:
            self._offer_words(trade)
        else:
            self.action_trade()
        return True

    def deals(self) -> tuple[Sequence[str], Sequence[str]]:
        view = self.seat.view()
        held = [sin for sin in SINS if view.sin.get(sin)]
        return held or SINS, SINS

    def action_accept(self) -> None:
        """Take a received proposal into the plan; several: ask which."""
        heard = self.received()

        def take(name: str) -> None:
            self.screen_.attempt(lambda: self.accept(heard[name]))

        if not heard:
            self.tell("Nobody has proposed a trade to you this round.")
        elif len(heard) == 1:
            take(next(iter(heard)))
        else:
            options = [Row(name, name, note=(deal_words(heard[name]), "$faint")) for name in heard]
            self.ask(Pick("Take which proposal?", options), take)

    def accept(self, message: Message) -> None:
        """A received proposal: the mirror of it, and the place it names if the plan has room."""
        deal, trade = message.deal, self.orders.get("trade")
        assert deal is not None
        if deal.give not in SINS or deal.want not in SINS:
            raise Refused("no_such_sin", f"That proposal names something that is no sin: {deal_words(message)}.")
        if trade is not None and trade["with"] != message.by:
            raise Refused("second_trade", f"You have a trade with {trade['with']}: take it back first (b).", "DM-06")
        visits, meet = self.visits, place_in(message.text)
        tail = "you must share a place"
        if meet is not None:
            tail = f"meet in {LOCATIONS[meet].title}"
            if meet not in plan.places(visits) and len(visits) < self.seat.asks().limits.get("visits", 0):
                visits = plan.with_place(visits, meet)
        self.change(visits, {"with": message.by, "give": deal.want, "want": deal.give})
        if meet is not None:
            self.query_one("#places", Choices).point(meet)
        missing = meet is not None and meet not in plan.places(visits)
        tail += ", which is not in your plan" if missing else ""
        told = self._say_yes(message, meet)
        words = f"{told}drafted: your {deal.want} for {message.by}'s {deal.give}; {tail}."
        self.tell(words[:1].upper() + words[1:], "warn" if missing else "good")

    def _say_yes(self, message: Message, meet: str | None) -> str:
        """Tell the partner that the proposal is taken up, unless this seat has said the very same already."""
        deal, round_ = message.deal, self.seat.frame().round
        assert deal is not None
        mine = Deal(give=deal.want, want=deal.give)
        heard = [m for m in self.seat.messages() if m.round == round_ and m.of_two and message.by in m.readers]
        own = [m.deal for m in heard if m.by == self.seat.name and m.deal is not None]
        if own[-1:] == [mine]:
            return ""
        where = f", in {LOCATIONS[meet].title}" if meet is not None else ""
        self.seat.say([message.by], f"Agreed: my {mine.give} for your {mine.want}{where}.", mine)
        return f"{message.by} is told, and "


def deal_words(message: Message) -> str:
    """A proposal, as the other sees it: `lust for your pride`."""
    return f"{message.deal.give} for your {message.deal.want}" if message.deal is not None else ""
