"""How the bots of Ninety-nine choose, and what players of it usually bid, in even shares: what is left, spread over the
bouts that are left.

The habits were read off the usual and the best bots (60 duels from seed 1000): a lead is about a share, or next to
nothing; a white one is met by a good share and a half, or by nothing; a black one by what just takes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from math import exp

from msgspec import UnsetType

from core.dice import Dice, Draw
from core.games.duel.bots import Duellist
from core.games.duel.course import PAIRS, Colour
from core.games.duel.solving import CARELESS, Holding, Question, against, chances, choice
from core.games.ninety_nine.spec import PURSE, SURE, WON, colour, lights, span
from core.games.ninety_nine.structs import Past, Sight, View
from core.json import Json

STRAYS = 0.3
"""How often somebody bids against all habit."""
DEAR = 15.0
"""Of such bids one that is so much higher is seen about a third as often."""
LEADS = (0, 0, 0.1, 0.3, 0.45, 0.7, 0.84, 0.9, 0.95, 1, 1, 1.05, 1.1, 1.15, 1.25, 1.4, 1.55, 1.75, 1.9, 2.1)
"""Leads in even shares, each as often as another."""
TO_WHITE = (0, 0, 0, 0, 0, 0, 0.07, 0.1, 0.15, 1.2, 1.3, 1.4, 1.45, 1.5, 1.55, 1.6, 1.7, 1.8, 1.9, 2.05)
"""Answers to a white lead, likewise."""
TO_WHITE_RICH = (0, 0.05, 0.1, 1.1, 1.2, 1.25, 1.3, 1.35, 1.4, 1.45, 1.5, 1.5, 1.55, 1.6, 1.6, 1.7, 1.7, 1.8, 1.9, 2.05)
"""The same of somebody with a share of more than `RICH`."""
RICH = 13
TO_BLACK = {8: 0.07, 9: 0.23, 10: 0.41, 11: 0.14}
"""How often which bid answers a black lead; else a part of `SURE`, as large as another."""
PARTS = (0, 0.2, 0.4, 0.6, 0.8)
SPREAD = 0.16
"""How far a habit strays, in shares; 2 points at least."""


@cache
def habit(left: int, bouts: int, shown: Colour | None) -> Sequence[tuple[int, float]]:
    """How often each bid is made by who has so much left for so many bouts (1 to 9), to a colour or as a lead."""
    strays = [exp(-bid / DEAR) for bid in range(left + 1)]
    often = {bid: STRAYS * part / sum(strays) for bid, part in enumerate(strays)}
    for bid, part in (_to_black(left) if shown == "black" else _in_shares(left, bouts, shown)).items():
        often[bid] = often.get(bid, 0.0) + (1 - STRAYS) * part
    return sorted(often.items())


def _to_black(left: int) -> dict[int, float]:
    found = {bid: part for bid, part in TO_BLACK.items() if bid <= left}
    rest = (1 - sum(found.values())) / len(PARTS)
    for part in PARTS:
        bid = int(part * min(left, SURE))
        found[bid] = found.get(bid, 0.0) + rest
    return found


def _in_shares(left: int, bouts: int, shown: Colour | None) -> dict[int, float]:
    share = left / bouts
    multiples = LEADS if shown is None else TO_WHITE_RICH if share > RICH else TO_WHITE
    reach = max(2.0, SPREAD * share)
    found: dict[int, float] = {}
    for multiple in multiples:
        middle = min(multiple * share, left)
        for bid in range(max(0, int(middle - reach)), min(left, int(middle + reach) + 1) + 1):
            found[bid] = found.get(bid, 0.0) + max(0.0, 1 - abs(bid - middle) / reach)
    total = sum(found.values())
    return {bid: part / total for bid, part in found.items()}


USUAL = 25.0
"""Bids so many points higher are seen about a third as often."""


Guess = Callable[[int, int, Colour | None], Sequence[tuple[int, float]]]
"""What somebody bids who has so much left for so many bouts, to a colour or as a lead: each bid with its weight."""


@cache
def thrifty(left: int, bouts: int, shown: Colour | None) -> Sequence[tuple[int, float]]:
    """A guess of which nothing is known but that points are dear."""
    return [(bid, exp(-bid / USUAL)) for bid in range(left + 1)]


def rests_of_other(view: View, guess: Guess = thrifty) -> dict[int, float]:
    """What the other seat can have had left before the open bout, with weights by what it is guessed to have bid.

    A match that began with less than everything tells no more than the lights.
    """
    assert view.seat is not None
    assert not isinstance(view.left, UnsetType)
    other = next(seat for seat in view.score if seat != view.seat)
    spent = sum(bout.own or 0 for bout in view.past) + (view.led or 0)
    if view.left + spent == PURSE and len(view.past) == (view.round - 1) // 2:
        found = {PURSE: 1.0}
        for number, bout in enumerate(view.past):
            shown = None if bout.leader != view.seat or bout.own is None else colour(bout.own)
            found = _after(found, bout, other, {rest: guess(rest, PAIRS - number, shown) for rest in found})
        if found:
            return found
    least, most = span(view.lights[other])
    return dict.fromkeys(range(least, min(most, PURSE) + 1), 1.0)


def _after(
    rests: dict[int, float], bout: Past, other: str, guesses: Mapping[int, Sequence[tuple[int, float]]]
) -> dict[int, float]:
    """What can be left after a bout: the bid had that colour, was higher, lower or equal, and the lights fit."""
    found: dict[int, float] = {}
    could = {bid for bid in range(PURSE + 1) if fits(bid, bout, other)}
    for rest, weight in rests.items():
        for bid, often in guesses[rest]:
            if bid in could and lights(rest - bid) == bout.lights[other]:
                found[rest - bid] = found.get(rest - bid, 0.0) + weight * often
    return found


def fits(bid: int, bout: Past, other: str) -> bool:
    """Could the other have bid this in that bout?"""
    if colour(bid) != bout.colours[other] or bout.own is None:
        return False
    if bout.taken is None:
        return bid == bout.own
    return bid > bout.own if bout.taken == other else bid < bout.own


def chance(mine: int, theirs: int, won: int, lost: int, over: int) -> float:
    """The chance to win with so much left on both sides, so many points, and so many bouts over; a draw counts half."""
    if max(won, lost) >= WON or over >= PAIRS:
        return 1.0 if won > lost else 0.5 if won == lost else 0.0
    if not mine and not theirs:  # nothing but equal bouts to come
        return chance(mine, theirs, won, lost, PAIRS)
    share = 1 - theirs / (2 * mine) if mine >= theirs else mine / (2 * theirs)
    return _race(round(share * 50), won, lost, over)


@cache
def _race(share: int, won: int, lost: int, over: int) -> float:
    """The chance if each bout is taken with a chance of `share` fiftieths."""
    if max(won, lost) >= WON or over >= PAIRS:
        return 1.0 if won > lost else 0.5 if won == lost else 0.0
    part = share / 50
    return part * _race(share, won + 1, lost, over + 1) + (1 - part) * _race(share, won, lost + 1, over + 1)


BLUFFS = 0.3
"""How often a rogue bluffs."""
STEPS = (0, 1, 2, 3, 4, 6, 8, 9, 10, 11, 12, 13, 15, 17, 19, 22, 25, 29, 34, 40, 48, 58, 70, 84, 99)
"""Bids that are worth a thought: close together where they are small."""


class Trusting:
    """Simple and straight: an even share of what is left for each point that it needs, a sure bid over a black lead."""

    def choose(self, sight: Sight, draw: Draw) -> Json | None:
        view = sight.view
        assert not isinstance(view.left, UnsetType)
        share = view.left // (WON - view.score[sight.seat])
        bid = {None: share, "black": SURE, "white": share + 1}[view.table]
        return {"bid": min(view.left, bid)}


class Steady:
    """Thinks of what the other may have left, and mixes its bids so that they cannot be read."""

    careless = CARELESS
    """How much of what the other does is taken to be without a plan."""
    thought_of = 5
    """How many of the other's possible rests are thought of, equally likely."""

    def choose(self, sight: Sight, draw: Draw) -> Json | None:
        return {"bid": choice(self._question(sight, draw), draw.below(1000) / 1000)}

    def hope(self, sight: Sight, bid: int) -> float:
        """The chance to win the duel with this bid, 0 to 1, as far as it can be reckoned."""
        return chances(self._question(sight, Dice(0).draw("hope"), also=bid))[bid]

    def _question(self, sight: Sight, draw: Draw, also: int | None = None) -> Question:
        view = sight.view
        assert not isinstance(view.left, UnsetType)
        won = view.score[sight.seat]
        lost = sum(view.score.values()) - won
        over = (view.round - 1) // 2 + 1  # once this bout is
        shown = view.table
        leads = shown is None
        rests = some(rests_of_other(view), self.thought_of)
        most = max(rests)
        thought_of = bids(view.left, most)
        if also is not None and also not in thought_of:
            thought_of = tuple(sorted((*thought_of, also)))
        own = [Holding(1.0, thought_of, view.left)]
        other = [Holding(1 / len(rests), bids(rest, view.left), rest) for rest in rests]

        def worth(leader: int, back: int, led: int, answered: int) -> float:
            first, second = (won, lost) if leads else (lost, won)
            point, against = led > answered, led < answered
            return chance(leader - led, back - answered, first + point, second + against, over)

        return Question(own, other, shown, colour, worth, self.careless)


