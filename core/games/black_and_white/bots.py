"""Choices of the bots, and habits of their players.

Habits come from 300 duels of the standard and the best bots each, from seed 2001: the lowest tile answers a black one,
which may be the 8; high tiles answer a white one; leads are random.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from math import exp, sqrt

from msgspec import UnsetType

from core.dice import Draw
from core.games.black_and_white.belief import as_hand, chance, hands_of_other, prospect, tiles, won
from core.games.black_and_white.spec import colour
from core.games.black_and_white.structs import Sight
from core.games.duel.bots import Duellist, Reading, Weighing
from core.games.duel.course import Colour
from core.games.duel.solving import Holding, Question, against
from core.json import Json

STRAYS = 0.1
DUMPS = 0.6
"""Share of answers to a black tile with the lowest tile; of the others the lower are likelier."""
RISES = 1.4
"""How much likelier the higher tiles are as answers to a white one."""


@cache
def habit(hand: int, led: Colour | None) -> Sequence[tuple[int, float]]:
    owned = tiles(hand)
    count = len(owned)
    if led is None:
        often = [1 / count] * count
    elif led == "white":
        often = [(rank + 0.5) ** RISES for rank in range(count)]
    else:
        ranks = sum(range(1, count))
        often = [DUMPS if rank == 0 else (1 - DUMPS) * (count - rank) / ranks for rank in range(count)]
    total = sum(often)
    return [(tile, (1 - STRAYS) * part / total + STRAYS / count) for tile, part in zip(owned, often, strict=True)]


REACH = 4
"""Most tiles left with which the duel is solved; with more it is estimated."""


@lru_cache(maxsize=200_000)
def outlook(ours: int, theirs: int, leads: bool, ahead: int) -> float:
    """Return the chance to win, a draw counting half, against a player of habit with a known hand. The curve's error is
    0.06 (root mean square) with five tiles and more."""
    own_tiles, their_tiles = tiles(ours), tiles(theirs)
    left = len(own_tiles)
    if abs(ahead) > left or not left:
        return won(ahead)
    if left > REACH:
        mean = sum((a > b) - (a < b) for a in own_tiles for b in their_tiles) / left
        return 1 / (1 + exp(-(4.72 + (3.78 * ahead + 3.53 * mean - 6.74) / sqrt(left))))
    if leads:
        return max(
            sum(often * _worth_after(ours, theirs, a, b, True, ahead) for b, often in habit(theirs, colour(a)))
            for a in own_tiles
        )
    led: dict[Colour, list[tuple[int, float]]] = {"black": [], "white": []}
    for tile, often in habit(theirs, None):
        led[colour(tile)].append((tile, often))
    return sum(
        max(sum(often * _worth_after(ours, theirs, a, b, False, ahead) for b, often in group) for a in own_tiles)
        for group in led.values()
        if group
    )


def _worth_after(ours: int, theirs: int, played: int, met: int, leads: bool, ahead: int) -> float:
    point = (played > met) - (played < met)
    return outlook(ours & ~(1 << played), theirs & ~(1 << met), point > 0 if point else leads, ahead + point)


MIDDLE = 4
HANDS = 12
"""Number of the other's possible hands considered: the likeliest."""


class Trusting:
    """Leads from the middle of its hand, and beats the average tile of the colour led."""

    def choose(self, sight: Sight, draw: Draw) -> Json | None:
        view = sight.view
        assert not isinstance(view.hand, UnsetType)
        if view.table is None:
            return {"tile": view.hand[len(view.hand) // 2]}
        return {"tile": next((tile for tile in view.hand if tile > MIDDLE), view.hand[0])}


class Steady(Weighing[Sight]):
    """Considers the other's possible hands."""

    slot = "tile"

    def bluff(self, sight: Sight, low: bool) -> int:
        hand = sight.view.hand
        assert not isinstance(hand, UnsetType)
        return hand[0 if low else -1]

    def question(self, sight: Sight, draw: Draw) -> Question:
        view = sight.view
        assert not isinstance(view.hand, UnsetType)
        ahead = 2 * view.score[sight.seat] - sum(view.score.values())
        own = [Holding(1.0, view.hand, as_hand(view.hand))]
        other = self._likely_hands(hands_of_other(view), draw)
        led_colour = view.table
        leads = led_colour is None

        def worth(leader: int, back: int, led: int, answered: int) -> float:
            rests = leader & ~(1 << led), back & ~(1 << answered)
            return self._worth(*rests, ahead if leads else -ahead, (led > answered) - (led < answered))

        return Question(own, other, led_colour, colour, worth)

    def _likely_hands(self, hands: dict[int, float], draw: Draw) -> list[Holding]:
        weighted = list(hands.items())
        draw.shuffle(weighted)
        weighted = sorted(weighted, key=lambda hand: -hand[1])[:HANDS]
        ways = sum(number for _, number in weighted)
        return [Holding(number / ways, tiles(hand), hand) for hand, number in weighted]

    def _worth(self, leader: int, back: int, ahead: int, point: int) -> float:
        """The leader's chance with these hands, after a trick that brought it `point` (-1 if the other took it)."""
        return chance(leader, back, ahead + point)


class Sharp(Steady):
    """Steady with a better estimate of the rest of the duel and of the lead."""

    def _worth(self, leader: int, back: int, ahead: int, point: int) -> float:
        if point < 0:
            return 1 - prospect(back, leader, 1 - ahead)
        return prospect(leader, back, ahead + point)


class Reader(Reading[Sight]):
    slot = "tile"
    equal = Sharp()
    tilt = (0.85, -0.1)

    def hopes(self, sight: Sight, only: int | None = None) -> dict[int, float]:
        view = sight.view
        assert not isinstance(view.hand, UnsetType)
        ahead = 2 * view.score[sight.seat] - sum(view.score.values())
        hands = hands_of_other(view, habit)
        total = sum(hands.values())
        other = [Holding(weight / total, tiles(hand), hand) for hand, weight in hands.items()]
        own = [Holding(1.0, view.hand, as_hand(view.hand))]
        leads = view.table is None

        def worth(leader: int, back: int, led: int, answered: int) -> float:
            rests, point = (leader & ~(1 << led), back & ~(1 << answered)), (led > answered) - (led < answered)
            if leads:
                return outlook(*rests, point >= 0, ahead + point)
            return 1 - outlook(*reversed(rests), point < 0, ahead - point)

        return against(Question(own, other, view.table, colour, worth), habit)


class Rogue(Steady):
    """Steady, but three times in ten it plays its lowest or highest tile."""

    bluffs = 0.3


MINDS: dict[str, Callable[[], Duellist[Sight]]] = {
    "trusting": Trusting,
    "steady": Steady,
    "sharp": Sharp,
    "rogue": Rogue,
}
