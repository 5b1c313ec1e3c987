"""What a page around the terminal is told, so that it can have a bar of keys for thumbs, and wear the same colours."""

from __future__ import annotations

from typing import Any, Final

from textual.app import App
from textual.keys import key_to_character
from textual.widgets import Input, TextArea

import themes
from tui.widgets.frame import FIRST, key_name, working_keys

ALWAYS_THERE: Final = frozenset({"↑", "↓", "←", "→", "Enter", "Esc", ":"})
"""Keys that the bar has in any case, by the names that the footer has for them."""
TYPED: Final = {
    "tab": "\t", "shift+tab": "\x1b[Z", "space": " ", "backspace": "\x7f", "delete": "\x1b[3~", "home": "\x1b[H",
    "end": "\x1b[F", "pageup": "\x1b[5~", "pagedown": "\x1b[6~",
}  # fmt: skip
"""What a terminal sends for keys that are no characters."""


def offer(app: App[Any]) -> dict[str, Any]:
    """The keys that work now, as (key, word, what a terminal sends), and whether what is written goes into a text."""
    keys: list[list[str]] = []
    for active in working_keys(app.screen):
        binding = active.binding
        key, word, sent = key_name(binding), binding.description, typed(binding.key)
        if binding.show and word and sent and key not in ALWAYS_THERE and all([key, word] != had[:2] for had in keys):
            keys.append([key, word, sent])
    keys.sort(key=lambda entry: (entry[1] == "back", entry[0] != "?", entry[1] not in FIRST))
    return {"keys": keys, "writes": isinstance(app.focused, (Input, TextArea))}


def typed(key: str) -> str:
    """What a terminal sends for a key by its name here; empty where a phone has no use for it."""
    if key in TYPED:
        return TYPED[key]
    letter = key_to_character(key)
    return letter if letter is not None and letter.isprintable() else ""


def dress(theme: str) -> dict[str, Any]:
    """A theme as the page wears it: whether it is dark, and its colours by name."""
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
