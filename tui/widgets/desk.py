"""The trade desk: payoff matrix, hand, offer slots with what one expects, outlook, partners. Both trading games.

It knows neither game: everything comes from `game.desk` (core.games.trading.desk), the View, `asks` and the talk. The
draft is in desk_draft.py, the keys in desk_slots.py, words in desk_rows.py and desk_deals.py; here it is painted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widget import Widget

from core.games.trading.keeping import keeping
from core.seat import Seat
from tui import text
from tui.memory import SeatMemory
from tui.widgets import desk_rows
from tui.widgets.block import Block
from tui.widgets.boxes import Horizontal, Vertical
from tui.widgets.choices import Choices, Row
from tui.widgets.desk_deals import deal_rows
from tui.widgets.desk_report import report_rows
from tui.widgets.desk_slots import COLUMNS, DeskSlots
from tui.widgets.grid import Cell, Grid

LEFT, LEFT_WIDE = 46, 60
"""Columns of the left half, with little room and with much."""
TALL = 30
"""Rows from which there is room under the offers and the partners, however narrow the desk is."""


class TradeDesk(DeskSlots):
    """The desk of one seat. A game sets `HUES` and adds panes of its own in `extra_left` and `extra_right`."""

    LOOKS = frozenset({"look"})
    STARS = True
    """Whether there is room under the matrix, at 80x24 too, to say what every `*` in it means."""
    LOOK = "<, >"
    """The keys that look at other rounds, for the title of the matrix."""
    TOPIC = (
        "The matrix shows what each swap brings in this round, mine/theirs; * marks what reaches beyond the swap: a "
        "line below says what. Rows you do not own are faint. < and > look at other rounds. Enter on a cell puts that "
        "swap into the slot you are at.\n\n"
        "Each slot is one offer: to whom, what you give, and what you expect back. What you expect is yours alone: it "
        "only feeds the preview. An offer goes through if that player offers you something too, whatever it is. Enter "
        "changes what is under the cursor, x empties the slot. Nothing is sent before you seal with s.\n\n"
        "Beside a partner stands the latest proposal as you would give\u2192get, with what it pays: \u21c4 is theirs, "
        "\u2713 is agreed by both, you: is yours. g takes it into a slot and tells them that you agree (who hears "
        "nothing may well trade elsewhere); A drafts it without a word; p proposes. Below stands what you know of the "
        "partner you are at."
    )
    DEFAULT_CSS = (
        f"""
    TradeDesk #desk-left {{ width: {LEFT}; }}
    TradeDesk.-wide #desk-left {{ width: {LEFT_WIDE}; }}
    """
        """
    TradeDesk { height: 1fr; }
    TradeDesk #desk-left { height: 1fr; }
    TradeDesk #desk-right { width: 1fr; height: 1fr; }
    TradeDesk .desk-more { display: none; height: 1fr; }
    TradeDesk.-tall .desk-more { display: block; }
    TradeDesk .desk-box { height: auto; border-top: solid $line; border-title-color: $ink; }
    TradeDesk .desk-box:focus-within { border-top: solid $line-live; }
    TradeDesk #partners-box { height: auto; max-height: 12; }
    TradeDesk #about { height: 1fr; }
    TradeDesk.-tall #about { height: auto; }
    TradeDesk.-watching #offers-box, TradeDesk.-watching #reminders, TradeDesk.-watching #about,
    TradeDesk.-watching #desk-right .desk-more { display: none; }
    """
    )

    # --- putting it together -----------------------------------------------------------------------------------------
    def compose(self) -> ComposeResult:
        self.set_class(self.seat.name is None, "-watching")
        with Horizontal():
            with Vertical(id="desk-left"):
                with Vertical(id="matrix-box", classes="desk-box"):
                    yield Grid(id="matrix", cell_width=6, title_width=8)
                    yield Block(id="cell", classes="-bare")
                    yield Block(id="stars", classes="-bare")
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
                yield Block(id="about")
                yield from self.extra_right()
                with VerticalScroll(classes="desk-more", can_focus=False):
                    yield Block(f"What each {self.desk.round_word} brought", id="accounts")

    @property
    def tall(self) -> bool:
        """Is there room below for how the round pays and what each brought?"""
        return self.size.height >= TALL

    def extra_left(self) -> Sequence[Widget]:
        """Further panes under the offers."""
        return ()

    def extra_right(self) -> Sequence[Widget]:
        """Further panes under the partners."""
        return ()

    def preferred_focus(self) -> Widget | None:
        return self.query_one("#offers" if self.seat.name is not None else "#matrix", Grid)

    @classmethod
    def report(cls, seat: Seat, entry: Any, memory: SeatMemory | None = None) -> list[text.Part]:
        kept = {} if memory is None else memory.get("expect") or {}
        expected = {key.partition(":")[2]: kind for key, kind in kept.items() if key.startswith(f"{entry.round}:")}
        return report_rows(seat, entry, cls.HUES, expected)

    # --- which round is looked at ------------------------------------------------------------------------------------
    def step_back(self) -> bool:
        if self.looked_at is None:
            return False
        self.looked_at = None
        self.show()
        return True

    def action_look(self, by: int) -> None:
        self.looked_at = max(1, min(self.desk.rounds, self.round_shown + by))
        if self.looked_at == self.seat.frame().round:
            self.looked_at = None
        self.show()

    # --- painting ----------------------------------------------------------------------------------------------------
    def show(self) -> None:
        view = self.seat.view()
        self._show_matrix(view)
        self._show_offers()
        self._show_you(view)
        self._show_partners(view)
        self._show_about()
        self.set_class(self.tall, "-tall")
        if self.tall:
            word, shown = self.desk.round_word, self.round_shown
            lines = self.query_one("#lines", Block)
            lines.head(f"How {word} {shown} pays")
            lines.show([text.minus(line) for line in self.desk.lines(shown)])
            coming = self.query_one("#next-round", Block)
            coming.display = self.wide and shown < self.desk.rounds
            if coming.display:
                coming.head(f"{word.capitalize()} {shown + 1} after it")
                coming.show(desk_rows.matrix_rows(self.desk, shown + 1, self.elsewhere, view.held, self.HUES))
            self.query_one("#accounts", Block).show(desk_rows.account_rows(view.accounts, word))

    def _show_matrix(self, view: Any) -> None:
        desk, round_, grid = self.desk, self.round_shown, self.query_one("#matrix", Grid)
        kinds = desk.goods.kinds
        longest = max(map(len, kinds)) + 2
        grid.cell_width, grid.title_width = (8, max(10, longest)) if self.wide else (6, longest)
        titles = [desk_rows.kind_title(kind, self.HUES, held=bool(view.held.get(kind))) for kind in kinds]
        columns = [kind if len(kind) < grid.cell_width else f"{kind[: grid.cell_width - 2]}." for kind in kinds]
        grid.show(desk_rows.matrix_cells(desk, round_, self.elsewhere, view.held), columns, titles)
        self.query_one("#matrix-box").border_title = text.line(self.matrix_title())
        stars = self.query_one("#stars", Block)
        found = desk_rows.star_rows(desk, round_, self.elsewhere) if self.STARS else []
        stars.display = bool(found)
        stars.show(found)
        self._show_cell()

    def matrix_title(self) -> text.Part:
        """Which round the matrix is of, and how it is read."""
        word = self.desk.round_word.capitalize()
        if self.looked_at is not None:
            word, tail = f"{word} {self.round_shown} (not now)", ""
        else:
            word, tail = f"{word} {self.round_shown}", f"  {self.LOOK}"
        return text.line((word, "$strong"), ": give \u2193 get \u2192 mine/theirs", (tail, "$faint"))

    def _show_cell(self) -> None:
        grid, kinds = self.query_one("#matrix", Grid), self.desk.goods.kinds
        give, got = kinds[grid.at[0]], kinds[grid.at[1]]
        self.query_one("#cell", Block).show(
            [desk_rows.cell_words(self.desk, self.round_shown, self.elsewhere, give, got)]
        )

    def _show_offers(self) -> None:
        grid, limit, offers = self.query_one("#offers", Grid), self.desk.goods.limit, self.offers()
        grid.cell_width = 13 if self.wide else 10
        cells = [self._slot(offer) for offer in offers] + [self._slot(None)] * (limit - len(offers))
        grid.show(cells, COLUMNS, [f" {number + 1}" for number in range(len(cells))])
        self.query_one("#offers-box").border_title = text.line(
            "Offers ", (f"{len(offers)}/{limit}", "$strong" if len(offers) <= limit else "$bad")
        )
        plans = self.plans()
        held = None if self.seat.name is None else self.seat.view().held
        rows = desk_rows.outlook_rows(self.desk.goods, self.outlook(), plans, held, begun=bool(offers))
        complete = [plan for plan in plans if plan.to]
        if complete and len(complete) == len(offers) and not self.read_only and (refusal := self.preview()):
            rows[0] = text.line(("! ", "$bad"), (refusal.message, "$warn"))  # expecting makes no sense then
        self.query_one("#outlook", Block).show(rows)

    def _slot(self, offer: dict[str, str] | None) -> list[Cell]:
        if offer is None:
            return [Cell(("-", "$faint")), Cell(("-", "$faint")), Cell(("-", "$faint")), Cell("")]
        to, give = offer.get("to", ""), offer.get("give", "")
        got = self.hoped(offer)
        return [
            Cell((to, "$strong") if to else ("choose", "$warn")),
            Cell((give, f"${self.HUES.get(give, 'strong')}") if give else ("choose", "$warn")),
            Cell((got, f"${self.HUES[got]}") if got else ("anything", "$faint")),
            Cell(self.worth(give, got or "")),
        ]

    def _show_you(self, view: Any) -> None:
        block, desk = self.query_one("#you", Block), self.desk
        if self.seat.name is None:
            block.show([("You are watching: hands, points and offers are secret.", "$faint")])
            return
        block.head(text.line("You: ", (desk.goods.scored(view.score), "$strong")))
        left = LEFT_WIDE if self.wide else LEFT
        block.show(self.hand_rows(view, self.size.width - left - 2))
        reminders = self.query_one("#reminders", Block)
        reminders.set_class(not self.wide, "-bare")
        reminders.show([text.line(("! ", "$warn"), text.minus(line)) for line in desk.reminders(view)])

    def hand_rows(self, view: Any, width: int) -> list[text.Part]:
        """What one holds."""
        return desk_rows.hand_rows(self.desk, view.held, view.free, self.HUES, max(27, width))

    def _show_partners(self, view: Any) -> None:
        frame = self.seat.frame()
        closed = {choice.value: choice for choice in self.choices("offer.to")}
        chosen = {offer.get("to") for offer in self.offers()}
        rows = []
        for name in frame.seats:
            if name == self.seat.name:
                continue
            why, ruling = (closed[name].closed, closed[name].ruling) if name in closed else (None, None)
            words = self.partner_words(name, view)
            rows.append(Row(name, words, why, ruling, self.note_of(name), name in chosen))
        self.query_one("#partners", Choices).show(rows)
        self.query_one("#partners-box").border_title = text.line(self.partners_title(view))

    def partners_title(self, view: Any) -> text.Part:
        """What stands in the list of partners."""
        return text.line("Partners, \u21c4 proposals")

    def _show_about(self) -> None:
        block, name, partners = self.query_one("#about", Block), self.partner(), self.query_one("#partners", Choices)
        if name is not None and partners.row is not None and partners.row.id != name:
            partners.point(name)  # the cursor of the list stands where the keys and these words are
        block.display = name is not None and self.seat.name is not None
        if name is not None and block.display:
            found, you = self.bargain(name), self.seat.name
            block.head(self.about_title(name))
            drafted = any(offer.get("to") == name for offer in self.offers())
            block.show([*deal_rows(found, name, you, self.seat.view().free, drafted), *self.about_rows(name)])

    def about_title(self, name: str) -> text.Part:
        return text.line("About ", (name, "$strong"))

    def about_rows(self, name: str) -> list[text.Part]:
        """What one knows of a partner beside what was proposed."""
        past = [trade for trade in self.seat.view().past if trade.partner == name]
        words = desk_rows.past_words(past, self.desk.round_word[0])
        rows: list[text.Part] = [f"Swapped: {words}" if words else ("No swap with them yet.", "$faint")]
        return [*rows, *self.word_rows(name)]

    def word_rows(self, name: str) -> list[text.Part]:
        """How a partner has kept its word to this seat so far."""
        if self.seat.name is None:
            return []
        reports = {entry.round: entry.report for entry in self.seat.closed_rounds()}
        word = keeping(self.seat.name, self.seat.messages(), reports).get(name)
        if word is None:
            return []
        tone = "$bad" if word.broken else "$good" if word.kept else "$faint"
        counts = f"{text.counted(word.agreed, 'agreement')}: {word.kept} kept, {word.broken} broken"
        return [(counts, tone)]

    # --- the cursor moves --------------------------------------------------------------------------------------------
    def on_grid_moved(self, message: Grid.Moved) -> None:
        message.stop()
        if message.grid.id == "matrix":
            self._show_cell()
        self._show_about()

    def on_choices_moved(self, message: Choices.Moved) -> None:
        message.stop()
        if message.choices.row is None or message.row.id != message.choices.row.id:
            return  # it has moved on since
        if message.row.id != self.partner():  # moved by hand, not to follow the offers
            self.by_list = True
        self._show_about()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        self.by_list = event.widget.id == "partners"
        self._show_about()
