"""The result of a plan if it works. Gathers count at the middle yield (a crowd of three to six, DM-10); others'
commits, thefts and gifts are left out."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET

from core.contract import Struct
from core.games.day_of_mercury.shrine import Preview, interest, preview, worth
from core.games.day_of_mercury.spec import (
    EYES_GIVE,
    FEW,
    LOCATIONS,
    SHRINE,
    SHRINE_YIELD,
    SIN_LOCATIONS,
    THEFT,
    VISITORS_GIVE,
    crowd_yield,
)
from core.games.day_of_mercury.structs import Commit, Effects, Gather, Offer, Orders, Sin, View


class Short(Struct, frozen=True):
    """A payment that probably fails; it may still work out (DM-07)."""

    what: Literal["offer", "trade"]
    location: str | None
    """Location of the offer; None for the trade."""
    sin: str
    needs: int
    has: int


class Forecast(Struct, frozen=True):
    sin: Sin
    """Holding when the Shrine takes offerings."""
    shrine: Preview
    random: int
    """Most further sins of unknown types."""
    short: tuple[Short, ...]
    """Payments that fail, in the order in which they resolve."""
    offered: int
    """Points from the Shrine this round; 0 without an offer."""
    interest: int
    """Interest at the end of the round (DM-51)."""
    bonus: bool
    """True if the plan completes the seven locations (DM-52)."""
    points: int
    """Points at the end of the round; after the last round with everything converted (DM-53)."""


def expected_yield(effects: Effects, location: str) -> int:
    """Return the expected yield of one gather: the middle yield, and one more if this seat declared the place to the
    Hanged Men (DM-10 to DM-12). Other seats' declarations are secret."""
    usual = SHRINE_YIELD if location == SHRINE else crowd_yield(FEW)
    return usual + (location in effects.declared)


def forecast(view: View, orders: Orders) -> Forecast:
    sins, random = _holding_after(view, orders)
    short: list[Short] = []
    _apply_trade(sins, orders, short)
    random += _apply_offers(sins, orders, short)
    shrine = preview(sins)
    offers = any(v.location == SHRINE and any(isinstance(d, Offer) for d in v.deeds) for v in orders.visits)
    offered = shrine.points if offers else 0
    earned = interest(view.points + offered)
    been = {*view.visited, *(visit.location for visit in orders.visits)}
    bonus = all(place in been for place in SIN_LOCATIONS)
    points = view.points + offered + earned
    if view.round == view.rounds:
        left = {sin: (0 if offers else amount) + bonus for sin, amount in sins.items()}
        points += worth(left)
    return Forecast(dict(sins), shrine, random, tuple(short), offered, earned, bonus, points)


def _holding_after(view: View, orders: Orders) -> tuple[Sin, int]:
    sins, random = dict(view.sin), 0
    for visit in orders.visits:
        for deed in visit.deeds:
            sin = LOCATIONS[visit.location].sin
            if isinstance(deed, Gather) and sin is not None:
                sins[sin] += expected_yield(view.effects, visit.location)
            elif isinstance(deed, Gather):
                random += expected_yield(view.effects, visit.location)
            elif isinstance(deed, Commit) and visit.location == "ringed_city":
                random += THEFT
    return sins, random


def _apply_trade(sins: Sin, orders: Orders, short: list[Short]) -> None:
    """Swap one sin for one before any offer (DM-40)."""
    trade = orders.trade
    if trade is None:
        return
    if not sins[trade.give]:
        short.append(Short("trade", None, trade.give, 1, 0))
        return
    sins[trade.give] -= 1
    sins[trade.want] += 1


def _apply_offers(sins: Sin, orders: Orders, short: list[Short]) -> int:
    """Resolve offers to residents in order (DM-36); return the number of random sins from the Visitors."""
    random = 0
    for visit in orders.visits:
        place = LOCATIONS[visit.location]
        for deed in visit.deeds:
            if not isinstance(deed, Offer) or place.id == SHRINE:
                continue
            if sins[place.cost_sin] < place.cost:
                short.append(Short("offer", place.id, place.cost_sin, place.cost, sins[place.cost_sin]))
                continue
            sins[place.cost_sin] -= place.cost
            if deed.sin is not UNSET:
                sins[deed.sin] += EYES_GIVE
            if place.id == "catacombs":
                random += VISITORS_GIVE
    return random
