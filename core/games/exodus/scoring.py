"""Points of trades in The Exodus Game (EX-05 to EX-08)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from core.contract import Struct
from core.games.exodus.spec import GOODS
from core.games.trading.offers import Swap, after_swaps
from core.games.trading.results import Item, Outlook, Payoff, Plan, Result, outlook
from core.games.trading.structs import TradingView


class Line(Struct, frozen=True, kw_only=True):
    """Effects of giving one cube away in one round."""

    you: int = 0
    """Points to the giver; below 0 a loss."""
    them: int = 0
    instead: dict[str, int] = {}
    """Points to the giver in place of `you`, by cube received."""
    more: dict[str, int] = {}
    """Points to the recipient beyond `them`, by cube received."""
    doubles: str | None = None
    """The cube for which the giver's gains of the round are doubled."""
    halves: str | None = None
    """The cube for which the recipient's gains of the round are halved."""
    nullifies: str | None = None
    """The cube for which the giver's losses of the round do not count."""


class Bonus(Struct, frozen=True):
    """Points at the end of a round for holding at least so many of a cube."""

    cube: str
    at_least: int
    points: int


LINES: dict[int, dict[str, Line]] = {
    1: {
        "red": Line(you=2),
        "blue": Line(you=2),
        "yellow": Line(you=1, them=1),
        "green": Line(you=-1),
        "white": Line(you=2, them=1),
        "black": Line(you=1, them=-1),
    },
    2: {
        "red": Line(you=2, instead={"green": 5}),
        "blue": Line(you=3),
        "yellow": Line(you=1, them=2),
        "green": Line(you=-2),
        "white": Line(you=3, them=1),
        "black": Line(you=1, them=-1),
    },
    3: {
        "red": Line(you=3, instead={"green": 7, "blue": -2}),
        "blue": Line(you=4),
        "yellow": Line(you=1, them=2, doubles="black"),
        "green": Line(you=-3),
        "white": Line(you=3, them=1),
        "black": Line(you=1, them=-2),
    },
    4: {
        "red": Line(you=3, instead={"green": 10, "blue": -3}),
        "blue": Line(you=5),
        "yellow": Line(you=2, them=3, doubles="black", more={"white": 3}),
        "green": Line(you=-4, instead={"black": 4}, nullifies="red"),
        "white": Line(you=5, them=2),
        "black": Line(you=1, them=-2),
    },
    5: {
        "red": Line(you=4, instead={"green": 13, "blue": -4, "yellow": -4}),
        "blue": Line(you=5),
        "yellow": Line(you=3, them=4, halves="blue"),
        "green": Line(you=-5),
        "white": Line(you=2, them=2),
        "black": Line(you=1, them=-1),
    },
    6: {
        "red": Line(you=4, instead={"green": 16, "blue": -5, "yellow": -5}),
        "blue": Line(you=6),
        "yellow": Line(you=5, them=4, more={"white": 3}),
        "green": Line(you=-6),
        "white": Line(them=3),
        "black": Line(them=-4),
    },
    7: {
        "red": Line(you=8, instead={"blue": -5, "yellow": -5}),
        "blue": Line(you=6),
        "yellow": Line(you=6, them=3, more={"white": 3}),
        "green": Line(you=-7),
        "white": Line(them=3),
        "black": Line(them=-4),
    },
}

BONUSES: dict[int, Bonus] = {4: Bonus("white", 3, 10), 5: Bonus("black", 3, 25)}
"""Bonuses at the end of these rounds, after the trades; not multiplied (EX-08)."""


def lines_in_words(round_: int) -> tuple[str, ...]:
    lines = [f"Give {cube}: {_line_words(line)}." for cube, line in LINES[round_].items()]
    bonus = BONUSES.get(round_)
    if bonus is not None:
        lines.append(f"At the end, holding at least {bonus.at_least} {bonus.cube}: {bonus.points:+}, never multiplied.")
    return tuple(lines)


def _line_words(line: Line) -> str:
    parts = [f"you {line.you:+}"] if line.you else []
    if line.them:
        parts.append(f"they {line.them:+}")
    parts += [f"for {cube} you {points:+} instead" for cube, points in line.instead.items()]
    parts += [f"for {cube} they {points:+} more" for cube, points in line.more.items()]
    if line.doubles:
        parts.append(f"for {line.doubles} your gains of the round double")
    if line.halves:
        parts.append(f"for {line.halves} their gains of the round are halved")
    if line.nullifies:
        parts.append(f"for {line.nullifies} your losses of the round do not count")
    return "; ".join(parts)


@cache
def side(round_: int, gave: str, got: str) -> Result:
    """Return the result of one trade, taken alone, for the seat that gave `gave` and got `got` (EX-05)."""
    own_line, their_line = LINES[round_][gave], LINES[round_][got]
    for_given = Item(own_line.instead.get(got, own_line.you), f"{gave} given for {got}")
    for_received = Item(their_line.them + their_line.more.get(gave, 0), f"{got} received for {gave}")
    items = (for_given, for_received)
    return Result(
        gains=tuple(item for item in items if item.amount > 0),
        losses=tuple(item for item in items if item.amount < 0),
        doubled=int(own_line.doubles == got),  # EX-06: a doubling falls to the giver,
        halved=int(their_line.halves == gave),  # a halving to the recipient
        nullified=own_line.nullifies == got,  # EX-07
    )


def round_result(round_: int, pairs: Iterable[tuple[str, str]], after: Mapping[str, int]) -> Result:
    """Return a seat's result of a whole round. `pairs`: (gave, got) of its trades; `after`: its hand at the end."""
    sides = [side(round_, gave, got) for gave, got in pairs]
    bonus = BONUSES.get(round_)
    has_bonus = bonus is not None and after.get(bonus.cube, 0) >= bonus.at_least  # EX-08
    return Result(
        gains=tuple(item for trade in sides for item in trade.gains),
        losses=tuple(item for trade in sides for item in trade.losses),
        doubled=sum(trade.doubled for trade in sides),
        halved=sum(trade.halved for trade in sides),
        nullified=any(trade.nullified for trade in sides),
        bonuses=(Item(bonus.points, f"at least {bonus.at_least} {bonus.cube}"),) if bonus and has_bonus else (),
    )


@cache
def payoff(round_: int, give: str, receive: str, elsewhere: int = 0) -> Payoff:
    own, theirs = side(round_, give, receive), side(round_, receive, give)
    return Payoff(own.total, theirs.total, own.notes("your") + theirs.notes("their"))


def planned_result(round_: int, hand: Mapping[str, int], swaps: tuple[Swap, ...]) -> Result:
    return round_result(round_, [(swap.gave, swap.got) for swap in swaps], after_swaps(hand, swaps))


def preview(view: TradingView, plans: tuple[Plan, ...], elsewhere: int = 0) -> Outlook:
    return outlook(plans, GOODS.kinds, lambda swaps: planned_result(view.round, view.held, swaps))


def reminders(view: TradingView) -> tuple[str, ...]:
    """Return short reminders: bonuses ahead, and the risk of black cubes (EX-08, EX-12)."""
    if view.seat is None:
        return ()
    lines = []
    for round_, bonus in BONUSES.items():
        if view.round <= round_:
            have = view.held.get(bonus.cube, 0)
            lines.append(f"Round {round_}: {have} of {bonus.at_least} {bonus.cube} for +{bonus.points}.")
    black = view.held.get(GOODS.risk, 0)
    lines.append(f"Most black and no win: Elimination Candidate. You: {black}.")
    return tuple(lines)
