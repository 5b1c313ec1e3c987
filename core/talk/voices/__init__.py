"""Lines of bots, by temper and occasion, from the TOML files beside this module.

`plain.toml` has what every temper says alike; `warm.toml` and the others what only that temper says so, with how it
talks: how often of its own accord, if it gives reasons, returns greetings, and tells what it holds.
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
"""Lines of one temper, by occasion."""


class Temper(msgspec.Struct, frozen=True):
    """How a temper talks."""

    begins: float
    """Chance of a word of its own when there is something to tell."""
    reasons: float
    """Chance of a reason with a proposal to a person."""
    tells: bool
    """True if it tells what it holds and plans, and the truth to allies."""
    courtesy: bool
    """True if it returns greetings and thanks."""


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(files("core.talk.voices").joinpath(f"{name}.toml").read_text(encoding="utf-8"))


def _lines(voice: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    return {occasion: tuple(texts.strip().splitlines()) for occasion, texts in voice["lines"].items()}


_FILES: Final = {name: _read(name) for name in ("plain", *TEMPERS)}
VOICES: Final[Mapping[str, Lines]] = {name: _lines(_FILES["plain"]) | _lines(_FILES[name]) for name in TEMPERS}
HOW: Final[Mapping[str, Temper]] = {name: msgspec.convert(_FILES[name]["temper"], Temper) for name in TEMPERS}
DECLINING: Final = frozenset({"decline", "full", "meagre", "later"})
"""Occasions of lines that refuse a deal. All others are talk, and change nothing."""
AGAIN: Final = ("Once more: ", "I can only say it again: ", "As before: ", "Well: ")
"""Starts of a repeated line, when all of an occasion were said in this match."""


def line(temper: str, occasion: str, texts: Collection[str], draw: Draw, **slots: str) -> str:
    """Draw a line of this temper for an occasion, none of `said`. Each slot of the occasion is named. If all were said,
    one comes again with a start before it."""
    lines = VOICES[temper][occasion]
    used = _used(texts)
    fresh = tuple(_filled(text, slots) for text in lines if text not in used)
    if not fresh:
        repeats = [start + _filled(text, slots) for start in AGAIN for text in lines]
        fresh = tuple(text for text in repeats if text not in texts) or tuple(repeats)
    return draw.pick(fresh)


def has_fresh(temper: str, occasion: str, texts: Collection[str]) -> bool:
    """True if a line of this occasion was not said yet."""
    used = _used(texts)
    return any(text not in used for text in VOICES[temper][occasion])


def occasion_of(text: str) -> str | None:
    """Return the occasion of a line of any temper; None for other words."""
    known = _found(text)
    return None if known is None else known[0]


def is_chat(text: str) -> bool:
    """True for a bot's line that changes nothing about a deal."""
    occasion = occasion_of(text)
    return occasion is not None and occasion not in DECLINING


def _used(texts: Collection[str]) -> set[str]:
    return {known[1] for text in texts if (known := _found(text)) is not None}


def _filled(text: str, slots: Mapping[str, str]) -> str:
    filled = re.sub(r"([.?!])\.", r"\1", text.format(**slots)).rstrip()
    return re.sub(r"(?:^|(?<=[.!?] ))[a-z]", lambda first: first[0].upper(), filled)


def _found(text: str) -> tuple[str, str] | None:
    """Return the occasion and the template of a line."""
    for start in AGAIN:
        text = text.removeprefix(start)
    return _line_of(text)


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str], str, str], ...]:
    """Return a pattern for every line with slots, behind its longest fixed word, which is looked for first. Longest
    lines come first, as the plainest."""
    patterns = []
    for occasion, text in {(o, text) for lines in VOICES.values() for o, texts in lines.items() for text in texts}:
        fixed = re.split(r"\{\w+\}", text)
        if len(re.sub(r"\W", "", "".join(fixed))) > 3:  # a line of its slot alone could be any player's words
            sure = max(fixed, key=len).casefold()
            patterns.append((len("".join(fixed)), sure, "(.+)".join(map(re.escape, fixed)), occasion, text))
    patterns.sort(key=lambda pattern_: (-pattern_[0], pattern_[2]))
    return tuple(
        (sure, re.compile(pattern, re.IGNORECASE), occasion, text) for _, sure, pattern, occasion, text in patterns
    )


@lru_cache(maxsize=4096)
def _line_of(text: str) -> tuple[str, str] | None:
    low = text.casefold()
    return next(
        ((occasion, line) for sure, pattern, occasion, line in _patterns() if sure in low and pattern.fullmatch(text)),
        None,
    )
