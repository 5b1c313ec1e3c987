"""What a holding of sin is worth at the Shrine of Flies (DM-50), and which single sin more would help most.

Pure arithmetic on one holding. The rules, the screen's preview and the bots all use it.
"""

from __future__ import annotations

from collections.abc import Mapping

from core.contract import Struct
from core.games.day_of_mercury.spec import INTEREST_EVERY, SINS


class Tier(Struct, frozen=True):
    """The types of sin that share one amount, and what they pay together."""

    rank: int
    """1 for the greatest amount; each sin of the tier pays this many points."""
    amount: int
    """How many of each type, 1 or more."""
    sins: tuple[str, ...]
    points: int
    """amount x rank x number of types."""


class Preview(Struct, frozen=True):
    """What an offering of this holding would bring, spelled out."""

    points: int
    tiers: tuple[Tier, ...]
    """From the greatest amount down; empty for an empty holding."""
    one_more: dict[str, int]
    """By type: how many points one more of it would add to the offering. Negative where it would merge two tiers."""
    best: tuple[str, ...]
    """The types of which one more would add most; all of them, if several add the same."""


def tiers(sin: Mapping[str, int]) -> tuple[Tier, ...]:
    """The tiers of a holding: equal amounts share one, types without any make none (DM-50)."""
    amounts = sorted({sin.get(s, 0) for s in SINS} - {0}, reverse=True)
    found = []
    for rank, amount in enumerate(amounts, start=1):
        sharing = tuple(s for s in SINS if sin.get(s, 0) == amount)
        found.append(Tier(rank, amount, sharing, amount * rank * len(sharing)))
    return tuple(found)


def worth(sin: Mapping[str, int]) -> int:
    """The points that the Shrine pays for a holding: each type its amount times its tier (DM-50)."""
    held = sorted((n for n in sin.values() if n > 0), reverse=True)
    points, rank, last = 0, 0, -1
    for amount in held:
        if amount != last:
            rank, last = rank + 1, amount
        points += amount * rank
    return points


def preview(sin: Mapping[str, int]) -> Preview:
    """All that a player may want to know of a holding before offering it."""
    now = worth(sin)
    more = {s: worth({**sin, s: sin.get(s, 0) + 1}) - now for s in SINS}
    most = max(more.values())
    return Preview(now, tiers(sin), more, tuple(s for s in SINS if more[s] == most))


def interest(points: int) -> int:
    """What points earn at the end of a round: one for every full ten (DM-51)."""
    return points // INTEREST_EVERY
