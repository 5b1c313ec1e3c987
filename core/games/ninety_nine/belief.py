"""What the other seat may have left, as far as colours, bouts and lights tell; and what a position is worth."""

from __future__ import annotations

from functools import cache
from math import exp

from msgspec import UnsetType

from core.games.duel.structs import PAIRS
from core.games.ninety_nine.spec import PURSE, WON, colour, lights, span
from core.games.ninety_nine.structs import Past, View

USUAL = 25.0
"""Bids so many points higher are seen about a third as often."""


def rests_of_other(view: View) -> dict[int, float]:
    """What the other seat can have had left before the open bout, with weights.

    A match that began with less than everything tells no more than the lights.
    """
    assert view.seat is not None
    assert not isinstance(view.left, UnsetType)
    other = next(seat for seat in view.score if seat != view.seat)
    spent = sum(bout.own or 0 for bout in view.past) + (view.led or 0)
    if view.left + spent == PURSE and len(view.past) == (view.round - 1) // 2:
        found = {PURSE: 1.0}
        for bout in view.past:
            found = _after(found, bout, view.seat, other)
        if found:
            return found
    least, most = span(view.lights[other])
    return dict.fromkeys(range(least, min(most, PURSE) + 1), 1.0)


def _after(rests: dict[int, float], bout: Past, reader: str, other: str) -> dict[int, float]:
    """What can be left after a bout: the bid had that colour, was higher, lower or equal, and the lights fit."""
    assert bout.own is not None
    found: dict[int, float] = {}
    bids = [bid for bid in range(PURSE + 1) if fits(bid, bout, other)]
    for rest, weight in rests.items():
        for bid in bids:
            after = rest - bid
            if after >= 0 and lights(after) == bout.lights[other]:
                found[after] = found.get(after, 0.0) + weight * exp(-bid / USUAL)
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
