"""Base of every screen: the keys that work everywhere, a status line, and a footer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import inf
from typing import Any, Generic, Protocol, TypeVar, cast

from textual import events
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding
from textual.geometry import Offset, Size
from textual.message import Message
from textual.reactive import Reactive
from textual.widget import Widget
from textual.widgets import TextArea

from core.match.pace import Wait
from core.refusal import Refused
from tui.app.fitting import Fitted, is_covered
from tui.app.services import AppServices, PaletteCommand
from tui.textual_seam.painting import OpenScreen
from tui.widgets.choices import Choices
from tui.widgets.frame import KeysLine, StatusLine, Tone, press_named
from tui.widgets.grid import Grid
from tui.widgets.lines import Lines, Paper
from tui.widgets.writing import Addressee


class Speaker(Protocol):
    """A screen with a status line, or the app for the visible screen."""

    def tell(self, sentence: str, tone: Tone = "faint", ruling: str | None = None) -> None:
        """Say something."""

    def refuse(self, refusal: Refused) -> None:
        """Say why something cannot be done."""

    def attempt(self, doing: Callable[[], object], done: str = "") -> bool:
        """Run `doing`. Return False if it was refused, after saying why."""


def attempt(speaker: Speaker, doing: Callable[[], object], done: str = "") -> bool:
    """Run `doing`, which may be refused. Return False if it was; `speaker` then shows the reason."""
    try:
        result = doing()
    except Refused as refusal:
        speaker.refuse(refusal)
        return False
    if isinstance(result, Wait) and result:
        speaker.tell(result.words, "warn", "HH-34")
    elif done:
        speaker.tell(done, "good")
    return True


T = TypeVar("T")
R = TypeVar("R")


def result_of(speaker: Speaker, doing: Callable[[], R]) -> R | None:
    """Return what `doing` returns; None if it was refused: `speaker` then shows the reason."""
    results: list[R] = []
    speaker.attempt(lambda: results.append(doing()))
    return results[0] if results else None


WIDE = 120
"""Columns from which panes are docked beside the game instead of being tabs."""

USUAL = (80, 24)
"""Columns and rows of a usual terminal. Smaller ones, down to `app.SMALLEST`, show one list at a time."""


SLIM = 60
"""Columns below which nothing is placed side by side."""


class GarnetScreen(Fitted[T], OpenScreen[T], Generic[T]):
    """A full screen: `body()` above the footer. Boxes over a screen are `Dialog`s."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]
    AUTO_FOCUS = ""
    focused: Reactive[Widget | None] = Reactive(None, repaint=False)
    """Textual would otherwise repaint the whole screen on every change of focus."""
    virtual_size: Reactive[Size] = Reactive(Size(0, 0))
    """No screen scrolls as a whole, so a new size needs no second layout."""
    _last_style_inputs: tuple[object, ...] = ()
    """Inputs of all styles when this screen was last on top."""
    _closed_reason = ""
    """Reason of a closed row that was shown while the cursor was on it."""
    seen_from = 0.0
    """Event time from which a page that opened by itself could be seen."""
    TOPIC = ""

    BINDINGS = [
        Binding("question_mark", "help", "help", id="help", tooltip="What can be done here, and every key."),
        Binding("q", "back", "back", id="back", tooltip="Back to where you came from."),
        Binding("escape", "back", "back", show=False, id="back.escape", tooltip="Back to where you came from."),
        Binding("colon", "palette", "commands", show=False, id="palette", tooltip="Every command, by name."),
        Binding("z", "blank", "blank", show=False, id="blank", tooltip="Blank the screen until a key is pressed."),
        Binding("y", "copy", "copy", show=False, id="copy", tooltip="Copy what is shown to the clipboard."),
    ]

    def handle_paint_error(self, error: Exception) -> bool:
        """A panel from outside that cannot be painted is replaced; the screen around it stays."""
        return self.services.handle_failure(self, error)

    @property
    def services(self) -> AppServices:
        return cast("AppServices", self.app)

    @property
    def is_usable(self) -> bool:
        """True if it is complete and not being removed. Delayed calls check this first."""
        return self.is_mounted and self.is_attached and not self.going

    def body(self) -> Iterable[Widget]:
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        self.fit_width()
        yield from self.body()
        yield StatusLine()
        yield KeysLine()

    def dismiss(self, result: T | None = None) -> AwaitComplete:
        """Leave this screen if it is on top. A second hasty key must not close the screen below."""
        return super().dismiss(result) if self.is_active else AwaitComplete()

    def fit_width(self) -> None:
        """Set `-narrow` or `-wide` before the first layout; later, every widget would be styled twice."""
        for least, name in self.HORIZONTAL_BREAKPOINTS:
            self.set_class((self.app.size.width >= WIDE) == (least >= WIDE), name)
        self._fit_small()

    def _fit_small(self) -> None:
        columns, rows = self.app.size
        self.set_class(columns < USUAL[0] or rows < USUAL[1], "-small")
        self.set_class(columns < SLIM, "-slim")
        self.set_class(bool(getattr(self.app, "by_thumb", False)), "-thumb")

    def on_resize(self) -> Any:
        self._fit_small()

    # --- painting
    def on_screen_resume(self, event: events.ScreenResume) -> None:
        event.refresh_styles = self._last_style_inputs not in ((), self._style_inputs())
        self.fit_width()
        self.catch_up_below()
        self.call_after_refresh(self.note_visible)

    def on_screen_suspend(self) -> None:
        self._last_style_inputs = self._style_inputs()

    def _style_inputs(self) -> tuple[object, ...]:
        return self.app.theme, self.app.classes, self.app.app_focus

    def on_descendant_blur(self) -> None:
        self.call_after_refresh(self.services.stack.uncover)

    def withhold_keys(self) -> None:
        self.seen_from = inf

    def note_painted(self, began: float) -> None:
        """Accept keys from now on, unless the app still withholds the page."""
        if self.seen_from == inf and not self.services.painting_held:
            self.seen_from = began
            self.services.stack.origin = None

    def note_visible(self) -> None:
        self.note_painted(Message().time)
        self.services.stack.uncover()

    @property
    def is_current(self) -> bool:
        """True if it can be seen. Covered screens postpone layout and painting; Textual lets them shine through."""
        return super().is_current and not is_covered(self)

    def is_hidden(self) -> bool:
        return is_covered(self)

    # --- the mouse
    def get_widget_and_offset_at(self, x: int, y: int) -> tuple[Widget | None, Offset | None]:
        """Like Textual's, without removed widgets that are still painted; places come from our own rows."""
        widget, offset = super().get_widget_and_offset_at(x, y)
        if widget is not None and widget.parent is None:
            return None, None
        return widget, (widget.place_at(x, y) if isinstance(widget, Lines) else offset)

    def on_click(self, event: events.Click) -> None:
        """Press the key that is named under the pointer, where no widget has its own use for a click."""
        widget, _ = self.get_widget_and_offset_at(event.screen_x, event.screen_y)
        if widget is not None and not hasattr(widget, "on_click"):
            press_named(widget, event)

    # --- answers
    def tell(self, sentence: str, tone: Tone = "faint", ruling: str | None = None) -> None:
        if not self.is_mounted:
            self.call_after_refresh(self.tell, sentence, tone, ruling)
        for status in self.query(StatusLine):
            status.tell(sentence, tone, ruling)

    def refuse(self, refusal: Refused) -> None:
        self.tell(refusal.message, "bad", refusal.ruling)

    def attempt(self, doing: Callable[[], object], done: str = "") -> bool:
        succeeded = attempt(self, doing, done)
        for status in self.query(StatusLine) if succeeded and not done else ():
            status.clear_refusal()
        return succeeded

    def result_of(self, doing: Callable[[], R]) -> R | None:
        return result_of(self, doing)

    def on_choices_picked_closed(self, message: Choices.PickedClosed) -> None:
        self._closed_reason = message.row.closed or ""
        self.tell(self._closed_reason, "warn", message.row.ruling)

    def on_choices_moved(self, message: Choices.Moved) -> None:
        if self._closed_reason and message.row.closed is None:
            if any(status.message == self._closed_reason for status in self.query(StatusLine)):
                self.tell("")
            self._closed_reason = ""

    def on_grid_picked_closed(self, message: Grid.PickedClosed) -> None:
        self.tell(message.cell.closed or "", "warn", message.cell.ruling)

    # --- keys
    def action_back(self) -> None:
        self.dismiss()

    def action_help(self) -> None:
        parts = [f"Just answered: {status.message}" for status in self.query(StatusLine) if status.cut]
        self.services.open_help("\n\n".join([*parts, self.help_text()]))

    def action_palette(self) -> None:
        self.services.open_palette(self.commands())

    def action_blank(self) -> None:
        self.services.blank()

    def action_copy(self) -> None:
        shown = self.text_to_copy()
        if shown:
            self.services.copy_to_clipboard(shown)
            self.tell("Copied, if your terminal allows it.", "good")

    def addressee(self) -> Addressee | None:
        """Target of words written beside the terminal; None for none."""
        return None

    def key_word(self, binding: Binding) -> str:
        """Word for a key on the page around the terminal."""
        return binding.description

    def coached_words(self) -> str:
        """Words of the coach; keys in them come first on the page around the terminal. Empty without a coach."""
        return ""

    def help_text(self) -> str:
        return self.TOPIC

    def commands(self) -> tuple[PaletteCommand, ...]:
        return ()

    def text_to_copy(self) -> str:
        """Return the text of the panes that are shown, also of talk and notes."""
        from tui.widgets.block import Block

        papers = [*self.query(Block), *self.query("#messages, #notes-text").results(Paper)]
        texts = {paper: paper.copied for paper in papers} | {area: area.text for area in self.query(TextArea)}
        shown = (pane for pane in texts if all(node.display for node in pane.ancestors_with_self))
        return "\n\n".join(texts[pane] for pane in shown if texts[pane].strip())
