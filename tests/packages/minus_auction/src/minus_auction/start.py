"""The position before the first lot."""

from __future__ import annotations

from core.contract import Options
from core.dice import Dice
from core.refusal import NotAMatch
from minus_auction.spec import CARDS, CHIPS, REMOVED, SPEC
from minus_auction.structs import Given, State


def setup(seats: tuple[str, ...], options: Options, given: Given, dice: Dice) -> State:
    """The deck is shuffled, nine cards are removed, everybody has seven chips (MN-01, MN-02)."""
    for seat in (*given.chips, *given.cards, *([given.turn] if given.turn else [])):
        if seat not in seats:
            raise NotAMatch("not_seated", f"The set-up names {seat!r}, who is not seated.")
    named = [*(given.deck or ()), *(card for own in given.cards.values() for card in own)]
    named += [given.up] if given.up is not None else []
    if len(set(named)) < len(named) or not set(named) <= set(CARDS):
        raise NotAMatch("bad_cards", "Every card from 3 to 35 is there once.", "MN-01")
    rest = [card for card in CARDS if card not in named]
    dice.draw("deck").shuffle(rest)
    round_ = given.round or 1
    up = rest.pop() if given.up is None else given.up
    to_come = SPEC.rounds - round_
    if given.deck is None and len(rest) < to_come:
        raise NotAMatch("bad_cards", f"Lot {round_} leaves {to_come} cards to come; only {len(rest)} are left.")
    deck = tuple(rest[:to_come]) if given.deck is None else given.deck
    if len(deck) != to_come:
        raise NotAMatch("bad_cards", f"After lot {round_} come {to_come} cards, not {len(deck)}.", "MN-01")
    removed = tuple(card for card in rest if card not in deck)
    if not (given.cards or given.deck or given.round) and len(removed) != REMOVED:
        raise NotAMatch("bad_cards", f"{REMOVED} cards are removed.", "MN-01")
    return State(
        seats=seats,
        round=round_,
        chips=dict.fromkeys(seats, CHIPS) | given.chips,
        cards={seat: given.cards.get(seat, ()) for seat in seats},
        turn=given.turn or seats[0],
        up=up,
        pot=given.pot,
        deck=deck,
        removed=removed,
    )
