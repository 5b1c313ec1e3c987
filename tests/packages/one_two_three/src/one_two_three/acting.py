"""Whom a round waits for, and a card that is shown."""

from __future__ import annotations

from msgspec.structs import replace

from core.contract import ActionResult, Notice, Stage
from core.dice import Dice
from core.refusal import Refused
from one_two_three.structs import Action, Orders, State


def stage(state: State) -> Stage:
    """Everybody chooses a card, sealed; a card may be shown meanwhile (OT-02, OT-04)."""
    return Stage("choose a card", state.seats, by="orders", free=("show",))


def check_show(state: State, seat: str, action: Action) -> None:
    """Refused unless the seat may show that card to that other (OT-04)."""
    if state.shown[seat] == state.round:
        raise Refused("has_shown", "You have shown a card this round: one a round is all.", "OT-04")
    if action.card not in state.hands[seat]:
        raise Refused("not_held", "Show a card of your own hand.", "OT-04")
    if action.to == seat or action.to not in state.seats:
        raise Refused("not_seated", "Show it to one of the others.", "OT-04")


def act(state: State, seat: str, action: Action, sealed: Orders | None, dice: Dice) -> ActionResult[State]:
    check_show(state, seat, action)
    seen = tuple(dict.fromkeys((*state.seen[action.to], action.card)))
    after = replace(state, seen={**state.seen, action.to: seen}, shown={**state.shown, seat: state.round})
    return ActionResult(after, {
        seat: [Notice("showed", f"You showed {action.to} your {action.card[0]}.")],
        action.to: [Notice("shown", f"{seat} showed you a {action.card[0]}.", {"card": action.card})],
    })  # fmt: skip
