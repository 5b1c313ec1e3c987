"""Duels played part by part: the course that Black and White and Ninety-nine share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.kit import Script, play


@dataclass(frozen=True)
class Duels:
    """Scripts of one of the duels."""

    game: str
    slot: str
    """The one key of its orders."""

    def start(self, **setup: Any) -> Script:
        """A duel that Ada leads, unless the set-up says otherwise."""
        return play(self.game, setup={"leader": "Ada", **setup})

    def part(self, match: Script, seat: str, number: int | None) -> dict[str, Any]:
        """One part: the seat on turn plays a number (None: nothing is sealed); the reports."""
        if number is not None:
            match.seal(seat, {self.slot: number})
        return match.close()

    def pair(self, match: Script, leader: str, led: int, answered: int) -> dict[str, Any]:
        """Both parts of a trick or bout; the reports of the second."""
        self.part(match, leader, led)
        return self.part(match, "Bo" if leader == "Ada" else "Ada", answered)


def won(winner: str, loser: str) -> dict[str, Any]:
    """The outcome of a duel that somebody has won: nobody is a candidate, nothing is handed out."""
    return {
        "winners": [winner],
        "elimination_candidate": None,
        "death_match_opponent": None,
        "tokens_of_life": {},
        "garnets": {},
        "ranking": [[winner], [loser]],
    }
