"""The `sharp` level: simulates the coming rounds before it decides when to offer.

Half of a match's points depend on that: early points bear interest longer, but distinct amounts pay half as much again
as equal ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import permutations

from core.bots.contract import Move
from core.contract import Struct
from core.dice import Dice, Draw
from core.games.day_of_mercury.bots.haggling import FULL
from core.games.day_of_mercury.bots.planning import RoundPlan, best_plan
from core.games.day_of_mercury.bots.steady import SteadyBot, expected_holding, planned_visits, swap_gain
from core.games.day_of_mercury.forecast import forecast
from core.games.day_of_mercury.shrine import interest
from core.games.day_of_mercury.spec import ACTIONS, ACTIONS_HERE, HOME, LOCATIONS, SHRINE, SINS, VISITS
from core.games.day_of_mercury.structs import Orders, Sight, View

YIELDS = ((2, 0.11), (3, 0.73), (4, 0.16))
"""Yields of a gather with their shares."""
YIELD_BY_PERCENT = tuple(brings for brings, often in YIELDS for _ in range(round(often * 100)))
PLACES = 7
"""Number of places that yield sin; a place is an index of SINS."""
GATHER_PAIRS = tuple(permutations(range(PLACES), VISITS))
"""Pairs of places: two gathers in the first, one in the second."""
MISSING_PLACE_VALUE = 1.5
"""Value in points of a place missing for the visit bonus, while there is time."""
TOO_LATE = 20.0
"""Cost of lacking more places than can still be visited."""
MISSING_BESIDE_OFFER = 4.0
"""Value of a missing place beside an offering."""


class Course(Struct, frozen=True):
    """A seat's position at the start of a round."""

    held: tuple[int, ...]
    """Amounts in the order of SINS."""
    lacking: frozenset[int]
    points: int
    offered: bool
    """True if it has offered once; the last conversion takes the rest."""
    round: int
    rounds: int


@lru_cache(maxsize=1 << 17)
def _payment_for_sorted(amounts: tuple[int, ...]) -> int:
    points, rank, last = 0, 0, -1
    for amount in amounts:
        if amount <= 0:
            break
        if amount != last:
            rank, last = rank + 1, amount
        points += amount * rank
    return points


def shrine_payment(amounts: Iterable[int]) -> int:
    """Return the Shrine's payment for these amounts (DM-50)."""
    return _payment_for_sorted(tuple(sorted(amounts, reverse=True)))


def rated_gathers(sins: Sequence[int], lacking: frozenset[int], rounds_left: int) -> Iterator[tuple[float, int, int]]:
    """Yield every way to gather in a round with its value. `rounds_left`: later rounds, for missing places."""
    gathered = [amount + 1 for amount in sins]
    for first, second in GATHER_PAIRS:
        gathered[first] += 6
        gathered[second] += 3
        value = float(shrine_payment(gathered))
        gathered[first] -= 6
        gathered[second] -= 3
        lacking_after = len(lacking) - (first in lacking) - (second in lacking)
        value += MISSING_PLACE_VALUE * (len(lacking) - lacking_after) - (
            TOO_LATE if lacking_after > VISITS * rounds_left else 0.0
        )
        yield (value, first, second)


def best_offering(sins: Sequence[int], lacking: frozenset[int]) -> tuple[float, int]:
    """Return the average value of an offering with two gathers in the best place, and that place."""
    best, place = -1.0, 0
    for place_ in range(PLACES):
        value, gathered = MISSING_BESIDE_OFFER * (place_ in lacking), list(sins)
        for brings, chance in YIELDS:
            gathered[place_] = sins[place_] + ACTIONS_HERE * brings
            value += chance * shrine_payment(gathered)
        if value > best:
            best, place = value, place_
    return best - MISSING_BESIDE_OFFER * (place in lacking), place


def final_points(course: Course, sins: Sequence[int], first_place: int, second_place: int) -> float:
    """Return the points at the end of the match after these gathers in the last round, without an offering (DM-51 to
    DM-53)."""
    bonus = 0 if course.lacking - {first_place, second_place} else 1
    total = 0.0
    for first_yield, first_chance in YIELDS:
        for second_yield, second_chance in YIELDS:
            gathered = [amount + bonus for amount in sins]
            gathered[first_place] += ACTIONS_HERE * first_yield
            gathered[second_place] += second_yield
            total += first_chance * second_chance * shrine_payment(gathered)
    return course.points + interest(course.points) + total


