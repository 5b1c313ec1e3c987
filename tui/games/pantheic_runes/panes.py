"""The panes of Pantheic Runes: each shows what it is given, in its room, and knows nothing of the others."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult

from core.games.pantheic_runes.spec import SPEC
from core.games.pantheic_runes.views import DeitySeen
from core.refusal import Refused
from tui import text
from tui.games.pantheic_runes import bench as benches
from tui.games.pantheic_runes import detail, rows
from tui.games.pantheic_runes.cards import BARE, FRAMED, LARGE
from tui.games.pantheic_runes.shrines import Shrines, shrine_of
from tui.games.pantheic_runes.sight import Sight
from tui.layout import Room
from tui.widgets.block import Block
from tui.widgets.boxes import Vertical
from tui.widgets.shelf import Card, Shelf

PADDING = 2
"""Columns beside the text of a Block."""
ROUTE_ROWS = 10
"""Lines from which the way to a deity is told step by step."""
NO_ROOM = Room(0, 0, 43, 5)


class ShelfPane(Vertical):
    """A shelf of cards under a title: the hand, the temple."""

    def __init__(self, name: str, empty: str, *, keeps: bool = True) -> None:
        super().__init__(id=f"{name}-box", classes="runes-box")
        self._shelf = Shelf(id=name, empty=empty, keeps=keeps)

    def compose(self) -> ComposeResult:
        yield self._shelf

    def fill(self, cards: Sequence[Card], title: text.Part, size: int) -> None:
        """Other cards under another title; `size`: how they are drawn."""
        self.border_title = text.line(title)
        self._shelf.styles.padding = (0, 1) if size == BARE else 0
        self._shelf.show(cards, framed=size > BARE)


class HandPane(ShelfPane):
    """The own tableaux."""

    def __init__(self) -> None:
        super().__init__("hand", "You hold no tableau: pick from the temple.")

    def look(self, sight: Sight, room: Room) -> None:
        if sight.mine is None:
            return
        size = min(room.form, LARGE)
        self._shelf.inner = sight.bench.cell is not None
        cards = rows.hand_cards(sight.mine, *sight.marks, sight.bench.first, size)
        self.fill(cards, rows.hand_head(sight.mine), size)


class TemplePane(ShelfPane):
    """What can be picked."""

    def __init__(self) -> None:
        super().__init__("temple", "Shown when round 1 starts.", keeps=False)

    def look(self, sight: Sight, room: Room) -> None:
        size, picks = min(room.form, LARGE), sight.draft.temple
        self.fill(rows.temple_cards(sight.view, picks, size), rows.temple_head(sight.view, len(picks)), size)


class GodsPane(Vertical):
    """The deities, as a list or as shrines."""

    def __init__(self) -> None:
        super().__init__(id="gods-box", classes="runes-box")

    def compose(self) -> ComposeResult:
        yield Shrines(id="gods", empty="The deities and their rituals are shown when round 1 starts.")

    def show(self, sight: Sight, room: Room, patterns: bool, ways: text.Part = "") -> None:
        """`patterns`: instead of distances, where there is no room for both. `ways`: keys of panes not shown."""
        wide, columns = room.width >= rows.WIDE, room.form + 1 if room.form > 0 else 0
        self.border_title = text.line(rows.head(sight.mine, wide, short=bool(ways)), ways)
        listed = rows.deity_rows(sight.view, sight.distances, wide, patterns, room.width)
        standing = [shrine_of(sight, deity) for deity in sight.view.deities] if columns else []
        self.query_one(Shrines).stand(listed, standing, columns)


class BenchPane(Block):
    """What the keys have prepared, or what a temple place is good for."""

    def look(self, sight: Sight, room: Room, place: int | None, ways: text.Part = "") -> None:
        """`place`: of the temple, if the cursor is there. `ways`: keys of the panes that there is no room for."""
        width = room.width - PADDING
        if place is not None and sight.view.temple:
            self.head(text.line(f"Place {place}" if ways else f"Temple, place {place}", ways))
            self.show(rows.place_rows(sight.view, place, sight.near(place), width, room.form))
            return
        self.head(text.line("Workbench", ways))
        bound = (sight.barred or "") if sight.live else ""
        shown = benches.bench_rows(sight.bench, sight.prepared, sight.view, bound, room.form, width)
        self.show(line for row in shown for line in (text.wrapped(row, width) if row is shown[-1] else [row]))


class AltarPane(Block):
    """The rituals laid down."""

    def look(self, sight: Sight, room: Room, refusal: Refused | None, ways: text.Part = "") -> None:
        """`refusal`: why the orders could not be sealed as they are. `ways`: keys of panes not shown."""
        rituals = sight.draft.rituals
        said = "Altar" if not rituals else f"Altar · {text.counted(len(rituals), 'ritual')}"
        self.head(text.line(said, ways or (" at the close" if rituals else "")))
        shown = rows.altar_rows(sight.view, rituals, max(1, room.height - 1 - (refusal is not None)))
        if refusal is not None:
            shown += [(f"× {refusal.message}", "$warn")]
        self.show(shown)


class DetailPane(Block):
    """The deity under the cursor: as much as there is room for."""

    def look(self, sight: Sight, deity: DeitySeen | None, room: Room) -> None:
        if deity is None:
            self.head("" if sight.view.deities else "How a round goes")
            self.show([] if sight.view.deities else course(room.width - PADDING))
            return
        self.head(detail.detail_head(deity))
        shown = told(sight, deity, room.width - PADDING, room.height - 1)
        left = room.height - 1
        if len(shown) > left > 0:
            shown = [*shown[: left - 1], text.line(("… ", "$faint"), ("i", "$key"), (" shows all", "$faint"))]
        self.show(shown)


COURSE = (
    (
        ("1. ", "$accent"),
        "Act: turn a tableau, adjust a cell, combine two (A + B = C). It costs mana and counts at once.",
    ),
    (
        ("2. ", "$accent"),
        "Lay down what a deity wants to see, exactly so (",
        ("l", "$key"),
        "): for that it blesses you.",
    ),
    (("3. ", "$accent"), "Pick from the temple (", ("m", "$key"), "): you get what nobody else picked."),
    (("4. ", "$accent"), "Seal your orders (", ("s", "$key"), "), and say that you are ready (", ("r", "$key"), ")."),
    (("Blessings are points. ", "$strong"), (f"The most points after round {SPEC.rounds} win.", "$faint")),
)


def course(width: int) -> list[text.Part]:
    """What there is to know before there are deities to be looked at."""
    return [row for words in COURSE for row in text.hung(text.line(*words), width, 3)]


def told(sight: Sight, deity: DeitySeen, width: int, height: int) -> list[text.Part]:
    """What is said of a deity in so much room: with the way to it step by step, if that fits."""
    wanted, far = sight.aim(deity)
    if sight.mine is not None and height >= ROUTE_ROWS:
        for size in (FRAMED, BARE):
            full = detail.route_rows(deity, wanted, far, sight.mine, sight.bench.at, width, size)
            if len(full) <= height:
                return full
        return [row for row in full if text.line(row).plain]  # without the space between its parts
    return detail.detail_rows(deity, wanted, far, sight.mine, width)
