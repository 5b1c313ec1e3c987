"""Words for screens and commands: names, numbers, times; styled by names of the theme, without Textual."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, tzinfo

from rich.cells import cell_len, set_cell_size

from core.house.people import People
from core.match.seating import OPEN, bot_level, is_bot
from core.match.state import Match
from core.parts import Spec
from core.story.parts import Facts, capital
from core.table.host_controls import taken_name
from core.talk.channels import clean

Row = tuple[str | tuple[str, str], ...]
"""A line in pieces: plain text, or text with its style."""

MINUTE, DAY = 60, 86400
_MINUS = re.compile(r"(?<!\w)-(?=\d)")
CUT = "\u2026"
"""Sign of a cut."""


def unstyled(rows: Iterable[Row]) -> list[str]:
    return [clean("".join(piece if isinstance(piece, str) else piece[0] for piece in row)).rstrip() for row in rows]


def fit_width(words: str, width: int) -> str:
    """Return exactly `width` cells: cut with an ellipsis, or padded."""
    words = clean(words)
    return set_cell_size(words, width) if cell_len(words) <= width else set_cell_size(words, width - 1) + CUT


def joined(words: Sequence[str], last: str = "and") -> str:
    """Return `Ada`, `Ada and Bo`, `Ada, Bo and Cy`; a word for none."""
    if not words:
        return "nobody"
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def signed(number: int) -> str:
    """Return `+3`, `-2`, `0`, with a true minus sign, as wide as the plus."""
    return f"{number:+d}".replace("-", "\u2212") if number else "0"


def ordinal(place: int) -> str:
    """Return `1st`, `2nd`, `11th`."""
    ending = "th" if place % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"


def minus(words: str) -> str:
    return _MINUS.sub("\u2212", words)


# --- time -------------------------------------------------------------------------------------------------------------
def hour(at: float, zone: tzinfo | None) -> str:
    return datetime.fromtimestamp(at, zone).strftime("%H:%M")


def moment(at: float, now: float, zone: tzinfo | None) -> str:
    """Return `14:02` today, `Fri 14:02` within six days, else `3 Nov 14:02`. A zone that is not the reader's
    (`clockwords.HouseZone`) is named: `14:02 CET`."""
    date, today = datetime.fromtimestamp(at, zone), datetime.fromtimestamp(now, zone)
    label = f" {date.tzname()}" if getattr(zone, "labelled", False) else ""
    if date.date() == today.date():
        return date.strftime("%H:%M") + label
    if abs(at - now) < 6 * DAY:
        return date.strftime("%a %H:%M") + label
    return f"{date.day} {date.strftime('%b %H:%M')}{label}"


def day(at: float, now: float, zone: tzinfo | None) -> str:
    """Return `3 Nov`, or `3 Nov 2024` in another year."""
    date = datetime.fromtimestamp(at, zone)
    year = "" if date.year == datetime.fromtimestamp(now, zone).year else f" {date.year}"
    return f"{date.day} {date.strftime('%b')}{year}"


def span(seconds: float) -> str:
    """Return `3d 4h`, `1h 12m`, `12m`, or below a minute `42s`. Rounded up, so that `0s` means over."""
    left = max(0, int(-(-seconds // 1)))
    if left < MINUTE:
        return f"{left}s"
    left = -(-left // MINUTE)  # minutes, rounded up
    days, minutes_left = divmod(left, 24 * 60)
    hours, minutes = divmod(minutes_left, 60)
    if days:
        return f"{days}d {hours}h"
    return f"{hours}h {minutes:02d}m" if hours else f"{minutes}m"


def counted(number: int, one: str, many: str = "") -> str:
    """Return `1 offer`, `2 offers`."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def round_title(of: Spec | Facts, number: int) -> str:
    """Return `round 3` in the players' word, and `before the start` before round 1."""
    return of.when(number) if number else "before the start"


def holder_words(holder: str, people: People | None) -> str:
    """`people` is None at one keyboard."""
    if holder == OPEN:
        return "free"
    if is_bot(holder):
        return f"{bot_level(holder)} bot"
    if holder == "local":
        return "somebody at the house's keyboard" if people is not None else "a person at this keyboard"
    person = None if people is None else people.find(holder.removeprefix("person:"))
    return person.name if person else "somebody unknown"


def person_name(holder: str, people: People | None) -> str:
    """Return the name of the person in a seat; empty for bots, the keyboard and open seats."""
    person = None if people is None or not holder.startswith("person:") else people.find(holder.removeprefix("person:"))
    return "" if person is None else person.name


def handing_rows(match: Match, people: People | None, seat: str, holder: str) -> Iterator[Row]:
    """Yield the effects of giving `seat` to `holder`: who reads what."""
    holder_before = match.holders.get(seat, OPEN)
    old_holder, new_holder = _holder_or_open(holder_before, people), _holder_or_open(holder, people)
    yield ((seat, "$strong"), ": from ", (old_holder, "$strong"), " to ", (new_holder, "$strong"), ".")
    messages = counted(sum(seat in message.readers for message in match.messages), "message")
    all_of_it = f"what {seat} was told and has sealed, its drafts, its private notes, and {messages} of its talk"
    if holder == OPEN:
        yield (f"The next player of that seat reads {all_of_it}.",)
    else:
        yield (f"{capital(new_holder)} reads from then on {all_of_it}.",)
    if holder_before.startswith("person:") and holder_before != holder:
        yield (f"{capital(old_holder)} reads nothing of it any more, and leaves the table at once.",)
    also = [other for other, person in match.holders.items() if person == holder and other != seat]
    if also and holder.startswith("person:"):
        yield ((f"{new_holder} plays {joined(also)} already, and reads what all of these seats are told.", "$warn"),)
    called = taken_name(
        match.seats,
        seat,
        holder,
        person_name(holder, people),
        () if people is None else [person.name for person in people.everyone()],
    )
    if called != seat:
        yield (f"The seat's name was left open: it is called {called} then.",)


def ending_rows(match: Match, people: People | None) -> list[Row]:
    progress = match.spec.progress(match.round, " of ")
    where = progress if match.phase == "round" else f"the {match.phase}"
    holders = [(seat, match.holders.get(seat, OPEN)) for seat in match.seats]
    who = joined([f"{seat} ({holder_words(holder, people)})" for seat, holder in holders])
    name = match.header.match
    return [
        ((name, "$strong"), f", {match.title}, stands in {where}. Seated: {who}."),
        (f"It ends without a result. Until something is built on that it can be taken back: end {name} --undo.",),
    ]


def _holder_or_open(holder: str, people: People | None) -> str:
    return "nobody yet" if holder == OPEN else f"{'a ' * is_bot(holder)}{holder_words(holder, people)}"


fitted = fit_width
"""Old name, for games from outside."""
