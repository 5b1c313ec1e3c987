"""The clock of the machine that the house stands on."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import available_timezones


class HouseZone(tzinfo):
    """The clock of the machine that the house stands on. What it shows to somebody elsewhere is labelled (`14:02 CET`):
    their own clock may show another hour."""

    labelled = True

    @property
    def key(self) -> str:
        """What the time zone database calls it; empty where this machine does not say."""
        named = (
            os.environ.get("TZ", "").removeprefix(":") or os.path.realpath("/etc/localtime").rpartition("zoneinfo/")[2]
        )
        return named if named in available_timezones() else "UTC" if _is_utc(self) else ""

    def utcoffset(self, moment: datetime | None) -> timedelta | None:
        return None if moment is None else moment.replace(tzinfo=None).astimezone().utcoffset()

    def dst(self, moment: datetime | None) -> None:
        return None

    def tzname(self, moment: datetime | None) -> str | None:
        return None if moment is None else moment.replace(tzinfo=None).astimezone().tzname()

    def fromutc(self, moment: datetime) -> datetime:
        return moment.replace(tzinfo=UTC).astimezone().replace(tzinfo=self)


def _is_utc(zone: tzinfo) -> bool:
    return datetime.fromtimestamp(0, zone).tzname() == "UTC"
