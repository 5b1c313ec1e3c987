"""Themes: validated files of colours in this folder, one `*.toml` a theme, and the style sheet that uses them.

A theme names colours by what they are for. Widgets use only these names: `$faint` in text, `$line` in the style
sheet. A value for text may also carry attributes (`bold`, `dim`, `reverse`), so that a theme without colours still
tells things apart.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

import msgspec

FOLDER = Path(__file__).parent
SHEET = FOLDER / "garnet.tcss"
"""The one style sheet of all screens."""

_COLOUR = re.compile(r"#[0-9a-fA-F]{6}\Z|ansi_default\Z")
_ATTRIBUTES = {"bold", "dim", "italic", "reverse", "underline", "strike", "not", "on"}


class BadTheme(Exception):
    """A theme file that cannot be used; says which file, which name, and what is wrong with it."""


class Plain(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Colours of surfaces, for the style sheet: `#rrggbb` or `ansi_default` (the terminal's own)."""

    ink: str
    """Text."""
    paper: str
    """What is behind everything."""
    sheet: str
    """What is behind panes that have the floor."""
    line: str
    """Borders at rest."""
    line_live: str
    """The border of what has the keyboard."""
    bar: str
    """Behind header and footer."""
    cursor: str
    """Behind the chosen line of a focused list or input."""


class Text(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Styles of text: attributes, a colour, or both, and `on` with a colour behind."""

    strong: str
    faint: str
    """What matters less."""
    closed: str
    """A choice that is closed."""
    accent: str
    key: str
    """A key that can be pressed."""
    good: str
    warn: str
    bad: str
    pick: str
    """The chosen cell or line of a list that has the keyboard."""
    held: str
    """The chosen cell or line of a list that has not."""
    badge: str
    """A count that wants attention."""
    red: str
    blue: str
    yellow: str
    green: str
    white: str
    black: str
    violet: str
    cyan: str
    ivory: str
    """The face of a white tile."""
    ebony: str
    """The face of a black tile."""
    crimson: str
    """The face of a red piece."""
    azure: str
    """The face of a blue piece."""
    amber: str
    """The face of a yellow piece."""
    jade: str
    """The face of a green piece."""
    best: str
    """Behind the cells of a table that pay best; text keeps its own colour."""
    fair: str
    """Behind cells that pay."""
    poor: str
    """Behind cells that cost."""


class ThemeSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One theme file."""

    title: str
    """For menus."""
    blurb: str
    dark: bool
    colours: bool
    """False for a theme that sends no colours at all (NO_COLOR)."""
    surfaces: Plain
    text: Text
    exact: dict[str, int] = {}
    """Colours of this file (`#rrggbb`) to the one of the 256 that a terminal of so many shows for it, where that is not
    to be the nearest: most of the 256 are far apart, and the nearest to a warm one may be cold."""


def parse(text: str, file: str) -> ThemeSpec:
    """A theme from the text of its file. BadTheme, with a sentence, if it is none."""
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
    """What all themes say of colours in terminals of 256: `#rrggbb` to the number of one."""
    return {value: number for name in names() for value, number in load(name).exact.items()}


@cache
def names() -> tuple[str, ...]:
    """The themes there are, the usual one first."""
    found = sorted(path.stem for path in FOLDER.glob("*.toml"))
    return tuple(sorted(found, key=lambda name: name != USUAL))


USUAL = "garnet"
COLOURLESS = "monochrome"
"""The theme for terminals without colours, and under NO_COLOR."""


@cache
def load(name: str) -> ThemeSpec:
    """A theme by name. BadTheme, naming those there are, if there is none or its file is bad."""
    path = FOLDER / f"{name}.toml"
    if name not in names():
        raise BadTheme(f"There is no theme {name!r}. There are: {', '.join(names())}.")
    return parse(path.read_text(encoding="utf-8"), path.name)


def variables(spec: ThemeSpec) -> dict[str, str]:
    """All names of a theme with their values, as the style sheet and texts use them: `line-live`, `faint`."""
    surfaces = {key.replace("_", "-"): value for key, value in msgspec.to_builtins(spec.surfaces).items()}
    texts: dict[str, str] = msgspec.to_builtins(spec.text)
    return surfaces | texts
