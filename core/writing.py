"""Who has a line that is not said yet, and where: while a person writes there, no bot begins to talk there (HH-32).

Nobody is told of it, and nothing of it is kept: what a bot then leaves unsaid is never said, so that no moment of it
shows when somebody began to write or left off.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

To = str | Sequence[str]
"""Where something is said: `lounge`, `realm`, or to some seats."""

FRESH: Final = 60.0
"""Seconds after which a line that nobody touched holds no bot back."""


class Writing:
    """The open lines of one table."""

    def __init__(self) -> None:
        self._lines: dict[str, tuple[str | frozenset[str], float]] = {}

    def write(self, seat: str, to: To | None, now: float) -> None:
        """A person at `seat` changed a line to `to`; None: there is nothing in it any more."""
        if to is None:
            self._lines.pop(seat, None)
        else:
            self._lines[seat] = (_room(seat, to), now)

    def clear(self) -> None:
        """Nobody writes."""
        self._lines.clear()

    def at(self, by: str, to: To, now: float) -> bool:
        """Does anybody write where `by` would now say something?"""
        return any(room == _room(by, to) and now - since < FRESH for room, since in self._lines.values())


def _room(by: str, to: To) -> str | frozenset[str]:
    return to if isinstance(to, str) else frozenset((by, *to))
