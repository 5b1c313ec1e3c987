"""Schedules as hosts write them (`every day 21:00 Europe/Berlin, off Sun`), the moments that they mean (HH-19), and
these as a calendar file (RFC 5545)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from itertools import pairwise
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from core.match.scheduling import closes
from core.match.state import Match
from core.refusal import Refused, quoted
from core.talk.channels import clean
from core.words import wording
from core.words.moments import clock_moment, find_zone

DAYS: Final = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
FORMS: Final = (
    "every day 21:00, Tue and Fri 20:00, Mon-Fri 9:00 and 21:00 Europe/Berlin, every 2 days 21:00; "
    "behind it: off Sun, 2026-12-24..2026-12-26; from 2026-12-01"
)
SPARE: Final = 30
"""Moments beyond those that the rounds need, for rounds that come to lie later."""
FARTHEST: Final = 3 * 366
"""Days that are looked through for the moments of one schedule."""
MOST_TIMES: Final = 12
"""Times of one day."""

MOVED: Final = ", moved by"
"""What is told behind a schedule whose times were moved; it is no part of what they follow."""

_TIME = re.compile(r"(\d{1,2}):(\d{2})")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_EVERY = re.compile(r"every (\d{1,2}) days")
_ZONE = re.compile(r"(?P<when>.*\d:\d{2})\s+(?P<zone>[a-z][a-z0-9_+/-]*)", re.IGNORECASE)


class Timetable(NamedTuple):
    """Times of day on some days, by one clock."""

    days: tuple[int, ...]
    """Of the week, Monday is 0."""
    times: tuple[time, ...]
    every: int = 1
    """Every so many days, from the first on."""
    off_days: tuple[int, ...] = ()
    off: tuple[tuple[date, date], ...] = ()
    """Days off, from one to another, both included."""
    begin: date | None = None
    """No moment before this day."""
    zone: str = ""
    """As the time zone database calls it; empty for the clock of whoever wrote it."""

    def rule(self) -> str:
        """The same in words that can be read again."""
        when = _days_words(self.days) if self.every == 1 else f"every {self.every} days"
        told = f"{when} {wording.joined([f'{at:%H:%M}' for at in self.times])} {self.zone}".strip()
        off = [DAYS[day] for day in self.off_days]
        off += [f"{first}" if first == last else f"{first}..{last}" for first, last in self.off]
        told += f", off {', '.join(off)}" if off else ""
        return told + (f", from {self.begin}" if self.begin else "")

    def clock(self, own: tzinfo | None) -> tzinfo | None:
        """The clock that it follows; `own` is that of whoever wrote it."""
        return ZoneInfo(self.zone) if self.zone else own

    def moments(self, after: float, count: int, own: tzinfo | None) -> tuple[float, ...]:
        """The first `count` moments after `after`; `own` is the clock of whoever wrote it. Refused
        (`bad_schedule`) where there are none within three years."""
        zone = self.clock(own)
        found: list[float] = []
        for at in self._days_from(datetime.fromtimestamp(after, zone).date()):
            found += [
                moment for moment in sorted({clock_moment(at, time, zone) for time in self.times}) if moment > after
            ]
            if len(found) >= count:
                break
        if not found:
            raise Refused("bad_schedule", "With these days off no day is left within three years.", "HH-19")
        return tuple(found[:count])

    def _days_from(self, today: date) -> Iterator[date]:
        first = max(today, self.begin or today)
        since = self.begin or today
        for number in range(FARTHEST):
            day = first + timedelta(days=number)
            on = day.weekday() in self.days and (day - since).days % self.every == 0
            if on and day.weekday() not in self.off_days and not any(a <= day <= b for a, b in self.off):
                yield day


def least(moments: Sequence[float]) -> float:
    """Seconds that a round must have to take a moment: half of the shortest interval (HH-19)."""
    gaps = [later - earlier for earlier, later in pairwise(moments)]
    return min(gaps, default=86_400.0) / 2


# --- reading ----------------------------------------------------------------------------------------------------------
def read_timetable(given: str, now: float, own: tzinfo | None) -> Timetable:
    """A schedule from words. A zone that is not named is `own`, by its name where it has one. Refused: `bad_schedule`,
    `bad_zone`."""
    words = " ".join(given.partition(MOVED)[0].split())
    words, begin = _behind(words, "from")
    words, off = _behind(words, "off")
    zone = getattr(own, "key", "")
    if parsed := _ZONE.fullmatch(words):
        words, named = parsed["when"], find_zone(parsed["zone"], now, own)
        zone = getattr(named, "key", "")
    try:
        times = tuple(sorted({time(int(hour), int(minute)) for hour, minute in _TIME.findall(words)}))
        days, every = _read_days(_TIME.sub(" ", words))
        off_days, ranges = _read_off(off)
        first = date.fromisoformat(begin) if begin else None
    except ValueError:
        raise _unreadable(given) from None
    if not 1 <= len(times) <= MOST_TIMES:
        raise _unreadable(given)
    return Timetable(days, times, every, off_days, ranges, first, zone)


def _unreadable(given: str) -> Refused:
    short = given if len(given) <= 60 else f"{given[:59]}\u2026"
    return Refused("bad_schedule", f"{quoted(short)} is no schedule. Write, for example, {FORMS}.", "HH-19")


def _behind(words: str, mark: str) -> tuple[str, str]:
    """What stands before and behind a word, which may have a comma before it."""
    parts = re.split(rf",?\s+{mark}\s+", words, flags=re.IGNORECASE)
    if len(parts) > 2:
        raise _unreadable(words)
    return parts[0].strip(), parts[1].strip(" ,") if len(parts) == 2 else ""


def _read_days(words: str) -> tuple[tuple[int, ...], int]:
    """Days of the week, and every how many days. ValueError for anything else."""
    left = " ".join(re.sub(r"\b(and|at|on)\b|,", " ", words.lower()).split())
    if parsed := _EVERY.fullmatch(left):
        if not 1 <= int(parsed[1]) <= 30:
            raise ValueError(left)
        return tuple(range(7)), int(parsed[1])
    left = left.removeprefix("every ")
    if left in ("day", "daily", "days"):
        return tuple(range(7)), 1
    if not left:
        raise ValueError(words)
    return _weekdays(left.split()), 1


def _weekdays(words: Sequence[str]) -> tuple[int, ...]:
    found: set[int] = set()
    for word in words:
        if word in ("weekdays", "weekday"):
            found |= set(range(5))
        elif word in ("weekends", "weekend"):
            found |= {5, 6}
        else:
            first, _, last = word.partition("-")
            begin, end = _weekday(first), _weekday(last or first)
            found |= {(begin + n) % 7 for n in range((end - begin) % 7 + 1)}
    return tuple(sorted(found))


def _weekday(word: str) -> int:
    full = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
    hits = [n for n, name in enumerate(full) if len(word) >= 3 and (name.startswith(word) or word == f"{name}s")]
    if len(hits) != 1:
        raise ValueError(word)
    return hits[0]


def _read_off(words: str) -> tuple[tuple[int, ...], tuple[tuple[date, date], ...]]:
    days: list[str] = []
    ranges = []
    for word in re.sub(r"\band\b|,", " ", words.lower()).split():
        if not _DATE.match(word):
            days.append(word)
            continue
        first, _, last = word.partition("..")
        one, other = date.fromisoformat(first), date.fromisoformat(last or first)
        if other < one:
            raise ValueError(word)
        ranges.append((one, other))
    return _weekdays(days), tuple(sorted(ranges))


def _days_words(days: tuple[int, ...]) -> str:
    if len(days) == 7:
        return "every day"
    runs = days and days == tuple(range(days[0], days[-1] + 1)) and len(days) > 2
    return f"{DAYS[days[0]]}-{DAYS[days[-1]]}" if runs else wording.joined([DAYS[day] for day in days])


def utc(at: float) -> datetime:
    """A moment as a date and time in UTC."""
    return datetime.fromtimestamp(at, UTC)


LONGEST_LINE: Final = 75
"""Octets of a line; a longer one is folded."""
REMINDER: Final = "-PT1H"
"""When a calendar reminds its owner of a deadline."""


class Event(NamedTuple):
    """One entry of a calendar."""

    uid: str
    at: float
    """Seconds since the epoch."""
    title: str
    words: str


def events(match: Match, now: float, house: str) -> tuple[Event, ...]:
    """A match's deadlines. Without a clock there are none. `house`: `HouseSettings.house_id`. Each keeps its id when it
    is moved, so that a calendar that reads the file again moves it too."""
    spec, name = match.game.spec, match.header.match
    title = match.title
    unsure = " If no round before it closes early." if match.header.early_close else ""
    return tuple(
        Event(
            f"{name}-{close.round}@{re.sub(r'[^A-Za-z0-9.-]', '-', house) or 'garnet-house'}",
            close.at,
            f"{title}: {spec.when(close.round)} closes",
            f"Orders for {spec.when(close.round)} of {name} are due.{unsure}",
        )
        for close in closes(match, now)
    )


def calendar(name: str, found: Iterable[Event], now: float) -> str:
    """The file. Its lines end as the standard has it, in CR and LF."""
    lines = [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Garnet House//Deadlines//EN", "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH", f"X-WR-CALNAME:{_escaped(name)}",
    ]  # fmt: skip
    for event in found:
        lines += [
            "BEGIN:VEVENT", f"UID:{event.uid}", f"DTSTAMP:{_stamp(now)}", f"DTSTART:{_stamp(event.at)}",
            f"SEQUENCE:{int(now)}", f"SUMMARY:{_escaped(event.title)}",
            f"DESCRIPTION:{_escaped(event.words)}", "TRANSP:TRANSPARENT", "BEGIN:VALARM", "ACTION:DISPLAY",
            f"DESCRIPTION:{_escaped(event.title)}", f"TRIGGER:{REMINDER}", "END:VALARM", "END:VEVENT",
        ]  # fmt: skip
    lines.append("END:VCALENDAR")
    return "".join(f"{part}\r\n" for line in lines for part in _folded(line))


def _stamp(at: float) -> str:
    return f"{utc(at):%Y%m%dT%H%M%SZ}"


def _escaped(words: str) -> str:
    """As a value of type TEXT: no comma, semicolon, backslash or line break ends it."""
    return clean(words).replace("\n", " ").replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")


def _folded(line: str) -> Sequence[str]:
    """A line in pieces of at most 75 octets, none of which cuts a character; all but the first begin with a space."""
    pieces, piece = [], ""
    for char in line:
        if len((piece + char).encode()) > LONGEST_LINE:
            pieces.append(piece)
            piece = " "
        piece += char
    return [*pieces, piece]
