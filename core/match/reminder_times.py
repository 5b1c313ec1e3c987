"""The words in which a host says when to remind before a deadline, and in which hours nobody is reminded (HH-60)."""

from __future__ import annotations

import re
from typing import Final

import msgspec

from core.refusal import Refused, quoted

UNITS: Final = {"m": 60.0, "h": 3600.0, "d": 86_400.0}
MOST: Final = 6
"""Reminders before one deadline."""
_LEAD = re.compile(r"(\d{1,4})([mhd])")
_QUIET = re.compile(r"(\d{1,2}):(\d{2})\s*-\s*(\d{1,2}):(\d{2})")


class Quiet(msgspec.Struct, frozen=True):
    """Hours of the day in which nobody is reminded."""

    begins: int
    """Minutes after midnight."""
    ends: int

    def holds(self, minute: int) -> bool:
        """Does that minute of the day lie in them?"""
        if self.begins <= self.ends:
            return self.begins <= minute < self.ends
        return minute >= self.begins or minute < self.ends


def read_leads(words: str) -> tuple[float, ...]:
    """Seconds before a deadline (`24h 2h`, `none`), longest first. Refused: `bad_reminders`."""
    given = words.lower().replace(",", " ").split()
    if given in ([], ["none"]):
        return ()
    found = [_LEAD.fullmatch(word) for word in given]
    if len(given) > MOST or not all(one is not None and int(one[1]) for one in found):
        said = f"{quoted(words)}: write when to remind before a deadline, six times at most: 24h 2h, 30m, 1d, or none."
        raise Refused("bad_reminders", said, "HH-60")
    return tuple(sorted({int(one[1]) * UNITS[one[2]] for one in found if one is not None}, reverse=True))


def read_quiet(words: str) -> Quiet | None:
    """Quiet hours (`22:00-8:00`, by the match's own clock); None for none. Refused: `bad_quiet`."""
    if words.strip().lower() in ("", "none"):
        return None
    found = _QUIET.fullmatch(words.strip())
    hours = [int(one) for one in found.groups()] if found else [99] * 4
    if found is None or max(hours[0], hours[2]) > 23 or max(hours[1], hours[3]) > 59:
        raise Refused("bad_quiet", f"{quoted(words)} are no quiet hours. Write 22:00-8:00, or none.", "HH-60")
    return Quiet(hours[0] * 60 + hours[1], hours[2] * 60 + hours[3])


def in_quiet(words: str, hour: int, minute: int) -> bool:
    """Is that time of the day in these quiet hours? Refused: `bad_quiet`."""
    quiet = read_quiet(words)
    return quiet is not None and quiet.holds(hour * 60 + minute)
