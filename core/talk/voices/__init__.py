"""What bots say, by temper and occasion: data in the TOML files beside this module.

`plain.toml` has what every temper says alike, `warm.toml` and the others what only that temper says so, with how it
talks: how often of its own accord, whether it gives reasons, returns greetings, and tells what it holds.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Final

import msgspec

from core.dice import Draw
from core.levels import TEMPERS

Lines = Mapping[str, tuple[str, ...]]
"""By occasion, what one temper has to say."""


class Temper(msgspec.Struct, frozen=True):
    """How a temper talks."""

    begins: float
    """How often it says a word of itself when there is something to tell, 0 to 1."""
    reasons: float
    """How often a proposal to a person comes with its reason, 0 to 1."""
    tells: bool
    """Does it tell what it holds and plans, and the truth to allies?"""
    courtesy: bool
    """Does it return greetings and thanks?"""


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(files("core.talk.voices").joinpath(f"{name}.toml").read_text(encoding="utf-8"))


def _lines(found: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    return {occasion: tuple(texts.strip().splitlines()) for occasion, texts in found["lines"].items()}


_FILES: Final = {name: _read(name) for name in ("plain", *TEMPERS)}
VOICES: Final[Mapping[str, Lines]] = {name: _lines(_FILES["plain"]) | _lines(_FILES[name]) for name in TEMPERS}
HOW: Final[Mapping[str, Temper]] = {name: msgspec.convert(_FILES[name]["temper"], Temper) for name in TEMPERS}
DECLINING: Final = frozenset({"decline", "full", "meagre", "later"})
"""Whose lines refuse a deal, and are heard as a no. All others are talk, and change nothing."""
AGAIN: Final = ("Once more: ", "I can only say it again: ", "As before: ", "Well: ")
"""What stands before a line when all of an occasion have been said in this match."""


def line(temper: str, occasion: str, said: Collection[str], draw: Draw, **slots: str) -> str:
    """A line of this temper for an occasion, none of those that were `said`, whoever it was about. Each slot of the
    occasion is named. Where everything has been said, an earlier line comes again with a word before it."""
    lines = VOICES[temper][occasion]
    used = _used(said)
    fresh = tuple(_filled(text, slots) for text in lines if text not in used)
    if not fresh:
        again = [start + _filled(text, slots) for start in AGAIN for text in lines]
        fresh = tuple(text for text in again if text not in said) or tuple(again)
    return draw.pick(fresh)


def has_fresh(temper: str, occasion: str, said: Collection[str]) -> bool:
    """Is there a line of this occasion that was not said yet?"""
    used = _used(said)
    return any(text not in used for text in VOICES[temper][occasion])


def occasion_of(text: str) -> str | None:
    """The occasion to which a line belongs, whoever says it; None for words that are in no voice."""
    found = _found(text)
    return None if found is None else found[0]


def is_chat(text: str) -> bool:
    """Is it a line in somebody's voice that changes nothing about any deal?"""
    found = occasion_of(text)
    return found is not None and found not in DECLINING


def _used(said: Collection[str]) -> set[str]:
    return {found[1] for text in said if (found := _found(text)) is not None}


def _filled(text: str, slots: Mapping[str, str]) -> str:
    filled = re.sub(r"([.?!])\.", r"\1", text.format(**slots))
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
    for occasion, text in {(o, text) for lines in VOICES.values() for o, texts in lines.items() for text in texts}:
        fixed = re.split(r"\{\w+\}", text)
        if len(re.sub(r"\W", "", "".join(fixed))) > 3:  # a line that is nothing but its slot could be anybody's words
            sure = max(fixed, key=len).casefold()
            found.append((len("".join(fixed)), sure, "(.+)".join(map(re.escape, fixed)), occasion, text))
    found.sort(key=lambda one: (-one[0], one[2]))
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
