"""Short ways to write the offers of the trading games, and to close a round of swaps."""

from __future__ import annotations

from typing import Any

from tests.kit import Script


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
