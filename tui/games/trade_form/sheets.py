"""Information beside the trade desk's draft, as rows with the room they need; and the spectators' page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from textual.content import Content
from textual.geometry import Size

from core.games.trading.trade_form import Desk
from tui.games.trade_form import rows as desk_rows
from tui.games.trade_form.draft import DeskDraft
from tui.games.trade_form.panes import LEFT, SIDE, in_full
from tui.games.trade_form.rows import matrix_rows
from tui.games.trade_form.words import AGREED, DeskWords, deal_rows
from tui.widgets.choices import Row
from tui.widgets.layout import Table
from tui.words import text

LOW = 24
"""Rows below which an empty pane gives its room to the draft."""


def _lines(rows: Sequence[text.Part], width: int) -> int:
    return sum(len(text.hung(row, width)) for row in rows)


@dataclass(frozen=True)
class Sheets:
    draft: DeskDraft
    round: int
    words: DeskWords

    @property
    def desk(self) -> Desk:
        return self.draft.desk

    @property
    def word(self) -> str:
        return self.desk.round_word

    # --- the rounds --------------------------------------------------------------------------------------------------
    def matrix_title(self) -> text.Part:
        word, look = f"{self.word.capitalize()} {self.round}", f"  {self.words.look}"
        if self.round != max(1, min(self.desk.rounds, self.draft.round)):
            word, look = f"{word} (not now)", ""
        return text.line((word, "$strong"), ": give \u2193 get \u2192 mine/theirs", (look, "$faint"))

    def star_rows(self) -> list[text.Part]:
        return desk_rows.star_rows(self.desk, self.round, self.draft.elsewhere) if self.words.stars else []

    def account_rows(self) -> list[text.Part]:
        return desk_rows.account_rows(self.draft.view.accounts, self.word)

    def coming_rows(self, most: int, width: int) -> list[text.Part]:
        desk, draft, first, rows = self.desk, self.draft, self.round + 1, list[text.Part]()
        for round_ in range(first, min(desk.rounds, self.round + most) + 1):
            drawn = desk_rows.matrix_rows(desk, round_, draft.elsewhere, draft.view.held, self.words.hues, width)
            if round_ != first:
                drawn[0] = text.line((f"{self.word} {round_}".ljust(10), "$strong"), text.line(drawn[0])[10:])
            rows += drawn
        return rows

    # --- oneself and the others --------------------------------------------------------------------------------------
    def reminder_rows(self) -> list[text.Part]:
        due = [f"{words[:1].upper()}{words[1:]}." for words in self.draft.due]
        rows: list[text.Part] = [text.line((f"{AGREED} ", "$good"), words) for words in due]
        return [*rows, *(text.line(("! ", "$warn"), text.minus(line)) for line in self.desk.reminders(self.draft.view))]

    def is_tight(self, width: int, height: int) -> bool:
        return height <= _lines(self.reminder_rows(), width - 2)

    def partners(self, seats: Sequence[str], *, wide: bool) -> Iterator[Row]:
        draft, words = self.draft, self.words
        closed = {str(choice.value): choice for choice in draft.choices_for("offer.to")}
        chosen = {offer.get("to") for offer in draft.offers}
        for name in seats:
            if name != draft.you:
                why, ruling = (closed[name].closed, closed[name].ruling) if name in closed else (None, None)
                label = words.partner(self.desk, draft.view, name, wide)
                yield Row(name, label, why, ruling, words.note(draft, name, wide), name in chosen)

    def partner_rows(self, name: str) -> list[text.Part]:
        draft = self.draft
        if draft.you is None:
            return []
        drafted = draft.slot_of(name) is not None
        deals = deal_rows(draft.bargains.get(name), name, draft.you, draft.view.free, drafted)
        return [*deals, *self.words.partner_rows(self.desk, draft.view, name)]

    # --- room --------------------------------------------------------------------------------------------------------
    def fit(self, table: Table, size: Size, *, slim: bool, brought: str | None) -> Table:
        """Return the table without empty parts, each part as high as its text. `brought`: requested part, shown in
        full."""
        stars, left = self.star_rows(), self.desk.rounds - self.round
        empty = [] if stars else ["stars"]
        if not left and not slim:
            empty.append("next-round")
        if self.draft.you is None:
            return table.without("offers-box", "reminders", "about", "accounts", *empty)
        accounts = self.account_rows()
        if not self.draft.view.accounts and brought != "accounts" and size.height < LOW:
            empty.append("accounts")  # before the first close, the draft gets the room
        rows = {
            "stars": len(stars),
            "reminders": 1 + _lines(self.reminder_rows(), SIDE - 2),
            "accounts": 1 + _lines(accounts, SIDE - 2),
            "next-round": 1 + 7 * left,
        }
        table = table.without(*empty).fitted({name: n for name, n in rows.items() if name not in empty})
        pays = self.desk.lines(self.round)
        if brought in ("lines", "accounts"):
            full = 1 + _lines(pays if brought == "lines" else accounts, SIDE - 2)
            return in_full(table, brought, full, size.height)
        room = table.arrange(*size).rooms.get("lines")  # with its final width, so that it is no higher than its rows
        return table.fitted({"lines": 1 + _lines(pays, (LEFT if room is None else room.width) - 2)})


NEXT, GAP = 46, 3
USUAL, BROAD = 58, 76
IN_WORDS = text.line(("In words, as the giver reads them", "$accent"))
WORDS = 30
"""Least columns of its lines beside it."""


def board(desk: Desk, hues: Mapping[str, str], round_: int, width: int, height: int) -> list[Content]:
    now = max(1, min(desk.rounds, round_))
    across = min(width, BROAD if width > BROAD + GAP + WORDS else USUAL)
    matrix = _matrix(desk, hues, now, across, spread=height >= 30)
    lines = [row for line in desk.lines(now) for row in text.hung(text.minus(line), max(WORDS, width - across - GAP))]
    if width >= across + GAP + WORDS:
        rows = text.beside([matrix, [IN_WORDS, *lines]], [across, width - across - GAP], GAP)
    else:
        rows = matrix
        lines = [row for line in desk.lines(now) for row in text.hung(text.minus(line), width)]
        if len(rows) + len(lines) + 2 <= height:
            rows = [*rows, text.line(""), IN_WORDS, *lines]
    columns = max(1, (width + GAP) // (NEXT + GAP))
    coming = list(range(now + 1, desk.rounds + 1))
    each = len(desk.goods.kinds) + 2
    while coming and len(rows) + each + 1 <= height:
        shown, coming = coming[:columns], coming[columns:]
        pieces = [_matrix(desk, hues, later, min(NEXT, width)) for later in shown]
        rows = [*rows, text.line(""), *text.beside(pieces, [min(NEXT, width)] * len(pieces), GAP)]
    return rows[:height]


def _matrix(desk: Desk, hues: Mapping[str, str], round_: int, width: int, *, spread: bool = False) -> list[Content]:
    everything = dict.fromkeys(desk.goods.kinds, 1)
    head = text.line((f"{desk.round_word.capitalize()} {round_}", "$strong"),
                     (": give \u2193 get \u2192, giver/other", "$faint"))  # fmt: skip
    drawn = [text.line(row) for row in matrix_rows(desk, round_, 0, everything, hues, width, broad=True)]
    if spread:
        drawn = [row for line in drawn for row in (line, text.line(""))][:-1]
    return [head, *drawn]
