"""Channels, messages and the three policies of talk (CM-20 to CM-25).

A channel is its set of seats: `lounge`, `realm:<name>`, or seats. A message stays readable to the seats of its channel
at the time (CM-23).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, Final, Literal

import msgspec

from core.refusal import Refused, quoted
from core.talk.acts import AnyAct, Deal, Offer

_SELECTORS: Final = frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
"""Variation selectors, as of emoji."""
_EMPTY: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0") | _SELECTORS
"""Invisible letters and marks: the printable ones of Unicode's `Default_Ignorable_Code_Point`, and Braille's blank."""


JOINERS: Final = frozenset(map(chr, (0x200C, 0x200D, *range(0xE0020, 0xE0080))))
"""Signs that join or part letters, join emoji, or make a flag another flag. No key types them."""
_JOINED: Final = re.compile(
    "(?<=[^\x00-\u02af\\s])[\u200c\u200d](?=[^\x00-\u02af\\s\u200c\u200d])"  # between Latin letters they only hide
    "|(?<=\U0001f3f4)[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f"  # flags of parts of countries
)
"""Joiners of letters or emoji where they have an effect."""


def clean(text: str) -> str:
    """Make control and direction characters visible; line breaks and effective joiners stay."""
    if text.isprintable():
        return text
    plain = text.replace("\r\n", "\n").replace("\t", "    ")
    if plain.replace("\n", "").isprintable():
        return plain
    hidden = {char for char in set(plain) if char != "\n" and not char.isprintable()}  # few, however long the page
    if _JOINED.search(plain) is None:
        return _without(plain, hidden)
    kept = [match.group() for match in _JOINED.finditer(plain)]
    others = [_without(part, hidden) for part in _JOINED.split(plain)]
    return "".join(part for pair in zip(others, [*kept, ""], strict=True) for part in pair)


def _without(text: str, hidden: set[str]) -> str:
    for char in hidden:
        text = text.replace(char, _visible(char))
    return text


def without_controls(text: str) -> str:
    """Drop control characters of pasted text, except tabs and line ends, which become LF."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(char for char in lines if char in "\n\t" or not (char < " " or "\x7f" <= char <= "\x9f"))


def blank(text: str) -> bool:
    return all(char.isspace() or not char.isprintable() or char in _EMPTY for char in text)


def unseen(text: str) -> bool:
    """True if the text has an invisible letter, or nothing visible."""
    return any(char in _EMPTY and char not in _SELECTORS for char in text) or blank(text)


def without_selectors(text: str) -> str:
    return "".join(char for char in text if char not in _SELECTORS)


def _visible(char: str) -> str:
    code = ord(char)
    if code < 0x20:
        return chr(0x2400 + code)  # Unicode's control pictures
    return "\u2421" if code == 0x7F else " " if unicodedata.category(char) == "Zs" else "\ufffd"


def sentence(text: str) -> str:
    """Return a reason that ends with a full stop, to stand before other sentences."""
    text = text.strip()
    return f"{text}." if text and (text[-1].isalnum() or text[-1] in ")]'\"") else text


__all__ = ["Deal"]  # bots and games from outside import it here

LONGEST = 2_000
"""Characters in one message (CM-25)."""

Phase = Literal["briefing", "pregame", "round", "decision", "confirming", "judging", "finished"]


DECLINING: Final = frozenset({"decline", "full", "meagre", "later"})
"""Occasions of bots' lines that refuse a deal."""
CLOSING: Final = DECLINING | {"none", "off"}
"""Occasions after which a deal is not open any more. All others are talk, and change nothing."""


