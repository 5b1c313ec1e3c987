"""Schedules as hosts write them (`every day 21:00 Europe/Berlin, off Sun`), their moments (HH-19), and a calendar file
of these (RFC 5545)."""

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
"""Moments beyond the rounds' need, for rounds that come later."""
FARTHEST: Final = 3 * 366
"""Days that are searched for moments."""
MOST_TIMES: Final = 12
"""Times of one day."""

MOVED: Final = ", moved by"
"""Text behind a schedule with moved times; not part of its rule."""

_TIME = re.compile(r"(\d{1,2}):(\d{2})")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_EVERY = re.compile(r"every (\d{1,2}) days")
_ZONE = re.compile(r"(?P<when>.*\d:\d{2})\s+(?P<zone>[a-z][a-z0-9_+/-]*)", re.IGNORECASE)


class Timetable(NamedTuple):
    """Times of day on some days, in one zone."""

    days: tuple[int, ...]
    """Days of the week; Monday is 0."""
    times: tuple[time, ...]
    every: int = 1
    """Interval in days, from the first day."""
    off_days: tuple[int, ...] = ()
    off: tuple[tuple[date, date], ...] = ()
    """Ranges of days off, both ends included."""
    begin: date | None = None
    """First possible day."""
    zone: str = ""
    """Zone by its database name; empty for the writer's."""

    def rule(self) -> str:
        """Return the schedule in words that can be read again."""
        when = _days_words(self.days) if self.every == 1 else f"every {self.every} days"
        text = f"{when} {wording.joined([f'{time_:%H:%M}' for time_ in self.times])} {self.zone}".strip()
        off = [DAYS[day] for day in self.off_days]
        off += [f"{first}" if first == last else f"{first}..{last}" for first, last in self.off]
        text += f", off {', '.join(off)}" if off else ""
        return text + (f", from {self.begin}" if self.begin else "")

    def clock(self, own_zone: tzinfo | None) -> tzinfo | None:
        """Return the zone; `own_zone` is the writer's."""
        return ZoneInfo(self.zone) if self.zone else own_zone

    def moments(self, after: float, count: int, own_zone: tzinfo | None) -> tuple[float, ...]:
        """Return the first `count` moments after `after`; `own_zone` is the writer's zone. Refused
        (`bad_schedule`) if there are none within three years."""
        zone = self.clock(own_zone)
        moments_: list[float] = []
        for day in self._days_from(datetime.fromtimestamp(after, zone).date()):
            moments_ += [
                moment for moment in sorted({clock_moment(day, time, zone) for time in self.times}) if moment > after
            ]
            if len(moments_) >= count:
                break
        if not moments_:
            raise Refused("bad_schedule", "With these days off no day is left within three years.", "HH-19")
        return tuple(moments_[:count])

    def _days_from(self, today: date) -> Iterator[date]:
        first = max(today, self.begin or today)
        since = self.begin or today
        for number in range((first - today).days, FARTHEST):
            day = today + timedelta(days=number)
            on = day.weekday() in self.days and (day - since).days % self.every == 0
            if on and day.weekday() not in self.off_days and not any(a <= day <= b for a, b in self.off):
                yield day


def least(moments: Sequence[float]) -> float:
    """Return the least seconds of a round: half of the shortest interval (HH-19)."""
    gaps = [later - earlier for earlier, later in pairwise(moments)]
    return min(gaps, default=86_400.0) / 2


# --- reading ----------------------------------------------------------------------------------------------------------
def read_timetable(text: str, now: float, own_zone: tzinfo | None) -> Timetable:
    """Read a schedule from words; without a zone it is `own_zone`. Refused: `bad_schedule`, `bad_zone`."""
    words = " ".join(text.partition(MOVED)[0].split())
    words, begin = _texts_around(words, "from")
    words, off = _texts_around(words, "off")
    zone = getattr(own_zone, "key", "")
    if parsed := _ZONE.fullmatch(words):
        words, named = parsed["when"], find_zone(parsed["zone"], now, own_zone)
        zone = getattr(named, "key", "")
    try:
        times = tuple(sorted({time(int(hour), int(minute)) for hour, minute in _TIME.findall(words)}))
        days, every = _read_days(_TIME.sub(" ", words))
        off_days, ranges = _read_off(off)
        first = date.fromisoformat(begin) if begin else None
    except ValueError:
        raise _unreadable(text) from None
    if not 1 <= len(times) <= MOST_TIMES:
        raise _unreadable(text)
    return Timetable(days, times, every, off_days, ranges, first, zone)


