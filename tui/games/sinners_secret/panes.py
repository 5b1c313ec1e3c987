"""The panes beside the grid of A Sinner's Secret: the query, the lists of answers, queries and claims, and the
spectators' page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from textual.app import ComposeResult
from textual.content import Content

from core.games.sinners_secret.spec import PAIRS, SINS, VIRTUES
from core.games.sinners_secret.structs import View
from tui.games.sinners_secret.grid import Chosen
from tui.games.sinners_secret.lists import known_owners
from tui.games.sinners_secret.notebook import Spot
from tui.games.sinners_secret.view_model import Sight
from tui.widgets.boxes import Vertical
from tui.widgets.choices import Choices, Row
from tui.widgets.layout import ANY, Columns, Room, Rows, Table, is_slim, part
from tui.words import text

ListName = Literal["answers", "sent", "heard"]
TITLES: dict[ListName, tuple[str, str]] = {"answers": ("3", "Answers"), "sent": ("4", "Sent"), "heard": ("5", "Said")}
LISTS: tuple[ListName, ...] = ("answers", "sent", "heard")


class QueryPane(Vertical):
    def __init__(self) -> None:
        super().__init__(id="query-box", classes="house-box")

    def compose(self) -> ComposeResult:
        yield Choices(id="query", empty="No queries now.")

    def show(self, rows: Iterable[Row], title: text.Part) -> None:
        self.border_title = text.line(title)
        self.query_one(Choices).show(rows)

    def on_choices_picked(self, message: Choices.Picked) -> None:
        message.stop()
        self.post_message(Chosen(Spot("field", attribute=message.row.id)))


class Lists(Vertical):
    """The three lists: one at a time with all names in its title, or all one below the other."""

    def __init__(self, empty: Mapping[ListName, str]) -> None:
        super().__init__(id="lists")
        self._empty = empty

    def compose(self) -> ComposeResult:
        for name in LISTS:
            yield ListPane(name, self._empty[name])

    def show(self, rows: Mapping[ListName, Sequence[Row]], which: Sequence[ListName]) -> None:
        """Replace the rows. `which`: lists that are shown."""
        for pane in self.query(ListPane):
            pane.display = pane.kind in which
            pane.show(rows[pane.kind], _tab(pane.kind, rows) if len(which) > 1 else _tabs(pane.kind))


def pane_keys(active: str) -> text.Part:
    parts: list[text.Part] = []
    for name, (key, word) in (("letters", ("1", "Grid")), ("query", ("2", "Query")), *TITLES.items()):
        parts += [" " if parts else "", (key, "$key"), " ", (word, "bold underline" if name == active else "$faint")]
    return text.line(*parts)


def _tab(name: ListName, rows: Mapping[ListName, Sequence[Row]]) -> text.Part:
    key, word = TITLES[name]
    return text.line((key, "$key"), f" {word} ({len(rows[name])})")


def _tabs(active: ListName) -> text.Part:
    parts: list[text.Part] = []
    for name, (key, word) in TITLES.items():
        parts += [" " if parts else "", (key, "$key"), (f" {word}", "$strong" if name == active else "$faint")]
    return text.line(*parts)


class ListPane(Vertical):
    def __init__(self, kind: ListName, empty: str) -> None:
        super().__init__(id=f"{kind}-box", classes="house-box")
        self.kind: ListName = kind
        self._empty = empty

    def compose(self) -> ComposeResult:
        choices = Choices(id=self.kind, empty=self._empty)
        choices.add_class("-fill")  # arrows mark rows that are out of sight
        yield choices

    @property
    def choices(self) -> Choices:
        return self.query_one(Choices)

    @property
    def spot(self) -> Spot | None:
        row = self.choices.row
        return None if row is None else Spot(self.kind, number=int(row.id))

    def show(self, rows: Sequence[Row], title: text.Part) -> None:
        self.border_title = text.line(title)
        if len(rows) > len(self.choices.rows) and not self.choices.has_focus:
            self.choices.show(())  # new rows are on top, and so is the cursor
        self.choices.show(rows)

    def on_choices_picked(self, message: Choices.Picked) -> None:
        message.stop()
        self.post_message(Chosen(Spot(self.kind, number=int(message.row.id))))


CELL_WIDTHS = (2, 2, 3, 4, 5, 5)
GRID_WIDTHS = (53, 53, 77, 98, 119, 119)
"""Columns of the grid with the gaps between its hands, by form."""
PLAIN, RULED, SPACED, AIRY = 0, 1, 2, 5
"""Forms of the grid: dense, with a line over the query, with room for percentages, with air between all rows."""
HEADS, LINES, LINES_SPACED = 3, 1, 3
"""Rows of the grid besides its cells: names and letters, and the lines between its groups."""
OWN_LETTERS = 3
"""Most own letters of a seat."""
SIDE, BROAD = 27, 60
"""Least columns of the lists, and columns from which more are of no use."""
BOARD_STEP = 4
CELL_ROWS = 12
"""Rows of cells above the locks: attributes, the query."""


def _table(own_letters: int, heads: int, rows: int = CELL_ROWS - 1) -> Table:
    """`own_letters`: own letters; `heads`: rows of heads; `rows`: rows of cells above the locks."""
    high = heads + rows + own_letters
    letters = part("letters", "grid", (GRID_WIDTHS[0], high), worth=100, up_to=(GRID_WIDTHS[0], high))
    for form, worth in ((RULED, 62), (SPACED, 40), (3, 12), (4, 8)):
        least = (GRID_WIDTHS[form], high + (LINES if form < SPACED else LINES_SPACED))
        letters = letters.larger(least, worth, up_to=least)
    least = (GRID_WIDTHS[AIRY], high + rows + own_letters - 1)
    letters = letters.larger(least, 6, up_to=least)
    return Table(
        Columns("grid", "side", "far"),
        letters,
        part("cell", "grid", (53, 3), worth=95, up_to=(80, 5)),
        part("board", "grid far", (53, 10), worth=44, up_to=(80, 10)).larger((80, 14), worth=10, up_to=(80, 14)),
        part("pairs", "grid far", (53, 9), worth=20, up_to=(80, 9)),
        part("legend", "grid far", (53, 3), worth=46, up_to=(80, 3)),
        part("query-box", "side", (SIDE, 4), worth=90, up_to=(BROAD, 4)),
        part("recipients", "side", (SIDE, 3), worth=30, up_to=(BROAD, 4)),
        part("locks", "side", (SIDE, 1 + own_letters), worth=85, up_to=(BROAD, 1 + own_letters)),
        part("lines", "side", (SIDE, 2), worth=80, up_to=(BROAD, 3)),
        part("standings", "side", (SIDE, 5), worth=84, up_to=(BROAD, 16)),
        part("lists", "side far", (SIDE, 8), worth=75, up_to=(BROAD, 20)).larger((SIDE, 12), 50, up_to=(BROAD, ANY)),
    )


TABLE = _table(OWN_LETTERS, HEADS)

SLIM, SHORT, LEAN = 38, 6, 26
"""Columns of the narrowest grid, rows of the shortest (which scrolls), columns of the narrowest list."""
PANES: dict[str, tuple[str, ...]] = {
    "letters": ("ways", "letters", "cell"),
    "query": ("ways", "query-box", "locks", "lines", "recipients", "standings"),
    "lists": ("ways", "lists", "cell"),
}
"""Parts that come first where room is scarce, by requested pane."""


@lru_cache(maxsize=64)
def _slim(own_letters: int, rows: int) -> Table:
    high, where = HEADS + rows + own_letters, "grid side"
    letters = part("letters", "grid", (SLIM, SHORT), 100, up_to=(SLIM, high)).larger((SLIM, high), 92, (SLIM, high))
    wide = GRID_WIDTHS[PLAIN]
    return Table(
        Rows("ways", Columns("grid", "side")),
        part("ways", "ways", (SLIM, 1), 99),
        letters.larger((wide, SHORT), 97, up_to=(wide, high)).larger((wide, high), 92, (wide, high)),
        part("cell", "grid side", (LEAN, 3), 95, up_to=(80, 5)),
        part("query-box", where, (LEAN, 4), 90, up_to=(BROAD, 4)),
        part("locks", where, (LEAN, 1 + own_letters), 85, up_to=(BROAD, 1 + own_letters)),
        part("lines", where, (LEAN, 2), 80, up_to=(BROAD, 3)),
        part("recipients", where, (LEAN, 3), 30, up_to=(BROAD, 4)),
        part("standings", where, (LEAN, 5), 84, up_to=(BROAD, 16)),
        part("lists", where, (LEAN, 5), 75, up_to=(BROAD, 20)).larger((LEAN, 12), 50, up_to=(BROAD, ANY)),
        part("legend", where, (SLIM, 4), 20, up_to=(80, 5)),
        part("board", where, (GRID_WIDTHS[PLAIN], 10), 10, up_to=(80, 10)),
    )


WHOLE_LETTERS = 2
"""Form from which that grid has two columns for a cell."""


class GridRoom(NamedTuple):
    cell: int
    """Columns of a cell. With 1, titles are short and only the first character of a mark is shown."""
    breaks: Sequence[int]
    figures: bool
    named: bool
    airy: bool = False


def grid_room(room: Room | None, slim: bool, rows: int, heads: int, by_owner: bool) -> GridRoom:
    """Return how a grid of `rows` rows below `heads` rows is drawn in its room."""
    form = 0 if room is None else room.form
    if slim:
        cell = 2 if form >= WHOLE_LETTERS else 1
        named = room is not None and room.height >= heads + rows and (by_owner or cell > 1)
        return GridRoom(cell, (), False, named)
    breaks = ((), (10,), (7, 10, 11))[min(form, SPACED)]
    return GridRoom(CELL_WIDTHS[form], [at for at in breaks if at < rows], form >= SPACED, True, form >= AIRY)


def table(sight: Sight, heads: int, width: int, height: int, pane: str) -> Table:
    """`heads`: rows of names and letters over the grid. `pane`: requested pane where room is scarce."""
    view = sight.view
    own = len(view.pairs)
    gone: list[str] = []
    if not view.dealt:
        gone += ["locks", "lists", "board", "pairs", "legend"]
    if view.dealt and not known_owners(sight):
        gone.append("board")
    if view.realm is None:
        gone += ["locks", "lists", "lines"]
    if view.realm is None or not view.dealt or not sight.asks.orders:
        gone += ["query-box", "recipients"]
    if view.orders is None:
        gone.append("standings")
    if not view.dealt:  # nothing to scroll through yet
        return _table(0, 1, 0).without(*dict.fromkeys(gone)).fitted({"cell": ANY})
    rows = CELL_ROWS - 1 if view.realm is not None else CELL_ROWS - 2
    if is_slim(width, height):
        gone = [name for name in gone if name != "pairs"] + (["cell"] if pane == "query" else [])
        return _slim(own, rows).without(*gone).bring(*PANES[pane])
    known = len(known_owners(sight)) if view.dealt else 0
    listed = -(-(known + 1) // BOARD_STEP) * BOARD_STEP  # it grows at every fourth mark only
    return _table(own, heads, rows).without(*dict.fromkeys(gone)).fitted({"board": listed})


NAMES = {"heaven": ("Heaven", "$cyan"), "hell": ("Hell", "$red")}
CELL = 10
PAIR = 8
GAP = 3


def board(view: View, tone: Mapping[str, str], width: int, height: int) -> list[Content]:
    if not view.realms:
        return [text.line(("The realms are not drawn yet.", "$faint"))]
    half = (width - GAP) // 2
    sides = [_side(view, tone, realm, tall=False) for realm in NAMES]
    pairs = _pairs(width)
    if height >= 9 * 3 + 1:
        sides = [_side(view, tone, realm, tall=True) for realm in NAMES]
    rows = text.beside(sides, [half, half], GAP)
    if width >= 100 and len(rows) + 2 + len(pairs) > height:
        across = CELL * (len(VIRTUES) + 1)
        room = (width - across - 2 * GAP) // 2
        return text.beside([*sides, pairs], [room, room, across], GAP)[:height]
    return ([*rows, text.line(""), *pairs] if len(rows) + 1 + len(pairs) <= height else rows)[:height]


def _side(view: View, tone: Mapping[str, str], realm: str, *, tall: bool) -> list[Content]:
    word, style = NAMES[realm]
    seats = [seat for seat, where in view.realms.items() if where == realm]
    rows = [text.line((word, f"bold {style}"), (f"  {len(seats)}", "$faint"))]
    for seat in seats:
        letters = view.letters.get(seat, ())
        name = text.fit((seat, tone[seat]), 10)
        mark: text.Part = ("  marked", "$warn") if seat in view.marked else ""
        if not tall:
            rows.append(text.line(name, *[part for letter in letters for part in ((f"[{letter}]", style), " ")], mark))
            continue
        rows += [
            text.line(" " * 10, *[("\u256d\u2500\u2500\u2500\u256e ", style)] * len(letters)),
            text.line(name, *[part for letter in letters for part in (("\u2502 ", style), (letter, "$strong"),
                                                                      (" \u2502 ", style))], mark),
            text.line(" " * 10, *[("\u2570\u2500\u2500\u2500\u256f ", style)] * len(letters)),
        ]  # fmt: skip
    return rows


def _pairs(width: int) -> list[Content]:
    """A square for every sin with every virtue: each pair is one letter's secret."""
    cell = min(CELL, max(PAIR, (width - CELL) // len(VIRTUES)))
    head = text.line((f"{'The pairs':<{CELL}}", "$accent"), *[(f"{virtue:<{cell}}", "$yellow") for virtue in VIRTUES])
    rows = [text.line((f"{sin:<{CELL}}", "$accent"), *[(f"{'?':<{cell}}", "$faint") for _ in VIRTUES]) for sin in SINS]
    assert len(PAIRS) == len(SINS) * len(VIRTUES)
    return [head, *rows]
