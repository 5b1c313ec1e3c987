"""Text of the trade desk's panes: cells, hands, outlooks, partners. Pure functions of a seat's knowledge."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from textual.content import Content

from core.games.trading.offers import Goods, Swap
from core.games.trading.results import Outlook, Payoff, Plan, Result
from core.games.trading.structs import Account, Past
from core.games.trading.trade_form import Desk
from tui.widgets.grid import GridCell
from tui.words import text

FACES = {"red": "crimson", "blue": "azure", "yellow": "amber", "green": "jade", "white": "ivory", "black": "ebony"}
"""Hue to the theme's name for a face of it."""
LETTERS = {"black": "K"}
"""Letters that are not the first of their kind: blue has the B."""
LEFT, RIGHT = "\u2590", "\u258c"
"""Edges of a piece: half cells in the hue."""
WIDTH = 3


def letter(kind: str) -> str:
    return LETTERS.get(kind, kind[:1].upper())


def piece(kind: str, hue: str) -> Content:
    return text.line((LEFT, f"${hue}"), (letter(kind), f"${FACES[hue]}"), (RIGHT, f"${hue}"))


def hollow(kind: str) -> Content:
    return text.line((f" {letter(kind).lower()} ", "$faint"))


def named(kind: str, hues: Mapping[str, str], style: str = "") -> Content:
    return text.line(piece(kind, hues[kind]), (kind, f"{style} ${hues[kind]}".strip()))


Hues = Mapping[str, str]
"""Kind to the theme's name of its hue."""


Swaps = Mapping[tuple[str, str], Sequence[str]]
"""Partners that proposed a swap, by the kinds given and received."""

BEST, OFFERED = "\u25b4", "\u21c4"
"""Marks before the best cells, and before swaps that were proposed."""
BEST_CELLS = 3


def heat(desk: Desk, round_: int, elsewhere: int, held: Mapping[str, int]) -> dict[tuple[str, str], str]:
    """Return the tone of each cell of a held kind: `best` (three and ties), `fair` (half of the most or more),
    `poor` (losses)."""
    mine = {swap: payoff.mine for swap, payoff in desk.matrix(round_, elsewhere).items() if held.get(swap[0])}
    if not mine:
        return {}
    ranked = sorted(mine.values(), reverse=True)
    best, most = max(1, ranked[min(BEST_CELLS, len(ranked)) - 1]), ranked[0]

    def tone(worth: int) -> str:
        return "best" if worth >= best else "fair" if worth > 0 and 2 * worth >= most else "poor" if worth < 0 else ""

    return {swap: tone(worth) for swap, worth in mine.items()}


