"""What bots make of people's own words: a yes, a no, and "my red for your green", as far as it is plain."""

from __future__ import annotations

import re
from collections.abc import Mapping

from core.talk import Deal

_YES = re.compile(
    r"\s*(yes|yeah|yep|ok|okay|agreed|i agree|i accept|accepted|deal|it'?s a deal|done|sure|gladly)\b", re.I
)
_NO = re.compile(r"\s*(no|nope|nah|sorry|not|never|i can ?not|i can'?t|i won'?t)\b", re.I)
_THEIRS = re.compile(r"\b(your|want|need|like|get|have you)\b", re.I)
_MINE = re.compile(r"\b(my|mine)\b", re.I)
_FOR = re.compile(r"\bfor\b", re.I)


def says_no(text: str) -> bool:
    """Does somebody decline in these words?"""
    return _NO.match(text) is not None


def says_yes(text: str) -> bool:
    """Does somebody agree in these words?"""
    return _YES.match(text) is not None


def deal_in(words: Mapping[str, str], text: str) -> Deal | None:
    """The deal in "my red for your green", "green for your ruby" or "I need a red cube for my green one", from the
    speaker's side; None unless the text names two things, one for the other. `words` gives what each word names."""
    found = list(re.finditer(rf"\b({'|'.join(map(re.escape, words))})\b", text, re.I))
    if len(found) != 2:
        return None
    first, second = (words[one[1].lower()] for one in found)
    before, between = text[: found[0].start()], text[found[0].end() : found[1].start()]
    if not _FOR.search(between):
        return None
    theirs_first = _THEIRS.search(before) and not _MINE.search(before)
    return Deal(second, first) if theirs_first or _MINE.search(between) else Deal(first, second)
