"""What trades of The Exodus Game bring: pure functions over the tables (EX-05 to EX-08)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from core.games.exodus.spec import GOODS
from core.games.exodus.tables import BONUSES, LINES
from core.games.trading.offers import Swap, moved
from core.games.trading.results import Item, Outlook, Payoff, Plan, Result, outlook
from core.games.trading.structs import TradingView


@cache
def side(round_: int, gave: str, got: str) -> Result:
    """What one trade brings the seat that gave `gave` and got `got`, taken alone (EX-05)."""
    mine, theirs = LINES[round_][gave], LINES[round_][got]
    given = Item(mine.instead.get(got, mine.you), f"{gave} given for {got}")
    received = Item(theirs.them + theirs.more.get(gave, 0), f"{got} received for {gave}")
    items = (given, received)
    return Result(
        gains=tuple(item for item in items if item.amount > 0),
        losses=tuple(item for item in items if item.amount < 0),
        doubled=int(mine.doubles == got),  # EX-06: a doubling falls to the giver,
        halved=int(theirs.halves == gave),  # a halving to the recipient
        nullified=mine.nullifies == got,  # EX-07
    )


def round_result(round_: int, pairs: Iterable[tuple[str, str]], after: Mapping[str, int]) -> Result:
    """What a whole round brings a seat: `pairs` are (gave, got) of its trades, `after` its hand at the end."""
    sides = [side(round_, gave, got) for gave, got in pairs]
    bonus = BONUSES.get(round_)
    earned = bonus is not None and after.get(bonus.cube, 0) >= bonus.at_least  # EX-08
    return Result(
        gains=tuple(item for one in sides for item in one.gains),
        losses=tuple(item for one in sides for item in one.losses),
        doubled=sum(one.doubled for one in sides),
        halved=sum(one.halved for one in sides),
        nullified=any(one.nullified for one in sides),
        bonuses=(Item(bonus.points, f"at least {bonus.at_least} {bonus.cube}"),) if bonus and earned else (),
    )


@cache
def payoff(round_: int, give: str, receive: str, elsewhere: int = 0) -> Payoff:
    """What one trade brings both its seats, taken alone; `elsewhere` means nothing here."""
    mine, theirs = side(round_, give, receive), side(round_, receive, give)
    return Payoff(mine.total, theirs.total, mine.notes("your") + theirs.notes("their"))


def planned_result(round_: int, held: Mapping[str, int], done: tuple[Swap, ...]) -> Result:
    """What these trades would bring a seat that holds `held` now."""
    return round_result(round_, [(swap.gave, swap.got) for swap in done], moved(held, done))


def preview(view: TradingView, plans: tuple[Plan, ...], elsewhere: int = 0) -> Outlook:
    """The outlook of planned offers in the round of `view`."""
    return outlook(plans, GOODS.kinds, lambda done: planned_result(view.round, view.held, done))


def reminders(view: TradingView) -> tuple[str, ...]:
    """What to keep in mind now, short lines: bonuses ahead, and the risk of black cubes (EX-08, EX-12)."""
    if view.seat is None:
        return ()
    found = []
    for round_, bonus in BONUSES.items():
        if view.round <= round_:
            have = view.held.get(bonus.cube, 0)
            found.append(f"End r{round_}: {have}/{bonus.at_least} {bonus.cube} for +{bonus.points}.")
    black = view.held.get(GOODS.risk, 0)
    found.append(f"{black} black. Most, not winning: Elimination Candidate.")
    return tuple(found)
