"""What The Seven Years' Famine writes beside the trade desk: pure functions of what one seat knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.games.famine import tables
from core.games.famine.scoring import topaz_in
from core.games.famine.spec import GOODS, SPEC
from core.games.famine.structs import Diamond, View
from core.games.trading.structs import Past
from tui import text
from tui.widgets.desk_rows import held_words

MET, LACKING = "\u25cf", "\u25cb"
"""A swap had with a partner, and one still lacking to two."""
CELL = 7
"""Columns of a year in the table of all years."""


def pips(times: int) -> text.Part:
    """Swaps had with a partner, towards the two of year 6: `●○`."""
    had = min(2, times)
    return text.line((MET * had, "$good"), (LACKING * (2 - had), "$warn"))


def hand_rows(view: View, hues: Mapping[str, str], width: int) -> list[text.Part]:
    """The hand, three kinds a row, those not held faint; `*` after a kind of which some are locked."""
    pieced = width >= 46
    columns = (9, 12, 11) if width < 42 else (16, 16, 16) if pieced else (14, 14, 14)
    cells: list[text.Part] = []
    for number, kind in enumerate(GOODS.kinds):
        count = view.held.get(kind, 0)
        locked = "*" if view.free.get(kind, count) < count else ""
        cells.append(text.fit(held_words(kind, hues, count, locked, pieced), columns[number % 3]))
    return [text.line(*cells[:3]), text.line(*cells[3:])]


def topaz_rows(year: int, pairs: Sequence[tuple[str, str | None]], elsewhere: int) -> list[text.Part]:
    """What a topaz pays: `pairs` are the swaps one plans, `elsewhere` how many others are thought to give."""
    shared = tables.YEARS[year].topaz_shared
    own = topaz_in((give, got or "") for give, got in pairs)
    n = max(1, own) + elsewhere
    stepper = text.line((str(elsewhere), "$strong"), (" (", "$faint"), ("- +", "$key"), (")", "$faint"))
    if own:
        return [text.line(f"n = my swaps {own} + others ", stepper, f" = {n}: pays ", (str(shared // n), "$good"))]
    return [text.line("if I give 1, others ", stepper, f": n {n}, pays ", (str(shared // n), "$good"))]


# --- partners ---------------------------------------------------------------------------------------------------------
def swap_words(past: Past) -> str:
    """`y1 ruby→onyx`, or `y1` where the set-up says no more."""
    return f"y{past.round} {past.gave}\u2192{past.got}" if past.gave else f"y{past.round}"


def swaps_with(view: View, name: str) -> str:
    return ", ".join(swap_words(past) for past in view.past if past.partner == name)


def about_rows(view: View, name: str) -> list[text.Part]:
    """All that this seat knows of one other beside what was proposed: its swaps with them, what closes them, whether
    they are needed, the dossier."""
    met = view.met.get(name, 0)
    swapped = swaps_with(view, name)
    rows: list[text.Part] = [f"Swapped: {swapped}" if swapped else ("No swap with them yet.", "$faint")]
    if name in view.last_year:
        rows.append(("Closed this year (FA-02).", "$warn"))
    elif not met and view.round <= tables.STRANGERS_YEAR:
        rows.append((f"Never met: \u2212{tables.STRANGER_COST} at the end of y{tables.STRANGERS_YEAR}.", "$warn"))
    rows += [told_row(told.year, told.diamond) for told in view.dossier if told.diamond.about == name]
    return rows


# --- the dossier ------------------------------------------------------------------------------------------------------
def told_words(diamond: Diamond) -> str:
    """What one diamond told, without the name."""
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
"""Columns of the names in the dossier."""


def dossier_rows(view: View) -> list[text.Part]:
    """What diamonds told, by player in seat order."""
    rows: list[text.Part] = []
    for name in view.met:
        told = [told for told in view.dossier if told.diamond.about == name]
        leads = [text.fit((name if number == 0 else "", "$strong"), LEAD) for number in range(len(told))]
        rows += [text.line(lead, told_row(one.year, one.diamond)) for lead, one in zip(leads, told, strict=True)]
    return rows or [("Nothing yet: in years 1 to 4 a diamond tells its giver of the recipient.", "$faint")]


# --- the years --------------------------------------------------------------------------------------------------------
ENDS = {
    tables.SAME_GEM_YEAR: "same",
    tables.STRANGERS_YEAR: "unmet",
    tables.ONYX_YEAR: "onyx",
    tables.TWICE_YEAR: "twice",
    tables.ALIKE_YEAR: "alike",
}
"""What else holds in a year or at its end, in a word; the year's own lines say it in full."""


def glance_rows(now: int) -> list[text.Part]:
    """All seven years side by side, the one of `now` marked."""
    years = range(1, SPEC.rounds + 1)
    cells = {
        "ruby": [f"{tables.YEARS[y].ruby}({tables.YEARS[y].ruby_for_sapphire})" for y in years],
        "sapphire": [f"{tables.YEARS[y].sapphire}/\u2212{tables.YEARS[y].sapphire_takes}" for y in years],
        "emerald": [f"+{tables.YEARS[y].emerald_adds}" for y in years],
        "topaz": [f"{tables.YEARS[y].topaz_shared}/n" for y in years],
        "diamond": [str(tables.YEARS[y].diamond) for y in years],
        "onyx": [f"{tables.YEARS[y].onyx}/\u2212{tables.YEARS[y].onyx_costs}" for y in years],
        "extra": [ENDS.get(y, "") for y in years],
    }
    head = [(f"{f'[{y}]' if y == now else y:>{CELL}}", "$strong" if y == now else "$faint") for y in years]
    rows: list[text.Part] = [text.line(" " * 9, *head)]
    for kind, row in cells.items():
        drawn = [(f"{cell:>{CELL}}", "$strong" if y == now else "$faint") for y, cell in zip(years, row, strict=True)]
        rows.append(text.line(f"{kind:<9}", *drawn))
    return rows
