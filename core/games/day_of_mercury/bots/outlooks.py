"""What a holding can still become: rounds to come played through on plain numbers, for the sharp bot.

Crowds decide what a gather brings, and nobody knows them beforehand: over many matches one gather in nine met more than
six visitors, one in six fewer than three. Whoever plays a round through here gathers where that lifts an offering of
the holding most, with one more of each sin, and sees to the seven places in time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import permutations

from core.contract import Struct
from core.dice import Draw
from core.games.day_of_mercury.shrine import interest
from core.games.day_of_mercury.spec import ACTIONS_HERE, VISITS

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
