"""Where The Seven Years' Famine can be practised from; its coach is that of both trading games."""

from __future__ import annotations

from core.bots.coach import Position

POSITIONS = (
    Position(
        "sapphire",
        "Year 3: a ruby for a sapphire pays most, and last year's partner has two",
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
