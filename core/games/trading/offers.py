"""Offers: what they are, which of them meet, and who holds what afterwards."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from core.contract import Struct


class Offer(Struct, frozen=True):
    """One offer: to whom, and the kind given. What is wanted for it is no part of it (EX-02, FA-02)."""

    to: str
    give: str


class Orders(Struct, frozen=True):
    """A round's offers; none is legal and means no trade."""

    offers: tuple[Offer, ...]


class Trade(Struct, frozen=True):
    """A processed trade. `a` comes before `b` in seat order; what was given is None where set-up does not tell."""

    round: int
    a: str
    b: str
    a_gave: str | None = None
    b_gave: str | None = None


class Swap(Struct, frozen=True):
    """A trade as one of its two seats sees it; also an imagined one, in previews."""

    partner: str = msgspec.field(name="with")
    gave: str
    got: str


class Closed(Struct, frozen=True):
    """Why a partner cannot be named, with the ruling."""

    why: str
    ruling: str


class Limits(Struct, frozen=True):
    """What one seat may offer now; all of it is known to that seat."""

    seat: str
    seats: tuple[str, ...]
    held: Mapping[str, int]
    locked: Mapping[str, int] = {}
    """How many of a kind are held but cannot be given this round (FA-08)."""
    barred: Mapping[str, Closed] = {}

    def free(self, kind: str) -> int:
        """How many of `kind` can be given now."""
        return max(0, self.held.get(kind, 0) - self.locked.get(kind, 0))


def meet(
    seats: tuple[str, ...], round_: int, orders: Mapping[str, Orders]
) -> tuple[tuple[Trade, ...], dict[str, tuple[Offer, ...]]]:
    """The trades of a round in seat order, and by seat the offers that failed, by partner in seat order.

    An offer is processed when its partner has an offer back to this seat; all at once.
    """
    given = {seat: {offer.to: offer.give for offer in orders[seat].offers} if seat in orders else {} for seat in seats}
    trades = tuple(
        Trade(round_, a, b, given[a][b], given[b][a])
        for place, a in enumerate(seats)
        for b in seats[place + 1 :]
        if b in given[a] and a in given[b]
    )
    failed = {
        seat: tuple(Offer(to, given[seat][to]) for to in seats if to in given[seat] and seat not in given[to])
        for seat in seats
    }
    return trades, failed


def swaps(trades: tuple[Trade, ...], seat: str) -> tuple[Swap, ...]:
    """The trades of `seat`, as it sees them, in seat order of its partners. Those of set-up are left out."""
    found = []
    for trade in trades:
        if trade.a_gave is None or trade.b_gave is None:
            continue
        if trade.a == seat:
            found.append(Swap(trade.b, trade.a_gave, trade.b_gave))
        elif trade.b == seat:
            found.append(Swap(trade.a, trade.b_gave, trade.a_gave))
    return tuple(found)


def moved(held: Mapping[str, int], done: tuple[Swap, ...]) -> dict[str, int]:
    """A hand after these trades; all of them at the same time."""
    after = dict(held)
    for swap in done:
        after[swap.gave] = after.get(swap.gave, 0) - 1
        after[swap.got] = after.get(swap.got, 0) + 1
    return after
