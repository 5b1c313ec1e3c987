"""What a hand can make: every tableau that turning and combining gives, with the fewest turns for each.

A tableau is a number whose cells combine by exclusive or (`runes`), and turning only moves cells. So whatever is made
of some tableaux by turning and combining is the combination of turned copies of each. The search goes through groups
of tableaux, small ones first, and keeps the fewest turns for every result, so it is exact up to `MOST_USED` tableaux
unless its budget runs out.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from core.contract import Struct
from core.games.pantheic_runes import runes
from core.games.pantheic_runes.purse import without
from core.games.pantheic_runes.runes import number, text

BUDGET = 50_000
"""Pairs of intermediate tableaux tried in one search: about 20 ms. Past it, larger groups are not looked at."""
MOST_USED = 4
"""Tableaux combined into one, at most."""
MOST_TURNS = 4
"""In one route."""
TURNED = {angle: tuple(number(runes.rotate(text(v), angle)) for v in range(256)) for angle in runes.ANGLES}


class Step(Struct, frozen=True):
    """One live action of a route."""

    kind: str
    """`rotate`, `combine` or `adjust`."""
    tableaux: tuple[str, ...]
    """One, or two to combine."""
    result: str
    degrees: int = 0
    cell: int = 0

    def action(self) -> dict[str, Any]:
        """The action in its JSON form."""
        if self.kind == "combine":
            return {"kind": "combine", "tableaux": list(self.tableaux)}
        if self.kind == "rotate":
            return {"kind": "rotate", "tableau": self.tableaux[0], "degrees": self.degrees}
        return {
            "kind": "adjust",
            "tableau": self.tableaux[0],
            "cell": self.cell,
            "rune": self.result[self.cell],
        }


Group = tuple[str, ...]
"""Tableaux used together, sorted."""
Origin = tuple[Any, ...]
"""How a result came about: () as it lies in the hand, (before, degrees), or (group, result, group, result)."""
Table = dict[Group, dict[int, tuple[int, Origin]]]
"""For each group, each result that uses all of it: the fewest turns, and the last step."""


@lru_cache(maxsize=16)
def reach(hand: tuple[str, ...], most_used: int, budget: int) -> Table:
    """Everything that groups of up to `most_used` tableaux of the hand give with up to `MOST_TURNS` turns.

    Small groups first, until `budget` pairs have been tried. The result is shared: do not change it.
    """
    table: Table = {(t,): _with_turns({number(t): (0, ())}) for t in dict.fromkeys(hand)}
    for size in range(2, min(most_used, len(hand)) + 1):
        for group in dict.fromkeys(itertools.combinations(sorted(hand), size)):
            found, tried = _mix(table, group)
            budget -= tried
            if budget < 0:
                return table
            table[group] = _with_turns(found)
    return table


def _with_turns(found: dict[int, tuple[int, Origin]]) -> dict[int, tuple[int, Origin]]:
    """`found`, and every result of turning one of them where that takes fewer turns."""
    best = dict(found)
    for value, (turns, _) in found.items():
        if turns < MOST_TURNS:
            for degrees, turned in TURNED.items():
                after = turned[value]
                if after not in best or best[after][0] > turns + 1:
                    best[after] = (turns + 1, (value, degrees))
    return best


def _mix(table: Table, group: Group) -> tuple[dict[int, tuple[int, Origin]], int]:
    """Every result of combining two parts of the group, with the number of pairs tried."""
    best: dict[int, tuple[int, Origin]] = {}
    tried = 0
    for one, other in _splits(group):
        for left, (left_turns, _) in table[one].items():
            for right, (right_turns, _) in table[other].items():
                tried += 1
                turns, result = left_turns + right_turns, left ^ right
                if turns <= MOST_TURNS and (result not in best or best[result][0] > turns):
                    best[result] = (turns, (one, left, other, right))
    return best, tried


def _splits(group: Group) -> Iterable[tuple[Group, Group]]:
    """Every way to part the group in two, each once."""
    seen = set()
    for size in range(1, len(group) // 2 + 1):
        for part in itertools.combinations(group, size):
            rest = without(group, part)
            if (rest, part) not in seen and (part, rest) not in seen:
                seen.add((part, rest))
                yield part, rest


def steps(table: Table, group: Group, value: int) -> list[Step]:
    """The actions that make `value` out of the group, in order."""
    origin = table[group][value][1]
    if not origin:
        return []
    if len(origin) == 2:
        before, degrees = origin
        turn = Step("rotate", (text(before),), text(value), degrees=degrees)
        return [*steps(table, group, before), turn]
    one, left, other, right = origin
    both = Step("combine", (text(left), text(right)), text(value))
    return [*steps(table, one, left), *steps(table, other, right), both]


Way = tuple[int, int, int, Group]
"""Mana without adjusting, tableaux used, turns, and the group."""


@lru_cache(maxsize=16)
def ways(hand: tuple[str, ...], rotate: int, combine: int, most_used: int, budget: int) -> tuple[tuple[Way, ...], ...]:
    """For each of the 256 tableaux, by number: how the hand can make it, cheapest first."""
    found: list[list[Way]] = [[] for _ in range(256)]
    for group, results in reach(hand, most_used, budget).items():
        fixed = (len(group) - 1) * combine
        for value, (turns, _) in results.items():
            found[value].append((fixed + turns * rotate, len(group), turns, group))
    return tuple(tuple(sorted(by_value)) for by_value in found)
