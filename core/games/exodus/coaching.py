"""Where The Exodus Game can be practised from; its coach is that of both trading games."""

from __future__ import annotations

from core.bots.coach import Position

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
