"""Changes at a table since the player's last visit, and the table's message after a close or a change."""

from __future__ import annotations

from datetime import tzinfo
from typing import Literal, NamedTuple

from core.table.seat import Seat
from tui.app.memory import SeatMemory
from tui.games import panel_class
from tui.screens.dialogs import ReadScreen
from tui.screens.table.announcements import announcement_rows, unread_announcements
from tui.widgets.lines import Paper
from tui.widgets.threads import threads, unread
from tui.words import text
from tui.words.log_rows import opened_words, round_rows
from tui.words.notices import fold_bot_news, told_words


def since_rows(seat: Seat, memory: SeatMemory, zone: tzinfo | None) -> tuple[list[text.Part], bool]:
    """Return the changes, and whether they are worth a page. Empty on the first visit."""
    if (at := memory.get("at")) is None:
        return [], False
    closed = seat.closed_rounds()
    seen = memory.get("seen", 0)
    fresh = closed[seen:] if seen <= len(closed) else ()
    news = seat.news()[memory.get("news", 0) :]
    news = (*(item for item in unread_announcements(seat, memory) if item not in news), *news)
    waiting = unread(seat, memory)
    rows: list[text.Part] = [(f"While you were away, since your last visit {text.span(seat.now - at)} ago", "$strong")]
    if waiting:
        names = {thread.id: thread.label for thread in threads(seat)}
        each = ", ".join(f"{names.get(key, 'others')} {count}" for key, count in waiting.items())
        rows.append(f"{text.counted(sum(waiting.values()), 'unread message')}: {each}.")
    if not (fresh or news):
        return rows[1:] or ["Nothing has changed since your last visit."], False
    for item in fold_bot_news(news):
        if item.kind == "announced":
            rows += ["", *announcement_rows(item, seat.now, zone)[:-1]]
        else:
            rows.append(text.line(("Announced: ", "$accent"), told_words(item, seat.now, zone)))
    rows.append("")
    for entry in fresh:
        rows += round_rows(seat, entry)
    return rows, True


class CatchUpScreen(ReadScreen):
    TOPIC = "What happened at this table while you were away. Enter goes on to the table; L there shows it again."

    def __init__(self, seat: Seat, rows: list[text.Part]) -> None:
        super().__init__(id="since")
        self.seat = seat
        self._rows = rows
        self._shown_rounds = len(seat.closed_rounds())

    def again(self) -> None:
        closed = self.seat.closed_rounds()
        for entry in closed[self._shown_rounds :]:
            self._rows = [*self._rows, *round_rows(self.seat, entry)]
        self._shown_rounds = len(closed)
        for words in self.query("#read-text").results(Paper):
            words.update(text.lines(self.rows()))

    def rows(self) -> list[text.Part]:
        frame = self.seat.frame()
        return [text.line((frame.title, "$strong"), f", as {self.seat.name}"), "", *self._rows]


Kind = Literal["played", "watched", "back", "report", "settled", "opened"]
"""`played`: a line below the panel; `watched`: for spectators; `back`: the host went back; `report`: a round closed;
`settled`: a choice after the last round; `opened`: nothing with a report closed."""


class LatestClose(NamedTuple):
    kind: Kind
    words: str = ""


class Closes:
    """Remembers what was shown of a match, to find news."""

    def __init__(self, seat: Seat, quick: bool) -> None:
        """`quick`: turns are short, and no page opens over them."""
        self._seat, self._quick = seat, quick
        self._rounds, self._news = len(seat.closed_rounds()), len(seat.news())

    def heard_news(self) -> None:
        self._news = len(self._seat.news())

    def latest(self, memory: SeatMemory) -> LatestClose:
        """Return the kind of the last close. `memory`: keeps the rounds that this seat has seen."""
        seat, frame = self._seat, self._seat.frame()
        fresh = seat.news()[self._news :]
        self.heard_news()
        closed, before = len(seat.closed_rounds()), self._rounds
        self._rounds = closed
        back = next((item for item in fresh if item.kind == "rewound"), None)
        if self._quick and back is None:
            return LatestClose("played", self._in_a_line(memory))
        if seat.name is None:  # spectators have no report and are not interrupted
            what = "It is over." if frame.over else opened_words(frame)
            return LatestClose("watched", back.text if back else what)
        if back is not None:
            memory.put("seen", closed, soon=True)
            return LatestClose("back", back.text)
        if closed > before:
            return LatestClose("report")
        if frame.over:
            return LatestClose("settled", fresh[-1].text if fresh else "")
        return LatestClose("opened", opened_words(frame) + (" Orders are taken now." if seat.takes_orders else ""))

    def _in_a_line(self, memory: SeatMemory) -> str:
        seat = self._seat
        if seat.name is None:
            public = seat.view_json()["public"]
            return " ".join(seat.game.tell_public(public[-1]["told"])) if public else ""
        closed = seat.closed_rounds()
        fresh = closed[max(0, min(memory.get("seen", 0), len(closed) - 1)) :]
        drawn = panel_class(seat.frame().game).report
        memory.put("seen", len(closed), soon=True)
        return " ".join(text.line(words).plain for entry in fresh for words in drawn(seat, entry))
