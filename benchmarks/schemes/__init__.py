"""Scripted exploiters, at least four for each match of the house: what somebody would try against bots."""

from __future__ import annotations

from typing import Any

from benchmarks.schemes import mercury, people, runes, ship, sinners, trading
from core.bots.contract import Bot
from core.games import game as find_game

_OTHERS: dict[str, dict[str, Any]] = {
    "day_of_mercury": mercury.SCHEMES,
    "pantheic_runes": runes.SCHEMES,
    "drifting_ship": ship.SCHEMES,
    "sinners_secret": sinners.SCHEMES,
}
_TRADING: dict[str, Any] = {**trading.SCHEMES, **people.SCHEMES}
_HELPS = {"exodus": people.PAIRS, "famine": people.PAIRS, "drifting_ship": ship.PAIRS}
GAMES = ("exodus", "famine", *_OTHERS)


def schemes(game: str) -> tuple[str, ...]:
    """Those that there are for a game, less those that only help another."""
    found = _TRADING if game in ("exodus", "famine") else _OTHERS[game]
    return tuple(name for name in found if name not in _HELPS.get(game, {}).values())


def helper(game: str, name: str) -> str | None:
    """The scheme of the seat just before, that helps this one; None for one that works alone."""
    return _HELPS.get(game, {}).get(name)


def scheme(game: str, name: str, seat: str, seed: int) -> Bot[Any, Any, Any]:
    """An exploiter for a seat."""
    if game in _OTHERS:
        found: Bot[Any, Any, Any] = _OTHERS[game][name](seat, seed)
        return found
    rules: Any = find_game(game)
    return _TRADING[name](rules.goods, rules.taste, seed)
