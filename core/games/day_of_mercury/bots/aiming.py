"""How the sharp bot gathers: every round is chosen for what its holding can still become before it is offered.

It offers everything in one round in the middle of the match, so that half of the rounds bear interest, and lets the
last conversion take what it gathers afterwards. Both times the seven places have been seen just before.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from core.dice import Draw
from core.games.day_of_mercury.bots.planning import FOUR, Stand, best_stand
from core.games.day_of_mercury.shrine import worth
from core.games.day_of_mercury.spec import ACTIONS, ACTIONS_HERE, LOCATIONS, SHRINE, SINS, VISITS
from core.games.day_of_mercury.structs import View

OFFERS = 5 / 9
"""The part of the match after which it offers: round 5 of nine."""
PULL = 8.0
"""What a place that the visit bonus still lacks is worth."""
WHIM = 2.0
"""How far whims reach, in points: bots of one mind would crowd each other out."""
FUTURES = 3
"""How many ways for the yields to fall are tried."""


def sharp_course(view: View, draw: Draw) -> Stand:
    """This round: where to be, and whether to offer."""
    due = round(view.rounds * OFFERS)
    if view.points == 0 and due <= view.round < view.rounds:
        offer = best_stand(view, True, draw)
        if offer is not None:
            return offer
    rounds = (due if view.points == 0 and view.round < due else view.rounds) - view.round
    stay = _best(view, rounds, draw) if rounds or view.round < view.rounds else None
    found = stay or best_stand(view, False, draw) or best_stand(view, True, draw)
    assert found is not None
    return found


def _best(view: View, rounds: int, draw: Draw) -> Stand | None:
    """The places and gathers from which most can be made with the gathers of so many rounds more."""
    forced = view.effects.forced
    later = max(0, ACTIONS * rounds - (1 if view.points == 0 else 0))
    yields = [[4 if draw.chance(FOUR) else 3 for _ in range(later + view.actions)] for _ in range(FUTURES)]
    best: Stand | None = None
    most = 0.0
    for places in combinations(LOCATIONS, VISITS):
        if SHRINE in places or (forced is not None and forced not in places):
            continue
        lacking = sum(place in view.lacking for place in places)
        extra = lacking * PULL + draw.below(100) / 100 * WHIM
        for first in range(max(0, view.actions - ACTIONS_HERE), min(ACTIONS_HERE, view.actions) + 1):
            gathers = {places[0]: first, places[1]: min(ACTIONS_HERE, view.actions - first)}
            value = sum(_becomes(view.sin, gathers, later, brings) for brings in yields) / FUTURES
            if best is None or value + extra > most:
                best, most = Stand(False, places, gathers, value), value + extra
    return best


def _becomes(sin: Mapping[str, int], gathers: Mapping[str, int], later: int, brings: list[int]) -> int:
    """What the holding is worth with one more of each in the end, if every later gather goes where it adds most."""
    held = dict(sin)
    turn = 0
    for place, count in gathers.items():
        kind = LOCATIONS[place].sin
        assert kind is not None
        held[kind] += brings[turn] * count
        turn += 1
    for amount in brings[turn : turn + later]:
        best, most = SINS[0], -1
        for kind in SINS:
            held[kind] += amount
            value = worth(held)
            held[kind] -= amount
            if value > most:
                best, most = kind, value
        held[best] += amount
    return worth({kind: amount + 1 for kind, amount in held.items()})
