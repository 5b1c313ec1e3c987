"""The Lone Lantern

Play a number from your hand: the lowest number that nobody else plays takes the treasure.

Each player holds the numbers 1 to 9. Every round shows a treasure of 1 to 5 gold, and each player seals a number. All
numbers are shown. The lowest one that only one player has played takes the treasure; if there is none, the treasure is
added to the next one. Played numbers are gone. After eight rounds the most gold wins.

## Rulings

- LL-01 All played numbers are public, so everybody knows all hands. Nobody knows the next treasure.
- LL-02 A player who seals nothing plays the highest number of the hand.
- LL-03 Gold that nobody takes in the last round is lost.
- LL-04 Among equal gold the sum of the numbers left in the hand decides: more is better.
"""

from msgspec.structs import replace

from core.contract import Asks, Closing, GameState, Hidden, Struct
from core.refusal import Refused
from core.usual import choices, onward, said

SEATS, ROUNDS = (3, 8), 8
NUMBERS, TREASURES = 9, (1, 2, 2, 3, 3, 4, 4, 5)
hidden = (Hidden("deck", kind="treasure"),)
score = "gold"


class State(GameState, frozen=True, kw_only=True):
    deck: tuple[int, ...]
    treasure: int
    hands: dict[str, tuple[int, ...]]
    gold: dict[str, int]
    """Gold"""
    past: tuple[str, ...] = ()


class View(Struct, frozen=True):
    treasure: int
    """Gold to be had this round"""
    hands: dict[str, tuple[int, ...]]
    """Numbers in hand"""
    gold: dict[str, int]
    """Gold"""
    past: tuple[str, ...]
    """What was played, by round"""


class Orders(Struct, frozen=True):
    play: int | None = None
    """You play the {}."""


def setup(seats, dice):
    deck = list(TREASURES)
    dice.draw("treasures").shuffle(deck)
    hands, gold = dict.fromkeys(seats, tuple(range(1, NUMBERS + 1))), dict.fromkeys(seats, 0)
    return State(seats=seats, round=1, treasure=deck[0], deck=tuple(deck[1:]), hands=hands, gold=gold)


def check(state, seat, orders):
    if orders.play is not None and orders.play not in state.hands[seat]:
        raise Refused("not_held", f"You hold no {orders.play}.", "LL-01")


def asks(state, seat):
    return Asks(True, {}, choices("play", state.hands[seat], Orders, lambda orders: check(state, seat, orders)))


def lone(played):
    """Return the seat with the lowest number that nobody else plays, or None."""
    numbers = [*played.values()]
    single = [seat for seat, n in played.items() if numbers.count(n) == 1]
    return min(single, key=played.__getitem__, default=None)


def close(state, orders, dice):
    wanted = {seat: orders[seat].play for seat in state.seats if seat in orders}
    played = {seat: wanted.get(seat) or max(state.hands[seat]) for seat in state.seats}
    hands = {seat: tuple(n for n in hand if n != played[seat]) for seat, hand in state.hands.items()}
    winner, gold = lone(played), dict(state.gold)
    if winner:
        gold[winner] += state.treasure
    what = f"{winner} takes {state.treasure} gold" if winner else f"Nobody takes the {state.treasure} gold"
    line = f"{what}: {', '.join(f'{seat} {n}' for seat, n in played.items())}."
    next_, deck = (state.deck[0], state.deck[1:]) if state.deck else (0, ())
    after = replace(state, hands=hands, gold=gold, deck=deck, treasure=next_ + (0 if winner else state.treasure),
                    past=(*state.past, line))  # fmt: skip
    standing = {seat: (gold[seat], sum(hands[seat])) for seat in state.seats}
    public = said(line)
    return Closing(onward(after, state.round == ROUNDS, standing, dice), dict.fromkeys(state.seats, public), public)


def plan(sight, draw):
    """Play what wins most often against numbers drawn from the others' hands; spare low numbers for more gold."""
    view, me = sight.view, sight.seat
    deals = [{seat: draw.pick(hand) for seat, hand in view.hands.items() if seat != me} for _ in range(40)]

    def worth(n):
        wins = sum(lone({**deal, me: n}) == me for deal in deals) / len(deals)
        return wins * (view.treasure - 1.5) - (NUMBERS - n) / 20 + view.treasure * draw.below(100) / 500

    return {"play": max(view.hands[me], key=worth)}
