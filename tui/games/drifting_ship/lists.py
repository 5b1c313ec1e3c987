"""The list of what the chosen crewmate of The Drifting Ship can be ordered to do, with what it carries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from textual.content import Content

from core.contract import Asks
from core.games.drifting_ship.spec import BONUSES, CAP_PRICE, PLANT_LEAST, VAULT
from core.games.drifting_ship.structs import Bar, View
from core.games.drifting_ship.words import room_title
from core.json import Json
from core.refusal import Refused
from tui.games.drifting_ship.draft import closed, end, lowest, next_caps, order_of, without
from tui.games.drifting_ship.rows import HUES, SOLID, TAKEN, names_of, tool_words
from tui.widgets.choices import Row
from tui.words import text

NOBODY_TO_CALL = "Nobody shared a room with it at the end of the last round."
"""Why the device can call nobody."""


def order_rows(view: View, asks: Asks, orders: Mapping[str, Any], index: int) -> list[Row]:
    """Every order there is for this crewmate; those that the rules close say why."""
    if view.own is None:
        return []
    if not view.own.crew:
        names = names_of(view, orders)
        return [
            Row(f"name.{at}", text.line((f"{SOLID[at]} ", "$key"), f"Name: {names[at]}"), note=("Enter", "$faint"))
            for at in (0, 1)
        ]
    crewmate, order = view.own.crew[index], order_of(orders, index)
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
        rows.append(_row("plant", words, "P", closed(view, index, goes), order))
    for bonus, uses in crewmate.bonuses.items():
        rows.append(_tool_row(view, asks, index, order, bonus, uses))
    rows.append(_cap_row(view, orders))
    return rows


def _row(key: str, words: text.Part, hint: str, refusal: Refused | None, order: Json) -> Row:
    """A row of one order; open anyway where it is ordered already, to be taken back."""
    chosen = bool(order.get(key))
    if chosen or refusal is None:
        return Row(key, words, note=(hint, "$key"), chosen=chosen)
    return Row(key, words, refusal.message, refusal.ruling, note=(hint, "$faint"))


def _off(view: View, index: int, order: Json, key: str) -> Refused | None:
    """Why a yes-or-no order is closed."""
    rest = without(order, "activate", "plant") if key == "disable" else order
    return closed(view, index, {**rest, key: True})


def _bid_row(view: View, index: int, order: Json, room: str, left: int) -> Row:
    now = int(order.get("activate", 0))
    if now:
        return Row("bid", f"Bid {now} of {left} for {room}", note=("0-9 + -", "$key"), chosen=True)
    least = lowest(room, PLANT_LEAST)
    bare = {**without(order, "disable"), "activate": least, **({"plant": "A"} if room == VAULT else {})}
    refusal = closed(view, index, bare)
    if refusal is not None:
        return Row("bid", f"Bid for {room}", refusal.message, refusal.ruling, note=("0-9 + -", "$faint"))
    return Row("bid", f"Bid for {room}: {least} to {left}", note=("0-9 + -", "$key"))


def _tool_row(view: View, asks: Asks, index: int, order: Json, bonus: str, uses: int | None) -> Row:
    """One tool: what it does now, or what it is for where it does its work by itself."""
    name = tool_words(bonus, uses)
    if bonus == "Y":
        return _row("eat", name, "Y", _off(view, index, order, "eat"), order)
    if bonus == "W":
        return _row("drain", name, "W", _off(view, index, order, "drain"), order)
    if bonus in ("S", "T"):
        key = "wall" if bonus == "S" else "step"
        words = text.line(name, f" {order[key]}") if key in order else name
        return _row(key, words, bonus, _sides_closed(view, index, order, key), order)
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
"""Tools that need no order."""


def _sides_closed(view: View, index: int, order: Json, key: str) -> Refused | None:
    """Why a wall or step goes on no side at all, or None."""
    refusals = [closed(view, index, {**order, key: side}) for side in ("north", "east", "south", "west")]
    return None if None in refusals else refusals[0]


def _cap_row(view: View, orders: Mapping[str, Any]) -> Row:
    now = int(orders.get("buy_cap", 0))
    try:
        next_caps(view, orders)
    except Refused as refusal:
        return Row("cap", "Raise the cap", refusal.message, refusal.ruling, note=("g", "$faint"))
    words = f"Raise the cap by {now or 1} ({(now or 1) * CAP_PRICE} garnets)"
    return Row("cap", words, note=("g", "$key"), chosen=bool(now))


def bar_rows(view: View, form: int, width: int) -> list[text.Part]:
    """The three Sequences: `[7]` mine, `×7` taken, `7` free; in their first form how many of each, in the third with
    what is known of the others, in the fourth with the names of all parts."""
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
    """The Sequences side by side, part by part: its number and name, and whose it is since when."""
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
    """One Sequence in a few words."""
    mine, left = len(bar.mine), len(bar.free)
    others = len(bar.taken) - (mine if set(bar.mine) <= set(bar.taken) else 0)
    return text.line(
        (f" {bar.letter} {bar.title:<11}", HUES[bar.letter]),
        (f"mine {mine}={bar.value}", "$key" if mine else "$faint"), (f" {TAKEN}{others}", "$closed"),
        (f" left {left}", "$warn" if left <= 3 else "$faint"),
    )  # fmt: skip


def known_words(view: View, bar: Bar) -> str:
    """Who is known to have which of the taken ones: `Bo 9 12, 3 unknown`."""
    known: dict[str, list[str]] = {}
    for n in bar.taken:
        owner = view.owners.get(f"{n}{bar.letter}")
        if owner is not None:
            known.setdefault(owner, []).append(str(n))
    words = [f"{seat} {' '.join(known[seat])}" for seat in view.seats if seat in known]
    unknown = len(bar.taken) - sum(len(numbers) for numbers in known.values())
    return ", ".join(words + ([f"{unknown} unknown"] if unknown else []))
