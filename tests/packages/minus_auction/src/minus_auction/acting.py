"""The two moves, whose turn it is, and the move of who lets time pass."""

from __future__ import annotations

from msgspec.structs import replace

from core.contract import ActionResult, NoOrders, Stage
from core.dice import Dice
from core.refusal import Refused
from minus_auction.structs import Action, Pay, State, Take


def stage(state: State) -> Stage:
    """One seat after the other, until the card is taken (MN-03)."""
    return Stage("pay a chip, or take the card", () if state.taken else (state.turn,))


def default(state: State, seat: str) -> Action:
    """Pay, as long as there is a chip (MN-08)."""
    return Pay() if state.chips[seat] else Take()


def check_pay(state: State, seat: str) -> None:
    """Refused without a chip (MN-03)."""
    if not state.chips[seat]:
        raise Refused("no_chips", "You have no chips left: take the card.", "MN-03")


def act(state: State, seat: str, action: Action, sealed: NoOrders | None, dice: Dice) -> ActionResult[State]:
    if isinstance(action, Take):
        return ActionResult(replace(state, taken=True))
    check_pay(state, seat)
    chips = {**state.chips, seat: state.chips[seat] - 1}
    after = state.seats[(state.seats.index(seat) + 1) % len(state.seats)]
    return ActionResult(replace(state, chips=chips, pot=state.pot + 1, turn=after))
