"""The close of a part, in the order of the rulings."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from core.contract import Closing
from core.dice import Dice
from core.games.duel.course import ending, next_leader, taker, with_point
from core.games.duel.structs import ROUNDS
from core.games.ninety_nine.spec import WON, colour, lights
from core.games.ninety_nine.structs import Bout, Orders, Report, State, Told


def close(state: State, orders: Mapping[str, Orders], dice: Dice) -> Closing[State, Report]:
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
    if state.round < ROUNDS and not decided(score, 1):
        return replace(after, round=state.round + 1)
    return replace(after, ending=ending(score))  # NN-05


def decided(score: Mapping[str, int], left: int) -> bool:
    """Has somebody won, with so many bouts to come? A lead that cannot be caught ends nothing before (NN-05)."""
    one, other = score.values()
    return max(one, other) >= WON or (not left and one != other)


def report(told: Told, bid: int | None) -> Report:
    """What one seat is told: what all are, and its own number."""
    return Report(
        part=told.part, by=told.by, colour=told.colour, taken=told.taken, score=told.score, lights=told.lights, bid=bid
    )  # fmt: skip
