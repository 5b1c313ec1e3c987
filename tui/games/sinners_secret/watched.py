"""What whoever watches A Sinner's Secret sees: Heaven beside Hell with everybody's letters, and the 21 pairs behind
them. Which letter hides which pair is known to its owner alone."""

from __future__ import annotations

from collections.abc import Mapping

from textual.content import Content

from core.games.sinners_secret.spec import PAIRS, SINS, VIRTUES
from core.games.sinners_secret.structs import View
from tui.words import text

NAMES = {"heaven": ("Heaven", "$cyan"), "hell": ("Hell", "$red")}
CELL = 10
PAIR = 8
GAP = 3


def board(view: View, tone: Mapping[str, str], width: int, height: int) -> list[Content]:
    """The two realms with their letters as pieces; where there is room the table of pairs."""
    if not view.realms:
        return [text.line(("The realms are not drawn yet.", "$faint"))]
    half = (width - GAP) // 2
    sides = [_side(view, tone, realm, tall=False) for realm in NAMES]
    pairs = _pairs(width)
    if height >= 9 * 3 + 1:
        sides = [_side(view, tone, realm, tall=True) for realm in NAMES]
    rows = text.beside(sides, [half, half], GAP)
    if width >= 100 and len(rows) + 2 + len(pairs) > height:
        across = CELL * (len(VIRTUES) + 1)
        room = (width - across - 2 * GAP) // 2
        return text.beside([*sides, pairs], [room, room, across], GAP)[:height]
    return ([*rows, text.line(""), *pairs] if len(rows) + 1 + len(pairs) <= height else rows)[:height]


def _side(view: View, tone: Mapping[str, str], realm: str, *, tall: bool) -> list[Content]:
    word, style = NAMES[realm]
    seats = [seat for seat, where in view.realms.items() if where == realm]
    rows = [text.line((word, f"bold {style}"), (f"  {len(seats)}", "$faint"))]
    for seat in seats:
        letters = view.letters.get(seat, ())
        name = text.fit((seat, tone[seat]), 10)
        mark: text.Part = ("  marked", "$warn") if seat in view.marked else ""
        if not tall:
            rows.append(text.line(name, *[part for letter in letters for part in ((f"[{letter}]", style), " ")], mark))
            continue
        rows += [
            text.line(" " * 10, *[("\u256d\u2500\u2500\u2500\u256e ", style)] * len(letters)),
            text.line(name, *[part for one in letters for part in (("\u2502 ", style), (one, "$strong"),
                                                                   (" \u2502 ", style))], mark),
            text.line(" " * 10, *[("\u2570\u2500\u2500\u2500\u256f ", style)] * len(letters)),
        ]  # fmt: skip
    return rows


def _pairs(width: int) -> list[Content]:
    """Every sin with every virtue is one letter's secret: a square for each."""
    cell = min(CELL, max(PAIR, (width - CELL) // len(VIRTUES)))
    head = text.line((f"{'The pairs':<{CELL}}", "$accent"), *[(f"{virtue:<{cell}}", "$yellow") for virtue in VIRTUES])
    rows = [text.line((f"{sin:<{CELL}}", "$accent"), *[(f"{'?':<{cell}}", "$faint") for _ in VIRTUES]) for sin in SINS]
    assert len(PAIRS) == len(SINS) * len(VIRTUES)
    return [head, *rows]
