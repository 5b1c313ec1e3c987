"""What may be sealed, and why not."""

from __future__ import annotations

from core.refusal import Refused
from one_two_three.structs import Orders, State


def check(state: State, seat: str, orders: Orders) -> None:
    """Refused unless the card is in the hand (OT-02)."""
    if orders.card is not None and orders.card not in state.hands[seat]:
        raise Refused("not_held", "Play a card of your own hand.", "OT-02")
