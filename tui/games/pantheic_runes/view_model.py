"""Input of Pantheic Runes' panel at one moment: view, asks, draft and workbench; and its table of parts. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

import msgspec

from core.contract import Asks, Choice
from core.games.pantheic_runes import spec
from core.games.pantheic_runes.purse import laid_down
from core.games.pantheic_runes.routes import LAID_DOWN, Distance, distance_to, distances, targets
from core.games.pantheic_runes.structs import Orders
from core.games.pantheic_runes.views import DeitySeen, Mine, View
from tui.games.pantheic_runes import editor as benches
from tui.games.pantheic_runes import rows
from tui.games.pantheic_runes.cards import BARE, FRAMED, HEIGHTS, LARGE, WIDTHS
from tui.games.pantheic_runes.detail import nearer
from tui.games.pantheic_runes.draft import Draft
from tui.games.pantheic_runes.editor import Bench, Deed
from tui.widgets.layout import ANY, Columns, Part, Table, is_slim, part

BUDGET = 8_000
"""Pairs tried in a search for routes: a few ms, once for every hand."""


class Searched:
    """The latest search for routes, kept while hand and draft are the same."""

    def __init__(self) -> None:
        self._known: tuple[View, Draft] | None = None
        self._far: tuple[Distance, ...] = ()
        self._near: dict[int, list[str]] = {}

    def distances(self, view: View, draft: Draft) -> tuple[Distance, ...]:
        if self._known is None or self._known[0] != view or self._known[1].rituals != draft.rituals:
            self._far = distances(view, parse_draft(draft), BUDGET)
            self._known, self._near = (view, draft), {}
        return self._far

    def near(self, view: View, draft: Draft, place: int) -> list[str]:
        """Return the deities that a temple tableau would bring nearer."""
        before = self.distances(view, draft)
        if place not in self._near and view.mine is not None:
            grown = tuple(sorted((*view.mine.tableaux, view.temple[place])))
            mine = msgspec.structs.replace(view.mine, tableaux=grown)
            after = distances(msgspec.structs.replace(view, mine=mine), parse_draft(draft), BUDGET)
            self._near[place] = nearer(before, after)
        return self._near.get(place, [])


class Marks(NamedTuple):
    """Mark of each tableau of the hand, and whether it is laid down under seal or set aside."""

    found: list[str]
    barred: list[bool]


class Sight:
    def __init__(
        self,
        view: View,
        asks: Callable[[], Asks],
        draft: Draft,
        sealed: Orders | None,
        bench: Bench,
        aims: Mapping[str, int],
        searched: Searched,
        *,
        live: bool,
    ) -> None:
        self.view = view
        self._asks = asks
        self.draft = draft
        self.sealed = sealed
        self.bench = bench
        self.aims = aims
        """Number of the pattern chosen among its targets, by deity."""
        self.live = live
        """False in a replay: nothing can be ordered or done."""
        self._searched = searched

    @cached_property
    def asks(self) -> Asks:
        """Possible orders and actions. Lazy, because it tries every action."""
        return self._asks()

    @property
    def mine(self) -> Mine | None:
        return self.view.mine

    # --- the hand
    @cached_property
    def marks(self) -> Marks:
        if self.mine is None:
            return Marks([], [])
        return Marks(*rows.marks(self.mine, self.draft.laid, laid_down(self.sealed)))

    @cached_property
    def free(self) -> tuple[str, ...]:
        held = () if self.mine is None else self.mine.tableaux
        return tuple(tableau for tableau, bar in zip(held, self.marks.barred, strict=True) if not bar)

    @property
    def tableau_at_cursor(self) -> str | None:
        mine, at = self.mine, self.bench.at
        return None if mine is None or at is None or at >= len(mine.tableaux) else mine.tableaux[at]

    @property
    def why_barred(self) -> str | None:
        tableau, at = self.tableau_at_cursor, self.bench.at
        if tableau is None or at is None:
            return "You hold no tableau."
        if not self.marks.barred[at]:
            return None
        if self.marks.found[at] == rows.ASIDE:
            return f"Your {tableau} is set aside for a proposal: withdraw it first (p)."
        return f"Your {tableau} is laid down in your sealed orders: seal other orders first."

    def closed_choice(self, slot: str, value: str) -> Choice | None:
        return next((c for c in self.asks.choices if (c.slot, c.value) == (slot, value) and c.closed is not None), None)

    @cached_property
    def prepared_deed(self) -> Deed | None:
        if self.mine is None:
            return None
        return benches.prepare_deed(self.bench, self.mine, self.asks.choices if self.live else (), self.free)

    # --- the deities
    @property
    def distances(self) -> tuple[Distance, ...]:
        return () if self.mine is None else self._searched.distances(self.view, self.draft)

    def deities_nearer(self, place: int) -> list[str]:
        return self._searched.near(self.view, self.draft, place)

    def deity(self, name: str | None) -> DeitySeen | None:
        return next((seen for seen in self.view.deities if seen.id == name), None)

    def targets(self, deity: DeitySeen) -> tuple[str, ...]:
        return () if self.mine is None else targets(deity, self.mine.dionysus)

    def aim(self, deity: DeitySeen) -> tuple[str, Distance | None]:
        """Return the aimed pattern of a deity, and the hand's distance from it."""
        wanted = self.targets(deity)
        far = next((distance for distance in self.distances if distance.deity == deity.id), None)
        if not wanted or far is None or self.mine is None:
            return "", far
        laid = next((tableau for tableau in self.draft.laid if tableau in wanted), None)
        if far.label == LAID_DOWN and laid is not None:
            return laid, far
        chosen = self.aims.get(deity.id)
        if chosen is None:
            return wanted[0] if far.route is None else far.route.pattern, far
        pattern = wanted[chosen % len(wanted)]
        return pattern, distance_to(self.mine, parse_draft(self.draft), pattern, BUDGET)

    def pick_words(self, place: int) -> str:
        """Return the effect of Enter at a place of the temple; empty if nothing can be picked."""
        if not self.live or self.view.round in (0, self.view.rounds):
            return ""
        return f"Place {place}: Enter {'takes it back' if place in self.draft.temple else 'picks it'}."


