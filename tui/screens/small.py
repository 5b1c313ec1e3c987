"""Screens that cover everything: a terminal that is too small, and a blanked screen."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.screen import ModalScreen

from tui.app.fitting import Fitted
from tui.widgets.words import Paper


class Cover(Fitted[None], ModalScreen[None]):
    """What lies over everything else, whatever that is. Nothing is opened over it."""


class TooSmall(Cover):
    """Says what is needed and swallows keys until there is room."""

    def compose(self) -> ComposeResult:
        yield Paper(id="small")

    def on_resize(self, event: events.Resize) -> None:
        self.query_one("#small", Paper).update(
            f"Garnet House needs\n40 columns by 15 rows.\nThis has {event.size.width} by {event.size.height}.\n"
            "Make it larger to go on;\nnothing is lost."
        )

    def on_screen_resume(self) -> None:
        """Something was opened over this page meanwhile, and is closed: there may be room by now."""
        self.app.guard_size()  # type: ignore[attr-defined]

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()


class Blank(Cover):
    """Nothing to see until a key is pressed."""

    def compose(self) -> ComposeResult:
        yield Paper("Press any key to look again.", id="blank")

    def on_key(self, event: events.Key) -> None:
        event.stop()
        if self.is_active:  # of two keys pressed in haste the second must not close what is below
            self.dismiss()
