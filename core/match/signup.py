"""People put their names down for a match (HH-25) or a season (SE-30), and lots decide who plays."""

from __future__ import annotations

import contextlib
from collections.abc import Collection

from core.dice import Draw
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
    names, told = put_down(match.names, entry.holder, entry.called, _seats(match))
    after = change(match, names=names)
    return announce(after, "signed_up", told, entry.at) if told else after


def signed_off(match: Match, entry: j.SignedOff) -> Match:
    """Somebody's name is off the list. Refused (`not_signed_up`) if it was not on it."""
    check_open(match)
    return change(match, names=take_off(match.names, entry.holder))


def up(match: Match) -> tuple[Name, ...]:
    """Whose names are on the list now, in the order in which they were put down."""
    return listed(match.names)


def stands(match: Match) -> str:
    """Where the sign-up stands: `3 names for 9 seats`."""
    return names_for(match.names, _seats(match))


def _seats(match: Match) -> str:
    return f"{len(match.seats)} seats"


# --- the list, of a match or a season ---------------------------------------------------------------------------------
Names = tuple[Name, ...]


def listed(names: Names) -> Names:
    """Those that were not taken back."""
    return tuple(one for one in names if one.up)


def put_down(names: Names, holder: str, called: str, of: str) -> tuple[Names, str]:
    """The list with somebody on it, and what everybody is told of it, the first time alone; `of` what there are: `9
    seats`. Refused: `too_many`."""
    known = next((one for one in names if one.holder == holder), None)
    if known is not None and known.up:
        return names, ""
    after = (*(one for one in names if one.holder != holder), Name(holder, called))
    if known is not None:
        return after, ""
    if len(names) >= MOST_NAMES:
        raise Refused("too_many", f"{MOST_NAMES} names are on the list already.", "HH-25")
    return after, f"{called} has put their name down: {names_for(after, of)}."


def take_off(names: Names, holder: str) -> Names:
    """The list without somebody. Refused: `not_signed_up`."""
    if holder not in {one.holder for one in listed(names)}:
        raise Refused("not_signed_up", "Your name is not on the list.", "HH-25")
    return tuple(Name(one.holder, one.called, one.holder != holder and one.up) for one in names)


def names_for(names: Names, of: str) -> str:
    """How many there are, of what: `3 names for 9 seats`."""
    many = len(listed(names))
    return f"{many} name{'s' * (many != 1)} for {of}"


def in_order_of_lots(names: Names, without: Collection[str], draw: Draw) -> list[Name]:
    """Those on the list who hold nothing yet (`without`: who does), as lots have it. The same list draws the same lots
    (CM-03)."""
    found = [one for one in listed(names) if one.holder not in without]
    draw.shuffle(found)
    return found


# --- the seats of a match ---------------------------------------------------------------------------------------------


def seated_by_lot(match: Match, at: float) -> Match:
    """The match with everybody in the seat that their lot gave them, under their own name where its name was open."""
    if not match.header.signup:
        return match
    given, many = drawn(match)
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
    text = f"Lots gave out the seats among {many} name{'s' * (many != 1)}."
    if left:
        text += f" No seat was left for {left} of them."
    return announce(match, "seated", text, at)


def drawn(match: Match) -> tuple[tuple[tuple[str, Name], ...], int]:
    """Who sits where by lot: a free seat each, until there are none; and among how many that was."""
    free = [seat for seat in match.seats if match.holders.get(seat, OPEN) == OPEN]
    draw = match.dice.draw("seats by lot")
    seated = () if match.header.several else tuple(match.holders.values())
    names = in_order_of_lots(match.names, seated, draw)
    draw.shuffle(free)
    return tuple(zip(free, names, strict=False)), len(names)
