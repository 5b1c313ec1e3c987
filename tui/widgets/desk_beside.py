"""What stands beside the words of a close in a trading game: what the next round pays, and every partner so far."""

from __future__ import annotations

from collections.abc import Mapping

from core.games.trading import desk_of
from core.games.trading.keeping import keeping
from core.games.trading.structs import Past, TradingView
from tui import text
from tui.pieces import letter
from tui.widgets import desk_rows
from tui.widgets.desk_report import TraderSeat


def beside_rows(seat: TraderSeat, hues: Mapping[str, str], width: int) -> list[text.Part]:
    """For the seat, in `width` columns."""
    view, frame, desk = seat.view(), seat.frame(), desk_of(seat.game)
    rows: list[text.Part] = []
    if frame.phase == "round":
        head = f"{desk.round_word.capitalize()} {frame.round} pays"
        rows += [text.line((head, "$accent"), ("  give \u2193 get \u2192, yours/theirs", "$faint"))]
        rows += desk_rows.matrix_rows(desk, frame.round, 0, view.held, hues, width)
        rows += [row for star in desk_rows.star_rows(desk, frame.round, 0) for row in text.wrapped(star, width)]
        rows.append("")
    return [*rows, *_partners(seat, view, hues, width)]


def _swapped(past: Past, hues: Mapping[str, str]) -> list[text.Part]:
    """`R\u2192B`, what was given and what came for it by their letters."""
    if past.gave is None or past.got is None:
        return ["swapped"]
    return [(letter(past.gave), f"bold ${hues[past.gave]}"), "\u2192", (letter(past.got), f"bold ${hues[past.got]}")]


def _partners(seat: TraderSeat, view: TradingView, hues: Mapping[str, str], width: int) -> list[text.Part]:
    """Every partner: the swaps by round, and how it kept its word."""
    words = keeping(seat.name or "", seat.messages(), {entry.round: entry.told for entry in seat.closed_rounds()})
    desk = desk_of(seat.game)
    rows: list[text.Part] = []
    for name in seat.frame().seats:
        swaps = [past for past in view.past if past.partner == name]
        word = words.get(name)
        if not swaps and word is None:
            continue
        tone = "" if word is None else "$bad" if word.broken else "$good" if word.kept else "$faint"
        said = "" if word is None else f"{word.kept} of {word.agreed} kept" if word.agreed else ""
        came: list[text.Part] = []
        for past in swaps:
            came += [(f"{desk.round_word[0]}{past.round} ", "$faint"), *_swapped(past, hues), "  "]
        rows.append(text.line((f"{name:<9}", "$strong"), text.fit((said, tone), 13), *came).truncate(width - 1))
    return (
        [text.line(("Your partners", "$accent"), ("  agreements kept, swaps by " + desk.round_word, "$faint")), *rows]
        if rows
        else []
    )
