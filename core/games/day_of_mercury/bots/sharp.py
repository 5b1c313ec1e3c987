"""The `sharp` level: it plays the rounds to come through, over how crowds really are, before it says when to offer.

Half of a match's points are decided by when everything is offered: early it bears interest for longer, but a holding
whose amounts stand well apart pays half as much again as one of equals, and is worth waiting for. So each round from
the fourth on it plays the rest of the match many times with each of the next few rounds for the offering. It asks
around for the swaps that lift its holding most, in both of the places where it will be.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import permutations

from core.bots.contract import Move, Say
from core.contract import Struct
from core.dice import Dice, Draw
from core.games.day_of_mercury.bots.haggling import FULL
from core.games.day_of_mercury.bots.planning import Stand, best_course
from core.games.day_of_mercury.bots.steady import SteadyBot, expected, fill, swap_gain
from core.games.day_of_mercury.forecast import forecast
from core.games.day_of_mercury.shrine import interest
from core.games.day_of_mercury.spec import ACTIONS, ACTIONS_HERE, HOME, LOCATIONS, SHRINE, SINS, VISITS
from core.games.day_of_mercury.structs import Bot, Orders, Sight, Trade, View
from core.games.day_of_mercury.words import place_in
from core.talk.deals import bargains, between_two

YIELDS = ((2, 0.11), (3, 0.73), (4, 0.16))
"""What a gather brings, and how often."""
HUNDRED = tuple(brings for brings, often in YIELDS for _ in range(round(often * 100)))
PLACES = 7
"""Where sin is gathered; a place stands for its sin, in the order of SINS."""
ROUND = tuple(permutations(range(PLACES), VISITS))
"""Two gathers in the first place and one in the second."""
TOWARDS = 1.5
"""What a place that the visit bonus lacks is worth while there is time, in points."""
TOO_LATE = 20.0
"""What it costs to lack more places than can still be seen."""
NEXT_OFFER = 4.0
"""What such a place is worth beside an offering."""


class Course(Struct, frozen=True):
    """Where a seat stands at the start of a round."""

    held: tuple[int, ...]
    """By sin, in the order of SINS."""
    lacking: frozenset[int]
    points: int
    offered: bool
    """Has it offered once? The last conversion takes the rest."""
    round: int
    rounds: int


@lru_cache(maxsize=1 << 17)
def _paid(held: tuple[int, ...]) -> int:
    points, rank, last = 0, 0, -1
    for amount in held:
        if amount <= 0:
            break
        if amount != last:
            rank, last = rank + 1, amount
        points += amount * rank
    return points


def paid(held: Iterable[int]) -> int:
    """What the Shrine pays for these amounts (DM-50)."""
    return _paid(tuple(sorted(held, reverse=True)))


def rated(held: Sequence[int], lacking: frozenset[int], left: int) -> list[tuple[float, int, int]]:
    """Every way to gather in a round by what it promises, with `left` rounds after it to see the places."""
    found = []
    now = [amount + 1 for amount in held]
    for one, two in ROUND:
        now[one] += 6
        now[two] += 3
        value = float(paid(now))
        now[one] -= 6
        now[two] -= 3
        still = len(lacking) - (one in lacking) - (two in lacking)
        value += TOWARDS * (len(lacking) - still) - (TOO_LATE if still > VISITS * left else 0.0)
        found.append((value, one, two))
    return found


def beside(held: Sequence[int], lacking: frozenset[int]) -> tuple[float, int]:
    """What an offering brings on average with two gathers beside it where they help most, and where that is."""
    best, place = -1.0, 0
    for one in range(PLACES):
        value, now = NEXT_OFFER * (one in lacking), list(held)
        for brings, chance in YIELDS:
            now[one] = held[one] + ACTIONS_HERE * brings
            value += chance * paid(now)
        if value > best:
            best, place = value, one
    return best - NEXT_OFFER * (place in lacking), place


def last_worth(course: Course, held: Sequence[int], one: int, two: int) -> float:
    """Points at the end of the match after gathering so in the last round, without an offering (DM-51 to DM-53)."""
    more = 0 if course.lacking - {one, two} else 1
    total = 0.0
    for first, chance in YIELDS:
        for second, other in YIELDS:
            now = [amount + more for amount in held]
            now[one] += ACTIONS_HERE * first
            now[two] += second
            total += chance * other * paid(now)
    return course.points + interest(course.points) + total


def end_of(course: Course, when: int, draw: Draw) -> int:
    """Points at the end of the match if it is gone on with like this, offering in round `when`."""
    held, lacking, points, offered = list(course.held), course.lacking, course.points, course.offered
    for now in range(course.round, course.rounds + 1):
        brings = [HUNDRED[draw.below(100)] for _ in range(3)]
        offers = not offered and now == when
        if now == course.rounds and not offers:
            _, one, two = max(rated(held, lacking, 0))
            then = 1 if not lacking - {one, two} else 0
            keeps = paid([n + then + 6 * (at == one) + 3 * (at == two) for at, n in enumerate(held)])
            gives = beside(held, frozenset())[0]
            offers = gives + interest(points + int(gives)) > keeps + interest(points)
        if offers:
            place = beside(held, lacking if now < course.rounds else frozenset())[1]
            held[place] += ACTIONS_HERE * brings[0]
            points, held, offered = points + paid(held), [0] * PLACES, True
            lacking = lacking - {place}
        else:
            end = when - 1 if not offered and now < when else course.rounds
            _, one, two = max(rated(held, lacking, max(0, end - now)))
            held[one] += ACTIONS_HERE * brings[1]
            held[two] += brings[2]
            lacking = lacking - {one, two}
        points += interest(points)
        if not lacking:
            held, lacking = [amount + 1 for amount in held], frozenset(range(PLACES))
    return points + paid(held)


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


class Adviser(SharpBot):
    """It has just sat down. Where it would be is thought out anew, and the same again for the same view; what became of
    the trades that its seat has spoken of stands in the messages."""

    def _open(self, sight: Sight, lost: bool) -> list[Move]:
        self.round, self.turns = sight.round, 0
        self.orders = self.write(sight, self.draw("plan"))
        self._befriend(sight)
        standing = self._recall(sight)
        if standing is not None and self.orders is not None:
            self.orders = Orders(self.orders.visits, trade=standing)
        news = [m for m in sight.heard[self.read :] if m.round == sight.round and m.of_two and m.by != self.seat]
        self.read = len(sight.heard)
        said = [move for m in news if m.deal is not None for move in self._answer(sight, m)]
        said = [move for move in said if isinstance(move, Say)]
        waits = self.orders is not None and self.orders.trade is not None
        more = [] if waits else self.propose(sight, self.draw(f"partner {len(self.asked)}"))
        if self.orders is not None and not self.agreed:
            self.orders = Orders(
                self.orders.visits
            )  # a trade that is not agreed yet would only seem to bring something
        return [*said, *(move for move in more if isinstance(move, Say)), *self._seal()]

    def _recall(self, sight: Sight) -> Trade | None:
        """The trade that stands: agreed, or proposed last and not answered yet."""
        last = [at for at, m in enumerate(sight.heard) if m.by == self.seat]
        self.read = last[-1] + 1 if last else 0
        found: tuple[bool, int, Trade] | None = None
        for other, said in between_two(self.seat, sight.heard, sight.round).items():
            mine: Trade | None = None
            theirs: Trade | None = None
            agreed, at = False, 0
            for m in said:
                if m.by == self.seat:
                    if m.deal is None:
                        mine = None if theirs is not None and not agreed else mine
                        theirs = None
                        continue
                    mine, at = Trade(other, m.deal.give, m.deal.want), sight.heard.index(m)
                    self.asked.append(other)
                    self.offered[other] = mine
                    agreed = theirs == mine
                elif m.deal is None:
                    mine, agreed = None, False
                elif self._goes(place_in(m.text)):
                    theirs = Trade(other, m.deal.want, m.deal.give)
                    agreed = agreed or theirs == mine
            if mine is not None and (found is None or (agreed, at) > found[:2]):
                found = (agreed, at, mine)
        self.agreed = found is not None and found[0]
        return None if found is None else found[2]

    def _befriend(self, sight: Sight) -> None:
        """Who came to trade in the rounds before, as agreed, and who did not."""
        for past, report in sight.reports.items():
            for other, one in bargains(self.seat, sight.heard, past).items():
                if one.agreed and report.trade in ("done", "cancelled"):
                    more = 1 if report.trade == "done" else -1
                    self.friends[other] = self.friends.get(other, 0) + more

    def draw(self, what: str) -> Draw:
        return self.dice.draw(f"{self.seat}, round {self.round}: {what}")


def adviser(seat: str) -> Bot:
    """Whose moves the coach proposes."""
    return Adviser(seat, 0)
