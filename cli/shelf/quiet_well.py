"""The Quiet Well

Ask a well for water in secret; small requests are served first, and nobody sees how full your jar is.

Every round the well holds five measures for each player. You ask it for 0 to 20 measures. Requests are served from the
smallest upward: a request that the rest of the water cannot fill gets nothing, and so does every larger one. Equal
requests are served together or not at all. After seven rounds the fullest jar wins, and the emptiest is the Elimination
Candidate. Only you know what is in your jar.

## Rulings

- QW-01 A player who asks for nothing, or seals nothing, gets nothing and loses nothing.
- QW-02 Equal requests are served together: if the rest does not suffice for all of them, none of them is served.
- QW-03 After each round everybody learns how many players were `served`, and how much water was `left` over.
- QW-04 Jars stay secret until the end.
"""

from msgspec.structs import replace

from core.contract import Asks, Closing, GameState, Hidden, Struct
from core.refusal import Refused
from core.usual import number, onward

SEATS, ROUNDS = (3, 16), 7
MOST, SHARE = 20, 5
hidden = (Hidden("jars", by="holder"), Hidden("last", by="holder", kind="last"))
score = "jars"


class State(GameState, frozen=True, kw_only=True):
    jars: dict[str, int]
    """Measures in the jar"""
    last: dict[str, int]
    served: tuple[int, ...] = ()
    left: tuple[int, ...] = ()


class View(Struct, frozen=True):
    jars: int | None
    """Measures in your jar"""
    last: int | None
    """Measures that you got last round"""
    served: tuple[int, ...]
    """Players served, by round"""
    left: tuple[int, ...]
    """Water left over, by round"""


class Orders(Struct, frozen=True):
    ask: int = 0
    """You ask for {} measures."""


class Report(Struct, frozen=True):
    got: int
    """You got {} measures."""


class Public(Struct, frozen=True):
    served: int
    """{} players were served."""
    left: int
    """{} measures were left over."""


def setup(seats):
    return State(seats=seats, round=1, jars=dict.fromkeys(seats, 0), last=dict.fromkeys(seats, 0))


def check(orders):
    if not 0 <= orders.ask <= MOST:
        raise Refused("bad_request", f"Ask for 0 to {MOST} measures, not {orders.ask}.", "QW-01")


def asks():
    return Asks(True, {"most": MOST}, (number("ask", 0, MOST, Orders, "Measures that you ask for"),))


def close(state, orders, dice):
    wanted = {seat: orders[seat].ask for seat in state.seats if seat in orders and orders[seat].ask}
    left, got = SHARE * len(state.seats), dict.fromkeys(state.seats, 0)
    for size in sorted(set(wanted.values())):
        alike = [seat for seat in wanted if wanted[seat] == size]
        if size * len(alike) > left:
            break  # QW-02
        left -= size * len(alike)
        got.update(dict.fromkeys(alike, size))
    jars = {seat: state.jars[seat] + got[seat] for seat in state.seats}
    served = sum(map(bool, got.values()))
    after = replace(state, jars=jars, last=got, served=(*state.served, served), left=(*state.left, left))
    reports = {seat: Report(got[seat]) for seat in state.seats}
    return Closing(onward(after, state.round == ROUNDS, jars, dice), reports, Public(served, left))


def plan(sight, draw):
    view, players = sight.view, len(sight.seats)
    thirsty = 1 - view.served[-1] / players if view.served else 0.2  # part of the players that asked for too much
    return {"ask": round(SHARE * (0.8 + 1.2 * thirsty)) + draw.below(2)}
