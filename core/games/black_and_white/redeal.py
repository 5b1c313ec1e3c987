"""What a seat of Black and White cannot know, drawn anew: the numbers of the other's tiles.

Colours, who took each trick and the seat's own numbers stay (BW-02, BW-03, BW-07). Tiles of one colour change places
between the tricks, the table and the hand, as long as every trick would have been taken as it was.
"""

from __future__ import annotations

from msgspec.structs import replace

from core.dice import Dice, Draw
from core.games.black_and_white.spec import colour
from core.games.black_and_white.state import State
from core.games.duel.course import taker

STEPS = 200
Tiles = dict[str, list[int]]
"""By seat: its tiles of the tricks in order, then the one on the table if it led, then its hand."""


def redeal(state: State, seat: str | None, dice: Dice) -> State:
    """`state` with other numbers wherever `seat` has seen a colour alone."""
    draw, tiles = dice.draw("redeal: tiles"), _laid_out(state)
    for _ in range(STEPS):
        _step(state, tiles, draw.pick([other for other in state.seats if other != seat]), draw, both=seat is None)
    played = len(state.tricks)
    tricks = tuple(
        replace(trick, tiles={name: tiles[name][n] for name in trick.tiles}) for n, trick in enumerate(state.tricks)
    )
    table = None if state.table is None else tiles[state.leader][played]
    hands = {
        name: tuple(sorted(tiles[name][played + (table is not None and name == state.leader) :]))
        for name in state.seats
    }
    return replace(state, tricks=tricks, table=table, hands=hands)


def _laid_out(state: State) -> Tiles:
    return {
        name: [
            *(trick.tiles[name] for trick in state.tricks),
            *([state.table] if state.table is not None and name == state.leader else []),
            *state.hands[name],
        ]
        for name in state.seats
    }


def _step(state: State, tiles: Tiles, seat: str, draw: Draw, *, both: bool) -> None:
    """Two tiles of one colour change places, for a spectator now and then in both seats at once."""
    a, b = draw.below(len(tiles[seat])), draw.below(len(tiles[seat]))
    moved = state.seats if both and draw.chance(0.5) else (seat,)
    if any(max(a, b) >= len(tiles[name]) or colour(tiles[name][a]) != colour(tiles[name][b]) for name in moved):
        return
    for name in moved:
        tiles[name][a], tiles[name][b] = tiles[name][b], tiles[name][a]
    tricks = enumerate(state.tricks)
    if not all(taker({name: tiles[name][n] for name in trick.tiles}) == trick.taken for n, trick in tricks):
        for name in moved:
            tiles[name][a], tiles[name][b] = tiles[name][b], tiles[name][a]
