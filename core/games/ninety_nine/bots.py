"""Choices of the bots, and habits of their players.

A usual bid is an even share: points left, spread over the bouts left. Habits come from 60 duels of the usual and the
best bots from seed 1000: a lead is about a share, or almost nothing; a white lead is answered by a good share and a
half, or by nothing; a black one by just enough to take it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from math import exp

from msgspec import UnsetType

from core.dice import Draw
from core.games.duel.bots import Duellist, Reading, Weighing
from core.games.duel.course import PAIRS, Colour
from core.games.duel.solving import CARELESS, Holding, Question, against
from core.games.ninety_nine.spec import PURSE, SURE, WON, colour, lights, span
from core.games.ninety_nine.structs import Past, Sight, View
from core.json import Json

STRAYS = 0.3
DEAR = 15.0
"""Bids against habit that are so much higher are about a third as frequent."""
LEADS = (0, 0, 0.1, 0.3, 0.45, 0.7, 0.84, 0.9, 0.95, 1, 1, 1.05, 1.1, 1.15, 1.25, 1.4, 1.55, 1.75, 1.9, 2.1)
"""Leads in even shares, all equally frequent."""
TO_WHITE = (0, 0, 0, 0, 0, 0, 0.07, 0.1, 0.15, 1.2, 1.3, 1.4, 1.45, 1.5, 1.55, 1.6, 1.7, 1.8, 1.9, 2.05)
"""Answers to a white lead, likewise."""
TO_WHITE_RICH = (0, 0.05, 0.1, 1.1, 1.2, 1.25, 1.3, 1.35, 1.4, 1.45, 1.5, 1.5, 1.55, 1.6, 1.6, 1.7, 1.7, 1.8, 1.9, 2.05)
"""The same for a player with a share of more than `RICH`."""
RICH = 13
TO_BLACK = {8: 0.07, 9: 0.23, 10: 0.41, 11: 0.14}
"""Shares of answers to a black lead; otherwise a part of `SURE`, all parts equally frequent."""
PARTS = (0, 0.2, 0.4, 0.6, 0.8)
SPREAD = 0.16
"""Spread of a habit, in shares; at least 2 points."""


@cache
def habit(left: int, bouts: int, led: Colour | None) -> Sequence[tuple[int, float]]:
    """Return usual bids with shares, for `left` points and `bouts` (1 to 9), to a colour or as a lead."""
    strays = [exp(-bid / DEAR) for bid in range(left + 1)]
    often = {bid: STRAYS * part / sum(strays) for bid, part in enumerate(strays)}
    for bid, part in (_to_black(left) if led == "black" else _in_shares(left, bouts, led)).items():
        often[bid] = often.get(bid, 0.0) + (1 - STRAYS) * part
    return sorted(often.items())


def _to_black(left: int) -> dict[int, float]:
    chances = {bid: part for bid, part in TO_BLACK.items() if bid <= left}
    share = (1 - sum(chances.values())) / len(PARTS)
    for part in PARTS:
        bid = int(part * min(left, SURE))
        chances[bid] = chances.get(bid, 0.0) + share
    return chances


def _in_shares(left: int, bouts: int, led: Colour | None) -> dict[int, float]:
    share = left / bouts
    multiples = LEADS if led is None else TO_WHITE_RICH if share > RICH else TO_WHITE
    reach = max(2.0, SPREAD * share)
    weights: dict[int, float] = {}
    for multiple in multiples:
        middle = min(multiple * share, left)
        for bid in range(max(0, int(middle - reach)), min(left, int(middle + reach) + 1) + 1):
            weights[bid] = weights.get(bid, 0.0) + max(0.0, 1 - abs(bid - middle) / reach)
    total = sum(weights.values())
    return {bid: part / total for bid, part in weights.items()}


USUAL = 25.0
"""Bids so many points higher are about a third as frequent."""


Guess = Callable[[int, int, Colour | None], Sequence[tuple[int, float]]]
"""Guessed bids with weights, for points and bouts left, to a colour or as a lead."""


@cache
def thrifty_habit(left: int, bouts: int, led: Colour | None) -> Sequence[tuple[int, float]]:
    return [(bid, exp(-bid / USUAL)) for bid in range(left + 1)]


def budgets_of_other(view: View, guess: Guess = thrifty_habit) -> dict[int, float]:
    """Return the other seat's possible points before the open bout, weighted by its guessed bids.

    In a match that began with less than all points, only the lights tell.
    """
    assert view.seat is not None
    assert not isinstance(view.left, UnsetType)
    other = next(seat for seat in view.score if seat != view.seat)
    spent = sum(bout.own or 0 for bout in view.past) + (view.led or 0)
    if view.left + spent == PURSE and len(view.past) == (view.round - 1) // 2:
        budgets = {PURSE: 1.0}
        for number, bout in enumerate(view.past):
            led = None if bout.leader != view.seat or bout.own is None else colour(bout.own)
            guesses = {budget: guess(budget, PAIRS - number, led) for budget in budgets}
            budgets = _budgets_after(budgets, bout, other, guesses)
        if budgets:
            return budgets
    least, most = span(view.lights[other])
    return dict.fromkeys(range(least, min(most, PURSE) + 1), 1.0)


def _budgets_after(
    budgets: dict[int, float], bout: Past, other: str, guesses: Mapping[int, Sequence[tuple[int, float]]]
) -> dict[int, float]:
    after: dict[int, float] = {}
    possible = {bid for bid in range(PURSE + 1) if fits(bid, bout, other)}
    for budget, weight in budgets.items():
        for bid, often in guesses[budget]:
            if bid in possible and lights(budget - bid) == bout.lights[other]:
                after[budget - bid] = after.get(budget - bid, 0.0) + weight * often
    return after


def fits(bid: int, bout: Past, other: str) -> bool:
    if colour(bid) != bout.colours[other] or bout.own is None:
        return False
    if bout.taken is None:
        return bid == bout.own
    return bid > bout.own if bout.taken == other else bid < bout.own


def chance(ours: int, theirs: int, won: int, lost: int, over: int) -> float:
    """Return the chance to win with these points left on both sides, bouts won, and bouts over; a draw counts half."""
    if max(won, lost) >= WON or over >= PAIRS:
        return 1.0 if won > lost else 0.5 if won == lost else 0.0
    if not ours and not theirs:  # only equal bouts to come
        return chance(ours, theirs, won, lost, PAIRS)
    share = 1 - theirs / (2 * ours) if ours >= theirs else ours / (2 * theirs)
    return _race(round(share * 50), won, lost, over)


@cache
def _race(share: int, won: int, lost: int, over: int) -> float:
    if max(won, lost) >= WON or over >= PAIRS:
        return 1.0 if won > lost else 0.5 if won == lost else 0.0
    part = share / 50
    return part * _race(share, won + 1, lost, over + 1) + (1 - part) * _race(share, won, lost + 1, over + 1)


def bout_worth(sight: Sight) -> Callable[[int, int, int, int], float]:
    score, leads, over = sight.view.score, sight.view.table is None, (sight.view.round + 1) // 2
    won = score[sight.seat]
    first, second = (won, sum(score.values()) - won) if leads else (sum(score.values()) - won, won)

    def worth(leader: int, other: int, led: int, answered: int) -> float:
        return chance(leader - led, other - answered, first + (led > answered), second + (led < answered), over)

    return worth


STEPS = (0, 1, 2, 3, 4, 6, 8, 9, 10, 11, 12, 13, 15, 17, 19, 22, 25, 29, 34, 40, 48, 58, 70, 84, 99)
"""Bids to consider, dense where they are small."""


class Trusting:
    """Simple mind: an even share of its points for each bout it needs, a sure bid over a black lead."""

    def choose(self, sight: Sight, draw: Draw) -> Json | None:
        view = sight.view
        assert not isinstance(view.left, UnsetType)
        share = view.left // (WON - view.score[sight.seat])
        bid = {None: share, "black": SURE, "white": share + 1}[view.table]
        return {"bid": min(view.left, bid)}


class Steady(Weighing[Sight]):
    """Weighs the other's possible points."""

    slot = "bid"
    careless = CARELESS
    """Share of the other's play that is assumed to be without a plan."""
    thought_of = 5
    """Number of equally likely points of the other to consider."""

    def bluff(self, sight: Sight, low: bool) -> int:
        assert not isinstance(sight.view.left, UnsetType)
        return min(sight.view.left, SURE - 1 if low else SURE)

    def question(self, sight: Sight, draw: Draw) -> Question:
        view = sight.view
        assert not isinstance(view.left, UnsetType)
        budgets = spread_budgets(budgets_of_other(view), self.thought_of)
        most = max(budgets)
        own = [Holding(1.0, bids(view.left, most), view.left)]
        other = [Holding(1 / len(budgets), bids(budget, view.left), budget) for budget in budgets]
        return Question(own, other, view.table, colour, bout_worth(sight), self.careless)


