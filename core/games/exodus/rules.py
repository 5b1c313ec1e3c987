"""The rules of The Exodus Game: the deal or a set-up's position, the close, and the views of a seat and of the host."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from core.contract import Closing, Options
from core.dice import Dice
from core.games.exodus.scoring import planned_result
from core.games.exodus.spec import GOODS, HAND, PRIZES, SPEC
from core.games.exodus.structs import Given, Report, State, View
from core.games.trading import offers
from core.games.trading.ending import ending, prize_entries
from core.games.trading.offers import Offer, Orders
from core.games.trading.structs import Account, given_hands, given_scores, past
from core.games.trading.views import Rules
from core.games.trading.views import redeal as redealt
from core.json import Json


def close(state: State, orders: Mapping[str, Orders], dice: Dice) -> Closing[State, Report]:
    trades, failed = offers.meet(state.seats, state.round, orders)  # EX-04
    after = score(state, trades)
    reports = {seat: report(after, seat, trades, failed[seat]) for seat in state.seats}
    if state.round < SPEC.rounds:
        return Closing(replace(after, round=state.round + 1), reports)
    end = ending(after, GOODS, PRIZES, dice)  # EX-11, EX-12, EX-14
    entries = prize_entries(after, GOODS, PRIZES, end.winners)  # EX-11, EX-13
    return Closing(replace(after, ending=end, ledger=(*state.ledger, *entries)), reports)


def score(state: State, trades: tuple[offers.Trade, ...]) -> State:
    """Move all cubes at once, and score every seat's trades of the round (EX-05 to EX-08)."""
    hands, points, accounts = {}, {}, {}
    for seat in state.seats:
        own = offers.swaps(trades, seat)
        result = planned_result(state.round, state.held[seat], own)
        hands[seat] = offers.after_swaps(state.held[seat], own)
        points[seat] = state.score[seat] + result.total
        accounts[seat] = (*state.accounts[seat], Account(state.round, result, points[seat]))
    return replace(state, held=hands, score=points, accounts=accounts, trades=(*state.trades, *trades))


def report(after: State, seat: str, trades: tuple[offers.Trade, ...], failed: tuple[Offer, ...]) -> Report:
    """EX-10: Return one seat's report, which is about itself alone."""
    return Report(score=after.score[seat], held=after.held[seat], trades=offers.swaps(trades, seat), failed=failed)


def setup(seats: tuple[str, ...], options: Options, given: Given, dice: Dice) -> State:
    hands = deal(seats, dice) if given.hands is None else given_hands(GOODS, seats, given.hands)
    return State(
        seats=seats,
        round=given.round or 1,
        score=given_scores("points", seats, given.points),
        held=hands,
        accounts=dict.fromkeys(seats, ()),
    )


def deal(seats: tuple[str, ...], dice: Dice) -> dict[str, dict[str, int]]:
    """EX-01: Deal all 36 cubes, four of four colours each; every legal deal is equally likely. The 18 missing colours
    are shuffled until no seat lacks one twice."""
    draw = dice.draw("deal")
    lacking_each = len(GOODS.kinds) - HAND
    gaps = [kind for kind in GOODS.kinds for _ in range(len(seats) - GOODS.pool[kind])]
    while True:
        draw.shuffle(gaps)
        lacks = [gaps[i : i + lacking_each] for i in range(0, len(gaps), lacking_each)]
        if all(len(set(lack)) == len(lack) for lack in lacks):
            break
    return {
        seat: {kind: int(kind not in lack) for kind in GOODS.kinds} for seat, lack in zip(seats, lacks, strict=True)
    }


def view(state: State, seat: str | None) -> View:
    """EX-10: Return a seat's own points, cubes and trades; for a spectator the round alone."""
    if seat is None:
        return View(seat=None, round=state.round)
    return View(
        seat=seat, round=state.round, score=state.score[seat], held=state.held[seat], past=past(state.trades, seat),
        accounts=state.accounts[seat],
    )  # fmt: skip


def host(state: State) -> Json:
    return {"players": {seat: {"points": state.score[seat], "cubes": state.held[seat]} for seat in state.seats}}


RULES = Rules(GOODS, score, may_hold_pairs=False)


def redeal(state: State, seat: str | None, dice: Dice) -> State:
    """Return `state` with other hands, trades and points of the others, dealt by EX-01. The seat's own stay (EX-10)."""
    return redealt(RULES, state, seat, dice)
