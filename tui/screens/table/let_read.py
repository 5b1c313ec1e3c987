"""What a seat lets the gallery of its match read (HH-62)."""

from __future__ import annotations

from collections.abc import Iterable

from textual.widget import Widget

from core.table.seat import Seat
from tui.screens.dialogs import Dialog, opening
from tui.widgets.choices import Choices, Row
from tui.widgets.lines import Paper
from tui.words.gallery import lets_lines


class LetRead(Dialog[None]):
    """What a seat lets the gallery of its match read: asked at the start, and to be changed at any time (HH-62)."""

    BROAD = True
    AUTO_FOCUS = "#lets"
    TOPIC = """\
This match has a gallery: people whom its hosts let in see every seat's table and orders. What you say is read there
only from when you let it be, and of talk only where everybody who reads it does. Enter changes an answer; nobody sees
it."""

    def __init__(self, seat: Seat) -> None:
        super().__init__("May the gallery read what you say?")
        self._seat = seat

    def body(self) -> Iterable[Widget]:
        yield Paper(" ".join(self.TOPIC.split()), id="dialog-text")
        yield opening(Choices(self._rows(), id="lets"))

    def _rows(self) -> list[Row]:
        lets = self._seat.lets()
        answers = {"talk": lets is not None and lets.talk, "confessional": lets is not None and lets.confessional}
        words = {"talk": "What I say to others, from now on", "confessional": "What I confide, from now on"}
        rows = [
            Row(what, words[what], note=("may be read", "$good") if yes else ("is not read", "$faint"))
            for what, yes in answers.items()
        ]
        return [*rows, Row("done", "Done")]

    def on_choices_picked(self, message: Choices.Picked) -> None:
        message.stop()
        lets = self._seat.lets()
        talk, confessional = (False, False) if lets is None else (lets.talk, lets.confessional)
        if message.row.id == "done":
            if lets is None:  # who has seen the question and leaves it so has said no
                self.attempt(lambda: self._seat.let_read(False, False))
            self.dismiss()
            return
        talk, confessional = talk != (message.row.id == "talk"), confessional != (message.row.id == "confessional")
        if self.attempt(lambda: self._seat.let_read(talk, confessional)):
            self.query_one(Choices).show(self._rows())
            self.tell(lets_lines(self._seat)[-1])
