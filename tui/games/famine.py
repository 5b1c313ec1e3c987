"""The Seven Years' Famine's panel: the trade desk with gemstones, the topaz stepper, needed partners, and the
dossier."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from textual.binding import Binding
from textual.widget import Widget

from core.games.famine import scoring
from core.games.famine.scoring import topaz_in
from core.games.famine.spec import GOODS, SPEC
from core.games.famine.structs import Diamond, Report, View, famine_view
from core.games.famine.views import tell_diamonds
from core.games.trading.offers import Orders
from core.games.trading.structs import Past, TradingView
from core.games.trading.trade_form import Desk
from core.match.views import RoundLog
from core.table.seat import Seat
from tui.app.memory import SeatMemory
from tui.games.trade_form.panel import TradeDesk
from tui.games.trade_form.panes import SIDE, desk_table, slim_table
from tui.games.trade_form.rows import held_words
from tui.games.trade_form.words import DeskWords, shorten
from tui.screens.dialogs import ReadDialog
from tui.widgets.block import Block
from tui.widgets.layout import Table, part
from tui.words import text

MET, LACKING = "\u25cf", "\u25cb"
"""A swap with a partner, and a swap that is missing to two."""
CELL = 7


def pips(times: int) -> text.Part:
    scored = min(2, times)
    return text.line((MET * scored, "$good"), (LACKING * (2 - scored), "$warn"))


def hand_rows(view: View, hues: Mapping[str, str], width: int) -> list[text.Part]:
    """Return the hand, three kinds a row, missing kinds faint. `*` marks a kind with locked gems."""
    pieced = width >= 46
    columns = (9, 12, 11) if width < 42 else (16, 16, 16) if pieced else (14, 14, 14)
    cells: list[text.Part] = []
    for number, kind in enumerate(GOODS.kinds):
        count = view.held.get(kind, 0)
        locked = "*" if view.free.get(kind, count) < count else ""
        cells.append(text.fit(held_words(kind, hues, count, locked, pieced), columns[number % 3]))
    return [text.line(*cells[:3]), text.line(*cells[3:])]


def topaz_rows(year: int, pairs: Sequence[tuple[str, str | None]], elsewhere: int) -> list[text.Part]:
    """Return what a topaz pays: `pairs` are the planned swaps, `elsewhere` the number expected from others."""
    shared = scoring.YEARS[year].topaz_shared
    own = topaz_in((give, got or "") for give, got in pairs)
    n = max(1, own) + elsewhere
    stepper = text.line((str(elsewhere), "$strong"), (" (", "$faint"), ("- +", "$key"), (")", "$faint"))
    if own:
        return [text.line(f"n = my swaps {own} + others ", stepper, f" = {n}: pays ", (str(shared // n), "$good"))]
    return [text.line("if I give 1, others ", stepper, f": n {n}, pays ", (str(shared // n), "$good"))]


# --- partners ---------------------------------------------------------------------------------------------------------
def swap_words(past: Past) -> str:
    return f"y{past.round} {past.gave}\u2192{past.got}" if past.gave else f"y{past.round}"


def swaps_with(view: View, name: str) -> str:
    return ", ".join(swap_words(past) for past in view.past if past.partner == name)


# --- the dossier ------------------------------------------------------------------------------------------------------
def told_words(diamond: Diamond) -> str:
    if diamond.gems is not None:
        return f"held {GOODS.hand(diamond.gems)}"
    if diamond.partners is not None:
        return f"in y1 swapped with {text.joined(diamond.partners)}"
    if diamond.rank is not None:
        return f"rank {diamond.rank} by Favor"
    return f"{diamond.favor} Favor"


def told_row(year: int, diamond: Diamond) -> text.Part:
    return text.line((f"After y{year}: ", "$accent"), told_words(diamond))


LEAD = 9


def dossier_rows(view: View) -> list[text.Part]:
    rows: list[text.Part] = []
    for name in view.met:
        entries = [entries for entries in view.dossier if entries.diamond.about == name]
        leads = [text.fit((name if number == 0 else "", "$strong"), LEAD) for number in range(len(entries))]
        rows += [
            text.line(lead, told_row(entry.year, entry.diamond)) for lead, entry in zip(leads, entries, strict=True)
        ]
    return rows or [("Nothing yet: in years 1 to 4 a diamond tells its giver of the recipient.", "$faint")]


# --- the years --------------------------------------------------------------------------------------------------------
ENDS = {
    scoring.SAME_GEM_YEAR: "same",
    scoring.STRANGERS_YEAR: "unmet",
    scoring.ONYX_YEAR: "onyx",
    scoring.TWICE_YEAR: "twice",
    scoring.ALIKE_YEAR: "alike",
}
"""Other rule of a year or its end, in a word. The year's own lines give it in full."""


