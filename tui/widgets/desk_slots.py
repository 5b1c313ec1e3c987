"""The keys of the trade desk: filling slots from lists and from the matrix; taking, answering, making proposals."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.binding import Binding

from core.contract import Choice
from core.games.trading.goods import Goods
from core.talk import Deal
from tui import text
from tui.screens.dialogs import Pick
from tui.widgets import desk_rows
from tui.widgets.choices import Choices, Row, row_of
from tui.widgets.desk_deals import deal_note
from tui.widgets.desk_draft import UNKNOWN, DeskDraft
from tui.widgets.grid import Grid

COLUMNS = ("to", "give", "expect", "alone")
"""The fields of a slot. `alone` is what the trade brings by itself, mine/theirs."""


class DeskSlots(DeskDraft):
    """What the keys do. It needs the grids `#matrix` and `#offers` and the list `#partners`."""

    HUES: ClassVar[dict[str, str]] = {}
    """Kind to the theme's name of a hue; the word is always there too."""
    BINDINGS = [
        Binding("g", "agree", "agree", id="desk.agree", tooltip="Take a proposal and tell them you agree."),
        Binding("p", "propose", "propose", id="desk.propose", tooltip="Propose a swap to the partner you are at."),
        Binding("a", "accept", "take", id="desk.accept", tooltip="Take a proposal into a slot, without a word."),
        Binding("less_than_sign", "look(-1)", "rounds", id="desk.earlier", tooltip="The round before."),
        Binding("greater_than_sign", "look(1)", "rounds", id="desk.later", tooltip="The next round."),
        Binding("x", "clear", "clear", id="desk.clear", tooltip="Empty the slot you are at."),
        Binding("plus", "step(1)", "count up", show=False, id="desk.up", tooltip="One more given by others."),
        Binding("minus", "step(-1)", "count down", show=False, id="desk.down", tooltip="One less given by others."),
    ]  # fmt: skip

    # --- filling a slot ----------------------------------------------------------------------------------------------
    @property
    def slot(self) -> int:
        """The slot one is at."""
        return self.query_one("#offers", Grid).at[0]

    def put(self, slot: int, **fields: str) -> None:
        """Change fields of a slot; a slot that does not exist yet is added behind the others."""
        slot = self.put_in(slot, fields)
        grid = self.query_one("#offers", Grid)
        grid.point(slot, grid.at[1])

    def on_grid_picked(self, message: Grid.Picked) -> None:
        message.stop()
        if self.read_only:
            return
        if message.grid.id == "matrix":
            self._put_swap(message.row, message.column)
        elif COLUMNS[message.column] == "to":
            self._pick("Offer to", "offer.to", message.row, "to")
        elif COLUMNS[message.column] == "give":
            self._pick(f"Give which {self.desk.goods.one}?", "offer.give", message.row, "give")
        else:
            self._pick_expected(message.row)

    def _pick(self, title: str, slot: str, number: int, field: str) -> None:
        offers = self.offers()
        now = offers[number].get(field) if number < len(offers) else None
        rows = []
        for choice in self.choices(slot):
            refusal = self.closed(choice, number)
            why, ruling = (None, None) if refusal is None else (refusal.message, refusal.ruling)
            rows.append(self.choice_row(choice)._replace(closed=why, ruling=ruling))

        def chosen(value: str) -> None:
            self.put(number, **{field: value})
            grid = self.query_one("#offers", Grid)
            grid.point(grid.at[0], COLUMNS.index("give" if field == "to" else "expect"))

        self.ask(Pick(title, rows, now), chosen)

    def choice_row(self, choice: Choice) -> Row:
        """How a partner or kind looks in the list to choose from."""
        row, view = row_of(choice), self.seat.view()
        if choice.slot == "offer.to":
            return row._replace(label=self.partner_words(row.id, view), note=self.note_of(row.id))
        promised = sum(offer.get("give") == choice.value for offer in self.offers())
        note = f"{view.free.get(choice.value, 0)} to give" + (f", {promised} offered" if promised else "")
        return row._replace(label=(row.id, f"${self.HUES[row.id]}"), note=(note, "$faint"))

    def partner_words(self, name: str, view: Any) -> text.Part:
        """What the list says of a partner: the swaps one has had with them, or only when where there is little room."""
        past, word = [trade for trade in view.past if trade.partner == name], self.desk.round_word[0]
        rounds = ", ".join(f"{word}{trade.round}" for trade in past)
        return text.line(text.fit(name, 9), (desk_rows.past_words(past, word) if self.wide else rounds, "$faint"))

    def note_of(self, name: str) -> text.Part:
        """What stands beside a partner at the right."""
        return deal_note(self.bargain(name), self.seat.name, self.seat.view().free)

    def worth(self, give: str, got: str) -> text.Part:
        """What a swap brings by itself now, mine/theirs; nothing if the words are no goods."""
        goods: Goods = self.desk.goods
        if give not in goods.pool or got not in goods.pool:
            return ""
        return desk_rows.payoff_words(self.desk.payoff(self.seat.frame().round, give, got, self.elsewhere))

    def _pick_expected(self, number: int) -> None:
        offers = self.offers()
        if number >= len(offers) or not offers[number].get("to"):
            self.tell("Choose the partner first: what you expect is what they give you.", "warn")
            return
        to, give = offers[number]["to"], offers[number].get("give", "")
        rows = [Row(UNKNOWN, ("anything, or nothing", "$faint"))]
        rows += [
            Row(kind, (kind, f"${self.HUES[kind]}"), note=self.worth(give, kind)) for kind in self.desk.goods.kinds
        ]

        def chosen(kind: str) -> None:
            self.expect(to, None if kind == UNKNOWN else kind)
            self.show()

        self.ask(Pick(f"What do you expect from {to}? (only you see this)", rows, self.expected(to)), chosen)

    def _put_swap(self, row: int, column: int) -> None:
        """A cell of the matrix: give and expect of the slot one is at."""
        kinds, slot = self.desk.goods.kinds, self.slot
        for choice in self.choices("offer.give"):
            if choice.value == kinds[row] and (refusal := self.closed(choice, slot)) is not None:
                self.tell(refusal.message, "warn", refusal.ruling)
                return
        self.put(slot, give=kinds[row])
        offers = self.offers()
        to = offers[min(slot, len(offers) - 1)].get("to")
        if to:
            self.expect(to, kinds[column])
            self.show()
        else:
            self.tell(f"{kinds[row].capitalize()} into offer {self.slot + 1}: now choose to whom.")

    def on_choices_picked(self, message: Choices.Picked) -> None:
        """A partner: into the first slot that has none."""
        message.stop()
        if self.read_only:
            return
        name, offers = message.row.id, self.offers()
        mine = next((n for n, offer in enumerate(offers) if offer.get("to") == name), None)
        free = next((n for n, offer in enumerate(offers) if not offer.get("to")), len(offers))
        slot = mine if mine is not None else free
        if slot >= self.desk.goods.limit:
            self.tell(f"All {self.desk.goods.limit} offers are made: empty one with x first.", "warn")
            return
        if mine is None:
            self.put(slot, to=name)
        grid = self.query_one("#offers", Grid)
        grid.focus()
        grid.point(slot, COLUMNS.index("give"))

    # --- keys --------------------------------------------------------------------------------------------------------
    def action_step(self, by: int) -> None:
        if self.desk.stepped:
            self.remember("elsewhere", max(0, self.elsewhere + by))
            self.show()

    def action_clear(self) -> None:
        if self.slot < len(self.offers()):
            self.edit({"offers": self.others_than(self.slot)})
        else:
            self.tell("This slot is empty already.")

    def partner(self) -> str | None:
        """Whom the keys mean: the partner under the cursor, or the one in the slot one is at."""
        partners, offers = self.query_one("#partners", Choices), self.offers()
        if not partners.has_focus and self.slot < len(offers) and offers[self.slot].get("to"):
            return offers[self.slot]["to"]
        return partners.row.id if partners.row else None

    def action_accept(self) -> None:
        """Take the proposal of the partner one is at, or the only one there is."""
        received = [found.message for found in self.bargains().values() if found.message.by != self.seat.name]
        wanted = self.partner()
        only = received[0] if len(received) == 1 else None
        chosen = next((message for message in received if message.by == wanted), only)
        if chosen is not None:
            self.screen_.attempt(lambda: self.accept(chosen))
        elif received:
            self.tell("Go to the partner whose proposal you want to take.")
        else:
            self.tell("Nobody has proposed anything to you.")

    def action_agree(self) -> None:
        """Take the proposal of the partner one is at, and say so: who hears nothing may well trade elsewhere."""
        name = self.partner()
        found = self.bargain(name) if name is not None else None
        if name is None or found is None or found.message.by == self.seat.name:
            said = ""
            if found is not None:
                answer = f"{name} answered: {found.answer}" if found.answer else f"{name} has not answered yet."
                said = f"You and {name} agree already." if found.agreed else answer
            self.tell(said or "Go to a partner with a proposal to you: g agrees to it.")
            return
        message, goods = found.message, self.desk.goods
        deal = Deal(give=found.deal.want, want=found.deal.give)
        if not self.screen_.attempt(lambda: self.accept(message)):
            return
        if found.agreed:  # they said yes to what one proposed: nothing is left to be said
            self.tell(f"Drafted what {name} and you agreed: {deal.give} for {deal.want}. s seals it.", "good")
            return
        words = f"Agreed: my {goods.named(deal.give)} for your {goods.named(deal.want)}."
        self.screen_.attempt(lambda: self.seat.say([name], words, deal), f"Told {name}: {words} s seals it.")

    def action_propose(self) -> None:
        from tui.screens.propose import Propose
        from tui.widgets.talk import proposal

        to = self.partner()
        if to is None or self.read_only:
            return
        give, want = self.deals()
        offer: dict[str, str] = next((offer for offer in self.offers() if offer.get("to") == to), {})

        def proposed(deal: Any) -> None:
            if self.screen_.attempt(lambda: self.seat.say([to], proposal(deal), deal), f"Proposed to {to}."):
                self.show()

        self.ask(Propose(to, give, want, self.worth, (offer.get("give", ""), self.expected(to) or "")), proposed)
