"""The lobby's list: every match that one person can find, the most important first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from math import inf
from typing import NamedTuple

from textual.content import Content

from core.house.guest import LobbyMatch
from core.house.todo import Todo
from core.match.summary import Summary
from core.seasons.season import Season
from core.seasons.signup import names_and_places
from core.seasons.words import won
from core.table.host_controls import HostControls
from core.table.seat import Frame, Seat
from tui.app.followed_seats import holds_up, owes
from tui.app.services import SessionServices
from tui.screens.lobby.words import stage_words
from tui.screens.table.announcements import unread_announcements
from tui.widgets.choices import Row
from tui.widgets.frame import orders_state, stage, time_left, turn
from tui.widgets.threads import unread
from tui.words import text
from tui.words.season_rows import own_name, your_part

TITLE_COLUMNS, TITLE_MOST = 24, 44
"""Least and most cells of a match's title."""
LONG_TITLE = 34
"""Cells of a long title in a list of `USUAL` columns; wider lists give it more."""
USUAL = 80
SLIM = 60
"""Columns below which a row does not show the match's stage."""
LATEST = 3
"""Finished seasons in the list; S has the others."""
TITLE_SLIM = 14
"""Least cells of a title in a slim list."""
GAP, INDENT = 2, 3
"""Cells between two columns, and cells of the marks before the first."""
LEFT = " left"


class LobbyEntry(NamedTuple):
    id: str
    title: str
    stands: str = ""
    state: text.Part = ""
    when: text.Part = ""
    number: str = ""
    """Number that tells it from matches of the same title; never cut."""
    mark: text.Part = ""
    tone: str = ""
    """Style of the title; empty for the usual."""


WAITS, PAST = "bold $strong", "$faint"
"""Styles of titles: waiting for the reader, and over."""


def rows_of_sections(sections: Sequence[tuple[str, Sequence[LobbyEntry]]], title: int, width: int) -> list[Row]:
    """Return all sections in common columns of `width` cells. Titles have `title` cells, fewer if states would be
    cut."""
    slim = width < SLIM
    for short in (slim, True):
        cells_of = {entry.id: _cells(entry, slim, short) for _, entries in sections for entry in entries}
        stands, state, when, mark = (
            max((cell_row[n].cell_length for cell_row in cells_of.values()), default=0) for n in range(4)
        )
        fixed = sum(cell_row + GAP for cell_row in (stands, when, mark) if cell_row) + INDENT + GAP
        if fixed + state + min(title, TITLE_COLUMNS) <= width:
            break
    title = max(min(title, TITLE_SLIM if slim else TITLE_COLUMNS), min(title, width - fixed - state))
    rooms = (stands, max(0, min(state, width - fixed - title)), when, mark)
    rows: list[Row] = []
    for head, entries in sections:
        if entries:
            rows.append(Row(f"head:{head}", head, heading=True))
        for entry in entries:
            called = text.fit(entry.title, title - len(entry.number)).plain.rstrip() + entry.number
            cells = [text.fit((called, entry.tone or "$strong"), title)]
            cells += [text.fit(cell, room) for cell, room in zip(cells_of[entry.id], rooms, strict=True) if room]
            label = text.line(*(part for cell in cells for part in (cell, " " * GAP)))
            rows.append(Row(entry.id, label[: label.cell_length - GAP]))
    return rows


def _cells(entry: LobbyEntry, slim: bool, short: bool) -> tuple[Content, Content, Content, Content]:
    when = text.line(entry.when)
    if short and when.plain.endswith(LEFT):
        when = when[: len(when.plain) - len(LEFT)]
    stands, mark = ("", "") if slim else ((entry.stands, "$accent"), entry.mark)
    return text.line(stands), text.line(entry.state), when, text.line(mark)


