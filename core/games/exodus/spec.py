"""The Exodus Game: seats, rounds, cubes, limits, prizes, and practice positions."""

from __future__ import annotations

from core.bots.coach import Position
from core.contract import Spec
from core.games.trading.ending import Prizes
from core.games.trading.offers import Goods

SPEC = Spec(
    id="exodus",
    title="The Exodus Game",
    blurb="Swap coloured cubes over seven rounds, by word of mouth and in secret, and come out ahead.",
    learning="easy: two swaps a round, one table to read",
    best_for="four or more at a table who like to bargain; a week over SSH; a first match alone with bots",
    seats=9,
    rounds=7,
    policy="open",
    ruling_prefix="EX",
    decides={
        "winner": ("the most points", "EX-11"),
        "candidate": ("the most black cubes, then the fewest points", "EX-12"),
    },
)

GOODS = Goods(
    one="cube",
    many="cubes",
    pool={"red": 6, "blue": 6, "yellow": 6, "green": 6, "white": 6, "black": 6},
    score="points",
    risk="black",
    limit=2,
    limit_ruling="EX-02",
    hold_ruling="EX-03",
)

HAND = 4
"""Cubes dealt to a seat, of as many different colours (EX-01)."""

PRIZES = Prizes(per_garnet=30, crowd_wins=True)  # EX-11, EX-13


POSITIONS = (
    Position(
        "cubes",
        "Round 4: white cubes are nearly a bonus, red for green pays ten",
        {
            "round": 4,
            "hands": {
                "$1": ["red", "white", "white", "black"],
                "$2": ["green", "green", "blue", "yellow"],
                "$3": ["white", "blue", "yellow", "red"],
                "$4": ["black", "green", "blue", "yellow"],
                "$5": ["white", "red", "blue", "green"],
                "$6": ["black", "yellow", "red", "blue"],
                "$7": ["white", "black", "green", "yellow"],
                "$8": ["black", "red", "blue", "green"],
                "$9": ["white", "black", "red", "yellow"],
            },
        },
    ),
)
