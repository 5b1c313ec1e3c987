"""The close of a round in the order of the rules."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from core.contract import Closing
from core.dice import Dice
from core.games.exodus.scoring import planned_result
from core.games.exodus.spec import GOODS, PRIZES, SPEC
from core.games.exodus.structs import Report, State
from core.games.trading import offers
from core.games.trading.ending import ending, prize_entries
from core.games.trading.offers import Offer, Orders
from core.games.trading.structs import Account


def close(state: State, orders: Mapping[str, Orders], dice: Dice) -> Closing[State, Report]:
    """Resolve a round: trades that meet are processed and scored; after round 7 the match is decided."""
    trades, failed = offers.meet(state.seats, state.round, orders)  # EX-04
    after = score(state, trades)
    reports = {seat: report(after, seat, trades, failed[seat]) for seat in state.seats}
    if state.round < SPEC.rounds:
        return Closing(replace(after, round=state.round + 1), reports)
    end = ending(after, GOODS, PRIZES, dice)  # EX-11, EX-12, EX-14
    entries = prize_entries(after, GOODS, PRIZES, end.winners)  # EX-11, EX-13
    return Closing(replace(after, ending=end, ledger=(*state.ledger, *entries)), reports)


def score(state: State, trades: tuple[offers.Trade, ...]) -> State:
    """Move the cubes, all at once, and score every seat's trades of the round (EX-05 to EX-08)."""
    held, points, accounts = {}, {}, {}
    for seat in state.seats:
        own = offers.swaps(trades, seat)
        result = planned_result(state.round, state.held[seat], own)
        held[seat] = offers.moved(state.held[seat], own)
        points[seat] = state.score[seat] + result.total
        accounts[seat] = (*state.accounts[seat], Account(state.round, result, points[seat]))
    return replace(state, held=held, score=points, accounts=accounts, trades=(*state.trades, *trades))


def report(after: State, seat: str, trades: tuple[offers.Trade, ...], failed: tuple[Offer, ...]) -> Report:
    """What one seat is told, of itself alone (EX-10)."""
    return Report(score=after.score[seat], held=after.held[seat], trades=offers.swaps(trades, seat), failed=failed)
