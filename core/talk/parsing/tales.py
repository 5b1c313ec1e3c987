"""Tales that somebody broke its word, in plain words, and the words in which bots tell them."""

from __future__ import annotations

import re
from collections.abc import Sequence

BROKE = "{} broke its word to me: beware."
_LIAR = (
    r"(?:(?:just |really |has |also )?(?:broke|broken|breaks)\b.*\b(?:word|promise|promises|agreement|deal)\b|"
    r"(?:just |has )?(?:lied|lies|cheated|cheats|betrayed|tricked|fooled|double-crossed)\b|"
    r"(?:is|was) (?:a |an )?(?:liar|cheat|traitor|crook|not to be trusted)|can(?:'t|not| not) be trusted|"
    r"did(?: not|n't) (?:keep|deliver|give me what))"
)
_WARNED = r"(?:beware of|do not trust|don't trust|never trust|watch out for|careful with)"
_DENIED = re.compile(r"\b(?:never|not|n't) (?:broke|broken|lied|lie|cheat|cheated|betrayed|break)\b|\bif\b|\?")


def tale(about: str) -> str:
    """What a bot tells of somebody who broke its word to it."""
    return BROKE.format(about)


def told_of(seats: Sequence[str], text: str) -> str | None:
    """The one seat of which a text tells that it breaks its word; None if it tells so of nobody, or of several."""
    low = text.replace("\u2019", "'").casefold()
    found = [
        seat
        for seat in seats
        if (name := re.escape(seat.casefold()))
        and re.search(rf"(?<!\w){name}\s+{_LIAR}|{_WARNED}\s+{name}(?!\w)", low) is not None
    ]
    return found[0] if len(found) == 1 and _DENIED.search(low) is None else None