def title_columns(standings: Sequence[LobbyMatch], numbers: Mapping[str, str], width: int) -> int:
    """Return the cells for titles in a list of `width` columns: the longest title's, as far as they fit."""
    longest = max((len(standing.summary.title + numbers[standing.summary.match]) for standing in standings), default=0)
    room = TITLE_COLUMNS if width < USUAL else min(TITLE_MOST, LONG_TITLE + width - USUAL)
    return max(TITLE_COLUMNS, min(longest, room))


def numbers(standings: Sequence[LobbyMatch], seasons: Iterable[Season] = ()) -> dict[str, str]:
    """Return the number after a title: a duel's in its season, else the id's if several matches share the title."""
    often = Counter(standing.summary.title for standing in standings)
    suffixes = {
        standing.summary.match: f" {standing.summary.match.rpartition('-')[2]}"
        if often[standing.summary.title] > 1
        else ""
        for standing in standings
    }
    for season in seasons:
        duels = [duel for episode in season.episodes for duel in episode.duels]
        suffixes |= {duel: f", duel {number}" for number, duel in enumerate(duels, 1) if duel in suffixes}
    return suffixes


def season_entries(session: SessionServices) -> tuple[list[LobbyEntry], list[LobbyEntry]]:
    own: list[LobbyEntry] = []
    others: list[LobbyEntry] = []
    seasons = session.guest.seasons()
    over = [live for live in seasons if live.season.phase == "finished"]
    for live in [live_ for live_ in seasons if live_ not in over[:-LATEST]]:
        season, you = live.season, own_name(live, session.guest.holder)
        stands = (
            "finished" if season.phase == "finished" else f"episode {season.number}" if season.number else "not begun"
        )
        state: text.Part = your_part(season, you)[0] or _of_season(season)
        entry = LobbyEntry(f"season:{live.id}", season.title, stands, state)
        (own if you is not None and season.phase != "finished" else others).append(entry)
    return own, others


def _of_season(season: Season) -> str:
    if season.phase == "finished":
        return won(season)
    return names_and_places(season) or f"{len(season.remaining)} of {len(season.cast)} are in"


def parts_of_row_id(row_id: str) -> tuple[str, str, str]:
    kind, _, rest = row_id.partition(":")
    match, _, seat = rest.partition("\n")
    return kind, match, seat


