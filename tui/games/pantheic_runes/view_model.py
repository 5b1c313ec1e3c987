"""What the panel of Pantheic Runes has before it at one moment: View, asks, draft and workbench. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import NamedTuple

import msgspec

from core.contract import Asks, Choice
from core.games.pantheic_runes.purse import laid_down
from core.games.pantheic_runes.routes import LAID_DOWN, Distance, distances, targets, toward
from core.games.pantheic_runes.structs import Orders
from core.games.pantheic_runes.views import DeitySeen, Mine, View
from tui.games.pantheic_runes import detail, rows
from tui.games.pantheic_runes import editor as benches
from tui.games.pantheic_runes.draft import Draft
from tui.games.pantheic_runes.editor import Bench, Deed

BUDGET = 8_000
"""Pairs tried in one search for routes: a few ms, once for every hand."""


class Searched:
    """The last search for routes: kept from one moment to the next, for as long as hand and draft are the same."""

    def __init__(self) -> None:
        self._known: tuple[View, Draft] | None = None
        self._far: tuple[Distance, ...] = ()
        self._near: dict[int, list[str]] = {}

    def distances(self, view: View, draft: Draft) -> tuple[Distance, ...]:
        """How far the hand is from each deity."""
        if self._known is None or self._known[0] != view or self._known[1].rituals != draft.rituals:
            self._far = distances(view, planned(draft), BUDGET)
            self._known, self._near = (view, draft), {}
        return self._far

    def near(self, view: View, draft: Draft, place: int) -> list[str]:
        """What would come nearer with the tableau of a temple place in the hand."""
        before = self.distances(view, draft)
        if place not in self._near and view.mine is not None:
            grown = tuple(sorted((*view.mine.tableaux, view.temple[place])))
            mine = msgspec.structs.replace(view.mine, tableaux=grown)
            after = distances(msgspec.structs.replace(view, mine=mine), planned(draft), BUDGET)
            self._near[place] = detail.nearer(before, after)
        return self._near.get(place, [])


class Marks(NamedTuple):
    """For each tableau of the hand its mark, and whether it is laid down under seal or set aside."""

    found: list[str]
    barred: list[bool]


class Sight:
    """One moment."""

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
        """By deity, the number of the pattern that was chosen among its targets."""
        self.live = live
        """Can anything be ordered or done? Not in a replay."""
        self._searched = searched

    @cached_property
    def asks(self) -> Asks:
        """What may be ordered and done; asked for when somebody wants to know, since it tries every action."""
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
        """The own tableaux that actions can use."""
        held = () if self.mine is None else self.mine.tableaux
        return tuple(tableau for tableau, bar in zip(held, self.marks.barred, strict=True) if not bar)

    @property
    def under(self) -> str | None:
        """The tableau under the cursor."""
        mine, at = self.mine, self.bench.at
        return None if mine is None or at is None or at >= len(mine.tableaux) else mine.tableaux[at]

    @property
    def barred(self) -> str | None:
        """Why the tableau under the cursor cannot be used in an action, or None."""
        tableau, at = self.under, self.bench.at
        if tableau is None or at is None:
            return "You hold no tableau."
        if not self.marks.barred[at]:
            return None
        if self.marks.found[at] == rows.ASIDE:
            return f"Your {tableau} is set aside for a proposal: withdraw it first (p)."
        return f"Your {tableau} is laid down in your sealed orders: seal others first."

    def closed(self, slot: str, value: str) -> Choice | None:
        """The choice of `asks` that closes this, or None."""
        return next((c for c in self.asks.choices if (c.slot, c.value) == (slot, value) and c.closed is not None), None)

    @cached_property
    def prepared(self) -> Deed | None:
        """What Enter would do."""
        if self.mine is None:
            return None
        return benches.deed(self.bench, self.mine, self.asks.choices if self.live else (), self.free)

    # --- the deities
    @property
    def distances(self) -> tuple[Distance, ...]:
        """How far the hand is from each deity; none for who holds nothing."""
        return () if self.mine is None else self._searched.distances(self.view, self.draft)

    def near(self, place: int) -> list[str]:
        """What would come nearer with the tableau of a temple place."""
        return self._searched.near(self.view, self.draft, place)

    def deity(self, name: str | None) -> DeitySeen | None:
        """A deity by its id."""
        return next((seen for seen in self.view.deities if seen.id == name), None)

    def targets(self, deity: DeitySeen) -> tuple[str, ...]:
        """The patterns that would bring the seat nearer to a blessing."""
        return () if self.mine is None else targets(deity, self.mine.dionysus)

    def aim(self, deity: DeitySeen) -> tuple[str, Distance | None]:
        """The pattern of a deity that is looked at, and how far the hand is from it."""
        wanted = self.targets(deity)
        far = next((found for found in self.distances if found.deity == deity.id), None)
        if not wanted or far is None or self.mine is None:
            return "", far
        laid = next((tableau for tableau in self.draft.laid if tableau in wanted), None)
        if far.label == LAID_DOWN and laid is not None:
            return laid, far
        chosen = self.aims.get(deity.id)
        if chosen is None:
            return wanted[0] if far.route is None else far.route.pattern, far
        pattern = wanted[chosen % len(wanted)]
        return pattern, toward(self.mine, planned(self.draft), pattern, BUDGET)


def planned(draft: Draft) -> Orders | None:
    """A draft in the game's own form; None if it has none yet."""
    try:
        return msgspec.convert(draft.orders, Orders)
    except msgspec.ValidationError:
        return None
