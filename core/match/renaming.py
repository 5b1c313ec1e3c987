"""Renames a seat in everything that a match holds, except text that people wrote (HH-10)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec

from core.match.records import WaitingMessage
from core.match.state import Match, begin, change, check_seats
from core.refusal import NotAMatch, Refused

EARLY = ("briefing", "pregame")
"""Phases in which a host may rename a seat: the game has sent no reports yet."""


def check_early(match: Match, seat: str) -> None:
    """Refused once round 1 has begun (`begun`), and for a name that the game uses as a word (`word_of_game`)."""
    if match.phase not in EARLY:
        word = match.spec.round_word
        raise Refused("begun", f"Seats are renamed before {word} 1 begins; afterwards they keep their names.", "HH-10")
    if is_word_of_game(match, seat):
        message = f"{seat} is also a word of {match.spec.title}, so this seat cannot be renamed: make the match anew."
        raise Refused("word_of_game", message, "HH-10")


def rename_seat(match: Match, seat: str, name: str) -> Match:
    """Rename a seat from the match's begin on. Refused: `bad_name`, `equal_names`, and `name_used` for a former name of
    another seat, which old invitations still use."""
    if match.renamed.get(name, seat) != seat:
        raise Refused("name_used", f"Another seat was called {name} before; choose another name.", "HH-10")
    seats = tuple(name if item == seat else item for item in match.seats)
    try:
        check_seats(match.spec, seats)
    except NotAMatch as mistake:
        raise Refused(mistake.code, mistake.message, mistake.ruling) from None
    pattern = re.compile(rf"(?<!\w){re.escape(seat)}(?!\w)")
    known = {field: swapped(getattr(match, field), lambda text: pattern.sub(lambda _: name, text)) for field in NAMING}
    names = {old: name if new == seat else new for old, new in match.renamed.items() if old != name}
    messages = tuple(
        msgspec.structs.replace(
            item,
            sender=name if item.sender == seat else item.sender,
            readers=tuple(name if reader == seat else reader for reader in item.readers),
            act=swapped(item.act, lambda text: pattern.sub(lambda _: name, text)),
        )
        for item in match.messages
    )
    renamed = {
        field: {name if item == seat else item: own for item, own in getattr(match, field).items()}
        for field in ("notes", "notes_by_round", "seats_given_up", "left_by", "handed_over", "muted")
    }
    asides = tuple(msgspec.structs.replace(item, seat=name) if item.seat == seat else item for item in match.asides)
    known["asides"] = asides
    lets = {name if item == seat else item: own for item, own in match.audience.consents.items()}
    known["audience"] = msgspec.structs.replace(match.audience, consents=lets)
    known["queued"] = tuple(_readdressed(item, seat, name) for item in match.queued)
    return change(
        match, **known, **renamed, header=_header(match, seat, name), messages=messages, renamed={**names, seat: name}
    )


def _readdressed(queued: WaitingMessage, seat: str, name: str) -> WaitingMessage:
    to = queued.to if isinstance(queued.to, str) else tuple(name if other == seat else other for other in queued.to)
    return msgspec.structs.replace(queued, sender=name if queued.sender == seat else queued.sender, to=to)


NAMING = (
    "state", "sealed", "drafts", "ready", "votes", "rounds", "notices", "actions", "news", "published_answers",
    "host_looks", "holders", "starts", "waited_for", "corrected", "turn_marks", "spent", "exempt", "guests",
    "passed_over", "before_verdict", "later_drafts",
)  # fmt: skip
"""Fields of a match that name seats, without text that people wrote."""


def _header(match: Match, seat: str, name: str) -> Any:
    def exact(text: str) -> str:
        return name if text == seat else text

    header = match.header
    named = {field: swapped(getattr(header, field), exact) for field in ("seats", "options", "setup", "branch")}
    return msgspec.structs.replace(
        header, **named, holders={exact(named_seat): holder for named_seat, holder in header.holders.items()}
    )


def swapped(value: Any, write: Callable[[str], str]) -> Any:
    """Apply `write` to every text in `value`, keys too; an unchanged value is returned itself."""
    if isinstance(value, str):
        return write(value)
    if isinstance(value, dict):
        return {swapped(key, write): swapped(item, write) for key, item in value.items()}
    if isinstance(value, tuple) and hasattr(value, "_make"):
        return type(value)._make(swapped(item, write) for item in value)
    if isinstance(value, list | tuple | set | frozenset):
        return type(value)(swapped(item, write) for item in value)
    if isinstance(value, msgspec.Struct):
        fields = {name: getattr(value, name) for name in value.__struct_fields__}
        return msgspec.structs.replace(value, **{name: swapped(item, write) for name, item in fields.items()})
    return value


def is_word_of_game(match: Match, seat: str) -> bool:
    header = match.header
    for place, other in enumerate(match.seats):
        header = _header(change(match, header=header), other, f"seat {place}")
    try:
        state = begin(header).state
    except Refused:
        return True
    called = re.compile(rf"(?<!\w){re.escape(seat)}(?!\w)")
    return any(called.search(text) for text in _texts_in(state))


def _texts_in(value: Any) -> list[str]:
    texts: list[str] = []

    def note(text: str) -> str:
        texts.append(text)
        return text

    swapped(value, note)
    return texts
