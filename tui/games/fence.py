"""Ids, class names and styles that a game's panel must leave to the house.

A panel from outside is checked when it opens and at every mount; the general panel replaces it if it offends or raises
an error.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from inspect import getfile

from textual.message import Message
from textual.widget import Widget

TABLE_IDS = frozenset({
    "body", "coach", "ending", "frame", "keys", "main", "messages", "notes", "notes-editor", "notes-rest",
    "notes-text", "panel", "pinned", "public-log", "public-text", "said", "said-cut", "say", "say-count", "say-room",
    "side", "speech", "stand-in", "status", "tabs", "talk", "threads",
})  # fmt: skip
"""Ids of the table around a panel: its style sheet would lay a panel's widget of that name out."""

SCREEN_IDS = frozenset({
    "about-pane", "blank", "curtain-body", "curtain-news", "decide", "ending-scroll", "episodes", "form", "form-body",
    "form-side", "gallery-body", "host-body", "host-left", "host-side", "lobby-body", "menu-head", "menu-notices",
    "public", "read", "replay-scroll", "replay-scrub", "replay-side", "replay-stage", "replay-step", "rules",
    "season-scroll", "small",
})  # fmt: skip
"""Ids of other screens with rules in the style sheet: they are taken too."""

OURS = ("tui", "ssh_server", "textual")
"""Packages with widgets that a panel may be built from. All other widgets belong to the game."""


class Clashing(Message):
    """A panel took a name of the house, or failed. `sentence` is for the player."""

    def __init__(self, panel: Widget, sentence: str) -> None:
        self.panel = panel
        self.around = panel.parent
        """Kept because a failed panel removes itself."""
        self.told = sentence
        super().__init__()


def from_outside(kind: type) -> bool:
    return kind.__module__.partition(".")[0] not in OURS


def at_fault(error: BaseException, panels: type[Widget]) -> tuple[type, Widget | None] | None:
    """Return the panel from outside that raised an error: class, and widget if known. None for other errors."""
    culprit: tuple[type, Widget | None] | None = None
    frames = error.__traceback__
    while frames is not None:  # the innermost frame counts
        own = frames.tb_frame.f_locals.get("self", frames.tb_frame.f_locals.get("cls"))
        around = own.ancestors_with_self if isinstance(own, Widget) else ()
        for suspect in (own, *around):
            kind = suspect if isinstance(suspect, type) else type(suspect)
            if issubclass(kind, panels) and from_outside(kind):
                culprit = kind, suspect if isinstance(suspect, Widget) else None
        frames = frames.tb_next
    return culprit


def clashing_ids(panel: Widget) -> tuple[str, ...]:
    return tuple(sorted({widget.id for widget in panel.query("*") if widget.id} & (TABLE_IDS | SCREEN_IDS)))


def trouble(panel: Widget) -> str:
    """Return a panel's violation as the end of a sentence; empty if there is none."""
    if taken := clashing_ids(panel):
        return f"names a widget {', '.join(f'#{name}' for name in taken)}, which is the table's"
    kinds = {type(panel), *map(type, panel.query("*"))}
    return next(filter(None, (_trouble_of(kind) for kind in sorted(kinds, key=lambda kind: kind.__name__))), "")


@cache
def _trouble_of(kind: type[Widget]) -> str:
    """The same for a class of widgets: Textual's style sheets know every class by its bare name."""
    for own in filter(from_outside, kind.__mro__):
        if not vars(own).get("SCOPED_CSS", True):
            return f"has a {own.__name__} whose style is for every screen (SCOPED_CSS = False)"
        if issubclass(own, Widget) and own.__name__ in taken():
            return f"has a widget of its own called {own.__name__}, as one of the house is"
    return ""


def style_sheets(panel: Widget) -> Iterator[tuple[str, str]]:
    """Yield the style sheets of the game's own widgets in a panel, as Textual keys them: file and name."""
    for kind in {type(panel), *map(type, panel.query("*"))}:
        for own in filter(from_outside, kind.__mro__):
            with suppress(TypeError, OSError):
                yield getfile(own), f"{own.__name__}.DEFAULT_CSS"


def taken() -> set[str]:
    return {kind.__name__ for kind in _kinds(Widget) if not from_outside(kind)}


def _kinds(kind: type[Widget]) -> Iterator[type[Widget]]:
    yield kind
    for each in kind.__subclasses__():
        yield from _kinds(each)
