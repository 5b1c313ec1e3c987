"""What the trade desk writes in its panes: cells, hands, outlooks, partners. Pure functions of what a seat knows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from core.games.trading.desk import Desk
from core.games.trading.results import Outlook, Payoff, Plan, Result
from core.talk import Message
from tui import text
from tui.widgets.grid import Cell

Hues = Mapping[str, str]
"""Kind to the theme's name of its hue."""


def matrix_cells(desk: Desk, round_: int, elsewhere: int, held: Mapping[str, int]) -> list[list[Cell]]:
    """The payoff of every pair, give by receive, `mine/theirs`; `*` where more than points is at stake. Rows of kinds
    that are not held are faint."""
    kinds = desk.goods.kinds
    cells = []
    for give in kinds:
        row = []
        for got in kinds:
            found = desk.payoff(round_, give, got, elsewhere)
            row.append(Cell(payoff_words(found, owned=bool(held.get(give)))))
        cells.append(row)
    return cells


def matrix_rows(desk: Desk, round_: int, elsewhere: int, held: Mapping[str, int], hues: Hues) -> list[text.Part]:
    """The matrix as plain rows, to be looked at only."""
    kinds = desk.goods.kinds
    rows: list[text.Part] = [text.line(" " * 9, *[text.centred((kind[:7], "$faint"), 8) for kind in kinds])]
    for kind, cells in zip(kinds, matrix_cells(desk, round_, elsewhere, held), strict=True):
        name: text.Part = (kind, f"${hues[kind]}" if held.get(kind) else "$faint")
        rows.append(text.line(text.fit(name, 9), *[text.centred(cell.label, 8) for cell in cells]))
    return rows


def payoff_words(payoff: Payoff, owned: bool = True) -> text.Part:
    """`+7/-3*`."""
    star = "*" if payoff.notes else ""
    if not owned:
        return (f"{payoff.mine}/{payoff.theirs}{star}", "$faint")
    tone = "$good" if payoff.mine > 0 else "$bad" if payoff.mine < 0 else "$strong"
    return text.line((str(payoff.mine), tone), f"/{payoff.theirs}", (star, "$key"))


def cell_words(desk: Desk, round_: int, elsewhere: int, give: str, got: str) -> text.Part:
    """What the cell under the cursor means, in one sentence."""
    found = desk.payoff(round_, give, got, elsewhere)
    mine, theirs = text.signed(found.mine), text.signed(found.theirs)
    parts: list[text.Part] = [f"{give} for {got}: you ", (mine, "$strong"), ", they ", (theirs, "$strong")]
    for note in found.notes:
        parts += ["; ", (note, "$key")]
    return text.line(*parts)


def hand_rows(desk: Desk, held: Mapping[str, int], free: Mapping[str, int], hues: Hues, width: int) -> list[text.Part]:
    """The hand, three kinds a row, those that are not held faint."""
    cells: list[text.Part] = []
    cell_width = max(9, min(16, width // 3))
    for kind in desk.goods.kinds:
        count = held.get(kind, 0)
        locked = count - free.get(kind, count)
        tail = f" ({locked} locked)" if locked > 0 else ""
        style = f"${hues[kind]}" if count else "$faint"
        name = text.line((kind, style), (f" {count}", "$strong" if count else "$faint"), (tail, "$warn"))
        cells.append(text.fit(name, cell_width))
    return [text.line(*cells[start : start + 3]) for start in range(0, len(cells), 3)]


def outlook_rows(outlook: Outlook | None, plans: Sequence[Plan]) -> list[text.Part]:
    """What the offers may bring: as expected, at best, at worst, the end of the round included."""
    if outlook is None or not plans:
        return [("No offers yet: Enter chooses a partner.", "$faint")]
    expected = ("as you expect", outlook.planned)
    if outlook.unguessed == len(plans):
        expected = ("if all fail", outlook.planned)
    elif outlook.unguessed:
        expected = (f"as you expect ({outlook.unguessed} open)", outlook.planned)
    rows: list[text.Part] = [_result_row(*expected)]
    rows.append(_result_row("at best", outlook.best, _swapped(outlook.best_swaps)))
    rows.append(_result_row("at worst", outlook.worst, _swapped(outlook.worst_swaps) or "all fail"))
    return rows


def _result_row(word: str, result: Result, how: str = "") -> text.Part:
    total = result.total
    tone = "$good" if total > 0 else "$bad" if total < 0 else "$strong"
    notes = [*result.notes(), *(f"{item.why} {text.signed(item.amount)}" for item in result.bonuses)]
    tail = "; ".join([*([how] if how else []), *notes])
    return text.line(
        (f"{word:<14} ", "$faint"), (f"{text.signed(total):>4}", tone), (f"  {tail}" if tail else "", "$faint")
    )


def _swapped(swaps: Iterable[Any]) -> str:
    return ", ".join(f"{swap.gave}\u2192{swap.got}" for swap in swaps)


def past_words(past: Sequence[Any], word: str) -> str:
    """A partner's trades with this seat: `r1 red→blue`."""
    return ", ".join(
        f"{word}{trade.round} {trade.gave}\u2192{trade.got}" if trade.gave else f"{word}{trade.round}" for trade in past
    )


def deals_by_partner(you: str | None, messages: Sequence[Message], round_: int) -> dict[str, Message]:
    """The latest proposal of this round in each conversation of two."""
    found = {}
    for message in messages:
        if message.deal is not None and message.round == round_ and message.channel == "seats":
            others = [reader for reader in message.readers if reader != you]
            if len(others) == 1:
                found[others[0]] = message
    return found


def expected_from(message: Message, you: str | None) -> str:
    """The kind that a proposal says this seat will receive."""
    assert message.deal is not None
    return message.deal.want if message.by == you else message.deal.give


def account_rows(accounts: Sequence[Any], word: str) -> list[text.Part]:
    """What each closed round brought, item by item, the latest first."""
    rows: list[text.Part] = []
    for account in reversed(accounts):
        result = account.result
        rows.append(
            text.line(
                (f"{word} {account.round}  ", "$accent"),
                (text.signed(result.total), "$strong"),
                (f"  now {account.score}", "$faint"),
            )
        )
        items = [*result.gains, *result.losses, *result.bonuses]
        rows += [f"  {text.signed(item.amount):>3}  {item.why}" for item in items]
        rows += [(f"       {note}", "$key") for note in result.notes()]
    return rows or [("Nothing has been scored yet.", "$faint")]
