"""A story as one JSON document, for scripts and archives: all its parts, and with each round what its close brought
against what had been promised (HH-47)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.decoding import plain
from core.match.state import Match
from core.story.parts import Story
from core.story.recall import memory_of


def document(match: Match, told: Story, seats: Sequence[str]) -> dict[str, Any]:
    """`told` as JSON; each of its scenes has `reckonings`, by seat those of `seats`: its own for a reader who holds a
    seat, everybody's where the whole record is open (CM-09). A reckoning is made from what its seat knew alone, so that
    no talk is in it; a seat whose game leaves a round to its words is not in it. Each costs a preview of the orders:
    this is for whoever asks for the document, not for screens."""
    found: dict[str, Any] = plain(told)
    reckoned: dict[int, dict[str, Any]] = {}
    for seat in seats:
        for page in memory_of(match, seat).pages:
            one = None if page.report is None else match.game.reckon(page)
            if one is not None:
                reckoned.setdefault(page.round, {})[seat] = plain(one)
    for scene in found["scenes"]:
        scene["reckonings"] = reckoned.get(scene["round"], {})
    return found
