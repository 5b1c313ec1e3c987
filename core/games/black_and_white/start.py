"""The position before the first trick."""

from __future__ import annotations

from collections.abc import Mapping

from core.contract import Options
from core.dice import Dice
from core.games.black_and_white.spec import TILES
from core.games.black_and_white.structs import Given, State
from core.games.duel.course import check_seated, first_leader, given_score
from core.games.duel.structs import PAIRS
from core.refusal import NotAMatch


def setup(seats: tuple[str, ...], options: Options, given: Given, dice: Dice) -> State:
    """All tiles in hand, or the position that the set-up gives. NotAMatch for one that cannot be."""
    hands = dict.fromkeys(seats, TILES) if given.hands is None else given_hands(seats, given.hands)
    left = len(hands[seats[0]])
    round_ = 2 * (PAIRS - left) + 1
    if given.round not in (None, round_):
        raise NotAMatch("bad_round", f"setup: with {left} tiles in each hand the round is {round_}, not {given.round}.")
    score = given_score(seats, given.score, PAIRS - left)
    if decided(score, left):
        raise NotAMatch("duel_over", f"setup: with {left} tricks left the duel would be over.")
    return State(seats=seats, round=round_, leader=first_leader(seats, given.leader, dice), score=score, hands=hands)


def given_hands(seats: tuple[str, ...], given: Mapping[str, tuple[int, ...]]) -> dict[str, tuple[int, ...]]:
    """Hands from the set-up: both seats, equally many different tiles, at least one."""
    check_seated(seats, tuple(given), "hands")
    if set(given) != set(seats):
        raise NotAMatch("bad_hands", f"setup: hands names both seats, {' and '.join(seats)}.")
    for seat, tiles in given.items():
        if len(set(tiles)) != len(tiles) or not set(tiles) <= set(TILES):
            raise NotAMatch("bad_hands", f"setup: {seat}'s hand holds different tiles from 0 to {TILES[-1]}.")
    first, second = (len(given[seat]) for seat in seats)
    if first != second or not first:
        raise NotAMatch("bad_hands", f"setup: both hands hold equally many tiles, 1 to {PAIRS}.")
    return {seat: tuple(sorted(given[seat])) for seat in seats}


def decided(score: Mapping[str, int], left: int) -> bool:
    """Does one seat lead by more points than there are tricks left? (BW-05)"""
    return max(score.values()) - min(score.values()) > left
