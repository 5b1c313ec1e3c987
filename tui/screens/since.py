"""What changed at a table since its player was there last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.seat import Seat
from tui import text
from tui.memory import SeatMemory
from tui.screens.log import ReadScreen, round_rows
from tui.widgets.talk import threads, unread
from tui.widgets.words import Paper


def since_rows(seat: Seat, memory: SeatMemory) -> tuple[list[text.Part], bool]:
    """What to say, and whether it is worth a page. Nothing on the first visit."""
    if (at := memory.get("at")) is None:
        return [], False
    closed = [entry for entry in seat.log() if entry.report is not None]
    seen = memory.get("seen", 0)
    fresh = closed[seen:] if seen <= len(closed) else []
    told = memory.get("news", 0)
    news = [item for item in seat.news()[told:] if item.kind not in ("sealed",)]
    waiting = unread(seat, memory)
    rows: list[text.Part] = [(f"While you were away, since your last visit {text.span(seat.now - at)} ago", "$strong")]
    if waiting:
        names = {thread.id: thread.label for thread in threads(seat)}
        each = ", ".join(f"{names.get(key, 'others')} {count}" for key, count in waiting.items())
        rows.append(f"{text.counted(sum(waiting.values()), 'unread message')}: {each}.")
    rows += [text.line(("Announced: ", "$accent"), item.text) for item in news]
    if len(rows) == 1:
        return (["Nothing has changed since your last visit."], False) if not fresh else (_pages(seat, rows, fresh))
    return _pages(seat, rows, fresh) if fresh or news else ([text.line(rows[0], ": ", rows[1])], False)


def _pages(seat: Seat, rows: list[text.Part], fresh: Sequence[Any]) -> tuple[list[text.Part], bool]:
    rows.append("")
    for entry in fresh:
        rows += round_rows(seat, entry)
    return rows, True


def _closed_rounds(seat: Seat) -> int:
    return sum(1 for entry in seat.log() if entry.report is not None)


class SinceScreen(ReadScreen):
    """The page before the table, for somebody who returns."""

    TOPIC = "What happened at this table while you were away. Enter goes on to the table; L there tells it again."

    def __init__(self, seat: Seat, rows: list[text.Part]) -> None:
        super().__init__(id="since")
        self.seat = seat
        self._rows = rows
        self._told = _closed_rounds(seat)

    def again(self) -> None:
        """A round closes while this page is being read: it goes on here, in order."""
        log = [entry for entry in self.seat.log() if entry.report is not None]
        for entry in log[self._told :]:
            self._rows = [*self._rows, *round_rows(self.seat, entry)]
        self._told = len(log)
        for words in self.query("#read-text").results(Paper):
            words.update(text.lines(self.rows()))

    def rows(self) -> list[text.Part]:
        frame = self.seat.frame()
        return [text.line((frame.title, "$strong"), f", as {self.seat.name}"), "", *self._rows]
