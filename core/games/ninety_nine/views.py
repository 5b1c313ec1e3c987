"""A seat's and the host's view of Ninety-nine, and orders and reports in sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from core.dice import Dice, Draw
from core.games.duel.course import higher_bidder
from core.games.ninety_nine.spec import PURSE, colour, lights, span
from core.games.ninety_nine.structs import Bout, Orders, Past, Sight, State, View
from core.json import Json


def view(state: State, seat: str | None) -> View:
    """Return the seat's own points and bids; of the other only colours and lights. A spectator sees what both know."""
    return View(
        seat=seat,
        round=state.round,
        leader=state.leading,
        turn=state.turn,
        table=None if state.table is None else colour(state.table),
        score=state.score,
        lights=state.lights,
        past=tuple(past(bout, seat) for bout in state.bouts),
        led=state.table if seat is not None and seat == state.leader else None,
        left=UNSET if seat is None else state.left[seat],
    )


def past(bout: Bout, seat: str | None) -> Past:
    return Past(
        leader=bout.leader,
        colours={name: colour(bid) for name, bid in bout.bids.items()},
        taken=bout.taken,
        lights=bout.lights,
        own=None if seat is None else bout.bids[seat],
    )


def host(state: State) -> Json:
    return {
        "leader": state.leading,
        "turn": state.turn,
        "left": state.left,
        "table": state.table,
        "score": state.score,
        "lights": state.lights,
        "rounds": [{"leader": b.leader, "bids": b.bids, "taken": b.taken} for b in state.bouts],
    }


REDEAL_STEPS = 300
Bids = dict[str, list[int]]
"""Bids of a seat in order of the bouts, then the one on the table if it led."""


def redeal(state: State, seat: str | None, dice: Dice) -> State:
    draw, bids, start = dice.draw("redeal: bids"), _bids_by_seat(state), _start_points(state)
    for _ in range(REDEAL_STEPS):
        other = draw.pick([name for name in state.seats if name != seat])
        if bids[other]:
            _move_points(state, bids, start, other, draw)
    bouts = tuple(replace(bout, bids={name: bids[name][n] for name in bout.bids}) for n, bout in enumerate(state.bouts))
    table = None if state.table is None else bids[state.leader][-1]
    left = {name: start[name] - sum(bids[name]) for name in state.seats}
    return replace(state, bouts=bouts, table=table, left=left)


def _bids_by_seat(state: State) -> Bids:
    return {
        name: [
            *(bout.bids[name] for bout in state.bouts),
            *([state.table] if state.table is not None and name == state.leader else []),
        ]
        for name in state.seats
    }


def _start_points(state: State) -> dict[str, int]:
    """Return each seat's points before its first bid: 99 unless a set-up says otherwise (NN-01)."""
    return {name: state.left[name] + sum(bids) for name, bids in _bids_by_seat(state).items()}


def _move_points(state: State, bids: Bids, start: dict[str, int], seat: str, draw: Draw) -> None:
    original = list(bids[seat])
    a, b = draw.below(len(original)), draw.below(len(original))
    change = draw.below(21) - 10
    bids[seat][a] += change
    if a != b and draw.chance(0.5):
        bids[seat][b] -= change
    keeps_colours = all(
        0 <= bid <= PURSE and colour(bid) == colour(before) for before, bid in zip(original, bids[seat], strict=True)
    )
    if not (keeps_colours and _shows_the_same(state, bids, start, seat)):
        bids[seat][:] = original


def _shows_the_same(state: State, bids: Bids, start: dict[str, int], seat: str) -> bool:
    left = start[seat]
    for n, bout in enumerate(state.bouts):
        left -= bids[seat][n]
        if left < 0 or lights(left) != bout.lights[seat]:
            return False
        if higher_bidder({name: bids[name][n] for name in bout.bids}) != bout.taken:
            return False
    return start[seat] >= sum(bids[seat])


# --- from a Sight -----------------------------------------------------------------------------------------------------
def determinize(sight: Sight, dice: Dice) -> State | None:
    """Return a State that fits a bot's sight, with drawn possible bids of the other. None if the match began with
    less than 99 (a set-up): the other's start is unknown then."""
    view: View = sight.view
    if view.seat is None or view.leader is None or isinstance(view.left, UnsetType):
        return None
    other = next(seat for seat in sight.seats if seat != view.seat)
    own_points = view.left + sum(past.own or 0 for past in view.past) + (view.led or 0)
    if own_points != PURSE or len(view.past) != (view.round - 1) // 2:
        return None
    draw = dice.draw("a state for a sight")
    led = view.table if view.led is None else None  # the colour of the other's bid
    least = 0 if led is None else next(bid for bid in range(PURSE + 1) if colour(bid) == led)
    bids = _possible_bids(view.past, view.seat, other, (), draw, least)
    if bids is None:
        return None
    budget, table = PURSE - sum(bids), view.led
    if led is not None:
        table = draw.pick([bid for bid in range(budget + 1) if colour(bid) == led])
        budget -= table
    bouts = tuple(
        Bout(past.leader, {s: bids[n] if s == other else past.own or 0 for s in past.colours}, past.taken, past.lights)
        for n, past in enumerate(view.past)
    )
    left = {seat: view.left if seat == view.seat else budget for seat in sight.seats}
    return State(
        seats=sight.seats, round=view.round, leader=view.leader, score=view.score, left=left, lights=view.lights,
        table=table, bouts=bouts,
    )  # fmt: skip


def _possible_bids(
    past: Sequence[Past], seat: str, other: str, so_far: tuple[int, ...], draw: Draw, least: int
) -> tuple[int, ...] | None:
    """Return a possible bid of the other for each bout, by colour, outcome and lights (NN-02 to NN-04), with at
    least `least` left. None if impossible."""
    if len(so_far) == len(past):
        return so_far if PURSE - sum(so_far) >= least else None
    bout, budget = past[len(so_far)], PURSE - sum(so_far)
    possible = [
        bid
        for bid in range(budget + 1)
        if colour(bid) == bout.colours[other]
        and lights(budget - bid) == bout.lights[other]
        and higher_bidder({seat: bout.own or 0, other: bid}) == bout.taken
    ]
    draw.shuffle(possible)
    for bid in possible:
        if (completed := _possible_bids(past, seat, other, (*so_far, bid), draw, least)) is not None:
            return completed
    return None


DIGITS = {"black": "one digit", "white": "two digits"}


def restate(orders: Orders) -> tuple[str, ...]:
    return (f"Bid {orders.bid}: {colour(orders.bid)}, {DIGITS[colour(orders.bid)]}.",)


def lights_words(lights: Mapping[str, int]) -> str:
    """`Lights: Ada 4 (60-79 left), Bo 3 (40-59 left).`"""
    seat_lights = [f"{seat} {number} ({span(number)[0]}-{span(number)[1]} left)" for seat, number in lights.items()]
    return f"Lights: {', '.join(seat_lights)}."
