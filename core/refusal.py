"""Refusals: why something cannot be done."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

MOST_QUOTED = 60
"""Characters of input that a refusal repeats."""


def shortened(text: str) -> str:
    return text if len(text) <= MOST_QUOTED else text[: MOST_QUOTED - 1] + "\u2026"


def quoted(given: object) -> str:
    """Shorten and quote input for a refusal."""
    return repr(shortened(given)) if isinstance(given, str) else shortened(repr(given))


class Refused(Exception):
    """A request cannot be done; nothing has changed. The sentence names the thing, the limit and the way out ("You hold
    1 red cube and offered 2."), from that person's knowledge alone (CM-01)."""

    code: str
    """Stable name in snake_case for programs and tests, for example `not_enough_cubes`."""
    message: str
    """A sentence, or a few, for the person. Plain text, no markup."""
    ruling: str | None
    """Ruling that forbids it, for example `EX-03`; None if only the form is wrong."""

    def __init__(self, code: str, message: str, ruling: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.ruling = ruling

    def as_json(self) -> dict[str, str]:
        """Return the refusal in the form of the scenario contract."""
        json = {"code": self.code, "message": self.message}
        return json if self.ruling is None else {**json, "ruling": self.ruling}


class NotAMatch(Refused):
    """Set-up, options or seats that make no match, and no scenario."""


def did_you_mean(typed: str, known: Iterable[str], least: float = 0.6) -> str:
    """Return `. Did you mean grace?` for a word that is nearly one of those known, and `.` for any other."""
    nearest = get_close_matches(typed, tuple(known), 1, least)
    return f". Did you mean {nearest[0]}?" if nearest else "."
