"""The rules of Black and White: the first position, a seat's choices, and the close of a part."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from core.contract import Closing, Options
from core.dice import Dice
from core.games.black_and_white.spec import TILES, colour
from core.games.black_and_white.structs import Given, Orders, PublicReport, Report, State, Trick
from core.games.duel.course import (
    PAIRS,
    check_seated,
    ending,
    first_leader,
    given_score,
    higher_bidder,
    next_leader,
    with_point,
)
from core.refusal import NotAMatch, Refused


def setup(seats: tuple[str, ...], options: Options, given: Given, dice: Dice) -> State:
    """Return the position with all tiles in hand, or the set-up's.

    Raises:
        NotAMatch: The set-up is impossible.
    """
    hands = dict.fromkeys(seats, TILES) if given.hands is None else given_hands(seats, given.hands)
    left = len(hands[seats[0]])
    round_ = 2 * (PAIRS - left) + 1
    if given.round not in (None, round_):
        raise NotAMatch("bad_round", f"setup: with {left} tiles in each hand the round is {round_}, not {given.round}.")
    score = given_score(seats, given.score, PAIRS - left)
    if is_decided(score, left):
        raise NotAMatch("duel_over", f"setup: with {left} tricks left the duel would be over.")
    return State(seats=seats, round=round_, leader=first_leader(seats, given.leader, dice), score=score, hands=hands)


def given_hands(seats: tuple[str, ...], hands: Mapping[str, tuple[int, ...]]) -> dict[str, tuple[int, ...]]:
    check_seated(seats, tuple(hands), "hands")
    if set(hands) != set(seats):
        raise NotAMatch("bad_hands", f"setup: hands names both seats, {' and '.join(seats)}.")
    for seat, tiles in hands.items():
        if len(set(tiles)) != len(tiles) or not set(tiles) <= set(TILES):
            raise NotAMatch("bad_hands", f"setup: {seat}'s hand holds different tiles from 0 to {TILES[-1]}.")
    first, second = (len(hands[seat]) for seat in seats)
    if first != second or not first:
        raise NotAMatch("bad_hands", f"setup: both hands hold equally many tiles, 1 to {PAIRS}.")
    return {seat: tuple(sorted(hands[seat])) for seat in seats}


def is_decided(score: Mapping[str, int], left: int) -> bool:
    """BW-05: Return True if one seat leads by more points than there are tricks left."""
    return max(score.values()) - min(score.values()) > left


def close(state: State, orders: Mapping[str, Orders], dice: Dice) -> Closing[State, Report]:
    by = state.turn
    assert by is not None
    tile = orders[by].tile if by in orders else min(state.hands[by])  # BW-06
    after = lead_tile(state, by, tile) if state.part == 1 else answer_tile(state, by, tile)
    taker = after.tricks[-1].taken if state.part == 2 else None
    public = PublicReport(part=state.part, by=by, colour=colour(tile), taken=taker, score=after.score)
    return Closing(after, {seat: report(public, tile if seat == by else None) for seat in state.seats}, public)


def lead_tile(state: State, by: str, tile: int) -> State:
    """BW-02: Put the leader's tile on the table; the other seat is on turn."""
    return replace(state, hands=hand_without(state, by, tile), table=tile, round=state.round + 1)


def answer_tile(state: State, by: str, tile: int) -> State:
    """BW-03 to BW-05: Decide the trick, and perhaps the duel."""
    assert state.table is not None
    tiles = {seat: tile if seat == by else state.table for seat in state.seats}
    taker = higher_bidder(tiles)  # BW-03
    score = with_point(state.score, taker)
    hands = hand_without(state, by, tile)
    after = replace(
        state,
        hands=hands,
        table=None,
        tricks=(*state.tricks, Trick(state.leader, tiles, taker)),
        score=score,
        leader=next_leader(state.leader, taker),  # BW-04
    )
    left = len(hands[by])
    if left and not is_decided(score, left):
        return replace(after, round=state.round + 1)
    return replace(after, ending=ending(score))  # BW-05


def hand_without(state: State, seat: str, tile: int) -> dict[str, tuple[int, ...]]:
    remaining = tuple(owned for owned in state.hands[seat] if owned != tile)
    return {**state.hands, seat: remaining}


def report(public: PublicReport, tile: int | None) -> Report:
    return Report(
        part=public.part, by=public.by, colour=public.colour, taken=public.taken, score=public.score, tile=tile
    )


RULING = "BW-08"


def not_held(state: State, seat: str, tile: int) -> Refused | None:
    """Return why this tile cannot be played: unknown, or spent. None if it can."""
    if tile not in TILES:
        return Refused("no_such_tile", f"There is no tile {tile}: tiles are numbered 0 to {TILES[-1]}.", RULING)
    if tile in state.hands[seat]:
        return None
    hand = ", ".join(map(str, state.hands[seat]))
    return Refused("not_in_hand", f"You do not hold the {tile} any more; you hold {hand}.", RULING)
