"""The picture of a match for links in chat rooms: who won, the first places, the curves. Drawn by Pillow, which needs
no browser and brings a font along; where that has not the letters of a name, one of the machine's is taken."""

from __future__ import annotations

import io
from collections.abc import Mapping
from functools import cache
from typing import Any

from PIL import Image, ImageDraw, ImageFont

from core.story.parts import Series, Story
from core.story.turning import number
from core.talk.characters import clean

SIZE = (1200, 630)
"""What chat rooms show whole."""
PAPER, INK, FAINT, ACCENT, LINE = "#1c1621", "#f4ece6", "#b3a7b8", "#f091ab", "#4a4252"
COLOURS = ("#f08a7a", "#8ab4f4", "#8fd08f", "#e6cf6a", "#cda6f5", "#7fd0d0", "#cfc7d4", "#f0a4d0", "#f5a35c", "#a8c957",
           "#6fb7e9", "#d9b08c", "#b9a2ff")  # fmt: skip
OTHERS = ("DejaVuSans.ttf", "NotoSans-Regular.ttf", "NotoSansCJK-Regular.ttc", "Arial Unicode.ttf")
"""Fonts of the machine with more letters."""
MOST = 6
"""Places that are listed."""


def card(story: Story, told: Mapping[str, Any], house: str) -> bytes:
    """A PNG."""
    image = Image.new("RGB", SIZE, PAPER)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, 14, SIZE[1]), fill=ACCENT)
    _write(draw, (64, 44), house, 28, FAINT, 1060)
    _write(draw, (64, 88), story.title, 58, INK, 1060)
    game = "" if story.title == story.game_title else f"{story.game_title}, "
    _write(draw, (64, 164), f"{game}{told['day']}", 28, FAINT, 1060)
    _write(draw, (64, 226), f"Won by {told['winners']}" if told["winners"] else told["without"], 44, ACCENT, 1060)
    for n, row in enumerate(story.standing.rows[:MOST]):
        y = 310 + 46 * n
        value = _last(story, row.seat)
        _write(draw, (64, y), "" if row.place is None else f"{row.place}.", 30, FAINT, 60)
        _write(draw, (124, y), row.seat, 30, COLOURS[story.seats.index(row.seat) % len(COLOURS)], 300)
        _write(draw, (440, y), "" if value is None else number(value), 30, INK, 110)
    if len(story.standing.rows) > MOST:
        _write(draw, (124, 310 + 46 * MOST), f"and {len(story.standing.rows) - MOST} more", 24, FAINT, 300)
    if story.series:
        _curves(draw, story.series[0], story.seats)
    written = io.BytesIO()
    # Measured on 1,332 colours: a quarter of the time of Pillow's usual choices, and no more bytes.
    few = image.quantize(64, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    few.save(written, "PNG", compress_level=6)
    return written.getvalue()


def _last(story: Story, seat: str) -> float | None:
    """Where a seat's curve ends."""
    curve = story.series[0].curves.get(seat, ()) if story.series else ()
    return next((value for value in reversed(curve) if value is not None), None)


def _curves(draw: ImageDraw.ImageDraw, series: Series, seats: tuple[str, ...]) -> None:
    curves = {s: c for s, c in series.curves.items() if any(v is not None for v in c)}
    values = [v for curve in curves.values() for v in curve if v is not None]
    if not values or len(series.rounds) < 2:
        return
    low, high = min(values), max(max(values), min(values) + 1)
    left, top, wide, tall = 580, 316, 556, 240
    draw.line((left, top + tall, left + wide, top + tall), fill=LINE, width=2)
    for seat, curve in curves.items():
        points = [
            (left + wide * n / (len(series.rounds) - 1), top + tall * (high - v) / (high - low))
            for n, v in enumerate(curve)
            if v is not None
        ]
        draw.line(points, fill=COLOURS[seats.index(seat) % len(COLOURS)], width=4, joint="curve")
    _write(draw, (left, top + tall + 10), f"{series.title} after each round", 22, FAINT, wide)


def _write(draw: ImageDraw.ImageDraw, at: tuple[int, int], said: str, size: int, colour: str, wide: int) -> None:
    """Text that ends with a mark where there is no room for more."""
    said = clean(said).replace("\n", " ")
    font = _font(size, said)
    if draw.textlength(said, font=font) > wide:
        while said and draw.textlength(said + "\u2026", font=font) > wide:
            said = said[:-1]
        said += "\u2026"
    draw.text(at, said, font=font, fill=colour)


def _font(size: int, said: str) -> Any:
    """The first font that has all letters; the usual one if none has."""
    for name in (None, *OTHERS):
        font = _named(name, size)
        if font is not None and all(_has(name, letter) for letter in set(said) if not letter.isspace()):
            return font
    return _named(None, size)


@cache
def _named(name: str | None, size: int) -> Any:
    try:
        return ImageFont.load_default(size) if name is None else ImageFont.truetype(name, size)
    except OSError:
        return None


@cache
def _has(name: str | None, letter: str) -> bool:
    """Is there a picture of this letter other than that of what is missing?"""
    font = _named(name, 24)
    return font is not None and bytes(font.getmask(letter)) != bytes(font.getmask("\uffff"))
