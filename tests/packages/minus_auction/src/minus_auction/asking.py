"""What a seat may do: pay or take. That it is on turn is the house's business."""

from __future__ import annotations

from core.contract import Asks, NoOrders
from core.usual import choice
from minus_auction.acting import check_pay
from minus_auction.structs import State


def asks(state: State, seat: str, sealed: NoOrders | None) -> Asks:
    pay = choice("action", "pay", {"kind": "pay"}, lambda: check_pay(state, seat), "pay a chip")
    more = f" with {state.pot} chip{'s' * (state.pot != 1)}" if state.pot else ""
    take = choice("action", "take", {"kind": "take"}, lambda: None, f"take the {state.up}{more}")
    return Asks(orders=False, limits={"chips": state.chips[seat]}, choices=(pay, take))