class Message(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """A message, readable to the seats of its channel at that time."""

    sender: str = msgspec.field(name="by")
    channel: str
    """`lounge`, `realm`, or `seats`."""
    readers: tuple[str, ...]
    """All seats that can read it, the writer included, in seat order."""
    text: str
    round: int
    at: float
    deal: Deal | None = None
    act: AnyAct | None = None
    """Act, if the writer gave one; readers go by it, not by the text."""
    occasion: str = ""
    """Occasion of a bot's line (core.talk.voices); empty for words of people. No view or export shows it."""

    @cached_property
    def readings(self) -> dict[object, Any]:
        """Readings of the text, kept beside it by `core.talk.parsing.utterance`."""
        return {}

    by = property(lambda message: message.sender)
    """The sender, for games and bots from outside."""

    @property
    def is_chat(self) -> bool:
        """True for a bot's line that changes nothing about a deal."""
        return bool(self.occasion) and self.occasion not in CLOSING

    @property
    def proposes(self) -> bool:
        """True for a proposal or an offer of terms."""
        return self.deal is not None or isinstance(self.act, Offer)

    @property
    def of_two(self) -> bool:
        return len(self.readers) == 2

    @property
    def key(self) -> tuple[str, tuple[str, ...]]:
        """Key of its conversation: kind of channel and seats."""
        return (self.channel, () if self.channel == "lounge" else self.readers)


Room = Literal["confessional", "host"]

CONFESSIONAL: Room = "confessional"
"""A seat's own room, read by hosts alone (HH-29)."""
LINE: Room = "host"
"""The private line between a seat and its hosts (HH-30)."""

ROOMS_SET = "the host has set who talks to whom."
ONLY_LOUNGE = "Only the lounge is open in this match, to everyone at once."

APART: tuple[Room, ...] = (CONFESSIONAL, LINE)
"""Rooms of one seat. Their messages are no part of the match's talk."""


class Aside(msgspec.Struct, frozen=True):
    seat: str
    room: Room
    text: str
    holder: str
    """Holder of the seat at that time; later ones do not read it (HH-29)."""
    round: int
    at: float
    from_host: bool = False
    answers: int | None = None
    """Number of the question that a host's message answers, among all of the match."""
    notice: bool = False
    """True for what the house writes in a player's name (HH-83): no host owes an answer."""

    @property
    def message(self) -> Message:
        return Message(LINE if self.from_host else self.seat, self.room, (self.seat,), self.text, self.round, self.at)


class Mute(msgspec.Struct, frozen=True):
    """Rooms in which a seat is muted (HH-33)."""

    rooms: tuple[str, ...]
    """`lounge`, `realm` and `seats` (direct messages)."""
    until: float | None
    """Seconds since the epoch; None for the rest of the match."""
    words: str

    def check(self, channel: str, now: float) -> None:
        """Refused (`muted`) for a message there now."""
        if channel in self.rooms and (self.until is None or now < self.until):
            how_long = f" until {self.words}" if self.words else "" if self.until else " for the rest of the match"
            message = f"A host has muted you {rooms_words(self.rooms)}{how_long}. Your line to the hosts is open."
            raise Refused("muted", message, "HH-33")


def rooms_words(rooms: Sequence[str]) -> str:
    """Return rooms in words: `in the lounge and to single seats`, `everywhere`."""
    words = {"lounge": "in the lounge", "realm": "in your realm", "seats": "to single seats"}
    return "everywhere" if set(rooms) == set(words) else " and ".join(words[room] for room in rooms)


class PublishedAnswer(msgspec.Struct, frozen=True):
    """A question about the rules with a public answer (HH-30)."""

    number: int
    question: str
    answer: str
    round: int
    at: float


class Rules(msgspec.Struct, frozen=True):
    """Facts that decide which channels are open."""

    policy: Literal["open", "realms", "limited"]
    phase: Phase
    seats: tuple[str, ...]
    realms: dict[str, str]
    """Seat to realm, under `realms`."""
    lines: tuple[tuple[str, str], ...]
    groups: tuple[tuple[str, ...], ...] | None = None
    """Rooms that a host has opened, in place of the policy; None for the policy (HH-75)."""

    def in_one_room(self, seats: Iterable[str]) -> bool:
        """True if no host has set rooms, or one of them holds all these seats."""
        if self.groups is None or self.phase in ("decision", "finished"):
            return True
        return any({*seats} <= {*group} for group in self.groups)


def readers(rules: Rules, by: str, to: str | Sequence[str], text: str) -> tuple[str, tuple[str, ...]]:
    """Return channel and readers of a message. Refused by policy or form.

    `to` is `"lounge"`, `"realm"`, or names of seats (CM-25).
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
    """Refused for a text that is empty or too long (CM-25)."""
    if not text.strip():
        raise Refused("no_text", "There is no text in that message.", "CM-25")
    if len(text) > LONGEST:
        raise Refused("too_long", f"A message has at most {LONGEST:,} characters; this one has {len(text):,}.", "CM-25")


def check_seen(text: str) -> None:
    """Refused for a text with nothing visible (CM-25). Old journals may hold one."""
    if blank(text):
        raise Refused("no_text", "There is nothing to see in that message: it has no letter, digit or sign.", "CM-25")


def _common_room(rules: Rules, by: str, to: str) -> tuple[str, tuple[str, ...]]:
    if to == "lounge":
        if not rules.in_one_room(rules.seats):
            raise Refused("lounge_closed", f"The lounge is closed: {ROOMS_SET}", "HH-75")
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
    if not rules.in_one_room((by, *names)):
        raise Refused("room_closed", f"No room holds {', '.join(names)} and you: {ROOMS_SET}", "HH-75")
    if rules.policy == "open" or rules.phase == "finished":
        return
    if rules.policy == "limited":
        if rules.phase == "decision":
            return
        if len(names) == 1 and _line_open(rules, by, names[0]):
            return
        raise Refused("pair_closed", ONLY_LOUNGE, "CM-22")
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
    """Return the seats that `seat` may write to alone now, in seat order."""
    open_seats = []
    for other in rules.seats:
        if other != seat:
            try:
                _check_seats(rules, seat, [other])
            except Refused:
                continue
            open_seats.append(other)
    return tuple(open_seats)


def closed_to(rules: Rules, seat: str) -> dict[str, str]:
    """Return why `lounge` or `seats` (direct messages) is closed to a seat; {} if neither is."""
    closed = {}
    try:
        _common_room(rules, seat, "lounge")
    except Refused as refusal:
        closed["lounge"] = refusal.message
    if not partners(rules, seat) and (rules.policy == "limited" or not rules.in_one_room(rules.seats)):
        closed["seats"] = ONLY_LOUNGE if rules.policy == "limited" else f"No room is open to you: {ROOMS_SET}"
    return closed


def rooms(rules: Rules, seat: str) -> tuple[str, ...]:
    """Return the common rooms open to `seat` now."""
    open_now = []
    for room in ("lounge", "realm"):
        try:
            _common_room(rules, seat, room)
        except Refused:
            continue
        open_now.append(room)
    return tuple(open_now)
