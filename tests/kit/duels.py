"""Duels played part by part, as Black and White and Ninety-nine share it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.kit import Script, play


@dataclass(frozen=True)
class Duels:
    game: str
    slot: str
    """The single key of its orders."""

    def start(self, **setup: Any) -> Script:
        return play(self.game, setup={"leader": "Ada", **setup})

    def part(self, match: Script, seat: str, number: int | None) -> dict[str, Any]:
        """Play a part: the seat on turn plays a number (None seals nothing). Returns the reports."""
        if number is not None:
            match.seal(seat, {self.slot: number})
        return match.close()

    def pair(self, match: Script, leader: str, led: int, answered: int) -> dict[str, Any]:
        """Play both parts of a trick or bout. Returns the reports of the second."""
        self.part(match, leader, led)
        return self.part(match, "Bo" if leader == "Ada" else "Ada", answered)


def won(winner: str, loser: str) -> dict[str, Any]:
    """Outcome of a duel: without candidate, tokens or garnets."""
    return {
        "winners": [winner],
        "elimination_candidate": None,
        "death_match_opponent": None,
        "tokens_of_life": {},
        "garnets": {},
        "ranking": [[winner], [loser]],
    }
