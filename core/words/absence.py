"""Days of an absence, as people write them (`27 Dec to 2 Jan`, `until Sat`) and as others read them (HH-83)."""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta, tzinfo

from core.house.absences import Absence
from core.refusal import Refused, quoted
from core.words.moments import clock_moment

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
FORMS = "27 Dec to 2 Jan, Fri to Sun, until Sat, 2026-12-27 to 2027-01-02, or none"
LONGEST = timedelta(days=366)
FARTHEST = timedelta(days=300)
"""Most days to a day without a year."""
_DAY = re.compile(r"(?P<day>\d{1,2})\.? (?P<month>[a-z]{3})[a-z]*")
_MONTH_FIRST = re.compile(r"(?P<month>[a-z]{3})[a-z]* (?P<day>\d{1,2})")


def read_absence(text: str, now: float, zone: tzinfo | None, public: bool = False) -> Absence | None:
    """Return the absence from the first moment of its first day to the end of its last, or None for `none`. Refused:
    `bad_days`."""
    words = " ".join(text.lower().split()).removeprefix("from ")
    if words == "none":
        return None
    today = datetime.fromtimestamp(now, zone).date()
    first, between, last = words.partition(" to ")
    if words.startswith("until "):
        first, between, last = "", "to", words.removeprefix("until ")
    try:
        begins = today if words.startswith("until ") else _day(first, today)
        ends = _day(last, begins) if between else begins
    except ValueError:
        raise Refused("bad_days", f"{quoted(text)} are no days. Write {FORMS}.", "HH-83") from None
    if ends < begins or ends < today or ends - today > LONGEST:
        raise Refused("bad_days", "An absence ends after it begins, from today on, within a year.", "HH-83")
    moments = [clock_moment(day, time(), zone) for day in (begins, ends + timedelta(days=1))]
    return Absence(max(now, moments[0]) if begins == today else moments[0], moments[1], public)


def _day(words: str, since: date) -> date:
    """Return the first such day from `since` on; ValueError for other words."""
    if words in ("today", "tomorrow"):
        return since + timedelta(days=words == "tomorrow")
    for number, name in enumerate(WEEKDAYS):
        if len(words) >= 3 and name.startswith(words):
            return since + timedelta(days=(number - since.weekday()) % 7)
    if (parsed := _DAY.fullmatch(words) or _MONTH_FIRST.fullmatch(words)) and parsed["month"] in MONTHS:
        day = date(since.year, MONTHS.index(parsed["month"]) + 1, int(parsed["day"]))
        day = day if day >= since else day.replace(year=since.year + 1)
        if day - since > FARTHEST:  # more likely a day that is past
            raise ValueError(words)
        return day
    return date.fromisoformat(words)


def absence_words(absence: Absence, zone: tzinfo | None) -> str:
    """Return `from 27 Dec to 2 Jan`, by the days of a zone."""
    days = [datetime.fromtimestamp(moment, zone) for moment in (absence.begins, absence.ends - 1)]
    first, last = (f"{day.day} {day:%b}" for day in days)
    return f"on {first}" if first == last else f"from {first} to {last}"


def away_sentence(absence: Absence | None, zone: tzinfo | None) -> str:
    return "I am back." if absence is None else f"I am away {absence_words(absence, zone)}."