def simulated_points(course: Course, offer_round: int, draw: Draw) -> int:
    sins, lacking, points, offered = list(course.held), course.lacking, course.points, course.offered
    for round_ in range(course.round, course.rounds + 1):
        brings = [YIELD_BY_PERCENT[draw.below(100)] for _ in range(3)]
        offers = not offered and round_ == offer_round
        if round_ == course.rounds and not offers:
            _, first, second = max(rated_gathers(sins, lacking, 0))
            bonus = 1 if not lacking - {first, second} else 0
            keeps = shrine_payment([n + bonus + 6 * (i == first) + 3 * (i == second) for i, n in enumerate(sins)])
            gives = best_offering(sins, frozenset())[0]
            offers = gives + interest(points + int(gives)) > keeps + interest(points)
        if offers:
            place = best_offering(sins, lacking if round_ < course.rounds else frozenset())[1]
            sins[place] += ACTIONS_HERE * brings[0]
            points, sins, offered = points + shrine_payment(sins), [0] * PLACES, True
            lacking = lacking - {place}
        else:
            last_round = offer_round - 1 if not offered and round_ < offer_round else course.rounds
            _, first, second = max(rated_gathers(sins, lacking, max(0, last_round - round_)))
            sins[first] += ACTIONS_HERE * brings[1]
            sins[second] += brings[2]
            lacking = lacking - {first, second}
        points += interest(points)
        if not lacking:
            sins, lacking = [amount + 1 for amount in sins], frozenset(range(PLACES))
    return points + shrine_payment(sins)


USUAL_OFFER = 5 / 9
"""Usual round of the offering, as a share of the match: round 5 of nine."""
EARLIEST_OFFER = 4 / 9
FUTURES = 24
"""Simulations of the rest of the match for each possible round of the offering."""
ROUNDS_AHEAD = 3
HOPE_SEED = 38
"""Fixed seed: all orders are compared by the same draws."""
AVERAGED_WAYS = 6
"""Ways to gather in the last round that are averaged over all yields."""
WHIM = 1.0
"""Random variation in points: identical bots would crowd together."""
PROPOSALS = 16
"""Most proposals to bots in one round, one after the other."""
PROPOSALS_TO_PERSON = 1
BEST_SWAPS = 3


