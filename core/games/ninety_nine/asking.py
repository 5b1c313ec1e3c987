"""What a seat may choose now, with the reason for everything that is closed."""

from __future__ import annotations

from core.contract import Asks
from core.games.duel.course import asked, check_turn
from core.games.ninety_nine.spec import PURSE, SPEC
from core.games.ninety_nine.structs import Orders, State
from core.refusal import Refused

RULING = "NN-07"


def check(state: State, seat: str, orders: Orders) -> None:
    """Refused unless the seat is on turn and has as much left (NN-02, NN-07)."""
    check_turn(state, seat, SPEC, RULING)
    if (refusal := too_much(state, seat, orders.bid)) is not None:
        raise refusal


def too_much(state: State, seat: str, bid: int) -> Refused | None:
    """Why this cannot be bid: it is no number of points, or more than is left."""
    left = state.left[seat]
    if bid < 0:
        return Refused("no_such_bid", f"A bid is a whole number from 0 to {PURSE}; {bid} is none.", RULING)
    if bid > left:
        return Refused("above_rest", f"You have {left} left and bid {bid}: bid 0 to {left}.", RULING)
    return None


def asks(state: State, seat: str, sealed: Orders | None = None) -> Asks:
    """Every bid, open if it can be made now."""
    return asked(
        state, seat, SPEC, RULING, "bid", range(PURSE + 1), lambda bid: too_much(state, seat, bid),
        limits={"bid": state.left[seat]},
    )  # fmt: skip
