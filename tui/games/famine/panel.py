"""The Seven Years' Famine's panel: the trade desk with gemstones, the topaz stepper, who is needed, and the dossier."""

from __future__ import annotations

from collections.abc import Sequence

from textual.binding import Binding
from textual.widget import Widget

from core.games.famine import tables
from core.games.famine.structs import Report, View, of_famine
from core.games.famine.views import tell_diamonds
from core.games.trading.desk import Desk
from core.games.trading.offers import Orders
from core.games.trading.structs import TradingView
from core.projections import RoundLog
from core.seat import Seat
from tui import text
from tui.games.famine import rows
from tui.layout import Table, part
from tui.memory import SeatMemory
from tui.screens.dialogs import Read
from tui.widgets.block import Block
from tui.widgets.desk import TradeDesk
from tui.widgets.desk_deals import short
from tui.widgets.desk_table import SIDE, desk_table, slim_table
from tui.widgets.desk_words import DeskWords

TOLD_WIDTH = 66
"""Columns of text in a broad dialog."""


class FamineWords(DeskWords):
    """What The Seven Years' Famine says: who is needed, who is closed, what diamonds told."""

    def named(self, kind: str, wide: bool) -> str:
        return kind if wide else short(kind)

    def hand(self, desk: Desk, view: TradingView, width: int) -> list[text.Part]:
        view = of_famine(view)
        return rows.hand_rows(view, self.hues, max(32, width))

    def partner(self, desk: Desk, view: TradingView, name: str, wide: bool) -> text.Part:
        view = of_famine(view)
        lead = text.fit(name, 10 if wide else 8)
        pips = text.line(rows.pips(view.met.get(name, 0)), " ") if view.round <= tables.TWICE_YEAR else ""
        return text.line(lead, pips, (rows.swaps_with(view, name), "$faint"))

    def partners(self, round_: int) -> text.Part:
        if round_ <= tables.TWICE_YEAR:
            return text.line("Partners: ", (rows.MET, "$good"), " swapped, ", (rows.LACKING, "$warn"), " to go")
        return super().partners(round_)

    def about_title(self, name: str) -> text.Part:
        return text.line(super().about_title(name), (" (i: dossier)", "$faint"))

    def about(self, desk: Desk, view: TradingView, name: str) -> list[text.Part]:
        view = of_famine(view)
        return rows.about_rows(view, name)


HUES = {"ruby": "red", "sapphire": "blue", "emerald": "green", "topaz": "yellow", "diamond": "white", "onyx": "black"}


class Dossier(Block):
    """What diamonds told, beside the names."""

    LEAD = rows.LEAD


class FaminePanel(TradeDesk[View, Report]):
    """The desk of one merchant."""

    WORDS = FamineWords(HUES, look="e, <, >", stars=False)
    TABLE = desk_table(
        3, 7,
        part("topaz", "left", (46, 2), 88, up_to=(70, 2)),
        part("glance", "left right middle", (60, 9), 50, up_to=(64, 9)),
        part("dossier", "middle right", (34, 4), 59, up_to=(64, 20)),
    )  # fmt: skip
    SLIM_TABLE = slim_table(
        3, 7,
        part("topaz", "left right", (34, 2), 88, up_to=(70, 2)),
        part("dossier", "right left", (34, 4), 59, up_to=(64, 20)),
    )  # fmt: skip
    LOOKS = frozenset({"look", "years", "dossier"})
    TOPIC = (
        "The matrix shows what each swap brings this year, mine/theirs; * marks what reaches beyond the swap, and rows "
        "you do not own are faint. < and > look at other years, e spells the year out. Enter on a cell puts that swap "
        "into a slot and asks with whom: one Enter agrees with somebody who offered it, or mark several and propose "
        "it to them with p.\n\n"
        "Each of the three slots is one offer: to whom, what you give, and what you expect back. What you expect is "
        "yours alone: it only feeds the preview. Enter changes what is under the cursor, x empties the slot. g takes "
        "a proposal into a slot and tells them that you agree, A drafts it without a word, p proposes. A proposal "
        "stands as you would give\u2192get, with what it pays.\n\n"
        "Topaz pays a number divided by n, and n counts all topaz given this year by everybody in swaps that go "
        "through. + and - set how many you think the others give.\n\n"
        "Beside a partner \u25cf is a swap you have had with them, \u25cb one still lacking to two: \u25cb\u25cb costs "
        "5 Favor at the end of year 3, and having nobody with a \u25cb left brings 25 at the end of year 6. \u00d7 is "
        "closed: you swapped last year. Below stands what you know of the partner you are at; i opens the whole "
        "dossier of what your diamonds told.\n\n"
        "Whoever did not win and holds the most onyx at the end is the Elimination Candidate, who must play the Death "
        "Match."
    )
    DEFAULT_CSS = "FaminePanel #outlook { text-wrap: nowrap; text-overflow: ellipsis; }"
    BINDINGS = [
        Binding("less_than_sign", "look(-1)", "years", id="desk.earlier", tooltip="The year before."),
        Binding("greater_than_sign", "look(1)", "years", id="desk.later", tooltip="The next year."),
        Binding("e", "years", "all years", id="famine.years", tooltip="How this year pays, and all years."),
        Binding("i", "dossier", "dossier", id="famine.dossier", tooltip="What your diamonds told you, by player."),
    ]  # fmt: skip

    # --- putting it together -----------------------------------------------------------------------------------------
    def extra(self) -> Sequence[Widget]:
        return (
            Block(id="topaz"),
            Block("The years at a glance; ruby (for sapphire)", id="glance"),
            Dossier("Dossier: what diamonds told", id="dossier"),
        )

    def table(self) -> Table:
        table, view = super().table(), self.seat.view()
        if not view.dossier:
            return table
        room = table.arrange(*self.size).rooms.get("dossier")  # as wide as it will be: so high and no higher
        width = (SIDE if room is None else room.width) - 2
        told = sum(len(text.hung(row, width, rows.LEAD)) for row in rows.dossier_rows(view))
        return table.fitted({"dossier": 1 + told})

    @classmethod
    def report(
        cls, seat: Seat[Orders, View, Report], entry: RoundLog[Orders, Report], memory: SeatMemory | None = None
    ) -> list[text.Part]:
        return [*super().report(seat, entry, memory), *tell_diamonds(entry.told.diamonds)]

    # --- painting ----------------------------------------------------------------------------------------------------
    def show(self) -> None:
        super().show()
        self._show_topaz()
        self.query_one("#glance", Block).show(rows.glance_rows(self.round_shown))
        self.query_one("#dossier", Dossier).show(rows.dossier_rows(self.seat.view()))

    def _show_topaz(self) -> None:
        year, draft = self.round_shown, self.draft
        pairs = [(plan.give, plan.expect) for plan in draft.plans()] if year == draft.round else []
        block = self.query_one("#topaz", Block)
        block.head(f"Topaz: {tables.YEARS[year].topaz_shared}/n, n = all given in year {year}")
        block.show(rows.topaz_rows(year, pairs, draft.elsewhere))

    # --- keys --------------------------------------------------------------------------------------------------------
    def action_dossier(self) -> None:
        view = self.seat.view()
        told = text.hung(text.lines(rows.dossier_rows(view)), TOLD_WIDTH, rows.LEAD)
        self.ask(Read("What your diamonds told you", told), lambda _: None)

    def action_years(self) -> None:
        year = self.round_shown
        lines = [text.line(text.minus(line)) for line in self.desk.lines(year)]
        self.ask(Read(f"How year {year} pays", [*lines, "", *rows.glance_rows(year)]), lambda _: None)
