"""Cubes and gemstones drawn as pieces: three cells with a letter on a face of their colour, and edges that hold it
apart from what is behind, so that a black piece is seen on a dark ground and a white one on a light."""

from __future__ import annotations

from collections.abc import Mapping

from textual.content import Content

from tui.words import text

FACES = {"red": "crimson", "blue": "azure", "yellow": "amber", "green": "jade", "white": "ivory", "black": "ebony"}
"""Hue to the theme's name for a face of it."""
LETTERS = {"black": "K"}
"""Letters that are not the first of their kind: blue has the B."""
LEFT, RIGHT = "\u2590", "\u258c"
"""The edges: half cells in the hue."""
WIDTH = 3
"""Cells of a piece."""


def letter(kind: str) -> str:
    """The letter of a kind: `R`; `K` for black."""
    return LETTERS.get(kind, kind[:1].upper())


def piece(kind: str, hue: str) -> Content:
    """A piece that is there."""
    return text.line((LEFT, f"${hue}"), (letter(kind), f"${FACES[hue]}"), (RIGHT, f"${hue}"))


def hollow(kind: str) -> Content:
    """The place of a piece that is not there: its letter, faint, without face and edges."""
    return text.line((f" {letter(kind).lower()} ", "$faint"))


def named(kind: str, hues: Mapping[str, str], style: str = "") -> Content:
    """A piece and its name: `▐R▌red`."""
    return text.line(piece(kind, hues[kind]), (kind, f"{style} ${hues[kind]}".strip()))
