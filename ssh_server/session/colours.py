"""Colours of a session: the choice by the client's terminal, the conversion, and colours, keys and text for the page
around the terminal."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from operator import methodcaller
from typing import Any, Final

from rich.color import Color as RichColor
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual.app import App
from textual.color import Color
from textual.filter import LineFilter
from textual.keys import key_to_character

import themes
from tui.app.app import GarnetApp
from tui.screens.base import GarnetScreen
from tui.widgets.frame import FIRST, StatusLine, key_name, working_keys
from tui.widgets.lines import Lettered, Lines, Paper


class Colours(Enum):
    NONE = "none"
    SIXTEEN = "16"
    MANY = "256"
    FULL = "full"


_NONE_TERMS = ("dumb", "unknown", "vt", "mono", "tty", "lpr")
_SIXTEEN_TERMS = ("linux", "ansi", "cygwin", "pcansi", "cons25", "sun", "hp", "wyse")
_FULL_TERMS = ("xterm-kitty", "kitty", "alacritty", "wezterm", "foot", "ghostty", "xterm-ghostty", "contour", "rio")


def choose_colours(term: str | None, variables: Mapping[str, str], setting: str = "auto") -> Colours:
    """Choose the colours of a session.

    Args:
        term: Name of the client's terminal; an unknown name gets 256 colours.
        variables: Environment variables of the client.
        setting: `none`, `16`, `256`, `full`, or `auto` to go by the terminal.
    """
    if setting in {colours.value for colours in Colours}:
        return Colours(setting)
    name = (term or "").strip().lower()
    if variables.get("NO_COLOR") or name.endswith(("-m", "-mono", "-nocolor")):
        return Colours.NONE
    if variables.get("COLORTERM", "").strip().lower() in {"truecolor", "24bit"}:
        return Colours.FULL
    if name.endswith(("-direct", "-truecolor", "-24bit")) or name.split("-256color")[0] in _FULL_TERMS:
        return Colours.FULL
    if "256color" in name:
        return Colours.MANY
    if name.endswith(("-16color", "-8color", "-color")) or name.startswith(_SIXTEEN_TERMS):
        return Colours.SIXTEEN
    if name.startswith(_NONE_TERMS):
        return Colours.NONE
    return Colours.MANY


GROUND: Final = Color(0, 0, 0)  # below dim text without a ground colour


class SessionColours:
    """Converts colours for a terminal. Lines with colours that a theme leaves to the terminal pass the app's filters
    first."""

    def __init__(self, colours: Colours, app_filters: Callable[[], Sequence[LineFilter]]) -> None:
        self.colours = colours
        self._app_filters = app_filters

    def __call__(self, segments: list[Segment]) -> list[Segment]:
        if not all(style is None or _needs_no_filter(style) for _, style, _ in segments):
            for line_filter in self._app_filters():
                segments = line_filter.apply(segments, GROUND)
        if self.colours is not Colours.FULL:
            segments = [Segment(text, style and restyle(style, self.colours)) for text, style, _ in segments]
        return segments


@lru_cache(8192)
def _needs_no_filter(style: Style) -> bool:
    return (
        not style.dim
        and (style.color is None or style.color.triplet is not None)
        and (style.bgcolor is None or style.bgcolor.triplet is not None)
    )


@lru_cache(maxsize=8192)
def restyle(style: Style, colours: Colours) -> Style:
    """Convert a style. Where text and ground would become the same colour, the text becomes black or white. Without
    colours, light ground becomes reverse video, so that a cursor stays visible."""
    if colours is Colours.FULL or (style.color is None and style.bgcolor is None):
        return style
    if colours is Colours.NONE:
        is_reversed = _is_light(style.bgcolor) and not _is_light(style.color, default=True)
        return style.without_color + (Style(reverse=True) if is_reversed else Style())
    nearest_of_16 = methodcaller("downgrade", ColorSystem.STANDARD)
    convert: Callable[[RichColor], RichColor] = nearest_of_16 if colours is Colours.SIXTEEN else nearest_of_256
    ink = None if style.color is None else convert(style.color)
    ground = None if style.bgcolor is None else convert(style.bgcolor)
    if ink is not None and ink == ground and style.color != style.bgcolor:
        ink = RichColor.parse("color(0)" if _is_light(style.bgcolor) else "color(15)")
    return style + Style.from_color(ink, ground)


@lru_cache(maxsize=8192)
def nearest_of_256(colour: RichColor) -> RichColor:
    """Convert a colour to one of 256: the theme's choice, or the nearest in OKLab; Rich's own goes by hue."""
    if colour.triplet is None:
        return colour
    number = themes.exact().get(colour.triplet.hex)
    if number is None:
        exact, palette = _oklab(*colour.triplet), _palette_oklab()
        number = min(palette, key=lambda index: sum((a - b) ** 2 for a, b in zip(palette[index], exact, strict=True)))
    return RichColor.from_ansi(number)


@lru_cache(maxsize=1)
def _palette_oklab() -> dict[int, tuple[float, float, float]]:
    cube = {
        16 + 36 * red + 6 * green + blue: _oklab(LEVELS[red], LEVELS[green], LEVELS[blue])
        for red in range(6)
        for green in range(6)
        for blue in range(6)
    }
    return cube | {232 + step: _oklab(*(3 * (8 + 10 * step,))) for step in range(24)}


LEVELS = (0, 95, 135, 175, 215, 255)
"""Levels of red, green and blue in the cube of 216 colours (xterm's)."""


def _oklab(red: int, green: int, blue: int) -> tuple[float, float, float]:
    """Convert sRGB (0 to 255 each) to OKLab, where distance is visible difference."""
    r, g, b = ((c / 3294.6 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4) for c in (red, green, blue))
    long = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    medium = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    short = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


def _is_light(colour: RichColor | None, *, default: bool = False) -> bool:
    if colour is None or colour.is_default:
        return default
    red, green, blue = colour.get_truecolor()
    return Color(red, green, blue).brightness > 0.5


BAR_KEYS: Final = frozenset({"↑", "↓", "←", "→", "Enter", "Esc", ":"})  # always in the page's bar
WORDLESS: Final = (*"0123456789+-*/.<>", "Backspace", "Del", "Home", "End", "PgUp", "PgDn", "Tab", "Shift+Tab")
"""Keys that are offered without a word, last in this order, where a screen's last line does not show them."""
COACHED: Final = re.compile(r"(?<!\S)\(?(?![aAI]\b)([A-Za-z]|\+)(?=[\s),.:;]|$)")
"""A key in the words of the coach: a letter that stands alone."""
MOST_SPOKEN: Final = 2_000
"""Most characters for a screen reader."""
KEY_SEQUENCES: Final = {
    "tab": "\t", "shift+tab": "\x1b[Z", "space": " ", "backspace": "\x7f", "delete": "\x1b[3~", "home": "\x1b[H",
    "end": "\x1b[F", "pageup": "\x1b[5~", "pagedown": "\x1b[6~", "plus": "+", "minus": "-", "slash": "/",
}  # fmt: skip


def page_keys(app: App[Any]) -> dict[str, Any]:
    """Return the page's keys as (key, word, sequence of a terminal), and the recipient of words written on the page as
    (key, label). First come the coach's keys, then those of this screen alone, then seal, ready and talk."""
    screen, focused = app.screen, app.screen.focused
    coached = COACHED.findall(screen.coached_words()) if isinstance(screen, GarnetScreen) else []
    lettered = focused if isinstance(focused, Lettered) else None
    ranked = [(0 if key in coached else 1, [key, word, key]) for key, word in (lettered.offered() if lettered else ())]
    working = working_keys(screen)
    deeds = {(active.node, active.binding.action) for active in working if key_name(active.binding) in BAR_KEYS}
    for node, binding in sorted(
        ((active.node, active.binding) for active in working), key=lambda each: not each[1].show
    ):
        key, sequence, deed = key_name(binding), key_sequence(binding.key), (node, binding.action)
        word = screen.key_word(binding) if isinstance(screen, GarnetScreen) else binding.description
        is_typed = lettered is not None and len(key) == 1 and lettered.takes(key)
        if not sequence or key in BAR_KEYS or is_typed or (deed in deeds and not binding.show):
            continue
        deeds.add(deed)
        if not binding.show and key in WORDLESS:
            word = ""  # its sign says it
        ranks = (
            key in coached,
            (binding.show and node not in (screen, app)) or (node is focused and key.isdecimal()),
            word.split(" ")[0] in FIRST,
            binding.show and word != "back",
            binding.show,
            bool(word),
        )
        rank = ranks.index(True) if any(ranks) else len(ranks) + WORDLESS.index(key) if key in WORDLESS else len(ranks)
        if all([key, word] != earlier[:2] for _, earlier in ranked):
            ranked.append((rank, [key, word, sequence]))
    ranked.sort(key=lambda entry: entry[0])
    recipient = app.addressee() if isinstance(app, GarnetApp) else None
    return {
        "keys": [entry for _, entry in ranked],
        "screen": f"{type(screen).__name__} {screen.id or ''}",
        "to": None if recipient is None else [recipient.key, recipient.label],
    }


def screen_reader_text(app: App[Any]) -> tuple[str, str, str]:
    """Return the tab's title, the text at the cursor (without one the page), and the status line's sentence."""
    screen = app.screen
    if not isinstance(app, GarnetApp) or not isinstance(screen, GarnetScreen):
        return "", "", ""
    focused = screen.focused
    if isinstance(focused, Lines):
        shown = focused.spoken
    else:
        shown = getattr(focused, "value", "") or "\n".join(paper.content.plain for paper in screen.query(Paper))
    return app.heading(), shown[:MOST_SPOKEN], " ".join(status.message for status in screen.query(StatusLine))


def key_sequence(key: str) -> str:
    """Return the text that a terminal sends for a key; empty for keys of no use on a phone."""
    if key in KEY_SEQUENCES:
        return KEY_SEQUENCES[key]
    letter = key_to_character(key)
    return letter if letter is not None and letter.isprintable() else ""


def page_theme(theme: str) -> dict[str, Any]:
    spec = themes.load(theme)
    surfaces = spec.surfaces
    colours = {
        "ink": surfaces.ink,
        "paper": surfaces.paper,
        "sheet": surfaces.sheet,
        "line": surfaces.line,
        "accent": surfaces.line_live,
        "bar": surfaces.bar,
    }
    return {"dark": spec.dark, "colours": colours}
