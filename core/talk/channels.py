"""Who may talk to whom (CM-20 to CM-25): channels, messages and the three policies.

A channel is named by who is in it: `lounge`, `realm:<name>`, or a set of seats. Whether it is open follows from
the policy, the phase and the lines that the game holds open; a message once said stays readable to those who were
in its channel (CM-23).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from core.refusal import Refused, quoted
from core.talk.acts import AnyAct, Deal

_SELECTORS: Final = frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
"""Marks that choose how the sign before them is drawn: that of an emoji, say."""
_EMPTY: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0") | _SELECTORS
"""Letters and marks that are drawn as nothing: Unicode's `Default_Ignorable_Code_Point` as far as it counts as
printable, and the empty pattern of Braille."""


JOINERS: Final = frozenset(map(chr, (0x200C, 0x200D, *range(0xE0020, 0xE0080))))
"""Signs that join or part letters, join emoji, or make a flag another flag. No key shows them."""
_JOINED: Final = re.compile(
    "(?<=[^\x00-\u02af\\s])[\u200c\u200d](?=[^\x00-\u02af\\s\u200c\u200d])"  # among Latin letters they only hide
    "|(?<=\U0001f3f4)[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f"  # the flag of a part of a country
)
"""What joins letters or emoji, where it does."""


def clean(text: str) -> str:
    """`text` with control and direction characters made visible; line breaks stay, and so does what joins letters or
    emoji."""
    if text.isprintable():
        return text
    plain = text.replace("\r\n", "\n").replace("\t", "    ")
    if plain.replace("\n", "").isprintable():
        return plain
    hidden = {char for char in plain if char != "\n" and not char.isprintable()}  # few, however long the page
    if _JOINED.search(plain) is None:
        return _without(plain, hidden)
    kept = [match.group() for match in _JOINED.finditer(plain)]
    others = [_without(part, hidden) for part in _JOINED.split(plain)]
    return "".join(part for pair in zip(others, [*kept, ""], strict=True) for part in pair)


def _without(text: str, hidden: set[str]) -> str:
    for char in hidden:
        text = text.replace(char, _shown(char))
    return text


def without_controls(text: str) -> str:
    """Pasted `text` without control characters other than line ends, which become LF, and tabs."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(char for char in lines if char in "\n\t" or not (char < " " or "\x7f" <= char <= "\x9f"))


def blank(text: str) -> bool:
    """Is there nothing in it that anybody would see?"""
    return all(char.isspace() or not char.isprintable() or char in _EMPTY for char in text)


def unseen(text: str) -> bool:
    """Has it a letter that nobody sees, or nothing that anybody would?"""
    return any(char in _EMPTY and char not in _SELECTORS for char in text) or blank(text)


def without_selectors(text: str) -> str:
    """`text` without the marks that only choose how a sign is drawn."""
    return "".join(char for char in text if char not in _SELECTORS)


def _shown(char: str) -> str:
    """What stands for one that cannot be printed."""
    code = ord(char)
    if code < 0x20:
        return chr(0x2400 + code)  # the control pictures: a visible sign for each
    return "\u2421" if code == 0x7F else " " if unicodedata.category(char) == "Zs" else "\ufffd"


def sentence(text: str) -> str:
    """What somebody gave as a reason, to stand before other sentences: with a full stop where nothing ends it."""
    text = text.strip()
    return f"{text}." if text and (text[-1].isalnum() or text[-1] in ")]'\"") else text


__all__ = ["Deal"]  # where bots, and games from outside, look for it

LONGEST = 2_000
"""Characters in one message (CM-25)."""

Phase = Literal["briefing", "pregame", "round", "decision", "confirming", "finished"]


