"""People put their names down for a match, and lots decide who sits where (HH-25)."""

from __future__ import annotations

import contextlib

from core.match import journal as j
from core.match.audience import check_outside
from core.match.renaming import renamed
from core.match.seating import OPEN, is_unnamed, name_for
from core.match.state import Match, Name, announce, change
from core.refusal import Refused

MOST_NAMES = 100
"""Names on one list."""


def check_open(match: Match) -> None:
    """Refused (`no_signup`) unless names can be put down and taken back now."""
    if not match.header.signup:
        raise Refused("no_signup", "No names are put down for this match: its host gives out the seats.", "HH-25")
    if match.phase != "briefing":
        raise Refused("no_signup", "This match has begun; names are put down before.", "HH-25")


def check_somebody(match: Match) -> None:
    """Refused (`nobody`) where a host would begin a match for which no name is down and in which nobody holds a seat.
    The fold does not ask: a start by the clock, or one that an old journal has, stands."""
    if match.header.signup and not up(match) and all(match.holders.get(seat, OPEN) == OPEN for seat in match.seats):
        told = (
            "Nobody has put a name down and nobody holds a seat: it would begin with nobody. Wait for a name (signup "
            f"{match.header.match}), hand a seat over, or fill the seats with bots."
        )
        raise Refused("nobody", told, "HH-25")


def signed_up(match: Match, entry: j.SignedUp) -> Match:
    """Somebody's name is on the list. Everybody is told the first time."""
    check_open(match)
    check_outside(match.audience, entry.holder)
    known = next((one for one in match.names if one.holder == entry.holder), None)
    if known is not None and known.up:
        return match
    if known is not None:
        rest = tuple(one for one in match.names if one.holder != entry.holder)
        return change(match, names=(*rest, Name(entry.holder, entry.called)))
    if len(match.names) >= MOST_NAMES:
        raise Refused("too_many", f"{MOST_NAMES} names are on the list already.", "HH-25")
    after = change(match, names=(*match.names, Name(entry.holder, entry.called)))
    many, seats = len(up(after)), len(match.seats)
    text = f"{entry.called} has put their name down: {many} name{'s' * (many != 1)} for {seats} seats."
    return announce(after, "signed_up", text, entry.at)


def signed_off(match: Match, entry: j.SignedOff) -> Match:
    """Somebody's name is off the list. Refused (`not_signed_up`) if it was not on it."""
    check_open(match)
    if entry.holder not in {one.holder for one in up(match)}:
        raise Refused("not_signed_up", "Your name is not on the list.", "HH-25")
    names = tuple(Name(one.holder, one.called, one.holder != entry.holder and one.up) for one in match.names)
    return change(match, names=names)


def up(match: Match) -> tuple[Name, ...]:
    """Whose names are on the list now, in the order in which they were put down."""
    return tuple(one for one in match.names if one.up)


def seated_by_lot(match: Match, at: float) -> Match:
    """The match with everybody in the seat that their lot gave them, under their own name where its name was open."""
    if not match.header.signup:
        return match
    given, many = drawn(match), len(_candidates(match))
    for seat, name in given:
        called = name_for([other for other in match.seats if other != seat], name.called)
        if is_unnamed(seat) and called != seat:
            with contextlib.suppress(Refused):  # a name that another seat had before: the seat stays unnamed
                match = renamed(match, seat, called)
                seat = called
        match = change(match, holders={**match.holders, seat: name.holder})
    if not given:
        return match
    left = many - len(given)
    text = f"Lots gave out the seats among {many} name{'s' * (many != 1)}" + (f"; {left} found none." if left else ".")
    return announce(match, "seated", text, at)


def _candidates(match: Match) -> tuple[Name, ...]:
    """The names in the list of those who hold no seat yet."""
    seated = set(match.holders.values())
    return tuple(one for one in up(match) if match.header.several or one.holder not in seated)


def drawn(match: Match) -> tuple[tuple[str, Name], ...]:
    """Who sits where by lot: a free seat each, until there are none. The same list draws the same lots (CM-03)."""
    free = [seat for seat in match.seats if match.holders.get(seat, OPEN) == OPEN]
    names = list(_candidates(match))
    draw = match.dice.draw("seats by lot")
    draw.shuffle(names)
    chosen = names[: len(free)]
    draw.shuffle(free)
    return tuple(zip(free, chosen, strict=False))
