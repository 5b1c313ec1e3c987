"""The Last Candle

A duel in a dark hall: put out candles in turn, never as many as the other just did, and leave the other none to take.

A row of 15 to 24 candles burns. In turn you put out one to four of them, but not the number that the other has just put
out. Who cannot move loses the row, and the other has a point. The loser of a row begins the next one. After five rows
the most points win.

## Rulings

- LC-01 You put out 1 to 4 candles, and no more than burn. The number of the move before is forbidden.
- LC-02 Each row has a number of its own, drawn when it begins. Everybody sees all candles and moves.
- LC-03 A lot decides who begins the first row.
- LC-04 If your time passes you put out the least number that you may.
"""

from functools import cache

from msgspec.structs import replace

from core.contract import ActionResult, Asks, Closing, GameState, Stage, Struct
from core.refusal import Refused
from core.story.drawing import Cell, Drawing, NamedCells
from core.usual import choice, onward, said

SEATS, ROUNDS, ROUND_WORD = 2, 5, "row"
AT_ONCE, ROW = 4, 8
SHORTEST, RANGE = 15, 10


class State(GameState, frozen=True, kw_only=True):
    candles: int
    turn: str
    last: int = 0
    moves: tuple[str, ...] = ()
    points: dict[str, int]
    """Points"""


class View(Struct, frozen=True):
    candles: int
    """Candles that burn"""
    last: int
    """Put out just now"""
    turn: str
    """On turn"""
    points: dict[str, int]
    """Points"""
    moves: tuple[str, ...]
    """Moves of this row"""


class PutOut(Struct, frozen=True, tag="put_out", tag_field="kind"):
    count: int


Action = PutOut


def row(dice, number):
    return SHORTEST + dice.draw(f"candles of row {number}").below(RANGE)


def setup(seats, dice):
    first = dice.draw("who begins").pick(seats)
    return State(seats=seats, round=1, candles=row(dice, 1), turn=first, points=dict.fromkeys(seats, 0))


def allowed(candles, last):
    return [count for count in range(1, AT_ONCE + 1) if count <= candles and count != last]


def board(view):
    names = [str(n) for n in range(1, max(view.candles, 1) + 1)]
    rows = tuple(tuple(names[at : at + ROW]) for at in range(0, len(names), ROW))
    lit = Cell(text="i", tone="yellow") if view.candles else Cell(text=".", tone="faint")
    return Drawing(parts=(NamedCells(rows=rows, cells=dict.fromkeys(names, lit)),), legend="The candles that burn.")


def stage(state):
    return Stage("put out candles", (state.turn,) if allowed(state.candles, state.last) else ())


def default(state):
    return PutOut(allowed(state.candles, state.last)[0])


def refuse(state, count):
    if count == state.last:
        raise Refused("same_number", f"The other has just put out {count}: choose another number.", "LC-01")
    if count not in allowed(state.candles, state.last):
        raise Refused("bad_number", f"Put out 1 to {AT_ONCE} candles, and no more than the {state.candles}.", "LC-01")


def asks(state):
    def put_out(count):
        probe = {"kind": "put_out", "count": count}
        return choice("action.put_out", count, probe, lambda: refuse(state, count))

    return Asks(False, {}, tuple(map(put_out, range(1, AT_ONCE + 1))))


def act(state, seat, action):
    refuse(state, action.count)
    other = next(each for each in state.seats if each != seat)
    moves = (*state.moves, f"{seat} puts out {action.count}, and {state.candles - action.count} burn.")
    after = replace(state, candles=state.candles - action.count, last=action.count, turn=other, moves=moves)
    return ActionResult(after)


def close(state, dice):
    loser = state.turn
    winner = next(seat for seat in state.seats if seat != loser)
    points = {**state.points, winner: state.points[winner] + 1}
    over = state.round == ROUNDS
    candles = state.candles if over else row(dice, state.round + 1)
    public = said(f"{loser} cannot move: the row is {winner}'s.")
    after = replace(state, points=points, candles=candles, last=0, moves=(), turn=loser)
    return Closing(onward(after, over, points, dice), dict.fromkeys(state.seats, public), public)


@cache
def loses(candles, last):
    """True if whoever is on turn loses against the best play."""
    return all(not loses(candles - count, count) for count in allowed(candles, last))


def plan(sight, draw):
    view = sight.view
    counts = allowed(view.candles, view.last)
    good = [count for count in counts if view.candles <= 16 and loses(view.candles - count, count)]
    return {"kind": "put_out", "count": draw.pick(good or counts)}