class Sharp(Steady):
    """The same, but the other is taken to have a plan, and more of what it may have left is thought of."""

    careless = 0.5
    thought_of = 9


class Reader:
    """Whose bids the coach proposes: what is best against a player of habit (`habits`)."""

    THOUGHT_OF = 12
    """How many of the other's possible rests are thought of: the likeliest."""

    def choose(self, sight: Sight, draw: Draw) -> Json | None:
        found = self._hopes(sight, None)
        return {"bid": max(found, key=lambda bid: found[bid])}

    def hope(self, sight: Sight, bid: int) -> float:
        """The chance to win the duel with this bid, 0 to 1, as far as it can be reckoned."""
        return self._hopes(sight, bid)[bid]

    def _hopes(self, sight: Sight, only: int | None) -> dict[int, float]:
        """The same of every bid that can be right, or of one."""
        view = sight.view
        assert not isinstance(view.left, UnsetType)
        won = view.score[sight.seat]
        lost = sum(view.score.values()) - won
        over = (view.round - 1) // 2 + 1  # once this bout is
        leads = view.table is None
        rests = rests_of_other(view, habit)
        likely = sorted(rests, key=lambda rest: -rests[rest])[: self.THOUGHT_OF]
        total = sum(rests[rest] for rest in likely)
        options = tuple(range(min(view.left, max(likely) + 1) + 1)) if only is None else (only,)
        own = [Holding(1.0, options, view.left)]
        other = [Holding(rests[rest] / total, (), rest) for rest in likely]

        def worth(leader: int, back: int, led: int, answered: int) -> float:
            first, second = (won, lost) if leads else (lost, won)
            point, missed = led > answered, led < answered
            return chance(leader - led, back - answered, first + point, second + missed, over)

        bouts = PAIRS - over + 1
        return against(Question(own, other, view.table, colour, worth), lambda key, shown: habit(key, bouts, shown))


