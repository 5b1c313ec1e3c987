"""A game of one file with each kind of hidden row, fourteen seats in two teams, keeps what it hides to itself."""

from __future__ import annotations

import pytest

from core.contract import AnyGame
from core.games import GameFile, try_file
from core.kit import Broken, a_view_that_shows_a_leaf_is_found, every_leaf_is_redealt_or_public, looks_at_leaves
from core.kit.moves import what_is_hidden_may_lie_otherwise
from core.kit.secrecy import SECRECY

SOURCE = '''"""Hats and Hands

Every seat has a hand that it alone sees, a hat that all others see, and a flag that its team sees. Four hats are left.

Each round all bid. The sum of bids decides nothing.

## Rulings

- HK-01 Everybody learns the `bids`. Points are public.
"""

from msgspec.structs import replace

from core.contract import Asks, Closing, GameState, Hidden, Struct
from core.usual import choices, onward

SEATS, ROUNDS = (14, 26), 3
hidden = (
    Hidden("hand", by="holder", kind="hand"), Hidden("hat", by="others", kind="hat"),
    Hidden("flag", by="realm", kind="flag"), Hidden("deck", kind="hat"),
)


class State(GameState, frozen=True, kw_only=True):
    hand: dict[str, int]
    hat: dict[str, int]
    flag: dict[str, int]
    deck: tuple[int, ...]
    points: dict[str, int]


class View(Struct, frozen=True):
    hand: int | None
    hat: dict[str, int]
    flag: dict[str, int]
    deck: int
    points: dict[str, int]


class Orders(Struct, frozen=True):
    bid: int = 0
    """You bid {}."""


class Public(Struct, frozen=True):
    bids: int
    """{} bids."""


class Report(Struct, frozen=True):
    hand: int
    """You hold {}."""


def setup(seats, dice):
    def row(name):
        things = list(range(len(seats) + 4))
        dice.draw(name).shuffle(things)
        return dict(zip(seats, things)), tuple(things[len(seats):])

    (hand, _), (hat, deck), (flag, _) = row("hand"), row("hat"), row("flag")
    return State(seats=seats, round=1, hand=hand, hat=hat, flag=flag, deck=deck, points=dict.fromkeys(seats, 0))


def realms(state):
    return {seat: "north" if place % 2 else "south" for place, seat in enumerate(state.seats)}


def asks(state, seat):
    return Asks(True, {}, choices("bid", range(3), Orders, lambda orders: None))


def close(state, orders, dice):
    points = {seat: state.points[seat] + (orders[seat].bid if seat in orders else 0) for seat in state.seats}
    after = onward(replace(state, points=points), state.round == ROUNDS, points, dice)
    return Closing(after, {seat: Report(state.hand[seat]) for seat in state.seats}, Public(sum(points.values())))
'''
SHOWN = {
    "hand": "state.hand.get(state.seats[0])",
    "hat": "dict(state.hat)",
    "flag": "dict(state.flag)",
    "deck": "state.deck[0]",
}
"""By row what a view shows too much."""


VIEW = """

def view(state, seat):
    teams = realms(state)
    return View(
        hand=None if seat is None else state.hand[seat],
        hat={} if seat is None else {s: n for s, n in state.hat.items() if s != seat},
        flag={} if seat is None else {s: n for s, n in state.flag.items() if teams[s] == teams[seat]},
        deck=4,
        points=state.points,
    )
"""


def game(source: str, name: str = "hats") -> AnyGame:
    tried = try_file(GameFile(name, source, f"{name}.py"))
    assert not isinstance(tried, str), tried
    return tried


def test_each_kind_is_shown_to_those_whom_it_names() -> None:
    hats = game(SOURCE)
    found = looks_at_leaves(hats)
    match = found[0][0]
    assert len(match.seats) == 14
    seat, ally, rival = match.seats[:3:2][0], match.seats[2], match.seats[1]
    view, public = hats.view(match.state, seat), hats.view(match.state, None)
    assert (view.hand, view.deck) == (match.state.hand[seat], 4)
    assert seat not in view.hat
    assert {ally, rival} < view.hat.keys()
    assert {seat, ally} < view.flag.keys()
    assert rival not in view.flag
    assert (public.hand, public.hat, public.flag, public.deck) == (None, {}, {}, 4)
    for promise in (what_is_hidden_may_lie_otherwise, *SECRECY):
        promise(hats)
    every_leaf_is_redealt_or_public(hats, {"points.*": "HK-01"}, found)
    a_view_that_shows_a_leaf_is_found(hats, {"points.*": "HK-01"}, found)


@pytest.mark.parametrize("row", SHOWN)
def test_a_row_that_is_shown_to_others_is_found(row: str) -> None:
    line = next(line for line in VIEW.splitlines() if line.strip().startswith(f"{row}="))
    leak = game(SOURCE + VIEW.replace(line, f"        {row}={SHOWN[row]},"), f"hats_{row}")
    with pytest.raises(Broken, match="sees"):
        what_is_hidden_may_lie_otherwise(leak)


def test_a_view_of_its_own_that_shows_no_more_keeps_the_promise() -> None:
    what_is_hidden_may_lie_otherwise(game(SOURCE + VIEW, "hats_own"))
