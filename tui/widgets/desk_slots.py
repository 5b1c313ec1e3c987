"""The keys of the trade desk: filling slots from lists and from the matrix; taking, answering, making proposals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from textual.binding import Binding

from core.contract import Choice
from core.deals import Bargain
from core.games.trading.goods import Goods
from tui import text
from tui.screens.dialogs import Pick
from tui.screens.propose import Propose
from tui.widgets import desk_rows
from tui.widgets.choices import Choices, Row, row_of
from tui.widgets.desk_deals import deal_note
from tui.widgets.desk_draft import UNKNOWN, DeskDraft
from tui.widgets.grid import Grid
from tui.widgets.talk import proposal

COLUMNS = ("to", "give", "expect", "alone")
"""The fields of a slot. `alone` is what the trade brings by itself, mine/theirs."""


class DeskSlots(DeskDraft):
    """What the keys do. It needs the grids `#matrix` and `#offers` and the list `#partners`."""

    HUES: ClassVar[dict[str, str]] = {}
    """Kind to the theme's name of a hue; the word is always there too."""
    by_list = False
    """Was one last in the list of partners, and not at the offers? Talk and pages in between change nothing."""
    BINDINGS = [
        Binding("g,a", "agree", "agree", id="desk.agree", key_display="g", tooltip="Take a proposal and tell them."),
        Binding("p", "propose", "propose", id="desk.propose", tooltip="Propose a swap to the partner you are at."),
        Binding("A", "silently", "take silently", show=False, id="desk.silently", tooltip="Draft it without a word."),
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

        def put(value: str) -> None:
            self.put(number, **{field: value})
            grid = self.query_one("#offers", Grid)
            grid.point(grid.at[0], COLUMNS.index("give" if field == "to" else "expect"))

        def chosen(value: str) -> None:
            if field != "to" or not self._answer(value, number, lambda: put(value)):
                put(value)

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
        found = self.bargain(name)
        return deal_note(found, self.seat.name, self.seat.view().free, self.note_worth(found))

    def note_worth(self, found: Bargain | None) -> text.Part:
        """What a proposal would bring, mine/theirs."""
        return "" if found is None else self.worth(found.give(self.seat.name), found.get(self.seat.name))

    def worth(self, give: str, got: str) -> text.Part:
        """What a swap brings by itself now, mine/theirs; nothing if the words are no goods."""
        goods: Goods = self.desk.goods
        if give not in goods.pool or got not in goods.pool:
            return ""
        return desk_rows.payoff_words(self.desk.payoff(self.seat.frame().round, give, got, self.elsewhere))

    def _pick_expected(self, number: int) -> None:
        offers = self.offers()
        to, give = (offers[number].get(field, "") for field in ("to", "give")) if number < len(offers) else ("", "")
        if not to and not give:
            self.tell("Choose partner and what you give first: what you expect is what comes back for it.", "warn")
            return
        rows = [Row(UNKNOWN, ("anything, or nothing", "$faint"))]
        rows += [
            Row(kind, (kind, f"${self.HUES[kind]}"), note=self.worth(give, kind)) for kind in self.desk.goods.kinds
        ]

        def chosen(kind: str) -> None:
            found = None if kind == UNKNOWN else kind
            if to:
                self.expect(to, found)
            else:
                self.wish_for(give, found)
            self.show()

        title = f"What do you expect from {to}?" if to else f"What do you want for the {self.desk.goods.named(give)}?"
        self.ask(Pick(f"{title} (only you see this)", rows, self.hoped(offers[number])), chosen)

    def _put_swap(self, row: int, column: int) -> None:
        """A cell of the matrix: give and expect of the slot one is at. Only the open round takes offers."""
        kinds, slot = self.desk.goods.kinds, self.slot
        if self.round_shown != self.seat.frame().round:
            word, now = self.desk.round_word, self.seat.frame().round
            self.tell(f"This is {word} {self.round_shown}; offers are for {word} {now}: q comes back to it.", "warn")
            return
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
            self.wish_for(kinds[row], kinds[column])
            self.show()
            self.tell(f"{kinds[row].capitalize()} for {kinds[column]} in offer {self.slot + 1}: now choose to whom.")

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

        def put() -> None:
            if mine is None:
                self.put(slot, to=name)
            grid = self.query_one("#offers", Grid)
            grid.focus()
            grid.point(slot, COLUMNS.index("give"))

        begun = slot < len(offers) and bool(offers[slot].get("give"))  # a thing waits there for its partner
        if mine is not None or begun or not self._answer(name, slot, put):
            put()

    # --- keys --------------------------------------------------------------------------------------------------------
    def action_step(self, by: int) -> None:
        if self.desk.stepped:
            self.remember("elsewhere", max(0, self.elsewhere + by))
            self.show()

    def action_clear(self) -> None:
        if self.slot < len(self.offers()):
            self.wish_for(self.offers()[self.slot].get("give", ""), None)
            self.edit({"offers": self.others_than(self.slot)})
        else:
            self.tell("This slot is empty already.")

    def partner(self) -> str | None:
        """Whom the keys mean: the partner under the cursor of the list, or, at the offers, the one in the slot one is
        at. What stands about a partner is always about this one."""
        partners, offers = self.query_one("#partners", Choices), self.offers()
        if not self.by_list and self.slot < len(offers) and offers[self.slot].get("to"):
            return offers[self.slot]["to"]
        return partners.row.id if partners.row else None

    def action_agree(self) -> None:
        """Take the proposal of the partner one is at, and say so. Where they have proposed nothing: those who have."""
        name = self.partner()
        found = self.bargain(name) if name is not None else None
        if found is not None and found.message.by != self.seat.name and not self._drafted(found):
            self.screen_.attempt(lambda: self.agree_to(found.message))
        elif found is not None and (found.agreed or found.answer):
            self.tell(f"You and {name} agree already." if found.agreed else f"{name} answered: {found.answer}")
        else:
            self._pick_proposal()

    def _drafted(self, found: Bargain) -> bool:
        """Is what was agreed in the draft already?"""
        you = self.seat.name
        offer = {"to": found.message.by, "give": found.give(you)}
        return found.agreed and offer in self.offers()

    def _pick_proposal(self) -> None:
        """Every proposal that waits for an answer, to agree to one of them."""
        waiting = {name: found for name, found in self.bargains().items() if found.waits_for(self.seat.name)}
        if not waiting:
            self.tell("No proposal waits for your answer. p proposes something yourself.")
            return
        rows = [Row(name, name, note=self.note_of(name)) for name in waiting]
        self.ask(
            Pick("Agree to which proposal? You give \u2192 you get", rows),
            lambda name: self.screen_.attempt(lambda: self.agree_to(waiting[name].message)),
        )

    def action_silently(self) -> None:
        """Take the proposal of the partner one is at, and tell nobody."""
        name = self.partner()
        found = None if name is None else self.bargain(name)
        if found is None or not found.waits_for(self.seat.name):
            self.tell("Go to a partner whose proposal waits for your answer: A drafts it without a word.")
        else:
            self.screen_.attempt(lambda: self.take(found.message))

    def _answer(self, name: str, slot: int, otherwise: Callable[[], None]) -> bool:
        """Somebody was chosen whose proposal waits and can be met: it is agreed to, drafted without a word, or left
        for another offer (`otherwise`), but never by accident. False if there is no such proposal."""
        found, you = self.bargain(name), self.seat.name
        if found is None or not found.waits_for(you) or not self.can_give(found.give(you), self.others_than(slot)):
            return False
        answers: dict[str, Callable[[], object]] = {
            "agree": lambda: self.screen_.attempt(lambda: self.agree_to(found.message, slot)),
            "silent": lambda: self.screen_.attempt(lambda: self.take(found.message, slot)),
            "other": otherwise,
        }
        rows = [
            Row("agree", f"Agree, and tell {name} so"),
            Row("silent", "Draft it without a word"),
            Row("other", f"Offer {name} something else"),
        ]
        swap = text.line(f"{name} proposes: {found.give(you)}\u2192{found.get(you)} ", self.note_worth(found))
        self.ask(Pick(swap, rows), lambda answer: answers[answer]())
        return True

    def action_propose(self) -> None:
        to = self.partner()
        if to is None or self.read_only:
            return
        give, want = self.deals()
        offer: dict[str, str] = next((offer for offer in self.offers() if offer.get("to") == to), {})

        def proposed(deal: Any) -> None:
            if self.screen_.attempt(lambda: self.seat.say([to], proposal(deal), deal), f"Proposed to {to}."):
                self.show()

        self.ask(Propose(to, give, want, self.worth, (offer.get("give", ""), self.expected(to) or "")), proposed)
