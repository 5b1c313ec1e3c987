"""Reads when a host wants reminders before a deadline, and the quiet hours without them (HH-60)."""

from __future__ import annotations

import re
from typing import Final

import msgspec

from core.refusal import Refused, quoted

UNITS: Final = {"m": 60.0, "h": 3600.0, "d": 86_400.0}
MOST: Final = 6
_LEAD = re.compile(r"(\d{1,4})([mhd])")
_QUIET = re.compile(r"(\d{1,2}):(\d{2})\s*-\s*(\d{1,2}):(\d{2})")


class Quiet(msgspec.Struct, frozen=True):
    begins: int
    """Minutes after midnight."""
    ends: int

    def includes(self, minute: int) -> bool:
        if self.begins <= self.ends:
            return self.begins <= minute < self.ends
        return minute >= self.begins or minute < self.ends


def read_leads(words: str) -> tuple[float, ...]:
    """Parse `24h 2h` or `none` into seconds before a deadline, longest first. Refused: `bad_reminders`."""
    lead_words = words.lower().replace(",", " ").split()
    if lead_words in ([], ["none"]):
        return ()
    parsed = [_LEAD.fullmatch(word) for word in lead_words]
    if len(lead_words) > MOST or not all(lead is not None and int(lead[1]) for lead in parsed):
        message = (
            f"{quoted(words)}: write when to remind before a deadline, six times at most: 24h 2h, 30m, 1d, or none."
        )
        raise Refused("bad_reminders", message, "HH-60")
    return tuple(sorted({int(lead[1]) * UNITS[lead[2]] for lead in parsed if lead is not None}, reverse=True))


def read_quiet(words: str) -> Quiet | None:
    """Parse `22:00-8:00`, by the match's clock; None for none. Refused: `bad_quiet`."""
    if words.strip().lower() in ("", "none"):
        return None
    parsed = _QUIET.fullmatch(words.strip())
    hours = [int(group) for group in parsed.groups()] if parsed else [99] * 4
    if parsed is None or max(hours[0], hours[2]) > 23 or max(hours[1], hours[3]) > 59:
        raise Refused("bad_quiet", f"{quoted(words)} are no quiet hours. Write 22:00-8:00, or none.", "HH-60")
    return Quiet(hours[0] * 60 + hours[1], hours[2] * 60 + hours[3])


def in_quiet(words: str, hour: int, minute: int) -> bool:
    """True if that time of day is quiet. Refused: `bad_quiet`."""
    quiet = read_quiet(words)
    return quiet is not None and quiet.includes(hour * 60 + minute)
