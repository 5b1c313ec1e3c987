"""Ice Floes

Walk over melting hexagons of ice and eat more fish than the others.

The board has 35 floes, each with one to three fish. Every player stands on a floe of its own. In a round each player
seals a step to a neighbouring floe; all step at once. The floe that you leave melts, and you eat the fish of the floe
that you reach. A floe that several players want breaks, and they stay where they are. When nobody can step, or after 12
rounds, the most fish win.

## Rulings

- IF-01 A player who seals nothing, or whose step comes to nothing, stays; the floe under that player does not melt.
- IF-02 You may step only to a whole floe on which nobody stood when the round began.
- IF-03 A player without such a floe beside it waits, and is not waited for.
- IF-04 The board, all fish and all players are public. Among equal catches a lot decides.
"""

from msgspec.structs import replace

from core.contract import Asks, Closing, GameState, Struct
from core.refusal import Refused
from core.story.drawing import Cell, Drawing, NamedCells
from core.usual import choices, onward, said

SEATS, ROUNDS, AT_MOST = (2, 6), 12, True
LENGTHS = (4, 5, 6, 5, 6, 5, 4)  # six floes fit beside the orders on 80 columns
ROWS = tuple(tuple(f"{'abcdefg'[row]}{n + 1}" for n in range(length)) for row, length in enumerate(LENGTHS))
PLACE = {name: (row, 2 * at - len(names)) for row, names in enumerate(ROWS) for at, name in enumerate(names)}
STEPS = {(0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1)}
NEXT = {a: tuple(b for b in PLACE if (PLACE[b][0] - PLACE[a][0], PLACE[b][1] - PLACE[a][1]) in STEPS) for a in PLACE}
STARTS = ("a1", "g4", "a4", "g1", "d1", "d5")
score = "caught"


class State(GameState, frozen=True, kw_only=True):
    fish: dict[str, int]
    at: dict[str, str]
    caught: dict[str, int]
    """Fish caught"""
    past: tuple[tuple[str, ...], ...] = ()


class View(Struct, frozen=True):
    fish: dict[str, int]
    """(on the board)"""
    at: dict[str, str]
    """Stands on"""
    caught: dict[str, int]
    """Fish caught"""
    past: tuple[tuple[str, ...], ...]
    """What happened, by round"""


class Orders(Struct, frozen=True):
    to: str | None = None
    """You step to {}."""


def setup(seats, dice):
    draw = dice.draw("fish")
    return State(seats=seats, round=1, fish={name: 1 + draw.below(3) for name in PLACE},
                 at=dict(zip(seats, STARTS, strict=False)), caught=dict.fromkeys(seats, 0))  # fmt: skip


def board(view):
    who = {floe: Cell(text=seat[:4], seat=seat) for seat, floe in view.at.items()}
    fish = {floe: Cell(text=str(n), tone="blue") for floe, n in view.fish.items()}
    water = {floe: Cell(text="~~", tone="faint") for floe in PLACE if floe not in view.fish}
    floes = NamedCells(rows=ROWS, cells=water | fish | who, hexagons=True)
    return Drawing(parts=(floes,), legend="Fish and players on the ice.")


def can_reach(state, seat):
    return [floe for floe in NEXT[state.at[seat]] if floe in state.fish and floe not in state.at.values()]


def check(state, seat, orders):
    if orders.to is not None and orders.to not in can_reach(state, seat):
        raise Refused("no_step", f"{orders.to} is water, taken, or not beside {state.at[seat]}.", "IF-02")


def asks(state, seat):
    steps = choices("to", NEXT[state.at[seat]], lambda to: Orders(to), lambda orders: check(state, seat, orders),
                    lambda to: f"{to} ({state.fish.get(to, 0)} fish)")  # fmt: skip
    return Asks(bool(can_reach(state, seat)), {}, steps)


def close(state, orders, dice):
    wanted = {seat: orders[seat].to for seat in state.seats if seat in orders and orders[seat].to}
    fish, at, caught, lines = dict(state.fish), dict(state.at), dict(state.caught), []
    for seat, to in wanted.items():
        if [*wanted.values()].count(to) > 1:
            fish.pop(to, None)
            lines.append(f"{seat} wants {to} like another: it breaks, and {seat} stays on {at[seat]}.")
            continue
        del fish[at[seat]]
        at[seat] = to
        caught[seat] += fish[to]
        lines.append(f"{seat} steps to {to} and eats {fish[to]} fish.")
    public = said(*(lines or ["Nobody steps."]))
    after = replace(state, fish=fish, at=at, caught=caught, past=(*state.past, public.lines))
    over = state.round == ROUNDS or not any(can_reach(after, seat) for seat in state.seats)
    return Closing(onward(after, over, caught, dice), dict.fromkeys(state.seats, public), public)


def catch(fish, taken, floe, steps):
    """Fish of the best walk of so many steps from a floe, if nobody else moved; later ones count less."""
    onward_ = [fish[to] + 0.8 * catch({f: n for f, n in fish.items() if f != to}, taken, to, steps - 1)
               for to in NEXT[floe] if to in fish and to not in taken] if steps else []  # fmt: skip
    return max(onward_, default=0)


def plan(sight, draw):
    view, at = sight.view, sight.view.at[sight.seat]
    rivals = [other for seat, other in view.at.items() if seat != sight.seat]
    fish = {floe: n for floe, n in view.fish.items() if floe != at}

    def worth(to):
        crowd = sum(to in NEXT[other] for other in rivals)
        return (fish[to] + 0.8 * catch(fish, rivals, to, 3)) * 0.85**crowd + draw.below(100) / 200

    return {"to": max(can_reach(view, sight.seat), key=worth)}
