"""Input of The Drifting Ship's panes: a seat's view and draft, the list of the chosen crewmate's orders, and the
table of parts. No widgets."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from textual.content import Content

from core.contract import Asks
from core.games.drifting_ship.reach import Reached
from core.games.drifting_ship.spec import BONUSES, CAP_PRICE, PLANT_LEAST, STARTS, VAULT
from core.games.drifting_ship.structs import Bar, Page, View
from core.games.drifting_ship.words import room_title
from core.json import Json
from core.refusal import Refused
from tui.games.drifting_ship import draft, rows
from tui.games.drifting_ship.board import SIZES, board_size
from tui.games.drifting_ship.draft import end, lowest, next_caps, order_of, why_closed, without
from tui.games.drifting_ship.rows import HUES, SOLID, TAKEN, names_of, tool_words
from tui.widgets.choices import Row
from tui.widgets.layout import ANY, Columns, Rows, Table, part
from tui.words import text

BOARD_WORTH = (100, 78, 55, 50, 45, 40, 35)


def _board() -> Any:
    (first, *others), (worth, *worths) = (board_size(inside) for inside in SIZES), BOARD_WORTH
    sizes = part("board", "left", first, worth, up_to=first)
    for size, more in zip(others, worths, strict=True):
        sizes = sizes.larger(size, more, up_to=size)
    return sizes


SIDE, NARROW_SIDE = 36, 19
"""Columns of the parts beside the board. On a small terminal the past gets fewer."""


def _table(past: int) -> Table:
    """`past`: least columns of the parts that show earlier rounds."""
    return Table(
        Rows(Columns("left", "right", "far"), "foot"),
        _board(),
        part("crew", "right left", (SIDE, 4), worth=79),
        part("orders-box", "right left", (SIDE, 6), worth=90, up_to=(ANY, 11)),
        part("room", "right left", (SIDE, 2), worth=80).larger((SIDE, 4), worth=76, up_to=(ANY, 8)),
        part("page", "right left far", (past, 5), worth=60, up_to=(ANY, 10)),
        part("seen", "far right left", (past, 4), worth=58, up_to=(ANY, 20)),
        part("news", "far right left", (past, 4), worth=56, up_to=(ANY, 12)),
        part("words", "foot", (SIDE, 2), worth=85),
        part("bars", "foot", (SIDE, 3), worth=77)
        .larger((78, 3), worth=75)
        .larger((78, 6), worth=30)
        .larger((99, 15), worth=20),
    )


TABLE, NARROW_TABLE = _table(SIDE), _table(NARROW_SIDE)
"""At 80x24 the board, the crew and its orders, with sightings if there is room. At 40x15 the flat board and the
plan; the lists take its place (`m`)."""

LISTS = ("orders-box", "crew")
"""Parts that replace the board if there is no room for all."""

BOTH = board_size(SIZES[0])[0] + SIDE

PAST = ("page", "seen", "news")


class ShipSight(NamedTuple):
    view: View
    orders: Mapping[str, Any]
    chosen: int
    page: Page | None
    """Earlier round being looked at, or None."""
    asks: Asks
    refusal: Refused | None
    """Why the draft could not be sealed, or None."""
    ways: Mapping[str, Reached]

    @property
    def order(self) -> Json:
        return draft.order_of(self.orders, self.chosen)

    @property
    def last_page(self) -> Page | None:
        pages = () if self.view.own is None else self.view.own.pages
        return self.page or (pages[-1] if pages else None)

    def why_closed(self, room: str) -> tuple[str, str | None] | None:
        """Return why the chosen crewmate cannot get to a room, with the ruling; None if it can or nothing is to be
        said."""
        view = self.view
        if self.view.crew and room and room not in self.ways and self.page is None:
            refusal = draft.why_not(view, self.chosen, self.order, room)
            return refusal.message, refusal.ruling
        if view.round == 0 and view.own is not None and room not in STARTS:
            return f"No crewmate starts here; start in {', '.join(STARTS)}.", "SH-02"
        return None


def sight_of(
    view: View,
    orders: Mapping[str, Any],
    chosen: int,
    *,
    back: int | None = None,
    asks: Asks | None = None,
    refusal: Refused | None = None,
    reach: bool = True,
) -> ShipSight:
    """Return a look; without `reach` the reachable rooms are left out. `back` is the number of a page of the seat's
    past; an unknown number means none."""
    pages = () if view.own is None else view.own.pages
    page = pages[back] if back is not None and back < len(pages) else None
    ways = draft.ways(view, chosen, draft.order_of(orders, chosen)) if view.crew and reach else {}
    return ShipSight(view, orders, chosen, page, asks or Asks(orders=False), refusal, ways)


def _rows_needed(sight: ShipSight, side: int) -> dict[str, int]:
    past: dict[str, list[text.Part]] = {"seen": rows.seen_rows(sight.view), "news": rows.news_rows(sight.view)}
    if sight.last_page is not None:
        past["page"] = rows.page_rows(sight.view, sight.last_page)
    return {name: 1 + sum(len(text.hung(row, side - 2)) for row in shown) for name, shown in past.items()}


@lru_cache(maxsize=64)
def _fit_table(table: Table, page: bool, needed: tuple[tuple[str, int], ...]) -> Table:
    return (table if page else table.without("page")).fitted(dict(needed))


def table_for(sight: ShipSight, width: int, height: int, *, listing: bool, lists: bool = False) -> Table:
    """Return the parts for the present position. The past, or `lists`, takes the place of the orders where both have no
    room."""
    table, side = (TABLE, SIDE) if width >= BOTH else (NARROW_TABLE, max(NARROW_SIDE, width - BOTH + SIDE))
    parts = _fit_table(table, sight.last_page is not None, tuple(_rows_needed(sight, side).items()))
    if lists and not listing and sight.page is None:
        return parts.bring(*LISTS)
    if sight.page is not None and not listing:
        parts = parts.bring("page")
    wanted = PAST[1:] if listing else PAST[:1]
    if (listing or sight.page is not None) and any(name in parts.arrange(width, height).hidden for name in wanted):
        parts = parts.without("orders-box", "room", *(() if sight.page is not None else ("page",)))
        parts = parts if sight.page is not None and not listing else parts.bring("seen")
    return parts


NOBODY_TO_CALL = "Nobody shared a room with it at the end of the last round."


def order_rows(view: View, asks: Asks, orders: Mapping[str, Any], index: int) -> list[Row]:
    if view.own is None:
        return []
    if not view.crew:
        names = names_of(view, orders)
        return [
            Row(f"name.{at}", text.line((f"{SOLID[at]} ", "$key"), f"Name: {names[at]}"), note=("Enter", "$faint"))
            for at in (0, 1)
        ]
    crewmate, order = view.crew[index], order_of(orders, index)
    room, left = end(view, index, order)
    rows = [
        Row("walk", f"Walk to {room}" if room != crewmate.room else f"Stay in {room}", note=("board", "$faint")),
        _bid_row(view, index, order, room, left),
        _row("disable", f"Disable {room} (all energy)", "b", _off(view, index, order, "disable"), order),
    ]
    if crewmate.parasite:
        least = max(PLANT_LEAST, int(order.get("activate", 0)))
        goes = {**without(order, "disable"), "activate": least, "plant": "A"}
        words = f"Plant on {order['plant']}" if "plant" in order else "Plant the Parasite in V"
        rows.append(_row("plant", words, "P", why_closed(view, index, goes), order))
    for bonus, uses in crewmate.bonuses.items():
        rows.append(_tool_row(view, asks, index, order, bonus, uses))
    rows.append(_cap_row(view, orders))
    return rows


def _row(key: str, words: text.Part, hint: str, refusal: Refused | None, order: Json) -> Row:
    """An order that is already given stays open, so that it can be removed."""
    chosen = bool(order.get(key))
    if chosen or refusal is None:
        return Row(key, words, note=(hint, "$key"), chosen=chosen)
    return Row(key, words, refusal.message, refusal.ruling, note=(hint, "$faint"))


def _off(view: View, index: int, order: Json, key: str) -> Refused | None:
    rest = without(order, "activate", "plant") if key == "disable" else order
    return why_closed(view, index, {**rest, key: True})


def _bid_row(view: View, index: int, order: Json, room: str, left: int) -> Row:
    now = int(order.get("activate", 0))
    if now:
        return Row("bid", f"Bid {now} of {left} for {room}", note=("0-9 + -", "$key"), chosen=True)
    least = lowest(room, PLANT_LEAST)
    bare = {**without(order, "disable"), "activate": least, **({"plant": "A"} if room == VAULT else {})}
    refusal = why_closed(view, index, bare)
    if refusal is not None:
        return Row("bid", f"Bid for {room}", refusal.message, refusal.ruling, note=("0-9 + -", "$faint"))
    return Row("bid", f"Bid for {room}: {least} to {left}", note=("0-9 + -", "$key"))


def _tool_row(view: View, asks: Asks, index: int, order: Json, bonus: str, uses: int | None) -> Row:
    name = tool_words(bonus, uses)
    if bonus == "Y":
        return _row("eat", name, "Y", _off(view, index, order, "eat"), order)
    if bonus == "W":
        return _row("drain", name, "W", _off(view, index, order, "drain"), order)
    if bonus in ("S", "T"):
        key = "wall" if bonus == "S" else "step"
        words = text.line(name, f" {order[key]}") if key in order else name
        refusals = [why_closed(view, index, {**order, key: side}) for side in ("north", "east", "south", "west")]
        return _row(key, words, bonus, None if None in refusals else refusals[0], order)
    if bonus == "X":
        calls = [choice for choice in asks.choices if choice.slot == f"action.open_channel.{index}"]
        shut = next((c for c in calls if c.closed is not None), None)
        if any(choice.closed is None for choice in calls) or shut is None:
            return Row("device", name, note=("X", "$key"))
        reason = shut.closed if uses == 0 else NOBODY_TO_CALL
        return Row("device", name, reason, shut.ruling, note=("X", "$faint"))
    words = f"{BONUSES[bonus].split()[0]}: {'used up' if uses == 0 else _BY_ITSELF[bonus]}"
    return Row(f"tool.{bonus}", text.line((f"  {words}", "$faint")), heading=True)


_BY_ITSELF = {"R": "+1 energy each round", "U": "your next part is certain", "Z": "4 garnets at the end"}


def _cap_row(view: View, orders: Mapping[str, Any]) -> Row:
    now = int(orders.get("buy_cap", 0))
    try:
        next_caps(view, orders)
    except Refused as refusal:
        return Row("cap", "Raise the cap", refusal.message, refusal.ruling, note=("g", "$faint"))
    words = f"Raise the cap by {now or 1} ({(now or 1) * CAP_PRICE} garnets)"
    return Row("cap", words, note=("g", "$key"), chosen=bool(now))


def bar_rows(view: View, form: int, width: int) -> list[text.Part]:
    """Return the three Sequences: `[7]` mine, `×7` taken, `7` free. Form 0 has counts, 2 known owners, 3 all names."""
    if form >= 3:
        return sequence_rows(view, width)
    if form <= 0:
        return [_tally(bar) for bar in view.sequences]
    rows: list[text.Part] = []
    for bar in view.sequences:
        rows.append(_bar(bar))
        if form == 2:
            rows.append(text.line(" " * 13, (f"others: {known_words(view, bar)}" if bar.taken else "", "$faint")))
    return rows


def sequence_rows(view: View, width: int) -> list[text.Part]:
    each = (width - 4) // 3
    columns: list[list[text.Part]] = []
    for bar in view.sequences:
        left = len(bar.free)
        tally = text.line(
            (f"{bar.letter} {bar.title} ", f"bold {HUES[bar.letter]}"), (f" {len(bar.mine)}={bar.value}", "$key"),
            (f" left {left}", "$warn" if left <= 3 else "$faint"),
        )  # fmt: skip
        columns.append([tally, ("─" * each, "$closed"), *(_part(view, bar, n, each) for n in range(1, 14))])
    return list(text.beside(columns, [each] * 3, gap=2))


def _part(view: View, bar: Bar, n: int, width: int) -> Content:
    room = f"{n}{bar.letter}"
    name = room_title(room).partition(" ")[2]
    when = next((f" r{news.round}" for news in view.news if room in news.activated), "")
    if n in bar.mine:
        mark, style, who = f"[{n}]", "$key", f"mine{when}"
    elif n in bar.taken:
        mark, style, who = f"{TAKEN}{n} ", "$closed", f"{view.owners.get(room, 'taken')}{when}"
    else:
        mark, style, who = f"{n} ", HUES[bar.letter], ""
    return text.line((f"{mark:>4} ", style), text.fit((name, style), width - 6 - len(who)), (f" {who}", style))


def _bar(bar: Bar) -> Content:
    parts: list[text.Part] = [(text.fit(f"{bar.letter} {bar.title}", 12).plain, HUES[bar.letter])]
    for n in range(1, 14):
        if n in bar.mine:
            parts.append((f"{f'[{n}]':>4}", "$key"))
        elif n in bar.taken:
            parts.append((f"{f'{TAKEN}{n}':>3} ", "$closed"))
        else:
            parts.append((f"{n:>3} ", HUES[bar.letter]))
    left = len(bar.free)
    parts.append((f" {len(bar.mine)}={bar.value}", "$key" if bar.mine else "$faint"))
    parts.append((f" left {left}", "$warn" if left <= 3 else "$faint"))
    return text.line(*parts)


def _tally(bar: Bar) -> Content:
    mine, left = len(bar.mine), len(bar.free)
    others = len(bar.taken) - (mine if set(bar.mine) <= set(bar.taken) else 0)
    return text.line(
        (f" {bar.letter} {bar.title:<11}", HUES[bar.letter]),
        (f"mine {mine}={bar.value}", "$key" if mine else "$faint"), (f" {TAKEN}{others}", "$closed"),
        (f" left {left}", "$warn" if left <= 3 else "$faint"),
    )  # fmt: skip


def known_words(view: View, bar: Bar) -> str:
    known: dict[str, list[str]] = {}
    for n in bar.taken:
        owner = view.owners.get(f"{n}{bar.letter}")
        if owner is not None:
            known.setdefault(owner, []).append(str(n))
    words = [f"{seat} {' '.join(known[seat])}" for seat in view.seats if seat in known]
    unknown = len(bar.taken) - sum(len(numbers) for numbers in known.values())
    return ", ".join(words + ([f"{unknown} unknown"] if unknown else []))
