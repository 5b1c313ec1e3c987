"""Moments as people write them (`+10m`, `21:00 CET`, `2026-11-22 21:00`, `none`), and as they are told to others."""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from core.refusal import Refused, quoted
from core.table.host_controls import HostControls
from core.words import wording

_SPAN = re.compile(r"\+\s*(\d{1,5})\s*(m|min|minutes?|h|hours?|d|days?)")
_TIME = re.compile(r"(?:(?P<day>mon|tue|wed|thu|fri|sat|sun)[a-z]*\s+)?(?P<hour>\d{1,2}):(?P<minute>\d{2})")
_ZONE = re.compile(r"(?P<when>.*\d)\s*(?P<zone>[a-z][a-z0-9_+/-]*)")
_SECONDS = {"m": 60.0, "h": 3600.0}
_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
FORMS = "+10m, +2h, 21:00, Fri 21:00, 21:00 CET, 21:00 Europe/Berlin, 2026-11-22 21:00, or none"

SHORT = {
    "z": "UTC", "bst": "Europe/London", "west": "WET", "cest": "CET", "eest": "EET", "msk": "Europe/Moscow",
    "est": "America/New_York", "edt": "America/New_York", "cst": "America/Chicago", "cdt": "America/Chicago",
    "mst": "America/Denver", "mdt": "America/Denver", "pst": "America/Los_Angeles", "pdt": "America/Los_Angeles",
    "jst": "Asia/Tokyo", "kst": "Asia/Seoul", "sgt": "Asia/Singapore", "aest": "Australia/Sydney",
    "aedt": "Australia/Sydney", "nzst": "Pacific/Auckland", "nzdt": "Pacific/Auckland",
}  # fmt: skip
"""What people call zones, with the clock that they mean: whoever writes CET in summer means the clock on their wall."""


def zone_of(name: str) -> tzinfo | None:
    """The zone that a client's `TZ` names; None where it names none that is known here."""
    try:
        return ZoneInfo(name.removeprefix(":")) if name else None
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def read_moment(
    given: str, now: float, zone: tzinfo | None, counted_from: float | None = None, days_by: tzinfo | None = None
) -> float | None:
    """The moment in seconds since the epoch, or None for `none`. Refused: `bad_moment`, `bad_zone`.

    `+...` counts from `counted_from` (a deadline that is to be moved), else from `now`; a day later is the same hour by
    the clock of `days_by`, the match's, else of `zone`. A time of day is the next such
    time: in the zone that is written behind it, else in `zone`.
    """
    words = " ".join(given.split()).lower()
    if words == "none":
        return None
    if parsed := _SPAN.fullmatch(words):
        since, unit = now if counted_from is None else counted_from, parsed[2][0]
        return (
            moved_by_days(since, int(parsed[1]), days_by or zone)
            if unit == "d"
            else since + int(parsed[1]) * _SECONDS[unit]
        )
    if re.fullmatch(r"\+?\s*\d+\s*[a-z]+", words):
        told = f"{quoted(_short(given))} is no time to count: write +10m, +2h or +1d. A moment is written {FORMS}."
        raise Refused("bad_moment", told)
    if parsed := _ZONE.fullmatch(words):
        words, zone = parsed["when"].strip(), find_zone(parsed["zone"], now, zone)
    try:
        if parsed := _TIME.fullmatch(words):
            return _next(parsed, datetime.fromtimestamp(now, zone))
        then = datetime.fromisoformat(words.upper())
        return (then.replace(tzinfo=zone) if then.tzinfo is None else then).timestamp()
    except (ValueError, OverflowError):
        raise Refused("bad_moment", f"{quoted(_short(given))} is no moment. Write {FORMS}.") from None


def _next(found: re.Match[str], today: datetime) -> float:
    """The next time that a clock shows this, on this day of the week if one is named."""
    then = today.replace(hour=int(found["hour"]), minute=int(found["minute"]), second=0, microsecond=0)
    if found["day"]:
        then += timedelta(days=(_DAYS.index(found["day"]) - today.weekday()) % 7)
    if then <= today:
        then += timedelta(days=7 if found["day"] else 1)
    return then.timestamp()


def clock_moment(day: date, at: time, zone: tzinfo | None) -> float:
    """The moment at which a clock in `zone` shows a time of a day: one that it jumps over is that much later, one that
    it shows twice is the first (HH-19)."""
    return datetime.combine(day, at).replace(tzinfo=zone, fold=0).timestamp()


def moved_by_days(moment: float, days: int, zone: tzinfo | None) -> float:
    """The same hour of the clock, so many days later."""
    then = datetime.fromtimestamp(moment, zone)
    return clock_moment(then.date() + timedelta(days=days), then.time(), zone)


def find_zone(named: str, now: float, own: tzinfo | None) -> tzinfo:
    """The zone that somebody names; what their own clock is called is their own zone. Refused: `bad_zone`."""
    named = named.lower()
    if own is not None and (datetime.fromtimestamp(now, own).tzname() or "").lower() == named:
        return own
    wanted = SHORT.get(named, named).lower()
    known = next((key for key in available_timezones() if key.lower() == wanted), None)
    if known is None:
        told = (
            f"{quoted(_short(named))} is no time zone. Write CET or Europe/Berlin, say, or no zone for your own clock."
        )
        raise Refused("bad_zone", told)
    return ZoneInfo(known)


def _short(words: str) -> str:
    """No more of what was typed than is wanted to know it again."""
    return words if len(words) <= 60 else f"{words[:59]}\u2026"


def zoned(at: float, now: float, zone: tzinfo | None) -> str:
    """A moment with the name of its zone, for those who have another: `21:00 CET`, `Fri 21:00 CET`."""
    words = wording.moment(at, now, zone)
    name = datetime.fromtimestamp(at, zone).astimezone(zone).tzname() or ""
    return words if words.endswith(f" {name}") else f"{words} {name}".strip()


def move_deadline(desk: HostControls, moment: float | None, zone: tzinfo | None, reason: str = "") -> None:
    """Move what is open to `moment`, and let everybody be told when that is by the clock of whoever moves it."""
    stopped = moment is None or desk.table.match.paused
    words = "" if stopped or moment is None else zoned(moment, desk.table.clock(), zone)
    desk.move_deadline(moment, reason, words)


def moved_words(deadline: float | None, now: float, paused: bool, zone: tzinfo | None) -> str:
    """What a deadline that has been moved to is called. While the clock is stopped there is none: there is time."""
    if deadline is None:
        return "There is no deadline."
    if paused:
        return f"The clock is stopped; when it runs again there are {wording.span(deadline - now)} left."
    return f"The deadline is {zoned(deadline, now, zone)}."
