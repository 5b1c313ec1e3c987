"""When somebody is called back (HH-68): at their turn, at a proposal to them, at a close. Deadlines are reminded of by
`ssh_server.feeds.nudge`, through the same `Push`.

Each seat is followed as its own person would follow it, so that when they are told, and what, comes from what that seat
may know alone."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from core.house.house import House
from core.refusal import Refused
from core.table.seat import Seat
from core.talk.acts import Offer
from tui.app.followed_seats import Place, owes
from web_server.push import Push


class Known(NamedTuple):
    """What is compared from one change to the next."""

    closed: int
    awaited: tuple[str, int, int | None] | None
    """What is awaited of the seat: phase, round and turn; None while nothing is."""
    offers: int
    over: bool

    @classmethod
    def of(cls, seat: Seat) -> Known:
        """As the seat stands."""
        frame = seat.frame()
        awaited = (frame.phase, frame.round, frame.turn) if owes(seat) else None
        offers = sum(
            one.by != seat.name and one.channel != "lounge" and (one.deal is not None or isinstance(one.act, Offer))
            for one in seat.messages()
        )
        return cls(len(seat.closed_rounds()), awaited, offers, frame.phase == "finished")

    def news(self, before: Known, seat: Seat) -> list[str]:
        """What has come since, in sentences that name nobody and tell nothing."""
        frame, said = seat.frame(), []
        if self.closed > before.closed:
            said.append(f"{frame.round_word.capitalize()} {self.closed} has closed.")
        if self.awaited is not None and self.awaited != before.awaited:
            said.append("It is your turn." if frame.stage is not None else "Something is awaited from you.")
        if self.offers > before.offers:
            said.append("Somebody proposes something to you.")
        if self.over and not before.over:
            said.append("The match is over.")
        return said


class Calls:
    """Follows the seats of everybody who wants to be called."""

    def __init__(self, house: House, push: Push) -> None:
        self._house, self._push = house, push
        self._seats: dict[Place, tuple[str, Seat, Known]] = {}
        self._stirred: set[Place] = set()
        self._leave = house.listen(self._match_changed)
        push.changed = self._wishes_changed

    def start(self) -> None:
        """From now on; what is so already is no news."""
        for who in self._push.everyone():
            self._wishes_changed(who)

    def stop(self) -> None:
        """Nobody is followed any more."""
        self._leave()
        for place in tuple(self._seats):
            self._give_up(place)

    def _wishes_changed(self, who: str) -> None:
        wishes = self._push.wishes(who)
        wanted = {place for place in self._house.seats_of(f"person:{who}") if wishes.wants(place[0])}
        for place in [at for at, (whose, _, _) in self._seats.items() if whose == who and at not in wanted]:
            self._give_up(place)
        for place in wanted - self._seats.keys():
            self._follow(who, place)

    def _match_changed(self, match: str) -> None:
        """Something public: seats may have changed hands, and a match may be new."""
        holders = self._house.holders(match)
        for place in [at for at, (who, _, _) in self._seats.items() if at[0] == match]:
            if holders.get(place[1]) != f"person:{self._seats[place][0]}":
                self._give_up(place)
        for name, holder in holders.items():
            who = holder.removeprefix("person:")
            if (match, name) not in self._seats and who != holder and self._push.wishes(who).wants(match):
                self._follow(who, (match, name))

    def _follow(self, who: str, place: Place) -> None:
        try:
            seat = Seat(self._house.table(place[0]), place[1], f"person:{who}")
        except Refused:
            return
        self._seats[place] = who, seat, Known.of(seat)
        seat.listen(lambda change: self._stir(place))

    def _give_up(self, place: Place) -> None:
        self._seats.pop(place)[1].depart()

    def _stir(self, place: Place) -> None:
        """Look at it once the table stands; at changes that come together, once."""
        if not self._stirred:
            asyncio.get_running_loop().call_soon(self._look)
        self._stirred.add(place)

    def _look(self) -> None:
        stirred, self._stirred = self._stirred, set()
        for place in sorted(stirred & self._seats.keys()):
            who, seat, before = self._seats[place]
            if seat.gone() is not None:
                continue
            now = Known.of(seat)
            self._seats[place] = who, seat, now
            for sentence in now.news(before, seat):
                self._push.tell(who, sentence, place[0])