def matrix_cells(
    desk: Desk,
    round_: int,
    elsewhere: int,
    held: Mapping[str, int],
    offered: Swaps | None = None,
    width: int = 6,
    height: int = 1,
) -> list[list[GridCell]]:
    """Return the payoff of every pair, `mine/theirs`; `*` where more than points is at stake. Kinds not held are faint.
    Cells of two lines name proposers."""
    kinds, tones = desk.goods.kinds, heat(desk, round_, elsewhere, held)
    cells = []
    for give in kinds:
        row = []
        for got in kinds:
            owned = bool(held.get(give))
            words = payoff_words(desk.payoff(round_, give, got, elsewhere), owned)
            by, tone = (offered or {}).get((give, got), ()), tones.get((give, got), "")
            lead: text.Part = (OFFERED, "$key") if by and owned else (BEST, "$good") if tone == "best" else ""
            if width >= ALIGNED:
                words, lead = align_at_slash(words, lead, width), ""
            if height > 1:
                words = text.line("\n" * ((height - 1) // 2), words, "\n", (", ".join(by) if owned else "", "$key"))
            row.append(GridCell(words, lead=lead, tone=f"${tone}" if tone else ""))
        cells.append(row)
    return cells


ALIGNED = 8
"""Columns of a cell from which `mine/theirs` are aligned, with the mark before them."""


def align_at_slash(words: text.Part, lead: text.Part, width: int) -> text.Part:
    content, before = text.line(words), text.line(lead)
    left, right = content.plain.index("/"), content.cell_length - content.plain.index("/")
    pad = width // 2 - before.cell_length - left
    if pad < 0 or right > width - width // 2:
        return text.line(before, content)
    return text.line(before, " " * pad, content).pad_right(width - width // 2 - right)


def matrix_rows(
    desk: Desk, round_: int, elsewhere: int, held: Mapping[str, int], hues: Hues, width: int, *, broad: bool = False
) -> list[text.Part]:
    """Return the matrix as plain rows of at most `width` columns, with letters in place of names if these do not fit.
    `broad`: with wider cells."""
    kinds = desk.goods.kinds
    head, cell = 10, (width - 10) // len(kinds) if broad else 8 if width >= 60 else 6
    titles = [kind_title(kind, hues, held=bool(held.get(kind)), width=head) for kind in kinds]
    if head + max(cell, 6) * len(kinds) > width:
        head, cell = 2, (width - 2) // len(kinds)
        titles = [(letter(kind), f"bold ${hues[kind]}") for kind in kinds]
    rows: list[text.Part] = [text.line(" " * head, *[text.centred(column(kind, hues, cell), cell) for kind in kinds])]
    for title, cells in zip(titles, matrix_cells(desk, round_, elsewhere, held, width=cell), strict=True):
        drawn = [text.centred(cell_.label, cell) for cell_ in cells]
        shown = [c.stylize_before(f.tone) if f.tone else c for c, f in zip(drawn, cells, strict=True)]
        rows.append(text.line(text.fit(title, head), *shown))
    return rows


def shorten(kind: str, width: int) -> str:
    return kind if len(kind) <= width else f"{kind[: width - 1]}."


def kind_title(kind: str, hues: Hues, held: bool, width: int, count: int = 0) -> text.Part:
    """Return a row's title: a piece, bold in its hue, if the kind is held; else its letter, faint."""
    if width < WIDTH + 3:
        return piece(kind, hues[kind]) if held else hollow(kind)
    name = shorten(kind, width - WIDTH - 1)
    tail = (f" {count}", "$strong") if count else ""
    if held:
        return text.line(piece(kind, hues[kind]), " ", (name, f"bold ${hues[kind]}"), tail)
    return text.line(hollow(kind), " ", (name, "$faint"))


def column(kind: str, hues: Hues, width: int) -> text.Part:
    if width >= 12:
        return named(kind, hues)
    return text.line((shorten(kind, width - 1), f"${hues[kind]}"))


def payoff_words(payoff: Payoff, owned: bool = True) -> text.Part:
    star = "*" if payoff.notes else ""
    if not owned:
        return (text.minus(f"{payoff.mine}/{payoff.theirs}{star}"), "$faint")
    tone = "$good" if payoff.mine > 0 else "$bad" if payoff.mine < 0 else "$strong"
    return text.line((text.minus(str(payoff.mine)), tone), text.minus(f"/{payoff.theirs}"), (star, "$key"))


def cell_words(desk: Desk, round_: int, elsewhere: int, give: str, got: str) -> text.Part:
    payoff = desk.payoff(round_, give, got, elsewhere)
    mine, theirs = text.signed(payoff.mine), text.signed(payoff.theirs)
    parts: list[text.Part] = [f"{give} for {got}: you ", (mine, "$strong"), ", they ", (theirs, "$strong")]
    for note in payoff.notes:
        parts += ["; ", (note, "$key")]
    return text.line(*parts)


PIECED = 14
"""Columns of a kind in the hand from which its piece is drawn."""


def hand_rows(desk: Desk, held: Mapping[str, int], free: Mapping[str, int], hues: Hues, width: int) -> list[text.Part]:
    cells: list[text.Part] = []
    cell_width = max(9, min(18, width // 3))
    for kind in desk.goods.kinds:
        count = held.get(kind, 0)
        locked = count - free.get(kind, count)
        tail = f" ({locked} locked)" if locked > 0 else ""
        cells.append(text.fit(held_words(kind, hues, count, tail, pieced=cell_width >= PIECED), cell_width))
    return [text.line(*cells[start : start + 3]) for start in range(0, len(cells), 3)]


def held_words(kind: str, hues: Hues, count: int, tail: str, pieced: bool) -> text.Part:
    """Return how many of a kind are held: `▐R▌ red 2`, or without the piece; faint for none."""
    lead: text.Part = text.line(piece(kind, hues[kind]) if count else hollow(kind), " ") if pieced else ""
    style = f"bold ${hues[kind]}" if count else "$faint"
    return text.line(lead, (kind, style), (f" {count}", "$strong" if count else "$faint"), (tail, "$warn"))


def purse(desk: Desk, held: Mapping[str, int], hues: Hues) -> text.Part:
    parts: list[text.Part] = []
    for kind in desk.goods.kinds:
        if count := held.get(kind, 0):
            parts += [" ", (letter(kind), f"bold ${hues[kind]}"), str(count) if count > 1 else ""]
    return text.line(*parts)


def star_rows(desk: Desk, round_: int, elsewhere: int) -> list[text.Part]:
    """Return the meaning of each `*` of a round's matrix for its beneficiary: `* green for red: your losses do not
    count`."""
    swaps_by_note: dict[str, list[str]] = {}
    for (give, got), payoff in desk.matrix(round_, elsewhere).items():
        for note in payoff.notes:
            if note.startswith("you"):
                swaps_by_note.setdefault(note, []).append(f"{give} for {got}")
    kinds = len(desk.goods.kinds)
    rows: list[text.Part] = []
    for note, pairs in swaps_by_note.items():
        givers = {pair.partition(" for ")[0] for pair in pairs}
        words = f"{givers.pop()} for anything" if len(pairs) == kinds and len(givers) == 1 else text.joined(pairs)
        rows.append(text.line(("* ", "$key"), (f"{words}: {note.removeprefix('you: ')}", "$faint")))
    return rows


def outlook_rows(
    goods: Goods, outlook: Outlook | None, plans: Sequence[Plan], held: Mapping[str, int] | None, begun: bool = False
) -> list[text.Part]:
    """Return the result of the offers with the end of the round: as expected, at best, at worst; always three rows.
    `begun`: offers, none complete. `held`: for the risk."""
    if outlook is None or not plans:
        sentence = (
            f"Choose partner and {goods.one} of an offer." if begun else "No offers yet: Enter chooses a partner."
        )
        return [(sentence, "$faint"), "", ""]
    nobody = ["choose to whom"] if not all(plan.to for plan in plans) else []
    opened = [f"{outlook.unguessed} with anything: not counted"] if outlook.unguessed else []
    return [
        _result_row("as expected", outlook.planned, [*nobody, *opened, *_risk(goods, plans, held or {})]),
        _result_row("at best", outlook.best, _swap_words(goods, outlook.best_swaps)),
        _result_row("at worst", outlook.worst, _swap_words(goods, outlook.worst_swaps) or ["all fail"]),
    ]


def _result_row(word: str, result: Result, labels: Sequence[str]) -> text.Part:
    total = result.total
    tone = "$good" if total > 0 else "$bad" if total < 0 else "$strong"
    bonuses = [f"{text.signed(item.amount)} {item.why}" for item in result.bonuses]
    tail = "; ".join([*labels, *result.notes(), *bonuses])
    return text.line((f"{word:<12}", "$faint"), (f"{text.signed(total):>4}", tone), (f"  {tail}", "$faint"))


def _risk(goods: Goods, plans: Sequence[Plan], held: Mapping[str, int]) -> list[str]:
    expecting = [plan for plan in plans if plan.expect is not None]
    before = held.get(goods.risk, 0)
    after = before + sum((plan.expect == goods.risk) - (plan.give == goods.risk) for plan in expecting)
    return [f"{goods.risk} {before}\u2192{after}"] if after != before else []


def _swap_words(goods: Goods, swaps: Sequence[Swap]) -> list[str]:
    """`red→green`, or `Bo green` if the gifts do not tell the offers apart or there may be many."""
    plain = goods.limit <= 2 and len({swap.gave for swap in swaps}) == len(swaps)
    words = [f"{swap.gave}\u2192{swap.got}" if plain else f"{swap.partner or 'somebody'} {swap.got}" for swap in swaps]
    return [", ".join(words)] if words else []


def past_words(past: Sequence[Past], word: str) -> str:
    return ", ".join(
        f"{word}{trade.round} {trade.gave}\u2192{trade.got}" if trade.gave else f"{word}{trade.round}" for trade in past
    )


def account_rows(accounts: Sequence[Account], word: str) -> list[text.Part]:
    rows: list[text.Part] = []
    for account in reversed(accounts):
        rows.append(
            text.line(
                (f"{word} {account.round}  ", "$accent"),
                (text.signed(account.result.total), "$strong"),
                (text.minus(f"  now {account.score}"), "$faint"),
            )
        )
        rows += item_rows(account.result)
    return rows or [("Nothing has been scored yet.", "$faint")]


def item_rows(result: Result) -> Iterator[text.Part]:
    for items, notes in (
        (result.gains, result.notes()[: bool(result.doubled) + bool(result.halved)]),
        (result.losses, result.notes()[bool(result.doubled) + bool(result.halved) :]),
        (result.bonuses, ()),
    ):
        for item in items:
            tone = "$good" if item.amount > 0 else "$bad"
            yield text.line((f"{text.signed(item.amount):>4}", tone), f"  {item.why}")
        yield from ((f"      {note}", "$key") for note in notes)
