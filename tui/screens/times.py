"""When the rounds of a match close, on a page for everybody."""

from __future__ import annotations

from datetime import tzinfo

from core.seat import Seat
from tui import text
from tui.deadlines import schedule_rows
from tui.screens.reading import ReadScreen


class Times(ReadScreen):
    """The times of all rounds, in the reader's own time."""

    TOPIC = """\
When each round closes by your own clock, if none before it closes early. `ssh NAME@house calendar` gives the same as a
calendar file."""

    def __init__(self, seat: Seat, zone: tzinfo | None) -> None:
        super().__init__(id="times")
        self._seat, self._zone = seat, zone

    def rows(self) -> list[text.Part]:
        frame = self._seat.frame()
        return [
            text.line((frame.title, "$strong"), ": when its rounds close"),
            "",
            *text.rows(schedule_rows(self._seat, self._zone)),
        ]
