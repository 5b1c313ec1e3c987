"""Help for the screen one came from: a few sentences, then every key that works there, read from its bindings."""

from __future__ import annotations

from collections.abc import Iterable

from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widget import Widget

from tui import text
from tui.screens.base import GarnetScreen
from tui.widgets.frame import key_name, working_keys
from tui.widgets.words import Words

PLAIN = {
    "Focus Next": "To the next pane.",
    "Focus Previous": "To the pane before.",
    "Copy selected text": "Copy what the mouse has selected.",
    "Scroll Up": "A line up.",
    "Scroll Down": "A line down.",
    "Scroll Left": "A column to the left.",
    "Scroll Right": "A column to the right.",
    "Scroll Home": "To the beginning.",
    "Scroll End": "To the end.",
    "Page Up": "A page up.",
    "Page Down": "A page down.",
    "Page Left": "A page to the left.",
    "Page Right": "A page to the right.",
}
"""Textual's own words for keys, in ours."""


def key_rows(screen: Screen[object]) -> list[text.Part]:
    """A line for every key that works on `screen`: the key, and what it does."""
    found: dict[str, list[str]] = {}
    for active in working_keys(screen):
        words = active.binding.tooltip or active.binding.description
        if words and not active.binding.system and not active.binding.key.startswith("super+"):
            found.setdefault(PLAIN.get(words, words), []).append(key_name(active.binding))
    return [
        text.line("  ", text.fit((" ".join(dict.fromkeys(keys)), "$key"), 18), " ", words)
        for words, keys in found.items()
    ]


class HelpScreen(GarnetScreen[None]):
    """What can be done on `about`, and how."""

    AUTO_FOCUS = "#help"

    def __init__(self, topic: str, about: Screen[object]) -> None:
        super().__init__()
        self._topic = topic
        self._rows = key_rows(about)

    def body(self) -> Iterable[Widget]:
        rows: list[text.Part] = [("Help", "$strong"), ""]
        if self._topic:
            for paragraph in self._topic.strip().split("\n\n"):
                rows += [" ".join(paragraph.split()), ""]
        rows += [
            ("Keys here", "$strong"),
            "",
            *self._rows,
            "",
            ("Everywhere: arrows and Enter; Tab to the next pane.", "$faint"),
        ]
        scroll = VerticalScroll(Words(text.lines(rows)), id="help", classes="pane")
        yield scroll

    def action_help(self) -> None:
        self.dismiss()