class SharpBot(SteadyBot):
    """Simulates to the end of the match, and proposes widely."""

    def write(self, sight: Sight, draw: Draw) -> Orders | None:
        view = sight.view
        return Orders(tuple(planned_visits(view, plan_round(view, draw), draw)))

    # --- trades -------------------------------------------------------------------------------------------------
    def propose(self, sight: Sight, draw: Draw) -> list[Move]:
        """Propose the best swaps one after the other, where it will be, to seats that have not declared themselves
        full."""
        if self.orders is None or self.agreed or len(self.asked) >= PROPOSALS:
            return []
        sins = expected_holding(sight.view, self.orders)
        gains = {(give, want): swap_gain(sins, give, want) for give in SINS for want in SINS}
        swaps = sorted((pair for pair in gains if gains[pair] > 0), key=lambda pair: -gains[pair])[:BEST_SWAPS]
        idle = self.settled or not sight.reports  # in the first round no seat holds what a person could give
        full = {m.sender for m in sight.heard if m.of_two and m.round == sight.round and m.text == FULL}
        left = [s for s in sight.partners if not (idle and s in sight.people) and s not in full]
        tries = [(self.asked.count(s), s) for s in left if self.asked.count(s) < self._most(sight, s, len(swaps))]
        if not swaps or not tries:
            return []
        least = min(count for count, _ in tries)
        among = [s for count, s in tries if count == least]
        friends = [s for s in among if self.friends.get(s, 0) > 0]
        partner = draw.pick(friends or among)
        if self.holding_back and partner not in sight.people:
            return []
        place = self.orders.visits[least % VISITS].location
        return self.offer_deal(partner, *swaps[least // VISITS % len(swaps)], place)

    def _most(self, sight: Sight, seat: str, swaps: int) -> int:
        return PROPOSALS_TO_PERSON if seat in sight.people else VISITS * swaps


# --- a round ----------------------------------------------------------------------------------------------------
def plan_round(view: View, draw: Draw) -> RoundPlan:
    if view.visits != VISITS or view.actions != ACTIONS:
        return best_plan(view, draw)
    course = course_of(view)
    offer_round = offering_round(course, draw)
    plan = None
    if offer_round == view.round:
        plan = _offering(view, course)
    elif view.round == view.rounds:
        plan = _last_round(view, course, draw)
    return plan or _gathering(view, course, offer_round, draw) or best_plan(view, draw)


def course_of(view: View) -> Course:
    return Course(
        held=tuple(view.sin[sin] for sin in SINS), lacking=frozenset(_sin_index(place) for place in view.lacking),
        points=view.points, offered=view.points > 0, round=view.round, rounds=view.rounds,
    )  # fmt: skip


def offering_round(course: Course, draw: Draw) -> int:
    if course.offered or course.round == course.rounds:
        return 0
    if course.round < round(course.rounds * EARLIEST_OFFER):
        return round(course.rounds * USUAL_OFFER)
    seed = draw.below(1 << 30)
    tried = range(course.round, min(course.rounds, course.round + ROUNDS_AHEAD))
    means = {when: sum(simulated_points(course, when, future_draw(seed, n)) for n in range(FUTURES)) for when in tried}
    return max(means, key=lambda when: (means[when], -when))


def hope(view: View, orders: Orders) -> float:
    """Return the average points at the end of the match after these orders, if this bot continued. This round counts
    by its forecast: middle yields, a kept trade, no commits of others."""
    planned = forecast(view, orders)
    if view.round == view.rounds:
        return float(planned.points)
    sins = [0 if planned.offered else planned.sin[sin] for sin in SINS]
    lacking = {_sin_index(place) for place in view.lacking if all(visit.location != place for visit in orders.visits)}
    next_course = Course(
        held=tuple(amount + planned.bonus for amount in sins), lacking=frozenset(lacking or range(len(SINS))),
        points=planned.points, offered=planned.points > 0, round=view.round + 1, rounds=view.rounds,
    )  # fmt: skip
    offer_rounds = (0,) if next_course.offered else range(next_course.round, next_course.rounds + 1)
    return max(
        sum(simulated_points(next_course, round_, future_draw(HOPE_SEED, n)) for n in range(FUTURES)) / FUTURES
        for round_ in offer_rounds
    )


def future_draw(seed: int, number: int) -> Draw:
    return Dice(seed).draw(f"future {number}")


def _sin_index(place: str) -> int:
    return SINS.index(LOCATIONS[place].sin or "")


def _home(number: int) -> str:
    return HOME[SINS[number]]


def _offering(view: View, course: Course) -> RoundPlan | None:
    forced = view.effects.forced
    value, number = best_offering(course.held, course.lacking)
    place = _home(number) if forced in (None, SHRINE) else forced
    return RoundPlan(True, (SHRINE, place), {place: ACTIONS_HERE}, value)


def _gathering(view: View, course: Course, offer_round: int, draw: Draw) -> RoundPlan | None:
    last_round = offer_round - 1 if not course.offered and view.round < offer_round else view.rounds
    forced = view.effects.forced
    ways = [
        (value + draw.below(100) / 100 * WHIM, first, second)
        for value, first, second in rated_gathers(course.held, course.lacking, max(0, last_round - view.round))
        if forced is None or forced in (_home(first), _home(second))
    ]
    return _round_plan(*max(ways)) if ways else None


def _last_round(view: View, course: Course, draw: Draw) -> RoundPlan | None:
    """The last round: keep everything for the conversion, or offer it for one more interest."""
    forced = view.effects.forced
    ways = sorted(rated_gathers(course.held, course.lacking, 0), reverse=True)
    ways = [way for way in ways if forced is None or forced in (_home(way[1]), _home(way[2]))][:AVERAGED_WAYS]
    keeps = [(final_points(course, course.held, first, second), first, second) for _, first, second in ways]
    offer = _offering(view, Course(course.held, frozenset(), course.points, False, view.round, view.rounds))
    if offer is not None:
        points = course.points + int(offer.worth)
        if not keeps or points + interest(points) > max(keeps)[0]:
            return offer
    return _round_plan(*max(keeps)) if keeps else None


def _round_plan(value: float, first: int, second: int) -> RoundPlan:
    places = (_home(first), _home(second))
    return RoundPlan(False, places, {places[0]: ACTIONS_HERE, places[1]: ACTIONS - ACTIONS_HERE}, value)