def _unreadable(text: str) -> Refused:
    short = text if len(text) <= 60 else f"{text[:59]}\u2026"
    return Refused("bad_schedule", f"{quoted(short)} is no schedule. Write, for example, {FORMS}.", "HH-19")


def _texts_around(words: str, mark: str) -> tuple[str, str]:
    """Return the texts before and behind a word, which may follow a comma."""
    parts = re.split(rf",?\s+{mark}\s+", words, flags=re.IGNORECASE)
    if len(parts) > 2:
        raise _unreadable(words)
    return parts[0].strip(), parts[1].strip(" ,") if len(parts) == 2 else ""


def _read_days(words: str) -> tuple[tuple[int, ...], int]:
    """Return days of the week and an interval in days. ValueError for anything else."""
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
    days: set[int] = set()
    for word in words:
        if word in ("weekdays", "weekday"):
            days |= set(range(5))
        elif word in ("weekends", "weekend"):
            days |= {5, 6}
        else:
            first, _, last = word.partition("-")
            begin, end = _weekday(first), _weekday(last or first)
            days |= {(begin + n) % 7 for n in range((end - begin) % 7 + 1)}
    return tuple(sorted(days))


def _weekday(word: str) -> int:
    names = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
    numbers = [n for n, name in enumerate(names) if len(word) >= 3 and (name.startswith(word) or word == f"{name}s")]
    if len(numbers) != 1:
        raise ValueError(word)
    return numbers[0]


def _read_off(words: str) -> tuple[tuple[int, ...], tuple[tuple[date, date], ...]]:
    days: list[str] = []
    ranges = []
    for word in re.sub(r"\band\b|,", " ", words.lower()).split():
        if not _DATE.match(word):
            days.append(word)
            continue
        first, _, last = word.partition("..")
        begin, end = date.fromisoformat(first), date.fromisoformat(last or first)
        if end < begin:
            raise ValueError(word)
        ranges.append((begin, end))
    return _weekdays(days), tuple(sorted(ranges))


def _days_words(days: tuple[int, ...]) -> str:
    if len(days) == 7:
        return "every day"
    runs = days and days == tuple(range(days[0], days[-1] + 1)) and len(days) > 2
    return f"{DAYS[days[0]]}-{DAYS[days[-1]]}" if runs else wording.joined([DAYS[day] for day in days])


REMINDER: Final = "-PT1H"
"""A calendar's reminder before a deadline."""


class Event(NamedTuple):
    """An entry of a calendar."""

    uid: str
    at: float
    """Seconds since the epoch."""
    title: str
    words: str


def events(match: Match, now: float, house: str) -> tuple[Event, ...]:
    """Return a match's deadlines; empty without a clock. `house`: `HouseSettings.house_id`. An event keeps its id when
    moved, so that calendars move it too."""
    spec, name = match.spec, match.header.match
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


def calendar(name: str, entries: Iterable[Event], now: float) -> str:
    """Return the file, with lines ending in CR and LF."""
    import icalendar  # 60 ms at the start of every command, for two that need it

    document = icalendar.Calendar(prodid="-//Garnet House//Deadlines//EN", version="2.0", method="PUBLISH")
    document.add("x-wr-calname", icalendar.vText(_one_line(name)))
    for event in entries:
        title = _one_line(event.title)
        entry = icalendar.Event.new(
            uid=event.uid, stamp=_second(now), start=_second(event.at), sequence=int(now), summary=title,
            description=_one_line(event.words), transparency=icalendar.TRANSP.TRANSPARENT,
        )  # fmt: skip
        entry.add_component(icalendar.Alarm(action="DISPLAY", description=icalendar.vText(title), trigger=REMINDER))
        document.add_component(entry)
    return str(document.to_ical(), "utf-8")


def _second(at: float) -> datetime:
    return datetime.fromtimestamp(int(at), UTC)


def _one_line(words: str) -> str:
    return clean(words).replace("\n", " ")
