"""Views of a seat and of the host, and orders and reports in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UnsetType
from msgspec.structs import replace

from core.decoding import plain
from core.dice import Dice, Draw
from core.games.black_and_white.belief import fits
from core.games.black_and_white.spec import TILES, colour
from core.games.black_and_white.structs import Orders, Past, Sight, State, TileCounts, Trick, View
from core.games.duel.course import higher_bidder
from core.json import Json


def view(state: State, seat: str | None) -> View:
    """Return the seat's own tiles and only colours of the other's (BW-07). A spectator sees what both know."""
    facts: Json = {
        "seat": seat,
        "round": state.round,
        "leader": state.leading,
        "turn": state.turn,
        "table": None if state.table is None else colour(state.table),
        "score": state.score,
        "past": tuple(past(trick, seat) for trick in state.tricks),
    }
    if seat is None:
        return View(**facts)
    led = state.table if seat == state.leader else None
    return View(**facts, led=led, hand=state.hands[seat], other=rest(state.hands[state.other(seat)]))


def past(trick: Trick, seat: str | None) -> Past:
    return Past(
        leader=trick.leader,
        colours={name: colour(tile) for name, tile in trick.tiles.items()},
        taken=trick.taken,
        own=None if seat is None else trick.tiles[seat],
    )


def rest(hand: tuple[int, ...]) -> TileCounts:
    white = sum(colour(tile) == "white" for tile in hand)
    return TileCounts(black=len(hand) - white, white=white)


def host(state: State) -> Json:
    return {
        "leader": state.leading,
        "turn": state.turn,
        "hands": plain(state.hands),
        "table": state.table,
        "score": state.score,
        "tricks": plain(state.tricks),
    }


STEPS = 200
Tiles = dict[str, list[int]]
"""A seat's tiles: played in the tricks in order, then the one it led to the table, then its hand."""


def redeal(state: State, seat: str | None, dice: Dice) -> State:
    draw, tiles = dice.draw("redeal: tiles"), _laid_out(state)
    for _ in range(STEPS):
        _step(state, tiles, draw.pick([other for other in state.seats if other != seat]), draw, both=seat is None)
    played = len(state.tricks)
    tricks = tuple(
        replace(trick, tiles={name: tiles[name][n] for name in trick.tiles}) for n, trick in enumerate(state.tricks)
    )
    table = None if state.table is None else tiles[state.leader][played]
    hands = {
        name: tuple(sorted(tiles[name][played + (table is not None and name == state.leader) :]))
        for name in state.seats
    }
    return replace(state, tricks=tricks, table=table, hands=hands)


def _laid_out(state: State) -> Tiles:
    return {
        name: [
            *(trick.tiles[name] for trick in state.tricks),
            *([state.table] if state.table is not None and name == state.leader else []),
            *state.hands[name],
        ]
        for name in state.seats
    }


def _step(state: State, tiles: Tiles, seat: str, draw: Draw, *, both: bool) -> None:
    a, b = draw.below(len(tiles[seat])), draw.below(len(tiles[seat]))
    moved = state.seats if both and draw.chance(0.5) else (seat,)
    if any(max(a, b) >= len(tiles[name]) or colour(tiles[name][a]) != colour(tiles[name][b]) for name in moved):
        return
    for name in moved:
        tiles[name][a], tiles[name][b] = tiles[name][b], tiles[name][a]
    tricks = enumerate(state.tricks)
    if not all(higher_bidder({name: tiles[name][n] for name in trick.tiles}) == trick.taken for n, trick in tricks):
        for name in moved:
            tiles[name][a], tiles[name][b] = tiles[name][b], tiles[name][a]


# --- from a Sight -----------------------------------------------------------------------------------------------------
def determinize(sight: Sight, dice: Dice) -> State | None:
    """Return a State that fits a bot's view, with possible tiles of the other drawn."""
    view: View = sight.view
    if (
        view.seat is None
        or view.leader is None
        or isinstance(view.hand, UnsetType)
        or isinstance(view.other, UnsetType)
    ):
        return None
    draw, other = dice.draw("a state for a sight"), next(seat for seat in sight.seats if seat != view.seat)
    played = _possible_tiles(view.past, view.seat, (), draw)
    if played is None:
        return None
    left = [tile for tile in TILES if tile not in played]
    draw.shuffle(left)
    theirs = view.table is not None and view.led is None
    table = next((tile for tile in left if colour(tile) == view.table), None) if theirs else view.led
    in_hand = [tile for tile in left if not (theirs and tile == table)]
    black = [tile for tile in in_hand if colour(tile) == "black"][: view.other.black]
    white = [tile for tile in in_hand if colour(tile) == "white"][: view.other.white]
    tricks = tuple(
        Trick(past.leader, {seat: played[n] if seat == other else past.own or 0 for seat in past.colours}, past.taken)
        for n, past in enumerate(view.past)
    )
    hands = {seat: view.hand if seat == view.seat else tuple(sorted((*black, *white))) for seat in sight.seats}
    return State(
        seats=sight.seats, round=view.round, leader=view.leader, score=view.score, hands=hands, table=table,
        tricks=tricks,
    )  # fmt: skip


def _possible_tiles(past: Sequence[Past], seat: str, so_far: tuple[int, ...], draw: Draw) -> tuple[int, ...] | None:
    """A possible tile of the other for each trick, all different; None if there is no way."""
    if len(so_far) == len(past):
        return so_far
    possible = [tile for tile in TILES if tile not in so_far and fits(tile, past[len(so_far)], seat)]
    draw.shuffle(possible)
    for tile in possible:
        if (rest_of_tiles := _possible_tiles(past, seat, (*so_far, tile), draw)) is not None:
            return rest_of_tiles
    return None


def restate(orders: Orders) -> tuple[str, ...]:
    return (f"Play the {orders.tile}, a {colour(orders.tile)} tile.",)
