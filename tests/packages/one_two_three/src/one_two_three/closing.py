"""The close of a round: three meetings, and the ending."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from core.contract import Closing
from core.dice import Dice
from core.usual import ending, prizes
from one_two_three.spec import SPEC, number
from one_two_three.start import meets
from one_two_three.structs import Met, Orders, Report, State


def close(state: State, orders: Mapping[str, Orders], dice: Dice) -> Closing[State, Report]:
    """Everybody's card against the one that they meet (OT-02, OT-03)."""
    played = {seat: (orders[seat].card if seat in orders else None) or min(state.hands[seat]) for seat in state.seats}
    met = {seat: meeting(state, played, seat) for seat in state.seats}
    points = {seat: state.points[seat] + met[seat].won for seat in state.seats}
    hands = {seat: tuple(card for card in hand if card != played[seat]) for seat, hand in state.hands.items()}
    after = replace(
        state, hands=hands, points=points, met={seat: (*state.met[seat], met[seat]) for seat in state.seats}
    )
    reports = {seat: Report(met[seat], points[seat]) for seat in state.seats}
    if state.round < SPEC.rounds:
        return Closing(replace(after, round=state.round + 1), reports, points)
    return Closing(end(after, dice), reports, points)


def meeting(state: State, played: Mapping[str, str], seat: str) -> Met:
    """The higher number takes both as points; equal ones take nothing (OT-03)."""
    other = meets(state.seats, state.round, seat)
    own, theirs = number(played[seat]), number(played[other])
    return Met(state.round, other, played[seat], played[other], own + theirs if own > theirs else 0)


def end(state: State, dice: Dice) -> State:
    """The most points win a Token of Life; the last is the candidate, by lot among equals (OT-06)."""
    found = ending(state.seats, state.points, dice)
    tokens = prizes("token", dict.fromkeys(found.winners, 1), "won the match")
    return replace(state, ending=found, ledger=(*state.ledger, *tokens))
