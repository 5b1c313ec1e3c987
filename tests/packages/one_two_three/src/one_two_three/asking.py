"""What a seat may choose now: a card of its hand, and a card to show."""

from __future__ import annotations

from core.contract import Asks
from core.usual import choice
from one_two_three.acting import check_show
from one_two_three.checking import check
from one_two_three.structs import Orders, Show, State


def asks(state: State, seat: str, sealed: Orders | None) -> Asks:
    hand = state.hands[seat]
    play = tuple(
        choice("card", card, {"card": card}, lambda card=card: check(state, seat, Orders(card)), f"a {card[0]}")
        for card in hand
    )
    show = tuple(
        choice(
            f"action.show.{other}", card, {"kind": "show", "to": other, "card": card},
            lambda other=other, card=card: check_show(state, seat, Show(other, card)), f"show {other} a {card[0]}",
        )
        for other in state.seats if other != seat for card in hand
    )  # fmt: skip
    return Asks(orders=True, limits={"cards": len(hand)}, choices=(*play, *show))
