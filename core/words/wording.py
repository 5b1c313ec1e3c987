"""Plain words for screens and commands alike, who plays a seat among them; styled only by names of the theme, without
Textual."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import datetime, tzinfo

from rich.cells import cell_len, set_cell_size

from core.house.people import People
from core.match.seating import OPEN, bot_level, is_bot
from core.match.state import Match
from core.parts import Spec
from core.story.parts import Facts
from core.table.host_controls import taken_name
from core.talk.channels import clean

Row = tuple[str | tuple[str, str], ...]
"""A line in pieces: plain text, or text with its style."""

MINUTE, DAY = 60, 86400
_MINUS = re.compile(r"(?<!\w)-(?=\d)")
CUT = "\u2026"
"""Where something is cut off."""


def unstyled(rows: Iterable[Row]) -> list[str]:
    """The lines without their styles, for a command line."""
    return [clean("".join(piece if isinstance(piece, str) else piece[0] for piece in row)).rstrip() for row in rows]


def fitted(words: str, width: int) -> str:
    """Exactly `width` cells: cut with an ellipsis, or filled with spaces."""
    words = clean(words)
    return set_cell_size(words, width) if cell_len(words) <= width else set_cell_size(words, width - 1) + CUT


def joined(words: Sequence[str], last: str = "and") -> str:
    """`Ada`, `Ada and Bo`, `Ada, Bo and Cy`; `nobody` for none."""
    if not words:
        return "nobody"
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def signed(number: int) -> str:
    """`+3`, `-2`, `0`; with a true minus sign, which is as wide as the plus."""
    return f"{number:+d}".replace("-", "\u2212") if number else "0"


def minus(words: str) -> str:
    """`words` with a true minus sign before every number that has one: the same sign everywhere on a screen."""
    return _MINUS.sub("\u2212", words)


# --- time -------------------------------------------------------------------------------------------------------------
def hour(at: float, zone: tzinfo | None) -> str:
    """`14:02`, local."""
    return datetime.fromtimestamp(at, zone).strftime("%H:%M")


def moment(at: float, now: float, zone: tzinfo | None) -> str:
    """`14:02` today, `Fri 14:02` within six days, else `3 Nov 14:02`; local. A zone that is not the reader's own
    (`clockwords.HouseZone`) is named: `14:02 CET`."""
    then, today = datetime.fromtimestamp(at, zone), datetime.fromtimestamp(now, zone)
    label = f" {then.tzname()}" if getattr(zone, "labelled", False) else ""
    if then.date() == today.date():
        return then.strftime("%H:%M") + label
    if abs(at - now) < 6 * DAY:
        return then.strftime("%a %H:%M") + label
    return f"{then.day} {then.strftime('%b %H:%M')}{label}"


def day(at: float, now: float, zone: tzinfo | None) -> str:
    """`3 Nov`, and `3 Nov 2024` if that is not this year; local."""
    then = datetime.fromtimestamp(at, zone)
    year = "" if then.year == datetime.fromtimestamp(now, zone).year else f" {then.year}"
    return f"{then.day} {then.strftime('%b')}{year}"


def span(seconds: float) -> str:
    """`3d 4h`, `1h 12m`, `12m`, and below a minute `42s`. Rounded up, so that `0s` means over."""
    left = max(0, int(-(-seconds // 1)))
    if left < MINUTE:
        return f"{left}s"
    left = -(-left // MINUTE)  # minutes, rounded up
    days, rest = divmod(left, 24 * 60)
    hours, minutes = divmod(rest, 60)
    if days:
        return f"{days}d {hours}h"
    return f"{hours}h {minutes:02d}m" if hours else f"{minutes}m"


def counted(number: int, one: str, many: str = "") -> str:
    """`1 offer`, `2 offers`."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def round_title(of: Spec | Facts, number: int) -> str:
    """Return `round 3` in the players' word for it, and `before the start` for the time before round 1."""
    return of.when(number) if number else "before the start"


def holder_words(holder: str, people: People | None) -> str:
    """Who plays a seat, for people. `people`: of the house; at one keyboard there are none."""
    if holder == OPEN:
        return "free"
    if is_bot(holder):
        return f"{bot_level(holder)} bot"
    if holder == "local":
        return "somebody at the house's keyboard" if people is not None else "a person at this keyboard"
    person = None if people is None else people.find(holder.removeprefix("person:"))
    return person.name if person else "somebody unknown"


def person_name(holder: str, people: People | None) -> str:
    """The name of the person who plays a seat; nothing for a bot, a keyboard, or where it is free."""
    found = None if people is None or not holder.startswith("person:") else people.find(holder.removeprefix("person:"))
    return "" if found is None else found.name


def handing_rows(match: Match, people: People | None, seat: str, holder: str) -> list[Row]:
    """What changes when `holder` plays `seat`: for whom, and what they read then."""
    held = match.holders.get(seat, OPEN)
    now, then = _who(held, people), _who(holder, people)
    rows: list[Row] = [((seat, "$strong"), ": from ", (now, "$strong"), " to ", (then, "$strong"), ".")]
    said = counted(sum(seat in message.readers for message in match.said), "message")
    all_of_it = f"what {seat} was told and has sealed, its drafts, its private notes, and {said} of its talk"
    if holder == OPEN:
        rows.append((f"Whoever sits down there next reads {all_of_it}.",))
    else:
        rows.append((f"{_capital(then)} reads from then on {all_of_it}.",))
    if held.startswith("person:") and held != holder:
        rows.append((f"{_capital(now)} reads nothing of it any more, and leaves the table at once.",))
    also = [other for other, one in match.holders.items() if one == holder and other != seat]
    if also and holder.startswith("person:"):
        rows.append(((f"{then} plays {joined(also)} already, and reads what all of these seats are told.", "$warn"),))
    called = taken_name(
        match.seats,
        seat,
        holder,
        person_name(holder, people),
        () if people is None else [one.name for one in people.everyone()],
    )
    if called != seat:
        rows.append((f"The seat's name was left open: it is called {called} then.",))
    return rows


def ending_rows(match: Match, people: People | None) -> list[Row]:
    """What is ended, where a host ends a match without a result: which, where it stands, and whose."""
    spec = match.game.spec
    now = f"{spec.when(match.round)} of {spec.rounds // spec.parts}"
    where = now if match.phase == "round" else f"the {match.phase}"
    held = [(seat, match.holders.get(seat, OPEN)) for seat in match.seats]
    who = joined([f"{seat} ({holder_words(holder, people)})" for seat, holder in held])
    name = match.header.match
    return [
        ((name, "$strong"), f", {match.title}, stands in {where}. Seated: {who}."),
        (f"It ends without a result. Until something is built on that it can be taken back: end {name} --undo.",),
    ]


def _who(holder: str, people: People | None) -> str:
    """Who plays a seat, in a sentence."""
    return "nobody yet" if holder == OPEN else f"{'a ' * is_bot(holder)}{holder_words(holder, people)}"


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