def parse_draft(draft: Draft) -> Orders | None:
    """Return a draft in the game's own form; None if it cannot be parsed."""
    try:
        return msgspec.convert(draft.orders, Orders)
    except msgspec.ValidationError:
        return None


LEFT, RIGHT = 43, 37
"""Columns that hand and workbench need, and the deities as a list."""
HAND, TEMPLE = 6, spec.USUALLY_SHOWN
"""Cards for which the table is written; `table` adapts it to other numbers."""
SHRINE = (31, 4)
ROUTE = 11
"""Lines of a deity's pane with the way to it."""
TALL = 7
BENCH = (5, 8, 12)
"""Lines of the workbench by size of tableaux, with one line of border."""
DEITIES = len(spec.DEITIES)
UNSEEN = 2
"""Lines of the deities' list before they are shown."""
SLIM = 37
PANES: dict[str, tuple[str, ...]] = {
    "hand": ("hand-box", "bench", "asked"),
    "temple": ("temple-box", "bench", "asked"),
    "gods": ("gods-box", "detail"),
    "altar": ("altar", "hand-box", "held"),
}
"""Parts that come first where room is scarce, by requested pane."""
BESIDE = 3


def shelf(name: str, cards: int, worths: tuple[int, int, int]) -> Part:
    """Return a titled shelf for `cards` cards. Large cards stand in rows of four, or more if that saves a row."""
    sizes = _two(name, "left", LEFT, cards, worths, ANY)
    before = 0
    for across in (4, 5, 6):
        wide = across * WIDTHS[LARGE] + 2
        high = 1 + _rows(cards, wide, WIDTHS[LARGE]) * HEIGHTS[LARGE]
        if high != before:
            sizes = sizes.larger((wide, high), worths[LARGE] - across, up_to=(ANY, high))
        before = high
    return sizes


