"""The `sharp` level: it plays the rounds to come through, over how crowds really are, before it says when to offer.

Half of a match's points are decided by when everything is offered: early it bears interest for longer, but a holding
whose amounts stand well apart pays half as much again as one of equals, and is worth waiting for. So each round from
the fourth on it plays the rest of the match many times with each of the next few rounds for the offering. It asks
around for the swaps that lift its holding most, in both of the places where it will be.
"""

from __future__ import annotations

from core.bots.contract import Move
from core.dice import Dice, Draw
from core.games.day_of_mercury.bots.haggling import FULL
from core.games.day_of_mercury.bots.outlooks import Course, beside, end_of, last_worth, rated
from core.games.day_of_mercury.bots.planning import Stand, best_course
from core.games.day_of_mercury.bots.steady import SteadyBot, expected, fill, swap_gain
from core.games.day_of_mercury.forecast import forecast
from core.games.day_of_mercury.shrine import interest
from core.games.day_of_mercury.spec import (
    ACTIONS,
    ACTIONS_HERE,
    HOME,
    LOCATIONS,
    SHRINE,
    SINS,
    VISITS,
)
from core.games.day_of_mercury.structs import Orders, Sight, View

USUAL = 5 / 9
"""The part of the match after which it offers as a rule: round 5 of nine."""
EARLIEST = 4 / 9
FUTURES = 24
"""How often the rest of the match is played through for each round that it could offer in."""
AHEAD = 3
"""How many rounds are looked at for the offering."""
HOPE_SEED = 38
"""Of the fortunes that orders are judged by: always the same, so that two orders are judged alike."""
FEW = 6
"""Ways to gather in the last round that are weighed over all that crowds may bring."""
WHIM = 1.0
"""How far whims reach, in points: bots of one mind would crowd each other out."""
PROPOSALS = 16
"""Proposals of a trade to bots in one round, one after the other."""
TO_PEOPLE = 1
"""Proposals to one person in a round."""
EACH = 3
"""Swaps tried with one bot."""


