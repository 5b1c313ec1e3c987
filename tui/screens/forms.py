"""What every form has: names and values together, what the line under the cursor means, and what it all comes to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from textual.content import Content
from textual.widget import Widget

from core.refusal import Refused
from tui.screens.base import SLIM, WIDE, GarnetScreen
from tui.screens.dialogs import Ask, Pick
from tui.widgets.block import Block
from tui.widgets.boxes import Horizontal, VerticalScroll
from tui.widgets.choices import Choices, Row
from tui.widgets.lines import Paper
from tui.words import text

LABEL, LABEL_SLIM = 28, 20
"""Cells of a line's name, before its value; fewer below `SLIM` columns."""
LIST = 72
"""Columns of the list where something stands beside it, as the style sheet has it."""
BELOW, BELOW_SMALL = 6, 4
"""Rows of the pane below the list, where nothing stands beside it; fewer on a small terminal."""


class FormScreen(GarnetScreen[None]):
    """A list of lines to change, with a pane that says what the line under the cursor means and what is being made. A
    mistake stands at its line, in words."""

    AUTO_FOCUS = "#form"
    _faults: Mapping[str, str] = {}
    """By the row's id: why it cannot stay like this."""

    # --- what a form says
    def head(self) -> tuple[text.Part, text.Part]:
        """What is being made, and the facts about it that stand at the right of the first line."""
        raise NotImplementedError

    def form_rows(self) -> list[Row]:
        """The lines as they are now."""
        raise NotImplementedError

    def meaning(self, row: Row) -> Sequence[text.Part]:
        """What the line under the cursor is for."""
        return ()

    def comes_to(self) -> Sequence[text.Part]:
        """What it will be, in a sentence or two."""
        return ()

    def beyond(self) -> Sequence[text.Part]:
        """What stands below that where there is room beside the list."""
        return ()

    def faults(self) -> Mapping[str, Refused]:
        """What cannot stay as it is, by the id of the line at which that is said; `go` for what has no line."""
        return {}

    def label(self, name: text.Part) -> Content:
        """The name of a line, so wide that all values begin in one column; where there is little room a longer one
        pushes its value on rather than to be cut."""
        slim = self.app.size.width < SLIM
        return text.fit(name, max(LABEL_SLIM, text.line(name).cell_length + 2) if slim else LABEL)

    # --- painting
    def body(self) -> Iterable[Widget]:
        yield Paper(id="frame")
        yield Horizontal(
            Choices(id="form").add_class("-fill"),
            VerticalScroll(Block("", id="about"), id="form-side", can_focus=False),
            id="form-body",
        )

    def on_mount(self) -> None:
        self.show()

    def on_resize(self) -> None:
        super().on_resize()
        if self.stands:
            self.show()

    def show(self) -> None:
        """The lines as they are now."""
        faults = self.faults()
        self._faults = {row: fault.message for row, fault in faults.items()}
        rows = self.form_rows()
        known = {row.id for row in rows}
        self._faults = {(row if row in known else "go"): said for row, said in self._faults.items()}
        marked = [
            row._replace(label=text.line(row.label, ("  ! ", "$bad"), (self._faults[row.id], "$bad")))
            if row.id in self._faults and not row.heading
            else row
            for row in rows
        ]
        self.query_one("#form", Choices).show(marked)
        head, facts = map(text.line, self.head())
        room = self.size.width - head.cell_length - facts.cell_length - 2
        right = text.line(" " * room, facts) if room > 1 else ""
        self.query_one("#frame", Paper).update(text.fit(text.line(" ", head, right), self.size.width))
        self._describe()

    def on_choices_moved(self, message: Choices.Moved) -> None:
        super().on_choices_moved(message)
        self._describe()

    def _describe(self) -> None:
        """What the line under the cursor means, what is wrong with it, and what it all comes to."""
        row, pane = self.query_one("#form", Choices).row, self.query_one("#about", Block)
        said: list[text.Part] = []
        if row is not None:
            said = [*([(self._faults[row.id], "$bad")] if row.id in self._faults else []), *self.meaning(row)]
        pane.head(("What this is", "$accent"))
        will = list(self.comes_to())
        if self.size.width >= WIDE:
            more = list(self.beyond())
            pane.show([*said, "", ("What it will be", "$accent"), *will, *(["", *more] if more else [])])
        else:
            pane.show(_in_few(said, will, self.size.width - 2, BELOW_SMALL if self.has_class("-small") else BELOW))

    # --- changing a line
    def ask(
        self, title: text.Part, question: text.Part, value: str, take: Callable[[str], object], longest: int = 60
    ) -> None:
        """Have a line typed; `take` gets it without spaces around it. Once it is taken the cursor goes on."""
        box = Ask(title, question, value, longest=longest, take=lambda given: take(given.strip()))
        self.app.push_screen(box, lambda given: self.chosen(given is not None))

    def pick(self, title: text.Part, rows: Sequence[Row], take: Callable[[str], object], at: str | None = None) -> None:
        """Have one of several chosen; `take` may refuse it. Once it is taken the cursor goes on."""
        self.app.push_screen(
            Pick(title, rows, at),
            lambda key: self.chosen(key is not None and self.attempt(lambda: take(key))),
        )

    def chosen(self, done: bool) -> None:
        """Something was answered: show it, and go on to the next line."""
        self.show()
        if done:
            self.query_one("#form", Choices).action_move(1)

    def all_right(self) -> bool:
        """May it be made? Otherwise the cursor goes to the first mistake, which is said."""
        self.show()
        form = self.query_one("#form", Choices)
        for row in form.rows:
            if row.id in self._faults:
                form.point(row.id)
                self.tell(self._faults[row.id], "bad")
                return False
        return True


def _in_few(said: Sequence[text.Part], will: Sequence[text.Part], width: int, room: int) -> list[Content]:
    """Both in so many rows: what it will be is cut last."""
    above = [line for row in said for line in text.hung(row, width)]
    below = [line for row in will for line in text.hung(row, width)]
    below = text.cut(below, max(1, room - min(2, len(above))))
    if len(above) > (left := max(0, room - len(below))) and left:
        above[left - 1 :] = [text.fit(text.line(above[left - 1], f" {text.CUT}"), width)]
    return [*above[:left], *below]
