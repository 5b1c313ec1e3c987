"""Short forms for offers of the trading games, and for closing a round of swaps."""

from __future__ import annotations

from typing import Any

from tests.kit import Script


def offers(*pairs: str) -> dict[str, Any]:
    """Orders from words: `offers("Bo red", "Cy blue")`."""
    return {"offers": [{"to": to, "give": give} for to, give in (pair.split() for pair in pairs)]}


def trade(match: Script, *trades: str) -> dict[str, Any]:
    """Seal both sides of each trade (`"Ada red Bo green"`) and close. Returns the reports."""
    sealed: dict[str, list[str]] = {}
    for words in trades:
        a, gives, b, returns = words.split()
        sealed.setdefault(a, []).append(f"{b} {gives}")
        sealed.setdefault(b, []).append(f"{a} {returns}")
    for seat, pairs in sealed.items():
        match.seal(seat, offers(*pairs))
    return match.close()
