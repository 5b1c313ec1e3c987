"""The position before the first bout."""

from __future__ import annotations

from collections.abc import Mapping

from core.contract import Options
from core.dice import Dice
from core.games.duel.course import check_seated, first_leader, given_score
from core.games.ninety_nine.spec import PURSE, WON, lights
from core.games.ninety_nine.structs import Given, State
from core.refusal import NotAMatch


def setup(seats: tuple[str, ...], options: Options, given: Given, dice: Dice) -> State:
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
