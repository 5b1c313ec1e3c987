"""Value of a holding at the Shrine of Flies (DM-50), and the most useful further sin."""

from __future__ import annotations

from collections.abc import Mapping

from core.contract import Struct
from core.games.day_of_mercury.spec import INTEREST_EVERY, SINS


class Tier(Struct, frozen=True):
    """The types of sin with the same amount, and their payment together."""

    rank: int
    """1 for the greatest amount; each sin of the tier pays this many points."""
    amount: int
    """Amount of each type, at least 1."""
    sins: tuple[str, ...]
    points: int
    """amount x rank x number of types."""


class Preview(Struct, frozen=True):
    points: int
    tiers: tuple[Tier, ...]
    """Greatest amount first; empty for an empty holding."""
    one_more: dict[str, int]
    """Points that one more of each type would add. Negative if it merges two tiers."""
    best: tuple[str, ...]
    """Types of which one more adds most, with ties."""


def tiers(sin: Mapping[str, int]) -> tuple[Tier, ...]:
    """Return the tiers of a holding: equal amounts share one, missing types make none (DM-50)."""
    amounts = sorted({sin.get(s, 0) for s in SINS} - {0}, reverse=True)
    ladder = []
    for rank, amount in enumerate(amounts, start=1):
        sharing = tuple(s for s in SINS if sin.get(s, 0) == amount)
        ladder.append(Tier(rank, amount, sharing, amount * rank * len(sharing)))
    return tuple(ladder)


def worth(sin: Mapping[str, int]) -> int:
    """Return the Shrine's payment for a holding: each type its amount times its tier (DM-50)."""
    amounts = sorted((n for n in sin.values() if n > 0), reverse=True)
    points, rank, last = 0, 0, -1
    for amount in amounts:
        if amount != last:
            rank, last = rank + 1, amount
        points += amount * rank
    return points


def preview(sin: Mapping[str, int]) -> Preview:
    points = worth(sin)
    more = {s: worth({**sin, s: sin.get(s, 0) + 1}) - points for s in SINS}
    most = max(more.values())
    return Preview(points, tiers(sin), more, tuple(s for s in SINS if more[s] == most))


def interest(points: int) -> int:
    """Return the interest of a round: one point for every full ten (DM-51)."""
    return points // INTEREST_EVERY