class SharpBot(SteadyBot):
    """Thinks to the end of the match, and asks around."""

    def write(self, sight: Sight, draw: Draw) -> Orders | None:
        view = sight.view
        return Orders(tuple(fill(view, course(view, draw), draw)))

    # --- trades -------------------------------------------------------------------------------------------------
    def propose(self, sight: Sight, draw: Draw) -> list[Move]:
        """The best swaps one after the other, each where it will be, to seats that have not said that they are full."""
        if self.orders is None or self.agreed or len(self.asked) >= PROPOSALS:
            return []
        held = expected(sight.view, self.orders)
        gains = {(give, want): swap_gain(held, give, want) for give in SINS for want in SINS}
        swaps = sorted((pair for pair in gains if gains[pair] > 0), key=lambda pair: -gains[pair])[:EACH]
        left = [s for s in sight.partners if not (self.settled and s in sight.people) and not self._full(sight, s)]
        tries = [(self.asked.count(s), s) for s in left if self.asked.count(s) < self._most(sight, s, len(swaps))]
        if not swaps or not tries:
            return []
        least = min(count for count, _ in tries)
        among = [s for count, s in tries if count == least]
        friends = [s for s in among if self.friends.get(s, 0) > 0]
        partner = draw.pick(friends or among)
        place = self.orders.visits[least % VISITS].location
        return self.offer_deal(partner, *swaps[least // VISITS % len(swaps)], place)

    def _most(self, sight: Sight, seat: str, swaps: int) -> int:
        return TO_PEOPLE if seat in sight.people else VISITS * swaps

    def _full(self, sight: Sight, seat: str) -> bool:
        """Has it said this round that it trades with somebody else?"""
        return any(m.by == seat and m.of_two and m.round == sight.round and m.text == FULL for m in sight.heard)


# --- a round ----------------------------------------------------------------------------------------------------
def course(view: View, draw: Draw) -> Stand:
    """This round: where to be, and whether to offer."""
    if view.visits != VISITS or view.actions != ACTIONS:
        return best_course(view, draw)
    stands = standing(view)
    when = offering_round(stands, draw)
    found = None
    if when == view.round:
        found = _offering(view, stands)
    elif view.round == view.rounds:
        found = _last(view, stands, draw)
    return found or _gathering(view, stands, when, draw) or best_course(view, draw)


def standing(view: View) -> Course:
    return Course(
        held=tuple(view.sin[sin] for sin in SINS),
        lacking=frozenset(_number(place) for place in view.lacking),
        points=view.points,
        offered=view.points > 0,
        round=view.round,
        rounds=view.rounds,
    )


def offering_round(stands: Course, draw: Draw) -> int:
    """In which round to offer everything; a round that is past for whoever has done so."""
    if stands.offered or stands.round == stands.rounds:
        return 0
    if stands.round < round(stands.rounds * EARLIEST):
        return round(stands.rounds * USUAL)
    seed = draw.below(1 << 30)
    tried = range(stands.round, min(stands.rounds, stands.round + AHEAD))
    means = {when: sum(end_of(stands, when, futures(seed, n)) for n in range(FUTURES)) for when in tried}
    return max(means, key=lambda when: (means[when], -when))


def hope(view: View, orders: Orders) -> float:
    """Points at the end of the match after these orders, on average, if it is then gone on with as this bot would. This
    round counts by its forecast: middle yields, a trade that the other keeps, nothing by anybody else's commits."""
    found = forecast(view, orders)
    if view.round == view.rounds:
        return float(found.points)
    held = [0 if found.offered else found.sin[sin] for sin in SINS]
    lacking = {_number(place) for place in view.lacking if all(visit.location != place for visit in orders.visits)}
    then = Course(
        held=tuple(amount + found.bonus for amount in held),
        lacking=frozenset(lacking or range(len(SINS))),
        points=found.points,
        offered=found.points > 0,
        round=view.round + 1,
        rounds=view.rounds,
    )
    whens = (0,) if then.offered else range(then.round, then.rounds + 1)
    return max(sum(end_of(then, when, futures(HOPE_SEED, n)) for n in range(FUTURES)) / FUTURES for when in whens)


def futures(seed: int, number: int) -> Draw:
    """The same fortunes for every round that is weighed."""
    return Dice(seed).draw(f"future {number}")


def _number(place: str) -> int:
    return SINS.index(LOCATIONS[place].sin or "")


def _home(number: int) -> str:
    return HOME[SINS[number]]


def _offering(view: View, stands: Course) -> Stand | None:
    """Offer now, with two gathers beside it."""
    forced = view.effects.forced
    value, number = beside(stands.held, stands.lacking)
    place = _home(number) if forced in (None, SHRINE) else forced
    return Stand(True, (SHRINE, place), {place: ACTIONS_HERE}, value)


def _gathering(view: View, stands: Course, when: int, draw: Draw) -> Stand | None:
    """Two places and three gathers."""
    end = when - 1 if not stands.offered and view.round < when else view.rounds
    forced = view.effects.forced
    ways = [
        (value + draw.below(100) / 100 * WHIM, one, two)
        for value, one, two in rated(stands.held, stands.lacking, max(0, end - view.round))
        if forced is None or forced in (_home(one), _home(two))
    ]
    return _stand(*max(ways)) if ways else None


def _last(view: View, stands: Course, draw: Draw) -> Stand | None:
    """In the last round: keep all for the conversion, or offer it, as that bears interest once."""
    forced = view.effects.forced
    ways = sorted(rated(stands.held, stands.lacking, 0), reverse=True)
    ways = [way for way in ways if forced is None or forced in (_home(way[1]), _home(way[2]))][:FEW]
    keeps = [(last_worth(stands, stands.held, one, two), one, two) for _, one, two in ways]
    offer = _offering(view, Course(stands.held, frozenset(), stands.points, False, view.round, view.rounds))
    if offer is not None:
        points = stands.points + int(offer.worth)
        if not keeps or points + interest(points) > max(keeps)[0]:
            return offer
    return _stand(*max(keeps)) if keeps else None


def _stand(value: float, one: int, two: int) -> Stand:
    places = (_home(one), _home(two))
    return Stand(False, places, {places[0]: ACTIONS_HERE, places[1]: ACTIONS - ACTIONS_HERE}, value)