def glance_rows(now: int) -> Iterator[text.Part]:
    years = range(1, SPEC.rounds + 1)
    cells = {
        "ruby": [f"{scoring.YEARS[y].ruby}({scoring.YEARS[y].ruby_for_sapphire})" for y in years],
        "sapphire": [f"{scoring.YEARS[y].sapphire}/\u2212{scoring.YEARS[y].sapphire_takes}" for y in years],
        "emerald": [f"+{scoring.YEARS[y].emerald_adds}" for y in years],
        "topaz": [f"{scoring.YEARS[y].topaz_shared}/n" for y in years],
        "diamond": [str(scoring.YEARS[y].diamond) for y in years],
        "onyx": [f"{scoring.YEARS[y].onyx}/\u2212{scoring.YEARS[y].onyx_costs}" for y in years],
        "extra": [ENDS.get(y, "") for y in years],
    }
    head = [(f"{f'[{y}]' if y == now else y:>{CELL}}", "$strong" if y == now else "$faint") for y in years]
    yield text.line(" " * 9, *head)
    for kind, row in cells.items():
        drawn = [(f"{cell:>{CELL}}", "$strong" if y == now else "$faint") for y, cell in zip(years, row, strict=True)]
        yield text.line(f"{kind:<9}", *drawn)


TOLD_WIDTH = 66


class FamineWords(DeskWords):
    """Text of The Seven Years' Famine: needed and closed partners, diamonds' information."""

    def named(self, kind: str, wide: bool) -> str:
        return kind if wide else shorten(kind)

    def hand(self, desk: Desk, view: TradingView, width: int) -> list[text.Part]:
        view = famine_view(view)
        return hand_rows(view, self.hues, max(32, width))

    def partner(self, desk: Desk, view: TradingView, name: str, wide: bool) -> text.Part:
        view = famine_view(view)
        lead = text.fit(name, 10 if wide else 8)
        still = text.line(pips(view.met.get(name, 0)), " ") if view.round <= scoring.TWICE_YEAR else ""
        return text.line(lead, still, (swaps_with(view, name), "$faint"))

    def partners(self, round_: int) -> text.Part:
        if round_ <= scoring.TWICE_YEAR:
            return text.line("Partners: ", (MET, "$good"), " swapped, ", (LACKING, "$warn"), " to go")
        return super().partners(round_)

    def about_title(self, name: str) -> text.Part:
        return text.line(super().about_title(name), (" (i: dossier)", "$faint"))

    def partner_rows(self, desk: Desk, view: TradingView, name: str) -> Iterator[text.Part]:
        view = famine_view(view)
        met = view.met.get(name, 0)
        swapped = swaps_with(view, name)
        yield f"Swapped: {swapped}" if swapped else ("No swap with them yet.", "$faint")
        if name in view.last_year:
            yield ("Closed this year (FA-02).", "$warn")
        elif not met and view.round <= scoring.STRANGERS_YEAR:
            yield (f"None by the end of year {scoring.STRANGERS_YEAR}: \u2212{scoring.STRANGER_COST}.", "$warn")
        yield from (told_row(entry.year, entry.diamond) for entry in view.dossier if entry.diamond.about == name)


HUES = {"ruby": "red", "sapphire": "blue", "emerald": "green", "topaz": "yellow", "diamond": "white", "onyx": "black"}


class Dossier(Block):
    LEAD = LEAD


class FaminePanel(TradeDesk[View, Report]):
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
    SECRET = (
        "Favor and gems are secret until the end, and who swapped what stays with the two: guess from what a year "
        "pays; no two trade in two years running."
    )
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
        "Of the players who did not win, the one with the most onyx at the end is the Elimination Candidate, who must "
        "play the Death Match."
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
        room = table.arrange(*self.size).rooms.get(
            "dossier"
        )  # with its final width, so that it is no higher than its rows
        width = (SIDE if room is None else room.width) - 2
        height = sum(len(text.hung(row, width, LEAD)) for row in dossier_rows(view))
        return table.fitted({"dossier": 1 + height})

    @classmethod
    def report(
        cls, seat: Seat[Orders, View, Report], entry: RoundLog[Orders, Report], memory: SeatMemory | None = None
    ) -> list[text.Part]:
        return [*super().report(seat, entry, memory), *tell_diamonds(entry.closed_report.diamonds)]

    # --- painting ----------------------------------------------------------------------------------------------------
    def show(self) -> None:
        super().show()
        year, draft = self.round_shown, self.draft
        pairs = [(plan.give, plan.expect) for plan in draft.plans()] if year == draft.round else []
        block = self.query_one("#topaz", Block)
        block.head(f"Topaz: {scoring.YEARS[year].topaz_shared}/n, n = all given in year {year}")
        block.show(topaz_rows(year, pairs, draft.elsewhere))
        self.query_one("#glance", Block).show(glance_rows(self.round_shown))
        self.query_one("#dossier", Dossier).show(dossier_rows(self.seat.view()))

    # --- keys --------------------------------------------------------------------------------------------------------
    def action_dossier(self) -> None:
        view = self.seat.view()
        rows = text.hung(text.lines(dossier_rows(view)), TOLD_WIDTH, LEAD)
        self.ask(ReadDialog("What your diamonds told you", rows), lambda _: None)

    def action_years(self) -> None:
        year = self.round_shown
        lines = [text.line(text.minus(line)) for line in self.desk.lines(year)]
        self.ask(ReadDialog(f"How year {year} pays", [*lines, "", *glance_rows(year)]), lambda _: None)
