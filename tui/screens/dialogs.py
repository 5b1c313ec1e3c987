"""Small dialogs: confirm, pick, type a line, read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.geometry import Size
from textual.screen import ModalScreen
from textual.suggester import SuggestFromList
from textual.widget import Widget
from textual.widgets import Input

from tui.app.fitting import Fitted
from tui.screens.base import GarnetScreen
from tui.widgets.boxes import Vertical, VerticalScroll
from tui.widgets.choices import Choices, Row
from tui.widgets.frame import KeysLine, StatusLine
from tui.widgets.lines import Paper, Words
from tui.widgets.writing import Field
from tui.words import text

T = TypeVar("T")


class Dialog(GarnetScreen[T], ModalScreen[T]):
    """A box over the screen. `q` and Esc close it without an answer (None)."""

    SHINES_THROUGH = True
    BROAD = False

    def __init__(self, title: text.Part) -> None:
        super().__init__()
        self._title = text.line(title)

    def compose(self) -> ComposeResult:
        classes = "house-dialog" + (" -broad" if self.BROAD else "")
        box = Vertical(*self.body(), StatusLine(), id="dialog", classes=classes)
        box.border_title = self._title
        yield box
        yield KeysLine()

    def plain(self) -> str:
        return "\n".join(str(widget.content) for widget in self.query(Paper))

    def action_blank(self) -> None:
        """Disabled in a dialog."""


class Confirm(Dialog[bool]):
    BROAD = True
    AUTO_FOCUS = ".pane-auto"
    BINDINGS = [Binding("enter", "yes", "yes, do it", id="dialog.yes", tooltip="Do what the box says.")]

    def __init__(self, title: text.Part, rows: Iterable[text.Part], yes: str = "Enter confirms, q goes back.") -> None:
        super().__init__(title)
        self._rows = [*rows, "", (yes, "$faint")]

    def body(self) -> Iterable[Widget]:
        yield VerticalScroll(Paper(text.lines(self._rows), id="dialog-text"), classes="pane-auto")

    def action_yes(self) -> None:
        self.dismiss(True)


class ReadDialog(Dialog[None]):
    BROAD = True
    AUTO_FOCUS = ".pane-auto"
    BINDINGS = [Binding("enter", "back", "close", show=False, id="dialog.close", tooltip="Close this box.")]

    def __init__(self, title: text.Part, rows: Iterable[text.Part]) -> None:
        super().__init__(title)
        self._rows = list(rows)

    def body(self) -> Iterable[Widget]:
        yield VerticalScroll(Paper(text.lines(self._rows), id="dialog-text"), classes="pane-auto")


def with_cursor(choices: Choices, row_id: str | None = None) -> Choices:
    """Put the cursor on `row_id` if that row is open, else on the first open row."""
    ids = [row.id for row in choices.rows if row.closed is None and not row.heading]
    if ids:
        choices.point(row_id if row_id in ids else ids[0])
    return choices


class Pick(Dialog[str]):
    """A choice of one row; the answer is its id. The cursor starts on `at` if open, else on the first open row."""

    AUTO_FOCUS = "#pick"

    def __init__(self, title: text.Part, rows: Iterable[Row], row_id: str | None = None, empty: str = "") -> None:
        super().__init__(title)
        self._rows = tuple(rows)
        self._at = row_id
        self._empty = empty or "There is nothing to choose from."

    def body(self) -> Iterable[Widget]:
        yield with_cursor(Choices(self._rows, id="pick", empty=self._empty), self._at)

    def on_choices_picked(self, message: Choices.Picked) -> None:
        self.dismiss(message.row.id)


MOVES = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10}
"""Rows that a key moves in a list while its search line keeps the focus."""


class AnswerLine(Field):
    """The input of a dialog."""

    BINDINGS = [Binding("enter", "submit", "take it", id="dialog.take", tooltip="Take what is typed.")]


class AskLine(Dialog[str]):
    """A line of text. `secret` shows dots. `take(words)` uses the answer; after a refusal the box stays open. `changed`
    is called with the words, a draft, after each key."""

    AUTO_FOCUS = "#answer"

    def __init__(
        self,
        title: text.Part,
        question: text.Part = "",
        value: str = "",
        *,
        secret: bool = False,
        longest: int | None = 200,
        take: Callable[[str], object] | None = None,
        names: Sequence[str] = (),
        changed: Callable[[str], object] | None = None,
    ) -> None:
        """`names`: completed as they are typed; the right arrow takes the rest."""
        super().__init__(title)
        self._take, self._changed = take, changed
        self._names = names
        self._question = question
        self._value = value
        self._secret = secret
        self._longest = longest

    def body(self) -> Iterable[Widget]:
        if self._question:
            yield Paper(text.line(self._question), id="dialog-text")
        suggester = SuggestFromList(self._names, case_sensitive=False) if self._names else None
        yield AnswerLine(
            self._value, id="answer", password=self._secret, max_length=self._longest or 0, suggester=suggester,
            select_on_focus=self._changed is None,
        )  # fmt: skip

    def on_input_changed(self, message: Input.Changed) -> None:
        if self._changed is not None and message.value != self._value:
            self._changed(message.value)

    def on_input_submitted(self, message: Input.Submitted) -> None:
        if self._take is None or self.attempt(lambda: self._take(message.value)):  # type: ignore[misc]
            self.dismiss(message.value)


class SearchedPick(Dialog[str]):
    """A list `#pick` under a search line, `#find`: keys that move go to the list while the line has the focus."""

    BROAD = True
    AUTO_FOCUS = "#find, #pick"

    def on_key(self, event: events.Key) -> None:
        if event.key in MOVES and isinstance(self.focused, Input):
            self.query_one("#pick", Choices).action_move(MOVES[event.key])
            event.stop()

    def on_input_submitted(self) -> None:
        self.query_one("#pick", Choices).action_pick()

    def on_choices_picked(self, message: Choices.Picked) -> None:
        self.dismiss(message.row.id)


class PickMany(Dialog[tuple[str, ...]]):
    """A choice of `least` to `most` rows; the answer is their ids in the order of the rows."""

    AUTO_FOCUS = "#pick"
    BINDINGS = [Binding("s", "done", "done", id="dialog.done", tooltip="Take what is marked.")]

    def __init__(self, title: text.Part, rows: Iterable[Row], least: int, most: int) -> None:
        super().__init__(title)
        self._rows = list(rows)
        self._least, self._most = least, most

    def body(self) -> Iterable[Widget]:
        yield with_cursor(Choices(self._rows, id="pick"))
        number = str(self._least) if self._least == self._most else f"{self._least} to {self._most}"
        yield Paper(f"Enter marks, s is done. Mark {number}.")

    def on_choices_picked(self, message: Choices.Picked) -> None:
        choices = message.choices
        choices.show([row._replace(chosen=row.chosen != (row.id == message.row.id)) for row in choices.rows])

    def action_done(self) -> None:
        marked = tuple(row.id for row in self.query_one(Choices).rows if row.chosen)
        if self._least <= len(marked) <= self._most:
            self.dismiss(marked)
        else:
            number = str(self._least) if self._least == self._most else f"{self._least} to {self._most}"
            self.tell(f"Mark {number}; {len(marked)} marked.", "warn")


class ReadScreen(GarnetScreen[None]):
    AUTO_FOCUS = "#read"
    _written: Size | None = None
    """Terminal size for which the text was written."""
    BINDINGS = [Binding("enter", "back", "go on", id="read.on", tooltip="Close this page.")]

    def rows(self) -> Iterable[text.Part]:
        raise NotImplementedError

    def body(self) -> Iterable[Widget]:
        self._written = self.app.size
        shown = Words(text.lines(self.rows()), id="read-text")
        yield VerticalScroll(shown, id="read", classes="house-pane")

    def on_resize(self) -> None:
        super().on_resize()
        if self._written not in (None, self.app.size):  # drawings depend on the number of columns
            self._written = self.app.size
            self.reflow()

    def reflow(self) -> None:
        self.query_one("#read-text", Words).update(text.lines(self.rows()))

    def text_to_copy(self) -> str:
        return text.lines(self.rows()).plain


class Cover(Fitted[None], ModalScreen[None]):
    """A page over everything else. Nothing opens over it."""


class TooSmall(Cover):
    """Names the size needed, and swallows keys until there is room."""

    def compose(self) -> ComposeResult:
        yield Paper(id="small")

    def on_resize(self, event: events.Resize) -> None:
        self.query_one("#small", Paper).update(
            f"Garnet House needs\n40 columns by 15 rows.\nThis has {event.size.width} by {event.size.height}.\n"
            "Make it larger to go on;\nnothing is lost."
        )

    def on_screen_resume(self) -> None:
        self.app.guard_size()  # type: ignore[attr-defined]

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()


class Blank(Cover):
    def compose(self) -> ComposeResult:
        yield Paper("Press any key to look again.", id="blank")

    def on_key(self, event: events.Key) -> None:
        event.stop()
        self.on_click()

    def on_click(self) -> None:
        if self.is_active:  # a second hasty key must not close the screen below
            self.dismiss()
