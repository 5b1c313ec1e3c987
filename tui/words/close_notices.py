"""What a table says by itself after a close or a change. No widgets."""

from __future__ import annotations

from typing import Literal, NamedTuple

from core.table.seat import Seat
from tui.app.memory import SeatMemory
from tui.games import panel_class
from tui.words import text
from tui.words.log_rows import opened_words

Kind = Literal["played", "watched", "back", "report", "settled", "opened"]
"""`played`: told in a line under the panel; `watched`: to somebody who only watches; `back`: the host went back;
`report`: a round closed; `settled`: a choice after the last round; `opened`: nothing closed that has a report."""


class Came(NamedTuple):
    """What a close is to this seat."""

    kind: Kind
    words: str = ""


class Closes:
    """Remembers what of a match was seen here, to find what is new."""

    def __init__(self, seat: Seat, quick: bool) -> None:
        """`quick`: turns are short, and no page comes over them."""
        self._seat, self._quick = seat, quick
        self._rounds, self._news = len(seat.closed_rounds()), len(seat.news())

    def heard_news(self) -> None:
        """Everything announced was told."""
        self._news = len(self._seat.news())

    def came(self, memory: SeatMemory) -> Came:
        """What the last close brought. `memory`: where it is kept which rounds this seat has seen."""
        seat, frame = self._seat, self._seat.frame()
        fresh = seat.news()[self._news :]
        self.heard_news()
        closed, before = len(seat.closed_rounds()), self._rounds
        self._rounds = closed
        back = next((item for item in fresh if item.kind == "rewound"), None)
        if self._quick and back is None:
            return Came("played", self._in_a_line(memory))
        if seat.name is None:  # nobody's report: whoever watches is not interrupted
            return Came("watched", back.text if back else "Closed. L: what everyone was told.")
        if back is not None:
            memory.put("seen", closed, soon=True)
            return Came("back", back.text)
        if closed > before:
            return Came("report")
        if frame.over:
            return Came("settled", fresh[-1].text if fresh else "")
        return Came("opened", opened_words(frame) + (" Orders are taken now." if seat.takes_orders else ""))

    def _in_a_line(self, memory: SeatMemory) -> str:
        """What the closes that this seat has not seen yet brought."""
        seat = self._seat
        if seat.name is None:
            public = seat.view_json()["public"]
            return " ".join(seat.game.tell_public(public[-1]["told"])) if public else ""
        closed = seat.closed_rounds()
        fresh = closed[max(0, min(memory.get("seen", 0), len(closed) - 1)) :]
        drawn = panel_class(seat.frame().game).report
        memory.put("seen", len(closed), soon=True)
        return " ".join(text.line(words).plain for entry in fresh for words in drawn(seat, entry))
