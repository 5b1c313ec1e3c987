"""The rows of the lobby: every match of the house as one person finds it, in the order in which it matters to them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, tzinfo
from math import inf
from typing import NamedTuple

from textual.content import Content

from core.house.guest import Standing
from core.house.todo import Todo
from core.match.summary import Summary
from core.seasons.season import Season
from core.seasons.signup import stands
from core.table.seat import Frame, Seat
from tui.app.followed_seats import holds_up, owes
from tui.app.services import SessionServices
from tui.screens.lobby.words import where
from tui.screens.table.announcements import unread_announcements
from tui.widgets.choices import Row
from tui.widgets.frame import stage, standing, time_left, turn
from tui.widgets.threads import unread
from tui.words import text
from tui.words.season_rows import own_name, your_part

TITLE_COLUMNS, TITLE_MOST = 24, 44
"""Cells of a match's title, at the least and at the most."""
LONG_TITLE = 34
"""Cells that a long title has in a list of `USUAL` columns; in a wider one it has more."""
USUAL = 80
SLIM = 60
"""Columns of the list with fewer of which a row has no room for where its match stands."""
LATEST = 3
"""Finished seasons in the list; S has the others."""
TITLE_SLIM = 14
"""Cells of a title there, at the least."""
GAP, INDENT = 2, 3
"""Cells between two columns, and of the marks before the first."""
LEFT = " left"


class Entry(NamedTuple):
    """A row of the list before its columns are known."""

    id: str
    title: str
    stands: str = ""
    """Where the match stands."""
    state: text.Part = ""
    """What this person has to do with it, or how it went."""
    when: text.Part = ""
    """Until when, or on which day."""
    number: str = ""
    """What tells it from others of its title, never cut."""
    mark: text.Part = ""
    """How much there is to read, and whether this person hosts it."""


def laid_out(sections: Sequence[tuple[str, Sequence[Entry]]], title: int, width: int) -> list[Row]:
    """All of it in columns that stand under one another through all sections, each section under its name, in `width`
    cells. Titles have `title` cells, fewer where states would be cut."""
    slim = width < SLIM
    found = {entry.id: _cells(entry, slim) for _, entries in sections for entry in entries}
    stands, state, when, mark = (max((one[n].cell_length for one in found.values()), default=0) for n in range(4))
    fixed = sum(one + GAP for one in (stands, when, mark) if one) + INDENT + GAP
    title = max(min(title, TITLE_SLIM if slim else TITLE_COLUMNS), min(title, width - fixed - state))
    rooms = (stands, max(0, min(state, width - fixed - title)), when, mark)
    rows: list[Row] = []
    for head, entries in sections:
        if entries:
            rows.append(Row(f"head:{head}", head, heading=True))
        for entry in entries:
            called = text.fit(entry.title, title - len(entry.number)).plain.rstrip() + entry.number
            cells = [text.fit((called, "$strong"), title)]
            cells += [text.fit(cell, room) for cell, room in zip(found[entry.id], rooms, strict=True) if room]
            label = text.line(*(part for cell in cells for part in (cell, " " * GAP)))
            rows.append(Row(entry.id, label[: label.cell_length - GAP]))
    return rows


def _cells(entry: Entry, slim: bool) -> tuple[Content, Content, Content, Content]:
    """Where it stands, its state, until when, its mark; where there is little room state and time alone."""
    when = text.line(entry.when)
    if not slim:
        return text.line((entry.stands, "$accent")), text.line(entry.state), when, text.line(entry.mark)
    short = when[: len(when.plain) - len(LEFT)] if when.plain.endswith(LEFT) else when
    return text.line(""), text.line(entry.state), short, text.line("")


def title_columns(standings: Sequence[Standing], numbers: Mapping[str, str], width: int) -> int:
    """Cells for titles in a list of so many columns: as many as the longest needs, as far as there is room."""
    longest = max((len(one.summary.title + numbers[one.summary.match]) for one in standings), default=0)
    room = TITLE_COLUMNS if width < USUAL else min(TITLE_MOST, LONG_TITLE + width - USUAL)
    return max(TITLE_COLUMNS, min(longest, room))


def numbers(standings: Sequence[Standing], seasons: Iterable[Season] = ()) -> dict[str, str]:
    """What stands behind the title of each match: the number that a duel has in its season, on its page and in feeds;
    else the number of its id where several have one title, as in `The Exodus Game 2`."""
    often = Counter(one.summary.title for one in standings)
    found = {
        one.summary.match: f" {one.summary.match.rpartition('-')[2]}" if often[one.summary.title] > 1 else ""
        for one in standings
    }
    for season in seasons:
        duels = [duel for episode in season.episodes for duel in episode.duels]
        found |= {duel: f", duel {number}" for number, duel in enumerate(duels, 1) if duel in found}
    return found