class Rogue(Steady):
    """Steady, but three times in ten a bluff: the highest black bid, or the lowest white one."""

    def choose(self, sight: Sight, draw: Draw) -> Json | None:
        left = sight.view.left
        assert not isinstance(left, UnsetType)
        bluffs, low = draw.chance(BLUFFS), draw.chance(0.5)
        return {"bid": min(left, SURE - 1 if low else SURE)} if bluffs else super().choose(sight, draw)


MINDS: dict[str, Callable[[], Duellist[Sight]]] = {
    "trusting": Trusting,
    "steady": Steady,
    "sharp": Sharp,
    "rogue": Rogue,
}
"""By level."""


def bids(left: int, most: int) -> tuple[int, ...]:
    """The bids to think of with so much left, against a seat that can bid up to `most`."""
    found = {bid for bid in STEPS if bid <= left and bid <= most + 1}
    return tuple(sorted(found | {min(left, most + 1)}))


def some(rests: dict[int, float], thought_of: int) -> list[int]:
    """A few rests that stand for all, each for as much of the weight."""
    total, passed = sum(rests.values()), 0.0
    found: list[int] = []
    for rest in sorted(rests):
        passed += rests[rest]
        while len(found) < thought_of and passed >= total * (len(found) + 0.5) / thought_of:
            found.append(rest)
    return found or [max(rests)]
