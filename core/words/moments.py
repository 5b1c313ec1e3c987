"""Moments as people write them (`+10m`, `21:00 CET`, `2026-11-22 21:00`, `none`), and as others read them."""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from core.refusal import Refused, quoted
from core.table.host_controls import HostControls
from core.words import wording

_SPAN = re.compile(r"\+\s*(\d{1,5})\s*(m|min|minutes?|h|hours?|d|days?)")
_TIME = re.compile(r"(?:(?P<day>mon|tue|wed|thu|fri|sat|sun)[a-z]*\s+)?(?P<hour>\d{1,2}):(?P<minute>\d{2})")
_TWELVE = re.compile(r"\b(?P<hour>1[0-2]|0?[1-9])(?::(?P<minute>[0-5]\d))?\s*(?P<half>[ap])\.?m\b")
_ZONE = re.compile(r"(?P<when>.*\d)\s*(?P<zone>[a-z][a-z0-9_+/-]*)")
_SECONDS = {"m": 60.0, "h": 3600.0}
FARTHEST = 100 * 366 * 86_400.0
"""Seconds to the last moment."""
_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
FORMS = "+10m, +2h, 21:00, Fri 21:00, 21:00 CET, 21:00 Europe/Berlin, 2026-11-22 21:00, or none"

SHORT = {
    "z": "UTC", "bst": "Europe/London", "west": "WET", "cest": "CET", "eest": "EET", "msk": "Europe/Moscow",
    "est": "America/New_York", "edt": "America/New_York", "cst": "America/Chicago", "cdt": "America/Chicago",
    "mst": "America/Denver", "mdt": "America/Denver", "pst": "America/Los_Angeles", "pdt": "America/Los_Angeles",
    "jst": "Asia/Tokyo", "kst": "Asia/Seoul", "sgt": "Asia/Singapore", "aest": "Australia/Sydney",
    "aedt": "Australia/Sydney", "nzst": "Pacific/Auckland", "nzdt": "Pacific/Auckland",
}  # fmt: skip
"""Common names of zones, with the zone meant: CET in summer means the clock on the wall."""


def zone_of(name: str) -> tzinfo | None:
    """Return the zone of a client's `TZ`; None for an unknown one."""
    try:
        return ZoneInfo(name.removeprefix(":")) if name else None
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def read_moment(
    text: str, now: float, zone: tzinfo | None, counted_from: float | None = None, days_by: tzinfo | None = None
) -> float | None:
    """Return the moment in seconds since the epoch, or None for `none`. Refused: `bad_moment`, `bad_zone`.

    `+...` counts from `counted_from` (a deadline to move), else from `now`. A day later is the same hour in `days_by`
    (the match's zone), else in `zone`. A time of day is the next one, in the zone behind it, else in `zone`.
    """
    words = " ".join(text.split()).lower()
    if words == "none":
        return None
    quote = quoted(_shortened(text))
    if _SPAN.fullmatch(words) is None and re.fullmatch(r"\+?\s*\d+\s*(?![ap]m)[a-z]+", words):
        message = f"{quote} is no time to count: write +10m, +2h or +1d. A moment is written {FORMS}."
        raise Refused("bad_moment", message)
    if clock := _TWELVE.search(words):
        hour = int(clock["hour"]) % 12 + 12 * (clock["half"] == "p")
        message = f"{quote} has a clock of twelve hours. Write {hour:02}:{clock['minute'] or '00'}: 24 hours a day."
        raise Refused("bad_moment", message)
    try:
        moment = _moment_in(words, now, zone, now if counted_from is None else counted_from, days_by or zone)
    except (ValueError, OverflowError):
        raise Refused("bad_moment", f"{quote} is no moment. Write {FORMS}.") from None
    if moment > now + FARTHEST:
        raise Refused("bad_moment", f"{quote} is more than a hundred years away.")
    return moment