def _two(name: str, where: str, width: int, cards: int, worths: Sequence[int], lines: int) -> Part:
    """A shelf of bare or framed cards. At most `lines` of bare cards must be visible at once."""
    bare = 1 + _rows(cards, width, WIDTHS[BARE] + 4) * HEIGHTS[BARE]
    high = 1 + _rows(cards, width, WIDTHS[FRAMED]) * HEIGHTS[FRAMED]
    bare_shelf = part(name, where, (width, min(bare, lines)), worths[BARE], up_to=(ANY, bare))
    return bare_shelf.larger((width, high), worths[FRAMED], up_to=(ANY, high))


def _rows(cards: int, width: int, step: int) -> int:
    return max(1, -(-cards // (width // step)))


@lru_cache(maxsize=64)
def _table(hand: int, temple: int, shown: int) -> Table:
    bench = part("bench", "left", (LEFT, BENCH[BARE]), 95, up_to=(ANY, BENCH[BARE]))
    bench = bench.larger((LEFT, BENCH[FRAMED]), 55, up_to=(ANY, BENCH[FRAMED]))
    bench = bench.larger((3 * WIDTHS[LARGE] + 2 * BESIDE + 2, BENCH[LARGE]), 25, up_to=(ANY, BENCH[LARGE]))
    gods = part("gods-box", "right", (RIGHT, shown + 1), 90, up_to=(ANY, shown + 1))
    for across, worth in ((2, 40), (3, 22), (4, 21)) if shown > UNSEEN else ():
        least = (across * SHRINE[0], -(-shown // across) * SHRINE[1] + 1)
        gods = gods.larger(least, worth, up_to=(ANY, -(-shown // across) * TALL + 1))
    return Table(
        Columns("left", "right"),
        part("asked", "left", (LEFT, 1), 98, up_to=(ANY, 2)),
        shelf("hand-box", hand, (100, 60, 28)),
        bench,
        part("altar", "left", (LEFT, 4), 80, up_to=(ANY, 7)),
        shelf("temple-box", temple, (85, 50, 19)),
        part("held", "left", (LEFT, 3), 45, up_to=(ANY, 24)),
        gods,
        part("detail", "right", (RIGHT, 5), 70, up_to=(ANY, ANY)).larger((RIGHT, ROUTE + 1), 38, up_to=(ANY, ANY)),
    )


@lru_cache(maxsize=64)
def _slim(hand: int, temple: int, shown: int) -> Table:
    where = "left right"
    bench = part("bench", where, (SLIM, BENCH[BARE]), 95, up_to=(ANY, BENCH[BARE]))
    return Table(
        Columns("left", "right"),
        part("asked", where, (SLIM, 1), 98, up_to=(ANY, 2)),
        _two("hand-box", where, SLIM, hand, (100, 60), 5),
        bench.larger((SLIM, BENCH[FRAMED]), 55, up_to=(ANY, BENCH[FRAMED])),
        part("altar", where, (SLIM, 3), 80, up_to=(ANY, 7)),
        _two("temple-box", where, SLIM, temple, (85, 50), 5),
        part("held", where, (SLIM, 3), 45, up_to=(ANY, 24)),
        part("gods-box", "right left", (SLIM, 6), 90, up_to=(ANY, shown + 1)),
        part("detail", "right left", (SLIM, 5), 70, up_to=(ANY, ANY)),
    )


TABLE = _table(HAND, TEMPLE, DEITIES)


def table(view: View, width: int, height: int, pane: str) -> Table:
    mine = view.mine
    gone = [] if mine is not None else ["hand-box", "bench", "altar", "held"]
    if mine is None or not (mine.asked_by or mine.offered):
        gone.append("asked")
    hand = 0 if mine is None else len(mine.tableaux)
    small = is_slim(width, height)
    parts = (_slim if small else _table)(hand, len(view.temple), len(view.deities) or UNSEEN).without(*gone)
    return parts.bring(*PANES[pane]) if small else parts
