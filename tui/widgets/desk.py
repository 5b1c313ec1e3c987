"""The trade desk: payoff matrix, hand, offer slots with what one expects, outlook, partners. Both trading games.

It knows neither game: everything comes from `game.desk` (core.games.trading.desk), the View, `asks` and the talk. What
one expects is private, no part of the orders, and used for the preview alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widget import Widget

from core.contract import Choice
from core.games.trading.desk import Desk
from core.games.trading.results import Outlook, Plan
from core.refusal import Refused
from core.talk import Message
from tui import text
from tui.games.base import GamePanel
from tui.screens.dialogs import Pick
from tui.widgets import desk_rows
from tui.widgets.block import Block
from tui.widgets.choices import Choices, Row, row_of
from tui.widgets.grid import Cell, Grid

COLUMNS = ("to", "give", "expect", "alone")
"""The fields of a slot. `alone` is what the trade brings by itself, mine/theirs."""

UNKNOWN = "?"


class TradeDesk(GamePanel):
    """The desk of one seat. A game sets `HUES` and adds panes of its own in `extra_left` and `extra_right`."""

    HUES: ClassVar[dict[str, str]] = {}
    """Kind to the theme's name of a hue; the word is always there too."""
    TOPIC = (
        "The matrix shows what each swap brings in this round, mine/theirs; * marks what reaches beyond the swap, and "
        "rows you do not own are faint. < and > look at other rounds. Enter on a cell puts that swap into the slot "
        "you are at.\n\n"
        "Each slot is one offer: to whom, what you give, and what you expect back. What you expect is yours alone: it "
        "only feeds the preview. Enter changes what is under the cursor, x empties the slot. Partners show past swaps "
        "and the latest proposal; a takes a proposal into a slot, p proposes."
    )
    DEFAULT_CSS = """
    TradeDesk { height: 1fr; }
    TradeDesk #desk-left { width: 46; height: 1fr; }
    TradeDesk #desk-right { width: 1fr; height: 1fr; }
    TradeDesk.-wide #desk-left { width: 60; }
    TradeDesk .desk-more { display: none; height: 1fr; }
    TradeDesk.-wide .desk-more { display: block; }
    TradeDesk .desk-box { height: auto; border-top: solid $line; border-title-color: $ink; }
    TradeDesk .desk-box:focus-within { border-top: solid $line-live; }
    TradeDesk #partners-box { height: auto; max-height: 12; }
    """
    BINDINGS = [
        Binding("less_than_sign", "look(-1)", "rounds", id="desk.earlier", tooltip="The round before."),
        Binding("greater_than_sign", "look(1)", "rounds", id="desk.later", tooltip="The next round."),
        Binding("x", "clear", "clear", id="desk.clear", tooltip="Empty the slot you are at."),
        Binding("a", "accept", "take deal", id="desk.accept", tooltip="Take the partner's proposal into a slot."),
        Binding("p", "propose", "propose", id="desk.propose", tooltip="Propose a swap to the partner you are at."),
        Binding("plus", "step(1)", "count up", show=False, id="desk.up", tooltip="One more given by others."),
        Binding("minus", "step(-1)", "count down", show=False, id="desk.down", tooltip="One less given by others."),
    ]  # fmt: skip

    # --- putting it together -----------------------------------------------------------------------------------------
    def empty(self) -> dict[str, Any]:
        return {"offers": []}

    def compose(self) -> ComposeResult:
        self.looked_at: int | None = None
        with Horizontal():
            with Vertical(id="desk-left"):
                with Vertical(id="matrix-box", classes="desk-box"):
                    yield Grid(id="matrix", cell_width=6, title_width=8)
                    yield Block(id="cell", classes="-bare")
                with Vertical(id="offers-box", classes="desk-box"):
                    yield Grid(id="offers", cell_width=10, title_width=4)
                    yield Block(id="outlook", classes="-bare")
                yield from self.extra_left()
                with VerticalScroll(classes="desk-more", can_focus=False):
                    yield Block("How this round pays", id="lines")
                    yield Block("Next", id="next-round")
            with Vertical(id="desk-right"):
                yield Block("You", id="you")
                with Vertical(id="partners-box", classes="desk-box"):
                    yield Choices(id="partners")
                yield Block("Keep in mind", id="reminders")
                yield from self.extra_right()
                with VerticalScroll(classes="desk-more", can_focus=False):
                    yield Block("What each round brought", id="accounts")

    def extra_left(self) -> Sequence[Widget]:
        """Further panes under the offers."""
        return ()

    def extra_right(self) -> Sequence[Widget]:
        """Further panes under the partners."""
        return ()

    def preferred_focus(self) -> Widget | None:
        return self.query_one("#offers", Grid)

    # --- what the seat knows -----------------------------------------------------------------------------------------
    @property
    def desk(self) -> Desk:
        found: Desk = self.seat.game.desk  # type: ignore[attr-defined]
        return found

    @property
    def round_shown(self) -> int:
        """The round whose matrix is shown: the open one unless another was asked for."""
        return self.looked_at or max(1, min(self.desk.rounds, self.seat.frame().round))

    @property
    def elsewhere(self) -> int:
        """How many of the stepped kind others are thought to give."""
        found: int = self.remembered("elsewhere", 0)
        return found

    def offers(self) -> list[dict[str, str]]:
        """The offers of the draft, complete or not."""
        found: list[dict[str, str]] = self.orders.get("offers", [])
        return found

    def expected(self, to: str) -> str | None:
        """What one expects from a partner this round: what one set, or else what was proposed."""
        round_ = self.seat.frame().round
        kept: str | None = self.remembered("expect", {}).get(f"{round_}:{to}")
        if kept is not None:
            return None if kept == UNKNOWN else kept
        deal = desk_rows.deals_by_partner(self.seat.name, self.seat.messages(), round_).get(to)
        kind = None if deal is None else desk_rows.expected_from(deal, self.seat.name)
        return kind if kind in self.desk.goods.pool else None

    def expect(self, to: str, kind: str | None) -> None:
        """Keep what one expects from a partner this round."""
        round_ = self.seat.frame().round
        kept = {key: value for key, value in self.remembered("expect", {}).items() if key.startswith(f"{round_}:")}
        self.remember("expect", {**kept, f"{round_}:{to}": kind or UNKNOWN})

    def plans(self) -> tuple[Plan, ...]:
        """The complete offers with what is expected for them."""
        return tuple(
            Plan(offer["to"], offer["give"], self.expected(offer["to"]))
            for offer in self.offers()
            if offer.get("to") and offer.get("give") in self.desk.goods.pool
        )

    def outlook(self) -> Outlook | None:
        """What the offers may bring; None for a spectator or without offers."""
        plans = self.plans()
        if self.seat.name is None or not plans:
            return None
        return self.desk.preview(self.seat.view(), plans, self.elsewhere)

    def preview(self) -> Refused | None:
        for number, offer in enumerate(self.offers(), 1):
            for field, word in (("to", "partner"), ("give", self.desk.goods.one)):
                if not offer.get(field):
                    return Refused("incomplete", f"Offer {number} names no {word}: choose one, or empty it with x.")
        return super().preview()

    # --- painting ----------------------------------------------------------------------------------------------------
    def show(self) -> None:
        view = self.seat.view()
        self._show_matrix(view)
        self._show_offers()
        self._show_you(view)
        self._show_partners(view)
        if self.wide:
            word, shown = self.desk.round_word, self.round_shown
            self.query_one("#lines", Block).show(self.desk.lines(shown))
            coming = self.query_one("#next-round", Block)
            coming.display = shown < self.desk.rounds
            if coming.display:
                coming.head(f"{word.capitalize()} {shown + 1} after it")
                coming.show(desk_rows.matrix_rows(self.desk, shown + 1, self.elsewhere, view.held, self.HUES))
            self.query_one("#accounts", Block).show(desk_rows.account_rows(view.accounts, word))

    def _show_matrix(self, view: Any) -> None:
        desk, round_, grid = self.desk, self.round_shown, self.query_one("#matrix", Grid)
        kinds = desk.goods.kinds
        longest = max(map(len, kinds)) + 2
        grid.cell_width, grid.title_width = (8, max(10, longest)) if self.wide else (6, longest)
        titles = [text.line(" ", (kind, f"${self.HUES[kind]}" if view.held.get(kind) else "$faint")) for kind in kinds]
        columns = [kind if len(kind) < grid.cell_width else f"{kind[: grid.cell_width - 2]}." for kind in kinds]
        grid.show(desk_rows.matrix_cells(desk, round_, self.elsewhere, view.held), columns, titles)
        word = desk.round_word.capitalize()
        other = "" if round_ == self.seat.frame().round else " (not now)"
        box = self.query_one("#matrix-box")
        box.border_title = text.line((f"{word} {round_}{other}", "$strong"), ": give \u2193 get \u2192 mine/theirs")
        self._show_cell()

    def _show_cell(self) -> None:
        grid, kinds = self.query_one("#matrix", Grid), self.desk.goods.kinds
        give, got = kinds[grid.at[0]], kinds[grid.at[1]]
        self.query_one("#cell", Block).show(
            [desk_rows.cell_words(self.desk, self.round_shown, self.elsewhere, give, got)]
        )

    def _show_offers(self) -> None:
        grid, limit = self.query_one("#offers", Grid), self.desk.goods.limit
        grid.cell_width = 13 if self.wide else 10
        offers = self.offers()
        cells = []
        for number in range(max(limit, len(offers))):
            cells.append(self._slot(offers[number] if number < len(offers) else None))
        grid.show(cells, COLUMNS, [f" {number + 1}" for number in range(len(cells))])
        box = self.query_one("#offers-box")
        box.border_title = text.line(
            "Offers ", (f"{len(offers)}/{limit}", "$strong" if len(offers) <= limit else "$bad")
        )
        self.query_one("#outlook", Block).show(desk_rows.outlook_rows(self.outlook(), self.plans()))

    def _slot(self, offer: dict[str, str] | None) -> list[Cell]:
        if offer is None:
            return [Cell(("-", "$faint")), Cell(("-", "$faint")), Cell(("-", "$faint")), Cell("")]
        to, give = offer.get("to", ""), offer.get("give", "")
        got = self.expected(to) if to else None
        alone: text.Part = ""
        if give in self.desk.goods.pool and got is not None:
            alone = desk_rows.payoff_words(self.desk.payoff(self.seat.frame().round, give, got, self.elsewhere))
        return [
            Cell((to, "$strong") if to else ("choose", "$warn")),
            Cell((give, f"${self.HUES.get(give, 'strong')}") if give else ("choose", "$warn")),
            Cell((got, f"${self.HUES[got]}") if got else ("anything", "$faint")),
            Cell(alone),
        ]

    def _show_you(self, view: Any) -> None:
        block, desk = self.query_one("#you", Block), self.desk
        if self.seat.name is None:
            block.show([("You are watching: hands, points and offers are secret.", "$faint")])
            return
        width = max(27, block.size.width - 2)
        rows: list[text.Part] = [text.line((f"{view.score}", "$strong"), f" {desk.goods.score}")]
        rows += desk_rows.hand_rows(desk, view.held, view.free, self.HUES, width)
        block.show(rows)
        reminders = self.query_one("#reminders", Block)
        reminders.set_class(not self.wide, "-bare")
        reminders.show([text.line(("! ", "$warn"), line) for line in desk.reminders(view)])

    def _show_partners(self, view: Any) -> None:
        frame = self.seat.frame()
        deals = desk_rows.deals_by_partner(self.seat.name, self.seat.messages(), frame.round)
        closed = {choice.value: choice for choice in self._choices("offer.to")}
        chosen = {offer.get("to") for offer in self.offers()}
        rows = []
        for name in frame.seats:
            if name == self.seat.name:
                continue
            choice = closed.get(name)
            reason = None if choice is None else choice.closed
            rows.append(
                Row(
                    name,
                    self.partner_words(name, view),
                    reason,
                    choice.ruling if choice else None,
                    self.deal_note(deals.get(name)),
                    name in chosen,
                )
            )
        self.query_one("#partners", Choices).show(rows)
        self.query_one("#partners-box").border_title = text.line("Partners, past swaps, proposals")

    def partner_words(self, name: str, view: Any) -> text.Part:
        """What the list says of a partner."""
        past = [trade for trade in view.past if trade.partner == name]
        return text.line(text.fit(name, 9), (desk_rows.past_words(past, self.desk.round_word[0]), "$faint"))

    def deal_note(self, message: Message | None) -> text.Part:
        if message is None or message.deal is None:
            return ""
        if message.by == self.seat.name:
            return (f"you: {message.deal.give}\u21c4{message.deal.want}", "$faint")
        return text.line(("\u21c4 ", "$key"), (f"{message.deal.give} for {message.deal.want}", "$warn"))

    # --- the slots ---------------------------------------------------------------------------------------------------
    def _choices(self, slot: str) -> list[Choice]:
        return [choice for choice in self.seat.asks().choices if choice.slot == slot]

    @property
    def slot(self) -> int:
        """The slot one is at."""
        return self.query_one("#offers", Grid).at[0]

    def put(self, slot: int, **fields: str) -> None:
        """Change fields of a slot; a slot that does not exist yet is added behind the others."""
        offers = [dict(offer) for offer in self.offers()]
        if slot >= len(offers):
            offers.append({"to": "", "give": ""})
            slot = len(offers) - 1
        offers[slot] |= fields
        self.edit({"offers": offers})
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
        now = self.offers()[number].get(field) if number < len(self.offers()) else None
        rows = [self.choice_row(choice) for choice in self._choices(slot)]

        def chosen(value: str) -> None:
            self.put(number, **{field: value})
            self.query_one("#offers", Grid).action_move(0, 1)

        self.ask(Pick(title, rows, now), chosen)

    def choice_row(self, choice: Choice) -> Row:
        """How a partner or kind looks in the list to choose from."""
        return row_of(choice)

    def _pick_expected(self, number: int) -> None:
        offers = self.offers()
        if number >= len(offers) or not offers[number].get("to"):
            self.tell("Choose the partner first: what you expect is what they give you.", "warn")
            return
        to, give = offers[number]["to"], offers[number].get("give", "")
        rows = [Row(UNKNOWN, ("anything, or nothing", "$faint"))]
        for kind in self.desk.goods.kinds:
            note: text.Part = ""
            if give in self.desk.goods.pool:
                note = desk_rows.payoff_words(self.desk.payoff(self.seat.frame().round, give, kind, self.elsewhere))
            rows.append(Row(kind, (kind, f"${self.HUES[kind]}"), note=note))

        def chosen(kind: str) -> None:
            self.expect(to, None if kind == UNKNOWN else kind)
            self.show()

        self.ask(Pick(f"What do you expect from {to}? (only you see this)", rows, self.expected(to)), chosen)

    def _put_swap(self, row: int, column: int) -> None:
        """A cell of the matrix: give and expect of the slot one is at."""
        kinds = self.desk.goods.kinds
        closed = next((c for c in self._choices("offer.give") if c.value == kinds[row] and c.closed is not None), None)
        if closed is not None:
            self.tell(closed.closed or "", "warn", closed.ruling)
            return
        slot = self.slot
        self.put(slot, give=kinds[row])
        offers = self.offers()
        to = offers[min(slot, len(offers) - 1)].get("to")
        if to:
            self.expect(to, kinds[column])
            self.show()

    def on_grid_moved(self, message: Grid.Moved) -> None:
        message.stop()
        if message.grid.id == "matrix":
            self._show_cell()

    def on_choices_picked(self, message: Choices.Picked) -> None:
        """A partner: into the slot one is at, if it has none, or else into a new one."""
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
    def action_look(self, by: int) -> None:
        self.looked_at = max(1, min(self.desk.rounds, self.round_shown + by))
        if self.looked_at == self.seat.frame().round:
            self.looked_at = None
        self.show()

    def action_step(self, by: int) -> None:
        if self.desk.stepped:
            self.remember("elsewhere", max(0, self.elsewhere + by))
            self.show()

    def action_clear(self) -> None:
        offers = self.offers()
        if self.slot < len(offers):
            self.edit({"offers": [offer for number, offer in enumerate(offers) if number != self.slot]})
        else:
            self.tell("This slot is empty already.")

    def _partner(self) -> str | None:
        """Whom `a` and `p` mean: the partner under the cursor, or the one in the slot one is at."""
        partners = self.query_one("#partners", Choices)
        offers = self.offers()
        if not partners.has_focus and self.slot < len(offers) and offers[self.slot].get("to"):
            return offers[self.slot]["to"]
        return partners.row.id if partners.row else None

    def action_accept(self) -> None:
        deals = desk_rows.deals_by_partner(self.seat.name, self.seat.messages(), self.seat.frame().round)
        received = [message for message in deals.values() if message.by != self.seat.name]
        wanted = self._partner()
        chosen = next(
            (message for message in received if message.by == wanted), received[-1] if len(received) == 1 else None
        )
        if chosen is None:
            self.tell(
                "Go to the partner whose proposal you want to take."
                if received
                else "Nobody has proposed anything to you."
            )
            return
        self.screen_.attempt(lambda: self.accept(chosen))

    def action_propose(self) -> None:
        from tui.screens.propose import Propose
        from tui.widgets.talk import proposal

        to = self._partner()
        if to is None or self.read_only:
            return
        give, want = self.deals()

        def proposed(deal: Any) -> None:
            if self.screen_.attempt(lambda: self.seat.say([to], proposal(deal), deal), f"Proposed to {to}."):
                self.show()

        self.ask(Propose(to, give, want), proposed)

    def deals(self) -> tuple[Sequence[str], Sequence[str]]:
        view = self.seat.view()
        return [kind for kind in self.desk.goods.kinds if view.free.get(kind)], self.desk.goods.kinds

    def accept(self, message: Message) -> None:
        """A received proposal: an offer to its speaker of what they want, expecting what they give."""
        deal, goods = message.deal, self.desk.goods
        assert deal is not None
        if deal.want not in goods.pool or deal.give not in goods.pool:
            raise Refused(
                "no_such_kind", f"That proposal names something that is no {goods.one}: {deal.give} for {deal.want}."
            )
        closed = [c for slot in ("offer.to", "offer.give") for c in self._choices(slot) if c.closed is not None]
        for choice in closed:
            if choice.value in (message.by, deal.want):
                raise Refused("closed", choice.closed or "", choice.ruling)
        offers = [offer for offer in self.offers() if offer.get("to") != message.by]
        if len(offers) >= goods.limit:
            raise Refused(
                "too_many_offers", f"All {goods.limit} offers are made: empty one with x first.", goods.limit_ruling
            )
        self.expect(message.by, deal.give)
        self.edit({"offers": [*offers, {"to": message.by, "give": deal.want}]})
        self.show()
        self.tell(f"Drafted: {deal.want} to {message.by}, expecting {deal.give}. s seals it.", "good")
