"""Moments as people write them: `+10m`, `+2h`, `14:30`, `2026-11-22 14:30`, `none`."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, tzinfo

from core.refusal import Refused
from tui import text

_SPAN = re.compile(r"\+\s*(\d{1,5})\s*(m|min|minutes?|h|hours?|d|days?)")
_SECONDS = {"m": 60.0, "h": 3600.0, "d": 86_400.0}
FORMS = "+10m, +2h, +1d, 14:30, 2026-11-22 14:30, or none"


class HouseZone(tzinfo):
    """The clock of the machine that the house stands on. What it shows to somebody elsewhere is labelled (`14:02 CET`):
    their own clock may show another hour."""

    labelled = True

    def utcoffset(self, moment: datetime | None) -> timedelta | None:
        return None if moment is None else moment.replace(tzinfo=None).astimezone().utcoffset()

    def dst(self, moment: datetime | None) -> None:
        return None

    def tzname(self, moment: datetime | None) -> str | None:
        return None if moment is None else moment.replace(tzinfo=None).astimezone().tzname()

    def fromutc(self, moment: datetime) -> datetime:
        return moment.replace(tzinfo=UTC).astimezone().replace(tzinfo=self)


def read_moment(given: str, now: float, zone: tzinfo | None, counted_from: float | None = None) -> float | None:
    """The moment in seconds since the epoch, or None for `none`. Refused: `bad_moment`.

    `+...` counts from `counted_from` (a deadline that is to be moved), else from `now`. A bare time of day is the
    next such time in `zone`.
    """
    words = given.strip().lower()
    if words == "none":
        return None
    if found := _SPAN.fullmatch(words):
        return (now if counted_from is None else counted_from) + int(found[1]) * _SECONDS[found[2][0]]
    today = datetime.fromtimestamp(now, zone)
    try:
        if re.fullmatch(r"\d{1,2}:\d{2}", words):
            hour, minute = map(int, words.split(":"))
            then = today.replace(hour=hour, minute=minute, second=0, microsecond=0)
            return (then if then > today else then + timedelta(days=1)).timestamp()
        then = datetime.fromisoformat(given.strip())
        return (then.replace(tzinfo=zone) if then.tzinfo is None else then).timestamp()
    except (ValueError, OverflowError):
        raise Refused("bad_moment", f"{given!r} is no moment. Write {FORMS}.") from None


def moved_words(deadline: float | None, now: float, paused: bool, zone: tzinfo | None) -> str:
    """What a deadline that has been moved to is called. While the clock is stopped there is none: there is time."""
    if deadline is None:
        return "There is no deadline."
    if paused:
        return f"The clock is stopped; when it runs again there are {text.span(deadline - now)} left."
    return f"The deadline is {text.moment(deadline, now, zone)}."
