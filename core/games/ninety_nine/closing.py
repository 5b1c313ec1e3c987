"""The start, and the close of a part, in the order of the rulings."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from core.contract import Closing
from core.dice import Dice
from core.games.duel.course import check_seated, ending, first_leader, given_score, next_leader, taker, with_point
from core.games.duel.structs import ROUNDS
from core.games.ninety_nine.spec import PURSE, WON, colour, lights
from core.games.ninety_nine.structs import Bout, Given, Orders, Report, State, Told
from core.refusal import NotAMatch


# --- the start ------------------------------------------------------------------------------------------------------
def setup(seats: tuple[str, ...], given: Given, dice: Dice) -> State:
    """99 points each, or the position that the set-up gives. NotAMatch for one that cannot be."""
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
        lights={seat: lights(rest) for seat, rest in left.items()},
    )


def given_left(seats: tuple[str, ...], given: Mapping[str, int]) -> dict[str, int]:
    """What is left to spend, from the set-up."""
    check_seated(seats, tuple(given), "left")
    left = {seat: given.get(seat, PURSE) for seat in seats}
    if not all(0 <= rest <= PURSE for rest in left.values()):
        raise NotAMatch("bad_left", f"setup: left is from 0 to {PURSE} for each seat.")
    return left


# --- a close --------------------------------------------------------------------------------------------------------
def close(state: State, orders: Mapping[str, Orders]) -> Closing[State, Report]:
    """Close a part: the bid of the seat on turn is spent; in the second part the bout is decided."""
    by = state.turn
    assert by is not None
    bid = orders[by].bid if by in orders else 0  # NN-06
    spent = replace(state, left={**state.left, by: state.left[by] - bid})  # NN-02
    after = led(spent, bid) if state.part == 1 else answered(spent, by, bid)
    taken = after.bouts[-1].taken if state.part == 2 else None
    told = Told(
        part=state.part, by=by, colour=colour(bid), taken=taken, score=after.score, lights=after.lights
    )  # fmt: skip
    return Closing(after, {seat: report(told, bid if seat == by else None) for seat in state.seats}, told)


def led(state: State, bid: int) -> State:
    """The leader's bid lies on the table, and the other seat is on turn (NN-02)."""
    return replace(state, table=bid, round=state.round + 1)


def answered(state: State, by: str, bid: int) -> State:
    """The bout is decided, the lights move, and perhaps the duel is over (NN-03 to NN-05)."""
    assert state.table is not None
    bids = {seat: bid if seat == by else state.table for seat in state.seats}
    taken = taker(bids)  # NN-03
    score = with_point(state.score, taken)
    lit = {seat: lights(rest) for seat, rest in state.left.items()}  # NN-04
    after = replace(
        state,
        lights=lit,
        table=None,
        bouts=(*state.bouts, Bout(state.leader, bids, taken, lit)),
        score=score,
        leader=next_leader(state.leader, taken),
    )
    if max(score.values()) < WON and state.round < ROUNDS:
        return replace(after, round=state.round + 1)
    return replace(after, ending=ending(score))  # NN-05


def report(told: Told, bid: int | None) -> Report:
    """What one seat is told: what all are, and its own number."""
    return Report(
        part=told.part, by=told.by, colour=told.colour, taken=told.taken, score=told.score, lights=told.lights, bid=bid
    )  # fmt: skip
