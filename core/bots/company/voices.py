"""All that bots say in company, by temper: which line comes next, and which occasion a line belongs to."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import cache, lru_cache
from typing import Final

from core.bots.company import (
    blunt,
    dry,
    grand,
    sly,
    warm,
)
from core.bots.company.asides import blunt as blunt_aside
from core.bots.company.asides import dry as dry_aside
from core.bots.company.asides import grand as grand_aside
from core.bots.company.asides import sly as sly_aside
from core.bots.company.asides import warm as warm_aside
from core.bots.company.occasions import DECLINING, Lines
from core.dice import Draw


def _both(match: Lines, beside: Lines) -> Lines:
    return {one: match.get(one, ()) + beside.get(one, ()) for one in (*match, *beside)}


VOICES: Final[Mapping[str, Lines]] = {
    "warm": _both(warm.LINES, warm_aside.LINES),
    "dry": _both(dry.LINES, dry_aside.LINES),
    "grand": _both(grand.LINES, grand_aside.LINES),
    "blunt": _both(blunt.LINES, blunt_aside.LINES),
    "sly": _both(sly.LINES, sly_aside.LINES),
}
TEMPERS: Final = tuple(VOICES)
"""The tempers, each a word that the seat list may show."""

AGAIN: Final = ("Once more: ", "I can only say it again: ", "Let me put it like this: ", "As before: ", "Well: ")
"""What stands before a line when all of an occasion have been said in this match."""


def line(temper: str, occasion: str, said: Collection[str], draw: Draw, **slots: str) -> str:
    """A line of this temper for an occasion, none of those that were `said`, whoever it was about. Each slot of the
    occasion is named. Where everything has been said, an earlier line comes again with a word before it."""
    lines = VOICES[temper][occasion]
    used = {found[1] for text in said if (found := _found(text)) is not None}
    fresh = tuple(_filled(text, slots) for text in lines if text not in used)
    if not fresh:
        again = [start + _filled(text, slots) for start in AGAIN for text in lines]
        fresh = tuple(text for text in again if text not in said) or tuple(again)
    return draw.pick(fresh)


def has_fresh(temper: str, occasion: str, said: Collection[str]) -> bool:
    """Is there a line of this occasion that was not said yet?"""
    used = {found[1] for text in said if (found := _found(text)) is not None}
    return any(text not in used for text in VOICES[temper][occasion])


def occasion_of(text: str) -> str | None:
    """The occasion to which a line belongs, whoever says it; None for words that are in no voice."""
    found = _found(text)
    return None if found is None else found[0]


def is_chat(text: str) -> bool:
    """Is it a line in somebody's voice that changes nothing about any deal?"""
    found = occasion_of(text)
    return found is not None and found not in DECLINING


def _filled(text: str, slots: Mapping[str, str]) -> str:
    filled = text.format(**slots)
    return re.sub(r"(?:^|(?<=[.!?] ))[a-z]", lambda first: first[0].upper(), filled)


def _found(text: str) -> tuple[str, str] | None:
    """The occasion and the line with its slots that a text was made from."""
    for start in AGAIN:
        text = text.removeprefix(start)
    return _line_of(text)


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str], str, str], ...]:
    """One pattern for every line with slots, after the longest of its words that are always there, which is looked for
    first; the longest line comes first, as the plainest say it."""
    found = []
    for lines in VOICES.values():
        for occasion, texts in lines.items():
            for text in texts:
                fixed = re.split(r"\{\w+\}", text)
                sure = max(fixed, key=len).casefold()
                found.append((len("".join(fixed)), sure, "(.+)".join(map(re.escape, fixed)), occasion, text))
    found.sort(key=lambda one: -one[0])
    return tuple(
        (sure, re.compile(pattern, re.IGNORECASE), occasion, text) for _, sure, pattern, occasion, text in found
    )


@lru_cache(maxsize=4096)
def _line_of(text: str) -> tuple[str, str] | None:
    low = text.casefold()
    return next(
        ((occasion, line) for sure, pattern, occasion, line in _patterns() if sure in low and pattern.fullmatch(text)),
        None,
    )
