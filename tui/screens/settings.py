"""Settings of this session: theme, colours, mouse, motion, and how long an untouched private screen stays open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from textual.widget import Widget

import themes
from core.json import Json
from core.match.naming import check_seat_name
from tui.screens.dialogs import AskLine, Dialog
from tui.widgets.choices import Choices, Row
from tui.words import text

IDLE = (("never", None), ("1 minute", 60.0), ("2 minutes", 120.0), ("5 minutes", 300.0), ("15 minutes", 900.0))
COLOURS = (
    ("auto", "as your terminal says"), ("full", "16 million"), ("256", "256"), ("16", "16"), ("none", "none"),
)  # fmt: skip


def ask_name(called: str = "") -> AskLine:
    """Ask what the player at this keyboard is called."""
    words = "What are you called at the table? It is kept; Settings change it."
    return AskLine("Your name", words, called, longest=24, take=lambda name: check_seat_name(name, []))


class SettingsScreen(Dialog[None]):
    BROAD = True
    AUTO_FOCUS = "#settings"
    TOPIC = "Enter on a line takes it over at once. Settings are kept."

    def __init__(self) -> None:
        super().__init__("Settings")

    def body(self) -> Iterable[Widget]:
        yield Choices(self._rows(), id="settings")

    def _rows(self) -> Iterator[Row]:
        now = self.services.settings()
        yield Row("theme", "Theme", heading=True)
        for name in themes.names():
            try:
                spec = themes.load(name)
            except themes.BadTheme as trouble:
                yield Row(f"theme:{name}", name, closed=str(trouble))
                continue
            closed = "Your terminal asked for no colours." if self.services.no_color and spec.colours else None
            label = text.line((spec.title, "$strong"), f": {spec.blurb}")
            yield Row(f"theme:{name}", label, closed, chosen=name == now["theme"])
        yield Row("idle", "Blank a private screen after", heading=True)
        yield from (Row(f"idle:{n}", words, chosen=now["idle_seconds"] == s) for n, (words, s) in enumerate(IDLE))
        yield Row("moving", "Motion", heading=True)
        words = "Pieces move when a round closes"
        if "motion_wish" in now:
            yield from (
                Row(f"motion:{name}", label, chosen=now["motion_wish"] is wish, note=(note, "$faint"))
                for name, (label, wish, note) in self._by_line(words, now).items()
            )
        else:
            yield Row("motion", words, chosen=bool(now.get("motion")))
        if (wish := now.get("colours")) is not None:
            yield Row("colour", "Colours", heading=True)
            yield from (Row(f"colours:{name}", words, chosen=wish == name) for name, words in COLOURS)
        if "called" in now:
            yield Row("you", "Your name", heading=True)
            yield Row("called", now["called"] or "not said yet: it is asked once")
        if now.get("mouse") is not None:
            yield Row("other", "Mouse", heading=True)
            note = "without it your terminal selects text" if now.get("at_once") else "from the next start"
            yield Row("mouse", "The mouse works too", chosen=now["mouse"], note=(note, "$faint"))

    @staticmethod
    def _by_line(words: str, now: Json) -> dict[str, tuple[str, bool | None, str]]:
        moves = ("as now" if now["motion"] else "not now") if now["motion_wish"] is None else ""
        return {"line": (f"{words}, if the line is quick", None, moves), "on": ("Always", True, ""),
                "off": ("Never", False, "")}  # fmt: skip

    def on_choices_picked(self, message: Choices.Picked) -> None:
        name, _, value = message.row.id.partition(":")
        if name == "theme":
            self._change("theme", value)
        elif name == "idle":
            self._change("idle_seconds", IDLE[int(value)][1])
        elif name == "colours":
            self._change("colours", value)
        elif name == "motion" and value:
            self._change("motion", {"line": None, "on": True, "off": False}[value])
        elif name == "motion":
            self._change("motion", not message.row.chosen)
        elif name == "called":
            self.services.ask(ask_name(self.services.settings()["called"]), self._take_name)
        elif name == "mouse":
            self._change("mouse", not message.row.chosen)
        self.query_one(Choices).show(self._rows())

    def _take_name(self, called: str) -> None:
        self._change("called", called)
        self.query_one(Choices).show(self._rows())

    def _change(self, name: str, value: Any) -> None:
        self.attempt(lambda: self.services.change_setting(name, value))
