"""The seats of one person, followed during the session."""

from __future__ import annotations

from collections.abc import Callable

from core.house.guest import Guest
from core.table.seat import Seat

Place = tuple[str, str]


class FollowedSeats:
    """Listens at every seat of a person and to public changes of every match. `changed(match)` is called in the context
    of `start`."""

    def __init__(self, guest: Guest, changed: Callable[[str], None]) -> None:
        self._guest = guest
        self._changed = changed
        self._leave: Callable[[], None] | None = None
        self.seats: dict[Place, Seat] = {}
        """Seats held, oldest match first."""

    def start(self) -> None:
        self._leave = self._guest.house.listen(self._match_changed)
        for match, name in self._guest.house.seats_of(self._guest.holder):
            self._take((match, name))

    def stop(self) -> None:
        if self._leave is not None:
            self._leave()
            self._leave = None
        for place in tuple(self.seats):
            self._give_up(place)

    def is_held(self, place: Place) -> bool:
        match, name = place
        return place in self.seats or self._guest.house.holders(match).get(name) == self._guest.holder

    def _match_changed(self, match: str) -> None:
        table = self._guest.house.tables.get(match)
        holders = {} if table is None else table.match.holders
        mine = {(match, name) for name, holder in holders.items() if holder == self._guest.holder}
        for place in [place for place in self.seats if place[0] == match and place not in mine]:
            self._give_up(place)
        for name in holders:
            if (match, name) in mine and (match, name) not in self.seats:
                self._take((match, name))
        self._changed(match)

    def _take(self, place: Place) -> None:
        match, name = place
        seat = self._guest.seat(match, name)
        self.seats[place] = seat
        seat.listen(lambda change: self._changed(match) if change.seats is not None else None)
        seat.arrive()

    def _give_up(self, place: Place) -> None:
        self.seats.pop(place).depart()


def owes(seat: Seat) -> bool:
    """True if a move, orders, a choice or readiness (BW-91) is awaited from this seat."""
    return seat.pending() is not None or owes_orders(seat) or holds_up(seat)


def holds_up(seat: Seat) -> bool:
    """True if a match of quick turns waits in its briefing for this seat's readiness (BW-91)."""
    frame = seat.frame()
    return frame.phase == "briefing" and seat.spec.turn_seconds is not None and not frame.ready


def owes_orders(seat: Seat) -> bool:
    """True if orders or a move are awaited: with turns when it is on turn (CM-30). False with nothing to do
    (CM-29), or once ready."""
    frame = seat.frame()
    if frame.stage is not None and not frame.seals:
        return frame.turn is not None
    return seat.takes_orders and frame.orders in ("NONE", "DRAFT") and not frame.ready and seat.can_act
