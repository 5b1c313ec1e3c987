"""The panel of Pantheic Runes as far as its editor and its partners need it: the draft, and what changes it."""

from __future__ import annotations

from collections.abc import Mapping

from core.games.pantheic_runes.structs import Orders, Report
from core.games.pantheic_runes.views import DeitySeen, View
from core.json import Json
from core.table.seat import Seat
from core.talk.channels import Deal
from tui.app.memory import SeatMemory
from tui.games.base import GamePanel
from tui.games.pantheic_runes.draft import Draft
from tui.games.pantheic_runes.editor import Bench
from tui.games.pantheic_runes.rows import Tidings
from tui.games.pantheic_runes.view_model import Searched, Sight
from tui.widgets.choices import Choices
from tui.widgets.layout import Room
from tui.widgets.shelf import Shelf


class RunesDesk(GamePanel[Orders, View, Report]):
    def __init__(self, seat: Seat[Orders, View, Report], memory: SeatMemory, *, read_only: bool = False) -> None:
        super().__init__(seat, memory, read_only=read_only)
        self.bench = Bench(at=0)
        self.result = ""
        """Tableau made by the last action: the cursor goes to it."""
        self.seen_hand: tuple[int, tuple[str, ...]] = (-1, ())
        """Round and hand for which the workbench was laid out."""
        self.patterns = False
        """True if the deities' list shows patterns instead of distances where room is scarce."""
        self.aims: dict[str, int] = {}
        """Number of the pattern chosen among its targets, by deity."""
        self.searched = Searched()
        self.pane = "hand"
        self.rooms: Mapping[str, Room] = {}
        self.tidings = Tidings()

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
    def sight(self) -> Sight:
        return Sight(
            self.seat.view(),
            self.seat.asks,
            Draft.of(self.orders),
            self.seat.sealed(),
            self.bench,
            self.aims,
            self.searched,
            live=not self.read_only,
        )

    def deity(self, sight: Sight) -> DeitySeen | None:
        row = self.gods.row
        return None if row is None else sight.deity(row.id)

    def shut(self, sight: Sight) -> bool:
        if self.read_only:
            self.tell("Nothing can be done here.", "warn")
            return True
        if sight.view.round == 0 or not sight.asks.orders:
            self.tell("Before round 1 players only talk.", "warn", "PR-01")
            return True
        return False

    # --- what changes it ---------------------------------------------------------------------------------------------
    def order(self, draft: Draft) -> None:
        self.edit(draft.orders)

    def say(self, to: str, words: str, give: str, want: str) -> None:
        self.attempt(lambda: self.seat.say([to], words, Deal(give=give, want=want)), "Said.")

    def do_now(self, action: Json) -> bool:
        succeeded = super().do_now(action)
        if succeeded:
            notices = self.seat.log()[-1].notices
            self.remember("heard", [self.seat.frame().round, len(notices)])
            if notices:
                self.tell(notices[-1].text, "good")
                self.result = str(notices[-1].data.get("result", ""))
            self._prune()
        return succeeded

    def _prune(self) -> None:
        sight, draft = self.sight, self.seat.draft()
        if sight.mine is None or draft is None:
            return
        pruned = sight.draft.without_missing(sight.mine)
        if pruned != sight.draft:
            self.attempt(lambda: self.seat.keep_draft(pruned.orders, draft.counts))
