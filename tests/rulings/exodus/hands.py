"""Positions for the tests of The Exodus Game."""

from __future__ import annotations

from typing import Any

from tests.kit import NAMES, Script, play

SEATS = NAMES[:9]


def start(round_: int = 1, points: dict[str, int] | None = None, **hands: str) -> Script:
    """A match at the start of a round: hands as words (`Ada="red red blue"`), everybody else with nothing."""
    setup: dict[str, Any] = {"round": round_, "hands": {seat: hands.get(seat, "").split() for seat in SEATS}}
    if points is not None:
        setup["points"] = points
    return play("exodus", setup=setup)


def offers(*pairs: str) -> dict[str, Any]:
    """Orders from words: `offers("Bo red", "Cy blue")`."""
    return {"offers": [{"to": to, "give": give} for to, give in (pair.split() for pair in pairs)]}


def trade(match: Script, *trades: str) -> dict[str, Any]:
    """Seal both sides of each trade (`"Ada red Bo green"`) and close; the reports."""
    made: dict[str, list[str]] = {}
    for one in trades:
        a, gives, b, returns = one.split()
        made.setdefault(a, []).append(f"{b} {gives}")
        made.setdefault(b, []).append(f"{a} {returns}")
    for seat, pairs in made.items():
        match.seal(seat, offers(*pairs))
    return match.close()


def ended(points: dict[str, int], **hands: str) -> Script:
    """A match after round 7 in which nobody traded in it."""
    match = start(7, points, **hands)
    match.close()
    return match