class Listing:
    """The matches at one moment, sorted into the sections of the list."""

    def __init__(
        self,
        session: SessionServices,
        standings: Sequence[LobbyMatch],
        finished: int,
        todo: Sequence[Todo] = (),
        *,
        width: int,
        roomy: bool = False,
    ) -> None:
        """`standings`: all running matches and the latest of `finished` ones. `todo`: this person's tasks as a host.
        `width`: of the list. `roomy`: deadlines fit beside the time left."""
        self._session = session
        self._width = width
        self._numbers = numbers(standings, (live.season for live in session.guest.seasons()))
        self._title = title_columns(standings, self._numbers, width)
        self._roomy = roomy
        self._todo = todo
        self._waiting: list[tuple[float, LobbyEntry]] = []
        self._mine: list[LobbyEntry] = []
        self._free: list[LobbyEntry] = []
        self._names: list[LobbyEntry] = []
        self._hosted: list[LobbyEntry] = []
        self._watched: list[LobbyEntry] = []
        self._asked: list[LobbyEntry] = []
        self._finished: dict[str, list[LobbyEntry]] = {}
        """Grouped by month, the latest first."""
        for item in sorted(standings, key=lambda item: -_ended_at(item)):
            if item.summary.finished:
                self._sort_finished(item)
                finished -= 1
        for item in standings:
            if not item.summary.finished:
                self._sort_running(item)
        self._more = finished
        """Number of finished matches that are not listed."""

    @property
    def waiting(self) -> list[LobbyEntry]:
        return [entry._replace(tone=WAITS) for _, entry in sorted(self._waiting, key=lambda item: item[0])]

    def rows(self) -> list[Row]:
        own, others = season_entries(self._session)
        months = [(f"Finished in {month}", entries) for month, entries in self._finished.items()]
        sections = [
            ("Waits for you", self.waiting),
            ("Asked of you", self._asked),
            ("Your other matches", self._mine),
            ("Your seasons", own),
            ("Open: put your name down", self._names),
            ("You host", self._hosted),
            ("Free seats: sit down", self._free),
            ("To watch", self._watched),
            ("Seasons", others),
            *months,
        ]
        rows = rows_of_sections(sections, self._title, self._width)
        if self._todo:
            last = next((n for n, row in enumerate(rows) if row.heading and row.id != "head:Waits for you"), len(rows))
            rows[last:last] = self._todo_rows()
        if self._more:
            rows.append(Row("find:", text.line((f"{self._more:,} more", "$faint"), "  ", ("/ finds them", "$key"))))
        return rows

    def _entry(
        self, row: str, facts: Summary, stands: str, state: text.Part, when: text.Part = "", mark: text.Part = ""
    ) -> LobbyEntry:
        return LobbyEntry(row, facts.title, stands, state, when, self._numbers[facts.match], mark)

    def _todo_rows(self) -> Iterator[Row]:
        now, zone = self._session.house.clock(), self._session.zone
        yield Row("head:To do as host", "To do as host", heading=True)
        for number, task in enumerate(self._todo):
            at = "" if task.at is None or task.at < now else f"  until {text.moment(task.at, now, zone)}"
            label = text.line((task.text, "$warn"), (at, "$faint"))
            yield Row(f"todo:{task.match or task.season}\n{number}", label)

    def _sort_finished(self, standing: LobbyMatch) -> None:
        facts = standing.summary
        state = text.line("won by ", (text.joined(facts.winners), "$accent")) if facts.winners else facts.ended_how
        day = (self._session.day(facts), "$faint")
        month = f"{datetime.fromtimestamp(_ended_at(standing), self._session.zone):%B %Y}"
        asked = False
        for name in standing.seats:
            seat = self._seat(standing, name)
            if self._is_asked(standing, name, seat):
                asked = True
                words = "may your talk be read there?"
                self._asked.append(self._entry(f"asked:{facts.match}\n{name}", facts, "is public", words))
                continue
            in_month = self._finished.setdefault(month, [])
            mark = self._unread(facts.match, name, seat)
            called, place = self._name_unless_own(name), facts.place(name)
            own_place = "" if place is None or name in facts.winners else f"{text.ordinal(place)}, "
            shown = text.line(called, ", " if called.plain else "", own_place, state)
            entry = self._entry(f"mine:{facts.match}\n{name}", facts, "", shown, day, mark)
            in_month.append(entry._replace(tone=PAST))
        if not standing.seats and not asked:
            in_month = self._finished.setdefault(month, [])
            entry = self._entry(f"done:{facts.match}", facts, "", state, day)
            in_month.append(entry._replace(tone=PAST))

    def _is_asked(self, standing: LobbyMatch, name: str, seat: Seat | None) -> bool:
        """Ask once for each match that its host has made public (HH-27); also if its journal was not read."""
        if not standing.summary.public or standing.summary.outcome is None:
            return False
        if self._session.seat_memory(standing.summary.match, name).get("asked", False):
            return False
        return seat is None or seat.unanswered() > 0

    def _sort_running(self, standing: LobbyMatch) -> None:
        for name in standing.seats:
            seat = self._seat(standing, name)
            entry = self._own_entry(standing, name, seat)
            if seat is not None and owes(seat):
                self._waiting.append((standing.summary.deadline or inf, entry))
            else:
                self._mine.append(entry)
        if standing.seats:
            return
        if standing.names is not None:
            yours = "your name is down, " if standing.signed_up else ""
            words_ = f"{yours}{text.counted(len(standing.names), 'name')} for {len(standing.summary.seats)} seats"
            self._names.append(self._match_entry("names", standing, words_))
        elif standing.hosted and not standing.summary.practice:
            self._hosted.append(self._match_entry("host", standing, self._host_words(standing)))
        elif standing.free:
            words_ = f"{len(standing.free)} of {len(standing.summary.seats)} free"
            self._free.append(self._match_entry("free", standing, words_))
        else:
            words = "you are in its gallery" if standing.gallery else text.counted(len(standing.summary.seats), "seat")
            self._watched.append(self._match_entry("watch", standing, words))

    def _seat(self, standing: LobbyMatch, name: str) -> Seat | None:
        return self._session.places.seats.get((standing.summary.match, name))

    def _own_entry(self, item: LobbyMatch, name: str, seat: Seat | None) -> LobbyEntry:
        if seat is None:  # the seat has just changed hands
            return self._match_entry("watch", item, "")
        frame = seat.frame()
        state: text.Part = ""
        if seat.pending() is not None:
            state = ("your choice", "$warn")
        elif holds_up(seat):
            state = ("begins when all are ready", "$warn")
        elif frame.phase in ("round", "pregame"):
            moves = frame.stage is not None and frame.stage.by == "actions"
            state = turn(frame, name) if moves else orders_state(frame, self._session.zone)
        is_public = frame.ready_count is not None or (frame.stage is not None and frame.stage.by == "actions")
        if frame.stands_still or (is_public and self._held_up(item)):
            state = (self._held_up(item), "$warn")
        place = self._name_unless_own(name)
        shown = text.line(place, ": " if place.plain and text.line(state).plain else "", state)
        hosts = text.line(("hosted", "$faint")) if item.hosted and not item.summary.practice else text.line("")
        count = self._unread(item.summary.match, name, seat)
        mark = text.line(count, " " if count.plain and hosts.plain else "", hosts)
        when = self._time_words(frame, seat.now)
        return self._entry(f"mine:{item.summary.match}\n{name}", item.summary, stage(frame), shown, when, mark)

    def _name_unless_own(self, name: str) -> Content:
        return text.line("" if name == self._session.called else name)

    def _unread(self, match: str, name: str, seat: Seat | None) -> Content:
        memory = self._session.seat_memory(match, name)
        count = 0 if seat is None else sum(unread(seat, memory).values()) + len(unread_announcements(seat, memory))
        return text.line((f"({count})" if count else "", "$badge"))

    def _match_entry(self, kind: str, standing: LobbyMatch, state: str) -> LobbyEntry:
        facts, now = standing.summary, self._session.house.clock()
        when: text.Part = ""
        if facts.paused:
            when = ("clock stopped", "$warn")
        elif facts.deadline is not None and kind == "host":
            when = (f"{text.span(facts.deadline - now)} left", "$faint")
        return self._entry(f"{kind}:{facts.match}", facts, stage_words(facts), (state, "$faint"), when)

    def _time_words(self, frame: Frame, now: float) -> text.Part:
        if frame.deadline is None or frame.paused or self._roomy:
            return time_left(frame, now, self._session.zone) if frame.deadline is not None or frame.paused else ""
        left = frame.deadline - now
        if left <= 0:
            return ("time is up", "$bad")
        return (f"{text.span(left)} left", "$bad" if left < 600 else "$strong")

    def _held_up(self, standing: LobbyMatch) -> str:
        table = self._session.house.table(standing.summary.match)
        return HostControls(table).held_up if table.fault is None else "stands still: a mistake in its rules"

    def _host_words(self, standing: LobbyMatch) -> str:
        match = self._session.house.table(standing.summary.match).match
        if words := self._held_up(standing):
            return words
        if match.phase not in ("round", "pregame"):
            return text.counted(len(standing.free), "free seat") if standing.free else ""
        sealed = f"{len(match.sealed)}/{len(match.seats)} sealed" if match.seals else ""
        return ", ".join(filter(None, (sealed, f"{len(standing.free)} free" if standing.free else "")))


def _ended_at(standing: LobbyMatch) -> float:
    return standing.summary.made_at if standing.summary.finished_at is None else standing.summary.finished_at