class Sharp(Steady):
    """Steady, but assumes that the other has a plan, and considers more of its possible points."""

    careless = 0.5
    thought_of = 9


class Reader(Reading[Sight]):
    slot = "bid"
    equal = Steady()
    tilt = (1.4, -0.1)
    THOUGHT_OF = 12
    """Number of the other's likeliest points to consider."""

    def hopes(self, sight: Sight, only: int | None = None) -> dict[int, float]:
        view = sight.view
        assert not isinstance(view.left, UnsetType)
        budgets = budgets_of_other(view, habit)
        likely = sorted(budgets, key=lambda budget: -budgets[budget])[: self.THOUGHT_OF]
        total = sum(budgets[budget] for budget in likely)
        options = tuple(range(min(view.left, max(likely) + 1) + 1)) if only is None else (only,)
        own = [Holding(1.0, options, view.left)]
        other = [Holding(budgets[budget] / total, (), budget) for budget in likely]
        question, bouts = Question(own, other, view.table, colour, bout_worth(sight)), PAIRS - (view.round - 1) // 2
        return against(question, lambda key, led: habit(key, bouts, led))


class Rogue(Steady):
    """Steady, but three times in ten a bluff: the highest black bid, or the lowest white one."""

    bluffs = 0.3


MINDS: dict[str, Callable[[], Duellist[Sight]]] = {
    "trusting": Trusting,
    "steady": Steady,
    "sharp": Sharp,
    "rogue": Rogue,
}


def bids(left: int, most: int) -> tuple[int, ...]:
    """Return the bids to consider against a seat that can bid up to `most`."""
    worthwhile = {bid for bid in STEPS if bid <= left and bid <= most + 1}
    return tuple(sorted(worthwhile | {min(left, most + 1)}))


def spread_budgets(budgets: dict[int, float], thought_of: int) -> list[int]:
    total, passed = sum(budgets.values()), 0.0
    picked: list[int] = []
    for budget in sorted(budgets):
        passed += budgets[budget]
        while len(picked) < thought_of and passed >= total * (len(picked) + 0.5) / thought_of:
            picked.append(budget)
    return picked or [max(budgets)]
