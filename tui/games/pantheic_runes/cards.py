"""Tableaux as pieces: in a line, as two rows of symbols, and large. For the panel and the replay. Pure."""

from __future__ import annotations

from textual.content import Content

from core.games.pantheic_runes import runes
from tui.widgets.shelf import frame_lines
from tui.words import text

BARE, FRAMED, LARGE = 0, 1, 2
"""Sizes of a drawn tableau: two rows of symbols, these in a frame, large runes in a frame."""
HUES = {"+": "$yellow", "o": "$cyan", "x": "$violet", ".": "$faint"}
GLYPHS = {
    "+": ("  █  ", "▀▀█▀▀", "  ▀  "),
    "o": ("▄▀▀▀▄", "█   █", " ▀▀▀ "),
    "x": ("▀▄ ▄▀", " ▄▀▄ ", "▀   ▀"),
    ".": ("     ", "  ·  ", "     "),
}
"""Large symbols: square pixels, two in a character."""
WIDTHS = (3, 7, 15)
HEIGHTS = (2, 4, 8)
"""Columns and lines of a card, by size."""


def rune(symbol: str) -> text.Part:
    return (symbol, HUES[symbol])


def inline(tableau: str) -> text.Part:
    return text.line(*(rune(symbol) for symbol in tableau))


def picture(tableau: str, cell: int | None = None) -> tuple[text.Part, text.Part]:
    drawn = [(symbol, "$pick") if place == cell else rune(symbol) for place, symbol in enumerate(tableau)]
    return text.line(drawn[0], " ", drawn[1]), text.line(drawn[2], " ", drawn[3])


def face(tableau: str, size: int, cell: int | None = None) -> tuple[text.Part, ...]:
    if size == BARE:
        return picture(tableau, cell)
    bold = [(symbol, "$pick" if place == cell else f"bold {HUES[symbol]}") for place, symbol in enumerate(tableau)]
    if size == FRAMED:
        return text.line(bold[0], " ", bold[1]), text.line(bold[2], " ", bold[3])
    rows: list[text.Part] = []
    for row in (0, runes.CELLS // 2):
        for layer in range(3):
            rows.append(text.line(*_layer(bold[row], layer), " ", *_layer(bold[row + 1], layer)))
    return tuple(rows)


def _layer(drawn: tuple[str, str], layer: int) -> tuple[text.Part, ...]:
    symbol, style = drawn
    return ((GLYPHS[symbol][layer], style),)


def card(tableau: str, size: int, head: text.Part = "", foot: text.Part = "", style: str = "$faint",
         cell: int | None = None, heavy: bool = False) -> list[Content]:  # fmt: skip
    return frame_lines(face(tableau, size, cell), WIDTHS[size], head, foot, style, heavy)


def row_of(pieces: list[list[Content]], signs: list[text.Part]) -> list[Content]:
    high = len(pieces[0])
    rows = []
    for layer in range(high):
        parts: list[text.Part] = [pieces[0][layer]]
        for sign, piece in zip(signs, pieces[1:], strict=True):
            drawn_sign = text.line(sign)
            parts += [drawn_sign if layer == high // 2 else " " * drawn_sign.cell_length, piece[layer]]
        rows.append(text.line(*parts))
    return rows
