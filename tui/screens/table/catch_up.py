"""What changed at a table since its player was there last."""

from __future__ import annotations

from datetime import tzinfo

from core.table.seat import Seat
from tui.app.memory import SeatMemory
from tui.screens.dialogs import ReadScreen
from tui.screens.table.announcements import announcement_rows, unread_announcements
from tui.widgets.lines import Paper
from tui.widgets.threads import threads, unread
from tui.words import text
from tui.words.log_rows import round_rows
from tui.words.notices import folded, told_words


def since_rows(seat: Seat, memory: SeatMemory, zone: tzinfo | None) -> tuple[list[text.Part], bool]:
    """What to say, and whether it is worth a page. Nothing on the first visit."""
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
        return (
            [text.line(rows[0], ": ", rows[1])] if waiting else ["Nothing has changed since your last visit."]
        ), False
    for item in folded(news):
        if item.kind == "announced":
            rows += ["", *announcement_rows(item, seat.now, zone)[:-1]]
        else:
            rows.append(text.line(("Announced: ", "$accent"), told_words(item, seat.now, zone)))
    rows.append("")
    for entry in fresh:
        rows += round_rows(seat, entry)
    return rows, True


class CatchUpScreen(ReadScreen):
    """The page before the table, for somebody who returns."""

    TOPIC = "What happened at this table while you were away. Enter goes on to the table; L there tells it again."

    def __init__(self, seat: Seat, rows: list[text.Part]) -> None:
        super().__init__(id="since")
        self.seat = seat
        self._rows = rows
        self._told = len(seat.closed_rounds())

    def again(self) -> None:
        """A round closes while this page is being read: it goes on here, in order."""
        closed = self.seat.closed_rounds()
        for entry in closed[self._told :]:
            self._rows = [*self._rows, *round_rows(self.seat, entry)]
        self._told = len(closed)
        for words in self.query("#read-text").results(Paper):
            words.update(text.lines(self.rows()))

    def rows(self) -> list[text.Part]:
        frame = self.seat.frame()
        return [text.line((frame.title, "$strong"), f", as {self.seat.name}"), "", *self._rows]
