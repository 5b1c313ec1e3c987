"""Steel and Breath

A duel in which both fencers choose two actions at once: strike, feint, guard, or rest.

Each of you begins with 6 wounds to give and 5 breath. In every round you seal a first and a second action; the first
actions meet each other, then the second. A strike costs 2 breath and wounds the other unless they guard; a guard
costs 1; a feint costs 1 and tires a guard of 2 breath; rest gives 2 breath, up to 6. You fall at 6 wounds. After 12
rounds, or when somebody falls, the one with fewer wounds wins; among equals breath decides.

## Rulings

- SB-01 Who seals nothing rests twice.
- SB-02 Breath is counted action by action: you cannot plan what you could not pay if the other only rested.
- SB-03 An action that a feint has left you without breath for becomes a rest.
- SB-04 Both may fall in the same round; then fewer wounds, then breath, then a shared win decide.
- SB-05 Everything but the sealed actions is public.
"""

from typing import Literal

from msgspec.structs import replace

from core.contract import Asks, Closing, GameState, Struct
from core.refusal import Refused
from core.usual import choices, onward, said

SEATS, ROUNDS, AT_MOST, ROUND_WORD = 2, 12, True, "bout"
FALLS, MOST_BREATH = 6, 6
COST = {"strike": 2, "feint": 1, "guard": 1, "rest": -2}
Deed = Literal["strike", "feint", "guard", "rest"]
score = "health"


class State(GameState, frozen=True, kw_only=True):
    wounds: dict[str, int]
    breath: dict[str, int]
    health: dict[str, int]
    """Wounds left to take"""
    past: tuple[tuple[str, ...], ...] = ()


class View(Struct, frozen=True):
    wounds: dict[str, int]
    """Wounds"""
    breath: dict[str, int]
    """Breath"""
    health: dict[str, int]
    """Wounds left to take"""
    past: tuple[tuple[str, ...], ...]
    """What happened, by bout"""


class Orders(Struct, frozen=True):
    first: Deed = "rest"
    """First you {}."""
    second: Deed = "rest"
    """Second you {}."""


def setup(seats):
    full = dict.fromkeys(seats, FALLS)
    return State(seats=seats, round=1, wounds=dict.fromkeys(seats, 0), breath=dict.fromkeys(seats, 5), health=full)


def check(state, seat, orders):
    breath = state.breath[seat]
    for deed in (orders.first, orders.second):
        if COST[deed] > breath:
            raise Refused("no_breath", f"You would have {breath} breath; to {deed} costs {COST[deed]}.", "SB-02")
        breath = min(MOST_BREATH, breath - COST[deed])


def asks(state, seat, sealed):
    def may(orders):
        check(state, seat, orders)

    return Asks(True, {"breath": state.breath[seat]}, (
        *choices("first", COST, lambda deed: Orders(first=deed), may),
        *choices("second", COST, lambda deed: Orders(second=deed), may),
    ))  # fmt: skip


def fought(plans, wounds, breath):
    """Return wounds and breath after both actions of both fencers, and what happened in sentences."""
    wounds, breath, lines = dict(wounds), dict(breath), []
    for part in ("first", "second"):
        deeds = {seat: getattr(plan, part) for seat, plan in plans.items()}
        deeds = {seat: deed if COST[deed] <= breath[seat] else "rest" for seat, deed in deeds.items()}  # SB-03
        for seat, deed in deeds.items():
            breath[seat] = min(MOST_BREATH, breath[seat] - COST[deed])
        for seat, other in (tuple(plans), tuple(plans)[::-1]):
            if deeds[seat] == "strike" and deeds[other] != "guard":
                wounds[other] += 1
                lines.append(f"{part.capitalize()}: {seat} strikes {other}, who would {deeds[other]}.")
            elif deeds[seat] == "feint" and deeds[other] == "guard":
                breath[other] = max(0, breath[other] - 2)
                lines.append(f"{part.capitalize()}: {seat} feints, and {other} guards in vain.")
    return wounds, breath, lines


def close(state, orders, dice):
    plans = {seat: orders.get(seat, Orders()) for seat in state.seats}
    wounds, breath, lines = fought(plans, state.wounds, state.breath)
    health = {seat: max(0, FALLS - wounds[seat]) for seat in state.seats}
    over = state.round == ROUNDS or not all(health.values())
    standing = {seat: (-wounds[seat], breath[seat]) for seat in state.seats}
    both = [f"{seat}: {plans[seat].first}, then {plans[seat].second}." for seat in state.seats]
    public = said(*both, *(lines or ["No blade touched anybody."]))
    after = replace(state, wounds=wounds, breath=breath, health=health, past=(*state.past, public.lines))
    return Closing(onward(after, over, standing, dice), dict.fromkeys(state.seats, public), public)


def payable(view, seat):
    pairs = [Orders(first, second) for first in COST for second in COST]
    after_first = {first: min(MOST_BREATH, view.breath[seat] - COST[first]) for first in COST}
    return [pair for pair in pairs if after_first[pair.first] >= 0 and COST[pair.second] <= after_first[pair.first]]


def plan(sight, draw):
    view, me = sight.view, sight.seat
    other = next(seat for seat in view.wounds if seat != me)

    def worth(mine):
        total = 0.0
        for theirs in payable(view, other):
            wounds, breath, _ = fought({me: mine, other: theirs}, view.wounds, view.breath)
            total += 3 * (wounds[other] - wounds[me]) + breath[me] - breath[other]
        return total / len(payable(view, other)) + draw.below(100) / 60

    best = max(payable(view, me), key=worth)
    return {"first": best.first, "second": best.second}
