"""What a seat of Ninety-nine cannot know, drawn anew: the other's bids, and so what it has left.

Colours, who took each bout, the lights after each and the seat's own numbers stay (NN-02 to NN-04).
"""

from __future__ import annotations

from msgspec.structs import replace

from core.dice import Dice, Draw
from core.games.duel.course import taker
from core.games.ninety_nine.spec import PURSE, colour, lights
from core.games.ninety_nine.state import State

STEPS = 300
Bids = dict[str, list[int]]
"""By seat: its bids of the bouts in order, then the one on the table if it led."""


def redeal(state: State, seat: str | None, dice: Dice) -> State:
    """`state` with other bids wherever `seat` has seen a colour alone."""
    draw, bids, first = dice.draw("redeal: bids"), _made(state), _first(state)
    for _ in range(STEPS):
        other = draw.pick([name for name in state.seats if name != seat])
        if bids[other]:
            _step(state, bids, first, other, draw)
    bouts = tuple(replace(bout, bids={name: bids[name][n] for name in bout.bids}) for n, bout in enumerate(state.bouts))
    table = None if state.table is None else bids[state.leader][-1]
    left = {name: first[name] - sum(bids[name]) for name in state.seats}
    return replace(state, bouts=bouts, table=table, left=left)


def _made(state: State) -> Bids:
    return {
        name: [
            *(bout.bids[name] for bout in state.bouts),
            *([state.table] if state.table is not None and name == state.leader else []),
        ]
        for name in state.seats
    }


def _first(state: State) -> dict[str, int]:
    """What each had before its first bid; it stays, 99 unless a set-up says otherwise (NN-01)."""
    return {name: state.left[name] + sum(bids) for name, bids in _made(state).items()}


def _step(state: State, bids: Bids, first: dict[str, int], seat: str, draw: Draw) -> None:
    """One bid becomes another of its colour, two may change by as much as keeps their sum."""
    before = list(bids[seat])
    a, b = draw.below(len(before)), draw.below(len(before))
    change = draw.below(21) - 10
    bids[seat][a] += change
    if a != b and draw.chance(0.5):
        bids[seat][b] -= change
    same = all(0 <= now <= PURSE and colour(now) == colour(was) for was, now in zip(before, bids[seat], strict=True))
    if not (same and _told_the_same(state, bids, first, seat)):
        bids[seat][:] = before


def _told_the_same(state: State, bids: Bids, first: dict[str, int], seat: str) -> bool:
    rest = first[seat]
    for n, bout in enumerate(state.bouts):
        rest -= bids[seat][n]
        if rest < 0 or lights(rest) != bout.lights[seat]:
            return False
        if taker({name: bids[name][n] for name in bout.bids}) != bout.taken:
            return False
    return first[seat] >= sum(bids[seat])
