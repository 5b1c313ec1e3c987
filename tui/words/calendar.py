"""When rounds close, as a calendar file (RFC 5545). Every moment stands in UTC, which every calendar shows in its own
reader's time, so that no rules of time zones have to travel along."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from core.match.closing import called
from core.match.scheduling import closes
from core.match.state import Match
from core.talk.characters import clean
from tui.words.timetable import utc

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
    """A match's deadlines. Without a clock there are none. Each keeps its id when it is moved, so that a calendar that
    reads the file again moves it too."""
    spec, name = match.game.spec, match.header.match
    title = match.title
    unsure = " If no round before it closes early." if match.header.early_close else ""
    return tuple(
        Event(
            f"{name}-{close.round}@{re.sub(r'[^A-Za-z0-9.-]', '-', house) or 'garnet-house'}",
            close.at,
            f"{title}: {called(spec.round_word, close.round)} closes",
            f"Orders for {called(spec.round_word, close.round)} of {name} are due.{unsure}",
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
