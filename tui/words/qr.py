"""A link as a QR code, drawn in a terminal: for a phone held before the screen."""

from __future__ import annotations

from typing import Final

INK: Final = "#000000 on #ffffff"
"""Dark on light, whatever the theme: phones read it so."""
BORDER: Final = 2
"""Modules of light around it; with fewer, phones do not find it."""
_HALVES: Final = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}


def qr(link: str) -> list[tuple[str, str]]:
    """Lines with their style, two rows of modules in each; none where the library for it is not installed, as in a
    house without browsers (`garnet-house[web]`)."""
    try:
        import segno
    except ModuleNotFoundError:
        return []
    rows = [list(row) for row in segno.make_qr(link, error="l").matrix_iter(border=BORDER)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    return [
        ("".join(_HALVES[top, bottom] for top, bottom in zip(upper, lower, strict=True)), INK)
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    ]
