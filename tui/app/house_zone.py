"""The time zone of the house's machine."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import available_timezones


class HouseZone(tzinfo):
    """The time zone of the house's machine. Times are labelled (`14:02 CET`), since a reader may live in another
    zone."""

    labelled = True

    @property
    def key(self) -> str:
        """Name in the time zone database; empty if the machine does not say."""
        named = (
            os.environ.get("TZ", "").removeprefix(":") or os.path.realpath("/etc/localtime").rpartition("zoneinfo/")[2]
        )
        if named in available_timezones():
            return named
        return "UTC" if datetime.fromtimestamp(0, self).tzname() == "UTC" else ""

    def utcoffset(self, moment: datetime | None) -> timedelta | None:
        return None if moment is None else moment.replace(tzinfo=None).astimezone().utcoffset()

    def dst(self, moment: datetime | None) -> None:
        return None

    def tzname(self, moment: datetime | None) -> str | None:
        return None if moment is None else moment.replace(tzinfo=None).astimezone().tzname()

    def fromutc(self, moment: datetime) -> datetime:
        return moment.replace(tzinfo=UTC).astimezone().replace(tzinfo=self)