class Message(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something said, kept for those who were in the channel at that moment."""

    by: str
    channel: str
    """`lounge`, `realm`, or `seats`."""
    readers: tuple[str, ...]
    """Everyone who can read it, the speaker included, in seat order."""
    text: str
    round: int
    at: float
    """Seconds since the epoch, UTC, by the table's clock."""
    deal: Deal | None = None
    act: AnyAct | None = None
    """What it does, where its writer said so: readers go by this, and the text is how it was put."""

    @property
    def of_two(self) -> bool:
        """Is it between two seats alone?"""
        return len(self.readers) == 2

    @property
    def key(self) -> tuple[str, tuple[str, ...]]:
        """What threads are grouped by: the same people in the same kind of channel."""
        return (self.channel, () if self.channel == "lounge" else self.readers)


Room = Literal["confessional", "host"]

CONFESSIONAL: Room = "confessional"
"""One's own room, read by hosts alone (HH-29)."""
LINE: Room = "host"
"""The private line between a seat and its hosts (HH-30)."""
APART: tuple[Room, ...] = (CONFESSIONAL, LINE)
"""Rooms that no other seat is ever in. What is said there is no part of the match's talk."""


class Aside(msgspec.Struct, frozen=True):
    """Something said apart: in a confessional, or on a seat's line to its hosts."""

    seat: str
    """Whose confessional or line it is."""
    room: Room
    text: str
    holder: str
    """Who played the seat then: nobody who comes after them reads it (HH-29)."""
    round: int
    at: float
    from_host: bool = False
    answers: int | None = None
    """Of what a host says: the question that this answers, by its number among all of the match."""

    @property
    def message(self) -> Message:
        """As the seat reads it."""
        return Message(LINE if self.from_host else self.seat, self.room, (self.seat,), self.text, self.round, self.at)


class Mute(msgspec.Struct, frozen=True):
    """Rooms in which a seat may say nothing for now (HH-33)."""

    rooms: tuple[str, ...]
    """Of `lounge`, `realm` and `seats` (to some alone)."""
    until: float | None
    """Seconds since the epoch; None for the rest of the match."""
    words: str

    def check(self, channel: str, now: float) -> None:
        """Refused (`muted`) for what would be said there now."""
        if channel in self.rooms and (self.until is None or now < self.until):
            how_long = f" until {self.words}" if self.words else "" if self.until else " for the rest of the match"
            message = f"A host has muted you {rooms_words(self.rooms)}{how_long}. Your line to the hosts is open."
            raise Refused("muted", message, "HH-33")


def rooms_words(rooms: Sequence[str]) -> str:
    """Rooms in words: `in the lounge and to single seats`, `everywhere`."""
    words = {"lounge": "in the lounge", "realm": "in your realm", "seats": "to single seats"}
    return "everywhere" if set(rooms) == set(words) else " and ".join(words[room] for room in rooms)


class PublishedAnswer(msgspec.Struct, frozen=True):
    """A question about the rules that a host has answered for everybody (HH-30)."""

    number: int
    """Among those of its match that were published, from 1."""
    question: str
    answer: str
    round: int
    at: float


class Rules(msgspec.Struct, frozen=True):
    """What decides whether a channel is open at one moment."""

    policy: Literal["open", "realms", "limited"]
    phase: Phase
    seats: tuple[str, ...]
    realms: dict[str, str]
    """Seat to realm, under `realms`."""
    lines: tuple[tuple[str, str], ...]
    """Pairs held open by the game, in seat order."""


def readers(rules: Rules, by: str, to: str | Sequence[str], text: str) -> tuple[str, tuple[str, ...]]:
    """The channel and readers of a message, or Refused if the policy or the form forbids it.

    `to` is `"lounge"`, `"realm"`, or the names of one or more seats (CM-25).
    """
    check_text(text)
    if isinstance(to, str):
        return _common_room(rules, by, to)
    names = list(to)
    if not names:
        raise Refused("nobody_addressed", "Say to whom: the message names nobody.", "CM-25")
    for name in names:
        if name not in rules.seats:
            raise Refused("not_seated", f"Nobody called {quoted(name)} is seated here.", "CM-25")
    if by in names:
        raise Refused("to_oneself", "You cannot send a message to yourself; your notes are for that.", "CM-25")
    if len(set(names)) < len(names):
        raise Refused("named_twice", "Name each recipient once.", "CM-25")
    _check_seats(rules, by, names)
    return "seats", tuple(s for s in rules.seats if s == by or s in names)


def check_text(text: str) -> None:
    """Refused for a message without text, or longer than LONGEST characters (CM-25)."""
    if not text.strip():
        raise Refused("no_text", "There is no text in that message.", "CM-25")
    if len(text) > LONGEST:
        raise Refused("too_long", f"A message has at most {LONGEST:,} characters; this one has {len(text):,}.", "CM-25")


def check_seen(text: str) -> None:
    """Refused for a message of which nobody would see anything (CM-25). Journals may hold one from before."""
    if blank(text):
        raise Refused("no_text", "There is nothing to see in that message: it has no letter, digit or sign.", "CM-25")


def _common_room(rules: Rules, by: str, to: str) -> tuple[str, tuple[str, ...]]:
    if to == "lounge":
        if rules.policy == "realms" and rules.phase != "finished":
            raise Refused("lounge_closed", "The lounge of all seats is closed: talk inside your realm.", "CM-21")
        return "lounge", rules.seats
    if to == "realm":
        if rules.policy != "realms":
            raise Refused("no_realms", "This match has no realms: use the lounge.", "CM-25")
        mine = rules.realms[by]
        return "realm", tuple(s for s in rules.seats if rules.realms[s] == mine)
    raise Refused(
        "unknown_channel", f"There is no channel {quoted(to)}: use lounge, realm or a list of seats.", "CM-25"
    )


def _check_seats(rules: Rules, by: str, names: list[str]) -> None:
    if rules.policy == "open" or rules.phase == "finished":
        return
    if rules.policy == "limited":
        if rules.phase == "decision":
            return
        if len(names) == 1 and _line_open(rules, by, names[0]):
            return
        raise Refused("pair_closed", "Only the lounge is open in this match, to everyone at once.", "CM-22")
    across = [name for name in names if rules.realms[name] != rules.realms[by]]
    if not across:
        return
    if len(names) > 1:
        raise Refused(
            "group_across",
            "A group stays inside one realm; across realms a message has exactly one recipient.",
            "CM-25",
        )
    if not _line_open(rules, by, names[0]):
        raise Refused("line_closed", f"No line to {names[0]} is open this round.", "CM-21")


def _line_open(rules: Rules, a: str, b: str) -> bool:
    return (a, b) in rules.lines or (b, a) in rules.lines


def partners(rules: Rules, seat: str) -> tuple[str, ...]:
    """The seats to whom `seat` may send a message of their own now, in seat order."""
    found = []
    for other in rules.seats:
        if other != seat:
            try:
                _check_seats(rules, seat, [other])
            except Refused:
                continue
            found.append(other)
    return tuple(found)


def closed_to(rules: Rules, seat: str) -> dict[str, str]:
    """Return, for `lounge` and `seats` (a single player), why a seat cannot talk there at all now; {} if it can."""
    closed = {}
    try:
        _common_room(rules, seat, "lounge")
    except Refused as refusal:
        closed["lounge"] = refusal.message
    if rules.policy == "limited" and not partners(rules, seat):
        closed["seats"] = "Only the lounge is open in this match, to everyone at once."
    return closed


def rooms(rules: Rules, seat: str) -> tuple[str, ...]:
    """The common rooms open to `seat` now: `lounge`, `realm`, or both."""
    open_now = []
    for room in ("lounge", "realm"):
        try:
            _common_room(rules, seat, room)
        except Refused:
            continue
        open_now.append(room)
    return tuple(open_now)
