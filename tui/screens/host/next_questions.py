"""The form of a match that its host judges, written by keys (RF-01, RF-02)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, cast, get_args

import msgspec
from textual.binding import Binding
from textual.widget import Widget

from core.decoding import plain
from core.games.refereed.structs import FormField, Kind, State
from core.games.refereed.typed_form import DETAILS, detailed, details, field_id
from core.table.host_controls import HostControls
from core.words.judging import asked_words
from tui.app.memory import DocumentShelf
from tui.screens.base import GarnetScreen
from tui.screens.dialogs import AskLine, Pick
from tui.widgets.choices import Choices, Row
from tui.widgets.lines import Paper
from tui.words import text

KINDS: Final = {
    "number": "a whole number within bounds",
    "choice": "one of several words",
    "seats": "other seats by name",
    "ranking": "things, or the other seats, in order",
    "text": "words of their own",
}
ADD, ASK = "add", "ask"
"""Rows below the questions; a question's row is its number."""


def ask_questions(screen: GarnetScreen[Any], desk: HostControls, memory: DocumentShelf) -> None:
    screen.services.ask(NextQuestions(desk, memory), lambda words: screen.tell(words, "good"))


class NextQuestions(GarnetScreen[str]):
    """The form. The answer is a sentence about what was set."""

    AUTO_FOCUS = "#questions"
    TOPIC = """\
The questions of this match from the next round on, or from the first round during its briefing. Enter changes or
adds a question: its words, the kind of answer, and the details of that kind. x removes a question, l makes it
optional. v asks one seat something else. s sets the questions; before, nothing changes, and what you wrote is kept for
you alone. u shows again what is set."""
    BINDINGS = [
        Binding("s", "keep", "set it", id="questions.set", tooltip="Ask this from the next round on."),
        Binding("x", "drop", "take out", id="questions.drop", tooltip="Take this question out."),
        Binding("l", "optional", "may be left out", id="questions.optional", tooltip="Players may leave it out."),
        Binding("u", "reset", "as it is set", id="questions.reset", tooltip="Forget what is not set yet."),
        Binding("v", "whose", "whose", id="questions.whose", tooltip="Ask all seats, or one seat something else."),
    ]

    def __init__(self, desk: HostControls, memory: DocumentShelf) -> None:
        super().__init__(id="next-questions")
        self._desk, self._memory, self._key = desk, memory, f"questions of {desk.table.match.header.match}"
        kept = memory.get(self._key)
        self._seat = kept.get("seat", "")
        self._form = msgspec.convert(kept["form"], list[FormField]) if kept else self._set_form

    @property
    def _state(self) -> State:
        return cast(State, self._desk.table.match.state)

    @property
    def _set_form(self) -> list[FormField]:
        return list(self._state.later.of(self._seat or None))

    def body(self) -> Iterable[Widget]:
        yield Paper(id="questions-head", classes="house-words")
        yield Choices(id="questions")

    def on_mount(self) -> None:
        self.show()

    def show(self) -> None:
        when = "the first round" if self._before_start else "the next round"
        is_set = self._form == self._set_form
        self._memory.put(self._key, {} if is_set else {"seat": self._seat, "form": plain(self._form)})
        head = f"{self._seat or 'Every seat'} is asked from {when} on{'' if is_set else ', once you set it'}:"
        self.query_one("#questions-head", Paper).update(head)
        rows = [
            Row(
                str(number), field.ask, note=f"{field.kind} {details(field)}{'' if field.need else ', may be left out'}"
            )
            for number, field in enumerate(self._form)
        ]
        ask = text.line(("Set it", "$good"))
        self.query_one("#questions", Choices).show([*rows, Row(ADD, "one more question"), Row(ASK, ask)])

    @property
    def _before_start(self) -> bool:
        return self._desk.table.match.phase == "briefing"

    @property
    def _number_at_cursor(self) -> int | None:
        row = self.query_one("#questions", Choices).row
        return int(row.id) if row is not None and row.id.isdecimal() else None

    # --- writing a question ------------------------------------------------------------------------------------------
    def on_choices_picked(self, message: Choices.Picked) -> None:
        if message.row.id == ASK:
            self.action_keep()
        else:
            self._ask_words(self._number_at_cursor)

    def _ask_words(self, place: int | None) -> None:
        old = "" if place is None else self._form[place].ask

        def chosen(words: str) -> None:
            if words.strip():
                self._ask_kind(place, words.strip())

        self.services.ask(AskLine("The question", "As players read it, in one line.", old, longest=200), chosen)

    def _ask_kind(self, place: int | None, words: str) -> None:
        old = None if place is None else self._form[place]
        rows = [Row(kind, kind, note=(KINDS[kind], "$faint")) for kind in get_args(Kind)]

        def chosen(kind: str) -> None:
            if old is not None and old.kind == kind:
                self._ask_details(place, msgspec.structs.replace(old, ask=words), details(old))
                return
            known = [field.id for field in self._form]
            field = FormField(id=field_id(words, known), ask=words, kind=kind)  # type: ignore[arg-type]
            if old is not None:
                field = msgspec.structs.replace(field, id=old.id, need=old.need, when=old.when)
            self._ask_details(place, field, "")

        self.services.ask(Pick("It is answered by", rows, None if old is None else old.kind), chosen)

    def _ask_details(self, place: int | None, field: FormField, previous: str) -> None:
        fields: list[FormField] = []

        def take(typed: str) -> None:
            fields.append(detailed(field, typed, self._state.seats, self._state.columns))

        def kept(_: str) -> None:
            start = len(self._form) if place is None else place
            self._form[start : start + 1] = fields[-1:]
            self.show()

        self.services.ask(AskLine(field.ask, DETAILS[field.kind], previous, longest=1000, take=take), kept)

    # --- the form ----------------------------------------------------------------------------------------------------
    def action_drop(self) -> None:
        if (at := self._number_at_cursor) is not None:
            del self._form[at]
            self.show()

    def action_reset(self) -> None:
        self._form = self._set_form
        self.show()

    def action_optional(self) -> None:
        if (at := self._number_at_cursor) is not None:
            self._form[at] = msgspec.structs.replace(self._form[at], need=not self._form[at].need)
            self.show()

    def action_whose(self) -> None:
        rows = [Row("", "Every seat"), *(Row(seat, seat) for seat in self._state.seats)]

        def chosen(seat: str) -> None:
            self._seat = seat
            self.action_reset()

        self.services.ask(Pick("Who is asked this?", rows, self._seat), chosen)

    def action_keep(self) -> None:
        direction = {"form": [plain(field) for field in self._form], "seat": self._seat}
        early = self._before_start
        if self.attempt(lambda: self._desk.direct(direction)):
            self._memory.put(self._key, {})
            self.dismiss(asked_words(self._seat, len(self._form), early))
