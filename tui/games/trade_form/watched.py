"""What whoever watches a trading game sees: what every swap pays now and in the rounds to come. Hands are secret."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from textual.content import Content

from core.games.trading.results import Payoff
from core.games.trading.trade_form import Desk
from tui.games.trade_form.rows import matrix_rows
from tui.words import text

NEXT, GAP = 46, 3
"""Columns of the matrix of a round to come, and between two things."""
USUAL, BROAD = 58, 76
"""Columns of the matrix of the open round, where there is much room too."""
WORDS = 30
"""Columns of its lines beside it, at least."""


def board(desk: Desk, hues: Mapping[str, str], round_: int, width: int, height: int) -> list[Content]:
    """The matrix of the open round with its lines in words, then as many of the rounds to come as there is room for."""
    now = max(1, min(desk.rounds, round_))
    across = min(width, BROAD if width > BROAD + GAP + WORDS else USUAL)
    matrix = _matrix(desk, hues, now, across, spread=height >= 30)
    lines = [row for line in desk.lines(now) for row in text.hung(text.minus(line), max(WORDS, width - across - GAP))]
    if width >= across + GAP + WORDS:
        rows = text.beside([matrix, [text.line(("In words", "$accent")), *lines]], [across, width - across - GAP], GAP)
    else:
        rows = matrix
        lines = [row for line in desk.lines(now) for row in text.hung(text.minus(line), width)]
        if len(rows) + len(lines) + 1 <= height:
            rows = [*rows, text.line(""), *lines]
    columns = max(1, (width + GAP) // (NEXT + GAP))
    coming = list(range(now + 1, desk.rounds + 1))
    each = len(desk.goods.kinds) + 2
    while coming and len(rows) + each + 1 <= height:
        shown, coming = coming[:columns], coming[columns:]
        pieces = [_matrix(desk, hues, one, min(NEXT, width)) for one in shown]
        rows = [*rows, text.line(""), *text.beside(pieces, [min(NEXT, width)] * len(pieces), GAP)]
    return rows[:height]


def _matrix(desk: Desk, hues: Mapping[str, str], round_: int, width: int, *, spread: bool = False) -> list[Content]:
    everything = dict.fromkeys(desk.goods.kinds, 1)
    head = text.line((f"{desk.round_word.capitalize()} {round_}", "$strong"),
                     (": give \u2193 get \u2192, giver/other", "$faint"))  # fmt: skip
    drawn = [text.line(row) for row in matrix_rows(desk, round_, 0, everything, hues, width, broad=True)]
    if spread:
        drawn = [row for one in drawn for row in (one, text.line(""))][:-1]
    return [head, *drawn]


def headline(desk: Desk, round_: int) -> Sequence[str]:
    """What was to be won and lost in a closed round; who did so is known to the two alone."""
    if round_ < 1:
        return ()
    cells = {k: v for k, v in desk.matrix(round_).items() if k[0] != k[1]}
    best = max(cells, key=lambda one: (cells[one].mine + cells[one].theirs, cells[one].mine))
    worst = max(cells, key=lambda one: cells[one].mine - cells[one].theirs)
    found = [f"Best for two together: {_swap(best, cells[best])}."]
    return [*found, *([f"Most one-sided: {_swap(worst, cells[worst])}."] if worst != best else [])]


def _swap(kinds: tuple[str, str], paid: Payoff) -> str:
    return f"{kinds[0]} for {kinds[1]}, {text.signed(paid.mine)} and {text.signed(paid.theirs)}"
