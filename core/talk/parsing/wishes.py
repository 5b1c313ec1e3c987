"""Half a proposal in plain words: what somebody would part with, or is after, and leaves the rest to the other."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from core.talk.parsing.offers import laid_sides
from core.talk.parsing.words import marked

READ: Final = 500
"""Characters that are read of one message."""

_ANYBODY_WANTS = re.compile(
    r"\b(?:who|anyone|anybody|someone|somebody|you|everybody|everyone)\b[^.!?<]*\b(?:wants?|needs?|likes?|takes?|"
    r"buys?|"
    r"interested in)\b[^.!?<]*(<\d+>)|\b(?:selling|for sale|to spare|to give away|i offer|on offer)\b[^.!?<]*(<\d+>)"
)
_ANYBODY_HAS = re.compile(r"\b(?:who|anyone|anybody|someone|somebody|you)\b[^.!?<]*\b(?:has|have|got|sells?|holds?)\b")
_TRADE = re.compile(
    r"\b(?:want|like|wanna|ready|willing|care) to (?:trade|deal|swap|do a deal|make a deal)|"
    r"\b(?:trade|deal|swap|do business) with me\b|\b(?:let's|let us|shall we|can we) (?:trade|deal|swap)\b|"
    r"^\W*(?:trades?|swaps?)\W*\?|"
    r"\b(?:fancy|want|up for|need|how about) an? (?:trade|swap|deal)\b|"
    r"\bgive me (?:something|anything|a good)|"
    r"\bwhat (?:do|would|can|will) you (?:offer|give)\b|\bmake me an offer\b|\bany (?:\w+ )?(?:offers?|deals?|"
    r"trades?|swaps?)\b"
)
_TOLD: Final = re.compile(
    r"\b(?:not|n't|never|if|last (?:round|year|time)|yesterday|promised|gave|took|had|was|were|been)\b"
)


class Wish(NamedTuple):
    """From the speaker's side; both None where it would trade and says not what."""

    gives: str | None = None
    wants: str | None = None


def wish_in(words: Mapping[str, str], text: str) -> Wish | None:
    """The wish in a text that puts no deal. `words` gives, in small letters, what each word names. None where it names
    several things, tells of the past, or wishes nothing that could be traded."""
    said = marked(words, text[:READ])
    if _TOLD.search(said.text):
        return None
    named = set(said.named)
    if not named:
        return Wish() if _TRADE.search(said.text) else None
    if len(named) > 1:
        return None
    thing = named.pop()
    if _ANYBODY_HAS.search(said.text):
        return Wish(wants=thing)
    if _ANYBODY_WANTS.search(said.text):
        return Wish(gives=thing)
    sides = set(laid_sides(said))
    if sides == {"mine"}:
        return Wish(gives=thing)
    return Wish(wants=thing) if sides == {"theirs"} else None
