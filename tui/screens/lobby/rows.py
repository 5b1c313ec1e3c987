"""The rows of the lobby: every match of the house as one person finds it, in the order in which it matters to them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from textual.content import Content

from core.house.guest import Standing
from core.table.seat import Frame, Seat
from tui.app.followed_seats import holds_up, owes
from tui.app.services import SessionServices
from tui.screens.lobby.words import where
from tui.screens.table.announcements import unread_announcements
from tui.widgets.choices import Row
from tui.widgets.frame import stage, standing, time_left
from tui.widgets.threads import unread
from tui.words import text
from tui.words.season_rows import own_name, your_part

TITLE_COLUMNS, TITLE_MOST = 24, 44
"""Cells of a match's title, at the least and at the most."""
LONG_TITLE = 34
"""Cells that a long title has in a list of `USUAL` columns; in a wider one it has more."""
USUAL = 80
ROOMY = 156
"""Columns of the terminal from which the list has room for deadlines beside the time left, whatever the state of the
orders."""


def title_columns(standings: Sequence[Standing], width: int) -> int:
    """Cells for titles in a list of so many columns: as many as the longest needs, as far as there is room."""
    longest = max((len(one.summary.title) + len(" 10") for one in standings), default=0)
    room = TITLE_COLUMNS if width < USUAL else min(TITLE_MOST, LONG_TITLE + width - USUAL)
    return max(TITLE_COLUMNS, min(longest, room))


def titles(standings: Sequence[Standing], most: int = TITLE_COLUMNS) -> dict[str, str]:
    """What each match is called in the list, in at most so many cells. Those of one title get the number of their id:
    `The Exodus Game 2`."""
    often = Counter(one.summary.title for one in standings)
    found = {}
    for facts in (one.summary for one in standings):
        number = f" {facts.match.rpartition('-')[2]}" if often[facts.title] > 1 else ""
        room = most - len(number)
        found[facts.match] = text.fit(facts.title, room).plain.rstrip() + number
    return found


def columns(title: str, stands: str, most: int = TITLE_COLUMNS) -> Content:
    """The first columns of every row: what it is called, and where it stands."""
    return text.line(text.fit((title, "$strong"), most), " ", text.fit((stands, "$accent"), 16), " ")


def season_lines(session: SessionServices, most: int = TITLE_COLUMNS) -> list[Row]:
    """The seasons that go on and have this person in their cast, in or out, with what each asks of them."""
    rows = []
    for live in session.house.seasons.live.values():
        season, you = live.season, own_name(live, session.guest.holder)
        if you is not None and season.phase != "finished":
            stands = f"episode {season.number}" if season.number else "not begun"
            label = text.line(columns(season.header.title or live.id, stands, most), your_part(season, you)[0])
            rows.append(Row(f"season:{live.id}", label))
    return rows


def take_apart(row_id: str) -> tuple[str, str, str]:
    """Kind, match and seat of a row."""
    kind, _, rest = row_id.partition(":")
    match, _, seat = rest.partition("\n")
    return kind, match, seat