def _moment_in(words: str, now: float, zone: tzinfo | None, since: float, days_by: tzinfo | None) -> float:
    if parsed := _SPAN.fullmatch(words):
        unit = parsed[2][0]
        return moved_by_days(since, int(parsed[1]), days_by) if unit == "d" else since + int(parsed[1]) * _SECONDS[unit]
    if parsed := _ZONE.fullmatch(words):
        words, zone = parsed["when"].strip(), find_zone(parsed["zone"], now, zone)
    if parsed := _TIME.fullmatch(words):
        return _next_day(parsed, datetime.fromtimestamp(now, zone))
    date = datetime.fromisoformat(words.upper())
    return (date.replace(tzinfo=zone) if date.tzinfo is None else date).timestamp()


def _next_day(parsed: re.Match[str], today: datetime) -> float:
    date = today.replace(hour=int(parsed["hour"]), minute=int(parsed["minute"]), second=0, microsecond=0)
    if parsed["day"]:
        date += timedelta(days=(_DAYS.index(parsed["day"]) - today.weekday()) % 7)
    if date <= today:
        date += timedelta(days=7 if parsed["day"] else 1)
    return date.timestamp()


def clock_moment(day: date, at: time, zone: tzinfo | None) -> float:
    """Return the moment of a local time; a skipped time is that much later, a repeated one the first (HH-19)."""
    return datetime.combine(day, at).replace(tzinfo=zone, fold=0).timestamp()


def moved_by_days(moment: float, days: int, zone: tzinfo | None) -> float:
    """Return the same local hour, `days` later."""
    date = datetime.fromtimestamp(moment, zone)
    return clock_moment(date.date() + timedelta(days=days), date.time(), zone)


def find_zone(named: str, now: float, own_zone: tzinfo | None) -> tzinfo:
    """Return a named zone; the name of the own zone means that. Refused: `bad_zone`."""
    named = named.lower()
    if own_zone is not None and (datetime.fromtimestamp(now, own_zone).tzname() or "").lower() == named:
        return own_zone
    wanted = SHORT.get(named, named).lower()
    known = next((key for key in available_timezones() if key.lower() == wanted), None)
    if known is None:
        quote = quoted(_shortened(named))
        message = f"{quote} is no time zone. Write CET or Europe/Berlin, say, or no zone for your own clock."
        raise Refused("bad_zone", message)
    return ZoneInfo(known)


def _shortened(words: str) -> str:
    return words if len(words) <= 60 else f"{words[:59]}\u2026"


def moment_in_zone(at: float, now: float, zone: tzinfo | None) -> str:
    """Return a moment with its zone, for readers in another: `21:00 CET`, `Fri 21:00 CET`."""
    words = wording.moment(at, now, zone)
    name = datetime.fromtimestamp(at, zone).astimezone(zone).tzname() or ""
    return words if words.endswith(f" {name}") else f"{words} {name}".strip()


def move_deadline(desk: HostControls, moment: float | None, zone: tzinfo | None, reason: str = "") -> None:
    """Move the deadline, and announce it by the mover's clock."""
    stopped = moment is None or desk.table.match.paused
    words = "" if stopped or moment is None else moment_in_zone(moment, desk.table.clock(), zone)
    desk.move_deadline(moment, reason, words)


def go_back(desk: HostControls, round_: int | None, zone: tzinfo | None, reason: str = "") -> None:
    """Go back to the start of a round, or (None) before the last move, and announce the old and the new deadline by the
    host's clock."""

    def rewind(at: HostControls, words: str = "") -> None:
        if round_ is None:
            at.back_a_move(words)
        else:
            at.rewind(round_, reason, words)

    rewind(trial := desk.only_trying())
    old, new = (
        None if deadline is None else moment_in_zone(deadline, desk.table.clock(), zone)
        for deadline in (desk.table.match.deadline, trial.table.match.deadline)
    )
    moves = f"The deadline moves from {old} to {new}." if old and new else f"The deadline is {new}."
    rewind(desk, "" if old == new else moves if new else f"There is no deadline now; it was {old}.")


def moved_words(deadline: float | None, now: float, paused: bool, zone: tzinfo | None) -> str:
    if deadline is None:
        return "There is no deadline."
    if paused:
        return f"The clock is stopped; when it runs again there are {wording.span(deadline - now)} left."
    return f"The deadline is {moment_in_zone(deadline, now, zone)}."
