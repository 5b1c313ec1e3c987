"""Another name for a seat, in everything that a match holds (HH-10).

Names are how seats are known everywhere: in the game's state, in orders, reports and announcements. A renamed match is
the one that would have been played under the new name; only what people wrote themselves stays as they wrote it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec

from core.match.state import Match, Waiting, begin, change, check_seats
from core.refusal import NotAMatch, Refused

EARLY = ("briefing", "pregame")
"""The phases in which a host may rename a seat: nobody has been told anything about it yet."""


def check_early(match: Match, seat: str) -> None:
    """Refused once round 1 has begun: `begun`; and for a name that the game itself uses as a word: `word_of_game`."""
    if match.phase not in EARLY:
        word = match.game.spec.round_word
        raise Refused("begun", f"Seats are renamed before {word} 1 begins; afterwards they keep their names.", "HH-10")
    if is_word_of_game(match, seat):
        said = f"{seat} is also a word of {match.game.spec.title}, so this seat cannot be renamed: make the match anew."
        raise Refused("word_of_game", said, "HH-10")


def renamed(match: Match, seat: str, name: str) -> Match:
    """The match in which `seat` is called `name`, from its first moment on. Refused: `bad_name`, `equal_names`, and
    `name_used` for a name that another seat had before (an old invitation may still call that one so)."""
    if match.renamed.get(name, seat) != seat:
        raise Refused("name_used", f"Another seat was called {name} before; choose another name.", "HH-10")
    seats = tuple(name if one == seat else one for one in match.seats)
    try:
        check_seats(match.game.spec.title, len(seats), seats)
    except NotAMatch as mistake:
        raise Refused(mistake.code, mistake.message, mistake.ruling) from None
    called = re.compile(rf"(?<!\w){re.escape(seat)}(?!\w)")
    known = {field: swapped(getattr(match, field), lambda text: called.sub(lambda _: name, text)) for field in NAMING}
    names = {was: name if now == seat else now for was, now in match.renamed.items() if was != name}
    said = tuple(
        msgspec.structs.replace(
            one,
            by=name if one.by == seat else one.by,
            readers=tuple(name if reader == seat else reader for reader in one.readers),
            act=swapped(one.act, lambda text: called.sub(lambda _: name, text)),
        )
        for one in match.said
    )
    kept = {
        field: {name if one == seat else one: own for one, own in getattr(match, field).items()}
        for field in ("notes", "notes_by_round", "seats_given_up", "left_by", "handed", "muted")
    }
    apart = tuple(msgspec.structs.replace(one, seat=name) if one.seat == seat else one for one in match.apart)
    known["apart"] = apart
    lets = {name if one == seat else one: own for one, own in match.audience.lets.items()}
    known["audience"] = msgspec.structs.replace(match.audience, lets=lets)
    known["waiting"] = tuple(_addressed(one, seat, name) for one in match.waiting)
    return change(match, **known, **kept, header=_header(match, seat, name), said=said, renamed={**names, seat: name})


def _addressed(one: Waiting, seat: str, name: str) -> Waiting:
    """What waits to be said, with its writer and those it is meant for as they are called then."""
    to = one.to if isinstance(one.to, str) else tuple(name if other == seat else other for other in one.to)
    return msgspec.structs.replace(one, by=name if one.by == seat else one.by, to=to)


NAMING = (
    "state", "sealed", "drafts", "ready", "votes", "rounds", "told", "actions", "news", "answered", "opened", "holders",
    "starts", "graced", "corrected", "turn_marks", "spent", "exempt", "guests", "passed_over",
)  # fmt: skip
"""The fields of a match in which seats are named, but for what people wrote."""


def _header(match: Match, seat: str, name: str) -> Any:
    def exact(text: str) -> str:
        return name if text == seat else text

    header = match.header
    named = {field: swapped(getattr(header, field), exact) for field in ("seats", "options", "given")}
    return msgspec.structs.replace(
        header, **named, holders={exact(one): holder for one, holder in header.holders.items()}
    )


def swapped(value: Any, write: Callable[[str], str]) -> Any:
    """`value` with every text in it, keys too, as `write` gives it; the same object where nothing changes."""
    if isinstance(value, str):
        return write(value)
    if isinstance(value, dict):
        return {swapped(key, write): swapped(one, write) for key, one in value.items()}
    if isinstance(value, tuple) and hasattr(value, "_make"):
        return type(value)._make(swapped(one, write) for one in value)
    if isinstance(value, list | tuple | set | frozenset):
        return type(value)(swapped(one, write) for one in value)
    if isinstance(value, msgspec.Struct):
        fields = {name: getattr(value, name) for name in value.__struct_fields__}
        return msgspec.structs.replace(value, **{name: swapped(one, write) for name, one in fields.items()})
    return value


def is_word_of_game(match: Match, seat: str) -> bool:
    """Would the match hold this text if no seat were called so?"""
    header = match.header
    for place, one in enumerate(match.seats):
        header = _header(change(match, header=header), one, f"seat {place}")
    try:
        state = begin(header).state
    except Refused:
        return True
    called = re.compile(rf"(?<!\w){re.escape(seat)}(?!\w)")
    return any(called.search(text) for text in _texts(state))


def _texts(value: Any) -> list[str]:
    found: list[str] = []

    def note(text: str) -> str:
        found.append(text)
        return text

    swapped(value, note)
    return found
