"""The Dyke

Carry sacks to the dyke from a store that only you see: it must hold for all, and nobody sees who carried.

Each player begins with 12 sacks. Every round the flood's height is told, and you seal how many sacks you carry, ten at
most. If all sacks together reach the height, the dyke holds and everybody harvests 8 sacks. If not, the flood takes
half of every store, and nobody harvests. Sacks that were carried are gone in any case. After seven rounds whoever has
carried the fewest sacks in all loses the whole store. Then the most sacks win.

## Rulings

- DY-01 You carry 0 to 10 sacks, and no more than you have. Who seals nothing carries none.
- DY-02 Everybody learns how many sacks (`carried`) came together and if the dyke `held`, never who carried how many.
- DY-03 The flood takes half of what is left after the carrying, and leaves the odd sack.
- DY-04 At the end everybody learns who has carried the `fewest`; several lose their stores alike, but not all.
- DY-05 The height is drawn each round: two to five sacks for each player.
"""

from msgspec.structs import replace

from core.contract import Asks, Closing, GameState, Hidden, Struct
from core.refusal import Refused
from core.usual import number, onward

SEATS, ROUNDS = (3, 12), 7
START, MOST, HARVEST = 12, 10, 8
hidden = (Hidden("store", by="holder"), Hidden("share", by="holder", kind="share"))
score = "store"


class State(GameState, frozen=True, kw_only=True):
    height: int
    store: dict[str, int]
    """Sacks"""
    share: dict[str, int]
    carried: tuple[int, ...] = ()
    past: tuple[str, ...] = ()


class View(Struct, frozen=True):
    height: int
    """Sacks that the dyke needs"""
    store: int | None
    """Sacks in your store"""
    share: int | None
    """Sacks that you have carried"""
    carried: tuple[int, ...]
    """(told in the past)"""
    past: tuple[str, ...]
    """What happened, by round"""


class Orders(Struct, frozen=True):
    carry: int = 0
    """You carry {} sacks."""


class Report(Struct, frozen=True):
    store: int
    """You have {} sacks."""


class Public(Struct, frozen=True):
    carried: int
    """{} sacks were carried."""
    held: bool
    """The dyke held: {}."""
    fewest: tuple[str, ...] = ()
    """Carried the fewest sacks in all, and lost the store: {}."""


def height(dice, round_, players):
    draw = dice.draw(f"height of round {round_}")
    return 2 * players + draw.below(3 * players + 1)


def setup(seats, dice):
    return State(seats=seats, round=1, height=height(dice, 1, len(seats)), store=dict.fromkeys(seats, START),
                 share=dict.fromkeys(seats, 0))  # fmt: skip


def check(state, seat, orders):
    if not 0 <= orders.carry <= min(MOST, state.store[seat]):
        raise Refused("too_many", f"Carry 0 to {MOST} sacks, and no more than your {state.store[seat]}.", "DY-01")


def asks(state, seat):
    most = min(MOST, state.store[seat])
    return Asks(True, {"sacks": state.store[seat]}, (number("carry", 0, most, Orders, "Sacks that you carry"),))


def close(state, orders, dice):
    carry = {seat: orders[seat].carry if seat in orders else 0 for seat in state.seats}
    carried = sum(carry.values())
    held, over = carried >= state.height, state.round == ROUNDS
    left = {seat: state.store[seat] - carry[seat] for seat in state.seats}
    store = {seat: n + HARVEST if held else n - n // 2 for seat, n in left.items()}
    share = {seat: state.share[seat] + carry[seat] for seat in state.seats}
    fewest = tuple(seat for seat in state.seats if over and share[seat] == min(share.values()) < max(share.values()))
    store = {seat: 0 if seat in fewest else n for seat, n in store.items()}
    line = f"{carried} of {state.height} sacks: the dyke {'held' if held else 'broke'}."
    after = replace(state, store=store, share=share, past=(*state.past, line), carried=(*state.carried, carried),
                    height=state.height if over else height(dice, state.round + 1, len(state.seats)))  # fmt: skip
    reports = {seat: Report(store[seat]) for seat in state.seats}
    return Closing(onward(after, over, store, dice), reports, Public(carried, held, fewest))


def plan(sight, draw):
    """Carry in all a little less than the others do on average, and the own part at least after a flood."""
    view, players, rounds = sight.view, len(sight.seats), len(sight.view.carried)
    part = -(-view.height // players)
    others = (sum(view.carried) - view.share) / (players - 1) if rounds else 0
    wary = 0.75 + draw.below(15) / 100
    target = wary * others * (rounds + 1) / rounds - view.share if rounds else part - 1
    least = part if rounds and view.past[-1].endswith("broke.") else 0.5 * part
    return {"carry": max(0, min(MOST, view.store, round(max(target, least + draw.below(3)))))}
