"""The three Sequences of The Drifting Ship as rows: whose each part is, how many are left, what is known of others."""

from __future__ import annotations

from textual.content import Content

from core.games.drifting_ship.structs import Bar, View
from core.games.drifting_ship.words import room_title
from tui import text
from tui.games.drifting_ship.rows import HUES, TAKEN


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
