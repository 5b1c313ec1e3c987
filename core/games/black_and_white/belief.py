"""The other seat's possible hands, and the value of a position. A hand is an integer: bit n stands for tile n."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import cache
from math import erf, exp, sqrt

from msgspec import UnsetType

from core.games.black_and_white.spec import TILES, colour
from core.games.black_and_white.structs import Past, View
from core.games.duel.course import Colour
from core.games.duel.solving import Habit

ALL = (1 << len(TILES)) - 1


@cache
def tiles(hand: int) -> tuple[int, ...]:
    return tuple(tile for tile in TILES if hand >> tile & 1)


def as_hand(owned: tuple[int, ...]) -> int:
    return sum(1 << tile for tile in owned)


def ways(hand: int, led: Colour | None) -> Sequence[tuple[int, float]]:
    return [(tile, 1.0) for tile in tiles(hand)]


def hands_of_other(view: View, habit: Habit = ways) -> dict[int, float]:
    """Return the other seat's possible hands before the open trick, weighted by the number of ways to each, or by a
    `habit`.

    A match that began with fewer tiles tells only the colours of the rest."""
    assert not isinstance(view.hand, UnsetType)
    assert not isinstance(view.other, UnsetType)
    count = len(view.hand) + len(view.past) + (view.led is not None)
    if count == len(TILES):
        hands = {ALL: 1.0}
        for trick in view.past:
            weighted: dict[int, float] = {}
            led = None if trick.leader != view.seat or trick.own is None else colour(trick.own)
            for hand, weight in hands.items():
                for tile, often in habit(hand, led):
                    if fits(tile, trick, view.seat):
                        remaining = hand & ~(1 << tile)
                        weighted[remaining] = weighted.get(remaining, 0.0) + weight * often
            hands = weighted
        if hands:
            return hands
    on_table = view.table is not None and view.led is None
    black = view.other.black + (on_table and view.table == "black")
    white = view.other.white + (on_table and view.table == "white")
    return {
        as_hand((*blacks, *whites)): 1.0
        for blacks in itertools.combinations([t for t in TILES if colour(t) == "black"], black)
        for whites in itertools.combinations([t for t in TILES if colour(t) == "white"], white)
    }


def fits(tile: int, trick: Past, reader: str | None) -> bool:
    other = next(seat for seat in trick.colours if seat != reader)
    if colour(tile) != trick.colours[other] or trick.own is None:
        return False
    if trick.taken is None:
        return tile == trick.own
    return tile > trick.own if trick.taken == other else tile < trick.own


@cache
def chance(ours: int, theirs: int, ahead: int) -> float:
    """Return the chance to win with these hands and `ahead` points, a draw counting half, under random play. Exact
    for few tiles, else estimated by how often `ours` beats `theirs`."""
    own_tiles, their_tiles = tiles(ours), tiles(theirs)
    left = len(own_tiles)
    if abs(ahead) > left or not left:
        return won(ahead)
    if left <= 4:
        ends = [ahead + sum(map(_sign, own_tiles, order)) for order in itertools.permutations(their_tiles)]
        return sum(map(won, ends)) / len(ends)
    signs = [_sign(a, b) for a in own_tiles for b in their_tiles]
    mean = sum(signs) / len(signs)
    spread = sum(sign * sign for sign in signs) / len(signs) - mean * mean
    return 0.5 * (1 + erf((ahead + left * mean) / sqrt(2 * (left * spread + 0.25))))


@cache
def prospect(leader: int, other: int, ahead: int) -> float:
    """Return the leader's chance to win with these hands and `ahead` points, a draw counting half: a curve fitted to
    the solved duel, with an error of 0.05 (root mean square)."""
    own, back = tiles(leader), tiles(other)
    left = len(own)
    if abs(ahead) > left or not left:
        return won(ahead)
    mean = sum(_sign(a, b) for a in own for b in back) / left
    return 1 / (1 + exp(-(0.4 + (4.57 * ahead + 4.11 * mean - 1.55) / sqrt(left))))


def _sign(own: int, other: int) -> int:
    return (own > other) - (own < other)


def won(ahead: int) -> float:
    return 1.0 if ahead > 0 else 0.5 if ahead == 0 else 0.0
