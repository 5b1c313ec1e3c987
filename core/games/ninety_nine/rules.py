"""The rules of Ninety-nine: the first position, a seat's choices, and the close of a part."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from core.contract import Closing, Options
from core.dice import Dice
from core.games.duel.course import (
    ROUNDS,
    check_seated,
    ending,
    first_leader,
    given_score,
    higher_bidder,
    next_leader,
    with_point,
)
from core.games.ninety_nine.spec import PURSE, WON, colour, lights
from core.games.ninety_nine.structs import Bout, Given, Orders, PublicReport, Report, State
from core.refusal import NotAMatch, Refused


def close(state: State, orders: Mapping[str, Orders], dice: Dice) -> Closing[State, Report]:
    by = state.turn
    assert by is not None
    bid = orders[by].bid if by in orders else 0  # NN-06
    spent = replace(state, left={**state.left, by: state.left[by] - bid})  # NN-02
    after = lead_bid(spent, bid) if state.part == 1 else answer_bid(spent, by, bid)
    taker = after.bouts[-1].taken if state.part == 2 else None
    public = PublicReport(
        part=state.part, by=by, colour=colour(bid), taken=taker, score=after.score, lights=after.lights
    )  # fmt: skip
    return Closing(after, {seat: report(public, bid if seat == by else None) for seat in state.seats}, public)


def lead_bid(state: State, bid: int) -> State:
    """NN-02: Put the leader's bid on the table; the other seat is on turn."""
    return replace(state, table=bid, round=state.round + 1)


def answer_bid(state: State, by: str, bid: int) -> State:
    """NN-03 to NN-05: Decide the bout, move the lights, and perhaps end the duel."""
    assert state.table is not None
    bids = {seat: bid if seat == by else state.table for seat in state.seats}
    taker = higher_bidder(bids)  # NN-03
    score = with_point(state.score, taker)
    lit = {seat: lights(budget) for seat, budget in state.left.items()}  # NN-04
    after = replace(
        state, lights=lit, table=None, bouts=(*state.bouts, Bout(state.leader, bids, taker, lit)), score=score,
        leader=next_leader(state.leader, taker),
    )  # fmt: skip
    if state.round < ROUNDS and not is_decided(score, 1):
        return replace(after, round=state.round + 1)
    return replace(after, ending=ending(score))  # NN-05


def is_decided(score: Mapping[str, int], left: int) -> bool:
    """NN-05: Return True if a seat has won with `left` bouts to come. A lead that cannot be caught does not end the
    duel."""
    first, other = score.values()
    return max(first, other) >= WON or (not left and first != other)


def report(public: PublicReport, bid: int | None) -> Report:
    return Report(
        part=public.part, by=public.by, colour=public.colour, taken=public.taken, score=public.score,
        lights=public.lights, bid=bid,
    )  # fmt: skip


def setup(seats: tuple[str, ...], options: Options, given: Given, dice: Dice) -> State:
    """Return the position with 99 points each, or the set-up's.

    Raises:
        NotAMatch: The set-up is impossible.
    """
    round_ = given.round or 1
    if round_ % 2 == 0:
        raise NotAMatch("bad_round", f"setup: round is odd, where a bout begins; {round_} is its second part.")
    left = given_left(seats, given.left)
    return State(
        seats=seats,
        round=round_,
        leader=first_leader(seats, given.leader, dice),
        score=given_score(seats, given.score, round_ // 2, WON - 1),
        left=left,
        lights={seat: lights(budget) for seat, budget in left.items()},
    )


def given_left(seats: tuple[str, ...], budgets: Mapping[str, int]) -> dict[str, int]:
    check_seated(seats, tuple(budgets), "left")
    left = {seat: budgets.get(seat, PURSE) for seat in seats}
    if not all(0 <= budget <= PURSE for budget in left.values()):
        raise NotAMatch("bad_left", f"setup: left is from 0 to {PURSE} for each seat.")
    return left


RULING = "NN-07"


def bid_refusal(state: State, seat: str, bid: int) -> Refused | None:
    """Return why this cannot be bid: no number of points, or more than is left. None if it can."""
    left = state.left[seat]
    if bid < 0:
        return Refused("no_such_bid", f"A bid is a whole number from 0 to {PURSE}; {bid} is none.", RULING)
    if bid > left:
        return Refused("above_rest", f"You have {left} left and bid {bid}: bid 0 to {left}.", RULING)
    return None
