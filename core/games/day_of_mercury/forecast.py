"""What a plan brings if it works, from what its seat knows alone: its own holding, its own effects, its own orders.

Gathers count at the middle yield (a crowd of three to six, DM-10) and random sins are only counted, never guessed;
commits, thefts and gifts of others are left out. The screen says so.
"""

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
    """A payment that the plan is not expected to be able to make; it may still work out (DM-07)."""

    what: Literal["offer", "trade"]
    location: str | None
    """Of the offer; None for the trade."""
    sin: str
    needs: int
    has: int


class Forecast(Struct, frozen=True):
    """A round, as planned."""

    sin: Sin
    """What is held when the Shrine takes offerings."""
    shrine: Preview
    """What the Shrine would pay for it."""
    random: int
    """Sins of unknown types that come on top, at most."""
    short: tuple[Short, ...]
    """Payments that fail, in the order in which they resolve."""
    offered: int
    """Points from the Shrine this round; 0 if the plan does not offer there."""
    interest: int
    """Points of interest at the end of the round (DM-51)."""
    bonus: bool
    """Does the plan complete the seven locations (DM-52)?"""
    points: int
    """Points at the end of the round; after the last round, with everything converted (DM-53)."""


def brings(effects: Effects, location: str) -> int:
    """What one gather is expected to bring there: the middle yield, and one more if this seat declared the place to
    the Hanged Men (DM-10 to DM-12). Other seats' declarations are secret."""
    usual = SHRINE_YIELD if location == SHRINE else crowd_yield(FEW)
    return usual + (location in effects.declared)


def forecast(view: View, orders: Orders) -> Forecast:
    """The round of `orders`, resolved in the order of the rules for this seat alone."""
    held, random = _gathered(view, orders)
    short: list[Short] = []
    _trade(held, orders, short)
    random += _residents(held, orders, short)
    shrine = preview(held)
    offers = any(v.location == SHRINE and any(isinstance(d, Offer) for d in v.deeds) for v in orders.visits)
    offered = shrine.points if offers else 0
    earned = interest(view.points + offered)
    been = {*view.visited, *(visit.location for visit in orders.visits)}
    bonus = all(place in been for place in SIN_LOCATIONS)
    points = view.points + offered + earned
    if view.round == view.rounds:
        left = {sin: (0 if offers else amount) + bonus for sin, amount in held.items()}
        points += worth(left)
    return Forecast(dict(held), shrine, random, tuple(short), offered, earned, bonus, points)


def _gathered(view: View, orders: Orders) -> tuple[Sin, int]:
    """The holding after the gathers, and how many random sins gathers and thefts may add."""
    held, random = dict(view.sin), 0
    for visit in orders.visits:
        for deed in visit.deeds:
            sin = LOCATIONS[visit.location].sin
            if isinstance(deed, Gather) and sin is not None:
                held[sin] += brings(view.effects, visit.location)
            elif isinstance(deed, Gather):
                random += brings(view.effects, visit.location)
            elif isinstance(deed, Commit) and visit.location == "ringed_city":
                random += THEFT
    return held, random


def _trade(held: Sin, orders: Orders, short: list[Short]) -> None:
    """One sin for one sin, before any offer (DM-40)."""
    trade = orders.trade
    if trade is None:
        return
    if not held[trade.give]:
        short.append(Short("trade", None, trade.give, 1, 0))
        return
    held[trade.give] -= 1
    held[trade.want] += 1


def _residents(held: Sin, orders: Orders, short: list[Short]) -> int:
    """Offers to residents, in the order of the orders (DM-36); how many random sins the Visitors give."""
    random = 0
    for visit in orders.visits:
        place = LOCATIONS[visit.location]
        for deed in visit.deeds:
            if not isinstance(deed, Offer) or place.id == SHRINE:
                continue
            if held[place.cost_sin] < place.cost:
                short.append(Short("offer", place.id, place.cost_sin, place.cost, held[place.cost_sin]))
                continue
            held[place.cost_sin] -= place.cost
            if deed.sin is not UNSET:
                held[deed.sin] += EYES_GIVE
            if place.id == "catacombs":
                random += VISITORS_GIVE
    return random