class Listing:
    """The matches of one moment, sorted into the sections of the list."""

    def __init__(
        self, session: SessionServices, standings: Sequence[Standing], finished: int, *, columns: int, wide: bool
    ) -> None:
        """`standings` has the latest of so many `finished`; `columns` of the list; `wide`: there is room for deadlines
        and time left."""
        self._session = session
        self._title = title_columns(standings, columns)
        self._titles = titles(standings, self._title)
        self._wide = wide
        self.waiting: list[Row] = []
        """Seats from which orders or a choice are awaited."""
        self._mine: list[Row] = []
        self._free: list[Row] = []
        self._names: list[Row] = []
        self._hosted: list[Row] = []
        self._watched: list[Row] = []
        self._asked: list[Row] = []
        self._finished: list[Row] = []
        for one in standings:
            if one.summary.finished:
                self._sort_finished(one)
                finished -= 1
            else:
                self._sort_running(one)
        self._more = finished
        """Finished matches that are not among them."""

    def rows(self) -> list[Row]:
        """All of it, each section under its title."""
        sections = [
            ("Waits for you", self.waiting),
            ("Your other matches", self._mine),
            ("Your seasons", season_lines(self._session, self._title)),
            ("Open: put your name down", self._names),
            ("Free seats: sit down", self._free),
            ("You host", self._hosted),
            ("To watch", self._watched),
            ("Asked of you", self._asked),
            ("Finished", self._finished),
        ]
        rows: list[Row] = []
        for title, found in sections:
            if found:
                rows += [Row(f"head:{title}", title, heading=True), *found]
        if self._more:
            rows.append(Row("find:", text.line((f"{self._more:,} more", "$faint"), "  ", ("/ finds them", "$key"))))
        return rows

    def _columns(self, match: str, stands: str) -> Content:
        return columns(self._titles[match], stands, self._title)

    def _sort_finished(self, one: Standing) -> None:
        facts = one.summary
        state = text.line("won by ", (text.joined(facts.winners), "$accent")) if facts.winners else facts.ended_how
        for name in one.seats:
            seat = self._seat(one, name)
            label = text.line(self._columns(facts.match, where(facts)), self._named(name), " ", state)
            self._finished.append(Row(f"mine:{facts.match}\n{name}", label, note=self._unread(facts.match, name, seat)))
            if self._is_asked(one, name, seat):
                label = text.line(self._columns(facts.match, "is public"), "may your talk be read there?")
                self._asked.append(Row(f"asked:{facts.match}\n{name}", label))
        if not one.seats:
            label = text.line(self._columns(facts.match, where(facts)), text.fit("", 8), " ", state)
            self._finished.append(
                Row(f"done:{facts.match}", label, note=(text.counted(len(facts.seats), "seat"), "$faint"))
            )

    def _is_asked(self, one: Standing, name: str, seat: Seat | None) -> bool:
        """Once for each match that its host has made public (HH-27). Of one whose journal is not at hand nobody knows
        whether there is anything to ask."""
        if not one.summary.public or one.summary.outcome is None:
            return False
        if self._session.seat_memory(one.summary.match, name).get("asked", False):
            return False
        return seat is None or seat.unanswered() > 0

    def _sort_running(self, one: Standing) -> None:
        for name in one.seats:
            seat = self._seat(one, name)
            waits = seat is not None and owes(seat)
            (self.waiting if waits else self._mine).append(self._own_row(one, name, seat))
        if one.hosted and not one.summary.practice:
            self._hosted.append(self._match_row("host", one, self._host_words(one)))
        if one.names is not None and not one.seats:
            yours = "your name is down, " if one.signed_up else ""
            told = f"{yours}{text.counted(len(one.names), 'name')} for {len(one.summary.seats)} seats"
            self._names.append(self._match_row("names", one, told))
        elif one.free and not one.seats:
            self._free.append(self._match_row("free", one, f"{len(one.free)} of {len(one.summary.seats)} seats free"))
        elif not one.seats:
            self._watched.append(self._match_row("watch", one, text.counted(len(one.summary.seats), "seat")))

    def _seat(self, one: Standing, name: str) -> Seat | None:
        return self._session.places.seats.get((one.summary.match, name))

    def _own_row(self, one: Standing, name: str, seat: Seat | None) -> Row:
        if seat is None:  # the seat has just changed hands
            return self._match_row("watch", one, "")
        frame = seat.frame()
        state: text.Part = ""
        if seat.pending() is not None:
            state = ("your choice", "$warn")
        elif holds_up(seat):
            state = ("begins when all are ready", "$warn")
        elif frame.phase in ("round", "pregame"):
            state = standing(frame, self._session.zone)
        left, count = self._time_words(frame, seat.now), self._unread(one.summary.match, name, seat)
        note = text.line(left, "  " if count.plain else "", count)
        label = text.line(self._columns(frame.match, stage(frame)), self._named(name), " ", state)
        return Row(f"mine:{one.summary.match}\n{name}", label, note=note)

    def _named(self, name: str) -> Content:
        return text.fit(name if name != self._session.called else "you", 8)

    def _unread(self, match: str, name: str, seat: Seat | None) -> Content:
        """How many messages wait to be read there. At a finished match that was put away none are."""
        memory = self._session.seat_memory(match, name)
        count = 0 if seat is None else sum(unread(seat, memory).values()) + len(unread_announcements(seat, memory))
        return text.line((f"({count})" if count else "", "$badge"))

    def _match_row(self, kind: str, one: Standing, note: str) -> Row:
        """A match in the list: public facts only."""
        facts = one.summary
        label = self._columns(facts.match, where(facts))
        return Row(f"{kind}:{facts.match}", label, note=(note, "$faint"))

    def _time_words(self, frame: Frame, now: float) -> text.Part:
        """Time left; the deadline too where there is room for it."""
        if frame.deadline is None or frame.paused or self._wide:
            return time_left(frame, now, self._session.zone) if frame.deadline is not None or frame.paused else ""
        left = frame.deadline - now
        if left <= 0:
            return ("time is up", "$bad")
        return (f"{text.span(left)} left", "$bad" if left < 600 else "$strong")

    def _host_words(self, one: Standing) -> str:
        match = self._session.house.table(one.summary.match).match
        if match.phase not in ("round", "pregame"):
            return text.counted(len(one.free), "free seat") if one.free else ""
        sealed = f"{len(match.sealed)}/{len(match.seats)} sealed" if match.seals else ""
        return ", ".join(filter(None, (sealed, f"{len(one.free)} free" if one.free else "")))
