"""What players of Ninety-nine usually bid, measured in even shares: what is left, spread over the bouts that are left.

The habits were read off the usual and the best bots (60 duels from seed 1000): a lead is about a share, or next to
nothing; a white one is met by a good share and a half, or by nothing; a black one by what just takes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import exp

from core.games.duel.structs import Colour
from core.games.ninety_nine.spec import SURE

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
