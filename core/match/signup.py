"""Sign-ups for a match (HH-25) or a season (SE-30), and lots for the seats."""

from __future__ import annotations

import contextlib
from collections.abc import Collection

from msgspec.structs import replace

from core.dice import Draw
from core.match import journal as j
from core.match.asking import checked_answers, checked_note, read_questions
from core.match.audience import check_outside
from core.match.records import SignupName
from core.match.renaming import rename_seat
from core.match.seating import NAMES, OPEN, is_unnamed, name_for
from core.match.state import Match, announce, change
from core.refusal import Refused

MOST_NAMES = 100
"""Names on one list, withdrawn ones included."""


def check_signup_open(match: Match) -> None:
    """Refused (`no_signup`) unless names can be put down and taken back now."""
    if not match.header.signup:
        raise Refused("no_signup", "No names are put down for this match: its host gives out the seats.", "HH-25")
    if match.phase != "briefing":
        raise Refused("no_signup", "This match has begun; names are put down before.", "HH-25")


def check_not_empty(match: Match) -> None:
    """Refused (`nobody`) if a host begins a match without a name on the list or a held seat. A start by the clock, or
    in an old journal, stands."""
    if (
        match.header.signup
        and not listed_names(match.names)
        and match.lots_filled is None
        and all(match.holders.get(seat, OPEN) == OPEN for seat in match.seats)
    ):
        message = (
            "Nobody has put a name down and nobody holds a seat: it would begin with nobody. Wait for a name (signup "
            f"{match.header.match}), hand a seat over, or fill the seats with bots."
        )
        raise Refused("nobody", message, "HH-25")


def signed_up(match: Match, entry: j.SignedUp) -> Match:
    check_signup_open(match)
    check_outside(match.audience, entry.holder)
    names, text = add_name(match.names, as_signed(entry, match.header.questions), _seat_count_words(match))
    after = change(match, names=names)
    return announce(after, "signed_up", text, entry.at) if text else after


def signed_off(match: Match, entry: j.SignedOff) -> Match:
    """Take a name off the list. Refused: `not_signed_up`."""
    check_signup_open(match)
    return change(match, names=withdraw_name(match.names, entry.holder))


def filled_after_lots(match: Match, entry: j.LotsFilled) -> Match:
    check_signup_open(match)
    after = change(match, lots_filled=entry)
    return announce(after, "lots_filled", "Bots take the seats that the lots leave.", entry.at)


def names_and_seats(match: Match) -> str:
    return count_in_words(match.names, _seat_count_words(match))


def _seat_count_words(match: Match) -> str:
    return f"{len(match.seats)} seats"


# --- the list, of a match or a season ---------------------------------------------------------------------------------
Names = tuple[SignupName, ...]


def listed_names(names: Names) -> tuple[str, ...]:
    """Return the names that stand, oldest first."""
    return tuple(signup.name for signup in not_withdrawn(names))


def not_withdrawn(names: Names) -> Names:
    return tuple(signup for signup in names if signup.is_signed_up)


def as_signed(entry: j.SignedUp, asked: str) -> SignupName:
    """Refused: `asked`, `bad_answer`."""
    answers = checked_answers(asked, entry.answers)
    return SignupName(entry.holder, entry.name, answers=answers, note=checked_note(entry.note))


def add_name(names: Names, signed: SignupName, of: str) -> tuple[Names, str]:
    """Return the list with a name, and its announcement, empty after the first time. `of` is like `9 seats`. Refused:
    `too_many`."""
    holder, name = signed.holder, signed.name
    known = next((signup for signup in names if signup.holder == holder), None)
    if known is not None and known.is_signed_up:
        answered = replace(known, answers=signed.answers, note=signed.note)
        return tuple(answered if signup is known else signup for signup in names), ""
    after = (*(signup for signup in names if signup.holder != holder), signed)
    if known is not None:
        return after, ""
    if len(names) >= MOST_NAMES:
        raise Refused("too_many", f"{MOST_NAMES} names are on the list already.", "HH-25")
    return after, f"{name} has put their name down: {count_in_words(after, of)}."


def answer_rows(names: Names, asked: str) -> list[list[str]]:
    """Return a table for the hosts: a head, then a row a name that stands, with its answers and note (HH-84)."""
    head = ["name", *(question.text for question in read_questions(asked)), "note"]
    return [head, *([signup.name, *signup.answers, signup.note] for signup in not_withdrawn(names))]


def answer_lines(rows: list[list[str]]) -> list[str]:
    """Return `Ada: Mon, Fri; yes` of each name in such a table."""
    return [": ".join(filter(None, (name, "; ".join(filter(None, words))))) for name, *words in rows[1:]]


def withdraw_name(names: Names, holder: str) -> Names:
    """Refused: `not_signed_up`."""
    if holder not in {signup.holder for signup in not_withdrawn(names)}:
        raise Refused("not_signed_up", "Your name is not on the list.", "HH-25")
    return tuple(replace(signup, is_signed_up=signup.holder != holder and signup.is_signed_up) for signup in names)


def count_in_words(names: Names, of: str) -> str:
    """Return `3 names for 9 seats`."""
    name_count = len(not_withdrawn(names))
    return f"{name_count} name{'s' * (name_count != 1)} for {of}"


def in_order_of_lots(names: Names, without: Collection[str], draw: Draw) -> list[SignupName]:
    """Draw the order of the names that hold nothing (`without`: holders). The same list draws the same lots (CM-03)."""
    drawn = [signup for signup in not_withdrawn(names) if signup.holder not in without]
    draw.shuffle(drawn)
    return drawn


# --- the seats of a match ---------------------------------------------------------------------------------------------


def seated_by_lot(match: Match, at: float) -> Match:
    """Give the free seats out by lot, and seats with an open name the holder's."""
    if not match.header.signup:
        return match
    drawn, name_count = draw_seats(match)
    for seat, signup in drawn:
        called = name_for([other for other in match.seats if other != seat], signup.name)
        if is_unnamed(seat) and called != seat:
            with contextlib.suppress(Refused):  # a name that another seat had before: the seat stays unnamed
                match = rename_seat(match, seat, called)
                seat = called
        match = change(match, holders={**match.holders, seat: signup.holder})
    if match.lots_filled is not None:
        match = _with_bots(match, match.lots_filled)
    if not drawn:
        return match
    left = name_count - len(drawn)
    text = f"Lots gave out the seats among {name_count} name{'s' * (name_count != 1)}."
    if left:
        text += f" No seat was left for {left} of them."
    return announce(match, "seated", text, at)


def _with_bots(match: Match, filled: j.LotsFilled) -> Match:
    for seat in [seat for seat in match.seats if match.holders.get(seat, OPEN) == OPEN]:
        called = name_for([other for other in match.seats if other != seat], next(iter(filled.names), NAMES[0]))
        if is_unnamed(seat):
            match, seat = rename_seat(match, seat, called), called
            filled = replace(filled, names=filled.names[1:])
        match = change(match, holders={**match.holders, seat: filled.holder})
    return match


def draw_seats(match: Match) -> tuple[tuple[tuple[str, SignupName], ...], int]:
    """Return the free seats with the names drawn for them, and the number of names."""
    free = [seat for seat in match.seats if match.holders.get(seat, OPEN) == OPEN]
    draw = match.dice.draw("seats by lot")
    seated = () if match.header.several else tuple(match.holders.values())
    names = in_order_of_lots(match.names, seated, draw)
    draw.shuffle(free)
    return tuple(zip(free, names, strict=False)), len(names)
