"""Preview pictures for links in chat rooms: title, sentences, and the curves of a match. Letters that Pillow's font
lacks come from a font of the machine."""

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
"""Size that chat rooms show uncropped."""
PAPER, INK, FAINT, ACCENT, LINE = "#1c1621", "#f4ece6", "#b3a7b8", "#f091ab", "#4a4252"
COLOURS = ("#f08a7a", "#8ab4f4", "#8fd08f", "#e6cf6a", "#cda6f5", "#7fd0d0", "#cfc7d4", "#f0a4d0", "#f5a35c", "#a8c957",
           "#6fb7e9", "#d9b08c", "#b9a2ff")  # fmt: skip
FALLBACK_FONTS = ("DejaVuSans.ttf", "NotoSans-Regular.ttf", "NotoSansCJK-Regular.ttc", "Arial Unicode.ttf")
DIM = "#4a4252"
LARGE, SMALL, LEADING, GAP = 40, (29, 26, 23), 1.3, 10
"""Size of the first sentence; sizes of the others, best first; line height as a factor; space between sentences."""
SHADES = 12
"""Steps from the background to each colour; the palette must stay below 256 colours."""
SENTENCES_TOP, BOTTOM_MARGIN = 222, 36
"""Top of the sentences, and the margin below them."""


def card(
    house: str,
    title: str,
    under: str,
    sentences: Sequence[str],
    story: Story | None = None,
    hue: Mapping[str, int] | None = None,
) -> bytes:
    """Draw a PNG with the title, the sentences (the first one large), and the curves of a match."""
    sentences = [
        sentence.replace("\u2212", "\u2013") for sentence in sentences
    ]  # every font has this dash in place of the minus sign
    image = Image.new("RGB", SIZE, PAPER)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, 14, SIZE[1]), fill=ACCENT)
    _write(draw, (64, 44), house, 28, FAINT, 1060)
    _write(draw, (64, 84), title, 58, INK, 1060)
    _write(draw, (64, 160), under, 28, FAINT, 1060)
    curves = story is not None and story.series and len(story.series[0].rounds) > 1
    wide = 600 if curves else 1070
    y, lowest = SENTENCES_TOP, SIZE[1] - BOTTOM_MARGIN
    for size, lines in _fit_sentences(draw, sentences, wide, lowest - y):
        for line in lines:
            _write(draw, (64, y), line, size, ACCENT if size == LARGE else INK, wide + 10)
            y += round(size * LEADING)
        y += GAP
    if curves and story is not None:
        bold = {row.seat for row in story.standing.rows if row.role in ("winner", "candidate")}
        _curves(draw, story.series[0], hue or {}, bold)
    written = io.BytesIO()
    reduced = image.quantize(palette=_palette(), dither=Image.Dither.NONE)  # a fixed palette takes a tenth of the time
    reduced.save(written, "PNG", compress_level=4)
    return written.getvalue()


@cache
def _palette() -> Image.Image:
    colours: list[int] = []
    behind = ImageColor.getrgb(PAPER)
    for colour in dict.fromkeys((INK, FAINT, ACCENT, DIM, *COLOURS)):
        inked = ImageColor.getrgb(colour)
        for step in range(1, SHADES + 1):
            colours += [round(a + (b - a) * step / SHADES) for a, b in zip(behind[:3], inked[:3], strict=True)]
    holder = Image.new("P", (1, 1))
    holder.putpalette([*behind[:3], *colours])
    return holder


def _fit_sentences(
    draw: ImageDraw.ImageDraw, sentences: Sequence[str], wide: int, high: int
) -> list[tuple[int, list[str]]]:
    """Wrap the sentences, each block with its size: the first large, the others as large as fits. The last ones are
    dropped if even the smallest do not fit."""
    blocks: list[tuple[int, list[str]]] = []
    for small in SMALL:
        blocks = [(LARGE if n == 0 else small, _wrap(draw, sentence, LARGE if n == 0 else small, wide))
                 for n, sentence in enumerate(sentences)]  # fmt: skip
        if _height(blocks) <= high:
            return blocks
    while len(blocks) > 1 and _height(blocks) > high:
        blocks.pop()
    return [(size, lines[: int(high / (size * LEADING))]) for size, lines in blocks]


def _height(blocks: Sequence[tuple[int, list[str]]]) -> int:
    return sum(len(lines) * round(size * LEADING) + GAP for size, lines in blocks)


def _wrap(draw: ImageDraw.ImageDraw, text: str, size: int, wide: int) -> list[str]:
    font, lines, at = _font(size, text), [""], 0.0
    space = draw.textlength(" ", font=font)
    for word in clean(text).split():
        long = draw.textlength(word, font=font)
        if not lines[-1] or at + space + long > wide:
            lines, at = [*lines, word] if lines[-1] else [word], long
        else:
            lines[-1], at = f"{lines[-1]} {word}", at + space + long
    return lines


def _curves(draw: ImageDraw.ImageDraw, series: Series, hue: Mapping[str, int], bold: Collection[str]) -> None:
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
                draw, (left + wide + 10, round(min(below, top + tall - 14))),
                f"{seat} {number(end)}".replace("\u2212", "\u2013"), 24, colour, 160,
            )  # fmt: skip
    _write(draw, (left, top + tall + 10), f"{series.title} after each round", 22, FAINT, wide + 160)


def _write(draw: ImageDraw.ImageDraw, at: tuple[int, int], text: str, size: int, colour: str, wide: int) -> None:
    text = clean(text).replace("\n", " ")
    font = _font(size, text)
    if draw.textlength(text, font=font) > wide:
        while text and draw.textlength(text + "\u2026", font=font) > wide:
            text = text[:-1]
        text += "\u2026"
    draw.text(at, text, font=font, fill=colour)


def _font(size: int, text: str) -> Any:
    for name in (None, *FALLBACK_FONTS):
        font = _load_font(name, size)
        if font is not None and all(_has_glyph(name, letter) for letter in set(text) if not letter.isspace()):
            return font
    return _load_font(None, size)


@cache
def _load_font(name: str | None, size: int) -> Any:
    try:
        return ImageFont.load_default(size) if name is None else ImageFont.truetype(name, size)
    except OSError:
        return None


@cache
def _has_glyph(name: str | None, letter: str) -> bool:
    font = _load_font(name, 24)
    return font is not None and bytes(font.getmask(letter)) != bytes(font.getmask("\uffff"))
