"""The trade desk of both trading games. It knows neither: all comes from `game.desk`, the View, `asks` and talk."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Generic, TypeVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.widget import Widget

from core.decoding import decode
from core.games.trading.offers import Orders
from core.games.trading.structs import TradingReport, TradingView
from core.games.trading.trade_form import Desk
from core.match.views import RoundLog
from core.refusal import Refused
from core.table.seat import Seat
from core.talk.channels import Message
from tui.app.memory import SeatMemory
from tui.games.base import GamePanel
from tui.games.trade_form import rows as desk_rows
from tui.games.trade_form.answers import Answers, Lists, refused_fill
from tui.games.trade_form.draft import DeskDraft
from tui.games.trade_form.panes import SIDE, SLIM, MatrixPane, OffersPane, PartnersPane
from tui.games.trade_form.sheets import Sheets, board
from tui.games.trade_form.swap import SwapMenu
from tui.games.trade_form.words import DeskWords, beside_rows, kept_words, report_rows, swap_worth
from tui.widgets.block import Block
from tui.widgets.layout import Table
from tui.widgets.threads import TermsStart
from tui.words import text

ROOMY = 44
"""Columns beside partners from which their swaps are written in full."""


V = TypeVar("V", bound=TradingView)
R = TypeVar("R", bound=TradingReport)


class TradeDesk(GamePanel[Orders, V, R], Generic[V, R]):
    """The desk of one seat. A game sets `WORDS` and its two tables, and adds its own panes in `extra`."""

    WORDS: ClassVar[DeskWords]
    SLIM_TABLE: ClassVar[Table]
    LEAST = (SLIM, 11)
    LOOKS = frozenset({"look", "more"})
    TOPIC = (
        "The matrix shows what each swap brings in this round, mine/theirs; * marks what reaches beyond the swap: a "
        "line below says what. Rows you do not own are faint. < and > look at other rounds. Enter on a cell puts that "
        "swap into a slot and asks with whom: one Enter agrees with somebody who offered it, or mark several and "
        "propose it to them with p (m marks everybody with whom nothing is agreed yet).\n\n"
        "Each slot is one offer: to whom, what you give, and what you expect back. What you expect is yours alone: it "
        "only feeds the preview. An offer goes through if that player offers you something too, whatever it is. Enter "
        "changes what is under the cursor, x empties the slot. Nothing is sent before you seal with s.\n\n"
        "Beside a partner stands the latest proposal as you would give\u2192get, with what it pays: \u21c4 is theirs, "
        "\u2713 is agreed by both, you: is yours. g takes it into a slot and tells them that you agree (who hears "
        "nothing may well trade elsewhere); A drafts it without a word; p proposes. Below stands what you know of the "
        "partner you are at.\n\n"
        "The matrix is a heat map of what pays you: \u25b4 stands before the best cells, \u21c4 before a swap that "
        "somebody proposed. m shows what there is no room for: how the round pays, what each brought, the next ones."
    )
    DEFAULT_CSS = "TradeDesk #cell, TradeDesk #outlook { height: 1fr; }"
    BINDINGS = [
        Binding("g,a", "agree", "agree", id="desk.agree", key_display="g", tooltip="Take a proposal and tell them."),
        Binding("p", "propose", "propose", id="desk.propose", tooltip="Terms for the partner you are at."),
        Binding("A", "silently", "take silently", show=False, id="desk.silently", tooltip="Draft it without a word."),
        Binding("less_than_sign", "look(-1)", "rounds", id="desk.earlier", tooltip="The round before."),
        Binding("greater_than_sign", "look(1)", "rounds", id="desk.later", tooltip="The next round."),
        Binding("m", "more", "more", id="desk.more", tooltip="What has no room here, one after the other."),
        Binding("x", "clear", "clear", id="desk.clear", tooltip="Empty the slot, or the offer to this partner."),
        Binding("plus", "step(1)", "count up", show=False, id="desk.up", tooltip="One more given by others."),
        Binding("minus", "step(-1)", "count down", show=False, id="desk.down", tooltip="One less given by others."),
    ]  # fmt: skip

    def __init__(self, seat: Seat[Orders, V, R], memory: SeatMemory, *, read_only: bool = False) -> None:
        super().__init__(seat, memory, read_only=read_only)
        self.answers = Answers(self)
        self.lists = Lists(self, self.answers)
        self.swapping = SwapMenu(self, self.answers)
        self._looked_at: int | None = None
        """Round of the matrix shown, if it is not the open round."""
        self._by_list = False
        """True if the list of partners was used later than the offers. Talk and pages in between do not matter."""

    # --- putting it together -----------------------------------------------------------------------------------------
    def compose(self) -> ComposeResult:
        yield MatrixPane()
        yield Block(id="stars", classes="-bare")
        yield OffersPane()
        yield Block("How this round pays", id="lines")
        coming = Block("Next", id="next-round")
        coming.styles.padding = 0  # a matrix has its own margins
        yield coming
        yield Block("You", id="you")
        yield PartnersPane()
        yield Block("Keep in mind", id="reminders")
        yield Block(id="about")
        yield Block(f"What each {self.desk.round_word} brought", id="accounts")
        yield from self.extra()

    def extra(self) -> Sequence[Widget]:
        return ()

    def table(self) -> Table:
        table = self.SLIM_TABLE if self.slim else super().table()
        return self._sheets(self.draft).fit(table, self.size, slim=self.slim, brought=self.brought)

    def preferred_focus(self) -> Widget | None:
        return self.offers_pane.grid if self.offers_pane.display else self.matrix_pane.grid

    @property
    def matrix_pane(self) -> MatrixPane:
        return self.query_one(MatrixPane)

    @property
    def offers_pane(self) -> OffersPane:
        return self.query_one(OffersPane)

    @property
    def partners_pane(self) -> PartnersPane:
        return self.query_one(PartnersPane)

    # --- the draft ---------------------------------------------------------------------------------------------------
    @property
    def words(self) -> DeskWords:
        return self.WORDS

    @property
    def desk(self) -> Desk:
        desk: Desk = self.seat.game.desk  # type: ignore[attr-defined]
        return desk

    @property
    def draft(self) -> DeskDraft:
        return DeskDraft.of(self.seat, self.orders, self.memory)

    def keep(self, draft: DeskDraft) -> bool:
        draft.keep(self.memory)
        orders = {"offers": [dict(offer) for offer in draft.offers]}
        if orders == self.orders:
            self.show()
        else:
            self.edit(orders)
        return tuple(self.orders.get("offers") or ()) == draft.offers

    def empty(self) -> dict[str, list[dict[str, str]]]:
        return {"offers": []}

    def preview(self) -> Refused | None:
        return self.draft.why_unfinished() or super().preview()

    def deals(self) -> tuple[Sequence[str], Sequence[str]]:
        return self.answers.givable(), self.desk.goods.kinds

    def named(self) -> str | None:
        at_partner = self.partners_pane.choices.has_focus
        return self.partners_pane.at if at_partner else self.draft.offer(self.offers_pane.slot).get("to") or None

    def worth(self, give: str, got: str) -> text.Part:
        return swap_worth(self.draft, give, got)

    def warnings(self) -> Sequence[str]:
        draft = self.draft
        if draft.you is None:
            return ()
        sentences = draft.breach_sentences()
        waiting = draft.waiting_proposals().items()
        names = [name for name, bargain in waiting if draft.cannot_take(bargain.message) is None]
        if names and len(draft.offers) < self.desk.goods.limit:
            left = f" {self.desk.goods.limit - len(draft.offers)} more can be offered." if draft.offers else ""
            sentences.append(f"{text.joined(names)} proposed a swap to you:{left} q goes back, g takes it up.")
        return sentences

    def restated(self) -> Sequence[text.Part]:
        seat, draft = self.seat, self.draft
        words = seat.game.restate_to(decode(seat.game.Orders, self.orders, "orders"), seat.view())
        if len(words) != len(draft.offers):
            return words
        expected = [draft.expected_for(offer) for offer in draft.offers]
        return [
            text.line(line, (f"  You expect {kind} (only you see this)." if kind else "", "$faint"))
            for line, kind in zip(words, expected, strict=True)
        ]

    def accept(self, message: Message) -> None:
        self.answers.agree_to(message)

    @classmethod
    def report(
        cls, seat: Seat[Orders, V, R], entry: RoundLog[Orders, R], memory: SeatMemory | None = None
    ) -> list[text.Part]:
        kept = {} if memory is None else memory.get("expect") or {}
        expected = {key.partition(":")[2]: kind for key, kind in kept.items() if key.startswith(f"{entry.round}:")}
        return report_rows(seat, entry, cls.WORDS.hues, expected)

    NEWS = "What the matrix paid"

    @classmethod
    def watched(cls, seat: Seat[Orders, V, R], width: int, height: int) -> Sequence[text.Part]:
        desk: Desk = seat.game.desk  # type: ignore[attr-defined]
        return board(desk, cls.WORDS.hues, seat.frame().round, width, height)

    @classmethod
    def beside(cls, seat: Seat[Orders, V, R], width: int) -> Sequence[text.Part]:
        return beside_rows(seat, cls.WORDS.hues, width)

    # --- which round is looked at ------------------------------------------------------------------------------------
    def page(self) -> str:
        word = self.desk.round_word
        if self.screen.focused is not None and self.screen.focused.id == "matrix":
            return f"{word.capitalize()} {self.round_shown}"
        return f"A {word}"

    @property
    def round_shown(self) -> int:
        """Round of the matrix shown: the open round unless another was asked for."""
        return self._looked_at or max(1, min(self.desk.rounds, self.seat.frame().round))

    def step_back(self) -> bool:
        if self.brought is not None:
            self.bring(None)
            return True
        if self._looked_at is None:
            return False
        self._looked_at = None
        self.show()
        return True

    def action_look(self, by: int) -> None:
        wanted = max(1, min(self.desk.rounds, self.round_shown + by))
        self._looked_at = None if wanted == self.seat.frame().round else wanted
        self.show()

    def action_more(self) -> None:
        hidden = self.table().arrange(*self.size).hidden
        at = hidden.index(self.brought) + 1 if self.brought in hidden else 0
        if not hidden:
            self.tell("Everything there is stands on the table.")
        self.bring(hidden[at] if at < len(hidden) else None)

    # --- painting ----------------------------------------------------------------------------------------------------
    def width_of(self, name: str) -> int:
        """Return the columns of text in a part; as on the smallest terminal while it has no room."""
        room = self.arrangement.rooms.get(name)
        return (room.width if room is not None else SIDE) - 2

    def _sheets(self, draft: DeskDraft) -> Sheets:
        return Sheets(draft, self.round_shown, self.words)

    def show(self) -> None:
        self.rearrange()
        draft = self.draft
        sheets = self._sheets(draft)
        form = None if self.slim else self.arrangement.form("matrix-box")
        self.matrix_pane.show(draft, self.round_shown, self.words.hues, title=sheets.matrix_title(), form=form)
        self.query_one("#stars", Block).show(sheets.star_rows())
        self._show_offers(draft)
        self._show_you(draft, sheets)
        rows = sheets.partners(self.seat.frame().seats, wide=self.width_of("partners-box") >= ROOMY)
        self.partners_pane.show(rows, self.words.partners(draft.round))
        self._show_about(draft)
        self._show_rounds(sheets)

    def _show_offers(self, draft: DeskDraft) -> None:
        finished = bool(draft.offers) and draft.why_unfinished() is None
        refusal = self.preview() if finished and not self.read_only else None
        width, tail = self.width_of("offers-box") + 2, text.line()
        if self.slim and draft.you is not None:
            held = desk_rows.purse(self.desk, draft.view.held, self.words.hues)
            tail = text.line("  ", ("you have", "$faint"), held, ("  m", "$key"), (" matrix", "$faint"))
        self.offers_pane.show(draft, self.words.hues, width=width, refusal=refusal, tail=tail)

    def _show_you(self, draft: DeskDraft, sheets: Sheets) -> None:
        block, desk, view = self.query_one("#you", Block), self.desk, draft.view
        if draft.you is None:
            block.show([("You are watching: hands, points and offers are secret.", "$faint")])
            return
        block.head(text.line("You: ", (desk.goods.scored(view.score), "$strong")))
        block.show(self.words.hand(desk, view, self.width_of("you")))
        reminders, room = self.query_one("#reminders", Block), self.arrangement.rooms.get("reminders")
        reminders.set_class(room is not None and sheets.is_tight(room.width, room.height), "-bare")
        reminders.show(sheets.reminder_rows())

    def _show_about(self, draft: DeskDraft) -> None:
        block, name, partners = self.query_one("#about", Block), self._partner(draft), self.partners_pane
        if name is not None and partners.at is not None and partners.at != name:
            partners.choices.point(name)  # the list's cursor follows the partner of the keys and the text
        if name is not None and draft.you is not None:
            block.head(self.words.about_title(name))
            block.show([*self._sheets(draft).partner_rows(name), *kept_words(self.seat, name)])

    def _show_rounds(self, sheets: Sheets) -> None:
        lines, coming = self.query_one("#lines", Block), self.query_one("#next-round", Block)
        lines.head(f"How {sheets.word} {sheets.round} pays")
        lines.show([text.minus(line) for line in sheets.desk.lines(sheets.round)])
        most = max(0, self.arrangement.form("next-round")) + 1
        if rows := sheets.coming_rows(most, self.width_of("next-round") + 2):
            coming.head(f"{sheets.word.capitalize()} {sheets.round + 1} after it")
            coming.show(rows)
        self.query_one("#accounts", Block).show(sheets.account_rows())

    # --- what the panes post -----------------------------------------------------------------------------------------
    def _partner(self, draft: DeskDraft) -> str | None:
        to = draft.offer(self.offers_pane.slot).get("to")
        return to if to and not self._by_list else self.partners_pane.at

    def go(self, slot: int, field: str | None = None) -> None:
        self.offers_pane.point(slot, field)

    def on_matrix_pane_chosen(self, message: MatrixPane.Chosen) -> None:
        """Put a cell into a slot; if the slot has no partner, ask for one. Only the open round takes offers."""
        message.stop()
        if self.read_only:
            return
        draft = self.draft
        slot = draft.slot_for_a_cell(self.offers_pane.slot)
        refusal = refused_fill(draft, self.round_shown, message.give, slot)
        if refusal is not None:
            self.tell(refusal.message, "warn", refusal.ruling)
            return
        draft, slot = draft.with_cell(slot, message.give, message.got)
        if self.keep(draft):
            if self.brought == "matrix-box":
                self.bring(None)  # back to the offers, which hold it now
            self.go(slot)
            if not draft.offer(slot).get("to"):
                self.swapping.open(message.give, message.got)

    def on_offers_pane_moved(self, message: OffersPane.Moved) -> None:
        message.stop()
        self._show_about(self.draft)

    def on_offers_pane_field_chosen(self, message: OffersPane.FieldChosen) -> None:
        message.stop()
        if not self.read_only:
            fill = {"to": self.lists.partner, "give": self.lists.kind}.get(message.field, self.lists.ask_expected)
            fill(message.slot)

    def on_partners_pane_moved(self, message: PartnersPane.Moved) -> None:
        message.stop()
        draft = self.draft
        if message.name != self._partner(draft):  # moved by hand, not to follow the offers
            self._by_list = True
        self._show_about(draft)

    def on_partners_pane_chosen(self, message: PartnersPane.Chosen) -> None:
        message.stop()
        if self.read_only:
            return
        name, draft = message.name, self.draft
        mine = draft.slot_of(name)
        slot = draft.next_slot() if mine is None else mine
        if slot >= self.desk.goods.limit:
            self.tell(f"All {self.desk.goods.limit} offers are made: empty one with x first.", "warn")
            return

        def put() -> None:
            at = slot
            if mine is None:
                changed, at = self.draft.with_fields(slot, {"to": name})
                self.keep(changed)  # the slot had no partner, so no agreement is lost
            self.offers_pane.grid.focus()
            self.go(at, "give")

        begun = bool(draft.offer(slot).get("give"))  # a kind waits in it for its partner
        if mine is not None or begun or not self.answers.answer(name, slot, put):
            put()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        self._by_list = event.widget.id == "partners"
        self._show_about(self.draft)

    # --- keys --------------------------------------------------------------------------------------------------------
    def action_step(self, by: int) -> None:
        if self.desk.stepped:
            self.keep(self.draft.with_rounds_moved(by))

    def action_clear(self) -> None:
        draft, slot, partners = self.draft, self.offers_pane.slot, self.partners_pane
        if partners.choices.has_focus:
            slot = next(
                (at for at, offer in enumerate(draft.offers) if offer.get("to") == partners.at), len(draft.offers)
            )
        if slot < len(draft.offers):
            changed = draft.without(slot)
            self.answers.change_draft(changed, lambda: self.keep(changed))
        else:
            self.tell("No offer is drafted here.")

    def action_agree(self) -> None:
        self.answers.agree(self._partner(self.draft))

    def action_silently(self) -> None:
        self.answers.draft_silently(self._partner(self.draft))

    def action_propose(self) -> None:
        to = self._partner(self.draft)
        if to is not None and not self.read_only:
            self.answers.propose(to, self._cell())

    def _cell(self) -> tuple[str, str] | None:
        is_open_matrix = self.matrix_pane.grid.has_focus and self.round_shown == self.seat.frame().round
        give, got = self.matrix_pane.swap
        return (give, got) if is_open_matrix and give in self.answers.givable() else None

    def under(self) -> TermsStart:
        cell = self._cell()
        return TermsStart("give", () if cell is None else (("you", cell[0]), ("to", cell[1])))
