"""Handing a seat over: one seat for each person (HH-09), and a name for a seat that had none (HH-10)."""

from __future__ import annotations

from core.match import journal as j
from core.match.seating import (
    OPEN,
    check_only_seat,
    is_bot,
    is_unnamed,
    name_for,
    spare_names,
)
from core.refusal import Refused, quoted
from core.table.host_preview import Takes


def hand_over(table: Takes, seat: str, holder: str, called: str = "", by: str = "host") -> str:
    """From now on `holder` plays `seat`; `called` is the person's own name. What the seat is called then.

    Refused: `not_seated`, `finished`, and `second_seat` where this person sits at the match already.
    """
    match = table.match
    if seat not in match.seats:
        raise Refused("not_seated", f"Nobody called {quoted(seat)} is seated here.", "CM-25")
    if not match.header.several:
        check_only_seat(match.holders, seat, holder)
    name = taken_name(match.seats, seat, holder, called)
    table.submit(j.HandedOver(seat=seat, holder=holder, called="" if name == seat else name, afresh=True, by=by))
    return name


def taken_name(seats: tuple[str, ...], seat: str, holder: str, called: str = "") -> str:
    """What `seat` is called once `holder` plays it: nothing else, unless its name was left open."""
    if not is_unnamed(seat) or holder == OPEN:
        return seat
    others = [one for one in seats if one != seat]
    if called:
        return name_for(others, called)
    return next(iter(spare_names(others)), seat) if is_bot(holder) else seat
