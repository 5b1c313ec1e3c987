"""Distance from a hand to a pattern, and the cheapest way there, from the seat's knowledge.

Setting cells can wait until the end of a route. Second copies under Dionysus and combining with other seats are left
out.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import msgspec

from core.contract import Struct
from core.games.pantheic_runes import runes, spec
from core.games.pantheic_runes.purse import hand_without, laid_down
from core.games.pantheic_runes.runes import number, text
from core.games.pantheic_runes.structs import Orders
from core.games.pantheic_runes.views import DeitySeen, Mine, View
from core.json import Json

BUDGET = 50_000
"""Pairs of intermediate tableaux tried in one search: about 20 ms. Larger groups beyond it are ignored."""
MOST_USED = 4
"""Most tableaux combined into one."""
MOST_TURNS = 4
TURNED = {angle: tuple(number(runes.rotate(text(v), angle)) for v in range(256)) for angle in runes.ANGLES}


class Step(Struct, frozen=True):
    kind: str
    """`rotate`, `combine` or `adjust`."""
    tableaux: tuple[str, ...]
    """Two for `combine`, otherwise one."""
    result: str
    degrees: int = 0
    cell: int = 0

    def action(self) -> Json:
        if self.kind == "combine":
            return {"kind": "combine", "tableaux": list(self.tableaux)}
        if self.kind == "rotate":
            return {"kind": "rotate", "tableau": self.tableaux[0], "degrees": self.degrees}
        return {"kind": "adjust", "tableau": self.tableaux[0], "cell": self.cell, "rune": self.result[self.cell]}


Group = tuple[str, ...]
"""Tableaux used together, sorted."""
Origin = tuple[Any, ...]
"""Origin of a result: () for the hand, (before, degrees), or (group, result, group, result)."""
Table = dict[Group, dict[int, tuple[int, Origin]]]
"""Results that use all of a group, by group: the fewest turns, and the last step."""


@lru_cache(maxsize=16)
def reach(hand: tuple[str, ...], most_used: int, budget: int) -> Table:
    """Return everything that groups of up to `most_used` tableaux of the hand give with up to `MOST_TURNS` turns.

    Small groups come first, until `budget` pairs have been tried. The result is shared: do not change it.
    """
    table: Table = {(t,): _with_turns({number(t): (0, ())}) for t in dict.fromkeys(hand)}
    for size in range(2, min(most_used, len(hand)) + 1):
        for group in dict.fromkeys(itertools.combinations(sorted(hand), size)):
            results, tried = _mix(table, group)
            budget -= tried
            if budget < 0:
                return table
            table[group] = _with_turns(results)
    return table


def _with_turns(results: dict[int, tuple[int, Origin]]) -> dict[int, tuple[int, Origin]]:
    best = dict(results)
    for value, (turns, _) in results.items():
        if turns < MOST_TURNS:
            for degrees, turned in TURNED.items():
                after = turned[value]
                if after not in best or best[after][0] > turns + 1:
                    best[after] = (turns + 1, (value, degrees))
    return best


def _mix(table: Table, group: Group) -> tuple[dict[int, tuple[int, Origin]], int]:
    best: dict[int, tuple[int, Origin]] = {}
    tried = 0
    for part, others in _splits(group):
        for left, (left_turns, _) in table[part].items():
            for right, (right_turns, _) in table[others].items():
                tried += 1
                turns, result = left_turns + right_turns, left ^ right
                if turns <= MOST_TURNS and (result not in best or best[result][0] > turns):
                    best[result] = (turns, (part, left, others, right))
    return best, tried


def _splits(group: Group) -> Iterable[tuple[Group, Group]]:
    seen = set()
    for size in range(1, len(group) // 2 + 1):
        for part in itertools.combinations(group, size):
            others = hand_without(group, part)
            if (others, part) not in seen and (part, others) not in seen:
                seen.add((part, others))
                yield part, others


def steps(table: Table, group: Group, value: int) -> list[Step]:
    origin = table[group][value][1]
    if not origin:
        return []
    if len(origin) == 2:
        before, degrees = origin
        turn = Step("rotate", (text(before),), text(value), degrees=degrees)
        return [*steps(table, group, before), turn]
    part, left, others, right = origin
    both = Step("combine", (text(left), text(right)), text(value))
    return [*steps(table, part, left), *steps(table, others, right), both]


Way = tuple[int, int, int, Group]
"""Mana without adjusting, tableaux used, turns, and the group."""


@lru_cache(maxsize=16)
def ways_by_number(
    hand: tuple[str, ...], rotate: int, combine: int, most_used: int, budget: int
) -> tuple[tuple[Way, ...], ...]:
    by_number: list[list[Way]] = [[] for _ in range(256)]
    for group, results in reach(hand, most_used, budget).items():
        fixed = (len(group) - 1) * combine
        for value, (turns, _) in results.items():
            by_number[value].append((fixed + turns * rotate, len(group), turns, group))
    return tuple(tuple(sorted(by_value)) for by_value in by_number)


MANY = 99
"""More turns, combinations or adjustments than any route takes."""


class Means(Struct, frozen=True):
    hand: tuple[str, ...]
    """Free tableaux, sorted."""
    mana: int | None
    """None for no limit."""
    tokens: int
    rotate: int = spec.ROTATE_MANA
    adjust: int = spec.ADJUST_MANA
    combine: int = spec.COMBINE_MANA
    """Mana for one use of each."""
    turns_left: int = MANY
    adjusts_left: int = MANY
    combines_left: int = MANY
    """Uses left under Poseidon."""


class Route(Struct, frozen=True):
    pattern: str
    uses: tuple[str, ...]
    """The tableaux of the hand that it uses up, sorted."""
    mana: int
    tokens: int
    turns: int
    steps: tuple[Step, ...]
    mana_short: int = 0
    """Mana that is missing; 0 if the seat has enough."""
    tokens_short: int = 0
    uses_short: bool = False
    """True if it needs more uses of an action than Poseidon leaves."""

    @property
    def affordable(self) -> bool:
        return not (self.mana_short or self.tokens_short or self.uses_short)


def means(own: Mine, sealed: Orders | None) -> Means:
    aside = (offer.tableau for offer in own.offered)
    left = own.uses_left
    return Means(
        hand=hand_without(hand_without(own.tableaux, aside), laid_down(sealed)),
        mana=own.mana,
        tokens=own.tokens,
        rotate=own.prices.rotate,
        adjust=own.prices.adjust,
        combine=own.prices.combine,
        turns_left=MANY if left is None else left.rotate,
        adjusts_left=MANY if left is None else left.adjust,
        combines_left=MANY if left is None else left.combine,
    )


# --- routes -----------------------------------------------------------------------------------------------------------
CHANGES = tuple(
    tuple(v for v in range(256) if sum(symbol != runes.EMPTY for symbol in text(v)) == cells) for cells in range(5)
)
"""Tableaux that, combined with another, set just so many cells; by number of changed cells."""


def routes(
    have: Means, pattern: str, *, most: int = 8, most_used: int = MOST_USED, budget: int = BUDGET
) -> list[Route]:
    """Return up to `most` ways to a pattern within the means, cheapest first (mana, then tokens, then tableaux
    used): the best for each group of tableaux. Empty if there is none, or none within the budget."""
    goal = number(pattern)
    by_number = ways_by_number(have.hand, have.rotate, have.combine, most_used, budget)
    limit = MANY * MANY if have.mana is None else have.mana
    best: dict[Group, tuple[int, int, int, int, int]] = {}
    for cells in range(min(have.tokens, have.adjusts_left, runes.CELLS) + 1):
        extra = cells * have.adjust
        for change in CHANGES[cells]:
            value = goal ^ change
            for mana, used, turns, group in by_number[value]:
                cost = mana + extra
                if cost > limit:
                    break
                if turns <= have.turns_left and used - 1 <= have.combines_left:
                    price = (cost, cells, used, turns, value)
                    if group not in best or price < best[group]:
                        best[group] = price
    cheap = sorted((price, group) for group, price in best.items())[:most]
    table = reach(have.hand, most_used, budget)
    return [_route(have, table, pattern, group, price[4]) for price, group in cheap]


def cheapest(have: Means, pattern: str, *, budget: int = BUDGET) -> Route | None:
    """Return the cheapest way to a pattern within the means, else the cheapest with its shortage. None without a
    tableau."""
    if within := routes(have, pattern, most=1, budget=budget):
        return within[0]
    goal = number(pattern)
    by_number = ways_by_number(have.hand, have.rotate, have.combine, MOST_USED, budget)
    options = [
        (by_number[goal ^ change][0][0] + cells * have.adjust, cells, by_number[goal ^ change][0][3], goal ^ change)
        for cells, changes in enumerate(CHANGES)
        for change in changes
        if by_number[goal ^ change]
    ]
    if not options:
        return None
    _, _, group, value = min(options)
    return _route(have, reach(have.hand, MOST_USED, budget), pattern, group, value)


def _route(have: Means, table: Table, pattern: str, group: Group, value: int) -> Route:
    actions = steps(table, group, value)
    turns, tableau = table[group][value][0], text(value)
    cells = runes.unlike(tableau, pattern)
    for cell in cells:
        after = runes.adjust(tableau, cell, pattern[cell])
        actions.append(Step("adjust", (tableau,), after, cell=cell))
        tableau = after
    mana = (len(group) - 1) * have.combine + turns * have.rotate + len(cells) * have.adjust
    is_over_limit = turns > have.turns_left or len(cells) > have.adjusts_left or len(group) - 1 > have.combines_left
    return Route(
        pattern=pattern, uses=group, mana=mana, tokens=len(cells), turns=turns, steps=tuple(actions),
        mana_short=0 if have.mana is None else max(0, mana - have.mana),
        tokens_short=max(0, len(cells) - have.tokens), uses_short=is_over_limit,
    )  # fmt: skip


# --- distances --------------------------------------------------------------------------------------------------------
NO_TABLEAU = "no tableau"
"""Label of a deity for an empty hand."""
LAID_DOWN = "laid down"
"""Label of a deity with its ritual on the altar."""


class Distance(Struct, frozen=True):
    label: str
    """`held`, `unknown`, `laid down`, `no tableau`, `ready`, or the cheapest way: `1 turn`, `combine 4+6`, `adjust 1
    cell`, with commas. Numbers are places in the hand, from 1."""
    deity: str = ""
    short: str = ""
    """Missing means: `1 mana`, `2 mana, 1 token`; empty for none."""
    route: Route | None = None
    """The way of the label; None for held, unknown and laid down."""


def targets(deity: DeitySeen, dionysus: str | None) -> tuple[str, ...]:
    """Return the patterns that would bring this seat closer to a missing blessing, as far as it knows."""
    if deity.blessing is not None:
        return ()
    if deity.id == "hestia":  # while Dionysus's pattern is unknown, any of these may be his instead (PR-30)
        return tuple(pattern for pattern in spec.UNCLAIMED if pattern != dionysus)
    return tuple(pattern for pattern in deity.patterns if pattern not in deity.performed)


def distances(view: View, sealed: Orders | None, budget: int = BUDGET) -> tuple[Distance, ...]:
    """Return for each deity, in the order of the rules, the distance to the nearest of its patterns. Empty in the
    pregame and for spectators."""
    if view.mine is None:
        return ()
    have = means(view.mine, sealed)
    return tuple(_distance(deity, view.mine, have, laid_down(sealed), budget) for deity in view.deities)


def distance_to(own: Mine, sealed: Orders | None, pattern: str, budget: int = BUDGET) -> Distance:
    if pattern in laid_down(sealed):
        return Distance(LAID_DOWN)
    return _nearest((pattern,), own, means(own, sealed), budget)


def _distance(deity: DeitySeen, own: Mine, have: Means, down: tuple[str, ...], budget: int) -> Distance:
    if deity.blessing is not None:
        return Distance("held", deity.id)
    wanted = targets(deity, own.dionysus)
    if not wanted:
        return Distance("unknown", deity.id)
    if _on_the_altar(deity, wanted, down):
        return Distance(LAID_DOWN, deity.id)
    if deity.id != "hestia":  # Hestia takes equal ones too (PR-24)
        wanted = tuple(pattern for pattern in wanted if pattern not in down)
    return msgspec.structs.replace(_nearest(wanted, own, have, budget), deity=deity.id)


def _on_the_altar(deity: DeitySeen, wanted: tuple[str, ...], down: tuple[str, ...]) -> bool:
    """True if the rituals laid down complete this blessing, unless one fails."""
    laid = [pattern for pattern in down if pattern in wanted]
    return deity.done + len(laid if deity.id == "hestia" else set(laid)) >= deity.need


def _nearest(wanted: tuple[str, ...], own: Mine, have: Means, budget: int) -> Distance:
    routes_found = [route for pattern in wanted if (route := cheapest(have, pattern, budget=budget)) is not None]
    if not routes_found:
        return Distance(NO_TABLEAU)
    best = min(routes_found, key=lambda r: (not r.affordable, r.mana, r.tokens, len(r.uses), r.pattern))
    return Distance(label(best, own.tableaux), "", shortage(best), best)


def label(route: Route, tableaux: tuple[str, ...]) -> str:
    """Return the route in short; places are counted from 1 in `tableaux`, the seat's sorted list."""
    parts = []
    if route.turns:
        parts.append("1 turn" if route.turns == 1 else f"{route.turns} turns")
    if len(route.uses) > 1:
        parts.append(f"combine {'+'.join(str(place) for place in places(route.uses, tableaux))}")
    if route.tokens:
        parts.append(f"adjust {route.tokens} cell{'s' if route.tokens > 1 else ''}")
    return ", ".join(parts) or "ready"


def places(uses: tuple[str, ...], tableaux: tuple[str, ...]) -> tuple[int, ...]:
    """Return the places of these tableaux in a list, counted from 1, each place once."""
    left = list(enumerate(tableaux, 1))
    numbers = []
    for tableau in uses:
        place = next(entry for entry in left if entry[1] == tableau)
        left.remove(place)
        numbers.append(place[0])
    return tuple(sorted(numbers))


def shortage(route: Route) -> str:
    parts = []
    if route.mana_short:
        parts.append(f"{route.mana_short} mana")
    if route.tokens_short:
        parts.append(f"{route.tokens_short} token{'s' if route.tokens_short > 1 else ''}")
    if route.uses_short and not parts:
        parts.append("uses")
    return ", ".join(parts)


def wanted_from_partner(own: str, pattern: str) -> str:
    """Return the tableau that, combined with `own` by another seat, gives `pattern` (PR-11, PR-12)."""
    return runes.combine(own, pattern)
