"""Lines of bots, by temper and occasion, from the TOML files beside this module.

`plain.toml` has the lines of every temper; `warm.toml` and the others a temper's own lines and its way to talk.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Mapping
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
    short: bool
    """True if it adds no public facts to what it says."""
    topics: tuple[str, ...]
    """Occasions of its own accord, the dearest first: `inquires` asks a person something."""


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(files("core.talk.voices").joinpath(f"{name}.toml").read_text(encoding="utf-8"))


def _lines(voice: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    return {occasion: tuple(texts) for occasion, texts in voice["lines"].items()}


_FILES: Final = {name: _read(name) for name in ("plain", *TEMPERS)}
VOICES: Final[Mapping[str, Lines]] = {name: _lines(_FILES["plain"]) | _lines(_FILES[name]) for name in TEMPERS}
HOW: Final[Mapping[str, Temper]] = {name: msgspec.convert(_FILES[name]["temper"], Temper) for name in TEMPERS}
REASONS: Final[Mapping[str, str]] = _FILES["plain"]["reasons"]
"""Clauses by the occasion that they explain."""
OCCASIONS: Final = frozenset(VOICES[TEMPERS[0]]) | {"none", "off", "explains"}
"""Occasions that a message can have."""
AGAIN: Final = ("Once more: ", "I can only say it again: ", "As before: ", "Well: ")
"""Starts of a line that this seat repeats because all of its occasion were used in this match."""


def line(
    temper: str, occasion: str, texts: Collection[str], draw: Draw, spoken: Collection[str] = (), **slots: str
) -> str:
    """Draw a line of this temper for an occasion, with each slot filled.

    Args:
        texts: bots' texts of this match, which are not repeated while another line is left.
        spoken: those of this seat: only these come again with a start before them.
    """
    filled = tuple(_filled(text, slots) for text in VOICES[temper][occasion])
    fresh = tuple(text for text in filled if text not in texts) or tuple(text for text in filled if text not in spoken)
    repeats = tuple(start + text for start in AGAIN for text in filled)
    return draw.pick(fresh or tuple(text for text in repeats if text not in spoken) or repeats)


def _filled(text: str, slots: Mapping[str, str]) -> str:
    filled = re.sub(r"([.?!])\.", r"\1", text.format(**slots)).rstrip()
    return re.sub(r"(?:^|(?<=[.!?] ))[a-z]", lambda first: first[0].upper(), filled)
