"""What a seat may choose now, with the reason for everything that is closed."""

from __future__ import annotations

from core.contract import Asks
from core.games.duel.course import asked
from core.games.ninety_nine.checking import RULING, too_much
from core.games.ninety_nine.spec import PURSE, SPEC
from core.games.ninety_nine.structs import Orders, State


def asks(state: State, seat: str, sealed: Orders | None = None) -> Asks:
    """Every bid, open if it can be made now."""
    return asked(
        state, seat, SPEC, RULING, "bid", range(PURSE + 1), lambda bid: too_much(state, seat, bid),
        limits={"bid": state.left[seat]},
    )  # fmt: skip
