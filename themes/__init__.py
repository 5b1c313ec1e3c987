"""Themes: a validated file of colours (`*.toml`) each, and the style sheet that uses them.

A theme names colours by purpose. Widgets use these names alone: `$faint` in text, `$line` in the style sheet. A value
for text may carry attributes (`bold`, `dim`, `reverse`), so that a theme without colours still distinguishes.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

import msgspec

FOLDER = Path(__file__).parent
SHEET = FOLDER / "garnet.tcss"

_COLOUR = re.compile(r"#[0-9a-fA-F]{6}\Z|ansi_default\Z")
_ATTRIBUTES = {"bold", "dim", "italic", "reverse", "underline", "strike", "not", "on"}


class BadTheme(Exception):
    """A theme file that cannot be used; the text names file, key and mistake."""


class Plain(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Colours of surfaces, for the style sheet: `#rrggbb` or `ansi_default` (the terminal's own)."""

    ink: str
    paper: str
    """Background."""
    sheet: str
    """Background of raised panes."""
    line: str
    """Borders at rest."""
    line_live: str
    """Border of the focused pane."""
    bar: str
    """Background of header and footer."""
    cursor: str
    """Background of the chosen line of a focused list or input."""


class TextStyles(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Styles of text: attributes, a colour, or both, and `on` with a background."""

    strong: str
    faint: str
    """Less important text."""
    closed: str
    accent: str
    key: str
    good: str
    warn: str
    bad: str
    pick: str
    """Chosen cell or line of a list with the keyboard."""
    held: str
    """Chosen cell or line of a list without it."""
    badge: str
    red: str
    blue: str
    yellow: str
    green: str
    white: str
    black: str
    violet: str
    cyan: str
    ivory: str
    ebony: str
    crimson: str
    azure: str
    amber: str
    jade: str
    best: str
    """Background of the table cells that pay best."""
    fair: str
    poor: str
    """Background of cells that cost."""


class ThemeSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    title: str
    blurb: str
    dark: bool
    colours: bool
    """False for a theme without colours (NO_COLOR)."""
    surfaces: Plain
    text: TextStyles
    exact: dict[str, int] = {}
    """Number among 256 colours for a colour of this file (`#rrggbb`), where the nearest would look wrong."""


def parse(text: str, file: str) -> ThemeSpec:
    """Parse the text of a theme file. Raises BadTheme."""
    try:
        spec = msgspec.convert(tomllib.loads(text), type=ThemeSpec)
    except tomllib.TOMLDecodeError as mistake:
        raise BadTheme(f"The theme {file} is not TOML: {mistake}.") from None
    except msgspec.ValidationError as mistake:
        raise BadTheme(f"The theme {file} is not complete: {mistake}.") from None
    for name, value in msgspec.to_builtins(spec.surfaces).items():
        if not _COLOUR.match(value):
            raise BadTheme(f"The theme {file}: surfaces.{name} is {value!r}; write #rrggbb or ansi_default.")
    for name, value in msgspec.to_builtins(spec.text).items():
        for word in value.split():
            if word not in _ATTRIBUTES and not _COLOUR.match(word):
                raise BadTheme(
                    f"The theme {file}: text.{name} has the word {word!r}; write #rrggbb, ansi_default or one of "
                    f"{', '.join(sorted(_ATTRIBUTES))}."
                )
        if not value.strip():
            raise BadTheme(f"The theme {file}: text.{name} is empty; write ansi_default for plain text.")
    for value, number in spec.exact.items():
        if value not in text.partition("[exact]")[0] or not 16 <= number <= 255:
            raise BadTheme(
                f"The theme {file}: exact.{value} = {number}; name a colour of this file and one of 16 to 255."
            )
    return spec


@cache
def exact() -> dict[str, int]:
    return {value: number for name in names() for value, number in load(name).exact.items()}


@cache
def names() -> tuple[str, ...]:
    stems = sorted(path.stem for path in FOLDER.glob("*.toml"))
    return tuple(sorted(stems, key=lambda name: name != USUAL))


USUAL = "garnet"
COLOURLESS = "monochrome"
"""Theme for terminals without colours, and under NO_COLOR."""


@cache
def load(name: str) -> ThemeSpec:
    """A theme by name. Raises BadTheme if it is missing or its file is bad."""
    path = FOLDER / f"{name}.toml"
    if name not in names():
        raise BadTheme(f"There is no theme {name!r}. There are: {', '.join(names())}.")
    return parse(path.read_text(encoding="utf-8"), path.name)


def variables(spec: ThemeSpec) -> dict[str, str]:
    """Values by name for the style sheet and texts: `line-live`, `faint`."""
    surfaces = {key.replace("_", "-"): value for key, value in msgspec.to_builtins(spec.surfaces).items()}
    texts: dict[str, str] = msgspec.to_builtins(spec.text)
    return surfaces | texts
