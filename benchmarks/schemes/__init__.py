"""Scripted exploiters, at least four for each match of the house: what somebody would try against bots."""

from __future__ import annotations

from typing import Any

from benchmarks.schemes import mercury, runes, ship, sinners, trading
from core.bots.contract import Bot
from core.games import game as find_game

_OTHERS: dict[str, dict[str, Any]] = {
    "day_of_mercury": mercury.SCHEMES,
    "pantheic_runes": runes.SCHEMES,
    "drifting_ship": ship.SCHEMES,
    "sinners_secret": sinners.SCHEMES,
}
PEOPLE = ("claimer",)
"""Schemes that are played by somebody whom bots take for a person: people they believe and give way to more."""
GAMES = ("exodus", "famine", *_OTHERS)


def schemes(game: str) -> tuple[str, ...]:
    """Those that there are for a game."""
    return tuple(trading.SCHEMES if game in ("exodus", "famine") else _OTHERS[game])


def scheme(game: str, name: str, seat: str, seed: int) -> Bot[Any, Any, Any]:
    """An exploiter for a seat."""
    if game in _OTHERS:
        found: Bot[Any, Any, Any] = _OTHERS[game][name](seat, seed)
        return found
    rules: Any = find_game(game)
    return trading.SCHEMES[name](rules.goods, rules.taste, seed)
