"""The host's announcements (HH-24) and the closing times: pinned at the table, and on their own pages."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo

from textual.content import Content
from textual.geometry import Size

from core.match.records import News
from core.table.seat import Seat
from core.words.deadlines import schedule_rows
from tui.app.memory import SeatMemory
from tui.screens.dialogs import ReadScreen
from tui.widgets.lines import Lines
from tui.words import notices, text

READ = "announcements read"


def announcements(seat: Seat) -> tuple[News, ...]:
    return tuple(item for item in seat.news() if item.kind == "announced")


def unread_announcements(seat: Seat, memory: SeatMemory) -> tuple[News, ...]:
    return announcements(seat)[int(memory.get(READ, 0)) :]


def has_read(seat: Seat, memory: SeatMemory) -> None:
    memory.put(READ, len(announcements(seat)), soon=True)


def announcement_rows(item: News, now: float, zone: tzinfo | None, *, unread: bool = False) -> list[text.Part]:
    mark: text.Part = ("  new", "$warn") if unread else ""
    body = [text.line("  ", row) for row in notices.rows(item.text)]
    return [text.line((f"The host announced, {text.moment(item.at, now, zone)}:", "$accent"), mark), *body, ""]


class Announcements(ReadScreen):
    """Every announcement, the latest first. Opening this page marks them as read."""

    TOPIC = """\
What the host announced at this table, the latest first. The table shows new announcements in a line until you have
been here."""

    def __init__(self, seat: Seat, memory: SeatMemory, zone: tzinfo | None) -> None:
        super().__init__(id="announcements")
        self._seat, self._zone = seat, zone
        self._new = unread_announcements(seat, memory)
        has_read(seat, memory)

    def rows(self) -> list[text.Part]:
        items = announcements(self._seat)
        rows: list[text.Part] = [(f"Announced at {self._seat.frame().title}", "$strong"), ""]
        for item in reversed(items):
            rows += announcement_rows(item, self._seat.now, self._zone, unread=item in self._new)
        return rows if items else [*rows, ("Nothing yet.", "$faint")]


class Pinned(Lines):
    """A line at the table with the latest unread announcement and its key; hidden once it is read."""

    def __init__(self, seat: Seat, memory: SeatMemory, zone: tzinfo | None) -> None:
        super().__init__(id="pinned")
        self._seat, self._memory, self._zone = seat, memory, zone
        self.display = bool(self.unread)

    @property
    def unread(self) -> tuple[News, ...]:
        return unread_announcements(self._seat, self._memory)

    def show_unread(self) -> None:
        self.display = bool(self.unread)
        self.redraw()

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return container.width

    def drawn(self) -> Sequence[Content]:
        if not (unread := self.unread):
            return []
        at = text.moment(unread[-1].at, self._seat.now, self._zone)
        unread_words = f" ({len(unread)} new)" if len(unread) > 1 else ""
        tail = text.line(unread_words, (" N", "$key"), " reads ")
        head = text.line((f" ! Host {at}  ", "$warn"), (notices.plain(unread[-1].text), "$strong"))
        room = max(0, self.size.width - tail.cell_length)
        return [text.line(text.fit(head, room), tail)]


class TimesScreen(ReadScreen):
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
