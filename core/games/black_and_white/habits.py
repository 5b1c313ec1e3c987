"""What players of Black and White usually do, and what a duel is worth against somebody who plays so.

The habits were read off the usual and the best bots (300 duels of each, from seed 2001): whatever lies lowest goes to a
black tile, which may be the 8; the high ones go to a white one, which cannot be; and a lead is anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from math import exp, sqrt

from core.games.black_and_white.belief import tiles, won
from core.games.black_and_white.spec import colour
from core.games.duel.structs import Colour

STRAYS = 0.1
"""How often somebody plays against all habit."""
DUMPS = 0.6
"""How often the lowest tile goes to a black one; of the others the lower are likelier."""
RISES = 1.4
"""How much likelier the higher tiles are to a white one."""


@cache
def habit(hand: int, shown: Colour | None) -> Sequence[tuple[int, float]]:
    """How often each tile of a hand is played to a colour, or led (`duel.solving.Habit`)."""
    held = tiles(hand)
    count = len(held)
    if shown is None:
        often = [1 / count] * count
    elif shown == "white":
        often = [(rank + 0.5) ** RISES for rank in range(count)]
    else:
        rest = sum(range(1, count))
        often = [DUMPS if rank == 0 else (1 - DUMPS) * (count - rank) / rest for rank in range(count)]
    total = sum(often)
    return [(tile, (1 - STRAYS) * part / total + STRAYS / count) for tile, part in zip(held, often, strict=True)]


REACH = 4
"""With so many tiles left the rest of a duel is played out in thought; with more it is estimated."""


@lru_cache(maxsize=200_000)
def outlook(mine: int, theirs: int, leads: bool, ahead: int) -> float:
    """The chance to win with these hands and so many points ahead, a draw counting half, against somebody who plays by
    habit, if their hand were known. `leads`: is the lead one's own?

    The estimate is a curve through the values of the duel worked out to the end in all its positions; over those with
    five tiles and more it is 0.06 off (root of the mean square).
    """
    own, back = tiles(mine), tiles(theirs)
    left = len(own)
    if abs(ahead) > left or not left:
        return won(ahead)
    if left > REACH:
        mean = sum((a > b) - (a < b) for a in own for b in back) / left
        return 1 / (1 + exp(-(4.72 + (3.78 * ahead + 3.53 * mean - 6.74) / sqrt(left))))
    if leads:
        return max(
            sum(often * _then(mine, theirs, a, b, True, ahead) for b, often in habit(theirs, colour(a))) for a in own
        )
    led: dict[Colour, list[tuple[int, float]]] = {"black": [], "white": []}
    for tile, often in habit(theirs, None):
        led[colour(tile)].append((tile, often))
    return sum(
        max(sum(often * _then(mine, theirs, a, b, False, ahead) for b, often in some) for a in own)
        for some in led.values()
        if some
    )


def _then(mine: int, theirs: int, played: int, met: int, leads: bool, ahead: int) -> float:
    """What a trick leads to: whoever takes it leads the next, and an equal one changes nothing."""
    point = (played > met) - (played < met)
    return outlook(mine & ~(1 << played), theirs & ~(1 << met), point > 0 if point else leads, ahead + point)
