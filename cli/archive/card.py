"""The picture of a page for links in chat rooms: what it is called, what is to be said of it, the curves of a match.
Drawn by Pillow, which needs no browser and brings a font along; where that has not the letters of a name, one of the
machine's is taken."""

from __future__ import annotations

import io
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Any

from PIL import Image, ImageColor, ImageDraw, ImageFont

from core.story.parts import Series, Story
from core.story.turning import number
from core.talk.channels import clean

SIZE = (1200, 630)
"""What chat rooms show whole."""
PAPER, INK, FAINT, ACCENT, LINE = "#1c1621", "#f4ece6", "#b3a7b8", "#f091ab", "#4a4252"
COLOURS = ("#f08a7a", "#8ab4f4", "#8fd08f", "#e6cf6a", "#cda6f5", "#7fd0d0", "#cfc7d4", "#f0a4d0", "#f5a35c", "#a8c957",
           "#6fb7e9", "#d9b08c", "#b9a2ff")  # fmt: skip
OTHERS = ("DejaVuSans.ttf", "NotoSans-Regular.ttf", "NotoSansCJK-Regular.ttc", "Arial Unicode.ttf")
"""Fonts of the machine with more letters."""
DIM = "#4a4252"
LARGE, SMALL, LEADING, GAP = 40, (29, 26, 23), 1.3, 10
"""Sizes of the first sentence and of the others, the best first; height of a line by its size; between sentences."""
STEPS = 12
"""From what is behind to a colour; with as many colours as there are, a palette of less than 256."""
FIRST, EDGE = 222, 36
"""Where sentences begin, and the margin below them."""


def card(
    house: str,
    title: str,
    under: str,
    told: Sequence[str],
    story: Story | None = None,
    hue: Mapping[str, int] | None = None,
) -> bytes:
    """A PNG: what it is called, what is to be said of it (the first sentence large), and the curves of a match."""
    told = [said.replace("\u2212", "\u2013") for said in told]  # a minus that every font has: one line, one letter
    image = Image.new("RGB", SIZE, PAPER)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, 14, SIZE[1]), fill=ACCENT)
    _write(draw, (64, 44), house, 28, FAINT, 1060)
    _write(draw, (64, 84), title, 58, INK, 1060)
    _write(draw, (64, 160), under, 28, FAINT, 1060)
    curves = story is not None and story.series and len(story.series[0].rounds) > 1
    wide = 600 if curves else 1070
    y, lowest = FIRST, SIZE[1] - EDGE
    for size, lines in _set(draw, told, wide, lowest - y):
        for line in lines:
            _write(draw, (64, y), line, size, ACCENT if size == LARGE else INK, wide + 10)
            y += round(size * LEADING)
        y += GAP
    if curves and story is not None:
        bold = {row.seat for row in story.standing.rows if row.role in ("winner", "candidate")}
        _curves(draw, story.series[0], hue or {}, bold)
    written = io.BytesIO()
    few = image.quantize(palette=_palette(), dither=Image.Dither.NONE)  # a tenth of the time of finding one each time
    few.save(written, "PNG", compress_level=4)
    return written.getvalue()


@cache
def _palette() -> Image.Image:
    """Every colour of a card in so many steps to what is behind it: the edges of letters and curves are in between."""
    found: list[int] = []
    behind = ImageColor.getrgb(PAPER)
    for colour in dict.fromkeys((INK, FAINT, ACCENT, DIM, *COLOURS)):
        inked = ImageColor.getrgb(colour)
        for step in range(1, STEPS + 1):
            found += [round(a + (b - a) * step / STEPS) for a, b in zip(behind[:3], inked[:3], strict=True)]
    one = Image.new("P", (1, 1))
    one.putpalette([*behind[:3], *found])
    return one


def _set(draw: ImageDraw.ImageDraw, told: Sequence[str], wide: int, high: int) -> list[tuple[int, list[str]]]:
    """What is said, in lines of a size: the first sentence large, the others as large as all of them have room. Where
    they have none even small, the last ones are left out: no sentence breaks off."""
    found: list[tuple[int, list[str]]] = []
    for small in SMALL:
        found = [(LARGE if n == 0 else small, _wrapped(draw, said, LARGE if n == 0 else small, wide))
                 for n, said in enumerate(told)]  # fmt: skip
        if _high(found) <= high:
            return found
    while len(found) > 1 and _high(found) > high:
        found.pop()
    return [(size, lines[: int(high / (size * LEADING))]) for size, lines in found]


def _high(found: Sequence[tuple[int, list[str]]]) -> int:
    return sum(len(lines) * round(size * LEADING) + GAP for size, lines in found)


def _wrapped(draw: ImageDraw.ImageDraw, said: str, size: int, wide: int) -> list[str]:
    """Lines of words, each as long as there is room."""
    font, lines, at = _font(size, said), [""], 0.0
    space = draw.textlength(" ", font=font)
    for word in clean(said).split():
        long = draw.textlength(word, font=font)
        if not lines[-1] or at + space + long > wide:
            lines, at = [*lines, word] if lines[-1] else [word], long
        else:
            lines[-1], at = f"{lines[-1]} {word}", at + space + long
    return lines


def _curves(draw: ImageDraw.ImageDraw, series: Series, hue: Mapping[str, int], bold: Collection[str]) -> None:
    """Those in `bold` in their colours with their names, the others grey."""
    curves = {s: c for s, c in series.curves.items() if any(v is not None for v in c)}
    values = [v for curve in curves.values() for v in curve if v is not None]
    if not values:
        return
    low, high = min(values), max(max(values), min(values) + 1)
    left, top, wide, tall = 720, 236, 300, 300
    draw.line((left, top + tall, left + wide, top + tall), fill=LINE, width=2)
    below = float(top - 40)
    for seat, curve in sorted(curves.items(), key=lambda item: (item[0] in bold, -(item[1][-1] or 0))):
        points = [
            (left + wide * n / (len(series.rounds) - 1), top + tall * (high - v) / (high - low))
            for n, v in enumerate(curve)
            if v is not None
        ]
        colour = COLOURS[hue.get(seat, 0) % len(COLOURS)] if seat in bold else DIM
        draw.line(points, fill=colour, width=6 if seat in bold else 3, joint="curve")
        if seat in bold:
            below = max(points[-1][1] - 14, below + 30)
            end = next(v for v in reversed(curve) if v is not None)
            _write(
                draw,
                (left + wide + 10, round(min(below, top + tall - 14))),
                f"{seat} {number(end)}".replace("\u2212", "\u2013"),
                24,
                colour,
                160,
            )
    _write(draw, (left, top + tall + 10), f"{series.title} after each round", 22, FAINT, wide + 160)


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
