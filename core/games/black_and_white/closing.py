"""The close of a part, in the order of the rulings."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from core.contract import Closing
from core.dice import Dice
from core.games.black_and_white.spec import colour
from core.games.black_and_white.start import decided
from core.games.black_and_white.structs import Orders, Report, State, Told, Trick
from core.games.duel.course import ending, next_leader, taker, with_point


def close(state: State, orders: Mapping[str, Orders], dice: Dice) -> Closing[State, Report]:
    """Close a part: the seat on turn plays its tile; in the second part the trick is decided."""
    by = state.turn
    assert by is not None
    tile = orders[by].tile if by in orders else min(state.hands[by])  # BW-06
    after = led(state, by, tile) if state.part == 1 else answered(state, by, tile)
    taken = after.tricks[-1].taken if state.part == 2 else None
    told = Told(part=state.part, by=by, colour=colour(tile), taken=taken, score=after.score)
    return Closing(after, {seat: report(told, tile if seat == by else None) for seat in state.seats}, told)


def led(state: State, by: str, tile: int) -> State:
    """The leader's tile lies on the table, and the other seat is on turn (BW-02)."""
    return replace(state, hands=without(state, by, tile), table=tile, round=state.round + 1)


def answered(state: State, by: str, tile: int) -> State:
    """The trick is decided, and perhaps the duel (BW-03 to BW-05)."""
    assert state.table is not None
    tiles = {seat: tile if seat == by else state.table for seat in state.seats}
    taken = taker(tiles)  # BW-03
    score = with_point(state.score, taken)
    hands = without(state, by, tile)
    after = replace(
        state,
        hands=hands,
        table=None,
        tricks=(*state.tricks, Trick(state.leader, tiles, taken)),
        score=score,
        leader=next_leader(state.leader, taken),  # BW-04
    )
    left = len(hands[by])
    if left and not decided(score, left):
        return replace(after, round=state.round + 1)
    return replace(after, ending=ending(score))  # BW-05


def without(state: State, seat: str, tile: int) -> dict[str, tuple[int, ...]]:
    """All hands, with this tile of `seat` spent."""
    left = tuple(held for held in state.hands[seat] if held != tile)
    return {**state.hands, seat: left}


def report(told: Told, tile: int | None) -> Report:
    """What one seat is told: what all are, and its own number."""
    return Report(part=told.part, by=told.by, colour=told.colour, taken=told.taken, score=told.score, tile=tile)
