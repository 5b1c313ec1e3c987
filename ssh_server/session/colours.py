"""Colours of a session: the choice by the client's terminal, the filters that keep to them, and the colours and keys
for a page around the terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import lru_cache
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
from tui.widgets.lines import Lines, Paper


class Colours(Enum):
    NONE = "none"
    SIXTEEN = "16"
    MANY = "256"
    FULL = "full"


_NONE_TERMS = ("dumb", "unknown", "vt", "mono", "tty", "lpr")
_SIXTEEN_TERMS = ("linux", "ansi", "cygwin", "pcansi", "cons25", "sun", "hp", "wyse")
_FULL_TERMS = ("xterm-kitty", "kitty", "alacritty", "wezterm", "foot", "ghostty", "xterm-ghostty", "contour", "rio")


def choose(term: str | None, variables: Mapping[str, str], setting: str = "auto") -> Colours:
    """Choose the colours of a session.

    Args:
        term: Name of the client's terminal; an unknown name gets 256 colours.
        variables: Environment variables of the client. Most clients send none.
        setting: The person's wish: `none`, `16`, `256`, `full`, or `auto` to go by the terminal.
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


GROUND: Final = Color(0, 0, 0)  # of dim text that has none of its own


class SessionColours:
    """Converts colours for a terminal. Textual's own filter comes first, for colours that a theme leaves to the
    terminal. Lines without such colours skip it: its cache is small."""

    def __init__(self, colours: Colours, usual: Callable[[], Sequence[LineFilter]]) -> None:
        self.colours = colours
        self._usual = usual

    def __call__(self, segments: list[Segment]) -> list[Segment]:
        if not all(style is None or _as_it_is(style) for _, style, _ in segments):
            for line_filter in self._usual():
                segments = line_filter.apply(segments, GROUND)
        if self.colours is not Colours.FULL:
            segments = [Segment(text, style and restyle(style, self.colours)) for text, style, _ in segments]
        return segments


@lru_cache(8192)
def _as_it_is(style: Style) -> bool:
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
        flip = _light(style.bgcolor) and not _light(style.color, default=True)
        return style.without_color + (Style(reverse=True) if flip else Style())
    lower = _of_sixteen if colours is Colours.SIXTEEN else of_many
    ink = None if style.color is None else lower(style.color)
    ground = None if style.bgcolor is None else lower(style.bgcolor)
    if ink is not None and ink == ground and style.color != style.bgcolor:
        ink = RichColor.parse("color(0)" if _light(style.bgcolor) else "color(15)")
    return style + Style.from_color(ink, ground)


def _of_sixteen(colour: RichColor) -> RichColor:
    return colour.downgrade(ColorSystem.STANDARD)


@lru_cache(maxsize=8192)
def of_many(colour: RichColor) -> RichColor:
    """Convert a colour to one of 256: the theme's choice, or the nearest in OKLab; Rich's own goes by hue."""
    if colour.triplet is None:
        return colour
    number = themes.exact().get(colour.triplet.hex)
    if number is None:
        seen = _oklab(*colour.triplet)
        number = min(_many(), key=lambda index: sum((a - b) ** 2 for a, b in zip(_many()[index], seen, strict=True)))
    return RichColor.from_ansi(number)


@lru_cache(maxsize=1)
def _many() -> dict[int, tuple[float, float, float]]:
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


def _light(colour: RichColor | None, *, default: bool = False) -> bool:
    if colour is None or colour.is_default:
        return default
    red, green, blue = colour.get_truecolor()
    return Color(red, green, blue).brightness > 0.5


ALWAYS_THERE: Final = frozenset({"↑", "↓", "←", "→", "Enter", "Esc", ":"})
BARE: Final = frozenset({*"0123456789+-*/.<>", "Home", "End"})
"""Keys that a phone's bar has even where the screen's last line does not show them."""
LONGEST: Final = 2_000
"""Most characters for a screen reader."""
TYPED: Final = {
    "tab": "\t", "shift+tab": "\x1b[Z", "space": " ", "backspace": "\x7f", "delete": "\x1b[3~", "home": "\x1b[H",
    "end": "\x1b[F", "pageup": "\x1b[5~", "pagedown": "\x1b[6~", "plus": "+", "minus": "-", "slash": "/",
}  # fmt: skip


def offer(app: App[Any]) -> dict[str, Any]:
    """Keys and target for the page: the working keys as (key, word, bytes of a terminal), and the target of words
    written on the page as (key, label)."""
    keys: list[list[str]] = []
    for active in working_keys(app.screen):
        binding = active.binding
        key, sent = key_name(binding), typed(binding.key)
        word = app.screen.key_word(binding) if isinstance(app.screen, GarnetScreen) else binding.description
        if not binding.show:
            word = ""  # a key of one sign needs no word
        if sent and key not in ALWAYS_THERE and (word or key in BARE) and all([key, word] != had[:2] for had in keys):
            keys.append([key, word, sent])
    keys.sort(
        key=lambda entry: (not entry[1], entry[1] == "back", entry[0] != "?", entry[1].split(" ")[0] not in FIRST)
    )
    to = app.addressee() if isinstance(app, GarnetApp) else None
    return {"keys": keys, "to": None if to is None else [to.key, to.label]}


def spoken(app: App[Any]) -> tuple[str, str, str]:
    """Title of the tab, text at the cursor (without one the page), and the status line's sentence."""
    screen = app.screen
    if not isinstance(app, GarnetApp) or not isinstance(screen, GarnetScreen):
        return "", "", ""
    focused = screen.focused
    if isinstance(focused, Lines):
        shown = focused.spoken
    else:
        shown = getattr(focused, "value", "") or "\n".join(paper.content.plain for paper in screen.query(Paper))
    return app.heading(), shown[:LONGEST], " ".join(status.message for status in screen.query(StatusLine))


def typed(key: str) -> str:
    """Text that a terminal sends for a key; empty for keys of no use on a phone."""
    if key in TYPED:
        return TYPED[key]
    letter = key_to_character(key)
    return letter if letter is not None and letter.isprintable() else ""


def dress(theme: str) -> dict[str, Any]:
    spec = themes.load(theme)
    on = spec.surfaces
    colours = {
        "ink": on.ink,
        "paper": on.paper,
        "sheet": on.sheet,
        "line": on.line,
        "accent": on.line_live,
        "bar": on.bar,
    }
    return {"dark": spec.dark, "colours": colours}
