"""The position before the first year: dealt, or as a set-up gives it."""

from __future__ import annotations

from core.contract import Options
from core.dice import Dice
from core.games.famine.scoring import LOCK_YEAR
from core.games.famine.spec import GOODS, HAND
from core.games.famine.structs import Given, State
from core.games.trading.offers import Trade
from core.games.trading.structs import check_seated, given_hands, given_scores
from core.refusal import NotAMatch


def setup(seats: tuple[str, ...], options: Options, given: Given, dice: Dice) -> State:
    """The State at the start. NotAMatch for a position that the rules exclude."""
    year = given.round or 1
    held = deal(seats, dice) if given.hands is None else given_hands(GOODS, seats, given.hands)
    return State(
        seats=seats,
        round=year,
        score=given_scores("favor", seats, given.favor),
        held=held,
        trades=earlier_trades(seats, year, given.partners),
        accounts=dict.fromkeys(seats, ()),
        locked=locked(seats, year, given.locked_diamonds, held),
        told=dict.fromkeys(seats, ()),
    )


def deal(seats: tuple[str, ...], dice: Dice) -> dict[str, dict[str, int]]:
    """All forty gemstones in a random order, five to each seat (FA-01)."""
    pool = [kind for kind in GOODS.kinds for _ in range(GOODS.pool[kind])]
    dice.draw("deal").shuffle(pool)
    return {seat: GOODS.count(tuple(pool[i * HAND : (i + 1) * HAND])) for i, seat in enumerate(seats)}


def earlier_trades(seats: tuple[str, ...], year: int, partners: tuple[tuple[str, str, int], ...]) -> tuple[Trade, ...]:
    """The trades of a set-up, by year and in seat order; NotAMatch if they could not have been made (FA-02, FA-90)."""
    found: list[Trade] = []
    for one, other, when in partners:
        check_seated("partners", seats, {one: when, other: when})
        if one == other:
            raise NotAMatch("to_oneself", f"`partners`: {one} cannot have traded with itself.", "FA-02")
        if not 1 <= when < year:
            raise NotAMatch(
                "no_such_year", f"`partners`: a trade in year {when} is not earlier than year {year}, the start."
            )
        a, b = sorted((one, other), key=seats.index)
        for trade in found:
            if (trade.a, trade.b) == (a, b) and abs(trade.round - when) <= 1:
                raise NotAMatch(
                    "impossible_trades",
                    f"`partners`: {a} and {b} cannot have traded in year {trade.round} and in year {when}.",
                    "FA-02",
                )
        for seat in (a, b):
            if sum(trade.round == when and seat in (trade.a, trade.b) for trade in found) == GOODS.limit:
                raise NotAMatch(
                    "impossible_trades",
                    f"`partners`: {seat} cannot have made more than {GOODS.limit} trades in year {when}.",
                    "FA-02",
                )
        found.append(Trade(when, a, b))
    return tuple(sorted(found, key=lambda trade: (trade.round, seats.index(trade.a), seats.index(trade.b))))


def locked(seats: tuple[str, ...], year: int, given: dict[str, int], held: dict[str, dict[str, int]]) -> dict[str, int]:
    """Locked diamonds by seat, or NotAMatch: only in year 6, and only diamonds that the seat holds (FA-08)."""
    check_seated("locked_diamonds", seats, given)
    if given and year != LOCK_YEAR + 1:
        raise NotAMatch(
            "not_that_year", f"`locked_diamonds` is for a start in year {LOCK_YEAR + 1}, not in year {year}.", "FA-08"
        )
    for seat, number in given.items():
        most = min(held[seat]["diamond"], GOODS.limit)
        if not 0 <= number <= most:
            raise NotAMatch(
                "impossible_lock",
                f"`locked_diamonds`: {seat} can have 0 to {most} locked diamonds, not {number}.",
                "FA-08",
            )
    return {seat: given.get(seat, 0) for seat in seats}
