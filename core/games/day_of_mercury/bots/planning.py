"""The steady bot's arithmetic: when to offer at the Shrine, and what to gather until then."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

from core.dice import Dice, Draw
from core.games.day_of_mercury.shrine import worth
from core.games.day_of_mercury.spec import ACTIONS, ACTIONS_HERE, LOCATIONS, SHRINE, SIN_LOCATIONS, SINS, VISITS
from core.games.day_of_mercury.structs import View

FOUR_CHANCE = 0.4
"""Share of gathers that bring four rather than three."""
GROWTH = 1.1
BONUS_VISIT_WORTH = 6.0
"""Value in points of a visit towards the bonus."""
RANDOM_WORTH = 2.0
"""Random variation in points: identical bots would crowd together."""
FORECAST_SHARE = 0.95


class RoundPlan(NamedTuple):
    offer: bool
    places: tuple[str, ...]
    gathers: dict[str, int]
    worth: float
    """Average value of the holding at the Shrine afterwards."""


class GatherPath(NamedTuple):
    """Successive gathers, each where it adds most to an offering."""

    types: tuple[str, ...]
    worths: tuple[int, ...]
    """Values after 0, 1, 2, ... gathers."""
    with_bonus: tuple[int, ...]
    """Values with one more of each sin."""


def best_gathers(start: Mapping[str, int], steps: int, draw: Draw) -> GatherPath:
    """Return the best next gather, `steps` times. Yields are drawn one by one: equal yields would make ties, which
    cost a tier."""
    sins = dict(start)
    types: list[str] = []
    worths, with_bonus = [worth(sins)], [_with_bonus(sins)]
    for _ in range(steps):
        brings = 4 if draw.chance(FOUR_CHANCE) else 3
        best = max(SINS, key=lambda s: worth({**sins, s: sins[s] + brings}))
        sins[best] += brings
        types.append(best)
        worths.append(worth(sins))
        with_bonus.append(_with_bonus(sins))
    return GatherPath(tuple(types), tuple(worths), tuple(with_bonus))


def _with_bonus(sins: Mapping[str, int]) -> int:
    return worth({s: n + 1 for s, n in sins.items()})


@cache
def worth_from_nothing(gathers: int, bonus: bool) -> int:
    gathers_path = best_gathers(dict.fromkeys(SINS, 0), gathers, Dice(0).draw("from nothing"))
    return gathers_path.with_bonus[-1] if bonus else gathers_path.worths[-1]


def best_plan(view: View, draw: Draw) -> RoundPlan:
    left = view.rounds - view.round + 1
    stay = best_round_plan(view, False, draw)
    offer = best_round_plan(view, True, draw)
    if stay is None or (offer is not None and offering_pays(view, offer, stay, left, draw)):
        assert offer is not None
        return offer
    return stay


def offering_pays(view: View, offer: RoundPlan, stay: RoundPlan, left: int, draw: Draw) -> bool:
    gain = offer.worth * GROWTH**left + _worth_after_offering(left - 1, len(view.lacking) - len(offer.places) + 1)
    if left == 1:
        return gain > stay.worth
    ahead = best_gathers(view.sin, ACTIONS * left, draw)
    return all(gain > FORECAST_SHARE * _worth_of_waiting(view, ahead, left, wait) for wait in range(1, left + 1))


def _worth_of_waiting(view: View, ahead: GatherPath, left: int, wait: int) -> float:
    """Points at the end from offering in `wait` rounds and from later gathers. In `left` rounds there is only the
    last conversion."""
    early = -(-len(view.lacking) // VISITS) <= wait  # a round's bonus comes after its offerings
    gathers = min(ACTIONS * (wait + 1) - 1, ACTIONS * left)
    offered = ahead.with_bonus[gathers] if early else ahead.worths[gathers]
    if wait == left:
        return offered
    lacking = len(SIN_LOCATIONS) if early else len(view.lacking) - VISITS * (wait + 1) + 1
    return offered * GROWTH ** (left - wait) + _worth_after_offering(left - wait - 1, lacking)


def _worth_after_offering(rounds: int, lacking: int) -> float:
    return worth_from_nothing(ACTIONS * rounds, max(0, lacking) <= VISITS * rounds)


def best_round_plan(view: View, offer: bool, draw: Draw) -> RoundPlan | None:
    """Return the places and gathers after which an offering would bring most; None if the Shrine cannot be reached.
    Places missing for the visit bonus count more, unless the last round cannot complete it."""
    forced = view.effects.forced
    spare = view.actions - (1 if offer else 0)
    last = view.round == view.rounds
    best: RoundPlan | None = None
    most = 0.0
    for places in combinations(LOCATIONS, VISITS):
        if (forced is not None and forced not in places) or (SHRINE in places) != offer:
            continue
        sources = [p for p in places if p != SHRINE]
        lacking = sum(p in view.lacking for p in sources)
        bonus = lacking == len(view.lacking) and not offer
        extra = (0.0 if last else lacking * BONUS_VISIT_WORTH) + draw.below(100) / 100 * RANDOM_WORTH
        for counts in product(range(ACTIONS_HERE + 1), repeat=len(sources)):
            if sum(counts) <= spare:
                gathers = dict(zip(sources, counts, strict=True))
                value = mean_worth(view.sin, gathers, bonus)
                if best is None or value + extra > most:
                    best, most = RoundPlan(offer, places, gathers, value), value + extra
    return best


def mean_worth(sin: Mapping[str, int], gathers: Mapping[str, int], bonus: bool) -> float:
    total = 0.0
    gathered = [(LOCATIONS[place].sin or "", count) for place, count in gathers.items() if count]
    for brings in product((3, 4), repeat=len(gathered)):
        sins = dict(sin)
        chance = 1.0
        for (name, count), amount in zip(gathered, brings, strict=True):
            sins[name] += amount * count
            chance *= FOUR_CHANCE if amount == 4 else 1 - FOUR_CHANCE
        total += chance * (_with_bonus(sins) if bonus else worth(sins))
    return total
