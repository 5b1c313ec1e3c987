"""The Seven Years' Famine: seats, years, gemstones, limits, prizes, and practice positions."""

from __future__ import annotations

from core.bots.coach import Position
from core.contract import Spec
from core.games.trading.ending import Prizes
from core.games.trading.offers import Goods

SPEC = Spec(
    id="famine",
    title="The Seven Years' Famine",
    blurb="Merchants swap gemstones for seven years, each year with other rules and other partners.",
    learning="medium: each year pays in another way",
    best_for="a table of hagglers; a week over SSH, a year a day",
    seats=8,
    rounds=7,
    policy="open",
    round_word="year",
    ruling_prefix="FA",
    decides={"winner": ("the most Favor", "FA-11"), "candidate": ("the most onyx, then the least Favor", "FA-12")},
)

GOODS = Goods(
    one="gemstone",
    many="gemstones",
    pool={"ruby": 7, "sapphire": 7, "emerald": 7, "topaz": 7, "diamond": 6, "onyx": 6},
    plurals={
        "ruby": "rubies",
        "sapphire": "sapphires",
        "emerald": "emeralds",
        "topaz": "topaz",
        "diamond": "diamonds",
        "onyx": "onyx",
    },
    score="Favor",
    risk="onyx",
    limit=3,
    limit_ruling="FA-02",
    hold_ruling="FA-03",
)

HAND = 5
"""Gemstones dealt to a seat (FA-01)."""

PRIZES = Prizes(per_garnet=75, crowd_wins=False)  # FA-11, FA-13


POSITIONS = (
    Position(
        "sapphire",
        "Year 3: ruby for sapphire pays most; last year's partner has two",
        {
            "round": 3,
            "partners": [["$1", "$2", 2]],
            "hands": {
                "$1": ["ruby", "ruby", "emerald", "topaz", "diamond"],
                "$2": ["sapphire", "sapphire", "topaz", "onyx", "emerald"],
                "$3": ["sapphire", "ruby", "topaz", "diamond", "onyx"],
                "$4": ["sapphire", "emerald", "ruby", "topaz", "onyx"],
                "$5": ["sapphire", "emerald", "diamond", "diamond", "topaz"],
                "$6": ["sapphire", "ruby", "emerald", "onyx", "topaz"],
                "$7": ["sapphire", "ruby", "emerald", "diamond", "onyx"],
                "$8": ["ruby", "emerald", "topaz", "diamond", "onyx"],
            },
        },
    ),
)
