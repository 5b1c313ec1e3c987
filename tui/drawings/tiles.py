"""Tiles, chips and figures of the duels as rows of text. Colours are also named: `black`, `white`, `b`, `w`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from textual.content import Content

from core.games.duel.course import Colour
from tui.words import text

FACES = {"black": "$ebony", "white": "$ivory"}
LEADS, TOOK, EVEN = "\u203a", "*", "="
"""Marks beside a chip: led, took the point, equal."""

Scale = Literal["small", "usual", "tall", "large"]
CARD = {"usual": (7, 4), "tall": (7, 5), "large": (9, 5)}
"""Columns and rows of a tile in the hand."""
GRAND = (13, 7)
"""Columns and rows of a tile on a large table, with its number in big figures."""
SLIM = (4, 3)
"""Columns and rows of a tile in the hand on a small terminal: `2b` in a frame."""

FIGURES = {
    "0": ("█▀█", "█ █", "▀▀▀"), "1": ("▀█ ", " █ ", "▀▀▀"), "2": ("▀▀█", "█▀▀", "▀▀▀"), "3": ("▀▀█", " ▀█", "▀▀▀"),
    "4": ("█ █", "▀▀█", "  ▀"), "5": ("█▀▀", "▀▀█", "▀▀▀"), "6": ("█▀▀", "█▀█", "▀▀▀"), "7": ("▀▀█", "  █", "  ▀"),
    "8": ("█▀█", "█▀█", "▀▀▀"), "9": ("█▀█", "▀▀█", "▀▀▀"),
}  # fmt: skip
QUESTION = ("▀▀█", " ▀▀", " ▀ ")
TALL = 3


def big(number: int | None, style: str = "$strong") -> list[Content]:
    """Return a number in big figures; None is a dash."""
    if number is None:
        return [text.line("   "), text.line(("▀▀▀", style)), text.line("   ")]
    return [text.line((" ".join(FIGURES[figure][row] for figure in str(number)), style)) for row in range(TALL)]


def card(face: str, colour: Colour | None, scale: Scale) -> list[Content]:
    """Return a tile with its face (`5`, `?`) and the name of its colour; None is an empty place."""
    width, height = CARD.get(scale, CARD["usual"])
    words = ["" for _ in range(height - 2)]
    words[(height - 3) // 2] = face
    return _frame(words, colour, (width, height))


def table_card(face: str, colour: Colour | None, scale: Scale) -> list[Content]:
    if scale not in ("tall", "large"):
        return card(face, colour, scale)
    words = ["" for _ in range(GRAND[1] - 2)]
    words[:TALL] = [" ".join(FIGURES.get(figure, QUESTION)[row] for figure in face) for row in range(TALL)]
    return _frame(words, colour, GRAND)


def slim_card(face: str, colour: Colour) -> list[Content]:
    return _frame([f"{face}{colour[0]}"], colour, SLIM, named=False)


def _frame(words: list[str], colour: Colour | None, size: tuple[int, int], named: bool = True) -> list[Content]:
    """Lines in a frame; the last names the colour if `named`. No colour: an empty place."""
    width, height = size
    inner = width - 2
    if colour is None:
        dotted = ["╭" + "╌" * inner + "╮", *["┆" + " " * inner + "┆"] * (height - 2), "╰" + "╌" * inner + "╯"]
        return [text.line((row, "$faint")) for row in dotted]
    style = FACES[colour]
    if named:
        words[-1] = colour
    return [
        text.line(("┌" + "─" * inner + "┐", style)),
        *(text.line(("│" + word.center(inner) + "│", style)) for word in words),
        text.line(("└" + "─" * inner + "┘", style)),
    ]


def chip(number: int | None, colour: Colour, width: int = 2) -> Content:
    """Return a tile or bid in one line: `5w`, or `?w` if the number is unknown. `width`: of number and letter."""
    face = "?" if number is None else str(number)
    return text.line((f" {face}{colour[0]}".rjust(width + 1), FACES[colour]))


def backs(black: int, white: int) -> Content:
    return text.line(("b " * black, FACES["black"]), ("w " * white, FACES["white"]))


def together(black: int, white: int) -> Content:
    return text.line(("b" * black, FACES["black"]), " " if black and white else "", ("w" * white, FACES["white"]))


def lamps(lit: int, of: int = 5) -> Content:
    return text.line(("●" * lit, "$yellow"), ("○" * (of - lit), "$faint"), f" {lit}")


def row_of(blocks: Sequence[Sequence[text.Part]], gap: int = 1) -> Iterator[Content]:
    high = max((len(block) for block in blocks), default=0)
    for number in range(high):
        parts: list[text.Part] = []
        for place, block in enumerate(blocks):
            parts += [" " * gap] if place else []
            parts.append(block[number] if number < len(block) else " " * text.line(block[0]).cell_length)
        yield text.line(*parts)
