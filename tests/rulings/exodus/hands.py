"""Positions for the tests of The Exodus Game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.kit import NAMES, Script, play

SEATS = NAMES[:9]


def start(
    round_: int = 1, points: dict[str, int] | None = None, hands: Mapping[str, str] | None = None, **more: str
) -> Script:
    """A match at the start of a round: `hands` as words (or `Ada="red red blue"`), everybody else with nothing."""
    held = {**(hands or {}), **more}
    setup: dict[str, Any] = {"round": round_, "hands": {seat: held.get(seat, "").split() for seat in SEATS}}
    if points is not None:
        setup["points"] = points
    return play("exodus", setup=setup)


def ended(points: dict[str, int], **hands: str) -> Script:
    """A match after round 7 in which nobody traded in it."""
    match = start(7, points, hands=hands)
    match.close()
    return match
