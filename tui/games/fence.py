"""What a game's panel leaves to the house: ids of the screens around it, names of the house's widgets, and the style of
whatever is not its own. A panel that does not is refused in a sentence, and the general one plays its game.

The house's own panels keep to it by a test; those from outside are looked at here, when they open and whenever
something on their screen has been mounted. One in which an error comes up gives way, too: its match is played on.
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
"""Ids of the table around a panel. The style sheet speaks of them: a panel's own widget of that name would be laid out
like the table's, and vanish where that does."""

SCREEN_IDS = frozenset({
    "about-pane", "blank", "curtain-body", "curtain-news", "decide", "ending-scroll", "episodes", "form", "form-body",
    "form-side", "gallery-body", "host-body", "host-left", "host-side", "lobby-body", "menu-head", "menu-notices",
    "public", "read", "replay-scroll", "replay-scrub", "replay-side", "replay-stage", "replay-step", "rules",
    "season-scroll", "small",
})  # fmt: skip
"""Ids of other screens that the style sheet speaks of wherever they are: they are taken, too."""

OURS = ("tui", "ssh_server", "textual")
"""The packages whose widgets a panel is built from. What else stands on it is the game's own."""


class Clashing(Message):
    """A panel does not leave to the house what is the house's, or failed; `told` says what, to whoever plays."""

    def __init__(self, panel: Widget, told: str) -> None:
        self.panel = panel
        self.around = panel.parent
        """Where it stands: one that failed goes by itself."""
        self.told = told
        super().__init__()


def from_outside(kind: type) -> bool:
    """Is this the class of a game's own package?"""
    return kind.__module__.partition(".")[0] not in OURS


def at_fault(error: BaseException, panels: type[Widget]) -> tuple[type, Widget | None] | None:
    """Of all panels, that from outside in which an error came up: its class and, if it was one on a screen, itself.
    None if it came up in none."""
    found: tuple[type, Widget | None] | None = None
    frames = error.__traceback__
    while frames is not None:  # the innermost says most
        own = frames.tb_frame.f_locals.get("self", frames.tb_frame.f_locals.get("cls"))
        around = own.ancestors_with_self if isinstance(own, Widget) else ()
        for one in (own, *around):
            kind = one if isinstance(one, type) else type(one)
            if issubclass(kind, panels) and from_outside(kind):
                found = kind, one if isinstance(one, Widget) else None
        frames = frames.tb_next
    return found


def clashing(panel: Widget) -> tuple[str, ...]:
    """The ids inside a panel that belong to the table around it or to another screen, sorted. None may."""
    return tuple(sorted({widget.id for widget in panel.query("*") if widget.id} & (TABLE_IDS | SCREEN_IDS)))


def trouble(panel: Widget) -> str:
    """What a panel does that only the house may, as the end of a sentence; empty if nothing."""
    if taken := clashing(panel):
        return f"names a widget {', '.join(f'#{name}' for name in taken)}, which is the table's"
    kinds = {type(panel), *map(type, panel.query("*"))}
    return next(filter(None, (_trouble_of(kind) for kind in sorted(kinds, key=lambda kind: kind.__name__))), "")


@cache
def _trouble_of(kind: type[Widget]) -> str:
    """Likewise of a class of widgets: Textual's style sheets know a class by its bare name, whosever it is."""
    for own in filter(from_outside, kind.__mro__):
        if not vars(own).get("SCOPED_CSS", True):
            return f"has a {own.__name__} whose style is for every screen (SCOPED_CSS = False)"
        if issubclass(own, Widget) and own.__name__ in taken():
            return f"has a widget of its own called {own.__name__}, as one of the house is"
    return ""


def style_sheets(panel: Widget) -> Iterator[tuple[str, str]]:
    """Where Textual keeps the style sheets that came with the game's own widgets of a panel: file and name."""
    for kind in {type(panel), *map(type, panel.query("*"))}:
        for own in filter(from_outside, kind.__mro__):
            with suppress(TypeError, OSError):
                yield getfile(own), f"{own.__name__}.DEFAULT_CSS"


def taken() -> set[str]:
    """The names of all widgets of the house and of Textual that there are by now."""
    return {kind.__name__ for kind in _kinds(Widget) if not from_outside(kind)}


def _kinds(kind: type[Widget]) -> Iterator[type[Widget]]:
    yield kind
    for each in kind.__subclasses__():
        yield from _kinds(each)
