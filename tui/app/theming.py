"""Themes of the house as Textual reads them."""

from __future__ import annotations

from textual.theme import Theme

import themes

ANSI_NAMES = (
    "ansi-background",
    "ansi-foreground",
    "block-cursor-background",
    "block-cursor-foreground",
    "block-hover-background",
    "input-selection-foreground",
    "screen-selection-background",
    "screen-selection-foreground",
)


def textual_theme(name: str) -> Theme:
    """Return a theme of the house as a Textual theme.

    Raises:
        BadTheme: Its file is bad.
    """
    spec = themes.load(name)
    names = themes.variables(spec)
    ink, paper = spec.surfaces.ink, spec.surfaces.paper
    plain = {
        "primary": spec.surfaces.line_live,
        "border": spec.surfaces.line_live,
        "border-blurred": spec.surfaces.line,
        "input-cursor-background": paper if not spec.colours else ink,
        "input-cursor-foreground": ink if not spec.colours else paper,
        "input-cursor-text-style": "reverse" if not spec.colours else "none",
        "input-selection-background": spec.surfaces.cursor,
        "scrollbar": spec.surfaces.line,
        "scrollbar-hover": spec.surfaces.line_live,
        "scrollbar-active": spec.surfaces.line_live,
        "scrollbar-background": paper,
        "scrollbar-background-hover": paper,
        "scrollbar-background-active": paper,
        "scrollbar-corner-color": paper,
    }
    if not spec.colours:  # Textual's style sheets need these for a theme with the terminal's own colours
        plain |= dict.fromkeys(ANSI_NAMES, "ansi_default")
    return Theme(
        name=name,
        primary=spec.surfaces.line_live,
        foreground=ink,
        background=paper,
        surface=paper,
        panel=spec.surfaces.sheet,
        dark=spec.dark,
        ansi=not spec.colours,
        variables=plain | names,
    )
