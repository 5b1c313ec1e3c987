"""The few words that steady bots say when they do not simply agree, and what they make of people's own words.

A proposal made at the desk comes with a `Deal`; one that is only written is read here, as far as it is plain.
"""

from __future__ import annotations

import re

from core.games.trading.goods import Goods
from core.talk import Deal

NO = "No, thank you."
FULL = "Sorry, I am promised elsewhere this time."
KEEP = "I keep to what we agreed."
OFF = "Sorry, I have to take my word back: our trade is off."
LATER = "We traded last time: not again before the one after this."
ENOUGH = "Let us leave it at that until the close."
GREETINGS = ("Good luck, all.", "May the best trader win.", "I am open to fair swaps.", "Let us trade.")

DECLINES = (NO, FULL, OFF, LATER, ENOUGH)
"""What closes a proposal when another says it; so does `none`."""
_NONE = "I have {} to give."

_YES = re.compile(
    r"\s*(yes|yeah|yep|ok|okay|agreed|i agree|i accept|accepted|deal|it'?s a deal|done|sure|gladly)\b", re.I
)
_NO = re.compile(r"\s*(no|nope|nah|sorry|not|never|i can ?not|i can'?t|i won'?t)\b", re.I)


def none(goods: Goods, kind: str) -> str:
    """Why one cannot: there is nothing of the kind to give."""
    return _NONE.format(goods.none_of(kind))


def how(goods: Goods) -> str:
    """What to say so that a bot understands."""
    a, b = (goods.named(kind) for kind in goods.kinds[:2])
    return f"Tell me as \u201cmy {a} for your {b}\u201d, and I shall answer."


def reproach(goods: Goods, kind: str) -> str:
    """To somebody who did not do what was agreed."""
    return f"You had promised me a {goods.named(kind)}. I shall remember that."


def declined(text: str) -> bool:
    """Is this one of the sentences with which a bot declines?"""
    return text in DECLINES or text.startswith(_NONE.split("{}")[0])


def says_no(text: str) -> bool:
    """Does a person decline in these words?"""
    return _NO.match(text) is not None


def says_yes(text: str) -> bool:
    """Does a person agree in these words?"""
    return _YES.match(text) is not None


def deal_in(goods: Goods, text: str) -> Deal | None:
    """The deal in "my red for your green", "green for your ruby" or "I need a red cube for my green one", from the
    speaker's side; None unless the text names two things, one for the other."""
    plurals = {plural: kind for kind, plural in goods.plurals.items()}
    words = re.compile(rf"\b({'|'.join([*goods.kinds, *plurals])})\b", re.IGNORECASE)
    found = list(words.finditer(text))
    if len(found) != 2:
        return None
    first, second = (plurals.get(m[1].lower(), m[1].lower()) for m in found)
    before, between = text[: found[0].start()].lower(), text[found[0].end() : found[1].start()].lower()
    if not re.search(r"\bfor\b", between):
        return None
    theirs_first = re.search(r"\b(your|want|need|like|get|have you)\b", before) and not re.search(r"\bmy\b", before)
    if theirs_first or re.search(r"\b(my|mine)\b", between):
        return Deal(second, first)
    return Deal(first, second)
