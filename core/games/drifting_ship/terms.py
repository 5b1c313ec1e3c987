"""What seats can promise each other on the ship, and whether it was kept: rooms are left to one another."""

from __future__ import annotations

from core.games.drifting_ship.reach import forecast
from core.games.drifting_ship.spec import ROOMS
from core.games.drifting_ship.structs import Leaf, Orders, View
from core.talk.acts import Clause, Term, Verdict

TERMS = (
    Term(
        id="leave",
        says="leave {what} to {to}",
        among=tuple(ROOMS),
        names={room.casefold(): room for room in ROOMS},
        words=("leave", "stay out of", "keep out of", "stay away from", "keep off", "stay off", "spare", "avoid"),
        others=("take", "go for", "get", "have", "pick"),
        seen="one",
    ),
)


def breaks(seat: str, clause: Clause, orders: Orders, view: View) -> bool:
    """Does a crewmate try for the room?"""
    return clause.term == "leave" and clause.what in tried(view, orders)


def tried(view: View, orders: Orders) -> tuple[str, ...]:
    """The rooms that these orders try to activate."""
    if view.own is None or not view.own.crew:
        return ()
    bids = [index for index in (0, 1) if isinstance(orders.of(index).activate, int)]
    return tuple(forecast(view, index, orders.of(index)).room for index in bids)


def kept(seat: str, clause: Clause, page: Leaf) -> Verdict:
    """That a room is gone is public; who took it is seen by those who were there (SH-32)."""
    report, room = page.report, clause.what
    if report is None or clause.term != "leave":
        return "unseen"
    if room not in report.activated or room in page.before.chart.activated:
        return "kept"
    owner = page.after.owners.get(room)
    if clause.who == seat:
        return "broken" if owner == seat else "kept"
    if owner is None:
        return "unseen"
    return "broken" if owner == clause.who else "kept"
