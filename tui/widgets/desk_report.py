"""A closed round of a trading game as its player reads it: what became of every offer, the points, the hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.games.trading.desk import Desk
from core.seat import Seat
from tui import text
from tui.widgets import desk_rows
from tui.widgets.desk_deals import bargains

DONE, FAILED = "\u2713", "\u2717"


def report_rows(seat: Seat, entry: Any, hues: Mapping[str, str]) -> list[text.Part]:
    """One closed round. Proposals are only held against what came where this seat heard them."""
    desk: Desk = seat.game.desk  # type: ignore[attr-defined]
    account = next((found for found in seat.view().accounts if found.round == entry.round), None)
    points = [] if account is None else _points(desk, account)
    return [*_offers(seat, entry, hues), "", *points, *_hand(desk, entry.report.held, hues)]


def _offers(seat: Seat, entry: Any, hues: Mapping[str, str]) -> list[text.Part]:
    """What became of every offer, and whether what came is what had been proposed."""
    report, goods = entry.report, seat.game.desk.goods  # type: ignore[attr-defined]
    spoken = bargains(seat.name, seat.messages(), entry.round)
    width = max((len(name) for name in seat.frame().seats), default=0) + 1
    rows: list[text.Part] = []
    for swap in report.trades:
        found = spoken.get(swap.partner)
        rows.append(
            text.line(
                (f"{DONE} ", "$good"),
                text.fit((swap.partner, "$strong"), width),
                " you gave ",
                (swap.gave, f"${hues[swap.gave]}"),
                ", got ",
                (swap.got, f"${hues[swap.got]}"),
            )
        )
        if found is not None and found.agreed and (said := found.get(seat.name)) != swap.got:
            rows.append(text.line(" " * (width + 3), (f"{swap.partner} had agreed to give {said}.", "$warn")))
    for offer in report.failed:
        found = spoken.get(offer.to)
        broke = " though you had agreed" if found is not None and found.agreed else ""
        rows.append(
            text.line(
                (f"{FAILED} ", "$bad"),
                text.fit((offer.to, "$strong"), width),
                " failed: ",
                (f"{offer.to} sealed no offer to you{broke}", "$warn"),
            )
        )
        if found is not None and found.answer:
            rows.append((" " * (width + 3) + f"They had said: {found.answer}", "$faint"))
        rows.append((" " * (width + 3) + f"You keep the {goods.named(offer.give)}.", "$faint"))
    nothing = "You sealed nothing" if entry.orders is None else "You offered nothing"
    return rows or [(f"{nothing}, so nothing was swapped.", "$faint")]


def _points(desk: Desk, account: Any) -> list[text.Part]:
    """The sum, then item by item how it came about."""
    result, score = account.result, desk.goods.score
    before, now = (f"{n}".replace("-", "\u2212") for n in (account.score - result.total, account.score))
    tone = "$good" if result.total > 0 else "$bad" if result.total < 0 else "$strong"
    head = text.line(
        f"{score.capitalize()} ", (text.signed(result.total), tone), (f"  ({before} before, ", "$faint"),
        (f"{now} now", "$strong"), (")", "$faint"),
    )  # fmt: skip
    items = desk_rows.item_rows(result)
    return [head, *items, ""]


def _hand(desk: Desk, held: Mapping[str, int], hues: Mapping[str, str]) -> list[text.Part]:
    """What one holds now."""
    kinds = [kind for kind in desk.goods.kinds if held.get(kind)]
    words: list[text.Part] = ["You hold "]
    for number, kind in enumerate(kinds):
        words += [", " if number else "", (f"{held[kind]} ", "$strong"), (kind, f"${hues[kind]}")]
    return [text.line(*words, "." if kinds else "nothing.")]