def season_entries(session: SessionServices) -> tuple[list[Entry], list[Entry]]:
    """The seasons that have this person in their cast, in or out, with what each asks of them; and the others that they
    may read."""
    own: list[Entry] = []
    others: list[Entry] = []
    seasons = session.guest.seasons()
    over = [live for live in seasons if live.season.phase == "finished"]
    for live in [one for one in seasons if one not in over[:-LATEST]]:
        season, you = live.season, own_name(live, session.guest.holder)
        stands = (
            "finished" if season.phase == "finished" else f"episode {season.number}" if season.number else "not begun"
        )
        state: text.Part = your_part(season, you)[0] or _of_season(season)
        entry = Entry(f"season:{live.id}", season.title, stands, state)
        (own if you is not None and season.phase != "finished" else others).append(entry)
    return own, others


def _of_season(season: Season) -> str:
    if season.phase == "finished":
        return f"won by {season.winner}" if season.winner else "no result"
    return stands(season) or f"{len(season.those_in)} of {len(season.cast)} are in"


def take_apart(row_id: str) -> tuple[str, str, str]:
    """Kind, match and seat of a row."""
    kind, _, rest = row_id.partition(":")
    match, _, seat = rest.partition("\n")
    return kind, match, seat


class Listing:
    """The matches of one moment, each once, sorted into the sections of the list."""

    def __init__(
        self,
        session: SessionServices,
        standings: Sequence[Standing],
        finished: int,
        todo: Sequence[Todo] = (),
        *,
        width: int,
        roomy: bool = False,
    ) -> None:
        """`standings` has the latest of so many `finished`; `todo`: what waits for this person as a host; `width` of
        the list; `roomy`: there is room for deadlines beside the time left."""
        self._session = session
        self._width = width
        self._numbers = numbers(standings, (live.season for live in session.guest.seasons()))
        self._title = title_columns(standings, self._numbers, width)
        self._roomy = roomy
        self._todo = todo
        self._waiting: list[tuple[float, Entry]] = []
        self._mine: list[Entry] = []
        self._free: list[Entry] = []
        self._names: list[Entry] = []
        self._hosted: list[Entry] = []
        self._watched: list[Entry] = []
        self._asked: list[Entry] = []
        self._finished: dict[str, list[Entry]] = {}
        """By month, the latest first."""
        for one in sorted(standings, key=lambda one: -_ended(one)):
            if one.summary.finished:
                self._sort_finished(one)
                finished -= 1
        for one in standings:
            if not one.summary.finished:
                self._sort_running(one)
        self._more = finished
        """Finished matches that are not among them."""

    @property
    def waiting(self) -> list[Entry]:
        """Seats from which orders or a choice are awaited, the earliest deadline first."""
        return [entry for _, entry in sorted(self._waiting, key=lambda one: one[0])]

    def rows(self) -> list[Row]:
        """All of it."""
        own, others = season_entries(self._session)
        months = [(f"Finished in {month}", found) for month, found in self._finished.items()]
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
        rows = laid_out(sections, self._title, self._width)
        if self._todo:
            last = next((n for n, row in enumerate(rows) if row.heading and row.id != "head:Waits for you"), len(rows))
            rows[last:last] = self._todo_rows()
        if self._more:
            rows.append(Row("find:", text.line((f"{self._more:,} more", "$faint"), "  ", ("/ finds them", "$key"))))
        return rows

    def _entry(
        self, row: str, facts: Summary, stands: str, state: text.Part, when: text.Part = "", mark: text.Part = ""
    ) -> Entry:
        return Entry(row, facts.title, stands, state, when, self._numbers[facts.match], mark)

    def _todo_rows(self) -> list[Row]:
        """What waits for this person as a host: a sentence each, that leads to the match or season."""
        now, zone = self._session.house.clock(), self._session.zone
        rows = [Row("head:To do as host", "To do as host", heading=True)]
        for number, one in enumerate(self._todo):
            at = "" if one.at is None or one.at < now else f"  until {text.moment(one.at, now, zone)}"
            label = text.line((one.text, "$warn"), (at, "$faint"))
            rows.append(Row(f"todo:{one.match or one.season}\n{number}", label))
        return rows

    def _sort_finished(self, one: Standing) -> None:
        facts = one.summary
        state = text.line("won by ", (text.joined(facts.winners), "$accent")) if facts.winners else facts.ended_how
        day = (self._session.day(facts), "$faint")
        month = _month(_ended(one), self._session.zone)
        asked = False
        for name in one.seats:
            seat = self._seat(one, name)
            if self._is_asked(one, name, seat):
                asked = True
                words = "may your talk be read there?"
                self._asked.append(self._entry(f"asked:{facts.match}\n{name}", facts, "is public", words))
                continue
            found = self._finished.setdefault(month, [])
            mark = self._unread(facts.match, name, seat)
            place = self._named(name)
            shown = text.line(place, ", " if place.plain else "", state)
            entry = self._entry(f"mine:{facts.match}\n{name}", facts, where(facts), shown, day, mark)
            found.append(entry)
        if not one.seats and not asked:
            found = self._finished.setdefault(month, [])
            entry = self._entry(f"done:{facts.match}", facts, where(facts), state, day)
            found.append(entry)

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
            entry = self._own_entry(one, name, seat)
            if seat is not None and owes(seat):
                self._waiting.append((one.summary.deadline or inf, entry))
            else:
                self._mine.append(entry)
        if one.seats:
            return
        if one.names is not None:
            yours = "your name is down, " if one.signed_up else ""
            told = f"{yours}{text.counted(len(one.names), 'name')} for {len(one.summary.seats)} seats"
            self._names.append(self._match_entry("names", one, told))
        elif one.hosted and not one.summary.practice:
            self._hosted.append(self._match_entry("host", one, self._host_words(one)))
        elif one.free:
            told = f"{len(one.free)} of {len(one.summary.seats)} free"
            self._free.append(self._match_entry("free", one, told))
        else:
            words = "you are in its gallery" if one.gallery else text.counted(len(one.summary.seats), "seat")
            self._watched.append(self._match_entry("watch", one, words))

    def _seat(self, one: Standing, name: str) -> Seat | None:
        return self._session.places.seats.get((one.summary.match, name))

    def _own_entry(self, one: Standing, name: str, seat: Seat | None) -> Entry:
        if seat is None:  # the seat has just changed hands
            return self._match_entry("watch", one, "")
        frame = seat.frame()
        state: text.Part = ""
        if seat.pending() is not None:
            state = ("your choice", "$warn")
        elif holds_up(seat):
            state = ("begins when all are ready", "$warn")
        elif frame.phase in ("round", "pregame"):
            moves = frame.stage is not None and frame.stage.by == "actions"
            state = turn(frame, name) if moves else standing(frame, self._session.zone)
        place = self._named(name)
        shown = text.line(place, ": " if place.plain and text.line(state).plain else "", state)
        hosts = text.line(("hosted", "$faint")) if one.hosted and not one.summary.practice else text.line("")
        count = self._unread(one.summary.match, name, seat)
        mark = text.line(count, " " if count.plain and hosts.plain else "", hosts)
        when = self._time_words(frame, seat.now)
        return self._entry(f"mine:{one.summary.match}\n{name}", one.summary, stage(frame), shown, when, mark)

    def _named(self, name: str) -> Content:
        """The seat, where it is not called as this person is."""
        return text.line("" if name == self._session.called else name)

    def _unread(self, match: str, name: str, seat: Seat | None) -> Content:
        """How many messages wait to be read there. At a finished match that was put away none are."""
        memory = self._session.seat_memory(match, name)
        count = 0 if seat is None else sum(unread(seat, memory).values()) + len(unread_announcements(seat, memory))
        return text.line((f"({count})" if count else "", "$badge"))

    def _match_entry(self, kind: str, one: Standing, state: str) -> Entry:
        """A match in the list: public facts only."""
        facts, now = one.summary, self._session.house.clock()
        when: text.Part = ""
        if facts.paused:
            when = ("clock stopped", "$warn")
        elif facts.deadline is not None and kind == "host":
            when = (f"{text.span(facts.deadline - now)} left", "$faint")
        return self._entry(f"{kind}:{facts.match}", facts, where(facts), (state, "$faint"), when)

    def _time_words(self, frame: Frame, now: float) -> text.Part:
        """Time left; the deadline too where there is room for it."""
        if frame.deadline is None or frame.paused or self._roomy:
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


def _ended(one: Standing) -> float:
    """When a match ended; of one of which that was not kept, when it was made."""
    return one.summary.made_at if one.summary.finished_at is None else one.summary.finished_at


def _month(at: float, zone: tzinfo | None) -> str:
    """`November 2026`, local."""
    return f"{datetime.fromtimestamp(at, zone):%B %Y}"
