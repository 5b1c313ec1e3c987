"""The panel of A Sinner's Secret: the grid of letters and attributes, query, locks, answers and talk."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.widget import Widget

from core.games.sinners_secret.spec import ATTRIBUTES, SINS
from core.games.sinners_secret.structs import Orders, Report, View
from core.json import Json
from core.refusal import Refused
from core.table.seat import Seat
from tui.games.sinners_secret import cells, lists
from tui.games.sinners_secret import composer as asking
from tui.games.sinners_secret import notebook as spots
from tui.games.sinners_secret.composer import Composer, SinnersDesk, about_answer, claim_cell, tell_on, told_of_sent
from tui.games.sinners_secret.grid import Chosen, LettersGrid
from tui.games.sinners_secret.notebook import Notebook, Spot, claims_to
from tui.games.sinners_secret.panes import (
    LISTS,
    SIDE,
    SPACED,
    TABLE,
    ListName,
    ListPane,
    Lists,
    QueryPane,
    board,
    grid_room,
    pane_keys,
    table,
)
from tui.games.sinners_secret.view_model import EMPTY, NOT_NOW, Sight
from tui.screens.dialogs import ReadDialog
from tui.widgets.block import Block
from tui.widgets.choices import Row
from tui.widgets.frame import time_left
from tui.widgets.layout import Table
from tui.widgets.threads import TermsStart
from tui.words import text
from tui.words.plot import hues

EMPTY_LISTS: dict[ListName, str] = {
    "answers": "Nobody has asked you yet.",
    "sent": "You have asked nobody.",
    "heard": "No claims in your talk.",
}

WIDE_STRIP, WIDE_LIST = 34, 33
"""Columns from which locks are shown with their rounds, and lists in whole words."""


class SinnersSecretPanel(SinnersDesk):
    """The grid at the left, with query and locks as its last rows; orders, lines and lists at the right."""

    LEAST = (40, 11)
    LOOKS = frozenset({"pane", "follow", "order", "board"})
    SECRET = (
        "Queries, answers and locks are secret until round 10 has closed: guess from who is told what. Across the "
        "realms nobody talks but the two whom a query joins."
    )
    TOPIC = (
        "The grid has a column for each letter, under its owner (Heaven before the gap), and a row for each attribute. "
        "Enter on a cell notes yes, no, maybe, nothing; c notes what somebody claims, v believes or doubts it.\n"
        "\u2713 yes, \u2717 no, ? maybe; with ' somebody said so and you believe it, with ~ you doubt it; ! is a "
        "contradiction. f shows what follows from your marks and the answers: + must be, - cannot be.\n\n"
        "Query: pick three letters in its row (or a on any cell), then what about and whom to tell. Lock: Enter in the "
        "row of your letter (or l on any cell). \u25c6 is in your draft, \u25a0 is locked for good; + is an ally, - is "
        "none, a number is the percentage of a letter's possible pairs that are allies; on a small terminal a tenth "
        "of it, and there 1 to 5 show one pane at a time.\n\n"
        "Answers say yes or no, not about what: Enter puts in what you take it for, and marks the grid. Sent are your "
        "queries: Enter notes what the recipient says. Said are claims found in the talk. e tells somebody, in a "
        "sentence that bots and other screens can read. x takes back what is under the cursor, a mark too; u undoes "
        "only changes of your orders, the query and the locks."
    )
    DEFAULT_CSS = "SinnersSecretPanel .house-box { height: 1fr; }"
    PAGES: ClassVar[Mapping[str, str]] = {
        "letters": "Allies",
        "query": "Queries: rounds 1 to 9",
        "answers": "What an answer tells",
        "sent": "Queries: rounds 1 to 9",
        "heard": "Talk",
    }
    TABLE = TABLE
    BINDINGS = [
        Binding("f", "follow", "what follows", id="sin.follow", tooltip="Show or hide what follows from your marks."),
        Binding("g", "compose_query", "query", id="sin.compose", tooltip="Type the query, a key for each part."),
        Binding("a", "ask_letter", "ask", id="sin.ask", tooltip="Take this letter into the query, or out of it."),
        Binding("l", "lock", "lock", id="sin.lock", tooltip="Lock this letter for a letter of yours, or not."),
        Binding("c", "claim", "claim", id="sin.claim", tooltip="Note what somebody claims about this cell."),
        Binding("v", "doubt", "believe", id="sin.doubt", tooltip="Believe a claim, or doubt it."),
        Binding("e", "tell_on", "tell", id="sin.tell", tooltip="Tell somebody about this, in words you can change."),
        Binding("x", "clear", "clear", id="sin.clear", tooltip="Take back what is under the cursor, a mark too."),
        Binding("u", "undo", "undo orders", id="sin.undo", tooltip="Undo in the orders only: a mark goes with x."),
        Binding("o", "order", "order", id="sin.order", tooltip="Columns by owner, or from A to U."),
        Binding("b", "board", "board", id="sin.board", tooltip="Who owns which letter."),
        Binding(
            "1", "pane('letters')", "panes", key_display="1-5", id="sin.letters",
            tooltip="Go to the grid; 2 to 5 to the panes with these numbers.",
        ),
        Binding("2", "pane('query')", "query", show=False, id="sin.query", tooltip="Go to the query."),
        Binding("3", "pane('answers')", "answers", show=False, id="sin.answers", tooltip="Go to the answers."),
        Binding("4", "pane('sent')", "sent", show=False, id="sin.sent", tooltip="Go to the queries you sent."),
        Binding("5", "pane('heard')", "said", show=False, id="sin.heard", tooltip="Go to what was said."),
    ]  # fmt: skip

    pane = "letters"
    said_now: tuple[str, ...] = ()

    # --- putting it together -----------------------------------------------------------------------------------------
    def empty(self) -> Json:
        return dict(EMPTY)

    @classmethod
    def watched(cls, seat: Seat[Orders, View, Report], width: int, height: int) -> Sequence[text.Part]:
        return board(seat.view(), hues(seat.frame().seats), width, height)

    @classmethod
    def beside(cls, seat: Seat[Orders, View, Report], width: int) -> Sequence[text.Part]:
        return lists.beside_rows(seat.view(), width)

    def compose(self) -> ComposeResult:
        yield Block(id="ways", classes="-bare")
        yield LettersGrid(id="letters")
        yield Block(id="cell", classes="-bare")
        yield Block("The board", id="board")
        yield Block("Which letter has which pair", id="pairs")
        yield Block(id="legend", classes="-bare")
        yield QueryPane()
        yield Block("Left to address", id="recipients")
        locks = Block("Locks, final at the close", id="locks")
        locks.styles.padding = (0, 0, 0, 1)  # the strips need every column
        yield locks
        yield Block("Open lines", id="lines")
        yield Block("The orders", id="standings")
        yield Lists(EMPTY_LISTS)

    def table(self) -> Table:
        return table(self.sight, cells.heads_high(self.sight), *(self.size or self.LEAST), self.pane)

    def preferred_focus(self) -> Widget | None:
        if self.slim and self.pane != "letters":
            return self.query_one(f"#{self.active if self.pane == 'lists' else self.pane}")
        return self.grid

    def step_back(self) -> bool:
        if not self.slim or self.pane == "letters":
            return False
        self.action_pane("letters")
        return True

    # --- what is before the player -----------------------------------------------------------------------------------
    @property
    def grid(self) -> LettersGrid:
        return self.query_one("#letters", LettersGrid)

    @property
    def place(self) -> str:
        focus = self.screen.focused
        return focus.id if isinstance(focus, Widget) and focus.id else "letters"

    @property
    def spot(self) -> Spot | None:
        if self.place in LISTS:
            return self.query_one(f"#{self.place}-box", ListPane).spot
        return self.grid.spot

    def named(self) -> str | None:
        letter = self.spot.letter if self.spot else ""
        others = (seat for seat, theirs in self.sight.view.letters.items() if letter in theirs)
        return next((seat for seat in others if seat != self.seat.name), None)

    def under(self) -> TermsStart:
        spot = self.spot
        if spot is None or spot.kind != "cell":
            return TermsStart()
        return TermsStart("tell", (("to", "sin" if spot.attribute in SINS else "virtue"),))

    @property
    def active(self) -> ListName:
        remembered_list: ListName = self.remembered("list", "answers")
        return remembered_list if remembered_list in LISTS else "answers"

    # --- painting ----------------------------------------------------------------------------------------------------
    def show(self) -> None:
        self.sight_now = None
        self.rearrange()
        sight, rooms = self.sight, self.arrangement.rooms
        self._show_grid(sight)
        self._show_orders(sight)
        self._show_lists(sight)
        self._show_cell()
        self.query_one("#ways", Block).show([pane_keys(self.active if self.pane == "lists" else self.pane)])
        self.query_one("#legend", Block).show(
            cells.legend(not self.slim and self.arrangement.form("letters") >= SPACED)
        )
        if "board" in rooms:
            drawn = lists.board_rows if rooms["board"].form else lists.board_short
            rows = drawn(sight, lists.known_owners(sight))
            self.query_one("#board", Block).show(rows)
        if "pairs" in rooms:
            self.query_one("#pairs", Block).show(lists.pair_rows(sight, rooms["pairs"].width - 2))

    def _show_grid(self, sight: Sight) -> None:
        grid, room = self.grid, self.arrangement.rooms.get("letters")
        under, high = grid.letter, len(ATTRIBUTES) + 1 + len(sight.view.pairs)
        drawn = grid_room(room, self.slim, high, cells.heads_high(sight), sight.by_owner)
        rows, titles = cells.grid_rows(sight, drawn.figures, narrow=drawn.cell == 1)
        heads, shown = cells.grid_heads(sight, drawn.cell)
        breaks = [at for at in drawn.breaks if at < len(rows)]
        corner = cells.corner(sight, narrow=drawn.cell == 1)
        owners, own = shown if drawn.named else (), list(sight.view.pairs)
        grid.lay(rows, heads, owners, titles, breaks, drawn.cell, corner, own, drawn.airy)
        if under in sight.letters and under != grid.letter:
            grid.point(grid.at[0], sight.letters.index(under))

    def _width(self, part: str) -> int:
        room = self.arrangement.rooms.get(part)
        return SIDE - 3 if room is None else room.width - 3

    def _show_orders(self, sight: Sight) -> None:
        title = text.line(("2", "$key"), " Query: ", lists.query_state(sight))
        self.query_one(QueryPane).show(lists.query_rows(sight), title)
        self.query_one("#recipients", Block).show(lists.left_rows(sight, self._width("recipients")))
        self.query_one("#locks", Block).show(lists.lock_strips(sight, self._width("locks") > WIDE_STRIP))
        self.query_one("#standings", Block).show(lists.order_rows(sight))
        self.tick()

    def tick(self) -> None:
        view, frame = self.sight.view, self.seat.frame()
        block = self.query_one("#lines", Block)
        if frame.deadline is None and not frame.paused:
            block.head("Lines, open this round")
        else:
            left = text.line("Lines: ", time_left(frame, self.seat.now, self.app.zone))  # type: ignore[attr-defined]
            block.head(left if left.cell_length <= self._width("lines") else left[: len(left.plain.partition(" (")[0])])
        names: text.Part = (text.joined(view.lines), "$good") if view.lines else ("None across the realms.", "$faint")
        block.show(text.wrapped(names, self._width("lines")))

    def _show_lists(self, sight: Sight) -> None:
        claims_heard = claims_to(self.seat.messages(), sight.view, self.seat.name)
        self.claims = tuple(claim for _, claim in claims_heard)
        self.said_now = tuple(message.text for message, _ in claims_heard)
        wide = self._width("lists") > WIDE_LIST
        rows: dict[ListName, list[Row]] = {
            "answers": lists.received_rows(sight, wide),
            "sent": lists.sent_rows(sight, wide),
            "heard": lists.heard_rows(sight, self.claims, wide),
        }
        form = self.arrangement.form("lists")
        self.query_one(Lists).show(rows, () if form < 0 else LISTS if form else (self.active,))

    def _show_cell(self) -> None:
        words = [*lists.spot_words(self.sight, self.spot or self.grid.spot, self.claims, self.said_now)]
        room = self.arrangement.rooms.get("cell")
        if room is not None and sum(len(text.wrapped(row, room.width - 2)) for row in words) > room.height:
            words = [row for row in words if not lists.is_hint(row)]
        self.query_one("#cell", Block).show(words)

    # --- moving about ------------------------------------------------------------------------------------------------
    def warnings(self) -> Sequence[str]:
        asks = any(choice.slot.startswith("query") and choice.closed is None for choice in self.seat.asks().choices)
        return (
            ["No query: there is one in each round (g composes it)."] if asks and not self.orders.get("query") else ()
        )

    def action_pane(self, name: str) -> None:
        pane, listed = ("lists" if name in LISTS else name), name in LISTS and name != self.active
        if listed:
            self.remember("list", name)
        if listed or pane != self.pane:
            self.pane = pane
            self.show()
        target = self.query_one(f"#{name}")
        if all(node.display for node in target.ancestors_with_self if isinstance(node, Widget)):
            target.focus()

    def on_descendant_focus(self) -> None:
        self._show_cell()

    def on_grid_moved(self) -> None:
        self._show_cell()

    def on_choices_moved(self) -> None:
        self._show_cell()

    def action_follow(self) -> None:
        if not self.sight.view.assistance:
            self.tell("The host plays without assistance: screens work nothing out.", "warn")
            return
        self.remember("follow", not self.remembered("follow", False))
        self.show()
        self.tell(
            "Shown: what follows from what you go by." if self.sight.deducing else "Only your own marks are shown."
        )

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return not self.read_only if action == "undo" else super().check_action(action, parameters)

    def action_undo(self) -> None:
        self.undo()

    # --- choosing, and the keys for what is under the cursor ----------------------------------------------------------
    def on_chosen(self, message: Chosen) -> None:
        message.stop()
        spot = message.spot
        if spot.kind == "cell":
            self._note(lambda: spots.cycle_mark(self.sight.book, self.sight.view, spot))
        elif spot.kind == "query":
            asking.toggle_letter(self, spot.letter)
        elif spot.kind == "lock":
            asking.toggle_lock(self, spot.own, spot.letter)
        elif spot.kind == "answers":
            about_answer(self, spot.number)
        elif spot.kind == "sent":
            told_of_sent(self, spot.number)
        elif spot.kind == "heard":
            self._note(lambda: spots.cycle_belief(self.sight.book, self.claims, spot))
        elif spot.attribute == "letters":
            self.action_compose_query()
        elif spot.attribute == "attribute":
            asking.pick_attribute(self)
        else:
            asking.pick_recipient(self)

    def _note(self, change: Callable[[], Notebook]) -> None:
        try:
            self.write(change())
        except Refused as refusal:
            self.tell(refusal.message, "warn", refusal.ruling)

    def _noted_spot(self) -> Spot | None:
        """Place that the notebook's keys apply to: a cell, or a row of a list. Elsewhere None, and the status line
        says so."""
        spot = self.spot
        if spot is None or spot.kind not in ("cell", *LISTS):
            self.tell("Put the cursor on a letter and an attribute first.", "warn")
            return None
        return spot

    def action_compose_query(self) -> None:
        some = self.sight.choice("query.letter", self.sight.letters[0]) if self.sight.letters else None
        if self.read_only or some is None or (some.closed is not None and not self.sight.draft.asks_something):
            why, ruling = (NOT_NOW, None) if some is None or some.closed is None else (some.closed, some.ruling)
            self.tell(why, "warn", ruling)
        else:
            self.app.push_screen(Composer(lambda: self.sight, self.order))

    def action_ask_letter(self) -> None:
        if (spot := self.grid.spot) is not None:
            asking.toggle_letter(self, spot.letter, spot.attribute)

    def action_lock(self) -> None:
        if (spot := self.grid.spot) is None:
            return
        if spot.kind == "lock":
            asking.toggle_lock(self, spot.own, spot.letter)
        else:
            asking.pick_lock(self, spot.letter)

    def action_claim(self) -> None:
        spot = self.grid.spot
        if spot is None or spot.kind != "cell":
            self.tell("Put the cursor on a letter and an attribute first.", "warn")
        else:
            claim_cell(self, spot.letter, spot.attribute)

    def action_doubt(self) -> None:
        if (spot := self._noted_spot()) is not None:
            self._note(lambda: spots.toggle_belief(self.sight.book, self.sight.view, self.claims, spot))

    def action_tell_on(self) -> None:
        if self.read_only or self.sight.view.realm is None:
            self.tell("Nothing can be said here.", "warn")
        elif (spot := self._noted_spot()) is not None:
            tell_on(self, spot)

    def action_clear(self) -> None:
        draft, spot = self.sight.draft, self.spot
        if self.place == "query" or (spot is not None and spot.kind == "query"):
            self.order(draft._replace(letters=(), attribute="", to=""))
        elif spot is not None and spot.kind == "lock":
            self.order(draft.without_lock(spot.own))
        elif spot is not None:
            self._note(lambda: spots.clear_spot(self.sight.book, self.sight.view, self.claims, spot))

    def action_order(self) -> None:
        self.remember("by_owner", not self.remembered("by_owner", True))
        self.show()

    def action_board(self) -> None:
        self.ask(ReadDialog("Who owns which letter", lists.board_rows(self.sight, self.sight.seats)), lambda _: None)
