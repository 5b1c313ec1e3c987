"""The end of a lot, and of the match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from core.contract import Closing, NoOrders
from core.dice import Dice
from core.usual import ending, prizes
from minus_auction.structs import Lot, Report, State


def close(state: State, orders: Mapping[str, NoOrders], dice: Dice) -> Closing[State, Report]:
    """Who is on turn has the card and its chips, and begins the next lot (MN-03)."""
    lot = Lot(state.round, state.up, state.turn, state.pot)
    chips = {**state.chips, lot.seat: state.chips[lot.seat] + lot.chips}
    cards = {**state.cards, lot.seat: (*state.cards[lot.seat], lot.card)}
    after = replace(state, chips=chips, cards=cards, pot=0, taken=False, past=(*state.past, lot))
    reports = {seat: Report(lot.card, lot.seat, lot.chips, chips[seat]) for seat in state.seats}
    if state.deck:
        after = replace(after, round=state.round + 1, up=state.deck[0], deck=state.deck[1:])
        return Closing(after, reports, lot)
    return Closing(end(after, dice), reports, lot)


def minus(cards: Sequence[int]) -> int:
    """What cards cost: of a run of numbers only the lowest (MN-04)."""
    return sum(card for card in cards if card - 1 not in cards)


def points(state: State, seat: str) -> int:
    return state.chips[seat] - minus(state.cards[seat])


def end(state: State, dice: Dice) -> State:
    """The most points win a Token of Life; the last is the candidate, by lot among equals (MN-07)."""
    found = ending(state.seats, {seat: points(state, seat) for seat in state.seats}, dice)
    tokens = prizes("token", dict.fromkeys(found.winners, 1), "won the match")
    return replace(state, ending=found, ledger=(*state.ledger, *tokens))
