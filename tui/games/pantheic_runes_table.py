"""What the panel of Pantheic Runes shows: hand, workbench, altar, temple, and the deities with the hand's distance."""

from __future__ import annotations

from typing import Any, cast

import msgspec
from textual.app import ComposeResult
from textual.widget import Widget

from core.contract import Asks, Choice
from core.games.pantheic_runes.purse import laid_down
from core.games.pantheic_runes.routes import Distance, distances, targets, toward
from core.games.pantheic_runes.state import Orders
from core.games.pantheic_runes.view import DeitySeen, Mine, View
from tui import text
from tui.games import pantheic_runes_bench as benches
from tui.games import pantheic_runes_rows as rows
from tui.games.base import GamePanel
from tui.games.pantheic_runes_bench import Bench, Deed
from tui.widgets.block import Block
from tui.widgets.boxes import Horizontal, Vertical
from tui.widgets.choices import Choices
from tui.widgets.shelf import Shelf

BUDGET = 8_000
"""Pairs tried in one search for routes: a few ms, once for every hand."""
BENCH_LINES = 4
DETAIL_FRAME = 2
"""Lines over the list of the deities and over the pane of the one that is looked at."""
ALTAR_LINES = (3, 6)
"""Rituals listed, with little room and with much."""


class RunesTable(GamePanel):
    """One seat's tableaux and what can become of them, painted; the keys are in tui/games/pantheic_runes.py."""

    DEFAULT_CSS = """
    RunesTable { height: 1fr; }
    RunesTable #runes-left { width: 43; }
    RunesTable.-wide #runes-left { width: 50; }
    RunesTable #runes-right { width: 1fr; }
    RunesTable .runes-box { height: auto; padding: 0 1; border-top: solid $line; border-title-color: $ink; }
    RunesTable .runes-box:focus-within { border-top: solid $line-live; }
    RunesTable #hand-box { height: 1fr; }
    RunesTable #hand { height: 1fr; }
    RunesTable.-wide #hand-box { height: auto; max-height: 17; }
    RunesTable.-wide #hand { height: auto; max-height: 16; }
    RunesTable #gods-box { padding: 0; }
    RunesTable #detail { height: 1fr; }
    RunesTable Shelf { height: auto; }
    """

    def empty(self) -> dict[str, Any]:
        return {"temple": [], "rituals": []}

    # --- putting it together -----------------------------------------------------------------------------------------
    def compose(self) -> ComposeResult:
        self.bench = Bench(at=0)
        self.result = ""
        """The tableau that an action has just made: the cursor goes there."""
        self.seen_hand: tuple[str, ...] = ()
        self.patterns = False
        """Whether the deities' list shows patterns instead of distances where there is little room."""
        self.aims: dict[str, int] = {}
        """By deity, the pattern that was chosen among its targets."""
        self.far: tuple[View | None, Any, tuple[Distance, ...]] = (None, None, ())
        self.near: dict[int, list[str]] = {}
        """By temple place, what comes nearer with its tableau; for the hand of `far`."""
        self.heard = -1
        with Horizontal():
            with Vertical(id="runes-left"):
                yield Block(id="asked", classes="-bare")
                with Vertical(id="hand-box", classes="runes-box"):
                    yield Shelf(id="hand", empty="You hold no tableau: pick from the temple.")
                yield Block("Workbench", id="bench")
                yield Block("Altar", id="altar")
                with Vertical(id="temple-box", classes="runes-box"):
                    yield Shelf(id="temple", empty="Shown when round 1 starts.", keeps=False)
                yield Block("", id="held")
            with Vertical(id="runes-right"):
                with Vertical(id="gods-box", classes="runes-box"):
                    yield Choices(id="gods", empty="The deities and their rituals are shown when round 1 starts.")
                yield Block("", id="detail")

    def preferred_focus(self) -> Widget | None:
        return self.hand

    # --- what it looks at --------------------------------------------------------------------------------------------
    @property
    def hand(self) -> Shelf:
        return self.query_one("#hand", Shelf)

    @property
    def temple(self) -> Shelf:
        return self.query_one("#temple", Shelf)

    @property
    def gods(self) -> Choices:
        return self.query_one("#gods", Choices)

    @property
    def view(self) -> View:
        return cast(View, self.seat.view())

    @property
    def asks(self) -> Asks:
        return self.seat.asks()

    @property
    def rituals(self) -> list[dict[str, Any]]:
        """The rituals of the draft, or else of what is sealed."""
        found: list[dict[str, Any]] = self.orders.get("rituals", [])
        return found

    @property
    def picks(self) -> list[int]:
        found: list[int] = self.orders.get("temple", [])
        return found

    def planned(self) -> Orders | None:
        """The draft in the game's own form."""
        try:
            return msgspec.convert(self.orders, Orders)
        except msgspec.ValidationError:
            return None

    def card_marks(self, mine: Mine) -> tuple[list[str], list[bool]]:
        """For each own tableau its mark, and whether it is laid down or set aside."""
        return rows.marks(mine, [r["tableau"] for r in self.rituals], laid_down(self.seat.sealed()))

    def free(self, mine: Mine) -> tuple[str, ...]:
        """The own tableaux that actions can use."""
        return tuple(t for t, bar in zip(mine.tableaux, self.card_marks(mine)[1], strict=True) if not bar)

    def barred(self) -> str | None:
        """Why the tableau of the cursor cannot be used in an action, or None."""
        mine, at = self.view.mine, self.bench.at
        if mine is None or at is None or at >= len(mine.tableaux):
            return "You hold no tableau."
        found, barred = self.card_marks(mine)
        if not barred[at]:
            return None
        if found[at] == rows.ASIDE:
            return f"Your {mine.tableaux[at]} is set aside for a proposal: withdraw it first (p)."
        return f"Your {mine.tableaux[at]} is laid down in your sealed orders: seal others first."

    def prepared(self, view: View) -> Deed | None:
        """What Enter would do."""
        choices: tuple[Choice, ...] = () if self.read_only else self.asks.choices
        return None if view.mine is None else benches.deed(self.bench, view.mine, choices, self.free(view.mine))

    def distances(self, view: View) -> tuple[Distance, ...]:
        """How far the hand is from each deity; searched once for every hand and draft."""
        if view.mine is None:
            return ()
        known, orders, found = self.far
        planned = self.orders.get("rituals", [])
        if known != view or orders != planned:
            found = distances(view, self.planned(), BUDGET)
            self.far, self.near = (view, planned, found), {}
        return found

    def deity(self, view: View) -> DeitySeen | None:
        """The deity of the cursor."""
        row = self.gods.row
        return None if row is None else next((seen for seen in view.deities if seen.id == row.id), None)

    def aim(self, view: View, deity: DeitySeen) -> tuple[str, Distance | None]:
        """The pattern of a deity that is looked at, and how far the hand is from it."""
        wanted = () if view.mine is None else targets(deity, view.mine.dionysus)
        far = next((found for found in self.distances(view) if found.deity == deity.id), None)
        if not wanted or far is None:
            return "", far
        laid = next((r["tableau"] for r in self.rituals if r["tableau"] in wanted), None)
        if far.label == "laid down" and laid is not None:
            return laid, far
        chosen = self.aims.get(deity.id)
        if chosen is None or view.mine is None:
            nearest = wanted[0] if far.route is None else far.route.pattern
            return nearest, far
        pattern = wanted[chosen % len(wanted)]
        return pattern, toward(view.mine, self.planned(), pattern, BUDGET)

    # --- painting ----------------------------------------------------------------------------------------------------
    def show(self) -> None:
        view = self.view
        self._show_hand(view)
        self._show_altar(view)
        self._show_temple(view)
        self._show_gods(view)
        self.show_bench()
        self._show_asked(view)
        held = self.query_one("#held", Block)
        held.display = self.wide and view.mine is not None
        if held.display and view.mine is not None:
            held.head("Blessings")
            held.show(rows.held_rows(view, view.mine, self._left - 2))

    def _show_hand(self, view: View) -> None:
        mine, box = view.mine, self.query_one("#hand-box")
        box.border_title = text.line(rows.hand_head(mine))
        box.display = mine is not None
        if mine is None:
            return
        if mine.tableaux != self.seen_hand:
            place = self.hand.at
            if self.result in mine.tableaux:
                place = mine.tableaux.index(self.result)
            self.seen_hand, self.result = mine.tableaux, ""
            self.bench = Bench(at=max(0, min(place, len(mine.tableaux) - 1)))
            self.hand.at = self.bench.at or 0
        found, barred = self.card_marks(mine)
        self.hand.inner = self.bench.cell is not None
        self.hand.show(rows.hand_cards(mine, found, barred, self.bench.first), self.wide)

    def show_bench(self) -> None:
        """The workbench, or what a temple place is good for while the cursor is there."""
        view, block = self.view, self.query_one("#bench", Block)
        block.display = view.mine is not None
        block.styles.height = BENCH_LINES + 1
        self._show_detail(view)
        if view.mine is None:
            return
        if self.temple.has_focus and view.temple:
            block.head(f"Temple, place {self.temple.at}")
            block.show(self._place_rows(view, self.temple.at))
            return
        block.head("Workbench")
        bound = "" if self.read_only else self.barred() or ""
        shown = benches.bench_rows(self.bench, self.prepared(view), view, bound)
        width = self._left - 2
        block.show([line for row in shown for line in (text.wrapped(row, width) if row is shown[-1] else [row])])

    def _place_rows(self, view: View, place: int) -> list[text.Part]:
        tableau, mine = view.temple[place], view.mine
        assert mine is not None
        top, low = benches.picture(tableau)
        if place not in self.near:
            grown = msgspec.structs.replace(mine, tableaux=tuple(sorted((*mine.tableaux, tableau))))
            before = self.distances(view)
            after = distances(msgspec.structs.replace(view, mine=grown), self.planned(), BUDGET)
            self.near[place] = rows.nearer(before, after)
        near = self.near[place]
        said = f"With it, now: {', '.join(near)}" if near else "With it nothing would be nearer now."
        return [
            text.line("   ", top, "   ", benches.pleases(tableau, view)),
            text.line("   ", low, "   ", ("Enter", "$key"), " picks it, or not"),
            *text.wrapped((said, "$faint"), self._left - 2)[:2],
        ]

    @property
    def _left(self) -> int:
        return 50 if self.wide else 43

    def _show_altar(self, view: View) -> None:
        block, rituals = self.query_one("#altar", Block), self.rituals
        block.display = view.mine is not None
        refusal = None if self.read_only or not self.asks.orders else self.preview()
        block.head("Altar" if not rituals else f"Altar · {text.counted(len(rituals), 'ritual')} at the close")
        shown = rows.altar_rows(view, rituals, ALTAR_LINES[self.wide])
        if refusal is not None:
            shown += [(f"× {refusal.message}", "$warn")]
        block.show(shown)

    def _show_temple(self, view: View) -> None:
        box = self.query_one("#temple-box")
        title: text.Part = "Temple"
        if view.mine is not None and view.temple:
            left = view.mine.picks - len(self.picks)
            ares = " · Ares: first" if view.mine.priority else ""
            last = view.round == view.rounds
            title = (
                "Temple · last round: of no use now"
                if last
                else f"Temple · {text.counted(view.mine.picks, 'pick')}, {left} left{ares}"
            )
        box.border_title = text.line(title)
        self.temple.show(rows.temple_cards(view, self.picks), self.wide)

    def _show_gods(self, view: View) -> None:
        self.query_one("#gods-box").border_title = text.line(rows.head(view.mine, self.wide))
        shown = rows.deity_rows(view, self.distances(view), self.wide, self.patterns, self.size.width - self._left)
        self.gods.show(shown)

    def _show_detail(self, view: View) -> None:
        block, deity = self.query_one("#detail", Block), self.deity(view)
        block.display = deity is not None
        if deity is None:
            return
        block.head(rows.detail_head(deity))
        shown = self.detail(view, deity, max(20, self.size.width - self._left - 2))
        left = self.size.height - len(view.deities) - DETAIL_FRAME
        if len(shown) > left > 0:
            shown = [*shown[: left - 1], text.line(("… ", "$faint"), ("i", "$key"), (" shows all", "$faint"))]
        block.show(shown)

    def detail(self, view: View, deity: DeitySeen, width: int) -> list[text.Part]:
        """All that is said of a deity, in lines of `width` columns."""
        wanted, far = self.aim(view, deity)
        if self.wide and view.mine is not None:
            return rows.route_rows(deity, wanted, far, view.mine, self.bench.at, width)
        return rows.detail_rows(deity, wanted, far, view.mine, width)

    def _show_asked(self, view: View) -> None:
        block, mine = self.query_one("#asked", Block), view.mine
        block.display = mine is not None and bool(mine.asked_by or mine.offered)
        if mine is None:
            return
        shown: list[text.Part] = []
        if mine.asked_by:
            asks = "asks" if len(mine.asked_by) == 1 else "ask"
            shown.append(
                text.line((f"{text.joined(mine.asked_by)} {asks} to combine:", "$warn"), ("  p", "$key"), " answers")
            )
        if mine.offered:
            parts: list[text.Part] = [(f"{rows.ASIDE} asked: ", "$faint")]
            for offer in mine.offered:
                parts += [offer.to, " ", benches.inline(offer.tableau), "  "]
            shown.append(text.line(*parts))
        block.show(shown)
