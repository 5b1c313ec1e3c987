"""The panes of the trade desk. Each shows its input and posts choices; none knows the panel."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from textual.app import ComposeResult
from textual.message import Message

from core.games.trading.trade_form import Desk
from core.refusal import Refused
from tui.games.trade_form import rows as desk_rows
from tui.games.trade_form.draft import DeskDraft, Offer
from tui.games.trade_form.rows import piece
from tui.widgets.block import Block
from tui.widgets.boxes import Vertical
from tui.widgets.choices import Choices, Row
from tui.widgets.grid import Grid, GridCell
from tui.widgets.layout import Columns, Part, Table, part
from tui.words import text

LEFT = 46
"""Least columns of the matrix, and of the offers below it."""
SIDE = 34
"""Least columns of the list of partners with a proposal beside each."""
PAGE = 64
"""Columns from which more are of no use to text."""

SLIM = 40
"""Columns of the smallest terminal: the matrix fits with a letter before each row."""
SLIM_MATRIX = (6, 4, 1)
"""Columns of a cell, columns before a row and lines of a cell on that terminal."""
MATRIX = ((6, 10, 1), (8, 12, 1), (10, 14, 2), (12, 16, 3), (14, 18, 4), (16, 20, 5))
"""Columns of a cell, columns before a row, lines of a cell, by form of the matrix."""
KINDS = 6


def matrix_size(form: int) -> tuple[int, int]:
    """Return columns and rows of the matrix in a form, with border, head and a line about the cell of the cursor."""
    cell, title, lines = MATRIX[form]
    return title + KINDS * cell, 2 + KINDS * lines + 1


def desk_table(slots: int, partners: int, *own: Part) -> Table:
    """Return a game's table for `slots` offers and `partners` other seats. Its `own` parts are placed among the
    usual ones."""
    forms = [matrix_size(form) for form in range(len(MATRIX))]
    matrix = part("matrix-box", "left", forms[0], 100, up_to=(PAGE, forms[0][1] + 1))
    for (wide, high), worth in zip(forms[1:], (56, 36, 26, 16, 12), strict=True):
        matrix = matrix.larger((wide, high), worth, up_to=(max(PAGE, wide), high + 1))
    coming = part("next-round", "right left middle", (LEFT, 8), 40, up_to=(PAGE, 8))
    for rounds, worth in ((2, 30), (3, 20), (4, 11), (5, 10), (6, 9)):
        coming = coming.larger((LEFT, 1 + 7 * rounds), worth, up_to=(PAGE, 1 + 7 * rounds))
    return Table(
        Columns("left", "middle", "right"),
        matrix,
        part("stars", "left", (LEFT, 3), 70, up_to=(PAGE, 3)),
        part("offers-box", "left", (LEFT, 5 + slots), 96, up_to=(PAGE + 24, 6 + slots)),
        part("you", "middle", (SIDE, 3), 92, up_to=(PAGE, 3)),
        part("partners-box", "middle", (SIDE, 1 + partners), 94, up_to=(PAGE, 1 + partners)),
        part("reminders", "middle right", (SIDE, 3), 80, up_to=(PAGE, 7)).larger((SIDE, 7), 76, up_to=(PAGE, 7)),
        part("about", "middle right", (SIDE, 3), 78, up_to=(PAGE, 8)),
        *own,
        part("lines", "left middle right", (SIDE, 6), 60, up_to=(PAGE, 16)).larger((LEFT, 16), 48, up_to=(PAGE, 16)),
        part("accounts", "right middle left", (SIDE, 4), 58, up_to=(PAGE, 40)),
        coming,
    )


def slim_table(slots: int, partners: int, *own: Part) -> Table:
    """Return the desk for less than 80 columns or 19 rows; what does not fit is shown on request."""
    high = matrix_size(0)[1]
    return Table(
        Columns("left", "right"),
        part("offers-box", "left", (SLIM, 3 + slots), 100, up_to=(PAGE, 5 + slots)),
        part("matrix-box", "left right", (SLIM, high), 94, up_to=(PAGE, high)),
        part("partners-box", "left right", (SIDE, 4), 96, up_to=(PAGE, 1 + partners))
        .larger((SIDE, 6), 95, up_to=(PAGE, 1 + partners))
        .larger((SIDE, 1 + partners), 90, up_to=(PAGE, 1 + partners)),
        part("you", "right left", (SIDE, 3), 92, up_to=(PAGE, 3)),
        part("stars", "left right", (SIDE, 3), 70, up_to=(PAGE, 3)),
        part("reminders", "right left", (SIDE, 3), 80, up_to=(PAGE, 7)),
        part("about", "right left", (SIDE, 3), 78, up_to=(PAGE, 8)),
        *own,
        part("lines", "left right", (SIDE, 6), 60, up_to=(PAGE, 16)),
        part("accounts", "right left", (SIDE, 4), 58, up_to=(PAGE, 40)),
    )


def in_full(table: Table, name: str, rows: int, high: int) -> Table:
    """Make a requested part as high as its text, if the panel (`high` rows) is."""
    parts = []
    for part_ in table.parts:
        if part_.name == name:
            least = part_.forms[0]
            full = min(max(rows, least.height), high)
            part_ = part_._replace(forms=(least._replace(height=full, most_height=full),))
        parts.append(part_)
    return Table(table.shape, *parts)


FIELDS = ("to", "give", "expect", "alone")
"""Fields of a slot. `alone` is the payoff of the trade alone, mine/theirs."""


ROOMY, MOST = 50, 18
"""Columns from which the slot numbers are set apart; most columns of a field."""


class MatrixPane(Vertical):
    """The payoff matrix of a round as a heat map, and the meaning of the cell under the cursor."""

    @dataclass
    class Chosen(Message):
        give: str
        got: str

    def __init__(self) -> None:
        super().__init__(id="matrix-box", classes="house-box")
        self._shown: tuple[Desk, int, int] | None = None

    def compose(self) -> ComposeResult:
        yield Grid(id="matrix", cell_width=6, title_width=8)
        yield Block(id="cell", classes="-bare")

    @property
    def grid(self) -> Grid:
        return self.query_one("#matrix", Grid)

    def show(
        self, draft: DeskDraft, round_: int, hues: desk_rows.Hues, *, title: text.Part, form: int | None
    ) -> None:  # fmt: skip
        """Show a round, hand and guess. `form` is that of the table of parts, None on a small terminal."""
        desk, held = draft.desk, draft.view.held
        self._shown = (desk, round_, draft.elsewhere)
        grid, kinds, before = self.grid, desk.goods.kinds, (self.grid.cell_width, self.grid.cell_height)
        grid.cell_width, grid.title_width, grid.cell_height = SLIM_MATRIX if form is None else MATRIX[max(0, form)]
        counts = {kind: held.get(kind, 0) if form is not None and form > 1 else 0 for kind in kinds}
        titles = [
            desk_rows.kind_title(kind, hues, held=bool(held.get(kind)), width=grid.title_width, count=counts[kind])
            for kind in kinds
        ]
        columns = [text.line(desk_rows.column(kind, hues, grid.cell_width)) for kind in kinds]
        offered = draft.swaps_offered() if round_ == draft.round else {}
        cells = desk_rows.matrix_cells(desk, round_, draft.elsewhere, held, offered, grid.cell_width, grid.cell_height)
        grid.show(cells, columns, titles)
        if before != (grid.cell_width, grid.cell_height):
            grid.redraw(layout=True)
        self.border_title = text.line(title)
        self._show_cell()

    @property
    def swap(self) -> tuple[str, str]:
        return self._swap(*self.grid.at)

    def _swap(self, row: int, column: int) -> tuple[str, str]:
        assert self._shown is not None
        kinds = self._shown[0].goods.kinds
        return kinds[row], kinds[column]

    def _show_cell(self) -> None:
        if self._shown is not None:
            self.query_one("#cell", Block).show([desk_rows.cell_words(*self._shown, *self._swap(*self.grid.at))])

    def on_grid_moved(self, message: Grid.Moved) -> None:
        self._show_cell()

    def on_grid_picked(self, message: Grid.Picked) -> None:
        message.stop()
        self.post_message(self.Chosen(*self._swap(message.row, message.column)))


class OffersPane(Vertical):
    """The slots of the draft, and their possible result."""

    class Moved(Message):
        """The cursor moved to another field."""

    @dataclass
    class FieldChosen(Message):
        """A field of a slot was chosen: `to`, `give`, `expect` or `alone`."""

        slot: int
        field: str

    def __init__(self) -> None:
        super().__init__(id="offers-box", classes="house-box")

    def compose(self) -> ComposeResult:
        yield Grid(id="offers", cell_width=11, title_width=2)
        yield Block(id="outlook", classes="-bare")

    @property
    def grid(self) -> Grid:
        return self.query_one("#offers", Grid)

    @property
    def slot(self) -> int:
        return self.grid.at[0]

    def point(self, slot: int, field: str | None = None) -> None:
        self.grid.point(slot, self.grid.at[1] if field is None else FIELDS.index(field))

    def show(
        self, draft: DeskDraft, hues: desk_rows.Hues, *, width: int, refusal: Refused | None, tail: text.Part = ""
    ) -> None:
        """Show a draft in `width` columns. `refusal`: why complete offers could not be sealed. `tail` follows the
        title."""
        grid, limit, offers, before = self.grid, draft.desk.goods.limit, draft.offers, self.grid.cell_width
        grid.title_width = 2 if width < ROOMY else 4
        grid.cell_width = min(MOST, (width - grid.title_width) // len(FIELDS))
        slots: list[Offer | None] = [*offers, *[None] * (limit - len(offers))]
        cells = [_slot(draft, offer, hues) for offer in slots]
        grid.show(cells, FIELDS, [f" {number + 1}" for number in range(len(cells))])
        if before != grid.cell_width:
            grid.redraw(layout=True)
        tone = "$strong" if len(offers) <= limit else "$bad"
        self.border_title = text.line("Offers ", (f"{len(offers)}/{limit}", tone), tail)
        held = None if draft.you is None else draft.view.held
        rows = desk_rows.outlook_rows(draft.desk.goods, draft.outlook(), draft.plans(), held, begun=bool(offers))
        if refusal is not None:
            rows[0] = text.line(("! ", "$bad"), (refusal.message, "$warn"))  # an expectation is pointless then
        elif not offers:
            rows = rows[:1] if width > SLIM else [("Enter chooses a partner.", "$faint")]
        self.query_one("#outlook", Block).show(rows)

    def on_grid_moved(self, message: Grid.Moved) -> None:
        message.stop()
        self.post_message(self.Moved())

    def on_grid_picked(self, message: Grid.Picked) -> None:
        message.stop()
        self.post_message(self.FieldChosen(message.row, FIELDS[message.column]))


def _piece(kind: str, hues: desk_rows.Hues) -> text.Part:
    return piece(kind, hues[kind]) if kind in hues else ""


def _slot(draft: DeskDraft, offer: Offer | None, hues: desk_rows.Hues) -> list[GridCell]:
    if offer is None:
        return [GridCell(("-", "$faint")), GridCell(("-", "$faint")), GridCell(("-", "$faint")), GridCell("")]
    to, give, got = offer.get("to", ""), offer.get("give", ""), draft.expected_for(offer)
    payoff = draft.payoff(give, got or "")
    return [
        GridCell((to, "$strong") if to else ("choose", "$warn")),
        GridCell((give, f"${hues.get(give, 'strong')}"), lead=_piece(give, hues))
        if give
        else GridCell(("choose", "$warn")),
        GridCell((got, f"${hues[got]}"), lead=_piece(got, hues)) if got else GridCell(("anything", "$faint")),
        GridCell("" if payoff is None else desk_rows.payoff_words(payoff)),
    ]


class PartnersPane(Vertical):
    """The list of partners. Its cursor follows the offers until it is moved by hand."""

    @dataclass
    class Chosen(Message):
        name: str

    @dataclass
    class Moved(Message):
        name: str

    def __init__(self) -> None:
        super().__init__(id="partners-box", classes="house-box")

    def compose(self) -> ComposeResult:
        partners = Choices(id="partners")
        partners.add_class("-fill")
        yield partners

    @property
    def choices(self) -> Choices:
        return self.query_one("#partners", Choices)

    @property
    def at(self) -> str | None:
        row = self.choices.row
        return row.id if row else None

    def show(self, rows: Iterable[Row], title: text.Part) -> None:
        self.choices.show(rows)
        self.border_title = text.line(title)

    def on_choices_moved(self, message: Choices.Moved) -> None:
        message.stop()
        if message.row.id == self.at:  # else it has moved on since
            self.post_message(self.Moved(message.row.id))

    def on_choices_picked(self, message: Choices.Picked) -> None:
        message.stop()
        self.post_message(self.Chosen(message.row.id))
