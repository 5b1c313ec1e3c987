"""The position before the first round."""

from __future__ import annotations

from core.contract import Options
from core.dice import Dice
from core.refusal import NotAMatch
from one_two_three.spec import CARDS, HAND
from one_two_three.structs import Given, State


def setup(seats: tuple[str, ...], options: Options, given: Given, dice: Dice) -> State:
    """Hands are dealt, and six cards removed unseen (OT-01)."""
    for seat in (*given.hands, *given.points):
        if seat not in seats:
            raise NotAMatch("not_seated", f"The set-up names {seat!r}, who is not seated.")
    named = [card for hand in given.hands.values() for card in hand]
    if len(set(named)) < len(named) or not set(named) <= set(CARDS):
        raise NotAMatch("bad_cards", "Cards are 1a to 3n, each there once.", "OT-01")
    round_ = given.round or 1
    size = HAND + 1 - round_
    if any(len(hand) != size for hand in given.hands.values()):
        raise NotAMatch("bad_cards", f"In round {round_} a hand has {size} cards.", "OT-01")
    rest = [card for card in CARDS if card not in named]
    dice.draw("deck").shuffle(rest)
    hands = {seat: given.hands.get(seat) or tuple(sorted(rest.pop() for _ in range(size))) for seat in seats}
    return State(
        seats=seats,
        round=round_,
        hands=hands,
        removed=tuple(rest),
        points=dict.fromkeys(seats, 0) | given.points,
        met=dict.fromkeys(seats, ()),
        seen=dict.fromkeys(seats, ()),
        shown=dict.fromkeys(seats, 0),
    )


def meets(seats: tuple[str, ...], round_: int, seat: str) -> str:
    """Whom a seat meets in a round: the first seat stays, the others go round it (OT-02)."""
    first, *others = seats
    turned = [first, *others[round_ - 1 :], *others[: round_ - 1]]
    return turned[len(turned) - 1 - turned.index(seat)]
